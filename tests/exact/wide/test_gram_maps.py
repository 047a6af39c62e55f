"""The Gram maps of all eight subsets: exact against balls, other quadratures, identities, refusals."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from flint import arb, arb_mat, fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import ImmutableMatrix, Integer, Rational, eye, log, pi, symbols

from tests.refused import refused, whole
from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.wide.gram_maps import COMPONENTS, gram_map, gram_map_balls
from theory.wide.rescaled_cosine import rescaled_cosine_map, rescaled_cosine_slope
from theory.wide.rescaling import discretisation, relu_entry, spacing

SUBSETS = [c for size in range(4) for c in combinations(COMPONENTS, size)]


def exact(G: ImmutableMatrix) -> fmpq_mat:
    """The same matrix for python-flint."""
    return fmpq_mat(G.rows, G.cols, [fmpq(int(e.p), int(e.q)) for e in G])


def gram_of(rows: list[list[int]]) -> fmpq_mat:
    """X^T X of integer rows of X."""
    X = fmpq_mat(len(rows), len(rows[0]), [e for row in rows for e in row])
    return X.transpose() * X


@st.composite
def small_grams(draw: st.DrawFn) -> fmpq_mat:
    """Gram matrices of 2 to 4 points in Z^k, k = 1..4: repeated, antipodal and zero points are common."""
    n, k = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    point = st.lists(st.integers(-2, 2), min_size=k, max_size=k)
    points = draw(st.lists(point, min_size=n, max_size=n).filter(lambda p: any(map(any, p))))
    return gram_of([list(row) for row in zip(*points, strict=True)])


CLOSED = {
    "generic pair": [[2, 1], [1, 3]],
    "pair with a zero": [[4, 0], [0, 0]],
    "generic triple": [[3, 1, 0], [1, 2, -1], [0, -1, 4]],
    "equal points": [[5, 2, 2], [2, 1, 1], [2, 1, 1]],
    "rank 2, antipodal": [[1, -1, 1], [-1, 1, -1], [1, -1, 5]],
}


@pytest.mark.parametrize("components", SUBSETS, ids="+".join)
@pytest.mark.parametrize("name", CLOSED)
def test_exact_and_balls_agree(name: str, components: tuple[str, ...]) -> None:
    """The SymPy value, enclosed, meets the ball, both narrower than 1e-38: projectors, rank 1 and 2, n = 2 and 3."""
    G = ImmutableMatrix(CLOSED[name])
    balls = gram_map_balls(exact(G), components, 40)
    if "rs" in components and "rc" not in components and name == "generic triple":
        with pytest.raises(ValueError, match="closed only where the Gram matrix"):
            gram_map(G, components)
        return
    image = gram_map(G, components)
    assert image.is_symmetric()
    for i, j in combinations([*range(G.rows)] * 2, 2):
        ball = enclose(image[i, j], {}, 80)
        assert ball.overlaps(balls[i, j]), (i, j)
        assert ball.rad() < arb("1e-30"), (i, j)  # SymPy's own form cancels where points are equal
        assert balls[i, j].rad() < arb("1e-38"), (i, j)


@settings(SETTINGS, max_examples=12)
@given(small_grams(), st.sampled_from(SUBSETS))
def test_few_digits_hold_many(G: fmpq_mat, components: tuple[str, ...]) -> None:
    """Balls of 1 and 4 digits, where every error bound is wide, meet those of 25; a ball of G covers its points."""
    try:
        fine = gram_map_balls(G, components, 25)
    except ValueError:
        return  # nothing is left to rescale: tested above
    n = G.nrows()
    for digits in (1, 4):
        coarse = gram_map_balls(G, components, digits)
        assert all(a.overlaps(b) for a, b in zip(coarse.entries(), fine.entries(), strict=True)), digits
        assert all(e.rad() < n * arb(10) ** (1 - digits) for e in coarse.entries()), digits
    if "rs" not in components:
        ball = arb_mat([[arb(0, "1e-3") + arb(G[i, j]) for j in range(n)] for i in range(n)])
        wide = gram_map_balls(ball, components, 10).entries()
        assert all(a.contains(b) for a, b in zip(wide, fine.entries(), strict=True))
        assert all(e.rad() < arb("0.05") for e in wide)


@pytest.mark.parametrize("cosine", ["-0.99", "0.1", "0.99"])
def test_an_entry_of_balls_holds_the_entries_of_their_ends(cosine: str) -> None:
    """Var u = 1 +/- 1/10, Var v = 2 +/- 3/10, Cov within 1/100: all corners that are positive semidefinite."""
    c = arb(cosine) * arb(2).sqrt()
    wide = relu_entry(arb(1, "0.1"), arb(2, "0.3"), c + arb(0, "0.01"))
    for p, q, r in product((1, -1), repeat=3):
        a, b, across = 1 + arb(p) / 10, 2 + 3 * arb(q) / 10, c + arb(r) / 100
        if across * across < a * b:
            assert wide.contains(relu_entry(a.mid(), b.mid(), across.mid()).mid())
    assert wide.rad() < arb("0.25")


def test_the_error_bound_is_above_the_error_and_near_it() -> None:
    """|T_h - I| <= bound <= 10^4 |T_h - I| for H of rank 2, RS + ReLU, where I has a closed form, h up to 1.5.

    H = diag(1, 4): f(x) = e^x / (pi (1 + e^x)(1 + 4 e^x)), the entry is log(4)/(3 pi); a sum over |x| <= 120.
    """
    entry = gram_map(ImmutableMatrix([[1, 0], [0, 4]]), ("rs", "nl"))[0, 1]
    assert entry == log(4) / (3 * pi)
    closed = enclose(entry, {}, 40)
    for digits in (2, 4, 8):
        angles = spacing(2, digits)
        with precision(40):
            total, h = arb(0), arb(angles[0])
            for k in range(int(-120 / angles[0]), int(120 / angles[0])):
                e = (k * h).exp()
                total += h * e / ((1 + e) * (1 + 4 * e)) / arb.pi()
            error = abs(total - closed)
            assert error < closed * discretisation(2, angles) < 10**4 * error, digits


@pytest.mark.parametrize("components", [c for c in SUBSETS if "rs" in c], ids="+".join)
def test_balls_of_full_rank_stay_narrow_under_rescaling(components: tuple[str, ...]) -> None:
    """A ball of radius 1e-15 around G covers G and a matrix at its rim, and gives 13 digits, with and without RC."""
    G = gram_of([[2, -1, 0, 1], [1, 1, -2, 0], [0, 3, 1, 1], [1, 0, 0, 4]])
    rim = G + fmpq_mat(4, 4, [fmpq((-1) ** (i + j), 10**15) for i in range(4) for j in range(4)])
    with precision(40):
        ball = arb_mat([[arb(G[i, j]) + arb(0, "1.01e-15") for j in range(4)] for i in range(4)])
    wide = gram_map_balls(ball, components, 20).entries()
    for inside in (G, rim):
        fine = gram_map_balls(inside, components, 30).entries()
        assert all(a.contains(b) for a, b in zip(wide, fine, strict=True))
    assert all(e.rad() < arb("1e-13") for e in wide)


@pytest.mark.parametrize("n", [2, 6])
@pytest.mark.parametrize("cosine", [fmpq(-1, 5), fmpq(1, 3), fmpq(1)])
def test_exchangeable_points_are_matrices(n: int, cosine: fmpq) -> None:
    """The cosine of Phi((1 - c) I + c J) is the one-variable map, also for the simplex (n = 6, c = -1/5) and c = 1."""
    G = fmpq_mat(n, n, [fmpq(1) if i == j else cosine for i in range(n) for j in range(n)])
    image = gram_map_balls(G, ("rs", "nl"), 25)
    with precision(60):
        c = rescaled_cosine_map(arb(cosine), n, 25)
    assert image[0, 0].contains(fmpq(1, 2))
    assert (2 * image[0, n - 1]).overlaps(c)
    assert c.rad() < arb("1e-24")


@pytest.mark.parametrize("n", [2, 10**6, None])
@pytest.mark.parametrize("cosine", ["0.001", "0.9999999"])
def test_slope_by_the_mean_value_theorem(n: int | None, cosine: str) -> None:
    """(F(c + e) - F(c - e))/2e lies in F'([c - e, c + e]), in balls, and F'(c) is narrow; few digits hold many."""
    with precision(60):
        c, e = arb(cosine), arb("1e-11")
        quotient = (rescaled_cosine_map(c + e, n, 45) - rescaled_cosine_map(c - e, n, 45)) / (2 * e)
        hull = rescaled_cosine_slope(c + arb(0, "1e-11"), n, 25)
        slope = rescaled_cosine_slope(c, n, 25)
    assert hull.overlaps(quotient)
    assert hull.contains(slope)
    assert abs(quotient - slope) < arb("1e-4")
    assert slope.rad() < arb("1e-20")
    for function in (rescaled_cosine_map, rescaled_cosine_slope):
        for digits in (1, 4):
            coarse = function(c, n, digits)
            assert coarse.overlaps(function(c, n, 30)), digits
            assert coarse.rad() < arb(10) ** (1 - digits) * max(1, abs(slope))


GOOD = fmpq_mat(2, 2, [2, 1, 1, 2])
NOT_PSD = "the Gram matrix is not positive semidefinite, or its balls are too wide to tell"
CLOSED_WHERE = (
    "with rescaling the exact map is closed only where the Gram matrix (recentred) is a multiple of a projector or of "
    "rank 2: take gram_map_balls, or its float version in numerics.limits"
)
RANGE = ": 4 points of equal cosine have it between -1/3 and 1"


test_refusals = refused(
    "What came, what was wanted.",
    (lambda: gram_map_balls(GOOD, ("rc", "bn")), "component 'bn': the Gram map knows rc, rs, nl, ln, rms, gn"),
    (lambda: gram_map_balls(GOOD, "rc"), "components 'rc' is text, wanted a tuple such as ('rc', 'nl')"),
    (lambda: gram_map_balls(GOOD, ("rs",), 0), "got digits = 0; at least 1 is needed"),
    (lambda: gram_map_balls(fmpq_mat(2, 2, [1, 2, 3, 4])), "a Gram matrix is symmetric"),
    (lambda: gram_map_balls(arb_mat([[arb.nan()]])), "a Gram matrix is square and finite"),
    (lambda: gram_map_balls(fmpq_mat(2, 2, [1, 2, 2, 1]), ("rs", "nl")), NOT_PSD),
    (lambda: gram_map_balls(fmpq_mat(3, 3, [1, 2, 0, 2, 1, 0, 0, 0, 9]), ("rs",)), NOT_PSD),
    (lambda: gram_map_balls(fmpq_mat(2, 2, [1, 1, 1, 1]), ("rc", "rs")),
     "rescaling divides by zero: the trace of the Gram matrix is 0"),
    (lambda: gram_map(ImmutableMatrix([[1, 1], [1, 1]]), ("rc", "rs")),
     "rescaling divides by zero: the Gram matrix, recentred where rc is on, is zero"),
    (lambda: gram_map(ImmutableMatrix(3, 3, [3, 1, 0, 1, 2, 0, 0, 0, 1]), ("rs",)), CLOSED_WHERE),
    (lambda: gram_map(ImmutableMatrix([[1, 2], [0, 1]])),
     "a Gram matrix is symmetric, came Matrix([[1, 2], [0, 1]])"),
    (lambda: rescaled_cosine_map(arb("1.5"), 4), f"cosine 1.5000000{RANGE}"),
    (lambda: rescaled_cosine_map(arb("-0.5"), 4), f"cosine -0.50000000{RANGE}"),
    (lambda: rescaled_cosine_map(arb(1), None),
     "cosine 1.0000000: infinitely many points need a cosine certainly in (0, 1)"),
    (lambda: rescaled_cosine_map(arb(0, 2), 4),
     "cosine [+/- 2.01]: the ball is too wide, it holds every cosine of 4 points"),
    (lambda: rescaled_cosine_map(arb.nan(), 4), "cosine nan: wanted a finite ball"),
    (lambda: rescaled_cosine_map(arb(0), 1), "n = 1: a cosine needs at least 2 points"),
    (lambda: rescaled_cosine_slope(arb(1), 4), "cosine 1.0000000: the slope is infinite at c = 1 and at c = -1/3"),
    words=whole,
)  # fmt: skip


def test_symbols_pass_where_no_rank_is_asked() -> None:
    """Without rs, and on a scaled identity, entries may be symbols."""
    c = symbols("c", positive=True)
    assert gram_map(ImmutableMatrix(c * eye(3)), ("rs",)) == eye(3)
    assert gram_map(ImmutableMatrix(c * eye(3)), ("rc",))[0, 0] == c * Rational(2, 3)
    assert gram_map(ImmutableMatrix(eye(3)), ("rs", "nl"))[0, 0] == Integer(1) / 2
