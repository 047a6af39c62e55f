"""Signs of polynomials made simple: without factors whose sign is known, and each once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from flint import fmpq, fmpq_mpoly

Polynomial: TypeAlias = fmpq_mpoly
Sign = tuple[Polynomial, bool]
"""p >= 0, or p > 0."""


def odd_part(p: Polynomial) -> Polynomial:
    """A polynomial of the same sign where p is not 0: the factors to an odd power, and the sign of the content."""
    content, factors = p.factor()
    return _product(p, content, (factor for factor, power in factors if power % 2))


def radical(p: Polynomial) -> Polynomial:
    """A polynomial that vanishes where p does: each factor once."""
    content, factors = p.factor()
    return _product(p, content, (factor for factor, _ in factors))


def simplified(signs: Sequence[Sign]) -> tuple[Sign, ...]:
    """Signs that say the same, the last of them last.

    Factors that are > 0 by other signs are left out, and what is said by another sign or by its form.
    """
    made: list[Sign] = []
    for p, strict in signs:
        sign = (_plain(p) if strict else _primitive(p)), strict
        made = [one for one in made if one != sign] + [sign]
    found = []
    for place, (p, strict) in enumerate(made):
        sign = _without(p, Known([*made[:place], *made[place + 1 :]])), strict
        if place == len(made) - 1 or not _said_by_form(sign):
            found.append(sign)
    for p, strict in found:
        if p.is_constant() and not (p.leading_coefficient() > 0 if p else not strict):
            return ((p, strict),)  # which cannot be
        if strict and any(q == -p for q, _ in found):
            return ((p * 0, True),)
    return tuple(one for place, one in enumerate(found) if one not in found[place + 1 :])


class Known:
    """Signs, least values of variables by them, and which polynomials are >= 0 by these and by their form."""

    def __init__(self, signs: Iterable[Sign] = ()) -> None:
        self.signs = list(signs)
        self.least: dict[int, tuple[fmpq, bool]] = {}
        for p, strict in self.signs:
            if p.total_degree() == 1 and sum(p.degrees()) == 1 and p.leading_coefficient() > 0:
                place = p.degrees().index(1)
                bound = -p.subs(dict.fromkeys(p.context().names(), 0)).leading_coefficient() / p.leading_coefficient()
                self.least[place] = max(self.least.get(place, (bound, strict)), (bound, strict))

    def sign(self, p: Polynomial) -> tuple[int, bool]:
        """1 or -1 if it is >= 0 or <= 0, with whether it is not 0; else 0."""
        known = [(side, strict) for q, strict in self.signs for side in (1, -1) if side * p == q]
        gens = p.context().gens()
        moved = p.compose(*(v + self.least[i][0] if i in self.least else v for i, v in enumerate(gens)))
        terms = [self._monomial(monomial) for monomial in moved.monoms()]
        for side in (1, -1):
            if None not in terms and all(side * c > 0 for c in moved.coeffs()):
                known.append((side, any(terms)))
        return max(known, key=lambda one: one[1], default=(0, False))

    def _monomial(self, exponents: tuple[int, ...]) -> bool | None:
        """Of what variables exceed their least values: whether it is > 0; None where it may be < 0."""
        if any(e % 2 and i not in self.least for i, e in enumerate(exponents)):
            return None
        return all(not e or (i in self.least and self.least[i][1]) for i, e in enumerate(exponents))


def _without(p: Polynomial, known: Known) -> Polynomial:
    content, factors = p.factor()
    found = p.context().constant(0 if not p else 1 if content > 0 else -1)
    for factor, power in factors:
        side, strict = known.sign(factor)
        found *= (p.context().constant(side) if strict else factor) ** power
    return found


def _said_by_form(sign: Sign) -> bool:
    p, strict = sign
    side, sure = Known().sign(p) if p else (1, False)
    return side == 1 and (sure or not strict)


def _plain(p: Polynomial) -> Polynomial:
    """For p > 0: factors to a power of at most 2, or 1 where they are >= 0 by their form."""
    content, factors = p.factor()
    return _product(p, content, (f if power % 2 or Known().sign(f)[0] == 1 else f**2 for f, power in factors))


def _primitive(p: Polynomial) -> Polynomial:
    size = abs(p.factor()[0]) if p else 0
    return p / size if size else p


def _product(p: Polynomial, content: object, factors: Iterable[Polynomial]) -> Polynomial:
    found = p.context().constant(0 if not p else 1 if content > 0 else -1)  # type: ignore[operator]
    for factor in factors:
        found *= factor
    return found
