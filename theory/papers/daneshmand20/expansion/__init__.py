"""One layer in powers of gamma."""
