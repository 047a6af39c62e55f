"""Figures of daneshmand20: of chains at the start, and of training."""

from bninit.draw.papers.daneshmand20.chains import frobenius, near_collinear, rank, regularity, soft_rank
from bninit.draw.papers.daneshmand20.training import breaking, depth, gradients, order, pretraining

__all__ = [
    "breaking",
    "depth",
    "frobenius",
    "gradients",
    "near_collinear",
    "order",
    "pretraining",
    "rank",
    "regularity",
    "soft_rank",
]
