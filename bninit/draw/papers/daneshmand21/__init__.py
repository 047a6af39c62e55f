"""Figures of daneshmand21: of chains at the start, and of training."""

from bninit.draw.papers.daneshmand21.chains import activations, cosines, gap_depth, gap_width
from bninit.draw.papers.daneshmand21.training import start

__all__ = ["activations", "cosines", "gap_depth", "gap_width", "start"]
