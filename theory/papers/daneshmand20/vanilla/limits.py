"""Lemma 3: which limits linear networks without normalization have, and which not; what depth-scaled skips keep.

H_l/|H_l| approaches the set of rank-one matrices but has no limit; the rank is that of X at every finite depth.
"""

from __future__ import annotations

from typing import Any

import sympy
from flint import acb, arb
from sympy import Integer, Rational
from sympy import exp as exponential

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.markov import gaussian_row
from theory.markov.residual import mixing, times
from theory.notation import L, d, r
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.depths import letters
from theory.papers.daneshmand20.vanilla.networks import beside, ends_of, networks, outcomes, random_networks
from theory.papers.daneshmand20.vanilla.setting import (
    ANY_STRENGTH,
    GINIBRE,
    LEMMA_3,
    RESIDUAL,
    STRENGTHS,
    g,
    lam,
)
from theory.term import each, every, number, total
from theory.term.matrices import determinant, inner, rank
from theory.term.named import named

direction = Claim(
    "daneshmand20.vanilla.direction-moves",
    source=LEMMA_3,
    says="Gaussian weights: at every depth the direction of H_l x makes a step of the same law, with E sin^2 = "
    "g^2 (1 - e^(-1/(2 g^2))) at d = 2 and 3 g^2 - 6 g^4 (1 - e^(-1/(2 g^2))) at d = 4, g = gamma: it never settles",
    tex=r"\mathbb E\sin^2\angle(u,(I+\gamma W)u)=\tfrac{d-1}2\int_0^1t^{d/2-1}e^{-(1-t)/(2\gamma^2)}dt",
    hypotheses=(RESIDUAL, "W Gaussian", "x != 0"),
    silent_on="the direction on the side of the data, which converges",
    predicts=(g**2 * (1 - exponential(-lam)), 3 * g**2 - 6 * g**4 * (1 - exponential(-lam))),
    given=ANY_STRENGTH,
    left=r"\mathbb E\sin^2\angle(u_\ell,u_{\ell+1})\text{ at }d=2,\ 4",
    speaks_of=("law",),
    over=grid(g=STRENGTHS),
    twins=(
        Twin((Integer(0), Integer(0)), "the direction converges"),
        Twin((g**2, 3 * g**2), "leading order: (d - 1) gamma^2"),
        Twin((Rational(1, 2), Rational(3, 4)), "a fresh uniform direction, as at gamma = inf"),
    ),
)


@direction.exact(
    "every gamma and unit vector u: the law of W u, and integrals by SymPy",
    argued="W u is normal for every unit vector u, so that every step has one law, and sin^2 its mean",
)
def _on_symbols(predicted: Predicted) -> Compared:
    # W_l is independent of H_l x, and the law of W u the same for all directions u: N(0, |u|^2 I)
    yield "Cov(<a, Wu>, <b, Wu>) is <a, b> |u|^2", tuple(map(gaussian_row.frame_covariance, (2, 4))), (0, 0)
    yield "every gamma", tuple((size - 1) * gaussian_row.share(size) for size in (2, 4)), predicted


