"""How much rank a random ReLU layer gives a batch: greatest rank, its law, bounds on its growth."""

from theory.rank.batches import Angles, Batch, Point, diagnose, dot, max_rank

__all__ = ["Angles", "Batch", "Point", "diagnose", "dot", "max_rank"]
