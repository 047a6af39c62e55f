"""Correlation matrices with their eigenvalues: counted exactly where the entries are known, else variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice
from typing import Any, NamedTuple

from theory.domains.general import correlation, eigenbasis
from theory.domains.matrices import patterned
from theory.domains.numbers import Choose, Endless, Integers, Rationals
from theory.markov import eigenvalues_above
from theory.papers.daneshmand20.domains import SIZES, Correlations, Entries
from theory.papers.daneshmand20.one_step.setting import matrix
from theory.term import Shape, Vec, each, every, number, one_if, places, root, size, total, variable
from theory.term.matrices import inner, trace
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


def effective(M: Any) -> Any:
    """r = Tr(M)^2/|M|_F^2."""
    return number(trace(M)) ** 2 / number(total(each(lambda row: inner(row, row), M)))


@dataclass(frozen=True)
class WithSpectrum(Correlations):
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


@dataclass(frozen=True)
class EqualCorrelations(Endless):
    """d and tau; in general with orthonormal eigenvectors and eigenvalues of the matrix, as for `WithSpectrum`."""

    def __str__(self) -> str:
        return "equal correlations 1 - tau, d >= 2, 0 < tau < 1"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Equal) and value.d in Integers(2) and value.tau in BETWEEN

    def small(self) -> Iterator[Equal]:
        """The numbers tau in turn, d = 2, 3, 4, 5, 12 with each."""
        return (Equal(d, tau) for tau in BETWEEN.small() for d in (2, 3, 4, 5, 12))

    def draw(self, choose: Choose) -> Equal:
        return Equal(choose(2, 16), BETWEEN.draw(choose))

    def near(self, value: Equal) -> Iterator[Equal]:
        found = (value._replace(d=value.d - 1), value._replace(d=value.d + 1))
        yield from (
            other for other in (*found, *(Equal(value.d, tau) for tau in BETWEEN.near(value.tau))) if other in self
        )

    def size(self, value: Equal) -> int:
        return int(value.d)

    def general(self, name: str) -> Iterator[Shape]:
        d, tau = variable("d", "nat"), variable("tau")
        M = Equal(d, tau).matrix
        known = (d >= 2, tau > 0, tau < 1, *eigenbasis(M, Vec.named("e", d, d), spectrum(M)))
        yield Shape(Equal(d, tau), (d, tau), known, rows=(("e", (d, d)), ("l", (d,))))


@dataclass(frozen=True)
class Layers(Endless):
    """Sequences of correlation matrices of one size; in general with the eigenvectors and eigenvalues of each."""

    def __str__(self) -> str:
        return "a sequence of correlation matrices of one size"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and bool(value)
            and all(M in Correlations() for M in value)
            and len({len(M) for M in value}) == 1
        )

    def small(self) -> Iterator[tuple[Entries, ...]]:
        """One to four that follow each other in the list of their size, the sizes in turn; larger ones in between."""
        for k in count():
            if k % 6 == 5:
                yield tuple(patterned(6 + k // 6 % 5, code) for code in range(k, k + 1 + k // 6 % 4))
            sizes = Integers(SIZES.least + k % 3, SIZES.least + k % 3)
            yield tuple(islice(Correlations(sizes).small(), k // 3, k // 3 + 1 + k % 4))

    def draw(self, choose: Choose) -> tuple[Entries, ...]:
        d = choose(SIZES.least, SIZES.least + 6)
        return tuple(Correlations(Integers(d, d)).draw(choose) for _ in range(choose(1, 4)))

    def size(self, value: tuple[Entries, ...]) -> int:
        return len(value[0])

    def near(self, value: tuple[Entries, ...]) -> Iterator[tuple[Entries, ...]]:
        """The last layer left out, or one moved."""
        if len(value) > 1:
            yield value[:-1]
        for i, M in enumerate(value):
            yield from ((*value[:i], other, *value[i + 1 :]) for other in Correlations().near(M))

    def general(self, name: str) -> Iterator[Shape]:
        L, d = variable("L", "nat"), variable("d", "nat")
        H, e = Vec.named("M", L, d, d), Vec.named("e", L, d, d)
        known = every(lambda M, f, l: all_of(*correlation(M, d), *eigenbasis(M, f, l)), H, e, spectra(H))
        rows = (("M", (L, d, d)), ("e", (L, d, d)), ("l", (L, d)))
        yield Shape(H, (L, d), (L >= 1, d >= SIZES.least, known), rows=rows)


def spectra(H: Any) -> Any:
    """Of a sequence of matrices of terms, their eigenvalues; of others, that there are none."""
    return Vec.named("l", H.n, H[0].n) if isinstance(H, Vec) else (None,) * size(H)
