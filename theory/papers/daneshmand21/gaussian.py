"""How far the pre-activations W_l H_l are from a Gaussian matrix of independent entries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from flint import acb, arb, arb_mat, fmpq, fmpq_mat
from sympy import Expr, Rational, Symbol, sqrt, symbols

from theory.choices import proved
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import grid
from theory.exact.rationals import ball
from theory.notation import d, n
from theory.orthogonality.mean_map import orbit
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import positive_spectra, spectra
from theory.papers.daneshmand21.measures import gap_of_spectrum, mirror
from theory.papers.daneshmand21.width.stationary import stationary_square
from theory.term import each, number, size, total
from theory.term import root as root_of
from theory.term.named import named
from theory.words import At

SLIDES = Locator(
    DANESHMAND21,
    "slides: Wasser._2(W_l H_l, Gaussian)^2 = O((1 - alpha)^l batchsize + batchsize^2/(alpha sqrt(width)))",
)
COROLLARY_3 = Locator(DANESHMAND21, "Corollary 3 and Lemma 2 (second-hand: W_2^2 <= 2 n E V(H_l))")
TABLE_1 = Locator(DANESHMAND21, "Table 1 (second-hand: a ball of radius of order width^(-1/4))")
T, Q = symbols("T Q", positive=True)  # sum of the singular values of H, and of their fourth powers
root, g, alpha = symbols("root g alpha", positive=True)  # sqrt n, d Var W_ij
sigma, v2 = symbols("sigma v2", nonnegative=True)  # v2 = V(H)^2


def power_sum(sigma: Any, power: int) -> Any:
    return total(each(lambda e: e**power, sigma))


def enclosed(sigma: Sequence[arb]) -> tuple[arb, arb]:
    """What is at least and at most W_2^2 at g = 1, for H = V diag(sigma) V^T, V a reflection.

    Above, W H is coupled with W/sqrt n, of the law of G/sqrt n. Below, by potentials of S = (1/sqrt n) H^-1.
    """
    size = len(sigma)
    V = arb_mat(fmpq_mat([list(row) for row in mirror(size, fmpq(1))]))

    def turned(values: Sequence[arb]) -> arb_mat:
        flat = arb_mat([[e if i == j else arb(0) for j in range(size)] for i, e in enumerate(values)])
        return V * flat * V.transpose()

    def trace(A: arb_mat) -> arb:
        return sum((A[i, i] for i in range(size)), arb(0))

    root = arb(size).sqrt()
    one, H = turned([arb(1)] * size), turned(sigma)
    S, inverse = turned([1 / (root * e) for e in sigma]), turned([root * e for e in sigma])
    away = H - one * (1 / root)
    # |x - y|^2 >= x^T (I - S) x + y^T (I - S^-1) y; over rows x of W H of covariance C = H^2, y of I/n
    return trace(away * away), trace(H * H * (one - S)) + trace(one - inverse) / size


@Claim(
    "daneshmand21.gaussian.fixed",
    source=COROLLARY_3,
    says="for a fixed H, W_2(W H, G/sqrt n)^2 = g sum_i (sigma_i - 1/sqrt n)^2 = g (2 - (2/sqrt n) sum_i sigma_i): g = "
    "d for N(0, 1) entries",
    silent_on="a random H, for which the mean of this is an upper bound",
    predicts=g * (2 - 2 * T / sqrt(n)),
    given=Given(
        {"sigma": positive_spectra(), "g": Rationals(above=0)},
        words="scaled to |sigma| = 1; T = sum sigma, Q = sum sigma^4",
        letters={
            "n": lambda at: number(size(at["sigma"])),
            "T": lambda at: number(total(at["sigma"])) / root_of(number(power_sum(at["sigma"], 2))),
            "Q": lambda at: number(power_sum(at["sigma"], 4) / power_sum(at["sigma"], 2) ** 2),
        },
    ),
    over=({"n": 4, "g": 3, "T": Rational(9, 5), "Q": Rational(289, 625)},),  # sigma = (1, 2, 2, 4)/5
    twins=(Twin(g * (Q - 1 / n), "sum (sigma^2 - 1/n)^2"), Twin(g * (1 - T / sqrt(n)), "one of the two variances")),
).literal(kind="certified", most=60, scope="between a coupling and a pair of potentials (Kantorovich)")
def distance(at: At) -> arb:
    return transport(at.sigma, at.g)


@named(
    "W₂(W H, G/√n; σ(H) ∝ {0}; {1})²",
    r"W_2(WH,G/\sqrt n;\,\sigma(H)\propto{0};{1})^2",
    means="W₂ Wasserstein's distance, W and G of independent N(0, g/d), ‖H‖ = 1",
)
def transport(sigma: Any, g: Any) -> arb:
    """W_2^2."""
    with precision(30):
        values = [ball(e) for e in sigma]
        length = sum((e * e for e in values), arb(0)).sqrt()
        above, below = enclosed([e / length for e in values])
        if proved(above, "!=", below):
            raise ArithmeticError("the coupling and the potentials do not meet")
        return ball(g) * above.union(below)  # all of it is g times what it is at g = 1


@Claim(
    "daneshmand21.gaussian.bound",
    source=COROLLARY_3,
    says="sum (sigma_i - 1/sqrt n)^2 <= n V(H)^2, sigma_i the singular values of H",
    silent_on="that so W_2^2 <= n E V^2 for any random H, of which the proof's 2 n E V is weaker, by V <= 1",
    relation="<=",
    predicts=n * v2,
    given=Given(
        {"sigma": spectra()},
        words="scaled to |sigma| = 1",
        letters={
            "n": lambda at: number(size(at["sigma"])),
            "v2": lambda at: number(gap_of_spectrum(each(lambda e: e * e, at["sigma"]))),
        },
    ),
    uses=("daneshmand21.gaussian.fixed", "daneshmand21.gaussian.bound-direction"),
    twins=(Twin(n * v2 / 4, "four times less everywhere, not only near 1/sqrt n"),),
).literal(most=100)
def bound(at: At) -> Any:
    length = root_of(number(total(each(lambda e: e * e, at.sigma))))
    flat = 1 / root_of(number(size(at.sigma)))
    return total(each(lambda e: (e / length - flat) ** 2, at.sigma))


@Claim(
    "daneshmand21.gaussian.bound-direction",
    source=COROLLARY_3,
    says="n (sigma^2 - 1/n)^2 - (sigma - 1/sqrt n)^2 = (sigma - 1/sqrt n)^2 sqrt(n) sigma (sqrt(n) sigma + 2)",
    silent_on="that so, near sigma = 1/sqrt n, one term of n V^2 is four times that of the distance",
    predicts=(sigma - 1 / root) ** 2 * root * sigma * (root * sigma + 2),
    given={"root": Rationals(above=0), "sigma": Rationals(least=0)},
    twins=(Twin((sigma - 1 / root) ** 2 * 3, "four times everywhere"),),
).literal(symbols=True, most=20)
def direction(at: At) -> Expr:
    return at.root**2 * (at.sigma**2 - 1 / at.root**2) ** 2 - (at.sigma - 1 / at.root) ** 2


@Claim(
    "daneshmand21.gaussian.constant",
    source=TABLE_1,
    says="the bound E sum (sigma_i - 1/sqrt n)^2 is (n/4) E V^2 at leading order, and so (n-1)(n+2)^2/(16(n+1) d) at "
    "depth: W_2^2 = O(1/d), a ball of radius d^(-1/2), not d^(-1/4)",
    hypotheses=("H = H_l, l -> inf, then d -> inf", "sqrt(d)(C - I/n) converges to X with its second moments"),
    silent_on="the constant of W_2^2 itself; W of N(0, 1) entries, for which W_2^2 is d times larger",
    relation="->",
    predicts=(n - 1) * (n + 2) ** 2 / (16 * (n + 1)),
    given={"n": Integers(2)},
    over=grid(n=(2, 3, 4)),
    uses=("daneshmand21.gaussian.bound", "daneshmand21.width.stationary-gap"),
    twins=(
        Twin((n - 1) * (n + 2) ** 2 / (4 * n * (n + 1)), "sum (sigma^2 - 1/n)^2: V^2 itself"),
        Twin((n - 1) * (n + 2) ** 2 / (4 * (n + 1)), "n V^2, the bound of the proof"),
        Twin((n - 1) / 4, "the noise of one layer only"),
    ),
).literal(most=3, scope="n = 2, 3, 4: the covariance from Stein's equation, n/4 from the series in an eigenvalue")
def constant(at: At) -> Any:
    return leading(at.n)


@named(
    "d E Σᵢ (σᵢ − 1/√{0})²",
    r"d\,\mathbb E\sum_i(\sigma_i-1/\sqrt{0})^2",
    means="σᵢ² the eigenvalues of I/n + X/√d, to second order; X the stationary law of X′ = A X + ξ around I/n",
)
def leading(n: Any) -> Any:
    x = Symbol("x", real=True)
    # (sqrt(1/n + x) - 1/sqrt n)^2 = (1/n)(sqrt(1 + n x) - 1)^2
    factor = ((sqrt(1 + n * x) - 1) ** 2 / n).series(x, 0, 3).removeO().coeff(x, 2)
    return factor * stationary_square(n)


@at_each_precision
def _layers(size: int, alpha: Any) -> list[list[arb]]:
    """alpha^2 and the other eigenvalues, all alike, of the layers 1 to 21."""
    start = [alpha**2, (1 - alpha**2) / (size - 1)]
    return list(islice(orbit(start, 30, multiplicities=[1, size - 1]), 21))


@named(
    "W₂(W_{2} H_{2}, G/√{0})²",
    r"W_2(W_{{{2}}}H_{{{2}}},G/\sqrt{{{0}}})^2",
    means="σ(H₁) = (α, b, .., b), Hᵀ₊H₊ = F(HᵀH) a layer: d = ∞",
)
@at_each_precision
def distance_after(size: Any, alpha: Any, layer: Any) -> arb:
    """By `fixed`, from singular values alpha and n - 1 equal ones, |H_1| = 1."""
    counts = [1, int(size) - 1]
    with precision(60):
        away = [e.sqrt() - 1 / arb(int(size)).sqrt() for e in _layers(int(size), alpha)[int(layer) - 1]]
        return sum((count * e * e for count, e in zip(counts, away, strict=True)), arb(0))


@Claim(
    "daneshmand21.gaussian.slides",
    source=SLIDES,
    status="reading",
    says="W_2(W_l H_l, Gaussian)^2 = O((1-alpha)^l n + n^2/(alpha sqrt d)), alpha the minimum of the smallest "
    "*singular values*, W of N(0, 1/d) entries and the Gaussian matrix G/sqrt n: neither of which the slides say. At "
    "d = oo, at n = 16, 25, 36 from one least singular value: in the end W_2^2 falls by 1 - alpha a layer at least",
    hypotheses=("a constant in O that depends on neither l nor d (on n, alpha and H_1 it may)",),
    silent_on="alpha as an eigenvalue, for which it is true; another Gaussian matrix, say of the covariance of W_l H_l",
    relation="<=",
    predicts=1 - alpha,
    given=Given(
        {"n": Values(16, 25, 36), "share": Values(Rational(9, 10), Rational(1, 2)), "l": Values(20)},
        words="alpha = share/sqrt(n), H_1 of the singular values alpha and n - 1 equal ones; l large",
        letters={"alpha": lambda at: at["share"] / root_of(at["n"])},
    ),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.local-rate",),
    truth=1 - alpha**2,  # alpha^2 is the least eigenvalue
).literal(kind="certified", most=12)
def slides(at: At) -> arb:
    return distance_after(at.n, at.alpha, at.l + 1) / distance_after(at.n, at.alpha, at.l)


@at_each_precision
def inner_square(size: Any) -> arb:
    """E u_1^2 on the sphere in so many dimensions, by quadrature over the angle."""

    def mean(power: int) -> arb:
        return acb.integral(lambda f, _: f.cos() ** power * f.sin() ** (int(size) - 2), 0, acb.pi()).real

    return mean(2) / mean(0)


@Claim(
    "daneshmand21.gaussian.quarter-power",
    source=TABLE_1,
    status="reading",
    says="one layer after an orthogonal H_0 the bound n E V(H_1)^2 of W_2^2 is of the order d^(-1/2), as the bounds in "
    "print are: (n-1)/sqrt d",
    predicts=(n - 1) / sqrt(d),
    given={"n": Integers(2), "d": Integers(2)},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.width.one-step",),
    truth=(n - 1) / d,
).literal(kind="certified", most=60)
def quarter(at: At) -> arb:
    return ball(at.n) * square_of_gap(at.n, at.d)


@named(
    "E[V(H₁)²; {0}, {1}]", r"\mathbb E[V(H_1)^2;{0},{1}]", means="H₁ one layer of width d after n orthonormal columns"
)
def square_of_gap(n: Any, d: Any) -> arb:
    """The rows are uniform, independent: V^2 = tr C^2 - 1/n, a mean of (u_k.u_l)^2: 1 for k = l, else E (u.e_1)^2."""
    with precision(30):
        return 1 / ball(d) + (1 - 1 / ball(d)) * inner_square(int(n)) - 1 / ball(n)
