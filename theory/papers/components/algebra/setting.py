"""What the claims of the group share: letters of a batch, and the factor between two rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr, Symbol, sympify

from theory.exact.expressions import Undefined
from theory.term import number, size

POINTS = {"n": lambda at: number(size(at["x"]))}
STEP = Symbol("t", real=True)


def factor(image: Sequence[Any], of: Sequence[Any]) -> Expr:
    """The c with image = c of, entry by entry; `Undefined` where there is none."""
    found = {sympify(v) / w for v, w in zip(image, of, strict=True) if w}
    if len(found) != 1 or any(v for v, w in zip(image, of, strict=True) if not w):
        raise Undefined(f"{tuple(image)} is no multiple of {tuple(of)}")
    return found.pop()
