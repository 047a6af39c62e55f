"""The mean map on eigenvalues."""
