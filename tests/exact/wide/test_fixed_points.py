"""Fixed points: digits of an earlier table, the full n x n map, certified counts, false variants, refusals."""

import math
from collections.abc import Callable

import pytest
from flint import arb, arb_mat
from sympy import ImmutableMatrix, Integer, Rational, acos, expand

from theory.exact.certify import decimal, precision
from theory.exact.expressions import enclose, vanishes
from theory.notation import alpha
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


def close(text: str, printed: str) -> bool:
    """Equal up to two units of the last printed digit: the table cuts or rounds."""
    unit = Rational(10) ** -len(printed.partition(".")[2])
    return abs(Rational(text) - Rational(printed)) <= 2 * unit


# n: s, norm ratio, cos(o,c), cos(c,c'), mu
BROKEN = {
    7: (".2859315536744128253414598680698511130", "3.849272862355461183269258738802474267",
        ".06563276294953026702502541375259697384", ".4791069169722008713556528151553640760",
        ".7377009808851448713925131237723221638"),
    10: (".05929967173509615328550870148271185209", "7.411997004065286153115787175665269145",
         ".02244471202236478708822927594554433929", ".7046390527750402384812563617557641467",
         ".8159674266753548474864993180214899"),
    20: (".005802163471454528315065803489264209200", "18.07934720389054157266265990921152451",
         ".003208828229729445524080662489464770015", ".9096956627008020739376479993099075171",
         ".9047045194463892791711715288749547390"),
    50: (".0003536658346200421924140156513383945", "48.58931052953792020401988072067265593",
         ".0002303733862343941691807192883653566", ".9836277827513135331788792087884622664",
         ".9607911592770584423903008904440466890"),
}  # fmt: skip


@pytest.mark.parametrize("n", BROKEN)
def test_broken_against_the_catalogue(n: int) -> None:
    """nachum24, S3: all digits."""
    point = broken(n)
    for name, printed in zip(("s", "norm_ratio", *NAMES[:2], "multiplier"), BROKEN[n], strict=True):
        assert close(decimal(point.value(name, 45), 42), printed), name


@pytest.mark.parametrize(
    ("n", "s", "ratio"),
    [(7, "3.1424273028540964982332543820211", "1.467693"), (10, "6.8685462083860883106681619255601", "1.203230"),
     (20, "17.369005291306192039054475643547", "1.072844"), (50, "47.590475636630438100231495924745", "1.024992")],
)  # fmt: skip
def test_saddle_against_the_catalogue(n: int, s: str, ratio: str) -> None:
    """nachum24, S4: all digits."""
    assert close(decimal(saddle(n).value("s", 40), 38), s)
    assert close(saddle(n).figures(20)["norm_ratio"], ratio)


def test_saddle_node_against_the_catalogue() -> None:
    """nachum24, S2: the saddle-node in real n to 32 digits, and its shape."""
    point = saddle_node()
    found = point.figures(32)
    assert found["n"] == "6.1070751248791860126647762453849"
    assert decimal(point.value("s", 40), 32) == "1.1194134752595117234735755752575"
    assert close(found["norm_ratio"], "2.1586120847")
    assert close(found["cos_outlier_cluster"], ".1358555675")
    assert close(found["cos_cluster"], ".3077156716")
    assert point.figures(80)["n"].startswith(found["n"][:30])


@pytest.mark.parametrize(
    ("n", "k", "ratio", "inner", "across"),
    [(10, 2, "2.88448281", ".435774732406", ".1297529"), (20, 5, "2.55745363", ".438073880", ".173580376")],
)
def test_escaped_against_the_catalogue(n: int, k: int, ratio: str, inner: str, across: str) -> None:
    """nachum24, S5: ratio of norms, one inner cosine for both clusters, cosine between them."""
    found = escaped(n, k).figures(20)
    assert found["cos_outliers"] == found["cos_cluster"]
    assert close(found["norm_ratio"], ratio)
    assert close(found["cos_cluster"], inner)
    assert close(found["cos_outlier_cluster"], across)
    assert float(escaped(n, k, "saddle").figures()["norm_ratio"]) < float(ratio)


