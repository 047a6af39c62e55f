"""Representations and their orthogonality gap."""
