"""Tests of inequalities on boxes that cover a compact domain."""

import pytest
import sympy
from flint import arb
from sympy import Expr, Integer, Max, Rational, cos, exp, sqrt

from bninit.results.result import Plan, Result
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper, Twin, Verdict
from theory.comparison.balls import as_ball
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.watched.comparisons import UndecidedComparison
from theory.notation import t

ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")
CLOSED = Rationals(least=0, most=1)
HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED


def on_boxes(left, relation, bound, domain=CLOSED, boxes=60, false=None, **options) -> Result:
    """The verdict on `left(t) relation bound` by instances and boxes."""
    false = false if false is not None else Integer(-7 if relation.startswith("<") else 7)
    given = domain if isinstance(domain, dict) else {"t": domain}
    over = ({name: next(one.small()) for name, one in given.items()},)
    found = Claim("mine.boxes.one", source=ME, status="new", says="..", tex="..", hypotheses=(), given=given, over=over,
                  relation=relation, predicts=bound, twins=(Twin(false),))  # fmt: skip
    found.literal(left, kind="certified", most=3, boxes=boxes, **options)
    return check_claim(found, Plan("quick", 1, 0))


def ball(x) -> arb:
    return as_ball(x).real


def e(x):
    """exp of balls and of expressions."""
    return x.exp() if isinstance(x, arb) else exp(x)


@pytest.mark.parametrize(("bound", "verdict"), [("0.37", HOLDS), ("0.36", REFUTED)])
def test_a_compact_domain_is_covered_by_boxes(bound, verdict) -> None:
    """x exp(-x) <= 0.37 on [0, 3], box by box; a bound below 1/e is violated at a point of the domain."""
    result = on_boxes(
        lambda at: (b := ball(at.t)) * (-b).exp(), "<=", Rational(bound), Rationals(least=0, most=3), boxes=500
    )
    assert result.verdict is verdict
    if verdict is HOLDS:
        assert result.reach == "stated"
        assert 10 < result.evidence[-1].figures["comparisons"] < 500
    else:
        assert result.evidence[-1].witness.startswith("at t = ")


@pytest.mark.parametrize(
    ("left", "relation", "bound", "domain"),
    [
        (lambda at: at.t, "<=", 1, CLOSED),
        (lambda at: at.t, ">=", 0, CLOSED),
        (lambda at: at.t, "in", (0, 1), CLOSED),
        (lambda at: at.t, "<", 1, Rationals(least=0, below=1)),
        (lambda at: at.t * (1 - at.t), "<=", Rational(1, 4), CLOSED),
        (lambda at: at.t**3 - 2 * at.t, ">=", -4 * sqrt(6) / 9, CLOSED),
        (lambda at: e(at.t), ">=", 1, CLOSED),
        (lambda at: e(at.t), "<=", sympy.E, CLOSED),
        (lambda at: e(at.t) - at.t, ">", 1, Rationals(above=0, most=1)),
        (lambda at: at.t.cos() if isinstance(at.t, arb) else cos(at.t), "<=", 1, Rationals(least=-1, most=1)),
        (lambda at: at.t, "<=", sqrt(2), Rationals(least=0, most=sqrt(2))),
        (lambda at: at.t, "<=", 10, Integers(1, 10)),
        (lambda at: at.t * at.s, "<=", 1, {"t": CLOSED, "s": CLOSED}),
        (lambda at: at.t**2 + at.k, "<=", 4, {"t": CLOSED, "k": Values(1, 3)}),
        (lambda at: (at.t, -at.t), "<=", (1, 0), CLOSED),
    ],
)
def test_a_bound_that_is_attained_holds(left, relation, bound, domain) -> None:
    """At an end, inside, at an irrational place, in two symbols: never refuted, and shown where derivatives tell."""
    result = on_boxes(left, relation, bound, domain, false=(-1, -9) if isinstance(bound, tuple) else None)
    assert result.evidence[-1].verdict is not REFUTED
    if bound != -4 * sqrt(6) / 9:  # attained where only an algebraic number tells
        assert (result.verdict, result.reach) == (HOLDS, "stated")


