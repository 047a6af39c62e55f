"""The three engines for predicted expressions: Fractions, balls, canonical forms."""

from fractions import Fraction

import pytest
import sympy
from flint import arb
from hypothesis import given
from hypothesis import strategies as st
from sympy import Symbol, symbols

from tests.strategies import SETTINGS
from theory.certify import precision
from theory.expressions import NotRationalError, Undefined, enclose, value, vanishes

a, b = symbols("a b", real=True)
x = Symbol("x", positive=True)

FUNCTIONS = [
    sympy.log(x),
    sympy.exp(-x),
    sympy.acos(x / 3),
    sympy.gamma(x),
    sympy.polylog(2, -x),
    sympy.polygamma(0, x),
    sympy.polygamma(1, x),
    sympy.polygamma(2, x),
    sympy.sqrt(x) * sympy.pi + sympy.EulerGamma - sympy.E,
    x ** sympy.Rational(-3, 2),
    sympy.Abs(1 - x) + sympy.sign(1 - x),
    sympy.Min(x, 1) + sympy.Max(x, 2, 1),
]


@pytest.mark.parametrize("f", FUNCTIONS, ids=str)
@pytest.mark.parametrize("point", [Fraction(1, 3), Fraction(5, 2)])
def test_enclosures(f: sympy.Expr, point: Fraction) -> None:
    """The ball of every known function is within 1e-37 of SymPy's value, its own width included."""
    ball = enclose(f, {"x": point}, 40)
    reference = f.subs(x, sympy.Rational(point.numerator, point.denominator)).evalf(50)
    with precision(60):
        assert abs(ball - arb(str(reference))) < arb("1e-37")


def test_unknown_functions_are_refused() -> None:
    """A function without enclosure, a missing value: said in words."""
    with pytest.raises(TypeError, match="no enclosure is known for mathieus"):
        enclose(sympy.mathieus(1, 2, x), {"x": 1})
    with pytest.raises(ValueError, match="no value given for x"):
        enclose(x, {})


@SETTINGS
@given(st.fractions(), st.fractions())
def test_values(p: Fraction, q: Fraction) -> None:
    """Tree-walking in Fractions is evaluation: (a^2 - b^2)/(a - b) + |a| sign(b) - min(a, b)."""
    f = (a**2 - b**2) / (a - b) + sympy.Abs(a) * sympy.sign(b) - sympy.Min(a, b)
    if p == q:
        with pytest.raises(Undefined, match="divides by zero"):
            value(f, {"a": p, "b": q})
    else:
        assert value(f, {"a": p, "b": q}) == (p + q) + abs(p) * ((q > 0) - (q < 0)) - min(p, q)


def test_transcendental_is_not_rational() -> None:
    """pi has no value in Fractions, nor has the square root of 2."""
    for f in (sympy.pi, sympy.sqrt(2), sympy.log(2)):
        with pytest.raises(NotRationalError):
            value(f, {})


@SETTINGS
@given(st.lists(st.integers(-5, 5), min_size=3, max_size=3))
def test_vanishing_is_decided(c: list[int]) -> None:
    """A rational function vanishes exactly if its numerator is the zero polynomial."""
    p = c[0] * a**2 + c[1] * a * b + c[2]
    assert vanishes(p / (a - b) + p / (b - a))
    assert vanishes(p) == (c == [0, 0, 0])


def test_sameness_of_the_transcendental() -> None:
    """What is no rational function is never shown to vanish by accident."""
    assert not vanishes(sympy.sqrt(a**2) - a)
    assert not vanishes(sympy.log(a * b) - sympy.log(a) - sympy.log(b))
    assert not vanishes(Symbol("pi") - sympy.pi)
