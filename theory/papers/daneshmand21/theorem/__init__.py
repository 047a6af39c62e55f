"""Theorem 1: what it says, where it is vacuous, and what is true instead."""
