"""Sums over all that a symbolic number of layers can make of a row: all leaves of a tree, means over random layers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theory.term.paths import needed_for_all, needs_taken
from theory.term.rows import Vec, bound, each
from theory.term.scalar import Cond, Term, constant, nested, rows_in

Observe = Callable[[Any], Any]


def over_layers(layer: Callable[[Observe, Any], Any], depth: Any, observe: Observe, row: Any) -> Any:
    """S(depth, row), where S(0, v) = observe(v) and S(L + 1, v) = layer(S(L, .), v).

    With layer(f, v) = f(T_+ v) + f(T_- v) that is a sum over the leaves of a tree, with the mean of f over what a
    random layer makes of v the mean over all of them.

    Parameters
    ----------
    layer : gives a number; it may apply f to rows of the length of v, and ask for v entry by entry.

    >>> over_layers(lambda f, v: f((2 * v[0],)) + f((v[0] + 1,)), 2, lambda v: v[0], (5,))
    50
    >>> from theory.term.scalar import variable
    >>> over_layers(lambda f, v: f(v) + f(v), variable("L", "nat"), lambda v: v[0], Vec.named("x", constant(3)))
    layers(k_0 < 3: x[k_0]; L: (next_0(k_0: row_0[k_0]) + next_0(k_0: row_0[k_0])); row_0[0])
    """
    if isinstance(row, Vec) and isinstance(depth, Term):
        return _over_layers(layer, depth, observe, row)
    found = observe
    for _ in range(int(depth)):
        found = _before(layer, found)
    return found(row)


def _before(layer: Callable[[Observe, Any], Any], after: Observe) -> Observe:
    return lambda row: layer(after, row)


def _over_layers(layer: Callable[[Observe, Any], Any], depth: Term, observe: Observe, row: Vec) -> Term:
    def made(k: int) -> tuple[Term, Term]:
        """What a layer gives and what is observed, of a row and a function called by that number."""
        one = Vec.named(f"row_{k}", row.n)
        return constant(layer(lambda v: _applied(f"next_{k}", each(constant, v)), one)), constant(observe(one))

    with needs_taken():
        k = max(nested(part, "layers") for part in made(0))

    def for_all_rows(need: Cond) -> Cond:
        return Cond("all rows", Term("var", f"row_{k}", "row"), need) if f"row_{k}" in rows_in(need) else need

    index, start = _at_places(row)
    with needed_for_all(for_all_rows):
        return Term("layers", index, row.n, start, depth, f"next_{k}", f"row_{k}", *made(k))


def _applied(name: str, row: Vec) -> Term:
    index, entry = _at_places(row)
    return Term("apply", index, row.n, entry, name)


def _at_places(row: Vec) -> tuple[Term, Term]:
    return bound("k_", row.n, lambda place: constant(row[place]), "apply", "layers")
