"""Spectra of the fixed rays against the derivative of the map in floats, exact derivatives, asymptotics."""

import json
from itertools import pairwise

import numpy as np
import pytest
from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Integer, Rational, Symbol, pi

from numerics.limits.gram_dynamics import gram_map
from theory.exact.certify import precision
from theory.exact.expressions import enclose, value, vanishes
from theory.notation import alpha
from theory.wide.escaped import first_size
from theory.wide.fixed_points import NoFixedPoint, of_kind, saddle
from theory.wide.isotypic import rescaled_blocks
from theory.wide.outlier import mean_map_derivative
from theory.wide.rescaled_cosine import rescaled_cosine_slope
from theory.wide.spectrum import at_correlation, spectrum
from theory.wide.stability import escape_threshold, saddle_series, symmetric_gap, symmetric_mixed

RC, RS, FULL = ("rc", "nl"), ("rs", "nl"), ("rc", "rs", "nl")
CASES = [
    *(("symmetric", n, RC, 1) for n in (3, 4, 6)), ("symmetric", 5, FULL, 1), ("symmetric", 3, RS, 1),
    ("symmetric", 5, RS, 1), ("broken", 7, RC, 1), ("saddle", 8, RC, 1), ("escaped", 9, RC, 2), ("saddle", 9, RC, 2),
    ("escaped", 12, RC, 3),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "n", "components", "k"), CASES)
