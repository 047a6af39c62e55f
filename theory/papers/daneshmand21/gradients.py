"""gradients through the linear chain grow backwards by (n-1)/(n-2) per layer, at any width up to 1 - 2/d."""

from __future__ import annotations

from itertools import product
from typing import Any

from flint import acb, arb
from sympy import Ei, Expr, Integer, Rational, diff, exp, integrate, limit, oo, pi, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import ball
from theory.notation import d, n
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.width.stationary import radial
from theory.term.named import named
from theory.words import At

LAYER = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
WEIGHTS = "H' = d^(-1/2) BN(W H), W d x d with i.i.d. N(0, 1/d) entries; dL/dH' = B does not depend on W"
RATIO: dict[str, Any] = {
    "source": LAYER,
    "left": r"\mathbb E\|\partial L/\partial H\|_F^2/\|\partial L/\partial H'\|_F^2",
    "over": grid(n=(4, 6, 10), d=(12, 32)),
    "speaks_of": ("rs",),
}
e = symbols("epsilon", positive=True)


def chi(power: int, degrees: int) -> arb:
    """E |g|^power of a standard normal vector g of so many dimensions, power + degrees >= 1, by quadrature."""
    return radial(power + degrees - 1, 30) / radial(degrees - 1, 30)


def growth(size: Expr) -> Expr:
    """(1 - 2/d)(r-1)/(r-2), r = the number of dimensions of a row."""
    return (1 - 2 / d) * (size - 1) / (size - 2)


one_layer = Claim(
    "daneshmand21.gradients.one-layer",
    **RATIO,
    says="from orthogonal H, E|dL/dH|_F^2 = (1 - 2/d)(n-1)/(n-2) |dL/dH'|_F^2 exactly: at large width gradients grow "
    "backwards by (n-1)/(n-2) > 1 per layer",
    hypotheses=(WEIGHTS, "H^T H = I/n"),
    silent_on="H that is not orthogonal; a loss that depends on W through H'",
    predicts=growth(n),
    given=Given({"n": Integers(3), "d": Integers(3)}, lambda at: at["n"] <= at["d"], "n <= d"),
    twins=(
        Twin(Integer(1), "BN bounds gradients in depth"),
        Twin((1 - 2 / d) * (n - 1) / n, "(n-1)/n, the scale forgotten"),
    ),
)


def by_rows(rank: int, width: int) -> arb:
    """E|dL/dH|^2/|B|^2, row by row: a row of W has a part g along H and a rest.

    x = w H has |x|^2 = |g|^2/rank, g of `rank` dimensions, and dL/dx = d^(-1/2) (I - u u^T) b/|x|; rows do not
    correlate.
    """
    # E|w|^2/|x|^2 over the width: |rest|^2 is independent of g, of mean width - rank
    along = rank * (1 + (width - rank) * chi(-2, rank)) / width
    # u is uniform on the sphere: E (u.b)^2/|b|^2 by E u_1^2 = E g_1^2/E|g|^2
    return along * (1 - chi(2, 1) / chi(2, rank))


centred = Claim(
    "daneshmand21.gradients.centred",
    **RATIO,
    says="with the mean taken off each row, from H^T H = (I - 11^T/n)/(n-1) and B with rows of sum 0: "
    "(1 - 2/d)(n-2)/(n-3), the same in n - 1 dimensions",
    hypotheses=(f"{WEIGHTS}, BN with centring",),
    silent_on="B with rows of other sums, of which centring takes the mean off",
    predicts=growth(n - 1),
    given=Given({"n": Integers(4), "d": Integers(4)}, lambda at: at["n"] <= at["d"], "n <= d"),
    uses=("daneshmand21.gradients.one-layer",),
    twins=(Twin(Integer(1), "BN bounds gradients in depth"),),
)


