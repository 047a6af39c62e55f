"""Processes that may die, hang or fill the memory, and their pool."""
