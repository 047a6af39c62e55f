"""The three engines for predicted expressions: Fractions, balls, canonical forms."""

import itertools
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Symbol, symbols

from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.enclosure import NoEnclosureError
from theory.exact.expressions import (
    NotRationalError,
    Undefined,
    at_point,
    components,
    enclose,
    enclosures,
    grid,
    points_of,
    value,
    vanishes,
)

FEW = settings(SETTINGS, max_examples=30)
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
    sympy.asin(x / 3) * sympy.atan(-x),
    sympy.loggamma(x) + sympy.Ei(x) + sympy.erfc(x),
    sympy.Rational(1, 2) ** x,
]
COMPLEX = [
    sympy.Mul(sympy.sqrt(-x), sympy.sqrt(-2 * x), evaluate=False),
    sympy.sin(x),
    sympy.tanh(x),
    sympy.binomial(x + 2, 2),
    sympy.erf(x),
    sympy.zeta(x + 2),
    sympy.besselj(0, x),
]
"""Functions that the complex engine encloses."""


@pytest.mark.parametrize("f", FUNCTIONS + COMPLEX, ids=str)
@pytest.mark.parametrize("point", [Fraction(1, 3), Fraction(5, 2)])
def test_enclosures(f: sympy.Expr, point: Fraction) -> None:
    """The ball of every known function is within 1e-37 of SymPy's value, its own width included."""
    ball = enclose(f, {"x": point}, 40)
    reference = f.subs(x, sympy.Rational(point.numerator, point.denominator)).evalf(50)
    with precision(60):
        assert abs(ball - arb(str(reference))) < arb("1e-37")


def _never(*_: object) -> arb:
    raise AssertionError("the complex engine was asked")


