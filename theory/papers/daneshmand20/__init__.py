"""Daneshmand, Kohler, Bach, Hofmann, Lucchi: batch normalization as a Markov chain (arXiv 2003.01652).

Held of it: the prose of all statements and proofs (`quoted`), without its displayed equations. Of eq. (5) the constant
and the order are held; the recurrence on M and r(H) are as in the published code. Every other formula
is `reconstructed` from the prose that surrounds it, `corrected`, or `new`.
"""

from theory.claim import Paper

DANESHMAND20 = Paper(
    "daneshmand20",
    "Theoretical Understanding of Batch-normalization: A Markov Chain Perspective",
    "Hadi Daneshmand, Jonas Kohler, Francis Bach, Thomas Hofmann, Aurelien Lucchi",
    2020,
    "arXiv:2003.01652",
)
