"""Spectra of the fixed rays: closed forms, blocks against other routes, digits of an earlier table, asymptotics."""

import json
from itertools import pairwise

import mpmath
import pytest
from flint import arb, fmpq, fmpq_poly
from sympy import Expr, Integer, Rational, Symbol, acos, pi, sqrt

from theory.exact.certify import decimal, precision
from theory.exact.expressions import enclose, value, vanishes
from theory.notation import alpha, n, x
from theory.wide.escaped import first_size
from theory.wide.fixed_points import NoFixedPoint
from theory.wide.isotypic import rescaled_blocks, two_clusters
from theory.wide.kernels import kappa
from theory.wide.outlier import mean_map_derivative
from theory.wide.rescaled_cosine import rescaled_cosine_slope
from theory.wide.spectrum import Spectrum, at_correlation, spectrum
from theory.wide.stability import (
    escape_threshold,
    saddle_series,
    symmetric_eigenvalues,
    symmetric_gap,
    symmetric_mixed,
)


def table(found: Spectrum, digits: int = 12) -> dict[str, list[tuple[str, int]]]:
    """Representation -> printed eigenvalues and multiplicities, without the scale direction."""
    out: dict[str, list[tuple[str, int]]] = {}
    for e in found.eigenvalues:
        if not e.scale:
            out.setdefault(e.representation, []).append((e.decimal(digits), e.multiplicity))
    return out


def test_symmetric_blocks_for_every_n() -> None:
    """S1: the blocks of one orbit, n a symbol, are the closed forms; the gaps are (1-a-b)/(n mu) and n-1 times that."""
    a, b = Symbol("a"), Symbol("b")
    blocks = two_clusters(n, 0, -1 / (n - 1))
    # both routes in a = kappa', b = kappa - rho kappa': rational functions of a, b and n
    known = {
        acos(-1 / (n - 1)): pi * (1 - a),
        acos(1 / (n - 1)): pi * a,
        sqrt(1 - 1 / (n - 1) ** 2): pi * b,
        sqrt(n * (n - 2)): pi * b * (n - 1),
    }
    gap = (1 - a - b) / (a + (1 - b) * (n - 1))
    for block, (closed, times, name), one_minus in zip(
        blocks, symmetric_eigenvalues(), (0, gap, (n - 1) * gap), strict=True
    ):
        (found,) = block.eigenvalues()
        assert block.representation.replace(" ", "") == name
        assert vanishes(block.multiplicity - times)
        assert vanishes((found - closed if hasattr(found, "subs") else closed - found).subs(known))
        assert vanishes(closed.subs(known) - 1 + one_minus)
    # stable: 0 < a < 1/2, and n(n-2) < (n-1)^2 gives b < 1/pi; so 1-a-b > 1/2 - 1/pi > 0, and a/mu > 0
    assert vanishes((n - 1) ** 2 - n * (n - 2) - 1)
    assert vanishes((1 - (n - 1) * gap) - n * a / (a + (1 - b) * (n - 1)))


