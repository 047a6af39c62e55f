"""Morwani: notes on understanding batch normalization (2020), held as a whole."""

from theory.claim import Paper

MORWANI20 = Paper("morwani20", "Understanding Batch Normalization", "Depen Morwani", 2020, "notes, July 2020")
