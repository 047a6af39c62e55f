"""Forms that a certificate may have: by degree, and by the number of signs that are multiplied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from flint import fmpq

from theory.statement.polynomial.certificate import Certificate, Part
from theory.statement.polynomial.questions import Question
from theory.statement.polynomial.signs import Polynomial

MOST_PRODUCTS = 100


@dataclass(frozen=True)
class Block:
    """Squares of combinations of `basis` times the signs at `places`; strict: a number >= 0 times these."""

    places: tuple[int, ...]
    factor: Polynomial
    basis: tuple[Polynomial, ...]
    strict: bool = False


def at_once(question: Question) -> Certificate:
    """Where the last sign is that of a number <= 0."""
    last = len(question.signs) - 1
    p, strict = question.signs[last]
    size = -p.leading_coefficient() if p else fmpq(0)
    parts = [Part(Fraction(1), question.one, (last,), strict)]
    return Certificate((*parts, Part(Fraction(int(size.p), int(size.q)), question.one, (), True)))


def forms(question: Question) -> Iterator[list[Block]]:
    """Blocks by degree and by the number of signs that are multiplied."""
    degrees = [p.total_degree() for p, _ in question.signs]
    reached = degrees[-1] if degrees[-1] > 0 else max(degrees)
    least = reached + reached % 2
    used = [sum(p.degrees()[v] for p, _ in question.signs) > 0 for v in range(len(question.names))]
    first = [(2, 2)] if least > 2 else []
    sure = [i for i, (_, strict) in enumerate(question.signs) if strict]
    for degree, factors in (*first, (least, 1), (least, 2), (least + 2, 1), (least + 2, 2), (least, 3)):
        blocks: list[Block] = []
        chosen = [c for k in range(factors + 1) for c in combinations(range(len(degrees)), k)]
        chosen += [(i,) * factors for i in sure if factors > 1]
        chosen = [c for c in chosen if sum(degrees[i] for i in c) <= degree]
        if len(chosen) > MOST_PRODUCTS:
            continue
        for places in chosen:
            factor = question.one
            for i in places:
                factor = factor * question.signs[i][0]
            factor = question.reduced(factor)
            if not factor:
                continue
            if all(question.signs[i][1] for i in places):
                blocks.append(Block(places, factor, (question.one,), strict=True))
            if len(set(places)) == len(places):
                blocks.append(Block(places, factor, _monomials(question, used, (degree - factor.total_degree()) // 2)))
        yield blocks


def _monomials(question: Question, used: list[bool], degree: int) -> tuple[Polynomial, ...]:
    gens = [gen for gen, one in zip(question.one.context().gens(), used, strict=True) if one]
    found = []
    for power in range(degree + 1):
        for chosen in combinations_with_replacement(gens, power):
            p = question.one
            for gen in chosen:
                p = p * gen
            if len(q := question.reduced(p).monoms()) == 1 and q == p.monoms():
                found.append(p)
    return tuple(found)
