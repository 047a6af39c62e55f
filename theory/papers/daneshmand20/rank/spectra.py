"""Correlation matrices with their eigenvalues: counted exactly where the entries are known, else variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from theory.domains import matrices
from theory.domains.composite import composite
from theory.domains.general import correlation, eigenbasis
from theory.domains.numbers import Choose, Integers, Rationals
from theory.markov import eigenvalues_above
from theory.papers.daneshmand20.domains import CORRELATIONS, SIZES, correlation_matrices
from theory.papers.daneshmand20.matrices import Entries
from theory.papers.daneshmand20.one_step.setting import matrix
from theory.term import Shape, Vec, each, every, number, one_if, places, root, size, total, variable
from theory.term.matrices import inner, trace
from theory.term.named import named
from theory.term.scalar import all_of

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
    return Shape(H, (L, d), (L >= 1, d >= SIZES.least, known), rows=rows)


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
    return tuple(correlation_matrices(Integers(d, d)).draw(choose) for _ in range(choose(1, 4)))


def spectra(H: Any) -> Any:
    """Of a sequence of matrices of terms, their eigenvalues; of others, that there are none."""
    return Vec.named("l", H.n, H[0].n) if isinstance(H, Vec) else (None,) * size(H)