@pytest.mark.parametrize("f", FUNCTIONS, ids=str)
def test_real_balls_are_enough(f: sympy.Expr, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real functions of real balls want no complex ones; nor do a lacking value, and expressions without any."""
    monkeypatch.setattr("theory.exact.expressions.complex_ball", _never)
    assert enclose(f, {"x": Fraction(1, 3)}).is_finite()
    with pytest.raises(ValueError, match="no value given for x"):
        enclose(f, {})
    for none in (sympy.oo, sympy.nan, sympy.zoo):
        assert not enclose(sympy.Add(f, none, evaluate=False), {"x": 1}).is_finite()
    assert enclose(sympy.oo, {}) > 0


def _raising(error: Exception) -> Callable[..., arb]:
    def complex_ball(*_: object) -> arb:
        raise error

    return complex_ball


def test_where_real_balls_are_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The complex engine is asked then; if it knows no ball, the real one stands; a fault of it goes through."""
    e = COMPLEX[0]
    for imaginary in (sympy.I, sympy.sqrt(-x), sympy.I + x, sympy.log(-x), sympy.I * sympy.cos(x)):
        assert not enclose(imaginary, {"x": 2}).is_finite()
    monkeypatch.setattr("theory.exact.expressions.complex_ball", _raising(NoEnclosureError("unknown")))
    assert not enclose(e, {"x": 2}).is_finite()
    with pytest.raises(NoEnclosureError):
        enclose(sympy.mathieus(1, 2, x), {"x": 2})
    monkeypatch.setattr("theory.exact.expressions.complex_ball", _raising(KeyError("of its own")))
    with pytest.raises(KeyError):
        enclose(e, {"x": 2})


@pytest.mark.parametrize("f", FUNCTIONS, ids=str)
def test_enclosures_of_subexpressions(f: sympy.Expr) -> None:
    """Balls of an expression and all its parts, beside what has none; `enclose` takes the balls that it is given."""
    at = {"x": Fraction(1, 3)}
    found = enclosures([sympy.mathieus(1, 2, x), f, f + 1], at, 40)
    parts = {e for e in sympy.preorder_traversal(f) if e.args}
    assert set(found) == parts | {f + 1}
    for e, ball in found.items():
        with precision(50):
            assert abs(ball - enclose(e, at, 50)) < arb("1e-36")
    with precision(30):
        assert abs(enclose(sympy.Add(f, 1, evaluate=False), at, known={f: arb(7)}) - 8) < arb("1e-28")


def test_thirty_digits_and_balls_of_symbols() -> None:
    """So many are worked with if nothing is said; all values of an expression on a ball are enclosed."""
    f, at = sympy.log(x), {"x": Fraction(1, 3)}
    for said in (enclose(f, at, 30), enclosures([f], at, 30)[f]):
        for unsaid in (enclose(f, at), enclosures([f], at)[f]):
            assert (said.mid(), said.rad()) == (unsaid.mid(), unsaid.rad())
    assert enclose(f, at, 31).rad() < enclose(f, at).rad() < enclose(f, at, 29).rad()
    ball = enclose(f, {"x": arb("2 +/- 1e-3")})
    assert ball.contains(arb("2.0005").log())
    assert ball.rad() < arb("1e-3")


def test_sums_have_no_ball_of_their_arguments() -> None:
    """Bound symbols are no arguments: a sum, a product, cases are enclosed as what they are."""
    i = Symbol("i", integer=True)
    for e, number in (
        (sympy.Sum(1 / i, (i, 1, 3)), arb(11) / 6),
        (sympy.Product(i, (i, 1, 4)), arb(24)),
        (sympy.Piecewise((x, x > 2), (0, True)), arb(0)),
    ):
        assert not enclosures([e], {"x": 1, "i": 1})
        assert enclose(e, {"x": 1, "i": 1}).overlaps(number)


def test_unknown_functions_are_refused() -> None:
    """A function without enclosure, a missing value: said in words."""
    with pytest.raises(TypeError, match="no enclosure is known for mathieus"):
        enclose(sympy.mathieus(1, 2, x), {"x": 1})
    with pytest.raises(ValueError, match="no value given for x"):
        enclose(x, {})
    constant = sympy.NumberSymbol.__new__(type("Rabbit", (sympy.NumberSymbol,), {}))
    with pytest.raises(TypeError, match="no enclosure is known for Rabbit"):
        enclose(constant, {})
    golden = enclose(sympy.GoldenRatio, {})
    assert (golden**2 - golden).overlaps(arb(1))  # by the complex engine


@FEW
@given(st.fractions(), st.fractions())
def test_values(p: Fraction, q: Fraction) -> None:
    """Tree-walking in Fractions is evaluation: (a^2 - b^2)/(a - b) + |a| sign(b) - min(a, b)."""
    f = (a**2 - b**2) / (a - b) + sympy.Abs(a) * sympy.sign(b) - sympy.Min(a, b)
    if p == q:
        with pytest.raises(Undefined, match="divides by zero"):
            value(f, {"a": p, "b": q})
    else:
        assert value(f, {"a": p, "b": q}) == (p + q) + abs(p) * ((q > 0) - (q < 0)) - min(p, q)


@pytest.mark.parametrize("f", [sympy.pi, sympy.sqrt(2), sympy.log(2), a], ids=str)
def test_what_is_not_rational_has_no_value_in_fractions(f: sympy.Expr) -> None:
    """pi, a root, a logarithm, a symbol without value."""
    with pytest.raises(NotRationalError, match="no value given for a" if f is a else None):
        value(f, {"b": 1})


def test_values_of_max() -> None:
    """The largest and the least of several."""
    at = {"a": Fraction(1, 3), "b": 2}
    assert (value(sympy.Max(a, b, 1), at), value(sympy.Min(a, b, 1), at)) == (2, Fraction(1, 3))
    assert value(sympy.Max(a, 0) * b, at) == Fraction(2, 3)
    assert [value(sympy.sign(a), {"a": number}) for number in (-2, 0, Fraction(1, 2))] == [-1, 0, 1]


@FEW
@given(st.lists(st.integers(-5, 5), min_size=3, max_size=3))
def test_vanishing_is_decided(c: list[int]) -> None:
    """A rational function vanishes exactly if its numerator is the zero polynomial."""
    p = c[0] * a**2 + c[1] * a * b + c[2]
    assert vanishes(p / (a - b) + p / (b - a))
    assert vanishes(p) == (c == [0, 0, 0])


def test_vanishing_beyond_rational_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logarithms and roots as variables, with symbols or without: enough for a yes, and never by accident. A fault of
    the engine goes through."""
    two, many, root = sympy.log(2), sympy.log(a), sympy.sqrt(2)
    for zero in (
        (two + 1) ** 2 - two**2 - 2 * two - 1,
        (many + a) ** 2 - many**2 - 2 * many * a - a**2,
        (many + sympy.pi) ** 2 - many**2 - 2 * many * sympy.pi - sympy.pi**2,
        root * (a + 1) - root * a - root,
    ):
        assert vanishes(zero)
    for other in (
        two - 1, -1, two * a - a, sympy.pi - 3, many - a, sympy.zoo, sympy.nan, sympy.oo, sympy.sqrt(a**2) - a,
        sympy.log(a * b) - many - sympy.log(b), Symbol("pi") - sympy.pi,
    ):  # fmt: skip
        assert not vanishes(other)
    monkeypatch.setattr("theory.exact.expressions.quotient", _raising(KeyError("of its own")))
    with pytest.raises(KeyError):
        vanishes(a)


def test_points() -> None:
    """By symbol's name, 400 at most; a prediction of one part is no tuple at a point."""
    points = list(points_of({a: i, "b": -i} for i in itertools.count()))
    assert points == [{"a": i, "b": -i} for i in range(400)]
    assert at_point(a * b + x, {"a": 2, "b": Fraction(1, 2)}) == 1 + x
    assert at_point((a,), {"a": 2}) == (2,)
    assert [at_point(e, {"a": 0, "b": 0}) for e in (a / b, b / a)] == [sympy.nan, sympy.nan]  # both at once
    assert (components(a), components((a, b)), components([a])) == ((a,), (a, b), ([a],))
    assert grid(n=(1, 2)) == ({"n": 1}, {"n": 2})
