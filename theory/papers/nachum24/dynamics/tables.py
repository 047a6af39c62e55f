"""Tables of the broken ray and of the saddle at four batch sizes, to thirty digits."""

from __future__ import annotations

from collections.abc import Mapping

from flint import arb
from sympy import Eq, Expr, Piecewise, Rational

from theory.claim import Claim, Twin
from theory.domains.numbers import Values
from theory.exact.certify import decimal, precision
from theory.notation import n
from theory.papers.nachum24.dynamics.literal.orbits import apart, recentred, relu_of_two
from theory.papers.nachum24.dynamics.literal.rays import angle, at_angle
from theory.papers.nachum24.dynamics.setting import ABSTRACT, INFINITE
from theory.words import At

PRINTED = 30
"""Significant digits."""

Table = Mapping[int, tuple[str, ...]]
"""By n: s, |x_o|/|x_c|, and of the broken ray cos_oc, cos_cc' and mu."""

BROKEN = {
    7: (
        "0.285931553674412825341459868070", "3.84927286235546118326925873880", "0.0656327629495302670250254137526",
        "0.479106916972200871355652815155", "0.737700980885144871392513123772",
    ),
    10: (
        "0.0592996717350961532855087014827", "7.41199700406528615311578717567", "0.0224447120223647870882292759455",
        "0.704639052775040238481256361756", "0.815967426675354847486499318021",
    ),
    20: (
        "0.00580216347145452831506580348926", "18.0793472038905415726626599092", "0.00320882822972944552408066248946",
        "0.909695662700802073937647999310", "0.904704519446389279171171528875",
    ),
    50: (
        "0.000353665834620042192414015651338", "48.5893105295379202040198807207",
        "0.000230373386234394169180719288365", "0.983627782751313533178879208788", "0.960791159277058442390300890444",
    ),
}  # fmt: skip
SADDLE = {
    7: ("3.14242730285409649823325438202", "1.46769313582359110609673565680"),
    10: ("6.86854620838608831066816192556", "1.20323038781151889858759193159"),
    20: ("17.3690052913061920390544756435", "1.07284363199191265655747260937"),
    50: ("47.5904756366304381002314959247", "1.02499182243456580150387853219"),
}


def by_size(table: Table) -> tuple[Expr, ...]:
    """A row of a table at n, each number as a function of n on the table's sizes."""
    *sizes, last = table
    return tuple(
        Piecewise(*((Rational(table[size][place]), Eq(n, size)) for size in sizes), (Rational(entry), True))
        for place, entry in enumerate(table[last])
    )


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


broken_table = Claim(
    "nachum24.dynamics.broken-table",
    source=ABSTRACT,
    status="new",
    says="the broken fixed point at n = 7, 10, 20, 50: s, norm ratio, cosines of the escaped point and in the cluster, "
    "multiplier, to 30 digits",
    tex=r"\big(s,\,|x_o|/|x_c|,\,\cos_{oc},\,\cos_{cc'},\,\mu\big)",
    hypotheses=INFINITE,
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
)


@broken_table.literal(
    kind="certified", whole=False, scope="a zero of the literal layer's own equation, and the image there"
)
def _broken(at: At) -> tuple[Rational, ...]:
    return figures(int(at.n), 0)


saddle_table = Claim(
    "nachum24.dynamics.saddle-table",
    source=ABSTRACT,
    status="new",
    says="the saddle at n = 7, 10, 20, 50: s and norm ratio, to 30 digits",
    tex=r"\big(s,\,|x_o|/|x_c|\big)",
    hypotheses=INFINITE,
    predicts=by_size(SADDLE),
    given={"n": Values(*SADDLE)},
    left=r"\big(s,\,|x_o|/|x_c|\big)\text{ rounded}",
    uses=("nachum24.dynamics.one-escaped-count",),
    twins=(Twin(by_size(BROKEN)[:2], "the broken point's"),),
)


@saddle_table.literal(
    kind="certified", whole=False, scope="a zero of the literal layer's own equation, and the image there"
)
def _saddle(at: At) -> tuple[Rational, ...]:
    return figures(int(at.n), 1)[:2]
