"""Proofs that an expression vanishes on its symbols' domain. A `False` says nothing: no proof was found."""

from __future__ import annotations

import sympy
from sympy import Dummy, Expr, Pow, Product, Rational, Sum, Symbol, gamma, ilcm

from theory.comparison.cases import cases
from theory.comparison.forms import gammas, sums
from theory.comparison.forms.derivatives import constant_on_a_line
from theory.comparison.forms.field import Field, TooLargeError
from theory.comparison.forms.zero import vanishes_in
from theory.comparison.prepared import prepared

MOST_OPERATIONS = 3_000
"""In an expression that a normal form is made of."""


def attempt(e: Expr) -> tuple[bool, str]:
    """Whether e is proved to be 0, and what came in the way: SymPy's own faults prove nothing, and stop nobody."""
    try:
        return proved_zero(e), "a normal form of the difference"
    except Exception as fault:  # of any kind that SymPy raises
        return False, f"a normal form of the difference ({type(fault).__name__} on the way)"


def proved_zero(e: Expr, depth: int = 3) -> bool:
    """Whether e is proved to be 0 wherever it is defined.

    >>> from sympy import binomial, exp, log, sin, sqrt
    >>> n = Symbol("n", integer=True, positive=True)
    >>> proved_zero(sqrt(n**2 + 2 * n + 1) - n - 1), proved_zero(4**n - 2 ** (2 * n))
    (True, True)
    >>> proved_zero(n * binomial(2 * n, n) - 2 * (2 * n - 1) * binomial(2 * n - 2, n - 1))
    True
    """
    if e == 0:
        return True
    if depth == 0 or e.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo) or sympy.count_ops(e) > MOST_OPERATIONS:
        return False
    e = sums.reindexed(sums.written_out(e))
    if sums.open_ended(e):
        return sums.proved_zero(e, lambda other: proved_zero(other, depth - 1))
    try:
        return all(_vanishes(case, depth) for case in cases(prepared(e)))
    except TooLargeError:
        return False


def _vanishes(e: Expr, depth: int) -> bool:
    e = _without_roots_of_symbols(e)
    if e == 0 or _in_a_field(e):
        return True
    return constant_on_a_line(e, lambda other: proved_zero(other, depth - 1))


def _in_a_field(e: Expr) -> bool:
    field = Field(vanishes_in, gammas.HANDLERS)
    gammas.note_steps(field, [atom.args[0] for atom in e.atoms(gamma)])
    return vanishes_in(field, field.reduce(e))


def _without_roots_of_symbols(e: Expr) -> Expr:
    """s = S^L for symbols s >= 0 of which roots occur, and nothing that needs an integer s."""
    for s in sorted(e.free_symbols, key=str):
        roots = [p.exp.q for p in e.atoms(Pow) if p.base == s and isinstance(p.exp, Rational) and p.exp.q != 1]
        if roots and s.is_nonnegative and not _needs_integers(e, s):
            root = Dummy(s.name, nonnegative=True)
            e = e.subs(s, root ** ilcm(1, *roots))
    return e


def _needs_integers(e: Expr, s: Symbol) -> bool:
    if s.is_integer and any(s in p.exp.free_symbols for p in e.atoms(Pow)):
        return True
    return any(s in f.free_symbols for f in e.atoms(gamma, sympy.floor, sympy.polygamma, Sum, Product))
