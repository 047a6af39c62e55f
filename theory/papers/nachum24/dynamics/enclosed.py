"""Numbers of fixed rays between rational ends, so that a proof checker can enclose them.

The literal layer, on classes of like points, runs on SymPy's numbers here: its values are expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Eq, Expr, Integer, Piecewise, Rational, Symbol

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.numbers import Rationals, Values
from theory.notation import n
from theory.papers.nachum24.dynamics.literal.orbits import (
    cluster_cosine_of,
    layer,
    one_class,
    one_step,
    outlier_cosine_of,
)
from theory.papers.nachum24.dynamics.setting import BROKEN, NEW, SADDLE
from theory.term.named import named
from theory.words import At

SYMMETRIC = {7: "0.239407843575129576675265175962", 10: "0.264721235474574250599724255278"}
"""Cosines of the symmetric ray, kappa(-1/(n-1))."""

BROKEN_S, OUTLIER, CLUSTER, SADDLE_S = (
    {size: table[size][place] for size in (7, 10)}
    for table, place in ((BROKEN, 0), (BROKEN, 2), (BROKEN, 3), (SADDLE, 0))
)
PLACES = 28
"""Decimals to which the broken ray's cosines are known where s is known to all that the table prints."""

low, high = Symbol("s_1", positive=True), Symbol("s_2", positive=True)
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
    """The same of the saddle's s."""
    return near(SADDLE_S[int(n)], Integer(units) if isinstance(units, int) else units)


@named("cos K(P), {0} points", r"\cos K(P_{{{0}}})")
def cosine_from_identity(n: Any) -> Expr:
    """Of two points after a layer on n orthogonal ones."""
    G = layer(one_class(int(n), Integer(0)))
    return G.across[0][0] / G.own[0]


@Claim(
    "nachum24.dynamics.symmetric-cosine",
    **NEW,
    says="the image K(P) of the identity has the cosine .239407843575129576675265175962 at n = 7 and "
    ".264721235474574250599724255278 at n = 10, to within one unit of the 30th decimal",
    silent_on="that it is the cosine of the symmetric ray, symmetric-ray, kappa(-1/(n-1))",
    predicts=within(SYMMETRIC),
    relation="in",
    given={"n": Values(7, 10)},
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.symmetric-ray",),
    twins=(
        Twin(within({7: SYMMETRIC[7], 10: "0.264721235474574250599724255378"}), "wrong in the 28th decimal at n = 10"),
    ),
).literal(kind="certified", scope="the literal layer on the identity, in numbers of SymPy")
def symmetric_cosine(at: At) -> Expr:
    return cosine_from_identity(at.n)


def _bracket(kind: str, printed: Printed, beside: Callable[..., Any], signed: int, twin: Twin) -> Claim:
    """That the map F_n goes one way at s_1 and the other way at s_2; `signed` 1: up, then down."""
    first, then = ("up", "down") if signed > 0 else ("down", "up")
    claim = Claim(
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
    )
    claim.literal(_at_both_ends, kind="certified", scope="the literal layer at both ends, in numbers of SymPy")
    return claim


def _at_both_ends(at: At) -> tuple[Expr, Expr]:
    return one_step(at.n, at.s_1), -one_step(at.n, at.s_2)


_bracket("broken", BROKEN_S, beside_broken, 1, Twin((high, -low), "a slope below -1"))
_bracket("saddle", SADDLE_S, beside_saddle, -1, Twin((2 * low - high, low - 2 * high), "a slope above 3"))


def _cosine(kind: str, points: str, printed: Printed, twin: Twin) -> Claim:
    """A cosine in the image, everywhere on the bracket of broken-bracket."""
    seven, ten = (printed[n][: PLACES + 2] for n in (7, 10))
    return Claim(
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
    )


outlier_cosine = _cosine("outlier", "of the escaped point", OUTLIER, Twin(within(CLUSTER, PLACES), "the cluster's"))
cluster_cosine = _cosine(
    "cluster", "between two points of the cluster", CLUSTER, Twin(within(OUTLIER, PLACES), "the escaped point's")
)


@outlier_cosine.literal(kind="certified", scope="the literal layer's image, in numbers of SymPy", most=6, boxes=100)
def _outlier(at: At) -> Any:
    return outlier_cosine_of(at.n, beside_broken(at.n, at.t))


@cluster_cosine.literal(kind="certified", scope="the literal layer's image, in numbers of SymPy", most=6, boxes=100)
def _cluster(at: At) -> Any:
    return cluster_cosine_of(at.n, beside_broken(at.n, at.t))
