"""Zeros with proof: on polynomials with known zeros, on systems, and where there is nothing to prove; decimals."""

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import pytest
from flint import arb, arb_series, ctx, fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refused import refused
from tests.strategies import SETTINGS
from theory.exact.certify import (
    Isolation,
    UnprovedError,
    decimal,
    digits_known,
    isolate_roots,
    krawczyk,
    newton,
    precision,
)
from theory.exact.rationals import to_fmpq
from theory.wide.kernels import kappa_by_quadrature

INSIDE = st.fractions(min_value=-5, max_value=5, max_denominator=40)


def horner(polynomial: fmpq_poly, x: arb) -> arb:
    value = arb(0)
    for coefficient in reversed(polynomial.coeffs()):
        value = value * x + arb(coefficient)
    return value


def isolated(roots: list[Fraction]) -> tuple[Isolation, fmpq_poly]:
    polynomial = fmpq_poly([1])
    for root in roots:
        polynomial *= fmpq_poly([-to_fmpq(root), 1])
    slope = polynomial.derivative()
    with precision(40):
        found = isolate_roots(lambda x: horner(polynomial, x), lambda x: horner(slope, x), arb(-6), arb(7))
    return found, polynomial


@settings(SETTINGS, max_examples=25)
@given(st.lists(INSIDE, max_size=5, unique=True))
def test_all_roots_of_a_polynomial(roots: list[Fraction]) -> None:
    """Each ball holds exactly one of the known zeros, in order, and none is missing; Newton finds its digits."""
    found, polynomial = isolated(roots)
    assert [[ball.contains(to_fmpq(r)) for r in sorted(roots)] for ball in found.roots] == [
        [i == j for j in range(len(roots))] for i in range(len(roots))
    ]
    slope = polynomial.derivative()
    for ball, root in zip(found.roots, sorted(roots), strict=True):
        with precision(40):
            close = newton(lambda x: horner(polynomial, x), lambda x: horner(slope, x), ball, 30)
            assert close.rad() < arb("1e-30")
        with precision(100):  # a ball around 1/3 narrower than `close`
            assert close.contains(to_fmpq(root))


@settings(SETTINGS, max_examples=6)
@given(INSIDE, st.lists(INSIDE, max_size=2))
def test_multiple_roots_are_refused(root: Fraction, others: list[Fraction]) -> None:
    """Balls cannot prove a double zero; they have to say so rather than count it as one, two or none."""
    with pytest.raises(UnprovedError, match=r"no sign of f is certain near|boxes do not settle"):
        isolated([root, root, *others])


def test_no_root_by_a_hair() -> None:
    """x^2 + 1e-20 has no zero; x^2 - 1e-20 has two, 2e-10 apart."""
    for shift, count in (("1e-20", 0), ("-1e-20", 2)):
        with precision(50):
            found = isolate_roots(lambda x, c=shift: x * x + arb(c), lambda x: 2 * x, arb(-1), arb(2))
        assert len(found.roots) == count


IDENTITY = (lambda x: x, lambda _: arb(1))


test_what_is_not_certain_is_not_said = refused(
    "Of a function that is not defined somewhere, of a zero at an end, and of an end that is not exact.",
    (lambda x: x.log(), lambda x: 1 / x, arb(-1), "is not certain: nan; choose another end"),
    (lambda x: 1 / x, lambda x: -1 / x**2, arb(-1), "300 boxes do not settle the zeros near"),
    (*IDENTITY, arb(0), "choose another end"),
    (*IDENTITY, arb("-1 +/- 1e-9"), "choose another end"),
    of=lambda f, df, low: isolate_roots(f, df, low, arb(2), max_boxes=300),
    error=UnprovedError,
)


@pytest.mark.parametrize(("shift", "start"), [(1, "0.5 +/- 0.9"), (-1, "0.5 +/- 0.9"), (1, "1.5 +/- 0.5")])
def test_newton_needs_its_hypotheses(shift: int, start: str) -> None:
    """No change of sign, or a derivative of unknown sign: no zero is claimed."""
    with pytest.raises(UnprovedError, match="f is not seen to change sign and f' to keep its sign"):
        newton(lambda x: x * x + shift, lambda x: 2 * x, arb(start), 20)


def test_digits_of_a_kernel_root() -> None:
    """kappa(x) = 1/2 at x = 0.32867..., by Newton with a derivative from series, by quadrature, and at 2,000 digits."""

    def f(x):  # type: ignore[no-untyped-def]
        return ((1 - x * x).sqrt() + (arb.pi() - x.acos()) * x) / arb.pi() - arb(fmpq(1, 2))

    few, many = (newton(f, lambda x: f(arb_series([x, 1], 2))[1], arb("0.3 +/- 0.2"), digits) for digits in (60, 2000))
    assert decimal(few, 20) == "0.32867416290854621682"
    assert decimal(many, 60) == decimal(few, 60)
    x = fmpq(32867416290854621682, 10**20)
    assert abs(kappa_by_quadrature(x) - arb(fmpq(1, 2))) < arb("1e-20")


