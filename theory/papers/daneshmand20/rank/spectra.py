"""Correlation matrices with their eigenvalues, laws of two of them, and the items of the paper on rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from theory.claim import Locator
from theory.domains import matrices
from theory.domains.composite import composite
from theory.domains.general import correlation, eigenbasis
from theory.domains.given import Given
from theory.domains.matrices import one_of
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.rationals import rational, to_sympy
from theory.markov import eigenvalues_above
from theory.papers.daneshmand20 import DANESHMAND20, layers
from theory.papers.daneshmand20.layers import CORRELATIONS, drift_of, trace_of_cube, trace_of_squares
from theory.papers.daneshmand20.matrices import Entries
from theory.papers.daneshmand20.one_step.order import matrix
from theory.term import Shape, Vec, each, every, number, one_if, places, root, size, total, variable
from theory.term.matrices import inner, trace
from theory.term.named import named
from theory.term.scalar import all_of

Law = tuple[Entries, Entries, Fraction]
SHARE = Rationals(least=0, most=1)


def balance(M: Any, other: Any, share: Any) -> Fraction | None:
    """The probability of M with which the mean of the drift is 0, `share` where both are 0; None if there is none."""
    if len(M) != len(other):
        return None
    up, down = drift_of(M), drift_of(other)
    if up == down == 0:
        return rational(share)
    return Fraction(down / (down - up)) if up >= 0 > down else None


def _is_balanced(value: Any) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3):
        return False
    M, other, p = value
    whole = M in CORRELATIONS and other in CORRELATIONS and len(M) == len(other) and p in SHARE
    return bool(whole and p * drift_of(M) + (1 - p) * drift_of(other) == 0)


def _unknown(_: str) -> Shape:
    d, p = variable("d", "nat"), variable("p")
    M, other = Vec.named("M", d, d), Vec.named("M_", d, d)
    zero = p * drift_of(M) + (1 - p) * drift_of(other) == 0
    known = (d >= layers.SIZES.least, *correlation(M, d), *correlation(other, d), p >= 0, p <= 1, zero)
    return Shape((M, other, p), (d, p), known, rows=(("M", (d, d)), ("M_", (d, d))))


@composite(
    "a law of two correlation matrices over Q with E delta(M) = 0",
    has=_is_balanced,
    general=_unknown,
    size=lambda value: len(value[0]),
)
def balanced_laws(choose: Choose) -> Law | None:
    """M, M' of one size, and the probability p of M: p delta(M) + (1 - p) delta(M') = 0."""
    d = choose(2, 10)
    M, other = (layers.correlation_matrices(Integers(d, d)).draw(choose) for _ in range(2))
    if choose(0, 1):
        M = one_of(d, Fraction(choose(0, 8), 8 * d))  # nearly I, of a positive drift
    parts = choose(0, 8)
    found = [(A, B, balance(A, B, Fraction(parts, 8))) for A, B in ((M, other), (other, M))]
    return next((law for law in found if law[2] is not None), None)  # type: ignore[return-value]


LEMMA_1 = Locator(DANESHMAND20, "Lemma 1 (its formulas are missing; eq. (5) has the constant (1 - tau)^2)")


def mean(p: Any, first: Any, second: Any) -> Any:
    """Under the law that gives M the probability p, and M' the rest."""
    return p * first + (1 - p) * second


@named("‖{0}‖²_F", r"\|{0}\|_F^2")
def norm(M: Any) -> Any:
    return total(each(lambda row: inner(row, row), M))


def regularity_of(p: Any, at: Mapping[str, Any]) -> Any:
    """alpha(nu) = E Tr diag(M^2)^2/E Tr M^3 of that law."""
    M, other = at["M"], at["M_"]
    above = mean(p, trace_of_squares(M), trace_of_squares(other))
    return above / mean(p, trace_of_cube(M), trace_of_cube(other))


def alpha_of(at: Mapping[str, Any]) -> Any:
    """alpha(nu) of an instance with the law (M, M', p)."""
    M, other, p = at["nu"]
    return regularity_of(p, {"M": M, "M_": other})


BALANCED = Given(
    {"nu": balanced_laws()},
    lambda at: bool(alpha_of(at) < 1),
    "nu gives M and M' probabilities with which E_nu delta(M) = 0; alpha(nu) < 1",
    {"d": lambda at: to_sympy(size(at["nu"][0])), "alpha": lambda at: to_sympy(alpha_of(at))},
)
"""The same as gamma -> 0."""

