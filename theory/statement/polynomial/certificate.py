"""A certificate that some signs contradict each other: weighted squares times products of them that add up to 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from theory.statement.polynomial.questions import Question
from theory.statement.polynomial.signs import Polynomial


@dataclass(frozen=True)
class Part:
    """`weight` times the square of `root` times the signs at `places`; strict: weight times these alone, all > 0."""

    weight: Fraction
    root: Polynomial
    places: tuple[int, ...]
    strict: bool = False


@dataclass(frozen=True)
class Certificate:
    """Parts that are >= 0, one of them > 0, and whose sum is 0: so the signs cannot be."""

    parts: tuple[Part, ...]


def refutes(certificate: Certificate, question: Question) -> bool:
    """Whether it is one, in exact arithmetic.

    >>> from flint import Ordering, fmpq_mpoly_ctx
    >>> ring = fmpq_mpoly_ctx.get(("x",), Ordering.degrevlex)
    >>> (x,) = ring.gens()
    >>> negative_square = Question(("x",), ((-(x**2) - 1, False),))  # - x^2 - 1 >= 0
    >>> one = ring.constant(1)
    >>> parts = (Part(Fraction(1), one, (0,)), Part(Fraction(1), x, ()), Part(Fraction(1), one, (), strict=True))
    >>> refutes(Certificate(parts), negative_square), refutes(Certificate(parts[1:]), negative_square)
    (True, False)
    """
    total = question.one * 0
    positive = False
    for part in certificate.parts:
        value = question.one * fmpq(part.weight.numerator, part.weight.denominator)
        for place in part.places:
            value *= question.signs[place][0]
        if part.strict:
            if not all(question.signs[place][1] for place in part.places):
                return False
            positive = positive or part.weight > 0
        if part.weight < 0:
            return False
        total += value if part.strict else value * part.root * part.root
    return positive and question.reduced(total).is_zero()
