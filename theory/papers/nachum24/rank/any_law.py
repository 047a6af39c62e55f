"""Ranks for rows of any law, points of any dimension, from the least probability with which one more row raises them.

Of the law of a row nothing is used but that it has a mean: what is shown holds of Gaussian rows, and of any others.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy
from sympy import symbols

from theory.batchnorm import relu
from theory.claim import Claim, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import Rows, drawn_shares, is_law, merged
from theory.domains.matrices import Square, positive_semidefinite
from theory.domains.numbers import Choose, Integers
from theory.notation import m, n
from theory.papers.nachum24.rank.batches import COROLLARY_4, LEMMA_2, THEOREM_3, integer_matrices
from theory.term import (
    AnyLaw,
    Shape,
    Vec,
    all_rows,
    each,
    every,
    has_mean,
    larger,
    mean,
    number,
    one_if,
    over_layers,
    places,
    size,
    some,
    total,
    variable,
)
from theory.term.matrices import column, combined, inner, rank, width
from theory.term.named import named
from theory.term.scalar import TRUE
from theory.words import At

Points = tuple[tuple[int, ...], ...]
Drawn = tuple[Any, Any, Any, Any]
"""The matrix X of points, a law of rows w, u, and a number below P(v.relu(w^T X) != 0) for all v != 0."""

p, q, short, low, high = symbols("p q short low high", nonnegative=True)


def made_row(X: Any, w: Any) -> Any:
    """relu(w^T X), the row that a neuron makes of the points, which are the columns of X."""
    return relu(each(lambda place: inner(w, column(X, place)), places(width(X))))


def combined_row(X: Any, w: Any) -> Any:
    """w^T X."""
    return combined(w, X)


@named("P({2}·ReLU(wᵀ{0}) ≠ 0)", r"P({2}\cdot\mathrm{{relu}}(w^T{0})\ne0)")
def leaves(X: Any, law: Any, u: Any) -> Any:
    """The probability that the row leaves the hyperplane orthogonal to u."""
    return mean(law, lambda w: one_if(inner(u, made_row(X, w)) != 0))


def largest_flat(X: Points, law: Rows, made: Any = made_row) -> tuple[Fraction, tuple[Fraction, ...]]:
    """The greatest probability of a set of rows that span less than is to be reached, R^n or, of linear ones, the rows
    of X; and u orthogonal to these alone."""
    rows = {tuple(row): share for share, *row in merged((share, *made(X, w)) for share, *w in law)}
    wanted = width(X) if made is made_row else rank(X)
    sets = (some for size in range(len(rows) + 1) for some in combinations(rows, size))
    flats = [(sum((rows[a] for a in some), Fraction(0)), some) for some in sets if rank(some) < wanted]
    share, flat = max(flats, key=lambda one: one[0])
    found = sympy.Matrix(len(flat), width(X), [e for row in flat for e in row]).nullspace()
    u = next(u for u in found if made is made_row or any(sympy.Matrix(X) * u))
    return share, tuple(Fraction(int(e.p), int(e.q)) for e in u)


def _is_drawn(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 4 and all(isinstance(part, tuple) for part in value[:3])):
        return False
    X, law, u, p = value
    return is_setting(X, law, u) and any(u) and 0 <= p <= 1 - largest_flat(X, law)[0]


def is_setting(X: Any, law: Any, u: Any) -> bool:
    """Whether these are integers, a law of rows as long as they have rows, and a row as long as theirs."""
    if not X or not all(isinstance(row, tuple) and row and len(row) == len(X[0]) for row in X):
        return False
    if not all(isinstance(e, int) for row in X for e in row) or not is_law(law) or len(law[0]) - 1 != len(X):
        return False
    return len(u) == len(X[0])


def _any_drawn(name: str) -> Shape:
    k, n, p = variable("k", "nat"), variable("n", "nat"), variable("p")
    X, u, law = Vec.named(name, k, n), Vec.named("u", n), AnyLaw("law", k, lambda _: TRUE)
    probable = all_rows(n, lambda v: has_mean(law, lambda w: one_if(inner(v, made_row(X, w)) != 0)))
    below = all_rows(n, lambda v: every(lambda e: e == 0, v) | (p <= leaves(X, law, v)))
    conditions = (k >= 1, n >= 1, law.conditions, probable, some(lambda e: e != 0, u), p >= 0, below)
    return Shape((X, law, u, p), (k, n, p), conditions, rows=((name, (k, n)), ("u", (n,))), laws=("law",))


@composite(
    "= (X, law, u, p), X with n columns in R^k, any law of a row w, u != 0, and p in [0, P(v.relu(w^T X) != 0)] for "
    "all v != 0",
    has=_is_drawn,
    general=_any_drawn,
    size=lambda drawn: len(drawn[0][0]),
)
def drawn_rows(choose: Choose) -> Drawn:
    """Those that are listed have integer points of up to three dimensions, rows w of up to five integer values, the
    greatest p, and a u with just that probability."""
    X, law = _setting(choose)
    share, u = largest_flat(X, law)
    return X, law, u, 1 - share


def _setting(choose: Choose) -> tuple[Points, Rows]:
    k, columns = choose(1, 3), choose(1, 3)
    X = tuple(tuple(choose(-3, 3) for _ in range(columns)) for _ in range(k))
    shares = drawn_shares(choose, choose(columns, 5))
    return X, merged((share, *(Fraction(choose(-3, 3)) for _ in range(k))) for share in shares)


@named("P(wᵀ{0}{2} = 0)", r"P(w^T{0}{2}=0)")
def stays(X: Any, law: Any, u: Any) -> Any:
    """The probability that the row of a linear layer lies in the hyperplane orthogonal to u."""
    return mean(law, lambda w: one_if(inner(u, combined(w, X)) == 0))


def _is_drawn_linear(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3 and all(isinstance(part, tuple) for part in value[:2])):
        return False
    X, law, q = value
    return (
        is_setting(X, law, X[0] if X else ())
        and 0 <= q <= 1
        and (not rank(X) or largest_flat(X, law, combined_row)[0] <= q)
    )


def _any_drawn_linear(name: str) -> Shape:
    k, n, q = variable("k", "nat"), variable("n", "nat"), variable("q")
    X, law = Vec.named(name, k, n), AnyLaw("law", k, lambda _: TRUE)
    probable = all_rows(n, lambda v: has_mean(law, lambda w: one_if(inner(v, combined(w, X)) == 0)))
    above = all_rows(n, lambda v: every(lambda row: inner(row, v) == 0, X) | (stays(X, law, v) <= q))
    conditions = (k >= 1, n >= 1, law.conditions, probable, q >= 0, q <= 1, above)
    return Shape((X, law, q), (k, n, q), conditions, rows=((name, (k, n)),), laws=("law",))


@composite(
    "= (X, law, q), X with n columns in R^k, any law of a row w, and q in [0, 1], P(w^T X u = 0) <= q if Xu != 0",
    has=_is_drawn_linear,
    general=_any_drawn_linear,
    size=lambda drawn: len(drawn[0][0]),
)
def drawn_linear_rows(choose: Choose) -> tuple[Any, Any, Any]:
    """Of integers, as `drawn_rows`, with the least q; X = 0 with q = 0."""
    X, law = _setting(choose)
    return X, law, largest_flat(X, law, combined_row)[0] if rank(X) else Fraction(0)


def on_top(rows: Any, row: Any) -> Any:
    """Rows one after the other, of one length, as a single row; with another one in front, and the last one gone."""
    n, at = size(row), places(size(rows))

    def entry(t: Any) -> Any:
        first = total(each(lambda c, e: one_if(t == c) * e, places(n), row))
        return first + total(each(lambda s, e: one_if(t == s + n) * e, at, rows))

    return each(entry, at)


def apart(rows: Any, m: Any, n: Any) -> Any:
    """m rows of n numbers that stand one after the other, as a matrix."""
    return each(lambda r: each(lambda c: rows[r * n + c], places(n)), places(m))


def deficient(X: Any, m: Any, rows: Any, made: Any) -> Any:
    """1 where m rows have less rank than they are to have, n, or linear ones what m and X allow, else 0."""
    wanted = width(X) if made is made_row else -larger(-number(m), -number(rank(X)))
    return one_if(rank(apart(rows, m, width(X))) < wanted)


def after_draws(X: Any, law: Any, m: Any, draws: Any, rows: Any, made: Any = made_row) -> Any:
    """The probability that m rows are deficient after so many more draws."""
    return over_layers(
        lambda later, rows: mean(law, lambda w: later(on_top(rows, made(X, w)))),
        draws,
        lambda rows: deficient(X, m, rows, made),
        rows,
    )


@named("P(rank ReLU(W{0}) < n; {2} rows)", r"P(\mathrm{{rank}}\,\mathrm{{relu}}(W{0})<n;\ {2}\text{{ rows}})",
       means="W of independent rows with the law")  # fmt: skip
def fails(X: Any, law: Any, m: Any) -> Any:
    return after_draws(X, law, m, m, each(lambda _: number(0), places(m * width(X))))


@named("E min(waiting for rank ReLU(W{0}) = n, {2})", r"E\min(\tau,{2})",
       means="the waiting the number of rows drawn one by one, independent with the law")  # fmt: skip
def waits(X: Any, law: Any, m: Any) -> Any:
    return waited(X, law, m, m, each(lambda _: number(0), places(m * width(X))))


def waited(X: Any, law: Any, m: Any, draws: Any, rows: Any, made: Any = made_row) -> Any:
    """How many of so many more draws are made on average until m rows span."""
    return over_layers(
        lambda later, rows: deficient(X, m, rows, made) * (1 + mean(law, lambda w: later(on_top(rows, made(X, w))))),
        draws,
        lambda _: number(0),
        rows,
    )


@named("P(rank W{0} < min({2}, rank {0}); {2} rows)",
       r"P(\mathrm{{rank}}\,W{0}<\min({2},\mathrm{{rank}}\,{0});\ {2}\text{{ rows}})",
       means="W of independent rows with the law")  # fmt: skip
def fails_linear(X: Any, law: Any, m: Any) -> Any:
    return after_draws(X, law, m, m, each(lambda _: number(0), places(m * width(X))), combined_row)


Bounded = tuple[Any, Any, Any, Any]
"""The matrix X of points, a law of rows w, and numbers below E (v.a)^2/|v|^2 and above |a|^2, a = relu(w^T X)."""


def squares(a: Any) -> Any:
    return inner(a, a)


def second_moments(X: Points, law: Rows, less: Fraction) -> Square:
    """E a a^T - less I."""
    found = [(share, tuple(Fraction(int(e.p), int(e.q)) for e in made_row(X, w))) for share, *w in law]
    at = range(width(X))
    return tuple(tuple(sum((s * a[i] * a[j] for s, a in found), Fraction(0)) - less * (i == j) for j in at) for i in at)


def _is_bounded(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 4 and all(isinstance(part, tuple) for part in value[:2])):
        return False
    X, law, low, high = value
    if not all(isinstance(e, int | Fraction) for e in (low, high)) or not high > 0 or low < 0:
        return False
    if not is_setting(X, law, X[0] if X else ()):
        return False
    return all(squares(made_row(X, w)) <= high for _, *w in law) and positive_semidefinite(second_moments(X, law, low))


def _any_bounded(name: str) -> Shape:
    k, n, low, high = variable("k", "nat"), variable("n", "nat"), variable("low"), variable("high")
    X = Vec.named(name, k, n)
    law = AnyLaw("law", k, lambda w: squares(made_row(X, w)) <= high)

    def along(v: Any) -> Any:
        return lambda w: inner(v, made_row(X, w)) ** 2

    known = all_rows(n, lambda v: has_mean(law, along(v)))
    least = all_rows(n, lambda v: low * squares(v) <= mean(law, along(v)))
    conditions = (k >= 1, n >= 1, high > 0, low >= 0, law.conditions, known, least)
    return Shape((X, law, low, high), (k, n, low, high), conditions, rows=((name, (k, n)),), laws=("law",))


@composite(
    "= (X, law, low, high), X with n columns in R^k, any law of a row w such that a = relu(w^T X) has |a|^2 <= high, "
    "E (v.a)^2 >= low |v|^2 for all v, low >= 0",
    has=_is_bounded,
    general=_any_bounded,
    size=lambda drawn: len(drawn[0][0]),
)
def bounded_rows(choose: Choose) -> Bounded:
    """Of integers, as `drawn_rows`; the greatest |a|^2 or more, sixteenths of the least diagonal entry of E a a^T."""
    X, law = _setting(choose)
    rows = [made_row(X, w) for _, *w in law]
    top = max(Fraction(int(squares(a))) for a in rows)
    moments = second_moments(X, law, Fraction(0))
    least = min(moments[i][i] for i in range(len(moments)))
    parts = (least * sixteenths / 16 for sixteenths in range(16, -1, -1))
    low = next(low for low in parts if positive_semidefinite(second_moments(X, law, low)))
    return X, law, low, top + choose(0, 1) or Fraction(1)


def ranks_in_the_mean(X: Any, law: Any, m: Any) -> Any:
    """Whether the rank with one more row has a mean, whatever the rows before."""
    if not isinstance(law, AnyLaw):
        return True

    def with_one_more(rows: Any) -> Any:
        return lambda w: number(rank(apart(on_top(rows, made_row(X, w)), m, width(X))))

    return all_rows(m * width(X), lambda rows: has_mean(law, with_one_more(rows)))


def in_the_mean(of: Any, X: Any, law: Any, m: Any, made: Any = made_row) -> Any:
    """Whether what is known after some draws has a mean over the draw before: over finitely many rows all has."""
    if not isinstance(law, AnyLaw):
        return True

    def seen(draws: Any) -> Any:
        return all_rows(
            m * width(X), lambda rows: has_mean(law, lambda w: of(X, law, m, draws, on_top(rows, made(X, w)), made))
        )

    return every(seen, places(m))


@named("P(fewer than {0} successes in {1} trials of chance {2})", r"P(\mathrm{{Bin}}({1},{2})<{0})")
def fewer(n: Any, m: Any, p: Any) -> Any:
    """By trials one after the other: each adds 1 with probability p."""
    return over_layers(
        lambda later, found: (1 - p) * later(found) + p * later(each(lambda e: e + 1, found)),
        m,
        lambda found: one_if(found[0] < n),
        each(lambda _: number(0), places(m)),
    )


def with_one_more(V: Any, row: Any) -> Any:
    """A row in front of the rows of V."""

    def entry(r: Any, c: Any) -> Any:
        return one_if(r == 0) * row[c] + total(each(lambda s, old: one_if(r == s + 1) * old[c], places(size(V)), V))

    return each(lambda r: each(lambda c: entry(r, c), places(size(row))), places(size(V) + 1))


@named("P(rank({2}; ReLU(wᵀ{0})) > rank {2})", r"P(\mathrm{{rank}}({2};\mathrm{{relu}}(w^T{0}))>\mathrm{{rank}}\,{2})")
def rises(X: Any, law: Any, V: Any) -> Any:
    """The probability that one more row raises the rank of the rows V."""
    return mean(law, lambda w: one_if(rank(V) < rank(with_one_more(V, made_row(X, w)))))


def _chance(at: Any) -> Any:
    return at["X"][3]


def _columns(at: Any) -> Any:
    return width(at["X"][0])


@Claim(
    "nachum24.rank.growth-any-law",
    source=LEMMA_2,
    status="reconstructed",
    says="whatever the law of the rows, the dimension and the points, one more row a = relu(w^T X) raises the rank of "
    "any rows V that do not span R^n with probability p* at least",
    silent_on="what Lemma 2 concludes: the words are missing from the text we hold; how great p* is",
    predicts=p,
    relation=">=",
    given=Given(
        {"X": drawn_rows(), "V": integer_matrices()},
        lambda at: (
            size(at["V"][0]) == _columns(at)
            and rank(at["V"]) < _columns(at)
            and has_mean(
                at["X"][1], lambda w: one_if(rank(at["V"]) < rank(with_one_more(at["V"], made_row(at["X"][0], w))))
            )
        ),
        "rows V of n numbers of rank below n",
        letters={"p": _chance},
    ),
    twins=(Twin(2 * p, "twice p*"),),
).literal(scope="over laws of finitely many rows", most=60)
def growth_any_law(at: At) -> Any:
    return rises(at.X[0], at.X[1], at.V)


@Claim(
    "nachum24.rank.failure-any-law",
    source=THEOREM_3,
    status="reconstructed",
    says="whatever the law of the rows, the dimension and the points, the probability of a deficient rank is, at every "
    "width m, at least (1 - P(u.relu(w^T X) != 0))^m for u != 0, so (1 - p*)^m, and at most that of fewer than n "
    "successes in m trials of chance p*",
    silent_on="what Theorem 3 says of a probability: the words are missing from the text we hold; how great p* is",
    predicts=((1 - q) ** m, short),
    relation="in",
    given=Given(
        {"X": drawn_rows(), "m": Integers(1, far=3)},
        lambda at: in_the_mean(after_draws, at["X"][0], at["X"][1], at["m"]),
        "what is known after some draws has a mean over the draw before, as is so of probabilities",
        letters={
            "q": lambda at: leaves(*at["X"][:3]),
            "short": lambda at: fewer(_columns(at), at["m"], _chance(at)),
        },
    ),
    twins=(
        Twin(((1 - q / 2) ** m, short), "half of it"),
        Twin(((1 - q) ** m, (1 - q) ** m), "P(Bin(m, p*) = 0), as if one row were enough"),
    ),
).literal(scope="over all draws from laws of finitely many rows", most=60)
def failure(at: At) -> Any:
    return fails(at.X[0], at.X[1], at.m)


@Claim(
    "nachum24.rank.waiting-any-law",
    source=COROLLARY_4,
    status="reconstructed",
    says="whatever the law of the rows, the dimension and the points, if p* > 0 the least width at which relu(WX) has "
    "rank n, rows added one by one, is at most n/p* in the mean: the mean of the least of it and m is, for every m",
    silent_on="that p* > 0 without collinear columns: full-rank",
    predicts=n / p,
    relation="<=",
    given=Given(
        {"X": drawn_rows(), "m": Integers(1, far=3)},
        lambda at: _chance(at) > 0 and in_the_mean(waited, at["X"][0], at["X"][1], at["m"]),
        "p* > 0; what is known after some draws has a mean over the draw before, as is so of probabilities",
        letters={"n": lambda at: number(_columns(at)), "p": _chance},
    ),
    twins=(Twin((n - 1) / p, "n - 1 rises"), Twin(n * (1 - p) / p, "the last row of each wait is free")),
).literal(scope="over all draws from laws of finitely many rows", most=60)
def waiting(at: At) -> Any:
    return waits(at.X[0], at.X[1], at.m)


@Claim(
    "nachum24.rank.linear-layer-any-law",
    source=THEOREM_3,
    status="reconstructed",
    says="whatever the law of the rows and the dimension, rank(WX) < min(m, rank X) with probability at most 1 - (1 - "
    "q)^m, q at least P(w^T X u = 0) for all u with Xu != 0: with probability 0 if q = 0, as for Gaussian rows",
    silent_on="how great q is for laws that charge hyperplanes",
    predicts=1 - (1 - q) ** m,
    relation="<=",
    given=Given(
        {"X": drawn_linear_rows(), "m": Integers(1, far=3)},
        lambda at: in_the_mean(after_draws, at["X"][0], at["X"][1], at["m"], combined_row),
        "what is known after some draws has a mean over the draw before, as is so of probabilities",
        letters={"q": lambda at: at["X"][2]},
    ),
    uses=("nachum24.rank.linear-layer-bound",),
    twins=(Twin(q**m, "all rows at once"), Twin(1 - (1 - q / 2) ** m, "half of q")),
).literal(scope="over all draws from laws of finitely many rows", most=60)
def linear_failure(at: At) -> Any:
    return fails_linear(at.X[0], at.X[1], at.m)


@Claim(
    "nachum24.rank.chernoff-any-law",
    source=THEOREM_3,
    status="reconstructed",
    says="whatever the dimension, the points and the law of the rows a = relu(w^T X), if |a|^2 <= high and E (v.a)^2 "
    ">= low |v|^2 for all v, P(rank < n) is at most n (1 - low/high)^m: with the directions of Gaussian w that is n (1 "
    "- lambda_min(K)/(2 rank(X) |X|^2))^m",
    silent_on="sharpness: low/high is far below p*",
    predicts=n * (1 - low / high) ** m,
    relation="<=",
    given=Given(
        {"X": bounded_rows(), "m": Integers(1, far=3)},
        lambda at: (
            in_the_mean(after_draws, at["X"][0], at["X"][1], at["m"])
            & ranks_in_the_mean(at["X"][0], at["X"][1], at["m"])
        ),
        "what is known after some draws has a mean over the draw before, and the rank too, as is so of probabilities",
        letters={
            "n": lambda at: number(_columns(at)),
            "low": lambda at: at["X"][2],
            "high": lambda at: at["X"][3],
        },
    ),
    twins=(Twin((1 - low / high) ** m, "not summed over dimensions"), Twin(n * (low / high) ** m, "the other event")),
).literal(scope="over all draws from laws of finitely many rows", most=60)
def bounded_failure(at: At) -> Any:
    return fails(at.X[0], at.X[1], at.m)
