"""Sections 3 to 5 as protocols of training: on real data (3, 4), and on a stated family of laws (5)."""
