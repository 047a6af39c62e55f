"""What the commands compute, as functions that return documented results: a run beside what the theory says of it."""
