"""Finite sums and products with symbolic ends, by induction: the next term, and the first one."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Dummy, Expr, Poly, Product, S, Sum, Symbol
from sympy.concrete.gosper import gosper_sum

from theory.comparison.forms.creative import recurrence
from theory.comparison.points import least, sign

MOST_TERMS = 400
MOST_STEPS = 12

Vanishes = Callable[[Expr], bool]


def written_out(e: Expr) -> Expr:
    """Sums and products between integers as sums and products."""
    known = {}
    for atom in e.atoms(Sum, Product):
        if all(len(limit) == 3 for limit in atom.limits):
            k, low, high = atom.limits[-1]
            if low.is_Integer and high.is_Integer and -1 <= high - low <= MOST_TERMS:
                parts = [_body(atom).subs(k, i) for i in range(int(low), int(high) + 1)]
                known[atom] = sympy.Add(*parts) if isinstance(atom, Sum) else sympy.Mul(*parts)
    return written_out(e.xreplace(known)) if known else e


def reindexed(e: Expr) -> Expr:
    """Sums and products of terms in k + n, or in n - k, over k as ones whose terms do not depend on n."""
    known = {}
    for atom in e.atoms(Sum, Product):
        if len(atom.limits) != 1 or len(atom.limits[0]) != 3:
            continue
        k, low, high = atom.limits[0]
        for n in sorted(atom.function.free_symbols & (low.free_symbols | high.free_symbols), key=str):
            for back, ends in ((k - n, (low + n, high + n)), (n - k, (n - high, n - low))):
                f = atom.function.subs(k, back)
                if n not in f.free_symbols:
                    known[atom] = atom.func(f, (k, *ends))
    return e.xreplace(known)


def _body(atom: Expr) -> Expr:
    """The terms of the outermost of several sums: its limits stand last."""
    return atom.func(atom.function, *atom.limits[:-1]) if len(atom.limits) > 1 else atom.function


def open_ended(e: Expr) -> bool:
    """Whether a sum or a product is left."""
    return bool(e.atoms(Sum, Product))


def proved_zero(e: Expr, vanishes: Vanishes) -> bool:
    """Whether e = 0 for all values of an integer symbol that the ends are linear in, by induction on it.

    e is linear in its sums (or in one product) X_i; either the factors of the X_i are free of the symbol, or there is
    one X, and e = P X + R is divided by P, which has to be different from 0.
    """
    ends = [end for atom in e.atoms(Sum, Product) for limit in atom.limits for end in limit[1:]]
    symbols = {s for end in ends for s in end.free_symbols}
    for n in sorted(symbols, key=str):
        first = least(n)
        if n.is_integer and first is not None and _by_induction(e, n, first, vanishes):
            return True
    closed = _closed(e, vanishes)
    return closed != e and vanishes(closed)


def _closed(e: Expr, vanishes: Vanishes) -> Expr:
    """Sums by Gosper's closed forms, each proved."""
    known = {}
    for atom in _outermost(e):
        if isinstance(atom, Sum) and len(atom.limits) == 1 and not open_ended(atom.function):
            found = gosper_sum(atom.function, atom.limits[0])
            if found is not None and atom - found != e and vanishes(atom - found):
                known[atom] = found
    return e.xreplace(known)


