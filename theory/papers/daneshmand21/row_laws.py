"""Laws of a row of weights times data: finitely many rows with their probabilities; a layer, draw by draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.batchnorm import rescale
from theory.domains.composite import composite
from theory.domains.numbers import Choose, Domain, Integers
from theory.papers.daneshmand21.domains import ONE_ON, TWO_ON, Matrix, a_size, general_rows_not_0, is_matrix, matrices
from theory.papers.daneshmand21.instances import fraction
from theory.papers.daneshmand21.measures import GAP, distance, gap_at
from theory.term import Shape, Term, Vec, each, every, over_draws, places, size, some, total, variable
from theory.term.matrices import product
from theory.term.named import Name, as_argument, named

FINITE = "a law of the rows of finitely many values"
INFINITE = (
    "other laws, as for W_l Gaussian, where P = F(C_l), the mean map: the note's proof and samples are for these, too"
)


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


def columns(law: Any) -> Any:
    """n."""
    return size(atoms(law)[0])


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
    return each(lambda row: _square(rescale(row, 1)), atoms(law))


def _square(u: Any) -> Any:
    return each(lambda x: each(lambda y: _number(x * y), u), u)


def _number(x: Any) -> Any:
    return x if isinstance(x, Term) else fraction(x)


PROJECTOR = "P(u) = E[uuᵀ/|u|²]"


@named("P", shape=lambda law: (columns(law),) * 2, means=PROJECTOR)
def mean_projector(law: Any) -> Any:
    """P = E u u^T, u a row of the law over its norm."""
    return _mean(law, projectors(law))


def raw_moment(law: Any) -> Any:
    """E m m^T of the rows as they are."""
    return _mean(law, each(lambda row: each(lambda x: each(lambda y: x * y, row), row), atoms(law)))


def _mean(law: Any, of_rows: Any) -> Any:
    at = places(columns(law))
    return each(lambda i: each(lambda j: total(each(lambda p, A: p * A[i][j], shares(law), of_rows)), at), at)


def next_layer(law: Any, width: Any, observe: Callable[[Any], Any]) -> Any:
    """The mean of an observable of C = (1/d) sum_k u_k u_k^T over d independent rows u_k."""
    of_rows, at = projectors(law), places(columns(law))

    def drawn(chosen: Any) -> Any:
        C = each(lambda i: each(lambda j: total(each(lambda k: of_rows[k][i][j], chosen)) / width, at), at)
        return observe(C)

    return over_draws(shares(law), width, drawn)


GRAM = "C_d(u) = Σ_{k<d} uₖuₖᵀ/(d |uₖ|²), the uₖ independent, of law u"


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
