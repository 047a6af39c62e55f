"""That points without two on a line with 0 reach full rank, whatever their dimension and the law of the rows."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy

from theory.claim import Claim, Twin
from theory.domains.composite import composite
from theory.domains.laws import drawn_shares, merged
from theory.domains.numbers import Choose
from theory.papers.nachum24.rank.any_law import Points, is_setting, leaves, made_row
from theory.papers.nachum24.rank.batches import COROLLARY_4
from theory.term import (
    AnyLaw,
    Shape,
    Vec,
    all_rows,
    each,
    every,
    has_mean,
    mean,
    one_if,
    places,
    product_of,
    some,
    variable,
)
from theory.term.matrices import column, combined, inner, rank, width
from theory.term.named import named
from theory.term.scalar import TRUE
from theory.words import At


def chambers(X: Points) -> dict[tuple[int, ...], Any]:
    """The signs of w^T X, none of them 0, that some w gives, each with such a w of integers: inside each cone between
    the walls x_i^perp is a sum of as many of its edges as X has rank, and an edge lies on walls of rank one less."""
    columns, r, k = list(zip(*X, strict=True)), rank(X), len(X)
    across = [list(v) for v in sympy.Matrix(X).T.nullspace()]
    found = {}
    walls = (some for some in combinations(columns, r - 1) if rank(some) == r - 1)
    edges = [_across([*some, *across], k) for some in walls]
    for chosen in combinations([s * e for e in edges for s in (1, -1)], r):
        w = sum(chosen[1:], chosen[0])
        signs = tuple(int(sympy.sign(e)) for e in w.T * sympy.Matrix(X))
        if all(signs):
            found[signs] = w
    return found


def _across(rows: list[Any], k: int) -> Any:
    """Integers of R^k orthogonal to k - 1 independent rows."""
    v = sympy.Matrix(k - 1, k, [e for row in rows for e in row]).nullspace()[0]
    return v * sympy.ilcm(1, *(e.q for e in v))


def in_chamber(X: Any, c: Any, w: Any) -> Any:
    """1 where w has the signs of c at all columns of X, else 0."""

    def agree(place: Any) -> Any:
        return one_if(inner(w, column(X, place)) * inner(c, column(X, place)) > 0)

    return product_of(each(agree, places(width(X))))


def no_collinear(X: Any) -> Any:
    """Whether no two columns are on a line with 0, and none is 0."""

    def apart(i: Any, j: Any) -> Any:
        return some(lambda a: some(lambda b: a[i] * b[j] != a[j] * b[i], X), X)

    at = places(width(X))
    some_entry = every(lambda i: some(lambda row: row[i] != 0, X), at)
    return some_entry & every(lambda i: every(lambda j: (i == j) | apart(i, j), at), at)


def _is_spanning(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, tuple) for part in value)):
        return False
    X, law, u = value
    if not is_setting(X, law, u) or not any(u) or not no_collinear(X):
        return False
    inside: dict[tuple[int, ...], list[Any]] = {signs: [] for signs in chambers(X)}
    for _, *w in law:
        inside.get(tuple(int(sympy.sign(e)) for e in combined(w, X)), []).append(w)
    return all(rank(rows) == len(X) for rows in inside.values())


def _any_spanning(name: str) -> Shape:
    k, n = variable("k", "nat"), variable("n", "nat")
    X, u, law = Vec.named(name, k, n), Vec.named("u", n), AnyLaw("law", k, lambda _: TRUE)

    def charged(c: Any, v: Any, of: Any) -> Any:
        def seen(w: Any) -> Any:
            return in_chamber(X, c, w) * of(inner(v, w))

        return has_mean(law, seen) & (mean(law, seen) > 0)

    def spanned(c: Any) -> Any:
        beside = some(lambda place: inner(c, column(X, place)) == 0, places(n))
        both = (lambda s: one_if(s != 0)), (lambda s: s**2)
        return all_rows(
            k, lambda v: beside | every(lambda e: e == 0, v) | (charged(c, v, both[0]) & charged(c, v, both[1]))
        )

    def of_u(w: Any) -> Any:
        return inner(u, made_row(X, w))

    known = has_mean(law, lambda w: one_if(of_u(w) != 0)) & has_mean(law, lambda w: of_u(w) ** 2)
    conditions = (
        k >= 1,
        n >= 1,
        law.conditions,
        no_collinear(X),
        some(lambda e: e != 0, u),
        known,
        all_rows(k, spanned),
    )
    return Shape((X, law, u), (k, n), conditions, rows=((name, (k, n)), ("u", (n,))), laws=("law",))


@composite(
    "= (X, law, u), X with n columns in R^k of which no two are on a line with 0, a law of a row w that spans R^k in "
    "each cone between the walls x_i^⊥: P(w in it, v.w != 0) > 0 and E[(v.w)²; w in it] > 0 for v != 0; u != 0",
    has=_is_spanning,
    general=_any_spanning,
    size=lambda drawn: len(drawn[0][0]),
)
def spanning_rows(choose: Choose) -> tuple[Any, Any, Any] | None:
    """Of integers: k independent rows in each cone."""
    k, columns = choose(1, 3), choose(1, 3)
    X = tuple(tuple(choose(-3, 3) for _ in range(columns)) for _ in range(k))
    if not no_collinear(X):
        return None
    far = 2 + max(abs(e) for row in X for e in row)
    rows = [[far * e + (i == j) for i, e in enumerate(w)] for w in chambers(X).values() for j in range(k)]
    shares = drawn_shares(choose, len(rows))
    law = merged((share, *(Fraction(int(e)) for e in row)) for share, row in zip(shares, rows, strict=True))
    return X, law, tuple(Fraction(choose(-3, 3)) for _ in range(columns))


@named("E[({2}·ReLU(wᵀ{0}))²]", r"\mathbb E[({2}\cdot\mathrm{{relu}}(w^T{0}))^2]")
def mean_square(X: Any, law: Any, u: Any) -> Any:
    """u^T K u/2, K the arc-cosine Gram matrix if w is Gaussian."""
    return mean(law, lambda w: inner(u, made_row(X, w)) ** 2)


@Claim(
    "nachum24.rank.full-rank",
    source=COROLLARY_4,
    status="reconstructed",
    says="if no two points are on a line with 0, p* > 0, so that full rank comes almost surely (waiting-any-law), and "
    "the Gram matrix K is positive definite: in any dimension, for Gaussian rows and others that no cone is without",
    silent_on="how great they are: lower-bounds",
    predicts=(sympy.Integer(0), sympy.Integer(0)),
    relation=">",
    given={"X": spanning_rows()},
    uses=("nachum24.rank.waiting-any-law",),
    twins=(Twin((sympy.Rational(1, 2), sympy.Integer(0)), "one half at least"),),
).literal(scope="over laws of finitely many rows", most=60)
def full_rank(at: At) -> Any:
    return leaves(*at.X), mean_square(*at.X)
