"""Fixed points: the full n x n map at each of them, printed digits, forms, refusals."""

import math
from collections.abc import Callable

import pytest
from flint import arb, arb_mat
from sympy import ImmutableMatrix, Rational

from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.wide.fixed_points import (
    FixedPoint,
    NoFixedPoint,
    broken,
    escaped,
    of_kind,
    outlier,
    saddle,
    saddle_node,
    symmetric,
)
from theory.wide.gram_maps import gram_map
from theory.wide.outlier import outlier_gram

NAMES = ("cos_outlier_cluster", "cos_cluster", "norm_ratio", "multiplier")


# n: s, norm ratio, cos(o,c), cos(c,c'), mu
def layer(G: arb_mat) -> arb_mat:
    """K(PGP) in balls, by its definition, shape (n, n)."""
    n = G.nrows()
    P = arb_mat(n, n, [arb(i == j) - arb(1) / n for i in range(n) for j in range(n)])
    H = P * G * P

    def entry(i: int, j: int) -> arb:
        if i == j:
            return H[i, i]
        norm = (H[i, i] * H[j, j]).sqrt()
        rho = H[i, j] / norm
        return norm * ((1 - rho * rho).sqrt() + (arb.pi() - rho.acos()) * rho) / arb.pi()

    return arb_mat(n, n, [entry(i, j) for i in range(n) for j in range(n)])


POINTS = [
    (broken, (7,)), (broken, (12,)), (saddle, (7,)), (saddle, (12,)), (symmetric, (3,)), (symmetric, (12,)),
    *((escaped, (n, k, b)) for n, k in ((9, 2), (12, 3)) for b in ("broken", "saddle")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "arguments"), POINTS)
def test_the_full_map_keeps_the_ray(kind: Callable[..., FixedPoint], arguments: tuple[object, ...]) -> None:
    """K(PGP) = multiplier G, all n x n entries, in balls of 35 digits."""
    point = kind(*arguments)
    G, mu = point.gram("ball", 45), point.value("multiplier", 45)
    with precision(45):
        difference = layer(G) - mu * G
        for entry in difference.entries():
            assert entry.contains(0)
            assert entry.rad() < arb("1e-35")


@pytest.mark.parametrize(("n", "k"), [(2, 1), (5, 1), (5, 2), (9, 4)])
def test_outliers_are_fixed_exactly(n: int, k: int) -> None:
    """The exact ray with k equal outliers, multiplier 1/alpha_k; under full BN as well, with trace n/2."""
    ray = outlier(n, k=k)
    assert gram_map(ray.gram()) == ray.multiplier * ray.gram()
    assert ray.multiplier == Rational(k * k + (n - k) ** 2, n * n)
    if k == 1:
        assert ray.gram() == outlier_gram(n)
        full = outlier(n, "rc,rs,nl")
        image = gram_map(full.gram(), full.components)
        assert image == full.multiplier * full.gram()
        assert image.trace() == Rational(n, 2)


@pytest.mark.parametrize(("point", "most"), [(symmetric(3, "rc,rs,nl"), 3), (symmetric(2, "rs,nl"), 2)])
def test_symmetric_rays_under_rescaling(point: FixedPoint, most: int) -> None:
    """Full BN and RS + ReLU keep the symmetric ray, where their maps are closed, with trace n/2."""
    c = Rational(point.figures(40)["cos_cluster"])
    G = ImmutableMatrix(most, most, lambda i, j: 1 if i == j else c)
    image = gram_map(G, point.components)
    for there, here in zip(image, G, strict=True):
        assert abs(enclose(there - here / 2, {}, 40)) < arb("1e-29")


def test_symmetric_at_infinity() -> None:
    """The cosine tends to 1/pi, and under RS + ReLU to that of an infinite batch."""
    assert symmetric(None).figures(12)["cos_cluster"] == "0.318309886184"
    for components in ("rc,nl", "rs,nl"):
        near, far = (float(symmetric(n, components).figures(12)["cos_cluster"]) for n in (50, None))
        assert 0 < abs(near - far) < 0.02


PRINTED = [
    (symmetric, (2,)), (symmetric, (4, "rs,nl")), (outlier, (7,)), (broken, (7,)), (broken, (10**12,)),
    (saddle, (10**12,)), (escaped, (30, 4)), (saddle_node, (3,)), (saddle_node, (100,)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "arguments"), PRINTED)
def test_printed_digits(kind: Callable[..., FixedPoint], arguments: tuple[object, ...]) -> None:
    """40 printed digits are the first 40 of 80, rounded; so are 1, 2 and 3."""
    point = kind(*arguments)
    long = point.figures(80)
    for digits in (1, 2, 3, 40):
        for name, text in point.figures(digits).items():
            first = math.floor(math.log10(abs(float(text)))) if float(text) else 0
            half = Rational(1, 2) * Rational(10) ** (first - digits + 1)
            assert abs(Rational(long[name]) - Rational(text)) <= half, (name, digits)


