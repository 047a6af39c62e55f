"""The theory, stated exactly: components of batch normalization, tree, outlier, kernels, claims.

>>> from theory import claims
>>> claims()["nachum24.outlier.norm-ratio"].predicts
(n - 1)**2
"""

from theory.claim import Claim, Evidence, Locator, Paper, Twin, Verdict
from theory.exact.expressions import Undefined
from theory.registry import claims

__all__ = ["Claim", "Evidence", "Locator", "Paper", "Twin", "Undefined", "Verdict", "claims"]
