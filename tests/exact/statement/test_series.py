"""Tests of power series of numbers and of terms, and of data of unknown size."""

from fractions import Fraction
from itertools import islice

import pytest
from sympy import Integer, Rational, sqrt

from theory.papers.morwani20.data import DataSets
from theory.term import Series, Vec, each, root, total, variable


def value(term, at):
    """A term in numbers, by its definition."""
    op, args = term.op, term.args
    if op == "sum":
        return sum((value(args[2], at | {args[0].args[0]: i}) for i in range(value(args[1], at))), Integer(0))
    if op == "entry":
        row = at[args[0]]
        for place in args[1:]:
            row = row[value(place, at)]
        return row
    if op == "const":
        return Rational(args[0].numerator, args[0].denominator)
    if op in ("var", "index"):
        return at[args[0]]
    a, b = (value(part, at) for part in args)
    return a / b if op == "/" else a + b if op == "+" else a * b


def holds(condition, at) -> bool:
    if condition.op == "every":
        index, most, inner = condition.args
        return all(holds(inner, at | {index.args[0]: i}) for i in range(value(most, at)))
    a, b = (value(part, at) for part in condition.args)
    return bool({"<": a < b, "<=": a <= b, "=": a == b}[condition.op])


def test_series_of_a_root_and_a_quotient() -> None:
    """sqrt(2 + t) and (1 + t)/(2 - t) up to t^2."""
    t = Series(Integer(0), Integer(1), Integer(0))
    assert root(t + 2).coefficients == (sqrt(2), sqrt(2) / 4, -sqrt(2) / 32)
    assert ((1 + t) / (2 - t)).coefficients == (Rational(1, 2), Rational(3, 4), Rational(3, 8))


def test_series_of_terms_differentiate_sums() -> None:
    """The derivative of sum (x_i + t)^2 is sum (x_i + x_i); that of a term less a series, -1."""
    x = Vec.named("x", variable("n", "nat"))
    square = total(each(lambda a: a * a, each(lambda a: Series(a, Fraction(1)), x)))
    assert [str(c) for c in square.coefficients] == [
        "sum(i_0 < n: (x[i_0] * x[i_0]))",
        "sum(i_0 < n: (x[i_0] + x[i_0]))",
    ]
    assert (x[0] - Series(Fraction(2), Fraction(1))).coefficients[1] == -1


@pytest.mark.parametrize("domain", [DataSets(), DataSets((1, 2), centred=False), DataSets((2, 3), level=True)])
def test_what_is_said_of_data_of_any_size_is_true_of_each(domain) -> None:
    """The hypotheses of a statement in general hold for the data sets of the domain: it is not weaker."""
    (shape,) = domain.general("data")
    for data in islice(domain.small(), 25):
        at = {"A": data.A, "y": data.y, "w": data.w, "v": data.v, "u": data.u, "n": data.n, "d": len(data.A)}
        assert all(holds(condition, at) for condition in shape.conditions)
