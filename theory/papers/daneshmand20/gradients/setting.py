"""Softmax and its gradient on collinear data; gradients of the rank bound as a rational function."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy import Expr, Integer, Matrix, Rational, Symbol, sign, trace

from theory.exact.expressions import Undefined
from theory.markov import effective_rank, second_moment


def loss(z: Sequence[Expr], label: int, softmax: bool) -> Expr:
    """Cross entropy of softmax, or squares and a cubic: two losses that share nothing."""
    if softmax:
        return sympy.log(sum(sympy.exp(x) for x in z)) - z[label]
    return sum((x - int(i == label)) ** 2 for i, x in enumerate(z)) / 2 + z[0] * z[1] ** 2


def gradient(V: Matrix, h: Matrix, neuron: int, label: int, softmax: bool) -> tuple[Expr, Matrix]:
    """(error dL/dz_k, gradient dL/dV_k, a column) at V and h, exactly.

    The gradient is taken by the entries of V. With softmax, the exponentials of the logits are put to the positive
    numbers 2, 3, 5, ..: they enter the error alone, where any values will do.
    """
    weights = Matrix(*V.shape, lambda a, b: Symbol(f"V_{a}{b}"))
    z = weights * h
    logits = [Symbol(f"z_{a}") for a in range(V.rows)]
    at = dict(zip(weights, V, strict=True))

    def number(expression: Expr) -> Expr:
        heads = {sympy.exp(z[a]): Integer(p) for a, p in enumerate((2, 3, 5))}
        return expression.subs(heads).subs(at)

    error = sympy.diff(loss(logits, label, softmax), logits[neuron]).subs(dict(zip(logits, z, strict=True)))
    slopes = [sympy.diff(loss(list(z), label, softmax), weights[neuron, b]) for b in range(V.cols)]
    return number(error), Matrix([number(slope) for slope in slopes])


def cosine(x: Matrix, y: Matrix) -> tuple[Expr, Expr]:
    """(cos^2, sign of cos); Undefined where a gradient is zero."""
    inner, squares = x.dot(y), x.dot(x) * y.dot(y)
    if squares == 0:
        raise Undefined("a zero gradient has no direction")
    return inner**2 / squares, sign(inner)


V = Matrix([[1, -2], [3, 1], [-1, 2]])
T, F, S, N = sympy.symbols("T F S N", positive=True)
h, m = sympy.symbols("h m", real=True)  # entries of H and of M H


def powers(H: Matrix) -> tuple[Matrix, Expr, Expr, Expr]:
    """M = H H^T/N and T, F, S."""
    M = H * H.T / H.cols
    return M, trace(M), trace(M * M), trace(M * M * M)


def r(H: Matrix) -> Expr:
    return effective_rank(second_moment(H, unit=False))


def derivative(H: Matrix) -> Matrix:
    """Gradient of r at a rational H, shape (d, N): along each entry r is a rational function of one variable."""
    step = Symbol("h")

    def along(a: int, b: int) -> Expr:
        moved = H + step * Matrix(*H.shape, lambda i, j: int((i, j) == (a, b)))
        return sympy.diff(r(moved), step).subs(step, 0)

    return Matrix(*H.shape, along)


def inner(A: Matrix, B: Matrix) -> Expr:
    return sum((a * b for a, b in zip(A, B, strict=True)), Integer(0))


POINTS = (
    Matrix([[1, 2], [3, -1]]),
    Matrix([[1, 2, 0], [Rational(1, 2), -1, 3]]),
    Matrix([[2, 1], [-1, 1], [3, 5]]),
    Matrix([[1, 2, 2], [2, 4, 4]]),
)