def test_one_escaped_point_is_the_broken_point() -> None:
    """k = 1 of `escaped` is `broken` and `saddle`."""
    assert escaped(9, 1).figures(30) == broken(9).figures(30)
    assert escaped(9, 1, "saddle").figures(30) == saddle(9).figures(30)


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
    *((broken, (n,)) for n in range(7, 13)),
    *((saddle, (n,)) for n in range(7, 13)),
    *((escaped, (n, k, b)) for n, k in ((9, 2), (12, 2), (12, 3)) for b in ("broken", "saddle")),
    *((symmetric, (n,)) for n in (3, 5, 12)),
]


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


def test_the_full_map_notices_other_rays() -> None:
    """The same check refutes a ray with its cluster cosine off by 1e-30."""
    point = broken(8)
    G, mu = point.gram("ball", 45), point.value("multiplier", 45)
    with precision(45):
        G[6, 7] += arb("1e-30")
        G[7, 6] += arb("1e-30")
        difference = layer(G) - mu * G
        assert not all(entry.contains(0) for entry in difference.entries())


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_closed_points_are_fixed_exactly(n: int) -> None:
    """K(PGP) = multiplier G, as exact numbers for the outlier and to 40 digits for the symmetric point."""
    ray = outlier(n)
    assert gram_map(ray.gram()) == ray.multiplier * ray.gram()
    assert ray.gram() == outlier_gram(n)
    assert expand(1 / alpha(Integer(n)) - ray.multiplier) == 0
    point = symmetric(n)
    image = gram_map(point.gram())
    for i, j in ((0, 0), (0, 1), (n - 2, n - 1)):
        difference = enclose(image[i, j] - point.multiplier * point.gram()[i, j], {}, 60)
        assert difference.contains(0)
        assert difference.rad() < arb("1e-40")


@pytest.mark.parametrize(("n", "k"), [(5, 2), (9, 4)])
def test_k_equal_outliers_are_fixed(n: int, k: int) -> None:
    """The exact ray with k equal outliers, multiplier 1/alpha_k."""
    ray = outlier(n, k=k)
    assert gram_map(ray.gram()) == ray.multiplier * ray.gram()
    assert ray.multiplier == Rational(k * k + (n - k) ** 2, n * n)


@pytest.mark.parametrize("point", [outlier(3, "rc,rs,nl"), symmetric(3, "rc,rs,nl"), outlier(2, "rc,rs,nl")])
def test_full_batch_normalization_keeps_the_rays(point: FixedPoint) -> None:
    """RC + RS + ReLU keeps them, with trace n/2; its map is closed at n = 3."""
    image = gram_map(point.gram(), point.components)
    for there, here in zip(image, point.gram(), strict=True):
        assert abs(enclose(there - point.multiplier * here, {}, 40)) < arb("1e-30")
    assert vanishes(image.trace() - Rational(point.n or 0, 2))


def test_rescaling_alone_keeps_the_symmetric_ray() -> None:
    """RS + ReLU at n = 2, where its map is closed: [[1, c], [c, 1]] is halved."""
    c = Rational(symmetric(2, "rs,nl").figures(30)["cos_cluster"])
    image = gram_map(ImmutableMatrix([[1, c], [c, 1]]), ("rs", "nl"))
    assert abs(enclose(image[0, 0] - Rational(1, 2), {}, 40)) < arb("1e-29")
    assert abs(enclose(image[0, 1] - c / 2, {}, 40)) < arb("1e-29")


@pytest.mark.parametrize(
    ("n", "digits"),
    [(2, "0.44849284043256590004"), (5, "0.48692889531268302292"), (10, "0.50234619011731058286"),
     (None, "0.518735929369130530177406501185936415")],
)  # fmt: skip
def test_rescaled_symmetric(n: int | None, digits: str) -> None:
    """RS + ReLU. The table's finite n are right to 11 or 12 digits only; n = infinity to all."""
    assert symmetric(n, ("rs", "nl")).figures(40)["cos_cluster"].startswith(digits[:-1])


