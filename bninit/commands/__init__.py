"""The commands, one module a family: options in, a call, what is shown."""
