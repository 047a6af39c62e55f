"""The greater, the least, and 1 or 0 for a condition, without a branch: of numbers, of balls, and of terms.

Where balls overlap, `a < b` is an error in a check, for neither answer is proved. These have a value there all the
same, which encloses both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from flint import arb, ctx
from sympy import Expr, Max, Min, Piecewise, Rel
from sympy.logic.boolalg import Boolean, BooleanFalse, BooleanTrue

from theory.exact.expressions import enclose
from theory.exact.rationals import ball, to_sympy
from theory.exact.watched.comparisons import OPPOSITE
from theory.term import Cond, Term
from theory.term import one_if as of_condition
from theory.term.named import named
from theory.term.scalar import condition, constant
from theory.term.scalar import greater as greater_term

_RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


def greater(*values: Any) -> Any:
    """The greatest of some numbers, of which some may be balls, terms or expressions in symbols.

    >>> greater(1, 3, 2), greater(arb("1 +/- .1"), 2) == 2
    (3, True)
    """
    return reduce(lambda a, b: _chosen(a, b, arb.max, greater_term, Max, max), values)


def least(*values: Any) -> Any:
    """The least of some numbers, of which some may be balls, terms or expressions in symbols.

    >>> least(1, 3, 2)
    1
    """
    return reduce(lambda a, b: _chosen(a, b, arb.min, lambda x, y: -greater_term(-x, -y), Min, min), values)


def one_if(a: Any, relation: str = "", b: Any = None) -> Any:
    """1 if `a relation b`, else 0; of balls that leave it open the ball of both, and a term of terms.

    Parameters
    ----------
    relation : one of < <= > >= = !=; left out, `a` is a condition itself.

    >>> one_if(2, "<", 3), one_if(arb(2), "<", arb(1)), one_if(True)
    (1, 0, 1)
    >>> one_if(arb("1 +/- .1"), "<", 1)
    [+/- 1.01]
    """
    if not relation:
        return Piecewise((1, a), (0, True)) if _is_open(a) else of_condition(a)
    if relation not in _RELATIONS:
        raise ValueError(f"relation {relation!r}: wanted one of {' '.join(_RELATIONS)}")
    if isinstance(a, Term) or isinstance(b, Term):
        if relation in (">", ">="):
            return one_if(b, "<" if relation == ">" else "<=", a)
        return of_condition(_condition(relation, constant(a), constant(b)))
    if isinstance(a, arb) or isinstance(b, arb):
        x, y, compare = _ball(a), _ball(b), _RELATIONS[relation]
        return 1 if compare(x, y) else 0 if OPPOSITE[compare](x, y) else arb(0).union(arb(1))
    if isinstance(a, Expr) or isinstance(b, Expr):
        return one_if(Rel(_expression(a), _expression(b), "==" if relation == "=" else relation))
    return int(bool(_RELATIONS[relation](a, b)))


def proved(a: Any, relation: str, b: Any) -> bool:
    """Whether balls prove `a relation b`; False says nothing of it, neither that it is false.

    >>> proved(arb("1 +/- .1"), "<", 2), proved(arb("1 +/- .1"), "<", 1), proved(arb("1 +/- .1"), ">=", 1)
    (True, False, False)
    """
    if relation not in _RELATIONS:
        raise ValueError(f"relation {relation!r}: wanted one of {' '.join(_RELATIONS)}")
    return _RELATIONS[relation](a, b) is True


def _condition(relation: str, a: Term, b: Term) -> Cond:
    return condition("=", a, b).negation if relation == "!=" else condition(relation, a, b)


def _is_open(condition: Any) -> bool:
    return isinstance(condition, Boolean) and not isinstance(condition, BooleanTrue | BooleanFalse)


def _chosen(a: Any, b: Any, balls: Any, terms: Any, expressions: Any, numbers: Any) -> Any:
    if isinstance(a, Term) or isinstance(b, Term):
        return terms(constant(a), constant(b))
    if isinstance(a, arb) or isinstance(b, arb):
        return balls(_ball(a), _ball(b))
    if isinstance(a, Expr) or isinstance(b, Expr):
        return expressions(_expression(a), _expression(b))
    return numbers(a, b)


def _expression(value: Any) -> Expr:
    return value if isinstance(value, Expr) else to_sympy(value)


def _ball(value: Any) -> arb:
    if isinstance(value, arb):
        return value
    if isinstance(value, Expr) and not value.is_Rational:
        return enclose(value, {}, ctx.dps)
    return ball(value)


@named("max {0}", r"\max {0}")
def greatest_entry(row: Any) -> Any:
    """The greatest entry of a row of balls or numbers."""
    return greater(*row)


@named("min {0}", r"\min {0}")
def least_entry(row: Any) -> Any:
    """The least entry of a row of balls or numbers."""
    return least(*row)