def test_rescaled_symmetric_by_another_quadrature() -> None:
    """mpmath's quadrature of the integral, n = 10: c' - c = 0 at our c, not at the table's."""
    from mpmath import acos as arccos
    from mpmath import exp, mp, mpf, pi, quad, sqrt

    def defect(c: mpf, n: int = 10):  # type: ignore[no-untyped-def]
        l0, l1 = 1 - c, 1 + (n - 1) * c

        def f(x):  # type: ignore[no-untyped-def]
            t = exp(x)
            m0, m1 = l0 / (1 + 2 * t * l0), l1 / (1 + 2 * t * l1)
            h = m0 + (m1 - m0) / n
            rho = (m1 - m0) / (n * h)
            kappa = (sqrt(1 - rho * rho) + (pi - arccos(rho)) * rho) / pi
            return t * h * kappa / sqrt((1 + 2 * t * l1) * (1 + 2 * t * l0) ** (n - 1))

        return n * quad(f, range(-60, 31, 3)) - c

    with mp.workdps(25):
        assert abs(defect(mpf(symmetric(10, "rs,nl").figures(25)["cos_cluster"]))) < mpf("1e-20")
        assert abs(defect(mpf("0.5023461901163708666577"))) > mpf("5e-13")


@pytest.mark.parametrize(
    ("n", "degrees"),
    [(8, "75.514503"), (9, "75.030790"), (10, "74.649611"), (20, "72.996203"), (50, "72.050893")],
)
def test_symmetric_angles(n: int, degrees: str) -> None:
    """Figure 5 of nachum24: the exact angles of the symmetric fixed point."""
    angle = enclose(acos(symmetric(n).cos_cluster), {}, 30) * 180 / arb.pi()
    assert abs(angle - arb(degrees)) < arb("6e-7")


def test_symmetric_at_infinity() -> None:
    """The cosine tends to 1/pi."""
    assert abs(float(symmetric(10**6).figures(12)["cos_cluster"]) - 1 / math.pi) < 1e-5
    assert symmetric(None).figures(12)["cos_cluster"] == "0.318309886184"


