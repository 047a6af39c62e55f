"""Regularity: Tr diag(M^2)^2 against Tr M^3."""
