"""Recentring and ReLU: the escaped point takes the explosion of gradients away."""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Integer, pi

from theory.batchnorm import dot, recentre, relu
from theory.choices import greater, proved
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision, precision, upper_end
from theory.exact.expressions import enclose
from theory.exact.rationals import ball
from theory.notation import alpha, n
from theory.papers.yang19 import YANG19
from theory.papers.yang19.growth.rates import DIGITS, PAIRS, same, two
from theory.term import each, mean, normal, number, one_if, places, size, total, whole
from theory.term.named import named
from theory.wide.fixed_points import broken
from theory.wide.gradient_growth import kappa_slope
from theory.wide.kernels import kappa
from theory.wide.rescaling import recentred, relu_gram
from theory.words import At

OWN = Locator(YANG19, "gradients at fixed points without symmetry, the escaped point of nachum24: the suite's question")
CENTRED = ("infinite width, d = m", "He gain: weights of variance 2/m", "recentring and ReLU, no rescaling")
Matrix = list[list[Any]]
RHO = -1 / (n - 1)
ALONE = (n - 1 + kappa_slope(RHO)) / n
PER_SIGNAL = ALONE * n / ((n - 1) * (1 - kappa(RHO)))
AT_SYMMETRIC = "x ~ N(0, P), n points, D the derivative of ReLU at x"


def angles(H: Matrix) -> Matrix:
    """Angles between Gaussians of covariance H, 0 on the diagonal."""
    n = len(H)
    return [[arb(0) if i == j else (H[i][j] / (H[i][i] * H[j][j]).sqrt()).acos() for j in range(n)] for i in range(n)]


def back(Pi: Matrix, turned: Matrix) -> Matrix:
    """2 P E[D Pi D] P, E D_i D_j = P(x_i > 0, x_j > 0) = (pi - angle)/(2 pi)."""
    n = len(Pi)
    return recentred([[Pi[i][j] * (1 - turned[i][j] / arb.pi()) for j in range(n)] for i in range(n)])


def product(A: Matrix, B: Matrix) -> arb:
    """tr A B."""
    return sum((a * b for r, s in zip(A, B, strict=True) for a, b in zip(r, s, strict=True)), arb(0))


def greatest(turned: Matrix) -> arb:
    """The spectral radius of `back`, where points but the first are alike: an eigenvector with positive weights.

    Such a matrix has two weights; the positive eigenvector of a positive map belongs to its spectral radius.
    """
    n = len(turned)
    v = [n - 1] + [-1] * (n - 1)
    # P of "the first point against the others" and of "among the others", each over its rank
    against = [[arb(a * b) / (n * (n - 1)) for b in v] for a in v]
    among = [[(arb(i == j) - arb(1) / (n - 1)) / (n - 2) * (i * j > 0) for j in range(n)] for i in range(n)]
    E = against, among
    images = [back(e, turned) for e in E]
    ranks = (1, n - 2)
    M = [[product(E[i], images[j]) * ranks[i] for j in range(2)] for i in range(2)]
    trace, det = M[0][0] + M[1][1], M[0][0] * M[1][1] - M[0][1] * M[1][0]
    value = (trace + (trace * trace - 4 * det).sqrt()) / 2
    weights = (M[0][1], value - M[0][0])
    if not (weights[0] > 0 and weights[1] > 0):
        raise ValueError("the eigenvector is not certainly positive")
    vector = [[weights[0] * a + weights[1] * b for a, b in zip(*rows, strict=True)] for rows in zip(*E, strict=True)]
    image = back(vector, turned)
    if any(proved(value * a, "!=", b) for r, s in zip(vector, image, strict=True) for a, b in zip(r, s, strict=True)):
        raise ValueError("it is no eigenvector of the whole map")
    return value


def at_most(turned: Matrix) -> arb:
    """A bound of the eigenvalues of `back`, whose quadratic form on centred Pi is the sum of (1 - angle_ij/pi) Pi_ij^2.

    Row by row: the sum over j of (bound - 1 + angle_ij/pi) Pi_ij^2, and of a multiple of (sum over j of Pi_ij)^2, which
    is 0, is a positive definite form in the n entries.
    """
    n = len(turned)
    share = [[1 - angle / arb.pi() for angle in row] for row in turned]
    most = greater(*(share[i][j] for i in range(n) for j in range(i)))
    bound = upper_end((n - 1 + most) / n) + arb(10) ** -10
    for i, row in enumerate(share):
        left = [bound - entry for entry in row]
        others = left[:i] + left[i + 1 :]
        # minors: those of the others are positive, and the determinant is c times this, for c large
        inverses = sum((1 / entry for entry in others), 1 / left[i])
        if not (all(entry > 0 for entry in others) and left[i] < 0 and inverses < 0):
            raise ValueError("the form is not certainly positive definite")
    return bound


