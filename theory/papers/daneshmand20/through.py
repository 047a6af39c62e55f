"""Old names of chains of equal weights."""

from theory.papers.daneshmand20.depths import equal_weight_chains as EqualWeights  # noqa: N812
from theory.papers.daneshmand20.depths import letters, of_equal_weights

__all__ = ["EqualWeights", "letters", "of_equal_weights"]
