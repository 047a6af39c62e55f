"""Algebra of recentring and rescaling."""