@Claim(
    "daneshmand20.vanilla.limit-as-printed",
    source=Locator(DANESHMAND20, "section 3.2, of products of Gaussian matrices, in the text before Lemma 3"),
    status="reading",
    says='"Hence, the matrix converges to a rank one matrix after normalizing by the norm", read strictly, as a limit '
    "of matrices, which the paper does not need: the steps of its direction die out, E sin^2 -> 0",
    hypotheses=(GINIBRE, "left multiplication: H_(l+1) = W_l H_l"),
    silent_on="the other reading, which is true and all that the paper needs: the distance from the rank-one matrices "
    "goes to 0",
    predicts=Integer(0),
    given=Given({"d": Integers(2)}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.vanilla.no-limit", "daneshmand20.vanilla.direction-moves"),
    truth=(d - 1) / d,
).literal(kind="certified", most=20)
def limit_as_printed(at: At) -> object:
    return mean_sine_square(at.d)


@named("E sin²∠(u, W_{0} u)", r"\mathbb E\sin^2\angle(u,W_{{{0}}}u)", means="W_d Gaussian, d × d")
def mean_sine_square(d: Any) -> arb:
    """Of e_1 and the first column w = r (cos f, sin f times a unit vector) of W."""
    size = int(d)
    around, along = (acb.integral(lambda f, _, p=p: f.sin() ** p, 0, acb.pi()).real for p in (size - 2, size))
    return along / around


a, b = sympy.symbols("a b", real=True)


@Claim(
    "daneshmand20.vanilla.no-limit",
    source=LEMMA_3,
    status="corrected",
    says="d = 2, a and b values of the weights: the commutator of I + gamma a 1 1^T and of the same with b for a in "
    "the last place has the determinant gamma^4 a^2 (b - a)^2",
    silent_on="what the note alone shows: that for a != b, a != 0 the two share no eigenvector, and that H_l/|H_l| "
    "converges with probability 0, as a limit would be made of common eigenvectors of all I + gamma W; d > 2; limit "
    "points, which are of rank one; the direction on the side of the data, which converges",
    predicts=g**4 * a**2 * (b - a) ** 2,
    decided_to=1,
    given=Given({"a": Rationals(), "b": Rationals(), "g": Rationals(above=0)}),
    twins=(Twin(Integer(0), "a shared eigenvector"),),
).literal(symbols=True)
def no_limit(at: At) -> object:
    first, second = (mixing(((at.a, at.a), (at.a, last)), at.g) for last in (at.a, at.b))
    (p, q), (r, s) = (
        tuple(x - y for x, y in zip(*rows, strict=True))
        for rows in zip(times(first, second), times(second, first), strict=True)
    )
    return p * s - q * r


@Claim(
    "daneshmand20.vanilla.finite-rank",
    source=LEMMA_3,
    status="corrected",
    says="at every finite depth rank(H_l) = rank(X), with and without BN: collapse is of singular values, not of rank",
    hypotheses=(
        "H_(l+1) = D_l (I + gamma W_l) H_l, D_l = I or a positive diagonal matrix, as BN's is",
        "I + gamma W_l invertible: almost surely for weights with a density, any gamma",
    ),
    silent_on="the rank in floating point",
    predicts=r,
    given=Given(
        {"net": networks()},
        lambda at: every(lambda W: determinant(beside(W, 1)) != 0, ends_of(at["net"]).letters),
        "all I + gamma W_l invertible, gamma in W_l",
        letters={"r": lambda at: number(rank(ends_of(at["net"]).first))},
    ),
    twins=(Twin(Integer(1), "rank one at finite depth"), Twin(Integer(4), "full rank")),
).literal(most=60)
def finite_rank(at: At) -> Any:
    return number(rank(ends_of(at.net).last))


@Claim(
    "daneshmand20.vanilla.depth-scaled",
    source=LEMMA_3,
    says="E|H_L - X|^2 = ((1 + d gamma^2)^L - 1) |X|^2: at gamma = 1/L this goes to 0 and the network keeps all of X, "
    "at gamma = 1/sqrt(L) it stays near e^d - 1",
    hypotheses=(RESIDUAL, "layers independent; symmetry not needed"),
    silent_on="singular values one by one; formally, weights of infinitely many values, for which the note's proof is, "
    "too",
    predicts=(1 + d * g**2) ** L - 1,
    given=Given(
        {"net": random_networks()},
        words="x a column of X; entries of W of mean 0 and variance 1, uncorrelated, as independent ones are",
        letters=letters(outcomes, "dLg"),
    ),
    twins=(
        Twin(1 - 1 / d, "collapse, for X = I at least the distance to rank one"),
        Twin(L * d * g**2, "first order"),
        Twin((1 + g**2) ** L - 1, "without the width"),
    ),
).literal(most=60, scope="all values of the weights of all layers")
def depth_scaled(at: At) -> Any:
    net = outcomes(at.net)
    x, (shares, states) = net.first, net.last

    def distance(h: Any) -> Any:
        return total(each(lambda y, z: (y - z) * (y - z), h, x))

    return number(total(each(lambda share, h: share * distance(h), shares, states)) / inner(x, x))
