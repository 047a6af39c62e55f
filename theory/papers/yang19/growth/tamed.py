"""What eps in the denominator and skip connections make of the growth of gradients."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Integer, Rational, Symbol, symbols

from theory.claim import Claim, Locator, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import Rows, is_law, merged
from theory.domains.numbers import Choose, Integers, Rationals
from theory.notation import L
from theory.papers.yang19 import YANG19
from theory.papers.yang19.growth import rates
from theory.term import AnyLaw, Shape, constant, each, entries, has_mean, mean, number, places, product_of, variable
from theory.term.named import named
from theory.words import At

TAMED = Locator(YANG19, "eps and residual connections tame the explosion")
low, mu = symbols("low mu", positive=True)
e = Symbol("e", nonnegative=True)


def _ratio(r: Any, power: int, of: int) -> Any:
    """R^power/(R + r)^of."""
    return lambda R: R[0] ** power / (R[0] + r) ** of


def _over(law: Any, r: Any, power: int, of: int) -> Any:
    return mean(law, _ratio(r, power, of))


def _gained(n: Any, r: Any, e: Any) -> Any:
    """n - 1 times the mean of |dBN_eps(x)[D delta]|^2/|delta|^2 over directions of the centred x, but for a factor."""
    return lambda R: (n - 2 + e + (r / (R[0] + r)) ** 2) / (R[0] + r)


def _as_of_normal(law: Any, n: Any, r: Any) -> Any:
    """E[R f(R)] = (n - 1) E f(R) + 2 E[R f'(R)] for f(R) = 1/(R + r)."""
    return _over(law, r, 1, 1) == (n - 1) * _over(law, r, 0, 1) - 2 * _over(law, r, 1, 2)


def _is_length(value: object) -> bool:
    if not (isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], int) and value[0] >= 4):
        return False
    n, law, r = value
    if not is_law(law) or entries(law) != 1 or not isinstance(r, int | Fraction) or r < 0:
        return False
    return min(row[1] for row in law) > 0 and bool(_as_of_normal(law, n, r))


def _any_length(name: str) -> Shape:
    n, r = variable("n", "nat"), variable("r")
    law = AnyLaw(name, constant(1), lambda R: R[0] > 0)
    of_R = (lambda R: 1 / R[0], _gained(number(n), r, 0), *(_ratio(r, *at) for at in ((0, 1), (1, 1), (1, 2))))
    known = (*(has_mean(law, one) for one in (lambda R: R[0], *of_R)), _as_of_normal(law, number(n), r))
    return Shape((n, law, r), (n, r), (n >= 4, r >= 0, law.conditions, *known), laws=(name,))


@composite(
    "= (n, R, r), n >= 4, r >= 0, R > 0 any random number with E[R f(R)] = (n - 1) E f(R) + 2 E[R f'(R)] for f(R) = "
    "1/(R + r), as the squared length of n - 1 normal numbers has it for every f",
    has=_is_length,
    general=_any_length,
    size=lambda value: value[0],
)
def squared_lengths(choose: Choose) -> tuple[int, Rows, Fraction] | None:
    """R of two values, with the probabilities that the condition wants, if there are any."""
    n, r = choose(4, 12), Fraction(choose(0, 12), choose(1, 3))
    a, b = Fraction(choose(1, 4 * n), 4), Fraction(choose(n, 6 * n), 2)
    first, second = ((R - (n - 1) + 2 * R / (R + r)) / (R + r) for R in (a, b))
    if not first < 0 < second:
        return None
    share = second / (second - first)
    return n, merged(iter([(share, a), (1 - share, b)])), r


@named("growth_ε({0}, {1})", means="E[(n − 2 + {1} + (r/(R + r))²)/(R + r)] / E[R/(R + r)]")
def damped_growth(setting: Any, e: Any) -> Any:
    """Of BN_eps(x) = Px/sqrt(sigma^2 + eps), r = n eps/(v q), at the spread q that a layer keeps (note)."""
    n, law, r = setting
    return mean(law, _gained(number(n), r, e)) / _over(law, r, 1, 1)


