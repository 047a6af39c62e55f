"""Laws of a row of weights times data, of exchangeable numbers, of directions; a layer, draw by draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, permutations
from typing import Any

from theory.batchnorm import rescale
from theory.domains.composite import composite
from theory.domains.numbers import Choose, Domain, Integers
from theory.papers.daneshmand21.domains import (
    ONE_ON,
    TWO_ON,
    Matrix,
    Row,
    a_size,
    general_rows_not_0,
    is_matrix,
    matrices,
    numbers_of,
)
from theory.papers.daneshmand21.measures import GAP, distance, fraction, gap_at
from theory.term import (
    AnyLaw,
    Shape,
    Term,
    Vec,
    each,
    every,
    exchangeable,
    has_mean,
    mean,
    one_if,
    over_draws,
    places,
    size,
    some,
    total,
    variable,
)
from theory.term.matrices import inner, product
from theory.term.named import Name, as_argument, named

INFINITE = (
    "other laws, as for W_l Gaussian, where P = F(C_l), the mean map: the note's proof and samples are for these, too"
)
PROJECTOR = "P(u) = E[uuᵀ/|u|²]"
GRAM = "C_d(u) = Σ_{k<d} uₖuₖᵀ/(d |uₖ|²), the uₖ independent, of law u"


@dataclass(frozen=True)
class Law:
    """Rows with their probabilities, of unknown number; `term` is how the law is written."""

    shares: Any
    rows: Any
    term: Term


def _general(name: str, columns: Integers) -> Shape:
    found = general_rows_not_0(name, ONE_ON, columns)
    m = found.variables[0]
    p = Vec.named(f"p_{name}", m)
    known = (every(lambda x: x > 0, p), total(p) == 1)
    rows = (*found.rows, (f"p_{name}", (m,)))
    return Shape(Law(p, found.value, variable(name, "object")), found.variables, (*found.conditions, *known), rows=rows)


@composite(
    "a finite law of rows of Q^n, not 0, n {columns}",
    has=lambda law, columns: (
        is_matrix(law, columns=Integers(columns.least + 1))
        and atoms(law) in matrices(columns=columns)
        and min(shares(law)) > 0
        and sum(shares(law)) == 1
    ),
    general=_general,
)
def row_laws(choose: Choose, columns: Integers = TWO_ON) -> Matrix:
    """Laws of a row of n numbers, never 0, that takes up to four values: these, each after its probability."""
    count, n = choose(1, 4), a_size(choose, columns, 3)
    sizes = [Fraction(choose(1, 3)) for _ in range(count)]
    return tuple((size / sum(sizes), *(Fraction(choose(-5, 5)) for _ in range(n))) for size in sizes)


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, Law) else tuple(row[0] for row in law)


def atoms(law: Any) -> Any:
    return law.rows if isinstance(law, Law) else tuple(row[1:] for row in law)


def after(law: Any, H: Any) -> Any:
    """The law of w H, from that of w."""
    p, rows = shares(law), product(atoms(law), H)
    if isinstance(rows, Vec):
        return Law(p, rows, Term("call", Name("{0} {1}", of=after), 2, 0, as_argument(law), as_argument(H)))
    return tuple((share, *row) for share, row in zip(p, rows, strict=True))


def never_zero(law: Any) -> Any:
    """Whether no row has zeros only."""
    return every(lambda row: some(lambda e: e != 0, row), atoms(law))


def projectors(law: Any) -> Any:
    """u u^T for each of the rows, u the row over its norm."""
    return each(projector, atoms(law))


def projector(row: Any) -> Any:
    def entry(x: Any) -> Any:
        return x if isinstance(x, Term) else fraction(x)

    return each(lambda C: each(entry, C), squared(rescale(row, 1)))


def squared(u: Any) -> Any:
    """u u^T."""
    return each(lambda x: each(lambda y: x * y, u), u)


@named("P", shape=lambda law: (columns(law),) * 2, means=PROJECTOR)
def mean_projector(law: Any) -> Any:
    """P = E u u^T, u a row of the law over its norm."""
    return _mean(law, projectors(law))


def raw_moment(law: Any) -> Any:
    """E m m^T of the rows as they are."""
    return _mean(law, each(squared, atoms(law)))


def _mean(law: Any, of_rows: Any) -> Any:
    at = places(columns(law))
    return each(lambda i: each(lambda j: total(each(lambda p, A: p * A[i][j], shares(law), of_rows)), at), at)


def next_layer(law: Any, width: Any, observe: Callable[[Any], Any]) -> Any:
    """The mean of an observable of C = (1/d) sum_k u_k u_k^T over d independent rows u_k."""
    return next_gram(law, projectors(law), width, observe)


def next_gram(law: Any, of_rows: Any, width: Any, observe: Callable[[Any], Any], count: Any = None) -> Any:
    """The same of the mean of d independent matrices, one for each row of the law, n x n or of so many rows."""
    at = places(columns(law) if count is None else count)

    def drawn(chosen: Any) -> Any:
        C = each(lambda i: each(lambda j: total(each(lambda k: of_rows[k][i][j], chosen)) / width, at), at)
        return observe(C)

    return over_draws(shares(law), width, drawn)


@named("E V(C_{1}({0}))²", r"\mathbb E\,V(C_{{{1}}}({0}))^2", means=f"{GRAM}; {GAP}")
def next_gap(law: Any, width: Any) -> Any:
    """E V(C)^2 of the next layer."""
    return next_layer(law, width, gap_at)


@named("E‖C_{1}({0}) − P({0})‖²", r"\mathbb E\|C_{{{1}}}({0})-P({0})\|_F^2", means=f"{GRAM}; {PROJECTOR}")
def next_spread(law: Any, width: Any) -> Any:
    """E|C - E C|_F^2 of the next layer."""
    mean = mean_projector(law)
    return next_layer(law, width, lambda C: distance(C, mean))


ROW_LAWS: dict[str, Domain] = {"u": row_laws(), "d": Integers(1, far=8)}


LawOfRows = tuple[Row, ...]
"""Finitely many rows, each after its probability."""

MOST = 2
"""So many numbers more than the least has a listed law: the orbits of longer rows are long."""


def columns(law: Any) -> Any:
    """How many numbers the row has."""
    return law.n if isinstance(law, AnyLaw) else size(atoms(law)[0])


def share(spectrum: Any, row: Any, i: Any) -> Any:
    """lam_i u_i/sum_j lam_j u_j."""
    return spectrum[i] * row[i] / inner(spectrum, row)


def shares_have_means(spectrum: Any, law: Any) -> Any:
    return every(lambda i: has_mean(law, lambda row: share(spectrum, row, i)), places(size(spectrum)))


@named("F({0}; {1})", shape=lambda spectrum, law: (size(spectrum),), means="F(λ; law)ᵢ = E[λᵢ wᵢ/⟨λ, w⟩], w of the law")
def mean_shares(spectrum: Any, law: Any) -> Any:
    """p = F(lam), the means of the shares."""
    return each(lambda i: mean(law, lambda row: share(spectrum, row, i)), places(size(spectrum)))


def in_any_order(*parts: tuple[Fraction, Row]) -> LawOfRows:
    """The law of rows whose numbers may change places, each of these with its probability."""
    found: dict[Row, Fraction] = {}
    for weight, row in parts:
        orders = set(permutations(row))
        for other in orders:
            found[other] = found.get(other, Fraction(0)) + weight / len(orders)
    return tuple((weight, *row) for row, weight in sorted(found.items()) if weight)


def is_law(law: Any, n: Integers) -> bool:
    """Whether it is a finite law of n rational numbers."""
    rows = isinstance(law, tuple) and bool(law) and all(numbers_of(row, Integers(n.least + 1)) for row in law)
    return rows and len(set(map(len, law))) == 1 and sum(row[0] for row in law) == 1 and min(law)[0] > 0


def _positive(row: Any, different: bool) -> Any:
    at, positive = places(size(row)), every(lambda x: x > 0, row)
    if not different:
        return positive
    return positive & every(lambda i: every(lambda j: (i == j) | (row[i] != row[j]), at), at)


def _general_law(name: str, n: Integers, different: bool) -> Shape:
    count = variable(f"{name}_count", "nat")
    law = AnyLaw(name, count, lambda row: _positive(row, different))
    return Shape(law, (count,), (count >= n.least, law.conditions, exchangeable(law)), laws=(name,))


def _is_exchangeable(law: Any, n: Integers, different: bool) -> bool:
    return is_law(law, n) and all(bool(_positive(row[1:], different)) for row in law) and bool(exchangeable(law))


def _two_orbits(choose: Choose, n: Integers, different: bool) -> LawOfRows:
    """All orders of a row, or of two rows, as probable."""
    count, weight = n.least + choose(0, MOST), Fraction(choose(0, 4), 5)
    rows = [tuple(accumulate(Fraction(choose(i == 0 or different, 9)) for i in range(count))) for _ in range(2)]
    return in_any_order((1 - weight, rows[0]), (weight, rows[1]))


@composite(
    "a law of n positive numbers that may change places, n {n}",
    has=lambda law, n: _is_exchangeable(law, n, different=False),
    general=lambda name, n: _general_law(name, n, different=False),
    size=columns,
)
def exchangeable_laws(choose: Choose, n: Integers = TWO_ON) -> LawOfRows:
    return _two_orbits(choose, n, different=False)


@composite(
    "a law of n positive, different numbers that may change places, n {n}",
    has=lambda law, n: _is_exchangeable(law, n, different=True),
    general=lambda name, n: _general_law(name, n, different=True),
    size=columns,
)
def exchangeable_laws_of_different(choose: Choose, n: Integers = TWO_ON) -> LawOfRows:
    return _two_orbits(choose, n, different=True)


def of_order_two(law: Any) -> Any:
    """Whether E u_i u_j is that of squares of a uniform direction: 3/(n(n+2)) for i = j, else 1/(n(n+2))."""
    n, at = columns(law), places(columns(law))

    def as_uniform(i: Any, j: Any) -> Any:
        moment = mean(law, lambda u: u[i] * u[j])
        return moment == (1 + 2 * one_if(i == j)) / (n * (n + 2) + Fraction(0))

    return every(lambda i: every(lambda j: as_uniform(i, j), at), at)


def _of_sum_one(u: Any) -> Any:
    return every(lambda x: x >= 0, u) & (total(u) == 1)


def _positive_of_sum_one(u: Any) -> Any:
    return every(lambda x: x > 0, u) & (total(u) == 1)


def _general_direction(name: str, known: Callable[[Any], Any] = _of_sum_one) -> Shape:
    n = variable(f"{name}_count", "nat")
    law = AnyLaw(name, n, known)
    at = places(n)
    finite = every(lambda i: every(lambda j: has_mean(law, lambda u: u[i] * u[j]), at), at)
    return Shape(law, (n,), (n >= 2, law.conditions, finite, of_order_two(law)), laws=(name,))


def _general_exchangeable_direction(name: str) -> Shape:
    found = _general_direction(name, _positive_of_sum_one)
    return replace(found, conditions=(*found.conditions, exchangeable(found.value)))


@composite(
    "a law of u in Q^n, u >= 0 of sum 1, with E u_i u_j = (1 + 2[i = j])/(n(n+2)), n >= 2",
    has=lambda law: is_law(law, TWO_ON) and all(_of_sum_one(row[1:]) for row in law) and bool(of_order_two(law)),
    general=_general_direction,
    size=columns,
)
def laws_of_directions(choose: Choose) -> LawOfRows | None:
    return _with_mean_square(choose, 0)


@composite(
    "a law of u in Q^n, u > 0 of sum 1, of numbers that may change places, E u_i u_j = (1 + 2[i = j])/(n(n+2)), n >= 2",
    has=lambda law: law in laws_of_directions() and _is_exchangeable(law, TWO_ON, different=False),
    general=_general_exchangeable_direction,
    size=columns,
)
def exchangeable_directions(choose: Choose) -> LawOfRows | None:
    return _with_mean_square(choose, 1)


def _with_mean_square(choose: Choose, least: int) -> LawOfRows | None:
    """All orders of two rows of sum 1, with the probabilities that the mean square wants, if there are any."""
    count = 2 + choose(0, MOST)
    rows = [tuple(Fraction(choose(least, 9)) for _ in range(count)) for _ in range(2)]
    if not all(map(any, rows)):
        return None
    high, low = sorted((tuple(x / sum(row) for x in row) for row in rows), key=lambda row: -sum(x * x for x in row))
    squares = [sum((x * x for x in row), Fraction(0)) for row in (high, low)]
    wanted = Fraction(3, count + 2)
    if not squares[0] > wanted > squares[1]:
        return None
    weight = (wanted - squares[1]) / (squares[0] - squares[1])
    return in_any_order((weight, high), (1 - weight, low))
