"""For all `given`, `left` relation `predicts`: one statement, and the checks that are made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from theory.claim.literal.boxes import on_boxes
from theory.claim.literal.cases import Cases
from theory.claim.literal.limits import Member, along
from theory.claim.literal.symbols import OnSymbols
from theory.claim.literal.witnesses import at_witness, universal, with_witness
from theory.domains.given import Described, Given, described
from theory.exact.certify import at_each_precision
from theory.exact.expressions import at_point
from theory.exact.watched.comparisons import has_ball
from theory.words import DETERMINED, At, Check, Compared, Kind, Point, Predicted, Reach, Relation, Within

AtInstance = Callable[[At], Any]
"""The left side at one instance."""


@dataclass(frozen=True, eq=False)
class Statement:
    """What is stated.

    Parameters
    ----------
    name : what it is known by, for instances that hunts have found. given : None: at the points of `over`.
    left : the left side at an instance; it sees no prediction. predicts : what the left side stands in `relation` to.
    truth : of a false form, what is true instead; that may be another claim's, which is made later. symbols : those of
    the predictions, by name.
    witness : of an `exists`, the values that exist.
    """

    name: str
    given: Given | None
    left: AtInstance
    relation: Relation
    predicts: Predicted
    truth: Callable[[], Predicted | None]
    symbols: Callable[[], Mapping[str, Any]]
    witness: Mapping[str, Any]
    over: Iterable[Point]

    def checks(
        self, kind: Kind, scope: str, *, symbols: bool | str, most: int, boxes: int, whole: bool
    ) -> Iterator[Check]:
        """At the first `most` instances; on symbols; on boxes (`Claim.literal`)."""
        listed = cases(self.name, self.given, self.relation, self.witness, self.over, most)

        @wraps(self.left)
        def at_instances(predicted: Predicted) -> Compared:
            yield from self._compared(predicted, kind, listed)

        reach: Reach = "stated" if whole and listed.whole else "cases"
        yield Check(
            kind, scope, at_instances, reach=reach, options=listed, definition=self.left, relation=self.relation
        )
        if symbols:
            run = OnSymbols(self.left, self.given, dict(self.symbols()), self.relation)
            how: dict[str, Any] = (
                {"reach": "argued", "of": symbols} if isinstance(symbols, str) else {"reach": "stated"}
            )
            yield Check("exact", "on symbols", run, figures=run.figures, relation=self.relation, **how)
        if boxes:
            held: set[str] = set()

            @wraps(self.left)
            def everywhere(predicted: Predicted) -> Compared:
                return on_boxes(self.left, predicted, self.given or Given(), self.relation, boxes, held)

            yield Check("certified", "everywhere, box by box", everywhere, reach="stated", relation=self.relation)

    def _compared(self, predicted: Predicted, kind: Kind, listed: Cases) -> Compared:
        own, balls = predicted is self.predicts or predicted is self.truth(), kind == "certified"
        if self.relation == "exists":
            given = self.given or Given()

            def sides(instance: Mapping[str, Any]) -> tuple[Any, Any]:
                at = given.at(instance)
                return _number(self.left(At(at)), self, at), at_point(predicted, numbers(self.symbols(), at), balls)

            for other in listed():
                yield from at_witness(given, self.witness, with_witness(self.witness, other), sides, own)
            return
        members = (_member(self, listed, place) for place in range(len(listed())))
        if self.relation == "->":
            yield from along(self.given, members, predicted, own, balls)
            return
        for one in members:
            yield one.where, one.left, claimed(predicted, self.relation, kind, one.left, one.numbers)


def cases(
    name: str, given: Given | None, relation: Relation, witness: Mapping[str, Any], over: Iterable[Point], most: int
) -> Cases:
    """What literal checks go through: of an `exists`, the domains that no witness is named for."""
    return Cases(name, universal(given, witness) if relation == "exists" else given, over, most)


def claimed(predicted: Predicted, relation: Relation, kind: Kind, left: Any, at: Mapping[str, Any]) -> Predicted:
    """A prediction at an instance, in balls where it is compared with balls.

    An exact left side is held against an exact bound: a ball would not decide a bound that is attained.
    """
    return at_point(predicted, at, kind == "certified" and (relation in DETERMINED or has_ball(left)))


def numbers(symbols: Mapping[str, Any], at: Mapping[str, Any]) -> dict[str, Any]:
    """Of an instance, the values of the symbols of the prediction."""
    return {name: value for name, value in at.items() if name in symbols}


def _number(left: Any, said: Statement, at: Mapping[str, Any]) -> Any:
    """The left side, if it is something that can be compared with the prediction: a slip of the code refutes nothing.

    Raises
    ------
    TypeError : for None, text, or another number of entries than is predicted.
    """
    wanted = len(said.predicts) if isinstance(said.predicts, tuple) and said.relation != "in" else 1
    value = left.value if isinstance(left, Within) else left
    if value is None or isinstance(value, str):
        hint = "return it" if value is None else "text is not evaluated"
        raise TypeError(f"the left side is {value!r} at {described(at)}: wanted a number, as predicts is; {hint}")
    if isinstance(value, tuple | list) and len(value) != wanted and not all(isinstance(x, tuple | list) for x in value):
        raise TypeError(f"the left side has {len(value)} entries at {described(at)}, and predicts has {wanted}")
    return left


@at_each_precision
def _member(said: Statement, listed: Cases, place: int) -> Member:
    """The left side at one of the instances that are listed.

    Remembered for the twins, balls at each precision; what replaces a primitive forgets it (`theory.primitive.forget`).
    """
    point = listed()[place]
    at = said.given.at(point) if said.given else point
    return Member(Described(at), _number(said.left(At(at)), said, at), at, numbers(said.symbols(), at))