@pytest.mark.parametrize("n", range(3, 13))
def test_one_family(n: int) -> None:
    """At rho = -1/(n-1) the two-cluster blocks of every k are the symmetric spectrum; dimensions add up to n(n-1)/2."""
    standard, mixed = (enclose(e, {}, 40) for e, _, _ in symmetric_eigenvalues(Integer(n))[1:])
    for k in range((n + 1) // 2):
        with precision(50):
            found = at_correlation("symmetric", n, k, arb(fmpq(-1, n - 1)))
        assert sum(e.multiplicity for e in found.eigenvalues) == n * (n - 1) // 2
        near = [next(i for i, x in enumerate((standard, mixed)) if abs(e.ball(20) - x) < 1e-30)
                for e in found.eigenvalues if not e.scale for _ in range(e.multiplicity)]  # fmt: skip
        assert [near.count(0), near.count(1)] == [n - 1, n * (n - 3) // 2]


def outlier_eigenvalues(n: int, k: int) -> list[tuple[Expr, int]]:
    """(eigenvalue, multiplicity) at k copies of one point and m = n-k of another, RC + ReLU, one-sided.

    1 (the ray); alpha_k for all differences inside the clusters, Sym^2 of them; alpha_k m/n and alpha_k k/n for
    a shift of one point of A, of B; 0 for products of two shifts. k = 1 is nachum24, I6.
    """
    m, gain = n - k, alpha(Integer(n), k)
    inside = (k * (k - 1) + m * (m - 1)) // 2
    zero = (Integer(0), (k - 1) * (m - 1))
    return [(Integer(1), 1), (gain, inside), (gain * m / n, k - 1), (gain * k / n, m - 1), zero]


@pytest.mark.parametrize("n", range(3, 9))
def test_outlier_is_the_exact_derivative(n: int) -> None:
    """I6: the characteristic polynomial of theory.wide.outlier's n(n-1)/2-dimensional matrix; for k > 1 the formula."""
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


@pytest.mark.parametrize(
    ("n", "text"),
    [(3, "0.780582915150"), (5, "0.914575192520"), (7, "0.947531539163"), (10, "0.966890556346"),
     (20, "0.985205584007"), (50, "0.994446743920")],
)  # fmt: skip
def test_catalogue_symmetric(n: int, text: str) -> None:
    """S1: lambda_std, all printed digits."""
    assert table(spectrum("symmetric", n))["standard"] == [(text, n - 1)]


@pytest.mark.parametrize(
    ("n", "text"),
    [(3, "0.3902914576"), (5, "0.6097167950"), (7, "0.7106486544"), (10, "0.7910922734"), (20, "0.8913764808")],
)
def test_catalogue_full_bn(n: int, text: str) -> None:
    """S6: (n-1)/(n+1) lambda_std, and 0 for the scale."""
    found = spectrum("symmetric", n, ("rc", "rs", "nl"))
    assert table(found, 10)["standard"] == [(text, n - 1)]
    assert found.eigenvalues[0].value == 0
    assert found.stable


BROKEN = {
    7: ("0.944832278317", "0.878502567559", "0.806495031190", "0.341064045265"),
    10: ("0.926769839377", "0.909803662453", "0.882691840317", "0.172912900631"),
    20: ("0.952294996640", "0.951063341535", "0.946792936325", "0.062184030618"),
    50: ("0.979915508339", "0.979880619231", "0.979560612958", "0.021292738783"),
}


@pytest.mark.parametrize("n", BROKEN)
def test_catalogue_broken(n: int) -> None:
    """S3: F', the standard pair and (n-3,2), the printed digits but one: at n = 50 it has ...978 for ...958."""
    found = spectrum("broken", n)
    assert [(e.representation, e.multiplicity) for e in found.eigenvalues[1:]] == [
        ("trivial", 1), ("standard", n - 2), (f"({n - 3},2)", (n - 1) * (n - 4) // 2), ("standard", n - 2)]  # fmt: skip
    for e, text in zip(found.eigenvalues[1:], BROKEN[n], strict=True):
        assert abs(e.ball(30) - arb(text)) <= arb("5e-13")
    assert found.stable


@pytest.mark.parametrize(("n", "text"), [(7, "1.030429"), (10, "1.026960"), (20, "1.013772"), (50, "1.005418")])
def test_catalogue_saddle(n: int, text: str) -> None:
    """S4: F'(s_u), and index exactly 1."""
    found = spectrum("saddle", n)
    assert table(found, 7)["trivial"] == [(text, 1)]
    assert found.index == 1


@pytest.mark.parametrize(
    ("n", "k", "indices"),
    [(10, 2, (1, 2)), (12, 3, (2, 3)), (16, 4, (3, 4)), (20, 5, (4, 5)), (20, 6, (5, 6)), (60, 2, (1, 2))],
)
def test_catalogue_escaped(n: int, k: int, indices: tuple[int, int]) -> None:
    """S5: Morse index k - 1 for the more broken ray and k for the other, in the standard representation of S_k."""
    found = spectrum("escaped", n, k=k), spectrum("saddle", n, k=k)
    assert tuple(point.index for point in found) == indices
    for point in found:
        assert next(e.multiplicity for e in point.eigenvalues if e.representation == "standard x trivial") == k - 1
        assert sum(e.multiplicity for e in point.eigenvalues) == n * (n - 1) // 2
    if (n, k) == (10, 2):
        assert table(found[0], 5)["standard x trivial"] == [("1.0952", 1)]


def test_index_of_all_small_sizes() -> None:
    """S5: for every n <= 24 and k < n/2 with n > n*_k the indices are k - 1 and k, certified."""
    for size in range(7, 25):
        for k in range(1, (size + 1) // 2):
            if size >= first_size(k):
                assert [spectrum(kind, size, k=k, digits=3).index for kind in ("escaped", "saddle")] == [k - 1, k]


@pytest.mark.parametrize("n", [7, 8, 9, 13, 40, 200, 10**6])
def test_stability_of_the_branches(n: int) -> None:
    """S3, S4: broken is stable and the saddle has index 1, certified; also where the eigenvalues are 1 - O(1/n)."""
    assert spectrum("broken", n).stable
    saddle = spectrum("saddle", n)
    assert saddle.index == 1
    assert [e.representation for e in saddle.eigenvalues if not e.scale and e.ball(30) > 1] == ["trivial"]


@pytest.mark.parametrize("kind", ["broken", "saddle", "symmetric"])
def test_slope_is_the_reduced_maps(kind: str) -> None:
    """S2: the trivial eigenvalue is F_n'(s), by differentiating the printed F_n; n = 8, 11."""
    for size in (8, 11):
        with mpmath.workdps(30):

            def cluster(rho: mpmath.mpf) -> mpmath.mpf:
                return (mpmath.sqrt(1 - rho**2) + (mpmath.pi - mpmath.acos(rho)) * rho) / mpmath.pi

            def reduced(s: mpmath.mpf, size: int = size) -> mpmath.mpf:
                u = 1 + s * (size - 2)
                y, inside = mpmath.sqrt(u - 1), cluster((1 - s) / u)
                lost = 2 / mpmath.pi * (size - 1) ** 2 * (y - mpmath.atan(y))
                return size**2 * u * (1 - inside) / ((size - 1) ** 3 - lost + u * (1 + (size - 2) * inside))

            if kind == "symmetric":
                s, rep = mpmath.mpf(size), "standard"
            else:
                s, rep = mpmath.findroot(lambda s: reduced(s) - s, 0.1 if kind == "broken" else size - 2.5), "trivial"
            assert s > 0.01
            expected = mpmath.diff(reduced, s)
        found = table(spectrum(kind, size), 15)[rep][0][0]
        assert abs(mpmath.mpf(found) - expected) < 1e-12


RESCALED = {
    3: (("0.63598", 2), ("0.48240", 2), ("0.37246", 1)),
    5: (("0.75113", 4), ("0.61933", 5), ("0.51746", 4), ("0.38492", 1)),
    10: (("0.86153", 9), ("0.70706", 35), ("0.54448", 9), ("0.39202", 1)),
}


@pytest.mark.parametrize("n", RESCALED)
def test_catalogue_rescaled(n: int) -> None:
    """S7: RS + ReLU on all n(n+1)/2 symmetric matrices: 0 for the scale, the printed values, stable."""
    found = spectrum("symmetric", n, ("rs", "nl"))
    assert tuple((e.decimal(5), e.multiplicity) for e in found.eigenvalues) == (("0", 1), *RESCALED[n])
    assert sum(e.multiplicity for e in found.eigenvalues) == n * (n + 1) // 2
    assert found.stable


def test_rescaled_cosine() -> None:
    """S7: the eigenvalue of the blocks' proper integral is the slope by wide.rescaled_cosine's trapezoidal rule."""
    for size in (3, 4, 20):
        with precision(40):
            c = arb(fmpq(3, 10))
            assert abs(rescaled_blocks(size, c)[0].eigenvalues()[1] - rescaled_cosine_slope(c, size, 25)) < 1e-24


def test_normal_form() -> None:
    """S4: -c(c - 2(pi-2))/(4(pi-1)n), saddle gap 2(pi-2) - 2(pi^2-6pi+6)/n, slope (pi-2)/(2(pi-1)n)."""
    found, c = saddle_series(), Symbol("c", real=True)
    p = Symbol("p")
    assert vanishes((found.normal_form[0] + c * (c - 2 * (pi - 2)) / (4 * (pi - 1))).subs(pi, p))
    assert vanishes((found.gap[0] - 2 * (pi - 2)).subs(pi, p))
    assert vanishes((found.gap[1] + 2 * (pi**2 - 6 * pi + 6)).subs(pi, p))
    assert vanishes((found.slope - (pi - 2) / (2 * (pi - 1))).subs(pi, p))
    assert vanishes((found.norm_ratio[1] - (pi - 2)).subs(pi, p))
    assert escape_threshold(Integer(100)) == 1 + (pi - 2) / 100
    assert decimal(enclose(found.gap[1], {}, 20), 7) == "5.959903"


def test_symmetric_series() -> None:
    """S1: 1 - lambda_std = (pi-2)/(2(pi-1)n) + ..., lambda_(n-2,2) -> pi/(2(pi-1)); remainders of the next order."""
    p = Symbol("p")
    assert vanishes((symmetric_gap(1)[0] - (pi - 2) / (2 * (pi - 1))).subs(pi, p))
    assert vanishes((symmetric_mixed(0)[0] - pi / (2 * (pi - 1))).subs(pi, p))
    assert decimal(enclose(symmetric_gap(1)[0], {}, 20), 5) == "0.26653"
    assert decimal(enclose(symmetric_mixed(0)[0], {}, 20), 5) == "0.73347"
    first, second = (enclose(e, {}, 60) for e in symmetric_gap(2))
    for size in (10**3, 10**6):
        gap = 1 - spectrum("symmetric", size, digits=30).eigenvalues[1].ball(40)
        assert abs(gap * size**2 - first * size - second) < arb(3) / size


def test_saddle_at_large_n() -> None:
    """S4 and S3 at n = 10^3 .. 10^6, certified, against the series of F'(s_u) - 1 and F' = 1 - 1/n when broken."""
    slope = enclose(saddle_series().slope, {}, 30)
    errors = []
    for size in (10**3, 10**4, 10**6):
        saddle, broken = (spectrum(kind, size, digits=30).eigenvalues for kind in ("saddle", "broken"))
        grows = next(e for e in saddle if e.representation == "trivial" and not e.scale).ball(40) - 1
        errors.append(abs(grows * size - slope))
        returns = next(e for e in broken if e.representation == "trivial" and not e.scale).ball(40)
        assert abs((1 - returns) * size - 1) < arb(10) / size
    assert all(later * 5 < earlier for earlier, later in pairwise(errors))


def test_only_norms_set_the_threshold() -> None:
    """Equal cosines q, norms 1, .., 1, 1 + eps at eps = e/n: c = n - s = 2 e + O(1/n) for every q."""
    e = Rational(3, 5)
    for q in (Rational(-1, 10), Rational(0), Rational(1, 3), Rational(9, 10)):
        size = 10**6
        own, across = (1 + e / size) ** 2, (1 + e / size) * q
        row_o, row_c = own + (size - 1) * across, across + 1 + (size - 2) * q
        total = row_o + (size - 1) * row_c
        h_o, h_c = (d - 2 * row / size + total / size**2 for d, row in ((own, row_o), (Integer(1), row_c)))
        s = ((size - 1) ** 2 * h_c / h_o - 1) / (size - 2)  # H_oo/H_cc = (n-1)^2/u, u = 1 + s(n-2)
        assert abs(size - s - 2 * e) < Rational(100, size) / (1 - q)


@pytest.mark.parametrize(
    ("kind", "n", "components", "k"),
    [("symmetric", 7, ("rc", "nl"), 1), ("broken", 10, ("rc", "nl"), 1), ("saddle", 1000, ("rc", "nl"), 1),
     ("escaped", 12, ("rc", "nl"), 3), ("symmetric", 4, ("rs", "nl"), 1)],
)  # fmt: skip
def test_printed_digits(kind: str, n: int, components: tuple[str, ...], k: int) -> None:
    """40 printed digits are those of 80, rounded."""
    short, long = (spectrum(kind, n, components, k, digits).figures()["eigenvalues"] for digits in (40, 80))
    for a, b in zip(short, long, strict=True):
        assert (a["multiplicity"], a["representation"]) == (b["multiplicity"], b["representation"])
        assert abs(Rational(a["value"]) - Rational(b["value"])) <= Rational(1, 2) * Rational(10) ** -39 * max(
            1, abs(Rational(b["value"]))
        )
        assert len(a["value"].replace("0.", "").replace(".", "")) in (1, 40)


def test_kappa_slopes_agree() -> None:
    """kappa' and kappa - rho kappa' of the blocks are those of theory.wide.kernels."""
    slope = kappa(x).diff(x)
    for rho in (Rational(-1, 3), Rational(2, 5)):
        assert (slope.subs(x, rho) - (1 - acos(rho) / pi)).equals(0)
        assert (kappa(rho) - rho * slope.subs(x, rho) - sqrt(1 - rho**2) / pi).equals(0)


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


def test_no_broken_point() -> None:
    """n = 6 has none; theory.wide.fixed_points says why."""
    with pytest.raises(NoFixedPoint, match="n = 6: no zero of F_n"):
        spectrum("broken", 6)
    with pytest.raises(NoFixedPoint, match="broken with rc, rs, nl: rescaling removes the escape"):
        spectrum("broken", 9, ("rc", "rs", "nl"))


def test_not_a_fixed_ray() -> None:
    """A correlation that no fixed ray has is noticed."""
    with precision(30), pytest.raises(ValueError, match="this ray is not fixed"):
        at_correlation("broken", 10, 1, arb("0.5 +/- 1e-20"))
