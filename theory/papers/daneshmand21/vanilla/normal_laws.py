"""Laws of a row of weights, of finitely many values, whose moments up to the fourth are those of a normal one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from theory.domains.composite import composite
from theory.domains.matrices import unit_row
from theory.domains.numbers import Choose
from theory.papers.daneshmand21.domains import ONE_ON, Matrix, is_matrix
from theory.papers.daneshmand21.row_laws import atoms, row_laws, shares
from theory.term import Shape, each, every, one_if, over_draws, places, size, total
from theory.term import matrices as matrix


def _general(name: str) -> Shape:
    (found,) = row_laws(ONE_ON).general(name)
    _, n, *others = found.conditions
    p, rows, s = shares(found.value), atoms(found.value), variance(found.value)
    known = [c for c in others if c.op != "every" or c.args[1] is not found.variables[0] or c.args[2].op != "some"]
    return replace(found, conditions=(found.conditions[0], n, *known, s > 0, *is_normal(p, rows, s).args))


def _has(law: Any) -> bool:
    if not is_matrix(law) or sum(shares(law)) != 1 or min(shares(law)) <= 0:
        return False
    return variance(law) > 0 and bool(is_normal(shares(law), atoms(law), variance(law)))


@composite(
    "a finite law of rows of Q^n, not 0, n >= 1, with second and fourth moments of independent N(0, s)",
    has=_has,
    general=_general,
)
def normal_laws(choose: Choose) -> Matrix:
    """Of one weight, or two: independent 0, c and -c with probabilities 2/3, 1/6 and 1/6, two of them also turned."""
    c, entries, turn = Fraction(choose(1, 9), choose(1, 9)), choose(1, 2), choose(0, 3)
    chances = {Fraction(0): Fraction(2, 3), c: Fraction(1, 6), -c: Fraction(1, 6)}
    law = tuple((prod((chances[w] for w in row), start=Fraction(1)), *row) for row in product(chances, repeat=entries))
    if entries == 1 or not turn:
        return law
    first, second = unit_row((turn + 1,))
    return tuple((row[0], *matrix.combined(row[1:], ((first, second), (-second, first)))) for row in law)


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
