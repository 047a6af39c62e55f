"""The scale of the weights, which is one of gamma."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, symbols

from theory.batchnorm import rescale
from theory.claim import At, Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import rational
from theory.papers.daneshmand20.chain.setting import DEFINITION_1
from theory.papers.daneshmand20.layers import after, cosine, mixed_row
from theory.papers.daneshmand20.matrices import data, layers_on_data, not_zero, weights
from theory.term import each, size
from theory.term.matrices import combined, inner
from theory.term.named import named

g, sigma, y, z = symbols("gamma sigma y z", real=True)

Instance = Mapping[str, Any]


@named("({0} + {3} {1} {0})_{2}", "({0}+{3}{1}{0})_{{{2}}}", shape=lambda H, *_: (size(H[0]),))
def residual_row(H: Any, W: Any, i: Any, gamma: Any) -> Any:
    """Row i of H + gamma W H."""
    return mixed_row(H, W, i, gamma=gamma)


@named("({0} {1})_{2}", "({0}{1})_{{{2}}}", shape=lambda W, H, _: (size(H[0]),))
def image(W: Any, H: Any, i: Any) -> Any:
    """Row i of W H."""
    return combined(W[i], H)


@named("({1} {0})", "({1}{0})", shape=lambda W, _: (size(W), size(W)))
def times(W: Any, sigma: Any) -> Any:
    """sigma W."""
    return each(lambda row: each(lambda w: sigma * w, row), W)


def pair(at: Instance) -> Any:
    """v |v| for v = M+_ij of the weights W at gamma sigma."""
    H, W = data(at["A"]), weights(at["A"])
    rows = [residual_row(H, W, at[name], at["gamma"] * at["sigma"]) for name in ("i", "j")]
    mean = inner(*rows) / size(rows[0])
    return mean * abs(mean) / (inner(rows[0], rows[0]) / size(rows[0]) * (inner(rows[1], rows[1]) / size(rows[0])))


def both_rows(at: Instance, W: Any) -> tuple[Any, Any]:
    """Rows i and j of H + gamma W H."""
    first, second = (residual_row(data(at["A"]), W, at[name], at["gamma"]) for name in ("i", "j"))
    return first, second


def stretched(at: Instance) -> Any:
    """sigma W."""
    return times(weights(at["A"]), at["sigma"])


def covariance_without(at: Instance, W: Any) -> Any:
    """C_ij = (W H H^T W^T)_ij/N."""
    rows = [image(W, data(at["A"]), at[name]) for name in ("i", "j")]
    return inner(*rows) / size(rows[0])


variance = Claim(
    "daneshmand20.chain.variance",
    source=DEFINITION_1,
    status="new",
    says="weights of variance sigma^2 are weights of variance 1 at gamma sigma; at gamma = oo they multiply C by "
    "sigma^2, which rescaling removes; y is M+_ij of W at gamma sigma, as v |v|, z is C_ij of W",
    predicts=(y, sigma**2 * z),
    over=({"y": Fraction(1, 3), "sigma": 2, "z": Fraction(1, 5)},),
    given=Given(
        {
            "A": layers_on_data(),
            "gamma": Rationals(above=0),
            "sigma": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: (
            at["i"] < size(weights(at["A"]))
            and at["j"] < size(weights(at["A"]))
            and all(map(not_zero, both_rows(at, stretched(at))))
        ),
        "A is W beside H",
        {
            "y": pair,
            "z": lambda at: covariance_without(at, weights(at["A"])),
        },
    ),
    twins=(
        Twin((y, z), "without sigma at gamma = oo"),
        Twin((sigma * y, sigma**2 * z), "M+ in proportion to sigma"),
    ),
)


@variance.literal(scope="the layer with weights sigma W, rows rescaled", most=100)
def _of_scaled(at: At) -> tuple[Any, Any]:
    W = stretched(vars(at))
    rows = [rescale(row) for row in both_rows(vars(at), W)]
    value = inner(*rows) / size(rows[0])
    return value * abs(value), covariance_without(vars(at), W)


SHEAR = ((1, 1), (0, 1))

scale_removed = Claim(
    "daneshmand20.chain.scale-removed",
    source=DEFINITION_1,
    status="reading",
    says="rescaling removes the scale of the weights at every gamma: sigma W gives the same M+ as W; here the square "
    "of M+_12 from M = I, W = (1, 1; 0, 1)",
    predicts=g**2 / ((1 + g) ** 2 + g**2),
    given={"sigma": Rationals(above=0), "gamma": Rationals(above=0)},
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.chain.variance", "daneshmand20.chain.gram-chain"),
    truth=(g * sigma) ** 2 / ((1 + g * sigma) ** 2 + (g * sigma) ** 2),
)


@scale_removed.literal(scope="H = I through the layer, rows rescaled")
def _of_shear(at: At) -> Expr:
    scaled = [[rational(at.sigma) * w for w in row] for row in SHEAR]
    return cosine(after(((1, 0), (0, 1)), scaled, at.gamma), 0, 1) ** 2
