"""Comparison: what people write is decided, and never wrongly. The fuzz test is `test_comparison_fuzz`."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
from flint import acb, arb, arb_mat, fmpq, fmpq_mat, fmpq_poly, fmpz
from sympy import (
    Abs,
    E,
    EulerGamma,
    GoldenRatio,
    I,
    Matrix,
    Max,
    Min,
    N,
    Piecewise,
    Product,
    Rational,
    S,
    Sum,
    Symbol,
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    beta,
    binomial,
    catalan,
    cos,
    cosh,
    erf,
    erfc,
    exp,
    factorial,
    factorial2,
    floor,
    gamma,
    harmonic,
    log,
    loggamma,
    nan,
    oo,
    pi,
    polygamma,
    root,
    sign,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
    zoo,
)  # fmt: skip

from benchmarks.expressions import N as N0
from benchmarks.expressions import k, n, r, s, w, x, y, z
from theory.comparison import compare
from theory.exact.certify import precision

i, j = symbols("i j", integer=True)
half = Rational(1, 2)

EQUAL = {
    "radicals": [
        (sqrt(2 + sqrt(3)), (sqrt(6) + sqrt(2)) / 2),
        (root(2 + sqrt(5), 3), GoldenRatio),
        (sqrt(16 - 2 * sqrt(29) + 2 * sqrt(55 - 10 * sqrt(29))),
         sqrt(22 + 2 * sqrt(5)) - sqrt(11 + 2 * sqrt(29)) + sqrt(5)),
        (sqrt(n**2 + 2 * n + 1), n + 1),
        (1 / (sqrt(n + 1) + sqrt(n)), sqrt(n + 1) - sqrt(n)),
        (sqrt(n + 1 + 2 * sqrt(n)), 1 + sqrt(n)),
        (sqrt((x - 1) ** 2), Abs(x - 1)),
        (sqrt(r**2), Abs(r)),
        (x ** Rational(3, 2), x * sqrt(x)),
    ],
    "angles": [
        (cos(pi / 7) * cos(2 * pi / 7) * cos(3 * pi / 7), Rational(1, 8)),
        (tan(pi / 8), sqrt(2) - 1),
        (sin(pi / 5) ** 2, (5 - sqrt(5)) / 8),
        (4 * atan(Rational(1, 5)) - atan(Rational(1, 239)), pi / 4),
        (atan(2) + atan(3) + atan(1), pi),
        (acos(Rational(-1, 3)), pi - acos(Rational(1, 3))),
        (acos(Rational(1, 3)), 2 * atan(1 / sqrt(2))),
        (asin(Rational(3, 5)) + asin(Rational(4, 5)), pi / 2),
        (acos(r) + asin(r), pi / 2),
        (atan(x) + atan(1 / x), pi / 2),
        (cos(atan(r)), 1 / sqrt(1 + r**2)),
        (sin(2 * asin(r)), 2 * r * sqrt(1 - r**2)),
    ],
    "circular": [
        (sin(r) ** 2 + cos(r) ** 2, 1),
        (sin(3 * r), 3 * sin(r) - 4 * sin(r) ** 3),
        (tan(r + s) * (1 - tan(r) * tan(s)), tan(r) + tan(s)),
        (sin(r / 2) ** 2, (1 - cos(r)) / 2),
        (cosh(r) ** 2 - sinh(r) ** 2, 1),
        (tanh(r), (exp(2 * r) - 1) / (exp(2 * r) + 1)),
        (cos(n * pi), (-1) ** n),
        (sin(pi * (n + half)), (-1) ** n),
    ],
    "logarithms": [
        (log(6), log(2) + log(3)),
        (log(8) / log(2), 3),
        (log(2 + sqrt(3)) + log(2 - sqrt(3)), 0),
        (asinh(1), log(1 + sqrt(2))),
        (acosh(3), log(3 + sqrt(8))),
        (atanh(half), log(3) / 2),
        (asinh(r), log(r + sqrt(r**2 + 1))),
        (log(x * y), log(x) + log(y)),
        (log(exp(r)), r),
        (log(-1), I * pi),
    ],
    "powers": [
        (4**n, 2 ** (2 * n)),
        (2**n * 3**n, 6**n),
        (8 ** (n / 3), 2**n),
        (exp(n * log(2)), 2**n),
        ((-2) ** n, (-1) ** n * 2**n),
        ((2 + sqrt(3)) ** n * (2 - sqrt(3)) ** n, 1),
        ((x * y) ** r, x**r * y**r),
        ((x**2) ** r, x ** (2 * r)),
        (sqrt(E) * E, exp(Rational(3, 2))),
    ],
    "factorials": [
        (factorial(n + 1), (n + 1) * factorial(n)),
        (binomial(2 * n, n), factorial(2 * n) / factorial(n) ** 2),
        (binomial(n + 1, k + 1), binomial(n, k) + binomial(n, k + 1)),
        (binomial(n, k) * (n - k), n * binomial(n - 1, k)),
        (catalan(n), binomial(2 * n, n) / (n + 1)),
        (gamma(n + half), factorial(2 * n) * sqrt(pi) / (4**n * factorial(n))),
        (gamma(2 * x), 2 ** (2 * x - 1) / sqrt(pi) * gamma(x) * gamma(x + half)),
        (gamma(Rational(1, 3)) * gamma(Rational(2, 3)), 2 * pi / sqrt(3)),
        (beta(x, y), gamma(x) * gamma(y) / gamma(x + y)),
        (factorial(2 * n), 2**n * factorial(n) * factorial2(2 * n - 1)),
        (harmonic(n + 1), harmonic(n) + 1 / (n + 1)),
        (polygamma(0, x + 1), polygamma(0, x) + 1 / x),
        (loggamma(x + 1), loggamma(x) + log(x)),
        (erf(x) + erfc(x), 1),
    ],
    "sums": [
        (Sum(j, (j, 1, n)), n * (n + 1) / 2),
        (Sum(j**3, (j, 1, n)), Sum(j, (j, 1, n)) ** 2),
        (Sum(j * factorial(j), (j, 1, n)), factorial(n + 1) - 1),
        (Sum(z**j, (j, 0, n)), (1 - z ** (n + 1)) / (1 - z)),
        (Sum(1 / (j * (j + 1)), (j, 1, n)), n / (n + 1)),
        (Sum(j, (j, n, 2 * n)), 3 * n * (n + 1) / 2),
        (Sum(1, (i, 1, j), (j, 1, n)), n * (n + 1) / 2),
        (Sum(cos(j * r), (j, 0, n)), sin((n + 1) * r / 2) * cos(n * r / 2) / sin(r / 2)),
        (Sum(j * 2**j, (j, 0, N0)), (N0 - 1) * 2 ** (N0 + 1) + 2),
        (Sum(1 / j, (j, 1, n)), harmonic(n)),
        (Sum(binomial(n, j), (j, 0, n)), 2**n),
        (Sum((-1) ** j * binomial(n, j), (j, 0, n)), 0),
        (Sum(binomial(n, j) ** 2, (j, 0, n)), binomial(2 * n, n)),
        (Sum(binomial(n, j) * x**j, (j, 0, n)), (1 + x) ** n),
        (Sum(1 / (n + j), (j, 1, n)), Sum((-1) ** (j + 1) / j, (j, 1, 2 * n))),
        (Product(j, (j, 1, n)), factorial(n)),
        (2 * Product((j + 1) / j, (j, 1, n)), 2 * Product(1 + 1 / j, (j, 1, n))),
        (Product(1 - 1 / j**2, (j, 2, n)), (n + 1) / (2 * n)),
    ],
    "cases": [
        (Max(r, s) + Min(r, s), r + s),
        (sign(r) * Abs(r), r),
        (Piecewise((r, r > 0), (-r, True)), Abs(r)),
        (Abs(r * s), Abs(r) * Abs(s)),
        (Abs(n - k), Max(n, k) - Min(n, k)),
        (floor(n + half), n),
    ],
    "rational": [((n**2 - k**2) / (n - k), n + k), (pi * n + pi, pi * (n + 1)), (EulerGamma * n / n, EulerGamma)],
}  # fmt: skip

DIFFERENT = [
    (sqrt(r**2), r), (log(z**2), 2 * log(z)), (acos(cos(r)), r), (atan(tan(r)), r), (asin(sin(r)), r),
    (sqrt(z**2), z), (sqrt(z) * sqrt(w), sqrt(z * w)), (log(z * w), log(z) + log(w)), (log(exp(z)), z),
    ((r**2) ** Rational(3, 2), r**3), ((z**3) ** Rational(1, 3), z), (sqrt(z**2 - 1), sqrt(z - 1) * sqrt(z + 1)),
    (atan(r) + atan(1 / r), pi / 2), (Abs(r), r), (floor(r), r), (binomial(2 * n, n), 4**n), ((-1) ** n, 1),
    (Sum(j, (j, 1, n)), n * (n + 1) / 2 + 1), (sqrt(x**2 + 1), x + 1), (exp(pi * sqrt(163)), 640320**3 + 744),
    (erf(7), 1), (tanh(20), 1), (erf(7), 1 - Rational(1, 10**30)), (Symbol("pi"), pi), (n, n + 1), (oo, 1), (oo, -oo),
    (1, zoo), ("three", 3), (None, 1), (True, False),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b"), [pair for family in EQUAL.values() for pair in family], ids=str)
def test_equal_in_every_family(a: object, b: object) -> None:
    """What is equal on the whole domain of its symbols is proved to be; with 1 added it is told apart."""
    found = compare(a, b)
    assert found.verdict == "equal", found.proof
    assert compare(b, a).yes
    off = compare(a, b + 1)
    assert off.verdict == "different"
    assert off.proof


@pytest.mark.parametrize(("a", "b"), DIFFERENT, ids=str)
def test_different_somewhere(a: object, b: object) -> None:
    """What differs at one point of the domain, as across a branch cut, is different, and the proof says where."""
    found = compare(a, b)
    assert found.verdict == "different"
    symbolic = isinstance(a, sympy.Basic) and a.free_symbols
    assert ("at " in found.proof or "numerator" in found.proof) if symbolic else found.proof


@pytest.mark.parametrize(
    ("a", "b"),
    [(nan, nan), (zoo, zoo), (nan, 1), (zoo, n), (z > 0, z >= 0), (sympy.Function("f")(x), x),
     (exp(sympy.zeta(3)), exp(sympy.zeta(3) + Rational(1, 10**1500)))],
)  # fmt: skip
def test_undecided_says_what_was_tried(a: object, b: object) -> None:
    """A value that is none, an unknown function, what 1,000 digits do not tell apart: undecided, with both forms."""
    found = compare(a, b)
    assert found.verdict == "undecided"
    assert "tried" in found.proof


FLOATS = [
    0.5, 1 + 2j, float("nan"), np.float32(0.5), np.float64(0.5), np.array([0.5]), mpmath.erf(7), mpmath.mpc(1, 2),
    decimal.Decimal("0.5"), N(pi), sympy.Float("0.5"), n + 0.5 * n**2, [1, [0.5]], {"a": (1, 0.5)}, Matrix([[1, 0.5]]),
    {1, 0.5}, sin(0.5 * x), Sum(0.5 * j, (j, 1, n)),
]  # fmt: skip


@pytest.mark.parametrize("rounded", FLOATS, ids=repr)
def test_floats_are_refused(rounded: object) -> None:
    """A rounded number anywhere on either side is an error that says what to write instead."""
    for pair in ((rounded, 1), (1, rounded), (rounded, rounded)):
        with pytest.raises(TypeError, match=r"rounded number.*write Rational\(1, 3\), Fraction\(1, 3\)"):
            compare(*pair)


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ([1, n], (1, n), "equal"),
        ([1, n], [1], "different"),
        ([[1, 2], [3, 4]], Matrix([[1, 2], [3, 4]]), "equal"),
        (Matrix([1, 2]), (1, 2), "equal"),
        (Matrix([[1, 2], [3, 4]]), Matrix([[1, 2], [3, 5]]), "different"),
        (Matrix([[1, 2]]), Matrix([1, 2]), "different"),
        (fmpq_mat(2, 2, [1, 2, 3, 4]), Matrix([[1, 2], [3, 4]]), "equal"),
        (arb_mat([[1, 2], [3, 4]]), Matrix([[1, 2], [3, 4]]), "equal"),
        (sympy.ImmutableMatrix([[log(6)]]), [log(2) + log(3)], "equal"),
        ({"a": 1, "b": n}, {"b": n, "a": 1}, "equal"),
        ({"a": 1}, {"b": 1}, "different"),
        ({"a": sqrt(2)}, {"a": 2}, "different"),
        ({sqrt(2 + sqrt(3))}, {(sqrt(6) + sqrt(2)) / 2}, "equal"),
        ({1, 2}, {1, 3}, "different"),
        (sympy.FiniteSet(1, 2), {2, 1}, "equal"),
        (fmpq(1, 3), Rational(1, 3), "equal"),
        (fmpz(3), Fraction(3), "equal"),
        (np.int64(3), 3, "equal"),
        (fmpq_poly([1, 2]), fmpq_poly([1, 2]), "equal"),
        (fmpq_poly([2]), S(2), "equal"),
        ("saddle", "saddle", "equal"),
        (sympy.true, True, "equal"),
        ([nan], [nan], "undecided"),
        ([1, nan], [2, nan], "different"),
    ],
    ids=str,
)
def test_containers_and_kinds(a: object, b: object, verdict: str) -> None:
    """Containers entry by entry, whatever they are made of; shapes count; integers of any length."""
    assert compare(a, b).verdict == verdict
    assert compare(b, a).verdict == verdict


@pytest.mark.parametrize("kind", [int, S, fmpz, Fraction, lambda c: n + c, lambda c: sqrt(2) * c, lambda c: [c]])
def test_integers_of_any_length(kind: Callable[[int], object]) -> None:
    """More than 4,300 digits, which Python does not write out, are told apart all the same, in few words."""
    found = compare(kind(10**5000), kind(10**5000 + 1))
    assert found.verdict == "different"
    assert len(found.proof) < 1000
    assert compare(kind(10**5000), kind(10**5000)).yes


def test_a_pole_hides_no_other_point() -> None:
    """Where a side has no value at the first points that are tried, others still tell the two apart."""
    assert compare(log(n) * sympy.Mod(5, n - 2), log(n)).verdict == "different"


def test_a_symbol_that_is_zero() -> None:
    """A symbol that is 0 by assumption is 0."""
    nothing = Symbol("o", zero=True)
    assert compare(n + nothing, n).yes
    assert compare(n + nothing, n + 1).no


def test_balls() -> None:
    """Overlapping narrow balls are equal to within their radius; disjoint ones differ; wide ones are undecided; an
    exact number beside a ball is one."""
    with precision(40):
        ball = arb("0.5 +/- 1e-30")
        found = compare([ball, acb(ball, 1)], [Rational(1, 2), half + I])
        assert found.verdict == "equal"
        assert arb("1e-30") <= found.radius < arb("2e-30")
        assert compare((arb(2).sqrt(), arb(3)), (sqrt(2), 3)).yes
        assert compare(arb(2).sqrt(), sqrt(2) + Rational(1, 10**20)).no
        assert compare(acb(0, 1), -I).no
        assert compare(arb("1 +/- 0.1"), 1).verdict == "undecided"
        assert compare(arb("nan"), arb("nan")).verdict == "undecided"
        with pytest.raises(TypeError, match="enclose it at a point first"):
            compare(ball, n)
        with pytest.raises(TypeError, match="which is no number"):
            compare(ball, True)


@pytest.mark.parametrize("other", [object(), len, b"1", range(3)])
def test_other_types_are_refused(other: object) -> None:
    """What is no value is an error, in words."""
    with pytest.raises(TypeError, match="wanted numbers, SymPy expressions, balls"):
        compare(other, 1)


def test_truth_is_no_number() -> None:
    """True beside 1 is a slip, not an equality."""
    with pytest.raises(TypeError, match="a truth value is compared with a number"):
        compare(True, 1)


def test_two_symbols_of_one_name() -> None:
    """Symbols that look alike and are not are an error that names their assumptions."""
    with pytest.raises(ValueError, match=r"two symbols are called n, one integer=True.*one without assumptions"):
        compare(2 * n, 2 * Symbol("n"))
    with pytest.raises(ValueError, match="two symbols are called n"):
        compare([1, n], [1, {Symbol("n", real=True)}])


@pytest.mark.parametrize(
    ("a", "relation", "b", "verdict"),
    [
        (1, "<=", 2, "holds"), (2, "<", 2, "violated"), (2, "<=", 2, "holds"), (Fraction(1, 3), ">", S(1) / 4, "holds"),
        (sqrt(2), "<", Rational(3, 2), "holds"), (erf(7), "<", 1, "holds"), (erf(7), ">=", 1, "violated"),
        (log(6), "<=", log(2) + log(3), "holds"), (log(6), "<", log(2) + log(3), "violated"),
        (n, ">=", 1, "holds"), (n, ">", 1, "violated"), (n**2, ">=", n, "holds"), (n**2, ">", 2 * n, "violated"),
        (n * k, "<=", n**2 * k, "holds"), (x + 1, ">", x, "holds"), (x, ">", 1, "violated"),
        (sin(r), "<=", 2, "undecided"),
        (oo, ">", 3, "holds"), (3, ">=", oo, "violated"), (nan, "<=", 1, "undecided"), (1, "<=", nan, "undecided"),
        ([1, 2], "<=", [1, 3], "holds"), ([1, 4], "<=", [1, 3], "violated"), (I, "<=", 1, "undecided"),
        (True, "<=", True, "equal"), (True, "<=", False, "different"),
    ],
)  # fmt: skip
def test_inequalities(a: object, relation: str, b: object, verdict: str) -> None:
    """Numbers exactly or by balls; expressions by a point against them, or the sign of all coefficients."""
    assert compare(a, b, relation).verdict == verdict


def test_slack() -> None:
    """The least distance from violation, of numbers and of balls."""
    assert compare([1, 5], [2, 9], "<=").slack == 1
    with precision(30):
        found = compare(arb("1 +/- 1e-3"), arb(2), "<=")
        assert found.verdict == "holds"
        assert arb("0.998") < found.slack < arb("0.9991")
        assert compare(arb("1 +/- 1e-3"), arb(1), "<=").verdict == "undecided"
        assert compare(arb(3), arb("1 +/- 1e-3"), "<=").verdict == "violated"


def test_points_of_the_claim() -> None:
    """Where the claim gives points of its own, only they tell expressions apart: |n - k| = n - k for k < n."""
    over = [{"n": 3, "k": 1}, {"n": 5, "k": 2}]
    assert compare(Abs(n - k), n - k).verdict == "different"
    assert compare(Abs(n - k), n - k, over=over).verdict == "undecided"
    found = compare(Abs(n - k), n - k + sqrt(n) - sqrt(n - k), over=over)
    assert "k = 1, n = 3" in found.proof


def test_a_symbol_that_cancels_has_a_value_all_the_same() -> None:
    """x + n <= n + 1 is violated at a point that gives both; theorem-14's twins had no point without n."""
    n_, x_ = Symbol("n", integer=True, positive=True), Symbol("x", real=True)
    found = compare(x_ + n_, n_ + 1, "<=", over=({"n": 2, "x": 5},))
    assert (found.verdict, found.proof) == ("violated", "at n = 2, x = 5: 7.0000000 and 3.0000000")
    assert compare(n_ + 1, n_, "<=").no
    assert compare(n_ + sqrt(x_**2 + 1), n_, ">").yes


@pytest.mark.parametrize(
    ("left", "right", "relation"),
    [(log(2), log(3), "="), (Symbol("x") ** 2, Symbol("x"), "="), (exp(Symbol("x")), 1, "="), (2, sqrt(3), "<="),
     (Symbol("x", real=True), 1, "<="), (sqrt(2) + sqrt(3), sqrt(5 + 2 * sqrt(6)) + Rational(1, 10**400), "=")],
)  # fmt: skip
def test_no_text_where_none_is_asked_for(left, right, relation) -> None:
    """`prove=False`: the verdict is the same, and nothing is written; writing took three quarters of skew-mean."""
    assert compare(left, right, relation, prove=False).no
    assert compare(left, right, relation, prove=False).proof == ""
    assert compare(left, right, relation).proof