EQUATION_4 = Locator(DANESHMAND20, "eq. (4): r(H) = Tr(M)^2/|M|_F^2, held from the published code")
LEMMA_13 = Locator(DANESHMAND20, "Lemma 13 (its bound, 'O(..)', is missing from the text we hold)")
THEOREM_14 = Locator(DANESHMAND20, "Theorem 14, the formal statement of Theorem 2; eq. (5) has the order sqrt(d)")
COROLLARY_15 = Locator(DANESHMAND20, "Corollary 15")
LEMMA_16 = Locator(DANESHMAND20, "Lemma 16")
THEOREM_2 = Locator(DANESHMAND20, "Theorem 2, eq. (5)")
BETWEEN = Rationals(above=0, below=1)


def spectrum(M: Vec) -> Vec:
    """The eigenvalues of a matrix of terms, as its domain names them."""
    return Vec.named("l", M.n)


@cache
def _counted(M: Entries, bound: Any) -> int:
    return eigenvalues_above(matrix(M), bound, strict=True)


def above(M: Any, bound: Any, values: Any = None) -> Any:
    """How many eigenvalues of M are above a bound; of a matrix of terms, `spectrum` if no `values` are given."""
    if isinstance(M, Vec):
        return total(each(lambda value: one_if(value > bound), spectrum(M) if values is None else values))
    return number(_counted(M, bound))


def singular_above(M: Any, bound: Any) -> Any:
    """How many singular values of H/sqrt(N), M = H H^T/N, are above a bound >= 0: roots of the eigenvalues of M."""
    if isinstance(M, Vec):
        return total(each(lambda value: one_if(root(value) > bound), spectrum(M)))
    return number(_counted(M, bound**2))


@named("r({0})", means="r(M) = Tr(M)²/‖M‖²_F")
def effective(M: Any) -> Any:
    return number(trace(M)) ** 2 / number(total(each(lambda row: inner(row, row), M)))


@dataclass(frozen=True)
class WithSpectrum(matrices.Correlations):
    """Correlation matrices; in general with orthonormal eigenvectors e_k and eigenvalues l_k, as each of them has."""

    def general(self, name: str) -> Iterator[Shape]:
        for shape in super().general(name):
            M, d = shape.value, shape.value.n
            known = eigenbasis(M, Vec.named("e", d, d), spectrum(M))
            rows = (*shape.rows, ("e", (d, d)), ("l", (d,)))
            yield replace(shape, conditions=(*shape.conditions, *known), rows=rows)


class Equal(NamedTuple):
    """All correlations are 1 - tau, 0 < tau < 1."""

    d: Any
    tau: Any

    @property
    def matrix(self) -> Any:
        """tau I + (1 - tau) 11^T."""
        at = places(self.d)
        return each(lambda i: each(lambda j: one_if(i == j) * self.tau + (1 - self.tau), at), at)


def _unknown_equal(_: str) -> Shape:
    d, tau = variable("d", "nat"), variable("tau")
    M = Equal(d, tau).matrix
    known = (d >= 2, tau > 0, tau < 1, *eigenbasis(M, Vec.named("e", d, d), spectrum(M)))
    return Shape(Equal(d, tau), (d, tau), known, rows=(("e", (d, d)), ("l", (d,))))


@composite(
    "equal correlations 1 - tau, d >= 2, 0 < tau < 1",
    has=lambda value: isinstance(value, Equal) and value.d in Integers(2) and value.tau in BETWEEN,
    general=_unknown_equal,
    size=lambda value: int(value.d),
)
def equal_correlations(choose: Choose) -> Equal:
    """d and tau; in general with orthonormal eigenvectors and eigenvalues of the matrix, as for `WithSpectrum`."""
    return Equal(choose(2, 16), Fraction(choose(1, 40), choose(2, 41)))


def _unknown_sequence(_: str) -> Shape:
    L, d = variable("L", "nat"), variable("d", "nat")
    H, e = Vec.named("M", L, d, d), Vec.named("e", L, d, d)
    known = every(lambda M, f, l: all_of(*correlation(M, d), *eigenbasis(M, f, l)), H, e, spectra(H))
    rows = (("M", (L, d, d)), ("e", (L, d, d)), ("l", (L, d)))
    return Shape(H, (L, d), (L >= 1, d >= layers.SIZES.least, known), rows=rows)


@composite(
    "a sequence of correlation matrices of one size",
    has=lambda value: (
        isinstance(value, tuple)
        and bool(value)
        and all(M in CORRELATIONS for M in value)
        and len({len(M) for M in value}) == 1
    ),
    general=_unknown_sequence,
    size=lambda value: len(value[0]),
)
def correlation_sequences(choose: Choose) -> tuple[Entries, ...]:
    """One to four correlation matrices of one size; in general with the eigenvectors and eigenvalues of each."""
    d = choose(2, 10)
    return tuple(layers.correlation_matrices(Integers(d, d)).draw(choose) for _ in range(choose(1, 4)))


def spectra(H: Any) -> Any:
    """Of a sequence of matrices of terms, their eigenvalues; of others, that there are none."""
    return Vec.named("l", H.n, H[0].n) if isinstance(H, Vec) else (None,) * size(H)
