"""I2 for other batches: what a gain keeps in the mean of two clusters of other sizes, and of any two points."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational

from theory.batchnorm import recentre, relu
from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import AFFINE, Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import HALF, alpha, beta, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier.setting import (
    BY_DEFINITION,
    FOLDED,
    GAUSSIAN,
    MORE,
    NUMBERS,
    configurations,
    distance,
    half_moment,
    mean,
)
from theory.term import each, number, size

ALPHA = Locator(NACHUM24, "the constant alpha, quoted second-hand")

gain_least = Claim(
    "nachum24.outlier.gain-least",
    source=ALPHA,
    status="new",
    says="alpha = n^2/(n^2 - 2n + 2), which keeps E|d'|^2 = |d|^2 of one point against n - 1, is too little for all "
    "other sizes of two clusters: E|d'|^2 <= |d|^2 for each of them",
    tex=r"\beta=\alpha_1:\quad\mathbb E|d'|^2=\frac{\alpha_1}{\alpha_k}|d|^2\le|d|^2",
    hypotheses=(GAUSSIAN[0], NUMBERS, "W_ij i.i.d. N(0, 2 alpha_1/m), m = number of rows of W"),
    silent_on=f"{MORE}; {FOLDED}; typical networks, in which |d|^2 shrinks for k = 1, too",
    predicts=Integer(1),
    relation="<=",
    given=configurations(m=Integers(1)),
    left=r"\mathbb E|d'|^2/|d|^2\ \text{at}\ \beta=\alpha_1",
    speaks_of=("rc", "nl"),
    decided_to=1,
    over=grid(n=(3, 4)),
    uses=("nachum24.outlier.invariance",),
    twins=(Twin((n - 1) / n, "a point more than there is"), Twin(HALF, "half of it, as of two halves")),
)


def _growth(at: At) -> Any:
    return at.m * (2 * alpha(at.n) / at.m) * mean(lambda o, c: (o - c) ** 2, at) / distance(at) ** 2


gain_least.literal(_growth, scope=BY_DEFINITION, most=100)


def images(x: Any) -> list[Any]:
    """relu(RC(wx)) of one neuron for the weights 1 and -1."""
    return [relu(recentre(each(lambda v, s=sign: s * number(v), x))) for sign in (1, -1)]


distances = Claim(
    "nachum24.outlier.distances",
    source=ALPHA,
    status="new",
    says="for any two points of any batch E|x_i' - x_j'|^2 is between beta/2 and beta times |x_i - x_j|^2: the gain "
    "that would keep it is between 1 and 2",
    hypotheses=("any batch, x_i != x_j", NUMBERS, "W_ij i.i.d. N(0, 2 beta/m), m = number of rows of W"),
    silent_on=f"{MORE}; {FOLDED}; one gain for all pairs: there need be none",
    predicts=(beta / 2, beta),
    relation="in",
    given=Given(
        {"x": Batches(up_to=AFFINE), "i": Integers(0), "j": Integers(0), "beta": Rationals(above=0)},
        lambda at: at["i"] < size(at["x"]) and at["j"] < size(at["x"]) and at["x"][at["i"]] != at["x"][at["j"]],
        "x_i != x_j",
    ),
    speaks_of=("nl",),
    decided_to=3,
    over=grid(beta=(1, Rational(3, 2))),
    uses=("nachum24.outlier.invariance",),
    twins=(
        Twin((beta, beta), "kept by He's gain"),
        Twin((beta / 2, 3 * beta / 4), "always less than by He's gain"),
    ),
)


@distances.literal(scope=BY_DEFINITION, most=100)
def _of_a_pair(at: At) -> Any:
    squares = sum((y[at.i] - y[at.j]) ** 2 for y in images(at.x))
    return 2 * at.beta * half_moment(2) * squares / (at.x[at.i] - at.x[at.j]) ** 2
