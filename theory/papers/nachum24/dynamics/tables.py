"""Tables of the broken ray and of the saddle at four batch sizes, and numbers of them between rational ends.

The literal layer, on classes of like points, runs on SymPy's numbers for the latter, so that a proof checker can
enclose them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flint import arb
from sympy import Eq, Expr, Integer, Piecewise, Rational, symbols

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.numbers import Rationals, Values
from theory.exact.certify import decimal, precision
from theory.notation import n
from theory.papers.nachum24.dynamics import NEW
from theory.papers.nachum24.dynamics.literal import layer as literal
from theory.papers.nachum24.dynamics.literal.layer import apart, cluster_cosine_of, layer, one_class, one_step
from theory.papers.nachum24.dynamics.literal.rays import angle, at_angle
from theory.term.named import named
from theory.words import At

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


def figures(size: int, branch: int) -> tuple[Rational, ...]:
    """s, |x_o|/|x_c|, cos_oc, cos_cc' and mu at a fixed ray of the literal layer, rounded."""
    theta = angle(size, 1, branch, PRINTED + 10)
    with precision(PRINTED + 15):
        H = at_angle(size, 1, theta)
        K = literal.relu_of_two(H, theta)
        rho = theta.cos()
        ratio = (K.own[0] / K.own[1]).sqrt()
        found: tuple[arb, ...] = (
            (1 - rho) / (1 + (size - 2) * rho),
            ratio,
            K.across[0][1] / (ratio * K.own[1]),
            K.across[1][1] / K.own[1],
            apart(literal.recentred(K), 1) / apart(H, 1),
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
@named("(s, |x_o|/|x_c|, cos_oc, cos_cc', μ) of the broken ray of {n} points, to 30 digits",
       r"(s,|x_o|/|x_c|,\cos_{{oc}},\cos_{{cc'}},\mu)\text{{ of the broken ray of }}{n}\text{{ points, to 30 digits}}",
       shape=lambda _: (5,), means=POINTS)  # fmt: skip
def broken_table(at: At) -> tuple[Rational, ...]:
    return figures(int(at.n), 0)


@Claim(
    "nachum24.dynamics.saddle-table",
    **NEW,
    says="the saddle at n = 7, 10, 20, 50: s and norm ratio, to 30 digits",
    predicts=by_size(SADDLE),
    given={"n": Values(*SADDLE)},
    uses=("nachum24.dynamics.one-escaped-count",),
    twins=(Twin(by_size(BROKEN)[:2], "the broken point's"),),
).literal(kind="certified", whole=False, scope="a zero of the literal layer's own equation, and the image there")
@named("(s, |x_o|/|x_c|) of the saddle of {n} points, to 30 digits",
       r"(s,|x_o|/|x_c|)\text{{ of the saddle of }}{n}\text{{ points, to 30 digits}}",
       shape=lambda _: (2,), means=POINTS)  # fmt: skip
def saddle_table(at: At) -> tuple[Rational, ...]:
    return figures(int(at.n), 1)[:2]


SYMMETRIC = {7: "0.239407843575129576675265175962", 10: "0.264721235474574250599724255278"}
"""Cosines of the symmetric ray, kappa(-1/(n-1))."""

BROKEN_S, OUTLIER, CLUSTER, SADDLE_S = (
    {size: table[size][place] for size in (7, 10)}
    for table, place in ((BROKEN, 0), (BROKEN, 2), (BROKEN, 3), (SADDLE, 0))
)
PLACES = 28
"""Decimals to which the broken ray's cosines are known where s is known to all that the table prints."""

low, high = symbols("s_1 s_2", positive=True)
Printed = Mapping[int, str]


def near(printed: str, units: Any, places: int = 0) -> Any:
    """A number and so many units of its last decimal, or of another: exact for an exact `units`, else a ball."""
    places = places or len(printed.partition(".")[2])
    return (units + int(Rational(printed) * 10**places)) / 10**places


def within(printed: Printed, places: int = 0) -> tuple[Expr, ...]:
    """One unit less and one more, as functions of n, one of 7 and 10."""
    return tuple(
        Piecewise((near(printed[7], unit, places), Eq(n, 7)), (near(printed[10], unit, places), True))
        for unit in (Integer(-1), Integer(1))
    )


@named("s̃_broken({0}) + ({1}) ulp", r"\tilde s_{{\mathrm{{broken}}}}({0})+({1})\,\mathrm{{ulp}}")
def beside_broken(n: Any, units: Any) -> Any:
    """The broken ray's s, as it is printed in `BROKEN`, and so many units of its last decimal."""
    return near(BROKEN_S[int(n)], Integer(units) if isinstance(units, int) else units)


@named("s̃_saddle({0}) + ({1}) ulp", r"\tilde s_{{\mathrm{{saddle}}}}({0})+({1})\,\mathrm{{ulp}}")
def beside_saddle(n: Any, units: Any) -> Any:
    return near(SADDLE_S[int(n)], Integer(units) if isinstance(units, int) else units)


@Claim(
    "nachum24.dynamics.symmetric-cosine",
    **NEW,
    says="the image K(P) of the identity has the cosine .239407843575129576675265175962 at n = 7 and "
    ".264721235474574250599724255278 at n = 10, to within one unit of the 30th decimal",
    predicts=within(SYMMETRIC),
    relation="in",
    given={"n": Values(7, 10)},
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.symmetric-ray",),
    twins=(
        Twin(within({7: SYMMETRIC[7], 10: "0.264721235474574250599724255378"}), "wrong in the 28th decimal at n = 10"),
    ),
).literal(kind="certified", scope="the literal layer on the identity, in numbers of SymPy")
@named("cos K(P), {n} points", r"\cos K(P_{{{n}}})")
def symmetric_cosine(at: At) -> Expr:
    G = layer(one_class(int(at.n), Integer(0)))
    return G.across[0][0] / G.own[0]


def _bracket(kind: str, printed: Printed, beside: Callable[..., Any], signed: int, twin: Twin) -> None:
    """That the map F_n goes one way at s_1 and the other way at s_2; `signed` 1: up, then down."""
    first, then = ("up", "down") if signed > 0 else ("down", "up")

    @Claim(
        f"nachum24.dynamics.{kind}-bracket",
        **NEW,
        says=f"at n = 7 and 10 the map F_n of one-escaped-map goes {first} at s_1 and {then} at s_2, one unit "
        f"of the last printed decimal below and above the {kind} ray's s, {printed[7]} and {printed[10]}",
        silent_on="that F_n is continuous, so that a fixed ray lies between: by the note; that there is only one: "
        "one-escaped-count",
        predicts=(low, -high),
        relation=">" if signed > 0 else "<",
        given=Given(
            {"n": Values(7, 10)},
            letters={"s_1": lambda at: beside(at["n"], Integer(-1)), "s_2": lambda at: beside(at["n"], Integer(1))},
        ),
        speaks_of=("rc",),
        uses=("nachum24.dynamics.one-escaped-map",),
        twins=(twin,),
    ).literal(kind="certified", scope="the literal layer at both ends, in numbers of SymPy")
    def _(at: At) -> tuple[Expr, Expr]:
        return one_step(at.n, at.s_1), -one_step(at.n, at.s_2)


_bracket("broken", BROKEN_S, beside_broken, 1, Twin((high, -low), "a slope below -1"))
_bracket("saddle", SADDLE_S, beside_saddle, -1, Twin((2 * low - high, low - 2 * high), "a slope above 3"))


def _cosine(kind: str, points: str, printed: Printed, of: Callable[[Any, Any], Any], twin: Twin) -> None:
    """A cosine in the image, everywhere on the bracket of broken-bracket."""
    seven, ten = (printed[n][: PLACES + 2] for n in (7, 10))

    @Claim(
        f"nachum24.dynamics.broken-{kind}-cosine",
        **NEW,
        says="on the bracket of broken-bracket, s = the printed one and t units of its last decimal, the cosine "
        f"{points} in the image is {seven} (n = 7) or {ten} (n = 10) to within 10^-28",
        silent_on="that the broken ray lies on the bracket, and where",
        predicts=within(printed, PLACES),
        relation="in",
        given={"n": Values(7, 10), "t": Rationals(least=-1, most=1)},
        speaks_of=("nl",),
        uses=("nachum24.dynamics.broken-bracket",),
        twins=(twin,),
    ).literal(kind="certified", scope="the literal layer's image, in numbers of SymPy", most=6, boxes=100)
    def _(at: At) -> Any:
        return of(at.n, beside_broken(at.n, at.t))


_cosine(
    "outlier", "of the escaped point", OUTLIER, literal.outlier_cosine_of,
    Twin(within(CLUSTER, PLACES), "the cluster's"),
)  # fmt: skip
_cosine(
    "cluster", "between two points of the cluster", CLUSTER, cluster_cosine_of,
    Twin(within(OUTLIER, PLACES), "the escaped point's"),
)  # fmt: skip
