"""The equation behind escaped points: its reduction, certified counts, thresholds."""

import math
from contextlib import suppress

import pytest
from flint import arb, arb_series
from sympy import symbols

from theory.exact.certify import UnprovedError, isolate_roots, precision
from theory.exact.expressions import vanishes
from theory.wide.escaped import balance, first_size, mean_angle, none_beyond, roots, slope
from theory.wide.fixed_points import broken, saddle, saddle_node


@pytest.mark.parametrize("n", [3, 6, 7, 30, 10**6, 10**9])
def test_counts(n: int) -> None:
    """No escaped point for n up to 6, exactly two from 7 on; none beyond the symmetric point."""
    assert len(roots(n).roots) == (0 if n < 7 else 2)
    assert none_beyond(n).roots == ()


@pytest.mark.parametrize(("k", "threshold"), [(1, "6.1071"), (2, "8.774"), (3, "11.351"), (5, "16.321"), (10, "28.19")])
def test_thresholds(k: int, threshold: str) -> None:
    """For k escaped points: none below the threshold n*_k (nachum24, S5), exactly two from it on."""
    first = math.ceil(float(threshold))
    assert first_size(k) == first
    assert abs(float(saddle_node(k).figures(15)["n"]) - float(threshold)) <= 0.005
    for n in {max(first - 1, 2 * k + 1), first}:
        assert len(roots(n, k).roots) == (2 if n >= first else 0)
        assert none_beyond(n, k).roots == ()


def test_the_symmetric_point_is_an_exact_zero() -> None:
    """E(theta_max) = 0 for every n and k: with sin = Y/(n-1), Y = sqrt(n(n-2)), arctan y = pi - theta_max, exactly."""
    n, k, Y, theta, pi = symbols("n k Y theta pi")
    v, a, b = n / (n - 1), (n - k) / (n - 1), k / (n - 1)
    h = (Y + theta) / (n - 1)  # pi (kappa - rho) = sin theta - theta cos theta = m v
    weight = n**2 / (k * (n - k) * v) + (n - k) * (k - 1) / (k * a) + k * (n - k - 1) / ((n - k) * b)
    assert vanishes(pi - h * weight / 2 + Y - (pi - theta))
    with precision(40):
        top = (arb(-1) / 9).acos()
        assert all(balance(arb(10), k, top).contains(0) for k in (1, 2, 3, 4))


def test_mean_angle() -> None:
    """m is the mean of t under sin t on (0, theta): against its integral formula, its hull, its derivatives."""
    with precision(50):
        for text in ("1e-12", "0.3", "1.5", "3"):
            t = arb(text)
            assert mean_angle(t).overlaps((t.sin() - t * t.cos()) / (1 - t.cos()))
        assert mean_angle(arb(0)) == 0
        assert mean_angle(arb("3.1 +/- 0.2")).contains(arb.pi() / 2)
        assert not mean_angle(arb("3.1 +/- 0.01")).contains(arb.pi() / 2)
        wide = mean_angle(arb("1 +/- 0.5"))
        assert wide.contains(mean_angle(arb("0.6")))
        assert wide.contains(mean_angle(arb("1.4")))
        direct = arb_series([arb(1), 1], 3)
        direct = (direct.sin() - direct * direct.cos()) / (1 - direct.cos())
        ours = mean_angle(arb_series([arb(1), 1], 3))
        for i in range(3):
            assert ours[i].overlaps(direct[i])
            assert ours[i].rad() < arb("1e-40")


@pytest.mark.parametrize("n", [6, 7, 10])
def test_the_reduction_to_an_angle(n: int) -> None:
    """F_n(s) = s, times its denominator and written in s, has as many solutions as E = 0, at the same s."""

    def defect(s):  # type: ignore[no-untyped-def]
        u = 1 + s * (n - 2)
        y, rho = (u - 1).sqrt(), (1 - s) / u
        kappa = ((1 - rho * rho).sqrt() + (arb.pi() - rho.acos()) * rho) / arb.pi()
        bracket = (n - 1) ** 3 - 2 / arb.pi() * (n - 1) ** 2 * (y - y.atan()) + u * (1 + (n - 2) * kappa)
        return n**2 * u * (1 - kappa) - s * bracket

    with precision(40):
        ends = (arb("0.01").mid(), arb(f"{n - 0.01}").mid())
        found = isolate_roots(defect, lambda s: defect(arb_series([s, 1], 2))[1], *ends).roots
    assert len(found) == len(roots(n).roots)
    if found:
        assert found[0].contains(broken(n).value("s", 30))
        assert found[1].contains(saddle(n).value("s", 30))


@pytest.mark.parametrize("digits", [1, 2, 5, 8])
def test_undecided_is_not_none(digits: int) -> None:
    """Too few digits give an error, never a wrong count: one zero of E on (0, 3/2) at n = 1000."""
    size = arb(1000)
    with precision(digits), suppress(UnprovedError):
        found = isolate_roots(lambda t: balance(size, 1, t), lambda t: slope(size, 1, t), arb(0), arb(1.5))
        assert len(found.roots) == 1