def test_krawczyk_two_unknowns() -> None:
    """x^2 + y^2 = 4, xy = 1: x + y = sqrt 6, x - y = sqrt 2, to 100 digits; a box beside it proves nothing."""

    def system(z):  # type: ignore[no-untyped-def]
        x, y = z
        return [x * x + y * y - 4, x * y - 1], [[2 * x, 2 * y], [y, x]]

    x, y = krawczyk(system, [arb("1.93 +/- 0.02"), arb("0.51 +/- 0.02")], 100)
    with precision(110):
        assert (x + y).overlaps(arb(6).sqrt())
        assert (x - y).overlaps(arb(2).sqrt())
        assert max(x.rad(), y.rad()) < arb("1e-100")
    with pytest.raises(UnprovedError, match=r"no zero is proved in \(.*\): Krawczyk's image is not inside the box"):
        krawczyk(system, [arb("1.9 +/- 0.02"), arb("0.51 +/- 0.02")], 20)


def test_krawczyk_refuses_a_double_zero() -> None:
    """x^2 = 0 has a zero, but no regular one: existence is not claimed."""
    with pytest.raises(UnprovedError, match="is not inside the box"):
        krawczyk(lambda z: ([z[0] ** 2], [[2 * z[0]]]), [arb("0.1 +/- 0.2")], 20)
    with pytest.raises(UnprovedError, match=r"the Jacobian at .* is singular"):
        krawczyk(lambda z: ([z[0] ** 2], [[2 * z[0]]]), [arb("0 +/- 0.2")], 20)


def test_digits_known() -> None:
    """The radius is below 10^-D, and D is at most one digit too small."""
    for k in range(1, 40):
        with precision(60):
            d = digits_known(arb(1, arb(10) ** -k))
            assert k - 1 <= d <= k
            assert arb(1, arb(10) ** -k).rad() < arb(10) ** -d


@settings(SETTINGS, max_examples=50)
@given(st.fractions(max_denominator=10**9), st.integers(1, 30))
def test_decimal_rounds_correctly(c: Fraction, digits: int) -> None:
    """decimal(ball of c) is within half a unit of its last digit of c, or the ball straddles a tie."""
    with precision(60):
        enclosure = arb(to_fmpq(c))
    try:
        text = decimal(enclosure, digits)
    except ValueError:  # only possible at an exact tie
        text = ""
        scaled = 2 * abs(c) * 10**60
        assert scaled.denominator == 1 or not c
    if text:
        unit = Fraction(10) ** int(Decimal(text).as_tuple().exponent)
        assert abs(Fraction(text) - c) <= (unit / 2 if c else 0)
        assert len(Decimal(text).as_tuple().digits) == (digits if c else 1)


@pytest.mark.parametrize(
    ("number", "digits", "wanted"),
    [
        (fmpq(181, 200), 2, "0.90"),
        (fmpq(13, 20), 1, "0.6"),
        (fmpq(1, 3), 4, "0.3333"),
        ("0", 5, "0"),
        ("1e-70", 3, "1.00E-70"),
        ("-12345678", 3, "-1.23E+7"),
        ("9.9996 +/- 1e-7", 4, "10.00"),
        ("0.5 +/- 1e-20", 10, "0.5000000000"),
    ],
)
def test_decimal_formats(number: fmpq | str, digits: int, wanted: str) -> None:
    """Ties of rationals go to the even digit, which a ball can never decide; trailing zeros are digits too; far from 1
    an exponent is printed."""
    with precision(50):
        assert decimal(arb(number) if isinstance(number, str) else number, digits) == wanted


test_decimal_refuses = refused(
    "A ball that does not fix the digits, or is not finite, is refused.",
    ("0.5 +/- 0.1", 3, r"this ball does not fix 3 digits: .*; enclose with more precision"),
    ("nan", 3, "this ball is not finite: nan"),
    ("1", 0, "got digits = 0; at least 1 is needed"),
    of=lambda text, digits: decimal(arb(text), digits),
)


def test_precision_is_restored() -> None:
    """The global precision comes back after the block, nested or left by an error, also of a search for zeros."""
    before = ctx.prec
    with precision(100):
        with precision(10):
            assert ctx.dps == 10
        assert ctx.dps == 100
    with suppress(ZeroDivisionError), precision(100):
        _ = Fraction(1, 0)
    with suppress(UnprovedError):
        newton(*IDENTITY, arb(1), 50)
    assert ctx.prec == before
