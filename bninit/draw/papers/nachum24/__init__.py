"""Figures of nachum24: of networks at the start, and of training."""

from bninit.draw.papers.nachum24.start import angles, escaped, histogram, rank, tree
from bninit.draw.papers.nachum24.training import components, starts

__all__ = ["angles", "components", "escaped", "histogram", "rank", "starts", "tree"]
