"""Old names of laws of a row."""

from theory.papers.daneshmand20.matrices import atoms, mean_of
from theory.papers.daneshmand20.matrices import finite_laws as Laws  # noqa: N812

__all__ = ["Laws", "atoms", "mean_of"]
