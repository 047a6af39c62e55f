"""All that a claim quantifies over: `Given`, domains by name with a hypothesis that ties them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count, islice, product
from math import isqrt, prod
from typing import Any

from theory.calls import helpful
from theory.comparison.outcome import written
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Domain, Integers, Rationals, Values
from theory.words import At

Instance = Mapping[str, Any]

TRIED = 10_000
"""Candidates that are looked at for one more instance which satisfies a hypothesis."""

ALL_OF = 20_000
"""Finite domains with at most so many candidates are gone through to the end, whatever the hypothesis refuses."""

FIRST = 3
"""So many instances come before the first turn."""

MISSES = 20
"""After so many candidates without an instance there is a turn, too."""

TURNS = 10
"""Candidates of a turn, in which all values advance together, for one instance that satisfies a hypothesis."""


@helpful
@dataclass(frozen=True)
class Given:
    """All that a claim quantifies over: domains by name, and a hypothesis that ties them together.

    >>> from itertools import islice
    >>> from theory.domains.numbers import Integers
    >>> given = Given({"n": Integers(2), "k": Integers(1)}, lambda at: at["k"] < at["n"], "k < n")
    >>> [(int(at["n"]), int(at["k"])) for at in islice(given.small(), 4)]
    [(2, 1), (3, 1), (3, 2), (4, 1)]
    """

    domains: Mapping[str, Domain] = field(default_factory=dict)
    where: Callable[[Instance], bool] | None = None
    words: str = ""
    letters: Mapping[str, Callable[[Instance], Any]] = field(default_factory=dict)
    """Symbols of the prediction that an instance determines, such as n = len(x)."""

    def __post_init__(self) -> None:
        if not isinstance(self.domains, Mapping) or not isinstance(self.letters, Mapping):
            raise TypeError("Given takes domains by name, as {'n': Integers(2)}, and letters by name, as {'m': ..}")
        if isinstance(self.where, str):
            raise TypeError(f"where is {self.where!r}: wanted a function, as lambda at: at['n'] > 2; words come third")
        for name, rule in {"where": self.where, **self.letters}.items():
            if not (callable(rule) or (name == "where" and rule is None)):
                what = name if name == "where" else f"the letter {name}"
                raise TypeError(f"{what} is {rule!r}: wanted a function of the instance, as lambda at: at['n']")

    def at(self, instance: Instance) -> dict[str, Any]:
        """An instance with the letters that it determines."""
        return {**instance, **{name: _asked(of, instance) for name, of in self.letters.items()}}

    def holds(self, at: Instance) -> bool:
        """Whether the hypothesis does."""
        return self.where is None or bool(_asked(self.where, at))

    def __contains__(self, at: object) -> bool:
        return (
            isinstance(at, Mapping)
            and all(name in at and at[name] in domain for name, domain in self.domains.items())
            and self.holds(at)
        )

    def small(self) -> Walk:
        """Instances, small ones first: by the greatest place of a value in the list of its domain, and in turn with
        these such in which all values advance together, so that each factor goes through many."""
        return Walk(self)

    def some(self, most: int) -> list[Instance]:
        """The first so many instances, which are listed once."""
        _, listed = self._begun
        try:
            return listed.first(most)
        except BaseException:  # a rule that raises ends the walk: who asks again is told again
            del self.__dict__["_begun"]
            raise

    @cached_property
    def _begun(self) -> tuple[Walk, _Listed]:
        """A walk, and what it has found so far."""
        walk = self.small()
        return walk, _Listed(walk)

    def listing(self, most: int) -> Listing:
        """The first so many instances, whether they are all, and whether the search for more was given up."""
        found = self.some(most)
        if len(found) == most and self._candidates is not None:
            self.some(most + 1)  # ends the walk, if these are all
        walk, listed = self._begun
        return Listing(found, walk.complete and len(listed) == len(found), walk.gave_up and len(found) < most)

    def draw(self, choose: Choose) -> Instance | None:
        """Any instance; None if the hypothesis refuses what was drawn."""
        at = {name: domain.draw(choose) for name, domain in self.domains.items()}
        return at if self.holds(at) else None

    def near(self, at: Instance) -> Iterator[Instance]:
        """Instances that differ from one in a single value, which is beside that one's."""
        for name, domain in self.domains.items():
            for value in domain.near(at[name]):
                other = {**at, name: value}
                if self.holds(other):
                    yield other

    @property
    def count(self) -> int | None:
        """How many instances there are: the product of what the domains say, or, with a hypothesis, what is left of a
        product that was gone through to its end. None where that is not known."""
        total = self._candidates
        if total is None or self.where is None:
            return total
        if total > ALL_OF:
            return None
        walk = self.small()
        found = sum(1 for _ in walk)
        return found if walk.complete else None

    @property
    def _candidates(self) -> int | None:
        counts = [counted(domain) for domain in self.domains.values()]
        return None if None in counts else prod(n for n in counts if n is not None)

    def spread(self, instances: Iterable[Instance]) -> dict[str, dict[str, int]]:
        """Of each factor the greatest size, for those that have sizes, and the number of distinct values.

        >>> from theory.domains.numbers import Integers
        >>> Given({"n": Integers(2)}).spread([{"n": 2}, {"n": 7}, {"n": 7}])
        {'greatest': {'n': 7}, 'distinct': {'n': 2}}
        """
        kept = list(instances)
        sizes = {name: max((d.size(at[name]) for at in kept), default=0) for name, d in self.domains.items()}
        distinct = {name: len({_key(at[name]) for at in kept}) for name in self.domains}
        return {"greatest": {name: size for name, size in sizes.items() if size}, "distinct": distinct}

    def sizes(self, at: Instance) -> tuple[int, ...]:
        return tuple(domain.size(at[name]) for name, domain in self.domains.items())

    def __str__(self) -> str:
        parts = [f"{name} {domain}".replace(f"{name} .", name) for name, domain in self.domains.items()]
        return "; ".join([*parts, self.words] if self.words else parts)


