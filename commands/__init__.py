"""The command line: one click command a module, each named `command`, loaded only when called."""
