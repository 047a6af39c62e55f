"""Tables of the broken ray and of the saddle at four batch sizes, to thirty digits."""

from __future__ import annotations

from typing import Any

from flint import arb
from sympy import Eq, Expr, Piecewise, Rational

from theory.claim import Claim, Twin
from theory.domains.numbers import Values
from theory.exact.certify import decimal, precision
from theory.notation import n
from theory.papers.nachum24.dynamics.literal.orbits import apart, recentred, relu_of_two
from theory.papers.nachum24.dynamics.literal.rays import angle, at_angle
from theory.papers.nachum24.dynamics.setting import BROKEN, NEW, SADDLE, Table
from theory.term.named import named
from theory.words import At

PRINTED = 30
"""Significant digits."""


def by_size(table: Table) -> tuple[Expr, ...]:
    """A row of a table at n, each number as a function of n on the table's sizes."""
    *sizes, last = table
    return tuple(
        Piecewise(*((Rational(table[size][place]), Eq(n, size)) for size in sizes), (Rational(entry), True))
        for place, entry in enumerate(table[last])
    )


POINTS = "o the escaped point, c and c' two others"


@named("(s, |x_o|/|x_c|, cos_oc, cos_cc', μ) of the broken ray of {0} points, to 30 digits",
       r"(s,|x_o|/|x_c|,\cos_{{oc}},\cos_{{cc'}},\mu)\text{{ of the broken ray of }}{0}\text{{ points, to 30 digits}}",
       shape=lambda _: (5,), means=POINTS)  # fmt: skip
def broken_figures(n: Any) -> tuple[Rational, ...]:
    return figures(int(n), 0)


@named("(s, |x_o|/|x_c|) of the saddle of {0} points, to 30 digits",
       r"(s,|x_o|/|x_c|)\text{{ of the saddle of }}{0}\text{{ points, to 30 digits}}",
       shape=lambda _: (2,), means=POINTS)  # fmt: skip
def saddle_figures(n: Any) -> tuple[Rational, ...]:
    return figures(int(n), 1)[:2]


def figures(size: int, branch: int) -> tuple[Rational, ...]:
    """s, |x_o|/|x_c|, cos_oc, cos_cc' and mu at a fixed ray of the literal layer, rounded."""
    theta = angle(size, 1, branch, PRINTED + 10)
    with precision(PRINTED + 15):
        H = at_angle(size, 1, theta)
        K = relu_of_two(H, theta)
        rho = theta.cos()
        ratio = (K.own[0] / K.own[1]).sqrt()
        found: tuple[arb, ...] = (
            (1 - rho) / (1 + (size - 2) * rho),
            ratio,
            K.across[0][1] / (ratio * K.own[1]),
            K.across[1][1] / K.own[1],
            apart(recentred(K), 1) / apart(H, 1),
        )
    return tuple(Rational(decimal(ball, PRINTED)) for ball in found)


@Claim(
    "nachum24.dynamics.broken-table",
    **NEW,
    says="the broken fixed point at n = 7, 10, 20, 50: s, norm ratio, cosines of the escaped point and in the cluster, "
    "multiplier, to 30 digits",
    tex=r"\big(s,\,|x_o|/|x_c|,\,\cos_{oc},\,\cos_{cc'},\,\mu\big)",
    predicts=by_size(BROKEN),
    given={"n": Values(*BROKEN)},
    left=r"\big(s,\,|x_o|/|x_c|,\,\cos_{oc},\,\cos_{cc'},\,\mu\big)\text{ rounded}",
    speaks_of=("nl",),
    uses=("nachum24.dynamics.one-escaped-count",),
    twins=(
        Twin(
            by_size({**BROKEN, 10: (*BROKEN[10][:-1], "0.815967426675347486486499318021")}),
            "the multiplier at n = 10 as an earlier table had it",
        ),
    ),
).literal(kind="certified", whole=False, scope="a zero of the literal layer's own equation, and the image there")
def broken_table(at: At) -> tuple[Rational, ...]:
    return broken_figures(at.n)


@Claim(
    "nachum24.dynamics.saddle-table",
    **NEW,
    says="the saddle at n = 7, 10, 20, 50: s and norm ratio, to 30 digits",
    predicts=by_size(SADDLE),
    given={"n": Values(*SADDLE)},
    uses=("nachum24.dynamics.one-escaped-count",),
    twins=(Twin(by_size(BROKEN)[:2], "the broken point's"),),
).literal(kind="certified", whole=False, scope="a zero of the literal layer's own equation, and the image there")
def saddle_table(at: At) -> tuple[Rational, ...]:
    return saddle_figures(at.n)
