"""Where untrusted processes run: one small interface, a module for each backend."""
