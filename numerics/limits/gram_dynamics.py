"""The infinite-width Gram maps in float64, vectorised over a stack of Gram matrices, for every subset of {RC, RS, NL}.

One neuron of a layer on n points is x = NL(RS(RC(z))), z ~ N(0, gain G); the map is Phi(G) = E[x x^T]. Formulas, traces
and the relation to networks of finite width are those of `wide.gram_maps`: E[Q' | Q] = Phi(Q), Q the Gram matrix over
the width; for ReLU, leaky ReLU and no nonlinearity without rs also E[G' | G] = Phi(G) (nachum24, conventions, S6, S7).

Accuracy. Without rs a few eps, in units of tr G / n. With rs the quadrature errs by less than 1e-15 n; the result is
that of exact arithmetic for a matrix within about n eps |G| of G. This matters: the map is not differentiable at
matrices of low rank (s more in a direction moves it by sqrt(s) at rank 1), so eigenvalues within n eps of 0 count as 0.
"""

from collections.abc import Callable, Collection
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numerics.networks.observables import first_equal
from theory.wide.rescaling import spacing

__all__ = ["gram_map", "iterate", "kappa"]

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Activation: TypeAlias = Literal["relu", "leaky_relu"] | Callable[[Floats], Floats]

COMPONENTS = ("rc", "rs", "nl")
_EPS = float(np.finfo(np.float64).eps)
_CACHED = 2**16  # numbers worked on at a time
_MISSING = 0.01  # of the mean square; sqrt(missing_i missing_j) bounds the error of an entry


def kappa(r: Floats) -> Floats:
    """Arc-cosine kernel (sqrt(1-r^2) + (pi - arccos r) r) / pi; |r| > 1, which is rounding, counts as 1.

    >>> [round(float(kappa(np.array(r))), 12) for r in (-1.0, 0.0, 1.0)]
    [0.0, 0.318309886184, 1.0]
    """
    r = np.clip(r, -1.0, 1.0)
    sine = np.sqrt((1 - r) * (1 + r))
    return np.asarray((sine + np.arctan2(sine, -r) * r) / np.pi)  # arctan2(s, -r) = pi - arccos r


def gram_map(
    G: Floats,
    components: Collection[str] = ("rc", "nl"),
    activation: Activation = "relu",
    *,
    slope: float = 0.01,
    gain: float | None = None,
    terms: int = 400,
    digits: float = 16.5,
) -> Floats:
    """One layer at infinite width, shape (..., n, n) to (..., n, n).

    Parameters
    ----------
    G : positive semidefinite; leading axes are replicates. Points whose rows of G are equal bit by bit stay so, for
        relu with cosine exactly 1.
    components : any of rc, rs, nl.
    activation : relu; leaky_relu (`slope` for z < 0); or a function on arrays, applied entry by entry, by `terms` terms
        of its Hermite series (Mehler's formula): errors near 1e-12 for analytic functions of moderate scale, 1e-4 for
        kinks.
    digits : of the quadrature with rs; its cost goes by their square.
    gain : Var z = gain * G; by default 2 with nl and 1 without. Immaterial with rs.

    Raises
    ------
    ValueError
        for unknown components; for a function whose series leaves out 1% of its mean square; with rs for any function,
        and where G, recentred with rc, is zero up to rounding.

    >>> gram_map(np.eye(2), ("rs", "nl")).round(6).tolist()
    [[0.5, 0.159155], [0.159155, 0.5]]
    """
    H = np.asarray(G, dtype=np.float64)
    _check(H, components, activation)
    if "rc" in components:
        mean = H.mean(axis=-1)
        H = H - (mean[..., :, None] + mean[..., None, :]) + mean.mean(axis=-1)[..., None, None]
    nonlinear = "nl" in components
    if "rs" in components:
        size = np.diagonal(np.asarray(G, dtype=np.float64), axis1=-2, axis2=-1).sum(axis=-1)
        return _rescaled(H, size, "rc" in components, slope if activation == "leaky_relu" else 0.0, nonlinear,
                         digits)  # fmt: skip
    scale = (2.0 if nonlinear else 1.0) if gain is None else gain
    if not nonlinear:
        return scale * H if scale != 1.0 else H
    if callable(activation):
        return _by_hermite(scale * H, activation, terms)
    return scale / 2 * _relu(H, slope if activation == "leaky_relu" else 0.0)


