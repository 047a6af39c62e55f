"""Around a command: interrupts, faults of output, modules that are not ours."""
