"""Whitening in the place of batch normalization: (M M^T)^(-1/2) for diag(M M^T)^(-1/2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq_mat
from sympy import Integer

from theory.claim import Claim, Locator, Twin
from theory.claim.domains import Integers
from theory.claim.given import Given
from theory.exact.rationals import to_fmpq
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import Matrices, Matrix
from theory.papers.daneshmand21.measures import gap_at
from theory.words import At


def exact(M: Matrix) -> fmpq_mat:
    return fmpq_mat(len(M), len(M[0]), [to_fmpq(x) for row in M for x in row])


whitening = Claim(
    "daneshmand21.iteration.whitening",
    source=Locator(DANESHMAND21, "slides: 'Replacing BN with orthogonalization'"),
    status="new",
    says="whitened rows, H = (M M^T)^(-1/2) M for M of rank d with d rows: V(H)^2 = 1/d - 1/n whatever M, the floor of "
    "rank d; V = 0 at once for d = n",
    tex=r"V\big((MM^\top)^{-1/2}M\big)^2=\frac1d-\frac1n",
    hypotheses=("M is d x n of rank d", "(M M^T)^(-1/2) the symmetric root: H^T H = M^T (M M^T)^-1 M"),
    silent_on="more rows than columns, where M M^T has no inverse; what it costs",
    predicts=1 / d - 1 / n,
    given=Given(
        {"M": Matrices(rows=Integers(1))},
        lambda at: len(at["M"]) <= len(at["M"][0]) and exact(at["M"]).rank() == len(at["M"]),
        "of rank d",
        letters={"d": lambda at: Integer(len(at["M"])), "n": lambda at: Integer(len(at["M"][0]))},
    ),
    left=r"V\big((MM^\top)^{-1/2}M\big)^2",
    over=({"d": 1, "n": 2}, {"d": 2, "n": 3}, {"d": 3, "n": 3}),
    uses=("daneshmand21.gap.range-ends",),
    twins=(Twin(Integer(0), "orthogonal columns for d < n, too"), Twin(1 / d, "without -1/n"), Twin(1 / n, "1/n")),
)


@whitening.literal(most=100)
def _whitened(at: At) -> Any:
    M = exact(at.M)
    C = M.transpose() * (M * M.transpose()).inv() * M
    return gap_at([[Fraction(int(x.p), int(x.q)) for x in row] for row in C.tolist()])
