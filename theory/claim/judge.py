"""Judging exact and certified checks.

Both kinds yield `(where, computed, predicted)`. A comparison is equal, different or undecided (`theory.comparison`);
only a comparison that is decided, or an explicit `Undefined`, refutes. Any other exception is the check's own fault and
goes on to the caller. A check that compares nothing decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import mpmath
from flint import acb, arb, ctx

from theory.comparison import Comparison, compare
from theory.exact.certify import DIGITS, FACTOR, by_hand, precision, raised
from theory.exact.expressions import Undefined
from theory.exact.floats import look_through
from theory.words import Check, Evidence, Predicted, Relation, Verdict


def judge(
    check: Check,
    predicted: Predicted,
    relation: Relation = "=",
    witness: bool = True,
    over: Sequence[Mapping[str, Any]] = (),
) -> Evidence:
    """Run an exact or certified check on an expression in the prediction's place.

    A certified check that does not refute runs twice, the second time with all precisions raised FACTOR-fold
    (`certify.raised`): it holds if both runs do.

    Parameters
    ----------
    relation : what is claimed of computed and predicted values.
    witness : writing a witness out may cost more than finding it; False leaves it out, for the thousands of twins.
    over : points of the claim's domain by symbol's name (`compare`).

    Returns
    -------
    Evidence with verdict `holds` (every comparison does, at least one was made), `refuted` (with the first witness) or
    `undecided` (nothing compared, or the first comparison that is not decided, with both sides and what was tried).
    Figures: `comparisons`; of balls `radius` and, at the second precision, `radius_again` (equal to within these, no
    more is shown); of inequalities between numbers `slack`, the least.
    """
    look_through(check)
    judging = _Judging(check, predicted, relation, witness, over)
    with _surroundings():
        found = _judged(judging)
        if check.kind != "certified" or found.verdict is Verdict.REFUTED:
            return _evidence(judging, found)
    with raised(FACTOR), _surroundings():
        again = _judged(judging)
    if found.verdict is again.verdict is Verdict.HOLDS:
        return _evidence(judging, found, again)
    # the first run that does not hold; a difference at either precision counts
    return _evidence(judging, again if again.verdict is Verdict.REFUTED or found.verdict is Verdict.HOLDS else found)


@dataclass(frozen=True)
class _Judging:
    check: Check
    predicted: Predicted
    relation: Relation
    witness: bool
    over: Sequence[Mapping[str, Any]]


@dataclass
class _Found:
    """What one run of a check has shown."""

    verdict: Verdict = Verdict.UNDECIDED
    comparisons: int = 0
    radius: arb | None = None
    slack: arb | None = None
    witness: str = ""
    stuck: str = ""
    tried: str = ""


def _judged(judging: _Judging) -> _Found:
    found = _Found()
    where: Any = "the first comparison"
    run = judging.check.run(judging.predicted)
    try:
        for where, computed, claimed in _triples(run):
            one = _compared(judging, computed, claimed)
            found.comparisons += 1
            if one.no:
                found.verdict = Verdict.REFUTED
                found.witness = f"{_place(where)}: {one.proof}" if judging.witness else ""
                return found
            if not one.yes:
                found.comparisons -= 1
                found.stuck, found.tried = _place(where), one.proof
                return found
            found.radius = _of_both(arb.max, found.radius, one.radius)
            found.slack = _of_both(arb.min, found.slack, one.slack)
    except Undefined as error:
        # the expression has no value where the statement needs one
        found.verdict = Verdict.REFUTED
        found.witness = f"after {_place(where)}: undefined ({error})" if judging.witness else ""
        return found
    finally:
        if hasattr(run, "close"):  # a precision that it set inside a `with` comes back now, not at some later time
            run.close()
    if found.comparisons:
        found.verdict = Verdict.HOLDS
    return found


def _compared(judging: _Judging, computed: Any, claimed: Any) -> Comparison:
    if judging.check.kind == "exact" and (_has_ball(computed) or _has_ball(claimed)):
        raise TypeError("an exact check yields a ball: attach it with `certified`, or compare exact values")
    if judging.check.kind == "certified" and by_hand():
        raise ValueError(
            f"the check has set the precision of balls itself, to {ctx.dps} digits, and a second run could not raise "
            "it: write `with precision(digits):`, from theory.exact.certify"
        )
    with raised(1):  # comparing is no part of the check
        return compare(computed, claimed, judging.relation, judging.over, prove=judging.witness)


def _has_ball(side: Any) -> bool:
    if isinstance(side, list | tuple):
        return any(map(_has_ball, side))
    return isinstance(side, arb | acb)


def _triples(run: Any) -> Iterator[tuple[Any, Any, Any]]:
    """What a check yields, if it does yield."""
    if not isinstance(run, Iterable):
        raise TypeError(f"a check has to yield (where, computed, predicted); this one returned {run!r}: write `yield`")
    for item in run:
        if not (isinstance(item, tuple) and len(item) == 3):
            raise TypeError(f"a check has to yield (where, computed, predicted); got {str(item)[:100]}")
        yield item


def _place(where: Any) -> str:
    try:
        return str(where)
    except ValueError:  # an integer of more than 4,300 digits
        return "a place too long to write"


def _of_both(choose: Any, a: arb | None, b: arb | None) -> arb | None:
    return b if a is None else a if b is None else choose(a, b)


def _evidence(judging: _Judging, found: _Found, again: _Found | None = None) -> Evidence:
    figures: dict[str, Any] = {"comparisons": found.comparisons}
    last = again or found
    if found.radius is not None and last.radius is not None:
        figures["radius"] = found.radius.str(2, radius=False)
        if again is not None:
            figures["radius_again"] = last.radius.str(2, radius=False)
    if last.slack is not None:
        figures["slack"] = last.slack.str(4, radius=False)
    if judging.check.reach:
        figures["reach"] = judging.check.reach
        if judging.check.reach == "cases" and judging.check.definition is not None:
            figures["shapes"] = found.comparisons
        if judging.check.of:
            figures["of"] = judging.check.of
    if found.stuck:
        figures |= {"stuck": found.stuck, "tried": found.tried}
    return Evidence(judging.check.kind, found.verdict, judging.check.scope, figures, found.witness)


@contextmanager
def _surroundings() -> Iterator[None]:
    """The precision that a check starts with; whatever it does to the libraries' own is undone."""
    before = ctx.prec, ctx.cap, ctx.unicode, ctx.pretty, mpmath.mp.prec, mpmath.iv.prec
    try:
        with precision(DIGITS):
            yield
    finally:
        ctx.prec, ctx.cap, ctx.unicode, ctx.pretty, mpmath.mp.prec, mpmath.iv.prec = before
