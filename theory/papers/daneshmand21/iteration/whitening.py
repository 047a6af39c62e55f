"""Whitening in the place of batch normalization: (M M^T)^(-1/2) for diag(M M^T)^(-1/2)."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.measures import gap_of
from theory.papers.daneshmand21.orthonormal import whitened_pairs
from theory.term import number, size
from theory.term.matrices import product
from theory.words import At

whitening = Claim(
    "daneshmand21.iteration.whitening",
    source=Locator(DANESHMAND21, "slides: 'Replacing BN with orthogonalization'"),
    status="new",
    says="whitened rows, H = (M M^T)^(-1/2) M for M of rank d with d rows: V(H)^2 = 1/d - 1/n whatever M, the floor of "
    "rank d; V = 0 at once for d = n",
    tex=r"V\big((MM^\top)^{-1/2}M\big)^2=\frac1d-\frac1n",
    hypotheses=("M is d x n of rank d", "(M M^T)^(-1/2) = S, symmetric, S^2 the inverse of M M^T"),
    silent_on="more rows than columns, where M M^T has no inverse; what it costs",
    predicts=1 / d - 1 / n,
    given=Given(
        {"pair": whitened_pairs()},
        words="S^2 M M^T = I",
        letters={"d": lambda at: number(size(at["pair"][1])), "n": lambda at: number(size(at["pair"][1][0]))},
    ),
    left=r"V\big((MM^\top)^{-1/2}M\big)^2",
    over=({"d": 1, "n": 2}, {"d": 2, "n": 3}, {"d": 3, "n": 3}),
    uses=("daneshmand21.gap.range-ends",),
    twins=(Twin(Integer(0), "orthogonal columns for d < n, too"), Twin(1 / n, "1/n")),
)


@whitening.literal(most=60)
def _whitened(at: At) -> Any:
    return gap_of(product(*at.pair))