def _by_induction(e: Expr, n: Symbol, first: int, vanishes: Vanishes) -> bool:
    atoms = sorted(_outermost(e), key=str)
    marks = {atom: Dummy("X") for atom in atoms}
    marked = e.xreplace(marks)
    try:
        linear = Poly(marked, *marks.values())
    except sympy.PolynomialError:
        return False
    if linear.total_degree() > 1 or any(any(x in c.free_symbols for x in marks.values()) for c in linear.coeffs()):
        return False
    if linear.is_zero:
        return True
    factors = [linear.coeff_monomial(x) for x in marks.values()]
    rest = linear.coeff_monomial(1)
    if vanishes_all := [f for f in factors if n in f.free_symbols]:
        common = vanishes_all[0]
        if not _never_zero(common, n, first):
            return False
        factors, rest = [sympy.cancel(f / common) for f in factors], rest / common
        if any(n in f.free_symbols for f in factors):
            return False
    if len(atoms) == 1 and isinstance(atoms[0], Sum) and n in atoms[0].function.free_symbols:
        return _by_recurrence(atoms[0], -rest / factors[0], n, first, vanishes)
    if all(isinstance(atom, Sum) for atom in atoms):
        steps = [_more_terms(atom, n) for atom in atoms]
        if None in steps:
            return False
        change = sum((f * step for f, step in zip(factors, steps, strict=True)), S.Zero)
        step = change + rest.subs(n, n + 1) - rest
    elif all(isinstance(atom, Product) for atom in atoms) and vanishes(rest):
        quotients = [q for atom in atoms if (q := _more_factors(atom, n)) is not None]
        if len(quotients) < len(atoms) or not all(vanishes(q - quotients[0]) for q in quotients[1:]):
            return False
        step = S.Zero
    elif len(atoms) == 1:
        times = _more_factors(atoms[0], n)
        if times is None:
            return False
        value = -rest / factors[0]
        step = value.subs(n, n + 1) - value * times
    else:
        return False
    return vanishes(written_out(e.subs(n, first))) and vanishes(step)


def _by_recurrence(atom: Sum, value: Expr, n: Symbol, first: int, vanishes: Vanishes) -> bool:
    """Whether a sum is equal to a value: both satisfy one recurrence, and start alike."""
    found = recurrence(atom, n, first, vanishes)
    if found is None or open_ended(value):
        return False
    order = len(found.factors) - 1
    if not _never_zero(found.factors[-1], n, found.start):
        return False
    if not all(vanishes(written_out((atom - value).subs(n, i))) for i in range(first, found.start + order)):
        return False
    step = sympy.Add(*(a * value.subs(n, n + j) for j, a in enumerate(found.factors))) - found.inhomogeneous
    at = Dummy(n.name, integer=True, positive=True)
    return vanishes(step.subs(n, at + found.start - 1))


def _outermost(e: Expr) -> set[Expr]:
    if isinstance(e, Sum | Product):
        return {e}
    return set().union(*(_outermost(a) for a in e.args)) if e.args else set()


def _never_zero(e: Expr, n: Symbol, first: int) -> bool:
    """Whether e != 0 for all integers n >= first."""
    shifted = e.subs(n, n + first)
    if e.is_nonzero or e.is_positive or sign(e - 1) == 1 or shifted.is_positive:
        return True
    if e.free_symbols != {n} or not e.is_rational_function(n):
        return False
    top, _ = sympy.fraction(sympy.together(e))
    return not any(root.is_integer and root >= first for root in sympy.real_roots(Poly(top, n)))


def _slope(end: Expr, n: Symbol) -> int | None:
    """The integer by which an end grows with n."""
    slope = sympy.expand(end.subs(n, n + 1) - end)
    return int(slope) if slope.is_Integer and 0 <= slope <= MOST_STEPS else None


def _edges(atom: Expr, n: Symbol) -> tuple[list[Expr], list[Expr]] | None:
    """The terms that come in at the upper end, and those that go at the lower one, when n grows by 1."""
    if any(len(limit) != 3 for limit in atom.limits):
        return None
    k, low, high = atom.limits[-1]
    up, down = _slope(high, n), _slope(low, n)
    if up is None or down is None:
        return None
    f = _body(atom)
    return [f.subs(k, high + i) for i in range(1, up + 1)], [f.subs(k, low + i) for i in range(down)]


def _more_terms(atom: Sum, n: Symbol) -> Expr | None:
    """X(n + 1) - X(n) for a sum of terms that do not depend on n."""
    if n in _body(atom).free_symbols:
        return None
    edges = _edges(atom, n)
    return None if edges is None else sympy.Add(*edges[0]) - sympy.Add(*edges[1])


def _more_factors(atom: Product, n: Symbol) -> Expr | None:
    if n in _body(atom).free_symbols:
        return None
    edges = _edges(atom, n)
    return None if edges is None else sympy.Mul(*edges[0]) / sympy.Mul(*edges[1])