PRINTED = [
    (symmetric, (2,)), (symmetric, (1000,)), (symmetric, (4, "rs,nl")), (symmetric, (None, "rs,nl")), (outlier, (7,)),
    (outlier, (20,)), (broken, (7,)), (broken, (10**6,)), (broken, (10**12,)), (saddle, (7,)), (saddle, (10**6,)),
    (saddle, (10**12,)), (escaped, (30, 4)), (saddle_node, (3,)),
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


def test_asymptotics() -> None:
    """S3, S4: n theta/(3 pi) -> 1 at the broken point, n - s -> 2 (pi - 2) at the saddle, 1 - kappa losing no digit."""
    n = 10**6
    with precision(40):
        angle = broken(n).value("cos_cluster", 35).acos()
        assert abs(n * angle / (3 * arb.pi()) - 1) < arb("3e-6")
        gap = n - saddle(n).value("s", 30)
        assert abs(n * (gap - 2 * (arb.pi() - 2)) + 2 * (arb.pi() ** 2 - 6 * arb.pi() + 6)) < arb("1e-4")


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "broken(5)": (lambda: broken(5), r"n = 5: no zero of F_n\(s\) - s on \(0, n\), certified by isolation in \d+ boxes "
                  r"with balls of 33 digits; broken points exist from n = 7 on"),
    "saddle(6)": (lambda: saddle(6), "n = 6: no zero of .*; broken points exist from n = 7 on"),
    "k = 4": (lambda: escaped(10, 4),
              r"n = 10, k = 4: no zero of E on \(0, theta_max\), certified by .*; two exist at n = 14$"),
    "full BN": (lambda: broken(9, "rc,rs,nl"),
                "broken with rc, rs, nl: rescaling removes the escape; only the outlier"),
    "no rc": (lambda: broken(9, ("rs", "nl")), "broken with rs, nl: points escape through recentring"),
    "ReLU": (lambda: symmetric(9, ("nl",)), "symmetric with nl: ReLU alone only has the collapsed batch"),
    "outlier, no rc": (lambda: outlier(9, ["nl", "rs"]),
                       "outlier with rs, nl: without recentring, orthogonal points have"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_no_fixed_point(case: str) -> None:
    """Where there is none, the answer is a sentence, and a certificate if it was proved."""
    call, says = REFUSED[case]
    with pytest.raises(NoFixedPoint, match=f"^{says}") as caught:
        call()
    assert caught.value.reason == str(caught.value)
    assert (caught.value.certificate is not None) == ("certified" in says or "no zero" in says)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "n = 1": (lambda: symmetric(1), "n = 1: wanted a whole number from 2 to 1,000,000,000,000: the size of a batch"),
    "n = 2": (lambda: broken(2), "n = 2: wanted a whole number from 3 to"),
    "n = 7.0": (lambda: saddle(7.0), "n = 7.0: wanted a whole number"),  # type: ignore[arg-type]
    "n = '7'": (lambda: saddle("7"), "n = '7': wanted a whole number"),  # type: ignore[arg-type]
    "n = True": (lambda: outlier(True), "n = True: wanted a whole number"),
    "k = n/2": (lambda: escaped(10, 5),
                "k = 5: fewer than half of n = 10 points can escape; the larger cluster is the rest"),
    "k = 0": (lambda: escaped(10, 0), "k = 0: wanted a whole number from 1 to"),
    "branch": (lambda: escaped(10, 2, "stable"), "branch 'stable': wanted broken"),  # type: ignore[arg-type]
    "component": (lambda: broken(10, "rc,relu"), "component 'relu': wanted some of rc, rs, nl"),
    "linear": (lambda: broken(10, "rc"), "broken with rc: without nl, the ReLU, layers are linear"),
    "nothing": (lambda: symmetric(10, ()), "symmetric with no components: without nl"),
    "digits": (lambda: broken(10).figures(10_001), "digits = 10001: wanted a whole number from 1 to 10,000"),
    "digits of an integral": (lambda: symmetric(5, "rs,nl").figures(1000), "RS . ReLU at 1,0.. digits takes too long"),
    "figure": (lambda: broken(10).value("angle"), "no figure 'angle'; the broken point has norm_ratio, "),
    "exact": (lambda: broken(10).gram(),
              r"the broken point has no closed form: gram\('ball', digits\) or gram\('float'\)"),
    "form": (lambda: broken(10).gram("list"), "gram as 'list': wanted exact, ball or float"),  # type: ignore[call-overload]
    "size": (lambda: broken(10**6).gram("float"),
             "n = 1000000: the Gram matrix has 1,000,000,000,000 entries; the budget"),
    "infinite": (lambda: symmetric(None).gram(), "a Gram matrix needs a batch of finite size"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_wrong_use(case: str) -> None:
    """Says what came and what was wanted; and is not mistaken for an absent fixed point."""
    call, says = WRONG[case]
    with pytest.raises(ValueError, match=f"^{says}") as caught:
        call()
    assert not isinstance(caught.value, NoFixedPoint)


def test_attributes() -> None:
    """Closed figures are SymPy numbers under their names; certified ones say where to ask."""
    assert outlier(5).multiplier == Rational(17, 25)
    with pytest.raises(AttributeError, match="norm_ratio of the broken point has no closed form; ask value"):
        _ = broken(8).norm_ratio
    assert broken(8) == broken(8) != saddle(8)
    assert broken(8).evidence.startswith("certified: exactly two such points, by isolation in ")
    assert (outlier(8).evidence, symmetric(8).evidence) == ("exact rational", "exact closed form")


def test_equal_means_the_same_point() -> None:
    assert escaped(10, 2) == escaped(10, 2, "broken") == of_kind("broken", 10, k=2)
    assert escaped(10, 2, "saddle") == of_kind("saddle", 10, k=2)
    assert escaped(10, 2) != escaped(10, 2, "saddle")  # the two points with k = 2


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


def test_radius() -> None:
    """The stated radius bounds the balls; closed points have none."""
    assert symmetric(9).radius(30) == outlier(9).radius(30) == "0"
    point = broken(9)
    with precision(80):
        assert all(point.value(name, 35).rad() <= arb(point.radius(30)) for name in NAMES)
        assert arb(point.radius(30)) < arb("1e-30")


def test_latex() -> None:
    """It names the figures: exact where they are, otherwise 15 digits."""
    assert r"|x_o|/|x_c| &= 7.41199700406529 \\" in broken(10)._repr_latex_()
    assert r"\mu &= \frac{17}{25}" in outlier(5)._repr_latex_()


def test_folds_of_many_points() -> None:
    """A hundred escaped points, too."""
    assert saddle_node(100).figures(20)["n"] == "222.60397695622757832"
