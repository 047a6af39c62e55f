"""Readings of r and of the soft rank that are false: at scaled rows, at the threshold 0, for arbitrary matrices."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Max, Symbol

from theory.claim import At, Claim, Locator, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Rationals
from theory.markov import eigenvalues_above
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.data import effective_rank_of, moment
from theory.papers.daneshmand20.domains import CORRELATIONS
from theory.papers.daneshmand20.matrices import data_sets
from theory.papers.daneshmand20.one_step.setting import matrix
from theory.papers.daneshmand20.rank.setting import ABOVE, ANY, EQUATION_4, LEMMA_1, p, q, s, t
from theory.term import number, size, some
from theory.term.matrices import rank
from theory.term.matrices import trace as trace_of
from theory.term.named import named

factor = Symbol("factor", positive=True)
tau = Symbol("tau", positive=True)  # threshold
soft_r, trace = Symbol("r", positive=True), Symbol("trace", positive=True)


def rank_of_rows(p: Any, q: Any, s: Any, t: Any) -> Expr:
    """r of the rows (p, q) and (s, t)."""
    first, second = p**2 + q**2, s**2 + t**2
    return (first + second) ** 2 / (first**2 + second**2 + 2 * (p * s + q * t) ** 2)


@Claim(
    "daneshmand20.rank.row-scaling",
    source=EQUATION_4,
    status="reading",
    says="r does not change when single rows of H are scaled, as BN does: of the rows (p, q) and (s, t) it is "
    "that of (p, q) and c (s, t)",
    predicts=rank_of_rows(p, q, s, t),
    given=Given(
        {**{name: Preceded(ANY, (first,)) for first, name in enumerate("pqst", 2)}, "factor": Preceded(ABOVE, (3,))},
        lambda at: some(lambda x: x != 0, tuple(at[name] for name in "pqst")),
        "not all 0",
    ),
    expected=Verdict.REFUTED,
    truth=rank_of_rows(p, q, factor * s, factor * t),
).literal(scope="d = N = 2")
def row_scaling(at: At) -> Any:
    p, q, s, t, factor = map(number, (at.p, at.q, at.s, at.t, at.factor))
    return effective_rank_of(((p, q), (factor * s, factor * t)))


@named("rank_{1}({0})", r"\\mathrm{{rank}}_{{{1}}}({0})", means="rank_τ(M) the number of eigenvalues of M from τ on")
def rank_from(M: Any, tau: Any) -> Expr:
    return Integer(eigenvalues_above(matrix(M) if isinstance(M, tuple) else M, tau))


@Claim(
    "daneshmand20.rank.zero-threshold",
    source=Locator(DANESHMAND20, "eq. (3), missing from the text we hold"),
    status="reading",
    says="the soft rank at the threshold 0 is the rank: 1 for equal rows. (With >= it is d, with > it is the rank.)",
    predicts=k,
    given=Given(
        {"M": CORRELATIONS},
        letters={"d": lambda at: number(size(at["M"])), "k": lambda at: number(rank(at["M"]))},
    ),
    expected=Verdict.REFUTED,
    truth=d,
).literal(scope="eigenvalues counted exactly, d = 2 to 10", most=60)
def zero_threshold(at: At) -> Expr:
    return rank_from(at.M, 0)


@Claim(
    "daneshmand20.rank.soft-arbitrary-matrix",
    source=LEMMA_1,
    status="reading",
    says="rank_tau(H) >= (1 - tau)^2 r(H) for an arbitrary matrix, as rank(H) >= r(H): also where the "
    "eigenvalues of M have another mean than 1",
    relation=">=",
    predicts=(1 - tau) ** 2 * soft_r,
    given=Given(
        {"H": data_sets(), "tau": Rationals(above=0, most=1)},
        letters={
            "d": lambda at: number(size(at["H"])),
            "trace": lambda at: number(trace_of(moment(at["H"]))),
            "r": lambda at: number(effective_rank_of(at["H"])),
        },
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.lemma-1-soft",),
    truth=Max(0, 1 - tau * d / trace) ** 2 * soft_r,  # Lemma 1 for the eigenvalues divided by their mean, trace/d
).literal(scope="eigenvalues counted exactly", most=60)
def arbitrary(at: At) -> Expr:
    return rank_from(moment(at.H), at.tau)
