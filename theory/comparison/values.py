"""Values of all kinds, entry by entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, fmpq, fmpq_poly, fmpz_poly
from sympy import Expr

from theory.comparison.balls import compare_balls
from theory.comparison.kinds import plain, same_names, shape
from theory.comparison.outcome import Comparison, different, equal, ordered, undecided, written
from theory.comparison.points import shorter
from theory.comparison.relations import between, towards
from theory.comparison.scalars import compare_expressions
from theory.words import Relation

Over = Sequence[Mapping[str, Any]]


def compare(computed: Any, claimed: Any, relation: Relation = "=", over: Over = (), prove: bool = True) -> Comparison:
    """Compare two values, containers entry by entry.

    Parameters
    ----------
    computed, claimed : numbers (int, Fraction, flint's, SymPy's), SymPy expressions, balls (arb, acb), bools, words;
        lists, tuples, matrices, sets and dicts of them. An exact number beside a ball becomes a ball.
    relation : "=", "<=", "<", ">=", ">": computed relation claimed. What has no order is compared for equality.
        "in": claimed is (low, high). "->": computed is a `Near`, or the limit itself. "iff" and "exists" are "=".
    over : points of the domain, by symbol's name. Where they give every symbol a value, only they tell values apart;
        otherwise points that the symbols' assumptions admit.
    prove : False leaves the text of the proof out.

    Raises
    ------
    TypeError
        for floats, which are rounded, and types that are not listed.
    ValueError
        for two symbols of one name with different assumptions.

    >>> from sympy import Symbol, binomial, log, sqrt
    >>> n = Symbol("n", integer=True, positive=True)
    >>> compare([log(6), sqrt(n**2)], [log(2) + log(3), n]).verdict
    'equal'
    >>> compare(binomial(2 * n, n), 4**n).verdict, compare(n - 1, 0, ">=").verdict
    ('different', 'holds')
    """
    if relation in ("in", "->"):
        settle = between if relation == "in" else towards
        return settle(computed, claimed, lambda a, b, one: compare(a, b, one, over, prove))
    if relation in ("iff", "exists"):
        relation = "="
    if (0, 0) not in (shapes := (shape(computed), shape(claimed))) and shapes[0] != shapes[1]:
        return different("a matrix of {} x {} and one of {} x {}".format(*shapes[0], *shapes[1]))
    a, b = plain(computed), plain(claimed)
    same_names(*_expressions(a), *_expressions(b))
    return _values(a, b, relation, over, prove)


def _expressions(side: Any) -> list[Any]:
    if isinstance(side, sympy.Basic):
        return [side]
    if isinstance(side, dict):
        return [e for value in side.values() for e in _expressions(value)]
    if isinstance(side, tuple | frozenset):
        return [e for entry in side for e in _expressions(entry)]
    return []


def _values(a: Any, b: Any, relation: Relation, over: Over, prove: bool) -> Comparison:
    if isinstance(a, tuple) or isinstance(b, tuple):
        return _sequences(a, b, relation, over, prove)
    if isinstance(a, dict) or isinstance(b, dict):
        return _dicts(a, b, relation, over, prove)
    if isinstance(a, frozenset) or isinstance(b, frozenset):
        return _sets(a, b, over)
    if isinstance(a, arb | acb) or isinstance(b, arb | acb):
        return compare_balls(a, b, relation, prove)
    kinds = {_kind(a), _kind(b)}
    if kinds == {"number"}:
        if isinstance(a, Expr) or isinstance(b, Expr):
            return compare_expressions(_expression(a), _expression(b), relation, over, prove)
        return _rationals(a, b, relation, prove)
    if kinds == {"polynomial", "number"}:
        a, b = (side if isinstance(side, fmpq_poly | fmpz_poly) else _constant(side) for side in (a, b))
        kinds = {"polynomial"}
    if len(kinds) == 1:
        return _as_they_are(a, b)
    if kinds <= {"word", "number", "nothing"}:
        return different(f"{written(a)} and {written(b)} are of different kinds")
    raise TypeError(f"a {_kind(a)} is compared with a {_kind(b)} ({written(a)} with {written(b)}): yield two of a kind")


def _kind(side: Any) -> str:
    if isinstance(side, bool):
        return "truth value"
    if isinstance(side, int | Fraction | Expr):
        return "number"
    if isinstance(side, fmpq_poly | fmpz_poly):
        return "polynomial"
    if side is None:
        return "nothing"
    return "word" if isinstance(side, str) else "condition"


def _expression(side: Any) -> Expr:
    return side if isinstance(side, Expr) else sympy.Rational(side.numerator, side.denominator)


def _constant(side: Any) -> Any:
    if isinstance(side, Expr):
        if not side.is_Rational:
            raise TypeError(f"a polynomial of flint is compared with {shorter(side)}: yield two polynomials")
        side = Fraction(int(side.p), int(side.q))
    return fmpq_poly([fmpq(side.numerator, side.denominator)])


def _rationals(a: int | Fraction, b: int | Fraction, relation: Relation, prove: bool) -> Comparison:
    def proof() -> str:
        return f"{written(a)} and {written(b)}" if prove else ""

    return ordered(relation, int(a > b) - int(a < b), proof, a - b)


def _as_they_are(a: Any, b: Any) -> Comparison:
    """Truth values, words, polynomials, nothing; conditions and infinite sets, which only equality of form decides."""
    if a == b:
        return equal("the same")
    if isinstance(a, sympy.Basic):
        return undecided(a, b, "their form, which differs")
    return different(f"{written(a)} is not {written(b)}")


def _sequences(a: Any, b: Any, relation: Relation, over: Over, prove: bool) -> Comparison:
    """Entry by entry; a value by itself is a sequence of one."""
    left, right = (side if isinstance(side, tuple) else (side,) for side in (a, b))
    if len(left) != len(right):
        return different(f"{len(left)} entries and {len(right)} entries")
    found = [(i, _values(x, y, relation, over, prove)) for i, (x, y) in enumerate(zip(left, right, strict=True))]
    return found[0][1] if len(found) == 1 else _together(found, "entry {}")


def _together(found: list[tuple[Any, Comparison]], place: str) -> Comparison:
    """Different where one entry is, undecided where one is and none is different."""
    for settled in ("different", "violated", "undecided"):
        for where, one in found:
            if one.verdict == settled:
                return replace(one, proof=f"{place.format(where)}: {one.proof}")
    radii = [one.radius for _, one in found if one.radius is not None]
    slacks = [one.slack for _, one in found if one.slack is not None]
    radius = reduce(arb.max, radii) if radii else None
    slack = reduce(arb.min, slacks) if slacks else None
    inexact = any(one.verdict == "holds" for _, one in found)
    return Comparison("holds" if inexact else "equal", f"{len(found)} entries", radius=radius, slack=slack)


def _dicts(a: Any, b: Any, relation: Relation, over: Over, prove: bool) -> Comparison:
    if not (isinstance(a, dict) and isinstance(b, dict)):
        raise TypeError(f"a dict is compared with {written(b if isinstance(a, dict) else a)}: yield two dicts")
    if a.keys() != b.keys():
        return different(f"the keys {sorted(map(str, a.keys() ^ b.keys()))[:5]} are on one side only")
    return _together([(key, _values(a[key], b[key], relation, over, prove)) for key in a], "at {}")


def _sets(a: Any, b: Any, over: Over) -> Comparison:
    """Equal if each element of one is an element of the other; different if one is surely none of the other's."""
    if not (isinstance(a, frozenset) and isinstance(b, frozenset)):
        raise TypeError(f"a set is compared with {written(b if isinstance(a, frozenset) else a)}: yield two sets")
    if a == b:
        return equal("the same elements")
    open_question: Comparison | None = None
    for these, those in ((a, b), (b, a)):
        for x in these - those:
            found = [_values(x, y, "=", over, True) for y in those]
            if any(one.verdict == "equal" for one in found):
                continue
            if all(one.verdict == "different" for one in found):
                return different(f"{written(x)} is an element of one set only")
            open_question = next(one for one in found if one.verdict == "undecided")
    return open_question or equal("each element is one of the other's")
