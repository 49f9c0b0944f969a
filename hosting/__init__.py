"""What a server needs around the app: settings, logs, quiet libraries."""
