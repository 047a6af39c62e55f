"""Laws of a row of weights, of finitely many values, whose moments up to the fourth are those of a normal one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count, product
from math import prod
from typing import Any

from theory.domains.numbers import Choose, Integers
from theory.papers.daneshmand21.domains import Matrices, Matrix
from theory.papers.daneshmand21.row_laws import RowLaws, atoms, shares
from theory.term import Shape, each, every, one_if, over_draws, places, size, total
from theory.term import matrices as matrix

ONE_ON = Integers(1)


@dataclass(frozen=True)
class FewRows(Matrices):
    """Matrices of any size; those of one or two rows are listed: of more there are many draws."""

    def small(self) -> Iterator[Matrix]:
        return Matrices(Integers(1, 2), self.columns).small()


@dataclass(frozen=True)
class NormalLaws(RowLaws):
    """Laws with E w_i w_j = s for i = j, else 0, and E w_i w_j w_k w_l = s^2 times how many pairings join equal ones.

    Listed are independent weights 0, c and -c with probabilities 2/3, 1/6 and 1/6, as they are and turned.

    >>> [len(law) for law in NormalLaws().first]
    [3, 9, 9]
    """

    columns: Integers = ONE_ON

    def __str__(self) -> str:
        return f"{super().__str__()}, with the second and fourth moments of independent normal numbers of one variance"

    def __contains__(self, value: object) -> bool:
        p, rows = shares(value), atoms(value)
        return sum(p) == 1 and min(p) > 0 and variance(value) > 0 and bool(is_normal(p, rows, variance(value)))

    def general(self, name: str) -> Iterator[Shape]:
        (found,) = super().general(name)
        _, n, *others = found.conditions
        p, rows, s = shares(found.value), atoms(found.value), variance(found.value)
        known = [c for c in others if c.op != "every" or c.args[1] is not found.variables[0] or c.args[2].op != "some"]
        yield replace(found, conditions=(found.conditions[0], n, *known, s > 0, *is_normal(p, rows, s).args))

    @property
    def first(self) -> tuple[Matrix, ...]:
        turned = ((Fraction(3, 5), Fraction(4, 5)), (Fraction(-4, 5), Fraction(3, 5)))
        plane = _three_valued(2, Fraction(1))
        return (
            _three_valued(1, Fraction(2)), plane,
            tuple((row[0], *matrix.combined(row[1:], turned)) for row in plane),
        )  # fmt: skip

    def small(self) -> Iterator[Matrix]:
        return chain(self.first, (_three_valued(1 + c % 2, Fraction(c)) for c in count(3)))

    def draw(self, choose: Choose) -> Matrix:
        return _three_valued(choose(1, 2), Fraction(choose(1, 9), choose(1, 9)))

    def near(self, value: Matrix) -> Iterator[Matrix]:
        return iter(self.first)


def _three_valued(entries: int, c: Fraction) -> Matrix:
    chances = {Fraction(0): Fraction(2, 3), c: Fraction(1, 6), -c: Fraction(1, 6)}
    return tuple((prod(chances[w] for w in row), *row) for row in product(chances, repeat=entries))


def variance(law: Any) -> Any:
    """E w_0^2."""
    return total(each(lambda p, w: p * (w[0] * w[0]), shares(law), atoms(law)))


def is_normal(p: Any, rows: Any, s: Any) -> Any:
    """Whether the second and fourth moments are those of independent normal numbers of variance s."""
    at = places(size(rows[0]))

    def mean(*of: Any) -> Any:
        return total(each(lambda share, w: share * _product(w, of), p, rows))

    def same(i: Any, j: Any) -> Any:
        return one_if(i == j)

    def pairings(i: Any, j: Any, k: Any, m: Any) -> Any:
        return same(i, j) * same(k, m) + same(i, k) * same(j, m) + same(i, m) * same(j, k)

    second = every(lambda i: every(lambda j: mean(i, j) == s * same(i, j), at), at)
    fourth = every(
        lambda i: every(
            lambda j: every(
                lambda k: every(lambda m: mean(i, j, k, m) == s * s * pairings(i, j, k, m), at), at
            ), at
        ), at
    )  # fmt: skip
    return second & fourth


def _product(w: Any, of: tuple[Any, ...]) -> Any:
    first, *others = (w[i] for i in of)
    return _product(others, tuple(range(len(others)))) * first if others else first


def next_gram(law: Any, H: Any, width: Any, observe: Any) -> Any:
    """The mean of an observable of G' = H^T W^T W H for `width` independent rows of W of variance 1/width."""
    images, at = matrix.product(atoms(law), H), places(matrix.width(H))
    scale = variance(law) * width

    def drawn(chosen: Any) -> Any:
        def entry(i: Any, j: Any) -> Any:
            return total(each(lambda k: images[k][i] * images[k][j], chosen)) / scale

        return observe(each(lambda i: each(lambda j: entry(i, j), at), at))

    return over_draws(shares(law), width, drawn)