@Claim(
    "yang19.growth.eps",
    source=TAMED,
    status="reconstructed",
    says="at the fixed point of BN with eps squared gradients grow by 1 + (1 + e) E 1/R = 1 + (1 + e)/(n - 3) at most, "
    "as without eps, by 1 + e/E R = 1 + e/(n - 1) at least: e = 0 without activation, ((n - 1) kappa + kappa')/(1 - "
    "kappa) with ReLU, for which both bounds have the limit pi/(pi - 1) in large batches",
    hypotheses=(
        *rates.WIDE,
        "the symmetric fixed point of BN_eps(x) = Px/sqrt(sigma^2 + eps), then no activation or ReLU",
        "R = |g|^2, g ~ N(0, P)",
    ),
    silent_on="that the growth falls as eps grows (note); activations that are not homogeneous",
    predicts=(1 + e / mu, 1 + (1 + e) * low),
    relation="in",
    given=Given(
        {"R": squared_lengths(), "e": Rationals(least=0)},
        letters={
            "low": lambda at: mean(at["R"][1], lambda R: 1 / R[0]),
            "mu": lambda at: mean(at["R"][1], lambda R: number(R[0])),
        },
    ),
    uses=("yang19.growth.linear", "yang19.growth.relu"),
    twins=(
        Twin((1 + e / mu, 1 + (1 + e) * low / 2), "half of the explosion"),
        Twin((1 + (e + Rational(1, 8)) * low, 1 + (1 + e) * low), "an eighth is left"),
        Twin((Integer(1), 1 + e / mu), "all that eps can do is done"),
    ),
).literal(scope="over laws of two values", most=60)
def eps(at: At) -> Any:
    return damped_growth(at.R, at.e)


b, q, G = symbols("b q G", positive=True)
up = Symbol("up", positive=True)


@named("growth_{0}({3})", means="Π_{{l<L}} (1 + G b/(q + l b))")
def over_skips(L: Any, q: Any, b: Any, G: Any) -> Any:
    """Of L layers H + c phi(BN(W H)): a branch gives back G times what it adds over the spread that it meets (note)."""
    return product_of(each(lambda place: 1 + b * G / (q + place * b), places(L)))


def _of_degree(at: Any) -> Any:
    """The product of 1 + Lb/(q + jb) over j < k."""
    return product_of(each(lambda j: 1 + at["L"] * at["b"] / (at["q"] + j * at["b"]), places(at["k"])))


@Claim(
    "yang19.growth.skips",
    source=TAMED,
    status="reconstructed",
    says="with skip connections, H + c phi(BN(W H)), squared gradients grow like a power of the depth, no longer "
    "exponentially: over L layers by 1 + Lb/q at least and, if 1 <= G <= k, k whole, by the product of 1 + Lb/(q + jb) "
    "over j < k at most; b what a layer adds to the spread q, G the growth of the branch at the fixed point: k = 2 "
    "without activation, 4 with ReLU",
    hypotheses=(*rates.WIDE, "symmetric Gram matrices of spread q = Q_11 - Q_12", "rows of the gradient sum to 0"),
    silent_on="finite width; skip connections that are normalised, too",
    predicts=(1 + L * b / q, up),
    relation="in",
    given=Given(
        {
            "L": Integers(1, far=20),
            "q": Rationals(above=0),
            "b": Rationals(above=0),
            "G": Rationals(least=1),
            "k": Integers(1, far=4),
        },
        lambda at: at["G"] <= at["k"],
        "G <= k",
        letters={"up": _of_degree},
    ),
    uses=("yang19.growth.linear", "yang19.growth.relu"),
    twins=(
        Twin((1 + L * b / q, 1 + L * b / q), "as the depth itself"),
        Twin(((1 + b / q) ** L, (1 + G * b / q) ** L), "exponentially, as if the spread stayed"),
    ),
).literal(scope="the product over layers", most=60)
def skips(at: At) -> Any:
    return over_skips(at.L, at.q, at.b, at.G)
