"""Terms as quotients of polynomials; a root is a variable of which the square and the sign are known."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz

from theory.statement.polynomial.signs import Known, Polynomial, Sign, odd_part, radical
from theory.term import Cond, Term

Quotient = tuple[Polynomial, Polynomial]


class Quotients:
    """Reads terms over the ring of some variables and of the roots in some comparisons.

    Attributes
    ----------
    names : of the variables, roots last.
    signs, squares : what is known of the roots, as in `Question`.
    """

    def __init__(self, names: Sequence[str], atoms: Sequence[Cond]) -> None:
        roots: dict[int, Term] = {}
        seen: dict[int, bool] = {}
        rooted = [[_find_roots(side, roots, seen) for side in atom.args] for atom in atoms]
        self.names = (*names, *(f"root{i}_" for i in range(len(roots)))) or ("none_",)
        self.ring = fmpq_mpoly_ctx.get(self.names, Ordering.degrevlex)
        self._gens = dict(zip(self.names, self.ring.gens(), strict=True))
        self._free = len(roots)
        self._known: dict[int, Quotient] = {}
        signs = [
            self._sign(atom) for atom, found in zip(atoms, rooted, strict=True) if not any(found) and atom.op != "="
        ]
        self._rational = Known(signs)
        self._shared: list[tuple[Polynomial, Polynomial]] = []
        self.signs: list[Sign] = []
        self.squares: list[tuple[int, Polynomial]] = []
        for root in roots.values():
            self._known[id(root)] = self._root(*self.quotient(root.args[0]))

    def _sign(self, atom: Cond) -> Sign:
        over, under = self.difference(*atom.args)
        if atom.op == "!=":
            return radical(over) ** 2, True
        return (odd_part(over * under), True) if atom.op == "<" else (over * odd_part(under), False)

    def _root(self, over: Polynomial, under: Polynomial) -> Quotient:
        """The root of a quotient as one: factors of known sign come out, and what is left has one root throughout."""
        content = (over * under).factor()[0]
        out, inside = next(found for strict in (False, True) if (found := self._taken_out(over * under, strict)))
        content_under, factors = under.factor()
        sides = [self._rational.sign(factor)[0] for factor, power in factors if power % 2]
        below = under * int(content.q)
        if not all(sides):  # the sign of the root is that of the denominator
            v = self._new(inside)
            self.signs.append((v * odd_part(under), False))
            return out * v, below
        shared = next((v for v, square in self._shared if square == inside), None)
        if shared is None:
            shared = self._new(inside)
            self._shared.append((shared, inside))
            self.signs.append((shared, False))
        return out * shared, below * prod(sides) * (1 if content_under > 0 else -1)

    def _taken_out(self, p: Polynomial, strictly: bool) -> tuple[Polynomial, Polynomial] | None:
        """Factors that are >= 0, or only those that are > 0, and what is under the root then; that has to be >= 0."""
        content, factors = p.factor()
        size, left = _square_part(int(content.p * content.q))
        out, inside = self.ring.constant(size), self.ring.constant(left)
        for factor, power in factors:
            side, strict = self._rational.sign(factor)
            taken = power // 2 if side and (strict or not strictly) else 0
            out *= (side * factor) ** taken
            inside *= factor ** (power - 2 * taken)
        return (out, inside) if strictly or self._rational.sign(inside)[0] == 1 else None

    def _new(self, square: Polynomial) -> Polynomial:
        place = len(self._gens) - self._free
        self._free -= 1
        self.squares.append((place, square))
        return self.ring.gens()[place]

    def quotient(self, term: Term) -> Quotient:
        """Numerator and denominator, in lowest terms."""
        if id(term) not in self._known:
            self._known[id(term)] = self._read(term)
        return self._known[id(term)]

    def difference(self, less: Term, greater: Term) -> Quotient:
        """`greater` - `less`."""
        (a, b), (c, d) = self.quotient(greater), self.quotient(less)
        return _lowest(a * d - c * b, b * d)

    def _read(self, term: Term) -> Quotient:
        one = self.ring.constant(1)
        if term.op == "const":
            value = term.args[0]
            return self.ring.constant(fmpq(value.numerator, value.denominator)), one
        if term.op == "var":
            return self._gens[str(term.args[0])], one
        (a, b), (c, d) = map(self.quotient, term.args)
        if term.op == "+":
            return _lowest(a + c, b) if b == d else _lowest(a * d + c * b, b * d)
        return _lowest(a * c, b * d) if term.op == "*" else _lowest(a * d, b * c)


def _lowest(over: Polynomial, under: Polynomial) -> Quotient:
    if under.is_constant():
        return over / under.leading_coefficient(), under.context().constant(1)
    common = over.gcd(under)
    return (over, under) if common.is_constant() else (over / common, under / common)


def _square_part(number: int) -> tuple[int, int]:
    """s and t with number = s^2 t, t without squares."""
    size, left = 1, 1 if number > 0 else -1 if number else 0
    for p, power in fmpz(abs(number)).factor() if number else ():
        size *= int(p) ** (power // 2)
        left *= int(p) ** (power % 2)
    return size, left


def _find_roots(term: Term, found: dict[int, Term], seen: dict[int, bool]) -> bool:
    """Those inside others first; whether there are any."""
    if id(term) not in seen:
        inside = [_find_roots(part, found, seen) for part in term.args if isinstance(part, Term)]
        seen[id(term)] = any(inside) or term.op == "sqrt"
        if term.op == "sqrt":
            found[id(term)] = term
    return seen[id(term)]
