"""What a verdict depends on: content of a claim, sources, what checks read, machine and versions."""