BOUND = "certified by isolation in \\d+ boxes with balls of 33 digits; broken points exist from n = 7 on"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: broken(5), rf"n = 5: no zero of F_n\(s\) - s on \(0, n\), {BOUND}"),
        (lambda: saddle(6), "n = 6: no zero of .*; broken points exist from n = 7 on"),
        (lambda: escaped(10, 4),
         r"n = 10, k = 4: no zero of E on \(0, theta_max\), certified by .*; two exist at n = 14$"),
        (lambda: broken(9, "rc,rs,nl"), "broken with rc, rs, nl: rescaling removes the escape; only the outlier"),
        (lambda: broken(9, ("rs", "nl")), "broken with rs, nl: points escape through recentring"),
        (lambda: symmetric(9, ("nl",)), "symmetric with nl: ReLU alone only has the collapsed batch"),
        (lambda: outlier(9, ["nl", "rs"]), "outlier with rs, nl: without recentring, orthogonal points have"),
    ],
)  # fmt: skip
def test_no_fixed_point(call: Callable[[], object], says: str) -> None:
    """Where there is none, the answer is a sentence, and a certificate if it was proved."""
    with pytest.raises(NoFixedPoint, match=f"^{says}") as caught:
        call()
    assert caught.value.reason == str(caught.value)
    assert (caught.value.certificate is not None) == ("no zero" in says)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: symmetric(1), "n = 1: wanted a whole number from 2 to 1,000,000,000,000: the size of a batch"),
        (lambda: broken(2), "n = 2: wanted a whole number from 3 to"),
        (lambda: saddle(7.0), "n = 7.0: wanted a whole number"),  # type: ignore[arg-type]
        (lambda: saddle("7"), "n = '7': wanted a whole number"),  # type: ignore[arg-type]
        (lambda: outlier(True), "n = True: wanted a whole number"),
        (lambda: escaped(10, 5), "k = 5: fewer than half of n = 10 points can escape; the larger cluster is the rest"),
        (lambda: escaped(10, 0), "k = 0: wanted a whole number from 1 to"),
        (lambda: escaped(10, 2, "stable"), "branch 'stable': wanted broken"),  # type: ignore[arg-type]
        (lambda: broken(10, "rc,relu"), "component 'relu': wanted some of rc, rs, nl"),
        (lambda: broken(10, "rc"), "broken with rc: without nl, the ReLU, layers are linear"),
        (lambda: symmetric(10, ()), "symmetric with no components: without nl"),
        (lambda: broken(10).figures(10_001), "digits = 10001: wanted a whole number from 1 to 10,000"),
        (lambda: symmetric(5, "rs,nl").figures(1000), "RS . ReLU at 1,0.. digits takes too long"),
        (lambda: broken(10).value("angle"), "no figure 'angle'; the broken point has norm_ratio, "),
        (lambda: broken(10).gram(), r"the broken point has no closed form: gram\('ball', digits\) or gram\('float'\)"),
        (lambda: broken(10).gram("list"),  # type: ignore[call-overload]
         "gram as 'list': wanted exact, ball or float"),
        (lambda: broken(10**6).gram("float"),
         "n = 1000000: the Gram matrix has 1,000,000,000,000 entries; the budget"),
        (lambda: symmetric(None).gram(), "a Gram matrix needs a batch of finite size"),
    ],
)  # fmt: skip
def test_wrong_use(call: Callable[[], object], says: str) -> None:
    """Says what came and what was wanted; and is not mistaken for an absent fixed point."""
    with pytest.raises(ValueError, match=f"^{says}") as caught:
        call()
    assert not isinstance(caught.value, NoFixedPoint)


def test_attributes() -> None:
    """Closed figures are SymPy numbers under their names; certified ones say where to ask, and how wide they are."""
    assert outlier(5).multiplier == Rational(17, 25)
    with pytest.raises(AttributeError, match="norm_ratio of the broken point has no closed form; ask value"):
        _ = broken(8).norm_ratio
    assert broken(8).evidence.startswith("certified: exactly two such points, by isolation in ")
    assert (outlier(8).evidence, symmetric(8).evidence) == ("exact rational", "exact closed form")
    assert symmetric(9).radius(30) == outlier(9).radius(30) == "0"
    point = broken(9)
    with precision(80):
        assert all(point.value(name, 35).rad() <= arb(point.radius(30)) for name in NAMES)
        assert arb(point.radius(30)) < arb("1e-30")
    assert r"|x_o|/|x_c| &= 7.41199700406529 \\" in broken(10)._repr_latex_()
    assert r"\mu &= \frac{17}{25}" in outlier(5)._repr_latex_()


def test_equal_means_the_same_point() -> None:
    """One escaped point is `broken` or `saddle`, by any name."""
    assert broken(8) == broken(8) != saddle(8)
    assert escaped(10, 2) == escaped(10, 2, "broken") == of_kind("broken", 10, k=2) != escaped(10, 2, "saddle")
    assert escaped(10, 2, "saddle") == of_kind("saddle", 10, k=2)
    assert escaped(9, 1).figures(30) == broken(9).figures(30)
    assert escaped(9, 1, "saddle").figures(30) == saddle(9).figures(30)


def test_gram_forms() -> None:
    """Exact, ball and float forms agree, and have the multiplicities of the cluster."""
    for point in (symmetric(4), outlier(5, k=2)):
        exact, balls, floats = point.gram(), point.gram("ball", 30), point.gram("float")
        for i in range(point.n or 0):
            for j in range(point.n or 0):
                assert enclose(exact[i, j], {}, 40).overlaps(balls[i, j])
                assert balls[i, j].rad() < arb("1e-28")
                assert abs(floats[i][j] - float(balls[i, j])) < 1e-15
    rows = escaped(12, 3).gram("float")
    assert len(set(rows)) == 12
    assert len({entry for row in rows for entry in row}) == 5
