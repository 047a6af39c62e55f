"""An inequality on all of a compact domain: its sides in balls, on boxes that are halved until it is decided there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from flint import arb
from sympy import sympify

from theory.claim.domains import Integers, Rationals, Values
from theory.claim.given import Given
from theory.comparison import compare
from theory.exact.enclosure import complex_ball
from theory.exact.expressions import components
from theory.words import At, Compared, Predicted, Relation

Box = dict[str, Any]


def on_boxes(run: Callable[[At], Any], predicted: Predicted, given: Given, relation: Relation, most: int) -> Compared:
    """What a certified check yields: each box on which the relation is decided, or the first that is not after `most`.

    `run` gets balls for what has a range, values for what is listed.

    Complexity: (boxes) x (one evaluation of both sides), twice.
    """
    left = list(boxes(given))
    done = 0
    while left:
        box = left.pop()
        sides = run(At(box)), _put(predicted, box)
        widest = max((name for name in box if isinstance(box[name], arb)), key=lambda name: box[name].rad(), default="")
        decided = compare(*sides, relation)
        if decided.yes or decided.no or not widest or done + len(left) >= most:
            done += 1
            yield f"on {_told(box)}, box {done}", *sides
            if not decided.yes:
                return
        else:
            left += [{**box, widest: half} for half in _halves(box[widest])]


def boxes(given: Given) -> Iterator[Box]:
    """The whole domain: an interval as one ball, listed values one by one.

    Raises
    ------
    ValueError
        for a domain that has no ends or is none of numbers, or a hypothesis.
    """
    if given.where is not None:
        raise ValueError(f"boxes cover domains that no hypothesis ties together, not {given}")
    for values in product(*(list(_cover(domain)) for domain in given.domains.values())):
        yield dict(zip(given.domains, values, strict=True))


def _cover(domain: Any) -> Iterator[Any]:
    if isinstance(domain, Values) or (isinstance(domain, Integers) and domain.most is not None):
        yield from domain.small()
        return
    ends = domain.ends if isinstance(domain, Rationals) else (None, None)
    if None in ends:
        raise ValueError(f"boxes cover intervals with two ends and listed values, not {domain}")
    low, high = (complex_ball(end, {}, 40).real for end in ends)
    yield low.union(high)


def _put(predicted: Predicted, box: Box) -> Any:
    parts = tuple(complex_ball(sympify(part), box).real for part in components(predicted))
    return parts if isinstance(predicted, tuple) else parts[0]


def _halves(ball: arb) -> tuple[arb, arb]:
    return ball.lower().union(ball.mid()), ball.mid().union(ball.upper())


def _told(box: Box) -> str:
    return ", ".join(f"{name} = {ball.str(6) if isinstance(ball, arb) else ball}" for name, ball in box.items())
