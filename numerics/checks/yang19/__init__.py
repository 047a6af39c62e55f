"""Simulated checks of yang19."""
