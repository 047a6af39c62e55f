"""Judging exact and certified checks.

Both kinds yield `(where, computed, predicted)`. A comparison is equal, different or undecided (`theory.comparison`);
only a comparison that is decided, or an explicit `Undefined`, refutes. Asking for the truth of a comparison of balls
that overlap leaves the check undecided. Any other exception is the check's own fault and goes on to the caller. A check
that compares nothing decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import unwrap
from typing import Any

import mpmath
from flint import arb, ctx

from theory.claim.literal.cases import Cases
from theory.comparison import Comparison, compare
from theory.comparison.relations import relative
from theory.comparison.slack import ORDERS, relative_slack
from theory.exact.certify import DIGITS, FACTOR, by_hand, precision, raised
from theory.exact.expressions import Undefined
from theory.exact.watched.code import watched
from theory.exact.watched.comparisons import UndecidedComparison, has_ball
from theory.primitive import forget
from theory.words import Check, Evidence, Near, Predicted, Verdict, Within


def judge(
    check: Check,
    predicted: Predicted,
    witness: bool = True,
    over: Sequence[Mapping[str, Any]] = (),
    most: int = 0,
) -> Evidence:
    """Run an exact or certified check on an expression in the prediction's place, by the relation of its claim.

    A certified check that does not refute runs twice, the second time with all precisions raised FACTOR-fold
    (`certify.raised`): it holds if both runs do.

    Parameters
    ----------
    witness : writing a witness out may cost more than finding it; False leaves it out, for the thousands of twins, and
        does not watch what the check computes with (`theory.exact.watched.code`), which it does with the truth as well.
    over : points of the claim's domain by symbol's name (`compare`).
    most : end after so many comparisons; 0: go through all of them.

    Returns
    -------
    Evidence with verdict `holds` (every comparison does, at least one was made), `refuted` (with the first witness) or
    `undecided` (nothing compared, or the first comparison that is not decided, with both sides and what was tried).
    Figures: `comparisons`; of balls `radius` and, at the second precision, `radius_again` (equal to within these, no
    more is shown); of inequalities between numbers `slack`, the least, and `slack_relative`, to the bound, of the bound
    that is least nearly attained, with `slack_at`, where it is most nearly so (`theory.comparison.slack`); of
    limits `bound`, the greatest at the farthest index, relative to the limit (where that is 0, itself).
    """
    judging = _Judging(check, predicted, witness, over, most)
    return _evidence(judging, *_settled(judging))


def judge_one(check: Check, predicted: Predicted) -> tuple[Verdict, str, arb | None]:
    """As `judge` does: the verdict, why it is none that holds, and the slack as it is."""
    found, *again = _settled(_Judging(check, predicted, True, ()))
    return found.verdict, found.witness or found.tried, (again[0] if again else found).slack


def _settled(judging: _Judging) -> list[_Found]:
    """The run that decides; where two have to hold, and do, both."""
    found = _watched(judging) if judging.witness else _judged(judging)
    if judging.check.kind != "certified" or found.verdict is Verdict.REFUTED:
        return [found]
    with raised(FACTOR):
        again = _judged(judging) if found.verdict is Verdict.HOLDS or not judging.witness else _watched(judging)
        if judging.witness and again.verdict is Verdict.REFUTED and found.verdict is Verdict.HOLDS:
            forget()
            again = _watched(judging)  # by a comparison that it took for decided, perhaps
    if found.verdict is again.verdict is Verdict.HOLDS:
        return [found, again]
    # the first run that does not hold; a difference at either precision counts
    return [again if again.verdict is Verdict.REFUTED or found.verdict is Verdict.HOLDS else found]


@dataclass(frozen=True)
class _Judging:
    check: Check
    predicted: Predicted
    witness: bool
    over: Sequence[Mapping[str, Any]]
    most: int = 0


@dataclass
class _Found:
    """What one run of a check has shown."""

    verdict: Verdict = Verdict.UNDECIDED
    comparisons: int = 0
    radius: arb | None = None
    slack: arb | None = None
    bound: arb | None = None
    nearest: list[tuple[arb, str] | None] = field(default_factory=list)
    witness: str = ""
    stuck: str = ""
    tried: str = ""


def _watched(judging: _Judging) -> _Found:
    run = judging.check.run
    with watched(judging.check.kind, run, unwrap(run)):  # objects may run it
        return _judged(judging)


def _judged(judging: _Judging) -> _Found:
    with surroundings():
        return _gone_through(judging)


def _gone_through(judging: _Judging) -> _Found:
    found = _Found()
    where: Any = "the first comparison"
    run: Any = None
    try:
        run = judging.check.run(judging.predicted)
        for where, computed, claimed in _triples(run):
            one = _compared(judging, computed, claimed)
            found.comparisons += 1
            if one.no:
                found.verdict = Verdict.REFUTED
                found.witness = f"{_place(where)}: {one.proof}" if judging.witness else ""
                return found
            if not one.yes:
                found.comparisons -= 1
                if not found.stuck:
                    found.stuck, found.tried = _place(where), one.proof
                if judging.witness:
                    return found
                continue  # a twin, or another model: a later instance may refute it
            found.radius = _of_both(arb.max, found.radius, one.radius)
            found.slack = _of_both(arb.min, found.slack, one.slack)
            if isinstance(computed, Near) and computed.last:
                found.bound = _of_both(arb.max, found.bound, relative(computed, claimed))
            if judging.witness and judging.check.relation in ORDERS:
                _come_nearer(found.nearest, relative_slack(computed, claimed, judging.check.relation), where)
            if found.comparisons == judging.most:
                break
    except (UndecidedComparison, SystemError) as error:
        asked = error.__cause__ if isinstance(error, SystemError) else error  # C passes on what its callback raised so
        if not isinstance(asked, UndecidedComparison):
            raise
        found.stuck, found.tried = f"after {_place(where)}", str(asked)
        return found
    except Undefined as error:
        # the expression has no value where the statement needs one
        found.verdict = Verdict.REFUTED
        found.witness = f"after {_place(where)}: undefined ({error})" if judging.witness else ""
        return found
    finally:
        if hasattr(run, "close"):  # a precision that it set inside a `with` comes back now, not at some later time
            run.close()
    if found.comparisons and not found.stuck:
        found.verdict = Verdict.HOLDS
    return found


def _compared(judging: _Judging, computed: Any, claimed: Any) -> Comparison:
    if isinstance(computed, Comparison) and computed.verdict == "undecided":
        return computed
    if isinstance(computed, Within):
        raise TypeError("only a literal check gives Within, whose bound tends to 0; yield the limit itself here")
    if judging.check.kind == "exact" and (has_ball(computed) or has_ball(claimed)):
        raise TypeError("an exact check yields a ball: attach it with `certified`, or compare exact values")
    if judging.check.kind == "certified" and by_hand():
        raise ValueError(
            f"the check has set the precision of balls itself, to {ctx.dps} digits, and a second run could not raise "
            "it: write `with precision(digits):`, from theory.exact.certify"
        )
    with raised(1):  # comparing is no part of the check
        return compare(computed, claimed, judging.check.relation, judging.over, prove=judging.witness)


def _come_nearer(nearest: list[tuple[arb, str] | None], found: Sequence[arb | None], where: Any) -> None:
    """Keep for each bound the instance at which it is most nearly attained."""
    nearest += [None] * (len(found) - len(nearest))
    for i, part in enumerate(found):
        best = nearest[i]
        if part is not None and (best is None or part < best[0]):
            nearest[i] = part, _place(where)


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
    if last.bound is not None:
        figures["bound"] = last.bound.str(2, radius=False)
    if known := [pair for pair in last.nearest if pair is not None]:
        worst, figures["slack_at"] = max(known, key=lambda pair: float(pair[0]))
        figures["slack_relative"] = float(worst.str(4, radius=False))
    if judging.check.reach:
        # balls that meet are equal to within their radius: an instance of the statement, not the whole of it
        balls = judging.check.reach == "stated" and found.radius is not None and found.radius > 0
        figures["reach"] = "cases" if balls else judging.check.reach
        if judging.check.definition is not None:
            figures["shapes"] = found.comparisons
        if judging.check.of:
            figures["of"] = judging.check.of
    if judging.check.figures:
        figures |= judging.check.figures()
    if isinstance(judging.check.options, Cases):
        figures |= judging.check.options.spread(judging.most)
        if judging.check.options.gave_up:
            figures["gave_up"] = True
    if found.stuck:
        figures |= {"stuck": found.stuck, "tried": found.tried}
    return Evidence(judging.check.kind, found.verdict, judging.check.scope, figures, found.witness)


@contextmanager
def surroundings() -> Iterator[None]:
    """The precision that a check starts with; whatever it does to the libraries' own is undone."""
    before = ctx.prec, ctx.cap, ctx.unicode, ctx.pretty, mpmath.mp.prec, mpmath.iv.prec
    try:
        with precision(DIGITS):
            yield
    finally:
        ctx.prec, ctx.cap, ctx.unicode, ctx.pretty, mpmath.mp.prec, mpmath.iv.prec = before
