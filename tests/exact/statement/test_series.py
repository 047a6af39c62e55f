"""Tests of power series of numbers and of terms, and of data of unknown size."""

from fractions import Fraction
from itertools import islice

import pytest
from sympy import Integer, Rational, eye, sqrt

from tests.exact.statement.in_numbers import ALL, holds
from theory.batchnorm import dot
from theory.domains.numbers import Integers
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import ENDS, INVERSE, along_shortest_axis, data_sets, ends
from theory.papers.morwani20.rates.star_sets import STAR_ENDS, STAR_INVERSE, star_ends, star_pinv, with_middle_solution
from theory.term import Series, Vec, each, root, total, variable

ON_AXES = data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, STAR_ENDS))


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


def numbers(data) -> dict[str, object]:
    """The rows and sizes of data by their names in a statement."""
    found = {"A": data.A, "y": data.y, "w": data.w, "v": data.v, "n": data.n, "d": len(data.A), "u": data.u}
    found[ALL] = (data.w, data.u, (1, -2, 3), (0, 1, 1))  # these stand for all
    return found | {"K": data.inverse, "X": star_pinv(data)} if any(data.g) else found


def eigenvector(M, value) -> tuple[Integer, ...]:
    return tuple((M - value * eye(M.rows)).nullspace()[0])


@pytest.mark.parametrize(
    "domain",
    [
        data_sets(known=(INVERSE,)),
        data_sets(centred=False),
        data_sets(Integers(2), level=True),
        data_sets(known=(INVERSE, STAR_INVERSE)),
    ],
)
def test_what_is_said_of_data_of_any_size_is_true_of_each(domain) -> None:
    """The hypotheses of a statement in general hold for the data sets of the domain: it is not weaker."""
    (shape,) = domain.general("data")
    for data in islice(domain.small(), 15):
        assert all(holds(condition, numbers(data)) for condition in shape.conditions)


@pytest.mark.parametrize(
    "domain",
    [data_sets(Integers(1, 2), known=(ENDS,)), data_sets(on_axes=True, known=(ENDS,)), along_shortest_axis()],
)
def test_what_is_said_of_data_with_the_ends_of_their_spectrum_is_true_of_each(domain) -> None:
    """Those of data with the least and the greatest eigenvalue of their covariance do, too."""
    (shape,) = domain.general("data")
    for data in islice(domain.small(), 15):
        low, high = ends(data)
        at = numbers(data) | {"low": low, "high": high}
        assert all(holds(condition, at) for condition in shape.conditions)


@pytest.mark.parametrize("domain", [ON_AXES, with_middle_solution()])
def test_what_is_said_of_the_spectrum_of_the_star_is_true_of_each(domain) -> None:
    """Those of data with eigenvectors of H and of H* do, where these are rational."""
    (shape,) = domain.general("data")
    looked = 0
    for data in islice(domain.small(), 15):
        (low, high), (least, greatest) = ends(data), star_ends(data)
        if not least.is_Rational:
            continue
        M, square = star(Problem.of(data.H, data.g)), dot(data.u, data.u)
        at = numbers(data) | {"low": low, "high": high, "least": least, "greatest": greatest}
        at |= {"between": data.form(data.u, data.u) / square, "p": eigenvector(M, least), "q": eigenvector(M, greatest)}
        in_the_middle = domain != ON_AXES
        at["e"], at["f"] = [eigenvector(data.H, end) for end in (low, high)] if in_the_middle else (at["p"], at["q"])
        assert all(holds(condition, at) for condition in shape.conditions)
        looked += 1
    assert looked > 3