def test_spectrum_is_that_of_the_derivative(kind: str, n: int, components: tuple[str, ...], k: int) -> None:
    """Eigenvalues and multiplicities of the derivative of the full map, in floats, by differences; 0 where RC kills."""
    point = of_kind(kind, n, components, k=k)
    found = spectrum(kind, n, components, k)
    ours = [float(e.ball(20)) for e in found.eigenvalues for _ in range(e.multiplicity)]
    assert len(ours) == (n * (n - 1) // 2 if "rc" in components else n * (n + 1) // 2)

    places = [(i, j) for i in range(n) for j in range(i + 1)]
    step = np.zeros((len(places), n, n))
    for row, (i, j) in enumerate(places):
        step[row, i, j] = step[row, j, i] = 1e-6
    G = np.array(point.gram("float"))
    slopes = (gram_map(G + step, components) - gram_map(G - step, components)) / 2e-6
    J = np.array([[slope[i, j] for i, j in places] for slope in slopes]).T / float(point.figures()["multiplier"])
    wanted = np.linalg.eigvals(J)
    ours += [0.0] * (len(places) - len(ours))
    assert np.abs(np.sort(wanted.real) - np.sort(ours)).max() < 1e-6
    assert np.abs(wanted.imag).max() < 1e-6
    assert found.stable == (sum(x > 1 + 1e-9 for x in ours) == 0)
    assert found.index == sum(x > 1 + 1e-9 for x in ours)


def test_representations() -> None:
    """The broken ray has a trivial direction, two standard ones, and (n - 3, 2); for more points S_k x S_m acts."""
    assert [(e.representation, e.multiplicity) for e in spectrum("broken", 9).eigenvalues[1:]] == [
        ("trivial", 1), ("standard", 7), ("(6,2)", 20), ("standard", 7)]  # fmt: skip
    found = spectrum("escaped", 12, k=3)
    assert next(e.multiplicity for e in found.eigenvalues if e.representation == "standard x trivial") == 2


def outlier_eigenvalues(n: int, k: int) -> list[tuple[Expr, int]]:
    """(eigenvalue, multiplicity) at k copies of one point and m = n-k of another, RC + ReLU, one-sided.

    1 (the ray); alpha_k for all differences inside the clusters, Sym^2 of them; alpha_k m/n and alpha_k k/n for
    a shift of one point of A, of B; 0 for products of two shifts. k = 1 is nachum24, I6.
    """
    m, gain = n - k, alpha(Integer(n), k)
    inside = (k * (k - 1) + m * (m - 1)) // 2
    zero = (Integer(0), (k - 1) * (m - 1))
    return [(Integer(1), 1), (gain, inside), (gain * m / n, k - 1), (gain * k / n, m - 1), zero]


@pytest.mark.parametrize("n", [3, 4, 7])
def test_outlier_is_the_exact_derivative(n: int) -> None:
    """I6: the characteristic polynomial of theory.wide.outlier's matrix; for k > 1 the formula."""
    for k in range(1, (n + 1) // 2):
        found = spectrum("outlier", n, k=k)
        claimed = {}
        for root, times in outlier_eigenvalues(n, k):
            claimed[root] = claimed.get(root, 0) + times
        ours: dict[object, int] = {}
        for e in found.eigenvalues:
            ours[e.value] = ours.get(e.value, 0) + e.multiplicity
        assert ours == {root: times for root, times in claimed.items() if times}
        assert found.index == sum(times for root, times in claimed.items() if root > 1)
        if k == 1:
            polynomial = fmpq_poly([1])
            for e in found.eigenvalues:
                root = value(e.value, {})
                polynomial *= fmpq_poly([fmpq(-root.numerator, root.denominator), 1]) ** e.multiplicity
            assert polynomial == mean_map_derivative(n).charpoly()


def test_outlier_under_full_bn() -> None:
    """S6: only the shifts of one cluster point keep a finite eigenvalue, alpha/n; a spread has slope oo."""
    found = spectrum("outlier", 6, ("rc", "rs", "nl")).figures()
    assert [(e["value"], e["multiplicity"]) for e in found["eigenvalues"]] == [
        ("0", 1), ("inf", 1), ("inf", 4), ("inf", 5), ("0.23076923076923076923", 4)]  # fmt: skip
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
        assert abs((saddle(n).value("norm_ratio", 30) - 1) * n - enclose(found.norm_ratio[1], {})) < arb("1e-4")
    errors = []
    for size in (10**3, 10**4, n):
        at_saddle = spectrum("saddle", size, digits=30).eigenvalues
        grows = next(e for e in at_saddle if e.representation == "trivial" and not e.scale)
        errors.append(abs((grows.ball(40) - 1) * size - enclose(found.slope, {}, 30)))
    assert all(later * 5 < earlier for earlier, later in pairwise(errors))


def test_symmetric_series() -> None:
    """1 - lambda_std = (pi-2)/(2(pi-1)n) + .., lambda_(n-2,2) -> pi/(2(pi-1)); remainders of the next order."""
    p = Symbol("p")
    assert vanishes((symmetric_gap(1)[0] - (pi - 2) / (2 * (pi - 1))).subs(pi, p))
    assert vanishes((symmetric_mixed(0)[0] - pi / (2 * (pi - 1))).subs(pi, p))
    first, second = (enclose(e, {}, 60) for e in symmetric_gap(2))
    for size in (10**3, 10**6):
        gap = 1 - spectrum("symmetric", size, digits=30).eigenvalues[1].ball(40)
        assert abs(gap * size**2 - first * size - second) < arb(3) / size


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sym", 5), "kind 'sym': wanted one of symmetric, outlier, broken, saddle, escaped"),
        (("symmetric", 2), "n = 2: a spectrum needs a batch of 3 or more points"),
        (("symmetric", None), "n = None: a spectrum needs a batch of 3 or more points, and a finite one"),
        (("escaped", 10, ("rc", "nl"), 5), "k = 5: fewer than half of n = 10 points can escape"),
        (("broken", 10, ("rc", "nl"), 2), "k = 2: the broken point leaves no choice of k"),
        (("symmetric", 5, ("rc", "tanh")), "component 'tanh'"),
        (("symmetric", 5, ("rc",)), "symmetric with rc: without nl, the ReLU, layers are linear"),
        (("symmetric", 5, ("rc", "nl"), 1, 10**5), "digits = 100000"),
        (("outlier", 9, ("rc", "rs", "nl"), 2), "k = 2 outliers under full BN"),
    ],
)
def test_refusals(arguments: tuple, message: str) -> None:  # type: ignore[type-arg]
    """What came, and what was wanted."""
    with pytest.raises(ValueError, match=message):
        spectrum(*arguments)


def test_no_fixed_ray() -> None:
    """n = 6 has no broken point, theory.wide.fixed_points says why; a correlation that no fixed ray has is noticed."""
    with pytest.raises(NoFixedPoint, match="n = 6: no zero of F_n"):
        spectrum("broken", 6)
    with precision(30), pytest.raises(ValueError, match="this ray is not fixed"):
        at_correlation("broken", 10, 1, arb("0.5 +/- 1e-20"))
