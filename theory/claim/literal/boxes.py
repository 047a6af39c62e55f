"""An inequality on all of a compact domain: its sides in balls, on boxes that are halved until it is decided there.

A box is decided where the relation holds, never where it seems not to: balls are rounded outwards, so a box reaches
beyond the domain by a hair and its values beyond those of the function. What refutes is a point of the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from math import prod
from typing import Any

from flint import arb
from sympy import Expr, Rational, sympify

from theory.claim.literal.ties import Sides, Span, ball_of, on_symbols, parts_of, real_balls, settled
from theory.comparison import compare
from theory.comparison.balls import as_ball
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.ball_functions import is_real
from theory.exact.enclosure import complex_ball
from theory.exact.expressions import Undefined, at_point, components
from theory.exact.rationals import to_fmpq
from theory.exact.watched.comparisons import UndecidedComparison
from theory.words import At, Compared, Predicted, Relation

Run = Callable[[At], Any]

INEQUALITIES = ("<=", "<", ">=", ">", "in")
MOST_CORNERS = 16


@dataclass(frozen=True)
class Range:
    """Numbers between two rational ones; `ends` are the exact numbers there, others where those are irrational."""

    low: Rational
    high: Rational
    ends: tuple[Expr, Expr]

    def __str__(self) -> str:
        return f"[{_short(self.low)}, {_short(self.high)}]"

    @property
    def ball(self) -> arb:
        """A ball that covers it."""
        return ball_of(self.low, self.high)

    def at(self, share: Rational) -> Rational:
        """The point that has this share of it below."""
        return self.low + (self.high - self.low) * share

    def halves(self) -> tuple[Range, Range]:
        middle = self.at(Rational(1, 2))
        return Range(self.low, middle, (self.ends[0], middle)), Range(middle, self.high, (middle, self.ends[1]))


Box = dict[str, Any]
"""By name: a `Range`, or a value that is listed."""


def on_boxes(run: Run, predicted: Predicted, given: Given, relation: Relation, most: int, held: set[str]) -> Compared:
    """What a certified check yields: each box on which the relation is decided, or the first that is not after `most`.

    `run` gets balls for what has a range, values for what is listed. On a box that is decided its ball has to meet its
    exact value at a point of the box. A box that balls leave open is tried at points of the domain: one of them may
    refute. Listed values alone are one point, whose exact value decides, or nothing does. Where the left side has an
    expression, real roots and signs of derivatives settle what is attained (`theory.claim.literal.ties`).

    Parameters
    ----------
    held : boxes whose balls have met their values before: those do not depend on the prediction.

    Raises
    ------
    ValueError
        for relations that are no inequalities; where a value at a point is outside the ball of its box.

    Complexity: (boxes) x (one evaluation of both sides in balls and one at a point), twice.
    """
    if relation not in INEQUALITIES:
        raise ValueError(f"boxes decide inequalities, not relation {relation!r}: leave boxes= out")
    asked = _Asked(run, predicted, given, relation)
    left = list(boxes(given, most))
    done = 0
    while left:
        box = left.pop()
        where = f"on {told(box)}, box {done + 1}"
        ranges = [name for name, value in box.items() if isinstance(value, Range)]
        sides = asked.on(box)
        if sides is not None and compare(*sides, relation, prove=False).yes:
            if ranges and (key := repr(box)) not in held:
                asked.hold_against_a_point(box, sides[0])
                held.add(key)
            done += 1
            yield where, *sides
            continue
        if not ranges:
            done += 1
            yield f"at {told(box)}", *(asked.at(box) or asked.open(box))
            continue
        last = done + len(left) + 1 >= most
        for point in points(box, given, corners=last):
            values = asked.at(point)
            if values is not None and compare(*values, relation, prove=False).no:
                yield f"at {told(point)}", *values
                return
        if (why := asked.tie(box, sides)) and (values := asked.at(middle(box))):
            done += 1
            yield f"{where}, {why}", *values
        elif last:
            yield f"{where}, which is left open", *asked.open(box)
            return
        else:
            widest = max(ranges, key=lambda name: box[name].high - box[name].low)
            left += [{**box, widest: half} for half in box[widest].halves()]


@dataclass(frozen=True)
class _Asked:
    run: Run
    predicted: Predicted
    given: Given
    relation: Relation
    _sides: dict[str, Sides | None] = field(default_factory=dict, repr=False)

    def on(self, box: Box) -> tuple[Any, Any] | None:
        """Both sides in balls; None where the left side has none."""
        try:
            return self.run(At(self._whole(box))), self.claimed(box)
        except (Undefined, ArithmeticError):  # an undecided comparison among them
            return None

    def claimed(self, box: Box) -> Any:
        """The prediction in balls; not finite where it is not surely real."""
        at = self._whole(box)
        balls = (complex_ball(sympify(part), at) for part in components(self.predicted))
        parts = tuple(ball.real if is_real(ball) else arb.nan() for ball in balls)
        return parts if isinstance(self.predicted, tuple) else parts[0]

    def open(self, box: Box) -> tuple[Any, Any]:
        """Sides that nothing decides."""
        claimed = self.claimed(box)
        if self.relation == "in" or not isinstance(claimed, tuple):
            return arb.nan(), claimed
        return (arb.nan(),) * len(claimed), claimed

    def at(self, point: Mapping[str, Any]) -> tuple[Any, Any] | None:
        """Both sides at a point, exactly where the left side is exact."""
        at = self.given.at(point)
        try:
            left = self.run(At(at))
        except UndecidedComparison:
            return None
        names = {symbol.name for part in components(self.predicted) for symbol in sympify(part).free_symbols}
        return left, at_point(self.predicted, {name: at[name] for name in names})

    def hold_against_a_point(self, box: Box, left: Any) -> None:
        """That a ball meets the value at a point of its box: not so where code takes one branch for a whole ball."""
        point = middle(box, generic=True)
        value = self.at(point)
        if value is None:
            return
        for ball, exact in zip(parts_of(left), parts_of(value[0]), strict=True):
            if not as_ball(ball).overlaps(as_ball(exact)):
                raise ValueError(
                    f"on {told(box)} the left side is {as_ball(ball).str(6)} and at {told(point)}, a point of it, "
                    f"{as_ball(exact).str(6)}: the literal check branches on balls, or rounds; write it in functions "
                    "of balls (greater, one_if)"
                )

    def tie(self, box: Box, sides: tuple[Any, Any] | None) -> str:
        """What shows the relation on a box that balls leave open; empty if nothing does."""
        if sides is None or not all(map(real_balls, sides)):
            return ""
        ranges = {name: value for name, value in box.items() if isinstance(value, Range)}
        found = self._expressions(box, tuple(ranges))
        spans = {
            name: Span(one.low, one.high, one.ends, *(end in self.given.domains[name] for end in one.ends))
            for name, one in ranges.items()
        }
        return settled(found, self.relation, spans) if found else ""

    def _expressions(self, box: Box, names: tuple[str, ...]) -> Sides | None:
        """Both sides on symbols, for the values that are listed; None where a value at a point is another."""
        fixed = str({name: value for name, value in box.items() if name not in names})
        if fixed not in self._sides:
            found = on_symbols(self.run, self.predicted, self.given, box, names)
            point = middle(box, generic=True)
            if found and (values := self.at(point)):
                put = [e.subs({s: point[name] for name, s in found.symbols.items()}) for e in found.left]
                if not compare(put, list(parts_of(values[0])), prove=False).yes:
                    found = None
            self._sides[fixed] = found
        return self._sides[fixed]

    def _whole(self, box: Box) -> dict[str, Any]:
        return self.given.at({name: value.ball if isinstance(value, Range) else value for name, value in box.items()})


def boxes(given: Given, most: int) -> Iterator[Box]:
    """The whole domain: an interval as one range, listed values one by one.

    Raises
    ------
    ValueError
        for a domain that has no ends or has other members than numbers, a hypothesis, or more listed values than boxes.
    """
    if given.where is not None:
        raise ValueError(f"boxes cover domains that no hypothesis ties together, not {given}")
    listed = prod(domain.count or 1 for domain in given.domains.values())
    if listed > most:
        raise ValueError(f"there are {listed} listed values and at most {most} boxes: give boxes={listed} or more")
    for values in product(*(list(_cover(domain)) for domain in given.domains.values())):
        yield dict(zip(given.domains, values, strict=True))


def _cover(domain: Any) -> Iterator[Any]:
    if isinstance(domain, Values) or (isinstance(domain, Integers) and domain.most is not None):
        yield from domain.small()
        return
    ends = domain.ends if isinstance(domain, Rationals) else (None, None)
    if None in ends:
        raise ValueError(f"boxes cover intervals with two ends and listed values, not {domain}")
    low, high = map(sympify, ends)
    if not low < high:
        yield from (end for end in (low,) if end in domain)
        return
    yield Range(_beside(low, -1), _beside(high, 1), (low, high))


def _beside(end: Expr, side: int) -> Rational:
    """An end itself if it is rational; else a rational number beyond it."""
    if end.is_Rational:
        return Rational(end)
    ball = complex_ball(end, {}, 40).real
    mantissa, exponent = (ball.upper() if side > 0 else ball.lower()).man_exp()
    return Rational(int(mantissa)) * Rational(2) ** int(exponent)


def middle(box: Box, generic: bool = False) -> dict[str, Any]:
    """The point in the middle of a box; a generic one is at no simple share of any side."""
    shares = [Rational(31 + 4 * i, 73) if generic else Rational(1, 2) for i in range(len(box))]
    return {
        name: value.at(share) if isinstance(value, Range) else value
        for (name, value), share in zip(box.items(), shares, strict=True)
    }


def points(box: Box, given: Given, corners: bool) -> Iterator[dict[str, Any]]:
    """Points of the domain in a box: its middle, and its corners where they are wanted."""
    found = [middle(box)]
    if corners:
        sides = [value.ends if isinstance(value, Range) else (value,) for value in box.values()]
        found += [dict(zip(box, corner, strict=True)) for corner in islice(product(*sides), MOST_CORNERS)]
    return (point for point in found if point in given)


def told(box: Mapping[str, Any]) -> str:
    """A box or a point in words."""
    return ", ".join(
        f"{name} in {value}" if isinstance(value, Range) else f"{name} = {value}" for name, value in box.items()
    )


def _short(number: Rational) -> str:
    return str(number) if len(str(number)) <= 12 else str(arb(to_fmpq(number)).str(8, radius=False))