def iterate(G: Floats, depth: int, components: Collection[str] = ("rc", "nl")) -> Floats:
    """`gram_map` with ReLU, applied `depth` times and scaled to trace n each time."""
    G = np.asarray(G, dtype=np.float64)
    for _ in range(depth):
        G = gram_map(G, components)
        G = G * (G.shape[-1] / np.trace(G, axis1=-2, axis2=-1)[..., None, None])
    return G


def _check(G: Floats, components: Collection[str], activation: Activation) -> None:
    if isinstance(components, str) or not set(components) <= set(COMPONENTS):
        raise ValueError(f"components {components!r}: wanted a tuple of any of {', '.join(COMPONENTS)}")
    if not callable(activation) and activation not in ("relu", "leaky_relu"):
        raise ValueError(f"activation {activation!r}: wanted 'relu', 'leaky_relu' or a function on arrays")
    if callable(activation) and {"rs", "nl"} <= set(components):
        raise ValueError(
            "a function after rescaling is not an integral over one variable, for it is not homogeneous: take relu or "
            "leaky_relu, leave out 'rs', or simulate with numerics.networks.simulation"
        )
    if G.ndim < 2 or G.shape[-1] != G.shape[-2]:
        raise ValueError(f"Gram matrices have shape (..., n, n), came {G.shape}")
    if not np.isfinite(G).all():
        raise ValueError(f"{np.count_nonzero(~np.isfinite(G))} of {G.size} entries are not finite numbers")


def _relu(H: Floats, slope: float) -> Floats:
    """E[2 f(y) f(y)^T], y ~ N(0, H), f leaky relu: (1 - slope)^2 K(H) + 2 slope H, since kappa(-r) = kappa(r) - r."""
    variance = np.maximum(np.diagonal(H, axis1=-2, axis2=-1), 0.0)
    scale = np.sqrt(variance[..., :, None] * variance[..., None, :])
    K = scale * kappa(np.divide(H, scale, out=np.zeros_like(H), where=scale > 0))
    return np.asarray(K if slope == 0 else (1 - slope) ** 2 * K + 2 * slope * H)


def _relu_above(H: Floats, slope: float, rows: Ints, columns: Ints) -> Floats:
    """`_relu` at these places alone."""
    deviation = np.sqrt(np.maximum(np.diagonal(H, axis1=-2, axis2=-1), 0.0))
    scale, at = deviation[..., rows] * deviation[..., columns], H[..., rows, columns]
    K = scale * kappa(np.divide(at, scale, out=np.zeros_like(at), where=scale > 0))
    return np.asarray(K if slope == 0 else (1 - slope) ** 2 * K + 2 * slope * at)


