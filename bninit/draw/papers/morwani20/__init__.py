"""Figures of morwani20, by section."""

from bninit.draw.papers.morwani20.least_squares import steps, trajectories_2, trajectories_3
from bninit.draw.papers.morwani20.rate_one import digits_at_rate_one, rate_one
from bninit.draw.papers.morwani20.training import noise, normalisations

__all__ = [
    "digits_at_rate_one",
    "noise",
    "normalisations",
    "rate_one",
    "steps",
    "trajectories_2",
    "trajectories_3",
]