@Claim(
    "yang19.outlier.symmetric",
    source=OWN,
    says="with recentring and ReLU alone gradients at the symmetric ray shrink a little, by (n - 1 + kappa')/n in the "
    "square, while signals shrink by the multiplier mu: the one over the other grows by "
    "(n - 1 + kappa')/((n-1)(1 - kappa))",
    silent_on="its limit, pi/(pi - 1), as with full BN (note)",
    hypotheses=(*CENTRED, "the symmetric ray, cosine kappa(-1/(n-1))"),
    predicts=(ALONE, PER_SIGNAL),
    given=Given({"delta": Batches(Integers(3), up_to=AFFINE)}, letters={"n": lambda at: size(at["delta"])}),
    speaks_of=("nl",),
    uses=("yang19.growth.relu-fixed",),
    twins=(Twin((ALONE, ALONE), "signals do not shrink"), Twin((ALONE, pi / (pi - 1)), "the limit at every n")),
).literal(most=30, kind="certified", scope=PAIRS, whole=False)
def symmetric(at: At) -> tuple[arb, arb]:
    delta = recentre(at.delta)
    with precision(DIGITS):
        back = 2 * centred_slope(delta) / ball(dot(delta, delta))
        return back, back / (2 * signal(size(delta)))


def _mean_square_back(delta: Any) -> Any:
    """E|P D delta|^2 by definition."""

    def observed(g: Any) -> Any:
        slopes = each(lambda v: number(one_if(v > 0)), recentre(g))
        back = recentre(each(lambda d, a: d * a, slopes, delta))
        return square(back)

    return mean(normal(size(delta)), observed)


@named("E|P D {0}|²", r"\mathbb E|PD\,{0}|^2", means=AT_SYMMETRIC, definition=_mean_square_back)
def centred_slope(delta: Any) -> arb:
    """E|P D delta|^2: a sum over pairs of points, which are alike."""
    count = len(delta)
    one, other = same(count, True).slopes * (count - 1), -two(count, True).slopes
    pairs = ((a, b, one if i == j else other) for i, a in enumerate(delta) for j, b in enumerate(delta))
    return sum((ball(a) * ball(b) * slopes for a, b, slopes in pairs), arb(0)) / count


def _mean_signal(n: Any) -> Any:
    """By definition."""
    kept = mean(normal(n), lambda g: square(recentre(relu(recentre(g)))))
    return kept / mean(normal(n), lambda g: square(recentre(g)))


@named(
    "(E|P ReLU(x)|²/E|x|²)",
    r"\big(\mathbb E|P\,\mathrm{{ReLU}}(x)|^2/\mathbb E|x|^2\big)",
    means=AT_SYMMETRIC,
    bare=True,
    definition=_mean_signal,
)
def signal(n: int) -> arb:
    """E|P ReLU(x)|^2 = (n - 1)(E ReLU(x_1)^2 - E ReLU(x_1) ReLU(x_2)), E|x|^2 = n - 1."""
    return same(n, True).products - two(n, True).products


@named("{0}′", "{0}'", shape=lambda x: (size(x),), means="x′ = (0, x₁ − m, .., xₙ₋₁ − m), m the mean of x₁, .., xₙ₋₁")
def _among(x: Any) -> Any:
    """x without its first entry, recentred."""
    mean = (total(x) - x[0]) / (size(x) - 1)
    return each(lambda v, i: number(one_if(i != 0)) * (v - mean), x, places(size(x)))


@named("|{0}|²", "|{0}|^2")
def square(x: Any) -> Any:
    """The squared norm."""
    return dot(x, x)


