"""Training: accuracy by component and initialisation, and from the configuration with an escaped point."""
