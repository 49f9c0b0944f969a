"""What the browser runs, and the Python functions that mount it."""