@Claim(
    "yang19.outlier.exact",
    source=OWN,
    says="at the outlier of nachum24 (a point orthogonal to n - 1 equal ones) recentring and ReLU keep the square of a "
    "gradient among the equal points, and take 1/alpha of one of the outlier against them, alpha = n^2/(n^2 - 2n + 2); "
    "signals shrink by 1/alpha, too",
    hypotheses=(
        *CENTRED,
        "the outlier's ray: recentred, a row of the layer is g (e_1 - 1/n) or its negative, equally likely, g != 0",
    ),
    silent_on="that over signals gradients grow by alpha = 1 + 2/n + .. at most (note); full BN (bn-mean)",
    predicts=(Integer(1), 1 / alpha(), 1 / alpha()),
    given=Given(
        {"x": Batches(Integers(3), up_to=AFFINE), "g": Rationals(above=0)},
        lambda at: bool(square(_among(at["x"]))),
        "x_2, .., x_n not all equal",
        letters={"n": lambda at: number(size(at["x"]))},
    ),
    speaks_of=("rc", "nl"),
    twins=(
        Twin((Integer(1), Integer(1), 1 / alpha()), "all gradients kept"),
        Twin((1 / alpha(), 1 / alpha(), 1 / alpha()), "gradients shrink like signals"),
    ),
).literal(scope="the two rows that the layer has, and the slopes of the ReLU there", most=30)
def exact_outlier(at: At) -> tuple[Any, ...]:
    first = each(lambda a: at.g * a, _first(size(at.x)))
    among, against = _among(at.x), recentre(first)
    rows = [recentre(each(lambda v, s=sign: s * v, first)) for sign in (1, -1)]
    back = [sum(square(_slope_along(x, delta)) / square(delta) for x in rows) for delta in (among, against)]
    return *back, sum(square(recentre(relu(x))) / square(against) for x in rows)


@named("e₀", "e_0", shape=lambda n: (n,), bare=True)
def _first(n: Any) -> Any:
    """(1, 0, .., 0)"""
    return each(lambda i: number(one_if(i == 0)), places(n))


@named("P D({0}) {1}", "P D({0})\\,{1}", shape=lambda x, _: (size(x),), means="P = I − 11ᵀ/n, D(x) = diag ReLU′(x)")
def _slope_along(x: Any, delta: Any) -> Any:
    """P D(x) delta; the slope of the ReLU is ReLU(x)/x, as no entry of x is 0."""
    return recentre(each(lambda a, b, v: b / a * v, x, relu(x), delta))


@named(
    "max λ/μ",
    r"\max\lambda/\mu",
    means="λ the eigenvalues of Π → 2 P E[D Π D] P at the broken ray of n points, μ its multiplier, "
    "D the derivative of ReLU",
    bare=True,
)
def per_signal(count: int) -> arb:
    """Spectral radius of the layer back over the multiplier of the layer, at the broken ray."""
    turned, multiplier = at_broken(count)
    return greatest(turned) / multiplier


@at_each_precision
def at_broken(count: int) -> tuple[Matrix, arb]:
    """Angles between the points at the broken ray, and the multiplier of the layer."""
    H = recentred([list(row) for row in broken(count).gram("ball", digits=DIGITS).tolist()])
    return angles(H), product(recentred(relu_gram(H)), H) / product(H, H)


@Claim(
    "yang19.outlier.broken",
    source=OWN,
    says="at the fixed ray with an escaped point (n = 7..30) the greatest factor of a layer back, over that of "
    "signals, is less than alpha = n^2/(n^2 - 2n + 2) = 1 + 2/n + ..",
    hypotheses=(*CENTRED, "the broken ray (nachum24.dynamics)"),
    silent_on="greater n (1.00200 at n = 1000); that so escaping takes the explosion away in the long run",
    predicts=alpha(),
    relation="<",
    given={"n": Integers(7, 30)},
    uses=("nachum24.dynamics.k-escaped-index", "yang19.outlier.exact"),
    twins=(Twin(1 + 1 / n, "less than 1 + 1/n"), Twin(Integer(1), "less than 1: they shrink")),
).literal(
    kind="certified",
    scope="an eigenvector with positive weights of the literal map on n x n matrices",
    most=24,
    whole=False,  # that a positive eigenvector belongs to the spectral radius is in the note
)
def broken_tame(at: At) -> arb:
    with precision(DIGITS):
        return per_signal(whole(at.n))


@broken_tame.certified("n = 7..30", argued="all eigenvalues are below a bound where a form is positive definite")
def _all_eigenvalues(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        for count in range(7, 31):
            turned, multiplier = at_broken(count)
            yield f"n = {count}", at_most(turned) / multiplier, enclose(predicted, {"n": count}, DIGITS)


@Claim(
    "yang19.outlier.whatever-the-ray",
    source=OWN,
    status="reading",
    says="gradients over signals grow by pi/(pi - 1) at least at every fixed ray of recentring and ReLU",
    hypotheses=(*CENTRED, "the broken ray"),
    predicts=pi / (pi - 1),
    relation=">=",
    given={"n": Integers(7, 30)},
    expected=Verdict.REFUTED,
    corrected_by=("yang19.outlier.broken",),
    truth=Integer(1),
).literal(kind="certified", scope="the literal map on n x n matrices", most=12)
def as_symmetric(at: At) -> Any:
    with precision(DIGITS):
        return per_signal(whole(at.n))
