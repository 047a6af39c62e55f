"""Daneshmand, Joudaki, Bach: batch normalization orthogonalizes representations (arXiv 2106.03970).

We hold the slides of a talk (their words are `quoted`). We know the paper's theorems and proofs second-hand, so such
statements are `reconstructed`, and false ones are `reading`s.
"""

from theory.claim import Paper

DANESHMAND21 = Paper(
    "daneshmand21",
    "Batch Normalization Orthogonalizes Representations in Deep Random Networks",
    "Hadi Daneshmand, Amir Joudaki, Francis Bach",
    2021,
    "arXiv:2106.03970",
)
