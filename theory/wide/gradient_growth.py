"""How the squared gradient grows backwards, layer by layer, in wide networks with batch normalization: exactly.

A layer is H' = phi(BN(W H)), phi the ReLU or the identity, n data as columns, W m x d with i.i.d. Gaussian entries
(their variance plays no part); at the symmetric fixed point the mean Gram matrix of the layer's output is
(1 - c) I + c J up to scale, c = kappa(-1/(n-1)) with ReLU, -1/(n-1) without. Of a gradient there whose rows sum to 0
a layer back makes, in the mean and at infinite width with d = m, so many times the square:

    without phi   (n - 2)/(n - 3)
    with ReLU     (n - 2 + kappa + kappa')/((n - 3)(1 - kappa)),  kappa, kappa' at -1/(n-1),

whatever the gradient: the same for every loss. From the second layer back every gradient has such rows. Where every
row of H' has its gradient with a sign of its own, and H has exactly that Gram matrix, a layer of width d has exactly
(1 - 2/d) times that mean. Notes: proofs_notes/yang19/growth.md; the linear case also daneshmand21.gradients.
"""

from __future__ import annotations

from typing import Literal, get_args

from sympy import Expr, Integer, acos, pi, sympify

from theory.notation import n as batch_size
from theory.wide.kernels import kappa

Activation = Literal["identity", "relu"]

FEWEST = 4
"""Points; the mean is infinite at 3, and there is no gradient at 2."""


def kappa_slope(rho: Expr) -> Expr:
    """kappa'(rho) = 1 - arccos(rho)/pi = 2 P(u > 0, v > 0) at correlation rho.

    >>> kappa_slope(Integer(0))
    1/2
    """
    return 1 - acos(rho) / pi


def gradient_growth(
    n: Expr | int = batch_size, activation: Activation = "relu", width: Expr | int | None = None
) -> Expr:
    """Mean growth of the squared gradient of a layer, backwards, at the symmetric fixed point.

    Parameters
    ----------
    n : batch size, >= 4, or a symbol.
    activation : "relu" or "identity".
    width : d of the layer, at least n - 1 ("identity") or n ("relu"); None for its limit.

    Raises
    ------
    ValueError
        for other activations, for batches so small that there is no such mean, and for smaller widths.

    >>> gradient_growth(10, "identity")
    8/7
    >>> gradient_growth(10, "identity", width=64)
    31/28
    >>> round(gradient_growth(10), 6)
    1.696010
    """
    size, rows = sympify(n), None if width is None else sympify(width)
    if activation not in get_args(Activation):
        raise ValueError(f"activation {activation!r}: wanted one of {', '.join(get_args(Activation))}")
    if size.is_number and not (size.is_Integer and size >= FEWEST):
        what = "gradients are 0" if size == 2 else "the mean is infinite" if size == 3 else "no batch is so large"
        raise ValueError(f"n = {size}: {what}; wanted a whole number of points from {FEWEST} on")
    least = size if activation == "relu" else size - 1
    if rows is not None and rows.is_number and least.is_number and not (rows.is_Integer and rows >= least):
        raise ValueError(f"width {rows}: {size} points alike need a whole number of rows from {least} on")
    if activation == "identity":
        growth = (size - 2) / (size - 3)
    else:
        rho = -1 / (size - 1)
        growth = (size - 2 + kappa(rho) + kappa_slope(rho)) / ((size - 3) * (1 - kappa(rho)))
    return growth if rows is None else (1 - 2 / rows) * growth


def gradient_growth_limit(activation: Activation = "relu") -> Expr:
    """Its limit for large batches: pi/(pi - 1) with ReLU, 1 without.

    >>> gradient_growth_limit()
    pi/(-1 + pi)
    """
    if activation not in get_args(Activation):
        raise ValueError(f"activation {activation!r}: wanted one of {', '.join(get_args(Activation))}")
    return pi / (pi - 1) if activation == "relu" else Integer(1)


def mean_direction(n: Expr | int = batch_size) -> Expr:
    """The same of a gradient whose rows are constant, with ReLU; without, it is 0: BN takes the mean off.

    ((n - 1)(1 - kappa') - 1 - (n - 1) kappa)/((n - 3)(1 - kappa)): what the first layer back leaves of such a part.

    >>> round(mean_direction(10), 6)
    0.279093
    """
    size = sympify(n)
    rho = -1 / (size - 1)
    return ((size - 1) * (1 - kappa_slope(rho) - kappa(rho)) - 1) / ((size - 3) * (1 - kappa(rho)))
