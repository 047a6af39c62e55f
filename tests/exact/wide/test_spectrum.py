"""Spectra of the fixed rays: exact derivatives, certified indices, asymptotics, refusals.

`tests/bridge/limits/test_spectrum.py` compares them with the derivative of the full map in floats.
"""

import json
from itertools import pairwise

import pytest
from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, pi

from tests.refused import refused
from theory.exact.certify import precision
from theory.exact.expressions import enclose, vanishes
from theory.wide.escaped import first_size
from theory.wide.fixed_points import NoFixedPoint, saddle
from theory.wide.isotypic import rescaled_blocks
from theory.wide.rescaled_cosine import rescaled_cosine_slope
from theory.wide.spectrum import at_correlation, spectrum
from theory.wide.stability import escape_threshold, saddle_series

RC, RS = ("rc", "nl"), ("rs", "nl")


def test_representations() -> None:
    """The broken ray has a trivial direction, two standard ones, and (n - 3, 2); for more points S_k x S_m acts."""
    assert [(e.representation, e.multiplicity) for e in spectrum("broken", 9).eigenvalues[1:]] == [
        ("trivial", 1), ("standard", 7), ("(6,2)", 20), ("standard", 7)]  # fmt: skip
    found = spectrum("escaped", 12, k=3)
    assert next(e.multiplicity for e in found.eigenvalues if e.representation == "standard x trivial") == 2


def test_outlier_under_full_bn() -> None:
    """S6: only the shifts of one cluster point keep a finite eigenvalue, alpha/n; a spread has slope oo."""
    found = spectrum("outlier", 6, ("rc", "rs", "nl")).figures()
    assert [(e["value"], e["multiplicity"]) for e in found["eigenvalues"]] == [
        ("0", 1), ("inf", 1), ("inf", 4), ("inf", 5), ("0.23076923076923076923", 4), ("0", 6)]  # fmt: skip
    assert not found["stable"]
    assert found["index"] == 10
    assert "F(s) ~ C sqrt(s)" in found["says"]


def test_index_of_all_small_sizes() -> None:
    """For every n <= 16 and k < n/2 with n > n*_k the indices are k - 1 and k, certified."""
    for size in range(7, 17):
        for k in range(1, (size + 1) // 2):
            if size >= first_size(k):
                assert [spectrum(kind, size, k=k, digits=3).index for kind in ("escaped", "saddle")] == [k - 1, k]


@pytest.mark.parametrize("n", [200, 10**6])
def test_stability_of_the_branches(n: int) -> None:
    """Broken is stable and the saddle has index 1, certified, where the eigenvalues are 1 - O(1/n), too."""
    assert spectrum("broken", n).stable
    found = spectrum("saddle", n)
    assert found.index == 1
    assert [e.representation for e in found.eigenvalues if not e.scale and e.ball(30) > 1] == ["trivial"]


def test_rescaled_cosine() -> None:
    """The eigenvalue of the blocks' proper integral is the slope by wide.rescaled_cosine's trapezoidal rule."""
    with precision(40):
        c = arb(fmpq(3, 10))
        assert abs(rescaled_blocks(20, c)[0].eigenvalues()[1] - rescaled_cosine_slope(c, 20, 25)) < 1e-24


def test_normal_form() -> None:
    """-c(c - 2(pi-2))/(4(pi-1)n); its zero, the saddle's gap n - s, and its slope are those at n = 10^6, certified."""
    found, c, p = saddle_series(), Symbol("c", real=True), Symbol("p")
    assert vanishes((found.normal_form[0] + c * (c - 2 * (pi - 2)) / (4 * (pi - 1))).subs(pi, p))
    assert vanishes((found.norm_ratio[1] - (pi - 2)).subs(pi, p))
    assert escape_threshold(Integer(100)) == 1 + (pi - 2) / 100
    n = 10**6
    with precision(40):
        gap = n - saddle(n).value("s", 30)
        assert abs((gap - enclose(found.gap[0], {})) * n - enclose(found.gap[1], {})) < arb("1e-4")
        first, second = (enclose(r, {}) for r in found.norm_ratio[1:])
        assert abs(((saddle(n).value("norm_ratio", 30) - 1) * n - first) * n - second) < arb("1e-3")
    errors = []
    for size in (10**3, 10**4, n):
        at_saddle = spectrum("saddle", size, digits=30).eigenvalues
        grows = next(e for e in at_saddle if e.representation == "trivial" and not e.scale)
        errors.append(abs((grows.ball(40) - 1) * size - enclose(found.slope, {}, 30)))
    assert all(later * 5 < earlier for earlier, later in pairwise(errors))


@pytest.mark.parametrize(
    ("kind", "n", "components", "k"),
    [("symmetric", 7, RC, 1), ("saddle", 1000, RC, 1), ("escaped", 12, RC, 3), ("symmetric", 4, RS, 1)],
)
def test_printed_digits(kind: str, n: int, components: tuple[str, ...], k: int) -> None:
    """40 printed digits are those of 80, rounded."""
    short, long = (spectrum(kind, n, components, k, digits).figures()["eigenvalues"] for digits in (40, 80))
    for a, b in zip(short, long, strict=True):
        assert (a["multiplicity"], a["representation"]) == (b["multiplicity"], b["representation"])
        assert abs(Rational(a["value"]) - Rational(b["value"])) <= Rational(1, 2) * Rational(10) ** -39 * max(
            1, abs(Rational(b["value"]))
        )
        assert len(a["value"].replace("0.", "").replace(".", "")) in (1, 40)


def test_in_a_notebook() -> None:
    """LaTeX is exact where the spectrum is; JSON is plain data."""
    exact = spectrum("outlier", 5)
    assert r"\frac{25}{17} & \times 3 & \text{standard}" in exact._repr_latex_()
    assert json.loads(json.dumps(exact.figures()))["group"] == "S_4"


test_refusals = refused(
    "What came, and what was wanted.",
    (("sym", 5), "kind 'sym': wanted one of symmetric, outlier, broken, saddle, escaped"),
    (("symmetric", 2), "n = 2: a spectrum needs a finite batch of 3 or more points"),
    (("symmetric", None), "n = inf: a spectrum needs a finite batch of 3 or more points"),
    (("broken", 10, ("rc", "nl"), 2), "k = 2: the broken point leaves no choice of k"),
    (("symmetric", 5, ("rc", "nl"), 1, 10**5), "digits = 100000"),
    (("outlier", 9, ("rc", "rs", "nl"), 2), "k = 2 outliers under full BN"),
    of=lambda arguments: spectrum(*arguments),
)


def test_no_fixed_ray() -> None:
    """n = 6 has no broken point, theory.wide.fixed_points says why; a correlation that no fixed ray has is noticed."""
    with pytest.raises(NoFixedPoint, match="n = 6: no zero of F_n"):
        spectrum("broken", 6)
    with precision(30), pytest.raises(ValueError, match="this ray is not fixed"):
        at_correlation("broken", 10, 1, arb("0.5 +/- 1e-20"))
