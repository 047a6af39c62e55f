"""Facts on normal weights that claims rest on: a short list, each certified by quadrature in this suite's tests.

A statement for the proof checker speaks of every law with certain properties (`theory.domains.laws`). That a standard
normal weight has them is not proved there: it is what this list says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, cos, pi, sin, sqrt

from theory.domains.given import Given
from theory.domains.laws import even_laws, normal_laws

phi = Symbol("phi", real=True)


@dataclass(frozen=True)
class Fact:
    """`says` in words, and the value: a number, or a function of the angle phi between two standard normal numbers."""

    says: str
    value: Expr


NORMAL_FACTS = {
    "second": Fact("E w² = 1", Integer(1)),
    "fourth": Fact("E w⁴ = 3", Integer(3)),
    "sign": Fact("P(w > 0) = 1/2", Rational(1, 2)),
    "relu": Fact("E max(w, 0) = 1/√(2π)", 1 / sqrt(2 * pi)),
    "relu squared": Fact("E max(w, 0)² = 1/2", Rational(1, 2)),
    "absolute": Fact("E |w| = √(2/π)", sqrt(2 / pi)),
    "arc-cosine": Fact(
        "E max(u, 0) max(v, 0) = (sin φ + (π − φ) cos φ)/(2π) for E uv = cos φ",
        (sin(phi) + (pi - phi) * cos(phi)) / (2 * pi),
    ),
}
"""Of standard normal numbers w, and of two of them, u and v."""

RESTS_ON = {even_laws: ("second",), normal_laws: ("second", "fourth")}
"""Of a domain of laws what makes normal weights one of its members."""


def assumed(given: Given | None) -> tuple[str, ...]:
    """The facts by which a claim on laws is one on normal weights; none where it speaks of no law from the list.

    >>> assumed(Given({"law": normal_laws()}))
    ('E w² = 1', 'E w⁴ = 3')
    """
    domains: tuple[Any, ...] = () if given is None else tuple(given.domains.values())
    used = {fact for kind, facts in RESTS_ON.items() if kind() in domains for fact in facts}
    return tuple(fact.says for name, fact in NORMAL_FACTS.items() if name in used)
