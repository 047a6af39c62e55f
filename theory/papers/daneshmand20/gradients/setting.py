"""Softmax and its gradient by the last layer; letters of the rank bound."""

from __future__ import annotations

import sympy
from sympy import Expr, Integer, Matrix, Symbol

V = Matrix([[1, -2], [3, 1], [-1, 2]])
T, F, S, N = sympy.symbols("T F S N", positive=True)
h, m = sympy.symbols("h m", real=True)  # entries of H and of M H


def gradient(V: Matrix, h: Matrix) -> Matrix:
    """dL/dV_0, a column, of the cross entropy L of softmax(V h) at the label 0, differentiated by the entries of V.

    The exponentials of the logits are put to the positive numbers 2, 3, 5, ..: they enter a factor of all entries
    alone, where any values will do.
    """
    weights = Matrix(*V.shape, lambda a, b: Symbol(f"V_{a}{b}"))
    z = weights * h
    loss = sympy.log(sum((sympy.exp(x) for x in z), Integer(0))) - z[0]
    heads = {sympy.exp(x): Integer(p) for x, p in zip(z, (2, 3, 5), strict=True)}

    def slope(weight: Symbol) -> Expr:
        return sympy.diff(loss, weight).subs(heads)

    return Matrix([slope(weights[0, b]) for b in range(V.cols)])