def _rescaled(H: Floats, size: Floats, centred: bool, slope: float, nonlinear: bool, digits: float) -> Floats:
    """n E[x x^T / |y|^2], y ~ N(0, H), x = y or f(y), by the trapezoidal rule of `wide.rescaling` on eigenvalues.

    L = V diag(e^x l/(1 + e^x l)) V^T, in blocks of nodes. `size`, shape (...), is the trace before recentring.
    """
    n, stack = H.shape[-1], H.shape[:-2]
    ties = first_equal(H).reshape(-1, n)
    trace = np.trace(H, axis1=-2, axis2=-1)
    flat = ~(trace > 8 * n * _EPS * size)
    if flat.any():
        raise ValueError(
            f"{np.count_nonzero(flat)} of {flat.size} Gram matrices are zero{' after recentring' * centred}, up to "
            "rounding: rescaling is undefined"
        )
    H = (H * (n / trace)[..., None, None]).reshape(-1, n, n)
    l, V = np.linalg.eigh(H)
    l = np.where(l > n * _EPS * l[:, -1:], l, 0.0)
    h = spacing(n, digits)[0]
    first = int(np.floor(-(digits * np.log(10) + 3 * np.log(n)) / (2 * h)))
    e = np.exp(h * np.arange(first, int(np.ceil(90 / h))))[:, None, None]  # 90: rank 1 decays like e^(-x/2)
    weight = h * np.exp(-np.log1p(e * l).sum(axis=-1) / 2)  # (nodes, stack)
    sigma = e * l / (1 + e * l)
    used = int(np.count_nonzero((weight / sigma.sum(axis=-1)).max(axis=-1) > 10 ** -(digits + 1.5)))
    leading = np.exp(h * first) * h / np.expm1(h)  # the nodes to the left, where L = e^x H to first order
    rows, columns = np.triu_indices(n)  # half of the entries are the others

    def f(L: Floats) -> Floats:
        return _relu_above(L, slope, rows, columns) / 2 if nonlinear else L[..., rows, columns]

    above = leading * f((H + np.swapaxes(H, -1, -2)) / 2)
    block = max(1, _CACHED // max(H.size, 1))
    for start in range(0, used, block):
        part = slice(start, min(start + block, used))
        root = V * np.sqrt(sigma[part, :, None, :])
        L = root @ np.swapaxes(root, -1, -2)  # of one array, which takes NumPy half of the operations
        above += np.einsum("ks,ksi->si", weight[part], f(_tied(L, ties)))
    total = np.empty_like(H)
    total[:, rows, columns] = n / 2 * above
    total[:, columns, rows] = total[:, rows, columns]
    return np.asarray(total.reshape(*stack, n, n))


def _tied(L: Floats, ties: Ints) -> Floats:
    """L, shape (nodes, stack, n, n), with equal points taken from the first: products may round them differently."""
    if (ties == np.arange(ties.shape[-1])).all():
        return L
    L = np.take_along_axis(L, ties[None, :, :, None], axis=-2)
    return np.take_along_axis(L, ties[None, :, None, :], axis=-1)


def _by_hermite(H: Floats, function: Callable[[Floats], Floats], terms: int) -> Floats:
    """E[f(y) f(y)^T], y ~ N(0, H): sum_k rho^k c_k(sd_i) c_k(sd_j), c_k(s) = E[f(s Z) he_k(Z)] / sqrt(k!)."""
    z, basis, density = _hermite_functions(terms)
    deviation = np.sqrt(np.maximum(np.diagonal(H, axis1=-2, axis2=-1), 0.0))
    values = np.asarray(function(deviation[..., None] * z), dtype=np.float64)
    c = values @ basis.T
    square = np.square(values) @ density
    missing = square - np.square(c).sum(axis=-1)
    if not (missing <= _MISSING * square).all():
        raise ValueError(
            f"{terms} Hermite polynomials leave out {float((missing / square).max()):.2g} of the mean square of the "
            f"function at standard deviations up to {deviation.max():.3g}, more than {_MISSING}: take more terms"
        )
    scale = deviation[..., :, None] * deviation[..., None, :]
    rho = np.clip(np.divide(H, scale, out=np.zeros_like(H), where=scale > 0), -1.0, 1.0)
    total = np.zeros_like(H)
    for k in reversed(range(terms)):
        total = total * rho + c[..., :, None, k] * c[..., None, :, k]
    return total


@cache
def _hermite_functions(terms: int) -> tuple[Floats, Floats, Floats]:
    """Nodes z, and h phi(z) he_k(z)/sqrt(k!), shape (terms, nodes), with its row k = 0.

    An equidistant rule, which for analytic functions converges geometrically; Gauss and Hermite's does not.
    """
    h = 0.25 / np.sqrt(terms)  # he_k waves with frequency sqrt(k); finer for the sake of kinks
    z = h * np.arange(np.ceil(-16 / h), np.floor(16 / h) + 1)
    root = np.exp(-z * z / 4) / (2 * np.pi) ** 0.25
    rows = [root, z * root]
    for k in range(1, terms - 1):  # times the root of the density, so that nothing overflows
        rows.append((z * rows[k] - np.sqrt(k) * rows[k - 1]) / np.sqrt(k + 1))
    basis = h * root * np.stack(rows[:terms])
    return z, basis, basis[0]
