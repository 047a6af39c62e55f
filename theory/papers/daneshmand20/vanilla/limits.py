"""Lemma 3: which limits linear networks without normalization have, and which not; what depth-scaled skips keep.

H_l/|H_l| approaches the set of rank-one matrices but has no limit; the rank is that of X at every finite depth.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import acb, fmpq, fmpq_mat
from sympy import Integer, Matrix, Rational, eye
from sympy import exp as exponential

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_sympy
from theory.markov import gaussian_row
from theory.markov.products import log_volume, step_of_direction
from theory.markov.residual import mixing, times
from theory.notation import L, d, r
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.through import letters
from theory.papers.daneshmand20.vanilla.domains import Networks, Square, beside, ends_of
from theory.papers.daneshmand20.vanilla.outcomes import LAWS, Scattered, of_every_law, outcomes
from theory.papers.daneshmand20.vanilla.setting import (
    ANY_STRENGTH,
    DIGITS,
    GINIBRE,
    LEMMA_3,
    RESIDUAL,
    STRENGTHS,
    g,
    lam,
)
from theory.term import each, every, number, total
from theory.term.matrices import determinant, inner, rank

direction = Claim(
    "daneshmand20.vanilla.direction-moves",
    source=LEMMA_3,
    status="new",
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
        Twin((Integer(0), Integer(0)), "L3.m4: the direction converges"),
        Twin((g**2, 3 * g**2), "leading order: (d - 1) gamma^2"),
        Twin((Rational(1, 2), Rational(3, 4)), "a fresh uniform direction, as at gamma = inf"),
    ),
)


@direction.exact("every gamma and unit vector u: the law of W u, and integrals by SymPy", reach="stated")
def _on_symbols(predicted: Predicted) -> Compared:
    # W_l is independent of H_l x, and the law of W u the same for all directions u: N(0, |u|^2 I)
    yield "Cov(<a, Wu>, <b, Wu>) is <a, b> |u|^2", tuple(map(gaussian_row.frame_covariance, (2, 4))), (0, 0)
    yield "every gamma", tuple((size - 1) * gaussian_row.share(size) for size in (2, 4)), predicted


@direction.certified(
    "d = 2, 4, gamma = 1/3, 1, 2: Laplace transforms of the two parts of |(I + gamma W) u|^2",
    reach="step",
    of="the step has at every depth the law of that from e_1 to e_1 + gamma w",
)
def _by_laplace(predicted: Predicted) -> Compared:
    for gamma in STRENGTHS:
        for size, part in zip((2, 4), predicted, strict=True):
            yield f"d = {size}, gamma = {gamma}", step_of_direction(size, gamma), enclose(part, {"g": gamma}, DIGITS)


@direction.certified(
    "d = 2, 4, gamma = 1/3, 1, 2: as (d - 1)(mu_1(d + 2) - mu_1(d)), exponents by Poisson mixtures",
    reach="step",
    of="E sin^2 is (d - 1)(mu_1(d + 2) - mu_1(d))",
)
def _by_exponents(predicted: Predicted) -> Compared:
    for gamma in STRENGTHS:
        for size, part in zip((2, 4), predicted, strict=True):
            rise = log_volume(size + 2, 1, gamma) - log_volume(size, 1, gamma)
            yield f"d = {size}, gamma = {gamma}", (size - 1) * rise, enclose(part, {"g": gamma}, DIGITS)


limit_as_printed = Claim(
    "daneshmand20.vanilla.limit-as-printed",
    source=Locator(DANESHMAND20, "section 3.2, of products of Gaussian matrices, in the text before Lemma 3"),
    status="reading",
    says='"Hence, the matrix converges to a rank one matrix after normalizing by the norm", read strictly, as a limit '
    "of matrices, which the paper does not need: the steps of its direction die out, E sin^2 -> 0",
    tex=r"\lim_\ell\tilde H_\ell\text{ exists}\Rightarrow\mathbb E\sin^2\angle(H_\ell x,H_{\ell+1}x)\to0",
    hypotheses=(GINIBRE, "left multiplication: H_(l+1) = W_l H_l"),
    silent_on="the other reading, which is true and all that the paper needs: the distance from the rank-one matrices "
    "goes to 0",
    predicts=Integer(0),
    given=Given({"d": Integers(2)}),
    left=r"\mathbb E\sin^2\angle(u,Wu)",
    over=grid(d=(2, 4)),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.vanilla.no-limit", "daneshmand20.vanilla.direction-moves"),
    truth=(d - 1) / d,
)


@limit_as_printed.literal(kind="certified", most=20)
def _step(at: At) -> object:
    # sin^2 of the angle between e_1 and the first column w = r (cos f, sin f times a unit vector) of W
    size = int(at.d)
    whole, along = (acb.integral(lambda f, _, p=p: f.sin() ** p, 0, acb.pi()).real for p in (size - 2, size))
    return along / whole


@limit_as_printed.certified(
    "d = 2, 4, gamma = inf: every step has E sin^2 = (d - 1)/d, by Laplace transforms", reach="cases"
)
def _steps_stay(predicted: Predicted) -> Compared:
    for size in (2, 4):
        claimed = enclose(predicted, {"d": size}, DIGITS)
        yield f"d = {size}, gamma = inf, every depth", step_of_direction(size, None), claimed


a, b = sympy.symbols("a b", real=True)

no_limit = Claim(
    "daneshmand20.vanilla.no-limit",
    source=LEMMA_3,
    status="corrected",
    says="d = 2, a and b values of the weights: the commutator of I + gamma a 1 1^T and of the same with b for a in "
    "the last place has the determinant gamma^4 a^2 (b - a)^2",
    tex=r"\det\big[I+\gamma a\mathbf1\mathbf1^\top,\ I+\gamma(a\mathbf1\mathbf1^\top+(b-a)e_2e_2^\top)\big]"
    r"=\gamma^4a^2(b-a)^2\ne0",
    hypotheses=("H_(l+1) = (I + gamma W_l) H_l, entries of W_l i.i.d., not constant", "X != 0, gamma > 0, d >= 2"),
    silent_on="what the note alone shows: that for a != b, a != 0 the two share no eigenvector, and that H_l/|H_l| "
    "converges with probability 0, as a limit would be made of common eigenvectors of all I + gamma W; d > 2; limit "
    "points, which are of rank one; the direction on the side of the data, which converges",
    predicts=g**4 * a**2 * (b - a) ** 2,
    decided_to=1,
    over=grid(a=(1, -2), b=(-1, 3), g=(Rational(1, 2), 2)),
    given=Given({"a": Rationals(), "b": Rationals(), "g": Rationals(above=0)}),
    left=r"\det\big[I+\gamma a\mathbf1\mathbf1^\top,\ I+\gamma(a\mathbf1\mathbf1^\top+(b-a)e_2e_2^\top)\big]",
    twins=(Twin(Integer(0), "a shared eigenvector"), Twin(g**4 * a**2 * (b + a) ** 2, "as if +-a coincided")),
)


@no_limit.literal(symbols=True)
def _share_none(at: At) -> object:
    first, second = (mixing(((at.a, at.a), (at.a, last)), at.g) for last in (at.a, at.b))
    (p, q), (r, s) = (
        tuple(x - y for x, y in zip(*rows, strict=True))
        for rows in zip(times(first, second), times(second, first), strict=True)
    )
    return p * s - q * r


@no_limit.exact(
    "d = 2, every a, b, gamma: 2 x 2 matrices with a common eigenvector have a singular commutator", reach="stated"
)
def _commutator(predicted: Predicted) -> Compared:
    flat = Matrix([[a, a], [a, a]])
    first, second = eye(2) + g * flat, eye(2) + g * (flat + Matrix([[0, 0], [0, b - a]]))
    yield "determinant of the commutator", (first * second - second * first).det(), predicted


finite_rank = Claim(
    "daneshmand20.vanilla.finite-rank",
    source=LEMMA_3,
    status="corrected",
    says="at every finite depth rank(H_l) = rank(X), with and without BN: collapse is of singular values, not of rank",
    tex=r"\mathrm{rank}(H_\ell)=\mathrm{rank}(X)\quad\text{for every finite }\ell",
    hypotheses=(
        "H_(l+1) = D_l (I + gamma W_l) H_l, D_l = I or a positive diagonal matrix, as BN's is",
        "I + gamma W_l invertible: almost surely for weights with a density, any gamma",
    ),
    silent_on="the rank in floating point",
    predicts=r,
    given=Given(
        {"net": Networks()},
        lambda at: every(lambda W: determinant(beside(W, 1)) != 0, ends_of(at["net"]).letters),
        "all I + gamma W_l invertible, gamma in W_l",
        letters={"r": lambda at: number(rank(ends_of(at["net"]).first))},
    ),
    left=r"\mathrm{rank}(H_L)",
    over=grid(r=(1, 2, 3, 4)),
    twins=(Twin(Integer(1), "L3.m1: rank one at finite depth"), Twin(Integer(4), "full rank")),
)


@finite_rank.literal(most=60)
def _through(at: At) -> Any:
    return number(rank(ends_of(at.net).last))


@finite_rank.exact("d = 4, N = 5, rank(X) = 1..4, 24 explicit layers at gamma = 1/3, exact rank over Q", reach="cases")
def _rational_layers(predicted: Predicted) -> Compared:
    for start in range(1, 5):
        left = fmpq_mat(4, start, [(i + 1) ** j for i in range(4) for j in range(start)])
        H = left * fmpq_mat(start, 5, [(j + 2) ** i for i in range(start) for j in range(5)])
        for depth in range(24):
            entries = [((i + 2) * (depth + 3) ** (j + 1)) % 11 - 5 for i in range(4) for j in range(4)]
            layer = fmpq_mat(4, 4, [fmpq(w, 3) + (p % 5 == 0) for p, w in enumerate(entries)])
            if layer.det() != 0:
                H = layer * H
        yield f"rank(X) = {start}", Integer(H.rank()), predicted.subs(r, start)


depth_scaled = Claim(
    "daneshmand20.vanilla.depth-scaled",
    source=LEMMA_3,
    status="new",
    says="E|H_L - X|^2 = ((1 + d gamma^2)^L - 1) |X|^2: at gamma = 1/L this goes to 0 and the network keeps all of X, "
    "at gamma = 1/sqrt(L) it stays near e^d - 1",
    tex=r"\mathbb E\|H_L-X\|_F^2=\big((1+d\gamma^2)^L-1\big)\|X\|_F^2",
    hypotheses=(RESIDUAL, "layers independent; symmetry not needed"),
    silent_on="singular values one by one; formally, weights of infinitely many values, for which the note's proof is, "
    "too",
    predicts=(1 + d * g**2) ** L - 1,
    given=Given(
        {"net": Scattered()},
        words="x a column of X; entries of W of mean 0 and variance 1, uncorrelated, as independent ones are",
        letters=letters(outcomes, "dLg"),
    ),
    left=r"\mathbb E|H_L-x|^2/|x|^2",
    over=grid(d=(2, 3), L=(1, 2, 3), g=(Rational(1, 2), Rational(1, 3))),
    twins=(
        Twin(1 - 1 / d, "L3.m5: collapse, for X = I at least the distance to rank one"),
        Twin((1 + d * g) ** L - 1, "gamma for gamma^2"),
        Twin(L * d * g**2, "first order"),
        Twin((1 + g**2) ** L - 1, "without the width"),
    ),
)


@depth_scaled.literal(most=60, scope="all values of the weights of all layers")
def _over_outcomes(at: At) -> Any:
    net = outcomes(at.net)
    x, (shares, states) = net.first, net.last

    def distance(h: Any) -> Any:
        return total(each(lambda y, z: (y - z) * (y - z), h, x))

    return number(total(each(lambda share, h: share * distance(h), shares, states)) / inner(x, x))


@depth_scaled.exact(
    "every law of independent weights: x = (1, -2, ..) of d = 1, 2, 3 entries, L = 1, 2, 3", reach="cases"
)
def _by_products_of_weights(predicted: Predicted) -> Compared:
    for size, depth, gamma in product((1, 2, 3), (1, 2, 3), (Fraction(1, 2), Fraction(1, 3))):
        x = tuple(Fraction((-1) ** i * (i + 1)) for i in range(size))
        share = of_every_law(x, gamma, depth) / sum(value**2 for value in x)
        claimed = predicted.subs({d: size, L: depth, g: to_sympy(gamma)})
        yield f"d = {size}, L = {depth}, gamma = {gamma}", to_sympy(share), claimed


def mean_square_distance(law: dict[Fraction, Fraction], size: int, gamma: Fraction, depth: int) -> Fraction:
    """E|(I + gamma W_L) .. (I + gamma W_1) - I|_F^2/d, over all products of layers; (values^(d^2))^L of them."""
    one: Square = tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size))

    def walk(A: Square, left: int) -> Fraction:
        if not left:
            return sum(((A[i][j] - one[i][j]) ** 2 for i in range(size) for j in range(size)), Fraction(0))
        total = Fraction(0)
        for entries in product(law, repeat=size * size):
            weight = Fraction(1)
            for w in entries:
                weight *= law[w]
            total += weight * walk(_layer(entries, gamma, A), left - 1)
        return total

    return walk(one, depth) / size


def _layer(entries: tuple[Fraction, ...], gamma: Fraction, A: Square) -> Square:
    size = len(A)
    return tuple(
        tuple(A[i][j] + gamma * sum(entries[i * size + m] * A[m][j] for m in range(size)) for j in range(size))
        for i in range(size)
    )


@depth_scaled.exact(
    "weights +-1 and 2 or -1/2, all of them: d = 2 at L = 1, 2, d = 3 at L = 1; gamma = 1/2, 1/3", reach="cases"
)
def _all_networks(predicted: Predicted) -> Compared:
    for name, law in LAWS.items():
        for size, depth, gamma in product((2, 3), (1, 2), (Fraction(1, 2), Fraction(1, 3))):
            if (size, depth) != (3, 2):
                claimed = predicted.subs({d: size, L: depth, g: to_sympy(gamma)})
                where = f"weights {name}, d = {size}, L = {depth}, gamma = {gamma}"
                yield where, mean_square_distance(law, size, gamma, depth), claimed
