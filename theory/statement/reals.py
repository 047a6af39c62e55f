"""A statement for Coq's real numbers: about constants, and functions of one number between two ends.

The literal check is run on SymPy's numbers and on symbols, and what it gives is written with +, *, /, whole powers,
`sqrt`, `acos`, `atan` and `PI`. Coq's functions are total (1/0 is a number, sqrt (-1) is 0, acos 2 is 0): that no
divisor is 0, no root's argument negative and no arc's cosine beyond 1 is part of the statement. Coq defines acos x as
PI/2 - atan (x / sqrt (1 - x^2)) for -1 < x < 1; a proof unfolds that, for `interval` knows atan alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy
from sympy import Expr, Rational, Symbol, pi, preorder_traversal, sympify

from theory.claim import Claim
from theory.claim.literal.symbols import put
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import components
from theory.statement.predicted import NotExpressibleError
from theory.statement.setting import Setting
from theory.words import At, Predicted, Relation

REALS = Setting(
    head="From Coq Require Import Reals.\nLocal Open Scope R_scope.\n",
    # on Coq's own integers: the machine's integers and floats would have axioms of theirs
    tools="""From Coq Require Import Lra.
From Interval Require Import Specific_ops Specific_stdz Tactic.
Module Whole := SpecificFloat StdZRadix2.
Module Enclosing := IntervalTactic Whole.
Import Enclosing.
""",
    words="interval|lra",
)
"""Coq's real numbers; `interval` encloses them."""

HALF = Rational(1, 2)


def reals(claim: Claim, predicted: Predicted | None = None) -> str:
    """The definition of `statement`: a conjunction over what is listed, for all numbers of what has ends.

    Parameters
    ----------
    predicted : in the prediction's place.

    Raises
    ------
    NotExpressibleError
        for domains of other things, hypotheses between them, functions that are not named above, and whatever a literal
        check raises that is not made for symbols.
    """
    try:
        return _written_out(claim, predicted)
    except (NotExpressibleError, MemoryError):
        raise
    except Exception as error:  # the author's code, run on what it was not made for
        raise NotExpressibleError(f"its literal check cannot be run on symbols: {error}") from error


def _written_out(claim: Claim, predicted: Predicted | None) -> str:
    given = claim.quantified
    runs = [check.definition for check in claim.checks if check.definition is not None]
    if given is None or given.where is not None or not runs:
        raise NotExpressibleError("it has no literal check on domains that no hypothesis ties together")
    claimed = claim.predicts if predicted is None else predicted
    parts, told = [], False
    for values in product(*(_values(domain, name) for name, domain in given.domains.items())):
        at = given.at(dict(zip(given.domains, values, strict=True)))
        left, right = components(runs[0](At(at))), components(put(claimed, claim.symbols, at))
        told = told or not all(sympify(one).is_Rational for one in (*left, *right))
        needed = dict.fromkeys(need for one in (*left, *right) for need in _needs(sympify(one)))
        goal = " /\\\n   ".join([*needed, *_related(left, right, claim.relation)])
        bound = [v for v in values if isinstance(v, Symbol)]
        above = [f"{_ends(given.domains[v.name], v.name)} ->\n   " for v in bound]
        quantified = f"forall {' '.join(v.name for v in bound)} : R, " if bound else ""
        parts.append(f"({quantified}{''.join(above)}{goal})")
    if not told:
        raise NotExpressibleError("its statement compares rational numbers: what it is about was computed before")
    return "Definition statement : Prop :=\n  " + " /\\\n  ".join(parts) + "."


def _values(domain: Any, name: str) -> list[Any]:
    if isinstance(domain, Values) or (isinstance(domain, Integers) and domain.most is not None):
        if words := [value for value in domain.small() if isinstance(value, str)]:
            raise NotExpressibleError(f"{name} is {words[0]!r}, no number")
        return [sympify(value, strict=True) for value in domain.small()]
    if isinstance(domain, Rationals) and None not in (domain.least, domain.most):
        return [Symbol(name, real=True)]
    raise NotExpressibleError(f"{name} {domain} is neither listed nor between two ends that are in it")


def _ends(domain: Any, name: str) -> str:
    return f"{written(sympify(domain.least))} <= {name} <= {written(sympify(domain.most))}"


def _related(left: tuple[Any, ...], claimed: tuple[Any, ...], relation: Relation) -> Iterator[str]:
    if relation == "in":
        yield f"{written(claimed[0])} <= {written(left[0])} <= {written(claimed[1])}"
        return
    if relation not in ("<", "<=", ">", ">=", "="):
        raise NotExpressibleError(f"relation {relation} is not one of real numbers")
    for a, b in zip(left, claimed, strict=True):
        yield f"{written(a)} {relation} {written(b)}"


def _needs(expression: Expr) -> Iterator[str]:
    """What has to be true for a value to be one, from within outwards."""
    for e in reversed(list(preorder_traversal(expression))):
        if isinstance(e, sympy.Pow) and not e.base.is_Rational:
            if e.exp.is_Rational and e.exp.q == 2:
                yield f"{'0 <=' if e.exp > 0 else '0 <'} {written(e.base)}"
            elif e.exp < 0:
                yield f"{written(e.base)} <> 0"
        elif isinstance(e, sympy.acos):
            yield f"-1 <= {written(e.args[0])} <= 1"


def written(expression: Any) -> str:
    """An expression in Coq.

    >>> from sympy import acos, sqrt
    >>> written(acos(-Rational(1, 9)) / (2 * pi) - 3 / sqrt(pi) ** 3)
    '(((- 3) * (/ ((sqrt PI) ^ 3))) + ((1 / 2) * (/ PI) * (acos (- (1 / 9)))))'
    """
    e = sympify(expression)
    if e.is_Rational:
        size = str(abs(e.p)) if e.q == 1 else f"({abs(e.p)} / {e.q})"
        return size if e >= 0 else f"(- {size})"
    if e is pi:
        return "PI"
    if isinstance(e, Symbol):
        return str(e.name)
    if isinstance(e, sympy.Add):
        return f"({' + '.join(map(written, e.args))})"
    if isinstance(e, sympy.Mul):
        sign, factors = ("- ", e.args[1:]) if e.args[0] == -1 else ("", e.args)
        return f"({sign}{' * '.join(map(written, factors))})"
    if isinstance(e, sympy.acos | sympy.atan):
        return f"({e.func.__name__} {written(e.args[0])})"
    if isinstance(e, sympy.Pow) and e.exp.is_Rational and e.exp.q <= 2:
        base = written(e.base) if e.exp.q == 1 else f"(sqrt {written(e.base)})"
        power = base if abs(e.exp.p) == 1 else f"({base} ^ {abs(e.exp.p)})"
        return power if e.exp > 0 else f"(/ {power})"
    raise NotExpressibleError(f"{e.func.__name__} is not a function of real numbers that can be written for Coq")
