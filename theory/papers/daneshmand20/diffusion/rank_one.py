"""Does a state of low rank repel? Transverse exponents for gamma -> 0 at every rank.

A transverse exponent is the mean logarithmic growth of the distance of a small extra column t of H from the column
space of H. Positive: that rank repels; negative: it attracts, exponentially, with batch normalization.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from flint import fmpq, fmpq_mat
from sympy import Expr, Integer, Rational, Symbol

from theory.claim import At, Claim, Compared, Predicted, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.matrices import Correlations, Square
from theory.domains.numbers import Integers
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import d, k
from theory.papers.daneshmand20.diffusion.generator import (
    LOW_RANK,
    determinant_beside,
    in_w,
    invariants_of,
    length,
    log_bend,
    log_volume_growth,
)
from theory.term import each, number, size, total
from theory.term.matrices import inner, rank
from theory.term.named import named

Q4 = Symbol("Q_4", positive=True)  # sum q_a^4 of the unit vector q
S1, S2, F = sympy.symbols("S_1 S_2 F", positive=True)


@named("Σ q_a({0})⁴", r"\sum_aq_a({0})^4", means="q(t) the unit vector along t less its mean")
def _fourth(t: Any) -> Any:
    """q the unit vector along t less its mean."""
    mean = Fraction(1) * total(t) / size(t)
    squares = each(lambda x: (x - mean) ** 2, t)
    return number(inner(squares, squares) / total(squares) ** 2)


CHANGE = "Σ_ab [w²] of the change in a layer with the one weight w at (a, b): that of weights of mean 0 and variance 1"


@named("γ⁻² E Δlog|{0} − mean|²", r"\gamma^{{-2}}\mathbb E\Delta\log|{0}_\perp|^2", means=CHANGE)
def _growth_beside_ones(t: Any) -> Any:
    ones = each(lambda _: each(lambda _: Fraction(1), t), t)
    beside, alone = each(lambda x: (Fraction(1), x), t), each(lambda _: (Fraction(1),), t)
    return number(log_volume_growth(beside, ones) - log_volume_growth(alone, ones))


@Claim(
    "daneshmand20.diffusion.rank-one-repels",
    source=LOW_RANK,
    says="gamma -> 0: near rank one the logarithm of the squared distance grows by gamma^2 (4d - 4 - 2d sum q_a^4) "
    "in the mean, the coefficients of w^2 added up over the weights w, q the unit transverse direction up to the signs "
    "of the rows. That is 2 at d = 2, 5 at d = 3, and never below 2(d-1) (note)",
    silent_on="the time mean of sum q_a^4 for d >= 4, where it depends on q",
    predicts=4 * d - 4 - 2 * d * Q4,
    given=Given(
        {"t": Batches(up_to=AFFINE)},
        letters={"d": lambda at: number(size(at["t"])), "Q_4": lambda at: _fourth(at["t"])},
    ),
    speaks_of=("rs",),
    twins=(
        Twin(2 * d - 2, "the lower bound of every d: 4 at d = 3"),
        Twin(4 * d - 10, "q_a Gaussian: sum q_a^4 = 3/d"),
    ),
).literal(most=40)
def rank_one(at: At) -> object:
    return _growth_beside_ones(at.t)


MOST = 6
"""Rows, for the growth of a volume is slow."""


def _basis(M: Square) -> list[list[Fraction]]:
    """Columns of M that span its range, as the rows of a d x k matrix."""
    chosen: list[int] = []
    for j in range(len(M)):
        columns = [[to_fmpq(row[i]) for i in (*chosen, j)] for row in M]
        if fmpq_mat(columns).rank() > len(chosen):
            chosen.append(j)
    return [[Fraction(row[i]) for i in chosen] for row in M]


def _projector(M: Square) -> fmpq_mat:
    X = fmpq_mat([[to_fmpq(x) for x in row] for row in _basis(M)])
    return X * (X.transpose() * X).inv() * X.transpose()


def _outside(M: Square, t: Sequence[Fraction]) -> fmpq_mat:
    """t less its projection."""
    column = fmpq_mat([[to_fmpq(x)] for x in t])
    return column - _projector(M) * column


@named("|{1} − P({0}) {1}|²", r"|{1}-P({0}){1}|^2")
def _distance_from(M: Square, t: Sequence[Fraction]) -> Rational:
    return to_sympy(sum(x**2 for x in _outside(M, t).entries()))


def _norms(M: Square) -> list[fmpq]:
    """m_a = (M^2)_aa."""
    return [to_fmpq(sum((x * x for x in row), Fraction(0))) for row in M]


OF_PROJECTOR = "P(M) the projector on the range of M; m_a = (M²)_aa; q the unit vector along t − P(M) t"


@named("Σ m_a q_a² (1 − P_aa)({0}, {1})", r"\sum_am_aq_a^2(1-P_{{aa}})({0},{1})", means=OF_PROJECTOR)
def _second(M: Square, t: Sequence[Fraction]) -> Rational:
    """q is the unit vector along t less its projection."""
    P, m, q = _projector(M), _norms(M), _outside(M, t).entries()
    return to_sympy(sum(m[a] * x**2 * (1 - P[a, a]) for a, x in enumerate(q)) / sum(x**2 for x in q))


@named("Σ m_a q_a⁴({0}, {1})", r"\sum_am_aq_a^4({0},{1})", means=OF_PROJECTOR)
def _fourth_weighted(M: Square, t: Sequence[Fraction]) -> Rational:
    m, q = _norms(M), _outside(M, t).entries()
    return to_sympy(sum(m[a] * x**4 for a, x in enumerate(q)) / sum(x**2 for x in q) ** 2)


OUTSIDE = Given(
    {"M": Correlations(Integers(2, far=MOST)), "t": Batches(Integers(2, far=MOST), up_to=("scale",))},
    lambda at: size(at["M"]) == size(at["t"]) and _distance_from(at["M"], at["t"]) != 0,
    "t, an entry for each row of M, outside the range of M, which is that of H",
    letters={
        "k": lambda at: number(rank(at["M"])),
        "S_1": lambda at: _second(at["M"], at["t"]),
        "S_2": lambda at: _fourth_weighted(at["M"], at["t"]),
    },
)


@named("γ⁻² E Δlog|{1} − P({0}) {1}|²", r"\gamma^{{-2}}\mathbb E\Delta\log|{1}-P({0}){1}|^2", means=CHANGE)
def _growth(M: Square, t: Sequence[Fraction]) -> Rational:
    """By the volumes with t beside the columns of M, and without."""
    X = _basis(M)
    beside = [[*row, x] for row, x in zip(X, t, strict=True)]
    return to_sympy(log_volume_growth(beside, M) - log_volume_growth(X, M))


@Claim(
    "daneshmand20.diffusion.transverse-exponent",
    source=LOW_RANK,
    status="corrected",
    says="gamma -> 0, rank k: the squared distance of a direction grows by 2 - 2k + 4 sum m_a q_a^2 (1 - P_aa) - "
    "2 sum m_a q_a^4 per gamma^2, m_a = (M^2)_aa, P the projector on the columns of H, q the unit transverse direction "
    "(P q = 0)",
    silent_on="its heuristic leading order 2 - 2k + 4|M|_F^2/d, q spread out and k much smaller than d: zero at k r "
    "= 2d",
    predicts=2 - 2 * k + 4 * S1 - 2 * S2,
    given=OUTSIDE,
    speaks_of=("rs",),
    uses=("daneshmand20.diffusion.rank-one-repels",),
    twins=(Twin(2 - 2 * k + 4 * S1, "the fourth moments dropped"),),
).literal(most=50)
def transverse_exponent(at: At) -> object:
    return _growth(at.M, at.t)


@transverse_exponent.exact(
    scope="every d and k, one weight after another: a determinant of two rows, and sums over rows of projectors",
    argued="independent weights add up to second order, and each moves one row",
)
def _by_projectors(predicted: Predicted) -> Compared:
    yield from _volumes()
    yield "every d and k", _growth_by_projectors(), predicted


def _volume(one: Any, gg: Any, gp: Any, pp: Any) -> Any:
    """det(1 + g p^T + p g^T + p p^T) by the products of g and p."""
    return (one + gp + pp) * (one + gp) - (gg + gp) * pp


@cache
def _volumes() -> tuple[tuple[str, Expr, Expr], ...]:
    """That it is so in one dimension, in two, and in more, turned so that only two entries of g and p are not 0."""
    made = []
    g, p, q = sympy.symbols("g p q", real=True)
    for where, one, other in (("one", (g,), (p,)), ("two", (g, 0), (p, q)), ("more", (g, 0), (p, q))):
        G, P = sympy.Matrix(one), sympy.Matrix(other)
        inner = sympy.eye(len(one)) + G * P.T + P * G.T + P * P.T
        found = determinant_beside(inner) if where == "more" else inner.det()
        made.append((f"in {where}", found.expand(), _volume(Integer(1), G.dot(G), G.dot(P), P.dot(P)).expand()))
    return tuple(made)


@cache
def _growth_by_row() -> Expr:
    """The sum over b of the coefficient of w^2 of log det(X^T X) where row a of X takes w times row b and is rescaled.

    X+ = (1 + e_a v^T) X, v = (1/N - 1) e_a + (w/N) e_b, N the length of row a. With the projector Pi on the columns,
    det(X+^T X+)/det(X^T X) = det(1 + g p^T + p g^T + p p^T) on them, g and p the images of e_a and v (`_volumes`). Pi
    has the rank r, and Pi M = M.
    """
    here, across, there, entry, square, r = sympy.symbols("here across there entry square r")  # Pi_aa, Pi_ab, Pi_bb, ..
    one, zero = Integer(1), Integer(0)
    norm = length(in_w(one, 2 * entry, one))
    own, other = in_w(one) / norm - in_w(one), in_w(zero, one) / norm
    gp = own * in_w(here) + other * in_w(across)
    pp = own * own * in_w(here) + in_w(2 * one) * own * other * in_w(across) + other * other * in_w(there)
    volume = _volume(in_w(one), in_w(here), gp, pp)
    bend = sympy.Poly(sympy.expand(log_bend(volume)), across, there, entry)
    # sums over b of Pi_ab^2, Pi_ab M_ab, Pi_bb and M_ab^2
    sums = {(0, 0, 0): d, (2, 0, 0): here, (1, 0, 1): one, (0, 1, 0): r, (0, 0, 2): square}
    return sympy.expand(sum((c * sums[powers] for powers, c in bend.terms()), zero))


@cache
def _growth_by_projectors() -> Expr:
    """The sum over a of the growth with t beside H, where Pi = P + q q^T, less that of H alone, where Pi = P."""
    here, square, r, P, q2 = sympy.symbols("here square r P q2")  # q2 is q_a^2, square m_a
    beside = _growth_by_row().subs({here: P + q2, r: k + 1}, simultaneous=True)
    each = sympy.Poly(sympy.expand(beside - _growth_by_row().subs({here: P, r: k}, simultaneous=True)), P, q2, square)
    mixed = Symbol("mixed")  # sum m_a q_a^2
    sums = {(0, 0, 0): d, (1, 0, 0): k, (0, 1, 0): Integer(1), (0, 1, 1): mixed, (1, 1, 1): mixed - S1, (0, 2, 1): S2}
    return sympy.expand(sum((c * sums[powers] for powers, c in each.terms()), Integer(0)))


@Claim(
    "daneshmand20.diffusion.transverse-mean-field",
    source=LOW_RANK,
    status="reading",
    says="the transverse exponent of the squared distance is 2 - 2k + 4|M|_F^2/d at every d and k, not only to leading "
    "order: 8 for the rank-one states of d = 2",
    predicts=2 - 2 * k + 4 * F / d,
    given=replace(OUTSIDE, letters={**OUTSIDE.letters, **invariants_of("dF")}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.transverse-exponent",),
    truth=2 - 2 * k + 4 * S1 - 2 * S2,
).literal(most=40)
def transverse_mean_field(at: At) -> object:
    return _growth(at.M, at.t)
