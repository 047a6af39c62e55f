"""What a comparison finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import sympy
from flint import arb, fmpq

from theory.comparison.points import shorter
from theory.words import Relation


@dataclass(frozen=True)
class Comparison:
    """Attributes
    ----------
    verdict : of an equality `equal` or `different`, of an inequality `holds` or `violated`; or `undecided`.
    proof : what shows it; where it is undecided, the two forms and what was tried.
    radius : of balls that were found equal: equal to within this, no more. None for exact values.
    slack : of an inequality between numbers that holds: by how much, a lower bound.
    place : a point of the domain where the two are told apart, if they are by their values there.
    """

    verdict: Literal["equal", "different", "holds", "violated", "undecided"]
    proof: str = ""
    radius: arb | None = None
    slack: arb | None = None
    place: Mapping[sympy.Symbol, Any] | None = None

    @property
    def yes(self) -> bool:
        """Whether the relation is shown."""
        return self.verdict in ("equal", "holds")

    @property
    def no(self) -> bool:
        """Whether its opposite is shown."""
        return self.verdict in ("different", "violated")


def equal(proof: str, radius: arb | None = None) -> Comparison:
    return Comparison("equal", proof, radius)


def different(proof: str, place: Mapping[sympy.Symbol, Any] | None = None) -> Comparison:
    return Comparison("different", proof, place=place)


def undecided(a: Any, b: Any, tried: str, prove: bool = True) -> Comparison:
    return Comparison("undecided", f"{written(a)} and {written(b)}; tried: {tried}" if prove else "")


HOLDS: dict[str, tuple[int, ...]] = {"=": (0,), "<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,)}
"""Signs of computed - claimed with which a relation holds."""


def ordered(relation: Relation, sign: int, proof: Callable[[], str], gap: Any = None) -> Comparison:
    """What the sign of computed - claimed says."""
    yes = sign in HOLDS[relation]
    if relation == "=":
        return equal("the difference is 0") if yes else different(proof())
    if not yes:
        return Comparison("violated", proof())
    return Comparison("holds", "", slack=None if gap is None else _size(gap))


def _size(gap: Any) -> arb:
    if isinstance(gap, int | Fraction):
        gap = arb(fmpq(gap.numerator, gap.denominator))
    return abs(gap)


def written(side: Any) -> str:
    """A side in words, of any size."""
    if isinstance(side, int | Fraction) and not isinstance(side, bool):
        side = sympy.Rational(side.numerator, side.denominator)
    if isinstance(side, sympy.Basic):
        return shorter(side)
    if hasattr(side, "str"):
        return str(side.str(12, radius=False)) if type(side).__name__ in ("arb", "acb") else str(side.str())
    if isinstance(side, tuple):
        return f"({', '.join(map(written, side))})"
    return str(side)