@pytest.mark.parametrize(
    ("left", "relation", "bound", "domain", "witness"),
    [
        (lambda at: at.t, "<", 1, CLOSED, "at t = 1"),
        (lambda at: at.t, ">", 0, CLOSED, "at t = 0"),
        (lambda at: at.t, "<=", 1 - Rational(1, 10**30), CLOSED, "at t = 1"),
        (lambda at: ball(at.t), "<", 1, CLOSED, "at t = 1"),
        (lambda at: at.t * (1 - at.t), "<", Rational(1, 4), CLOSED, "at t = 1/2"),
        (lambda at: at.t, "<", 10, Integers(1, 10), "at t = 10"),
        (lambda at: at.t, "<", sqrt(2), Rationals(least=0, most=sqrt(2)), "at t = sqrt(2)"),
    ],
)
def test_a_point_of_the_domain_refutes(left, relation, bound, domain, witness) -> None:
    """And is named."""
    found = on_boxes(left, relation, bound, domain).evidence[-1]
    assert found.verdict is REFUTED
    assert found.witness.startswith(witness)


@pytest.mark.parametrize(
    ("left", "relation", "bound", "domain"),
    [
        (lambda at: ball(at.t), "<=", 1, CLOSED),
        (lambda at: ball(at.t), "<", 1, Rationals(least=0, below=1)),
        (lambda at: ball(at.t).sqrt(), ">=", 0, CLOSED),
        (lambda at: (1 - ball(at.t)).log() + 1, "<=", 1, Rationals(least=0, below=1)),
        (lambda at: ball(at.t).sin() - ball(at.t), "<=", 0, CLOSED),
        (
            lambda at: Max(at.t, 1 - at.t) if isinstance(at.t, Expr) else at.t.max(1 - at.t),
            ">=",
            Rational(1, 2),
            CLOSED,
        ),
        (lambda at: 1 / ball(at.t), ">=", 1, Rationals(above=0, most=1)),
        (lambda at: ball(at.t), "<=", sqrt(2), Rationals(least=0, most=sqrt(2))),
    ],
)
def test_what_balls_leave_open_is_never_refuted(left, relation, bound, domain) -> None:
    """Code for balls alone has no derivative; a true bound that it attains stays undecided."""
    assert on_boxes(left, relation, bound, domain).evidence[-1].verdict is UNDECIDED


def test_a_pole_that_cancels_is_not_passed_over() -> None:
    """(t - 1/2)/(t - 1/2) <= 1 has no value at 1/2, whatever SymPy makes of it."""
    third = Rational(1, 3)

    def left(at):
        return (at.t - third) / (at.t - third) if isinstance(at.t, Expr) else (at.t - arb(1) / 3) / (at.t - arb(1) / 3)

    assert on_boxes(left, "<=", 1).evidence[-1].verdict is UNDECIDED


def _step(at):
    return arb(1) if ball(at.t) > arb("0.6") else arb(0)


def test_values_at_points_have_to_lie_in_the_ball_of_their_box() -> None:
    """Code that gives a box another value than the points of it is an error."""
    with pytest.raises(ValueError, match=r"a point of it, .*: the literal check branches on balls"):
        on_boxes(lambda at: 1 - _step(at) if isinstance(at.t, arb) else _step(at), "<=", 2)


def test_an_undecided_comparison_halves_the_box() -> None:
    """Code that raises it is asked again on smaller boxes, and the peak is found where it is."""

    def careful(at):
        a, b = arb("0.5"), 1 - 10**6 * (ball(at.t) - arb("0.25")) ** 2
        if a.overlaps(b):
            raise UndecidedComparison("which is greater")
        return b if b > a else a

    assert on_boxes(careful, "<=", Rational(3, 4), boxes=200).verdict is REFUTED
    assert on_boxes(careful, "<=", Rational(5, 4), boxes=200).evidence[-1].verdict is not REFUTED


def test_what_boxes_cannot_cover_is_said() -> None:
    """Equations, domains without ends, more listed values than boxes."""
    for left, relation, domain, boxes in (
        (lambda at: at.t, "=", CLOSED, 50),
        (lambda at: at.t, "<=", Rationals(least=0), 50),
        (lambda at: at.t, "<=", Integers(1, 60), 50),
    ):
        with pytest.raises(ValueError, match="boxes"):
            on_boxes(left, relation, 99 + 0 * t, domain, boxes=boxes)
