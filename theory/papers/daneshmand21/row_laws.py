"""Laws of a row of weights times data: finitely many rows with their probabilities; a layer, draw by draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.batchnorm import rescale
from theory.domains.numbers import Choose, Domain, Endless, Integers
from theory.papers.daneshmand21.domains import Matrices, Matrix
from theory.papers.daneshmand21.instances import fraction
from theory.term import Shape, Term, Vec, each, every, over_draws, places, size, some, total
from theory.term.matrices import product

FINITE = "a law of the rows of finitely many values"
INFINITE = (
    "other laws, as for W_l Gaussian, where P = F(C_l), the mean map: the note's proof and samples are for these, too"
)

FOUR, TWO_ON = Integers(1, 4), Integers(2)


@dataclass(frozen=True)
class Law:
    """Rows with their probabilities, of unknown number."""

    shares: Any
    rows: Any


@dataclass(frozen=True)
class RowLaws(Endless):
    """Laws of a row of n numbers, never 0, that takes finitely many values: rows, each after its probability.

    Parameters
    ----------
    columns : n.

    >>> next(RowLaws().small())
    ((Fraction(1, 1), Fraction(0, 1), Fraction(1, 1)),)
    """

    columns: Integers = TWO_ON

    def __str__(self) -> str:
        return f"a law of finitely many rows of Q^n, n {self.columns}, not 0"

    def __contains__(self, value: object) -> bool:
        return (
            value in Matrices(columns=Integers(self.columns.least + 1))
            and atoms(value) in Matrices(columns=self.columns)
            and min(shares(value)) > 0
            and sum(shares(value)) == 1
        )

    def general(self, name: str) -> Iterator[Shape]:
        (found,) = Matrices(columns=self.columns).general(name)
        m = found.variables[0]
        p = Vec.named(f"p_{name}", m)
        known = (every(lambda x: x > 0, p), total(p) == 1)
        rows = (*found.rows, (f"p_{name}", (m,)))
        yield Shape(Law(p, found.value), found.variables, (*found.conditions, *known), rows=rows)

    @property
    def _rows(self) -> Matrices:
        return Matrices(FOUR, self.columns)

    def small(self) -> Iterator[Matrix]:
        return (_weighted(rows, code) for code, rows in enumerate(self._rows.small()))

    def draw(self, choose: Choose) -> Matrix:
        return _weighted(self._rows.draw(choose), choose(0, 5))

    def near(self, value: Matrix) -> Iterator[Matrix]:
        return (_weighted(rows, 0) for rows in self._rows.near(atoms(value)))


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, Law) else tuple(row[0] for row in law)


def atoms(law: Any) -> Any:
    return law.rows if isinstance(law, Law) else tuple(row[1:] for row in law)


def law_of(p: Any, rows: Any) -> Any:
    if isinstance(rows, Vec):
        return Law(p, rows)
    return tuple((share, *row) for share, row in zip(p, rows, strict=True))


def columns(law: Any) -> Any:
    """n."""
    return size(atoms(law)[0])


def after(law: Any, H: Any) -> Any:
    """The law of w H, from that of w."""
    return law_of(shares(law), product(atoms(law), H))


def never_zero(law: Any) -> Any:
    """Whether no row has zeros only."""
    return every(lambda row: some(lambda e: e != 0, row), atoms(law))


def _weighted(rows: Matrix, code: int) -> Matrix:
    sizes = [Fraction(1 + (code + i) % 3) for i in range(len(rows))]
    return tuple((size / sum(sizes), *row) for size, row in zip(sizes, rows, strict=True))


def projectors(law: Any) -> Any:
    """u u^T for each of the rows, u the row over its norm."""
    return each(lambda row: _square(rescale(row, 1)), atoms(law))


def _square(u: Any) -> Any:
    return each(lambda x: each(lambda y: _number(x * y), u), u)


def _number(x: Any) -> Any:
    return x if isinstance(x, Term) else fraction(x)


def mean_projector(law: Any) -> Any:
    """P = E u u^T."""
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


ROW_LAWS: dict[str, Domain] = {"u": RowLaws(), "d": Integers(1)}