def _lengths(claim: Claim, lost: int) -> None:
    """Of `lost` dimensions less than n."""

    @claim.certified(
        "n to 6 and 10, d = n, 12, 32: moments of lengths of Gaussian vectors by quadrature, in n dimensions or n - 1",
        step="row by row the mean is E|w|^2/|x|^2 times the share of B across x, a ratio of moments of lengths",
    )
    def _(predicted: Predicted) -> Compared:
        with precision(25):
            for size, width in product((10, 6, 5, 4, 3)[: 5 - lost], (0, 12, 32)):
                at = {"n": size, "d": width or size}
                yield f"n = {size}, d = {at['d']}", by_rows(size - lost, at["d"]), enclose(predicted, at)


_lengths(one_layer, 0)
_lengths(centred, 1)


@Claim(
    "daneshmand21.gradients.two-samples",
    source=LAYER,
    says="n = 2: E[1/|g|^2; |g|^2 > eps], g = the part of a row of W along H, is -Ei(-eps/2)/2",
    hypotheses=("d > 2 (at d = n = 2 |w|^2/|x|^2 is 2)",),
    silent_on="that this grows like log(1/eps)/2 as eps -> 0, so that the mean square of gradients is infinite",
    predicts=-Ei(-e / 2) / 2,
    given={"epsilon": Rationals(above=0)},
    uses=("daneshmand21.gradients.one-layer",),
    twins=(Twin(Rational(1, 2), "finite: 1/n"),),
).literal(kind="certified", most=40)
def pair(at: At) -> arb:
    return inverse_square(at.epsilon)


@named("E[|g|⁻²; |g|² > {0}]", r"\mathbb E[|g|^{{-2}};\,|g|^2>{0}]", means="g normal in 2 dimensions")
def inverse_square(epsilon: Any) -> arb:
    """By s = |g|^2 = e^y, of density e^(-s/2)/2; beyond s = end there is less than e^(-end/2)."""
    with precision(25):
        low = ball(epsilon)
        end = low + 200
        inner = acb.integral(lambda y, _: (-y.exp() / 2).exp() / 2, low.log(), end.log()).real
        return inner + arb(0, (-end / 2).exp())


@pair.exact("every eps", argued="|g|^2 is exponential; the derivative by eps and the limit for eps -> oo fix it")
def _antiderivative(predicted: Predicted) -> Compared:
    # g = r (cos, sin) of an angle: r e^(-r^2/2)/(2 pi) for each r and angle
    r, turn = symbols("r turn", positive=True)
    density = integrate(r * exp(-(r**2) / 2) / (2 * pi), (turn, 0, 2 * pi))
    yield "all of it", integrate(density, (r, 0, oo)), Integer(1)
    yield "the derivative by the least length", -density / r**2, diff(predicted.subs(e, r**2), r)
    yield "at eps = oo", Integer(0), limit(predicted, e, oo)


depth = Claim(
    "daneshmand21.gradients.depth",
    source=LAYER,
    status="heuristic",
    says="in the chain itself, 3 layers back from a random linear loss, as d -> oo: E|dL/dH_l|^2 grows by "
    "((n-1)/(n-2))^3 to leading order in 1/d: 1.953 at n = 6 and 1.424 at n = 10",
    hypotheses=("H_(l+1) = d^(-1/2) BN(W_l H_l), W Gaussian, H_l from orthogonal H_0", "n fixed, d large"),
    silent_on="corrections in 1/d: correlations of B with W through H', and H_l that is orthogonal up to d^(-1/2)",
    relation="->",
    predicts=((n - 1) / (n - 2)) ** 3,
    given=Given({"n": Integers(3)}, words="d -> oo"),
    left=r"\mathbb E\|\partial L/\partial H_\ell\|^2/\mathbb E\|\partial L/\partial H_{\ell+3}\|^2",
    over=grid(n=(6, 10)),
    speaks_of=("rs",),
    uses=("daneshmand21.gradients.one-layer",),
    twins=(Twin(((n - 1) / n) ** 3, "(n-1)/n"), Twin((n - 1) / (n - 2), "one layer only")),
)
