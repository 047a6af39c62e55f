"""The papers' letters, each defined once. See `proofs_notes/notation.md` for their meaning in words."""

from __future__ import annotations

from sympy import Expr, Rational, Symbol, symbols

n: Symbol = symbols("n", integer=True, positive=True)  # batch size
m: Symbol = symbols("m", integer=True, positive=True)  # width of a layer: number of rows of W
k: Symbol = symbols("k", integer=True, positive=True)  # size of a cluster; points below a split
j: Symbol = symbols("j", integer=True, positive=True)  # points strictly inside a clip interval
l: Symbol = symbols("l", integer=True, positive=True)  # points above a split
L: Symbol = symbols("L", integer=True, positive=True)  # depth
d: Symbol = symbols("d", integer=True, positive=True)  # number of distinct values; of distinct columns
r: Symbol = symbols("r", integer=True, nonnegative=True)  # rank
t: Symbol = symbols("t", real=True)  # a real variable: position in an interval, w.(x_o - x_c), step
x: Symbol = symbols("x", real=True)  # one entry of a row
xbar: Symbol = symbols("xbar", real=True)  # the mean of the row
beta: Symbol = symbols("beta", positive=True)  # gain of the weights: Var W_ij = 2 beta / m

HALF = Rational(1, 2)


def alpha(size: Expr = n, escaped: Expr | int = 1) -> Expr:
    """Invariance constant n^2 / (k^2 + (n-k)^2); for k = 1 it is n^2 / (n^2 - 2n + 2) (nachum24, I2).

    >>> from sympy import expand
    >>> expand(1 / alpha())
    1 - 2/n + 2/n**2
    """
    return size**2 / (escaped**2 + (size - escaped) ** 2)


def decay(size: Expr = n, below: Expr | int = k) -> Expr:
    """Energy kept per layer by a two-cluster node, lambda_k = (k^2 + (n-k)^2) / n^2 (nachum24, T4)."""
    return 1 / alpha(size, below)
