"""Whether a rational function of generators is zero: polynomials, relations, algebraic coefficients."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import sympy
from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import Add, Basic, Expr, I, Mul, Pow, pi

from theory.comparison.forms import algebraic
from theory.comparison.forms.field import Field, TooLargeError
from theory.exact.rational_functions import NotRationalFunctionError, quotient_in

MOST_TERMS = 20_000


def vanishes_in(field: Field, e: Expr) -> bool:
    """Whether a rational function of the field's generators is proved to be 0, and its denominator not to be."""
    e = field.current(sympy.sympify(e))
    if e == 0:
        return True
    generators = [
        *sorted(e.free_symbols | _more(field, e.free_symbols), key=lambda s: (str(s), getattr(s, "dummy_index", 0))),
        pi,
        I,
    ]
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(generators))], Ordering.degrevlex)
    known = dict(zip(generators, context.gens(), strict=True))
    try:
        top, bottom = quotient_in(e, known, context)
    except NotRationalFunctionError:
        return False
    below = _terms(field, bottom, generators, known, context)
    if (
        not below
        or not any(algebraic.is_zero(part) is False for part in below.values())
        or _has_units(field, below, generators)
    ):
        return False
    return all(algebraic.is_zero(part) is True for part in _terms(field, top, generators, known, context).values())


def _more(field: Field, symbols: set[Basic]) -> set[Basic]:
    """Symbols that come in when relations and logarithms are put in."""
    found: set[Basic] = set()
    todo = set(symbols)
    while todo:
        new: set[Basic] = set()
        for generator, _, value in field.relations:
            if generator in todo:
                new |= field.current(value).free_symbols
        todo = new - found - set(symbols)
        found |= new
    return found


def _terms(
    field: Field, p: fmpq_mpoly, generators: list[Basic], known: dict[Any, Any], context: Any
) -> dict[Any, Expr]:
    """Coefficients, algebraic numbers, of the monomials in the other generators; relations put in."""
    for generator, power, value in reversed(field.relations):
        if generator in known:
            p = _put_in(p, generators.index(generator), power, quotient_in(field.current(value), known, context))
    constant = [i for i, g in enumerate(generators) if g == I or g in field.constants]
    found: dict[Any, list[Expr]] = defaultdict(list)
    numbers = {i: I if generators[i] == I else field.constants[generators[i]] for i in constant}
    for exponents, c in p.to_dict().items():
        rest = tuple(0 if i in numbers else k for i, k in enumerate(exponents))
        number = Mul(sympy.Rational(int(c.p), int(c.q)), *(Pow(numbers[i], exponents[i]) for i in constant))
        found[rest].append(number)
    return {rest: Add(*parts) for rest, parts in found.items()}


def _put_in(p: fmpq_mpoly, place: int, power: int, value: tuple[fmpq_mpoly, fmpq_mpoly]) -> fmpq_mpoly:
    """p with x^power = top/bottom, times a power of the bottom."""
    split: dict[int, dict[Any, Any]] = defaultdict(dict)
    for exponents, c in p.to_dict().items():
        times = exponents[place] // power
        split[times][(*exponents[:place], exponents[place] % power, *exponents[place + 1 :])] = c
    most = max(split, default=0)
    if not most:
        return p
    context = p.context()
    top, bottom = value
    found = context.from_dict({})
    for times, part in split.items():
        found += context.from_dict(part) * top**times * bottom ** (most - times)
        if len(found) > MOST_TERMS:
            raise TooLargeError(f"a polynomial of more than {MOST_TERMS} terms")
    return found


def _has_units(field: Field, terms: dict[Any, Expr], generators: list[Basic]) -> bool:
    """A denominator such as 1 + (-1)^n may vanish at some n: only a factor (-1)^n is fine."""
    return any(len({rest[i] for rest in terms}) > 1 for i, g in enumerate(generators) if g in field.units)
