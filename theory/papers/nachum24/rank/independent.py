"""p* is one half where columns are independent, for every law of a row of weights that its negative has, too."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Rational

from theory.batchnorm import relu
from theory.claim import Claim, Twin
from theory.domains.batches import Batches
from theory.domains.composite import composite
from theory.domains.general import general_rows
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers
from theory.notation import HALF
from theory.papers.nachum24.rank.setting import LEMMA_2, Rows
from theory.term import AnyLaw, Shape, each, has_mean, mean, one_if, places, size, symmetric, variable
from theory.term.matrices import column, inner, rank, width
from theory.term.scalar import TRUE, Cond, all_of
from theory.words import At

LawOfRows = tuple[tuple[Fraction, ...], ...]
"""Finitely many rows, each after its probability."""


@composite(
    "a matrix with independent columns",
    has=lambda X: (
        isinstance(X, tuple) and len({len(row) for row in X}) == 1 and 1 <= len(X[0]) <= len(X) and rank(X) == len(X[0])
    ),
    general=lambda name: general_rows(name, 1, 1),  # that columns are independent is more than is used
    size=lambda X: len(X[0]),
)
def independent_columns(choose: Choose) -> Rows:
    """Those that are listed are of integers."""
    k = choose(1, 3)
    n = choose(1, k)
    return tuple(tuple(choose(-4, 4) for _ in range(n)) for _ in range(k))


def _any_law(name: str) -> Shape:
    k = variable(f"{name}_count", "nat")
    law = AnyLaw(name, k, lambda _: TRUE)
    return Shape(law, (k,), (law.conditions, symmetric(law)), laws=(name,))


@composite(
    "a law of a row w that -w has, too",
    has=lambda law: (
        isinstance(law, tuple)
        and len({len(row) for row in law}) == 1
        and len(law[0]) > 1
        and sum(row[0] for row in law) == 1
        and all(row[0] > 0 for row in law)
        and bool(symmetric(law))
    ),
    general=_any_law,
    size=lambda law: len(law[0]) - 1,
)
def symmetric_laws(choose: Choose) -> LawOfRows:
    """Up to three rows of integers, and their negatives, half as probable."""
    k, many = choose(1, 3), choose(1, 3)
    weights = [Fraction(choose(1, 8)) for _ in range(many)]
    found: dict[tuple[Fraction, ...], Fraction] = {}
    for weight in weights:
        row = tuple(Fraction(choose(-9, 9)) for _ in range(k))
        for turned in (row, tuple(-x for x in row)):
            found[turned] = found.get(turned, Fraction(0)) + weight / (2 * sum(weights))
    return tuple((share, *row) for row, share in found.items())


def before(X: Any, w: Any) -> Any:
    """w.x_i, all i."""
    return each(lambda place: inner(w, column(X, place)), places(width(X)))


def events(X: Any, u: Any) -> tuple[Any, ...]:
    """f_u(w) != 0, f_e(w) != 0, w.Xu = 0 and w.x_1 = 0 as numbers 0 and 1, e = e_1, f_u(w) = u.relu(w.x_i)_i."""
    return (
        lambda w: one_if(inner(u, relu(before(X, w))) != 0),
        lambda w: one_if(relu(before(X, w))[0] != 0),
        lambda w: one_if(inner(u, before(X, w)) == 0),
        lambda w: one_if(before(X, w)[0] == 0),
    )


def is_met(at: Any) -> Any:
    """Sizes agree, the events have a probability, and that of the last two is 0."""
    X, u, law = at["X"], at["u"], at["law"]
    if size(u) != width(X) or (law.n if isinstance(law, AnyLaw) else len(law[0]) - 1) != size(X):
        return False
    found = events(X, u)
    known = [*(has_mean(law, event) for event in found), *(mean(law, event) == 0 for event in found[2:])]
    return all_of(*known) if isinstance(known[0], Cond) else all(known)


@Claim(
    "nachum24.rank.independent-half",
    source=LEMMA_2,
    says="for independent columns p* = 1/2: f_u(w) - f_u(-w) = w.Xu is not 0, and u = e_1 attains it",
    hypotheses=(
        "independent columns, so that Xu is not 0 where u is not",
        "w of the law of -w, and w.v = 0 with probability 0 for v = Xu and v = x_1, as if w is Gaussian",
    ),
    silent_on="rows beyond rank X, where the thin cone has any small value",
    predicts=(HALF, -HALF),
    relation=">=",
    given=Given(
        {"X": independent_columns(), "u": Batches(Integers(1), constant=True), "law": symmetric_laws()},
        is_met,
        "u as long as X has columns, w as long as it has rows, w.Xu and w.x_1 not 0 with probability 1",
    ),
    speaks_of=("nl",),
    uses=("nachum24.rank.growth-constant",),
    twins=(Twin((Rational(2, 3), -HALF), "two thirds at least"), Twin((HALF, -Rational(1, 3)), "a third is attained")),
).literal(scope="over laws of finitely many rows", most=60)
def independent_half(at: At) -> tuple[Any, Any]:
    of_u, of_first = events(at.X, at.u)[:2]
    return mean(at.law, of_u), -mean(at.law, of_first)