def _key(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value


def described(at: Instance) -> str:
    """An instance in words.

    >>> described({"n": 2, "x": (Fraction(0), Fraction(1, 2))})
    'n = 2, x = (0, 1/2)'
    """
    return ", ".join(f"{name} = {_words(value)}" for name, value in at.items())


class Described:
    """An instance, `described` once somebody asks for the words: most instances are never told of."""

    def __init__(self, at: Instance) -> None:
        self._at = at

    @cached_property
    def _said(self) -> str:
        return described(self._at)

    def __str__(self) -> str:
        return self._said

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(self._said)


def _words(value: Any) -> str:
    return f"({', '.join(map(_words, value))})" if isinstance(value, tuple) else written(value)


def weight(value: Any) -> int:
    """How long an instance is to write: what shrinking makes less.

    >>> weight({"n": 3}) < weight({"n": 12}) < weight({"n": Fraction(12, 7)})
    True
    """
    if isinstance(value, Mapping):
        return sum(map(weight, value.values()))
    if isinstance(value, tuple):
        return 4 + sum(map(weight, value))
    try:
        number = Fraction(int(value.numerator), int(value.denominator))
    except (AttributeError, TypeError):
        return 1
    return abs(number.numerator) + 4 * (number.denominator - 1) + (number < 0) + 1


def counted(domain: Domain) -> int | None:
    """How many values a domain of this package has, in closed form; of another, whatever its `count` says, nothing is
    known.

    >>> from theory.domains.numbers import Integers
    >>> counted(Integers(1, 5)), counted(Integers(1))
    (5, None)
    """
    if isinstance(domain, Preceded):
        return counted(domain.domain)
    return domain.count if type(domain) in (Integers, Rationals, Values) else None


@dataclass(frozen=True)
class Listing:
    """Instances; `complete`: there are no others; `gave_up`: no other was found among many candidates."""

    instances: list[Instance]
    complete: bool
    gave_up: bool


class Walk:
    """The instances of `given`, one by one. Once it ends, `complete` says whether all were there: each domain was
    listed to an end that its count confirms; `gave_up` that too many candidates were refused one after another."""

    def __init__(self, given: Given) -> None:
        self.given, self.complete, self.gave_up = given, False, False
        self._lists = [_Listed(domain.small()) for domain in given.domains.values()]
        self._instances = self._found()

    def __iter__(self) -> Walk:
        return self

    def __next__(self) -> Instance:
        return next(self._instances)

    def _found(self) -> Iterator[Instance]:
        total = self.given._candidates
        left = total if total is not None and total <= ALL_OF else TRIED
        turns = _turns(len(self._lists))
        seen: set[tuple[int, ...]] = set()
        misses = found = 0
        for places in self._boxes():
            if places in seen:
                continue
            at = self._at(places)
            misses = 0 if at is not None else misses + 1
            if at is not None:
                found += 1
                seen.add(places)
                yield at
            if len(self._lists) > 1 and (found > FIRST if at is not None else misses % MISSES == 0):
                for turn in map(self._within, next(turns)):
                    if turn not in seen and (other := self._at(turn)) is not None:
                        seen.add(turn)
                        misses = 0
                        yield other
                        break
            if misses > left:
                self.gave_up = True
                return
        self.complete = total is not None and total == prod(len(listed) for listed in self._lists)

    def _boxes(self) -> Iterator[tuple[int, ...]]:
        """Places of values in their lists, by the greatest of them."""
        if not self._lists:
            yield ()
        for height in count():
            there = [listed.upto(height + 1) > height for listed in self._lists]
            if not any(there) or not all(map(len, self._lists)):
                return
            for first in reversed(range(len(there))):
                if there[first]:
                    before = (range(listed.upto(height)) for listed in self._lists[:first])
                    after = (range(listed.upto(height + 1)) for listed in self._lists[first + 1 :])
                    yield from product(*before, (height,), *after)

    def _at(self, places: tuple[int, ...]) -> Instance | None:
        pairs = zip(self.given.domains, self._lists, places, strict=True)
        at = {name: listed[place] for name, listed, place in pairs}
        return at if self.given.holds(at) else None

    def _within(self, places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(place % listed.upto(place + 1) for listed, place in zip(self._lists, places, strict=True))


def _asked(rule: Callable[[Instance], Any], at: Instance) -> Any:
    """What a rule says of an instance.

    Raises
    ------
    KeyError, AttributeError : for a name that the instance has not, with those that it has, or one that is not asked
        for as `at["n"]`.
    """
    try:
        return rule(at)
    except AttributeError as error:
        if error.obj is not at:
            raise
        raise AttributeError(f"a rule of `given` has the values by name: write at[{error.name!r}]") from None
    except KeyError as error:
        if len(error.args) == 1 and isinstance(error.args[0], str) and error.args[0] not in at:
            raise KeyError(At(at).lacks(error.args[0])) from None
        raise


class _Listed:
    """The beginning of an iterator, kept."""

    def __init__(self, values: Iterator[Any]) -> None:
        self._values, self._known = values, list[Any]()

    def upto(self, most: int) -> int:
        """How many of the first so many places there are."""
        self._known.extend(islice(self._values, max(most - len(self._known), 0)))
        return min(most, len(self._known))

    def first(self, most: int) -> list[Any]:
        return self._known[: self.upto(most)]

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, place: int) -> Any:
        return self._known[place]


def _turns(dimension: int) -> Iterator[list[tuple[int, ...]]]:
    """Places that advance together, each factor by steps of its own modulo a prime; then, where a hypothesis refuses
    that, one factor in turn as far, the others among the first few.

    >>> [turn[0] for turn in islice(_turns(2), 5)]
    [(0, 2), (1, 0), (2, 3), (3, 1), (4, 4)]
    """
    for prime in (p for p in count(5) if all(p % q for q in range(2, isqrt(p) + 1))):
        steps = [1 + 2 * j % (prime - 1) for j in range(dimension)]
        for t in range(prime):
            ways = []
            for more in range(TURNS):
                places = [(step * t + j * (2 + more)) % prime for j, step in enumerate(steps)]
                first = (t + more) % dimension
                ways.append(tuple(p % (2 + more % 3) if more and j != first else p for j, p in enumerate(places)))
            yield ways
