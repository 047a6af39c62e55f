"""Gradient descent on least squares, with and without batch normalisation, on many problems at once.

Never imports `theory`. A problem is H = E x x^T, E x = 0, and g = E x y; u = H^-1 g, U^2 = u.g. Without BN the
prediction is x.v, with it gamma x.w/sqrt(w.Hw); the loss is q E(y - prediction)^2, q = 1 (as morwani20 prints it) or
1/2. All arrays have the problems first; rates are one number or one per problem. A step costs O(d^2) a problem.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

BLOWN_UP = 1e12
"""Residual from which a run counts as diverging, as a share of its start's or of that of the prediction 0, whichever is
the larger: a start may be that far off, and converge."""

RUNNING, CONVERGED, DIVERGED = 0, 1, 2
OUTCOMES = ("slow", "converges", "diverges")
"""What became of a run: neither within its steps, residual below the tolerance, or `BLOWN_UP`."""


@dataclass(frozen=True)
class Problems:
    """H, shape (R, d, d), and g, shape (R, d)."""

    H: Floats
    g: Floats
    u: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not (np.isfinite(self.H).all() and np.isfinite(self.g).all()):
            raise ValueError("H or g is not finite")
        if np.linalg.eigvalsh(self.H).min() <= 0:
            raise ValueError("H is not positive definite: some w != 0 has variance w.Hw <= 0, where BN is undefined")
        if not np.any(self.g, axis=-1).all():
            raise ValueError("g = 0: y is uncorrelated with x, there is nothing to learn; give another g")
        object.__setattr__(self, "u", np.linalg.solve(self.H, self.g[..., None])[..., 0])

    @property
    def square(self) -> Floats:
        """U^2 = u.g, (R,)."""
        return inner(self.u, self.g)

    def residual(self, v: Floats) -> Floats:
        """Excess of the loss of plain weights v over the least, as a share of U^2, (R,); that of v = 0 is 1."""
        off = v - self.u
        return np.asarray(inner(off, times(self.H, off)) / self.square)


def inner(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.einsum("...i,...i->...", a, b))


def times(H: Floats, w: Floats) -> Floats:
    return np.asarray(np.einsum("...ij,...j->...i", H, w))


def sphere(size: int, d: int, rng: Generator) -> Floats:
    """Uniform unit vectors, (size, d)."""
    x = rng.standard_normal((size, d))
    return np.asarray(x / np.sqrt(inner(x, x))[:, None])


def rotated(values: Floats, rng: Generator) -> Floats:
    """Q diag(values) Q^T with Haar-distributed Q, exactly symmetric, (R, d, d)."""
    size, d = values.shape
    q, r = np.linalg.qr(rng.standard_normal((size, d, d)))
    q = q * np.sign(np.einsum("rii->ri", r))[:, None, :]
    H = np.einsum("rij,rj,rkj->rik", q, values, q)
    return np.asarray((H + H.swapaxes(1, 2)) / 2)


def random_problems(d: int, kappa: float, size: int, rng: Generator) -> Problems:
    """H with eigenvalues 1, 1/kappa and log-uniform ones between, in random axes; u uniform with |u| = 1."""
    if not (d >= 2 and kappa >= 1):
        raise ValueError(f"got d = {d}, kappa = {kappa}; wanted d >= 2 and kappa >= 1")
    values = np.exp(-np.log(kappa) * rng.random((size, d)))
    values[:, 0], values[:, -1] = 1.0, 1 / kappa
    H = rotated(values, rng)
    return Problems(H, times(H, sphere(size, d, rng)))


def problems_with_star(values: ArrayLike, size: int, rng: Generator) -> Problems:
    """Random H and unit u for which H - g g^T/(u.Hu) has these d - 1 non-zero eigenvalues.

    Every H with this property is H* + g g^T/(g.u) with H* u = 0 and g.u > 0. Here g = u + z, z normal to u of length 1.
    """
    given = np.asarray(values, dtype=float)
    d = given.size + 1
    q, _ = np.linalg.qr(rng.standard_normal((size, d, d)))
    u, others = q[..., 0], q[..., 1:]
    star = np.einsum("rij,j,rkj->rik", others, given, others)
    z = np.einsum("rij,rj->ri", others, sphere(size, d - 1, rng))
    g = u + z
    return Problems(star + g[:, :, None] * g[:, None, :], g)


@dataclass(frozen=True)
class Descent:
    """What became of R runs.

    Attributes
    ----------
    outcome : RUNNING, CONVERGED or DIVERGED, (R,).
    steps : steps made, (R,).
    residual : last residual, (R,).
    gamma, w : last point; without BN gamma is 1 and w the plain weights, (R,) and (R, d).
    path : residuals of the steps 0, 1, .., (steps + 1, R); nan after the end of a run. Empty unless asked for.
    weights : equivalent plain weights gamma w/sigma along the path, (steps + 1, R, d).
    directions : w along the path, (steps + 1, R, d).
    """

    outcome: NDArray[np.int64]
    steps: NDArray[np.int64]
    residual: Floats
    gamma: Floats
    w: Floats
    path: Floats
    weights: Floats
    directions: Floats


def plain(problems: Problems, start: ArrayLike, rate: ArrayLike, *, steps: int, q: float = 1.0,
          tolerance: float = 1e-12, keep: bool = False) -> Descent:  # fmt: skip
    """Gradient descent on q E(y - x.v)^2 from v = start, shape (R, d) or (d,)."""
    return _descend(problems, None, start, None, rate, steps, q, tolerance, keep)


def plain_steps(problems: Problems, start: Floats, rates: Floats, *, most: int, q: float = 1.0,
                tolerance: float = 1e-12) -> NDArray[np.int64]:  # fmt: skip
    """Steps after which `plain` has converged, (R, number of rates); `most` + 1 where it needs more than `most`.

    A step multiplies the error by 1 - 2 q rate H: in the axes of H any number of steps costs as much as one.

    Raises
    ------
    ValueError
        for a rate at which the residual does not fall at every step.
    """
    values, axes = np.linalg.eigh(problems.H)
    share = values * np.einsum("rij,ri->rj", axes, start - problems.u) ** 2 / problems.square[:, None]
    shrink = (1 - 2 * q * rates[:, None] * values[:, None, :]) ** 2
    if not shrink.max() < 1:
        raise ValueError("q times the rate times an eigenvalue of H is not below 1: the residual may grow")
    found = np.zeros(shrink.shape[:2], dtype=int)
    for place in reversed(range((most + 1).bit_length())):  # of the number of steps in binary digits
        more = found + 2**place
        left = np.einsum("ri,rki->rk", share, shrink ** (more - 1)[..., None])
        found = np.where((left > tolerance) & (more <= most + 1), more, found)
    return found


def normalised(problems: Problems, gamma: ArrayLike, start: ArrayLike, rate_gamma: ArrayLike, rate: ArrayLike, *,
               steps: int, q: float = 1.0, tolerance: float = 1e-12, keep: bool = False) -> Descent:  # fmt: skip
    """Gradient descent with BN on q E(y - gamma x.w/sigma)^2, in gamma and w at once.

    Raises
    ------
    ValueError
        for a start w = 0: a row of zeros cannot be rescaled.
    """
    return _descend(problems, gamma, start, rate_gamma, rate, steps, q, tolerance, keep)


def _descend(problems: Problems, gamma: ArrayLike | None, start: ArrayLike, rate_gamma: ArrayLike | None,
             rate: ArrayLike, steps: int, q: float, tolerance: float, keep: bool) -> Descent:  # fmt: skip
    size, d = problems.g.shape
    bn = gamma is not None
    w = np.array(np.broadcast_to(np.asarray(start, dtype=float), (size, d)))
    c = np.array(np.broadcast_to(np.asarray(1.0 if gamma is None else gamma, dtype=float), (size,)))
    by_w = np.broadcast_to(np.asarray(rate, dtype=float), (size,))
    by_c = np.broadcast_to(np.asarray(0.0 if rate_gamma is None else rate_gamma, dtype=float), (size,))
    for name, array in (("start", w), ("gamma", c), ("rate", by_w), ("rate_gamma", by_c)):
        if not np.isfinite(array).all():
            raise ValueError(f"{name} is not finite")
    by_w, by_c = 2 * q * by_w, 2 * q * by_c
    if bn and not np.any(w, axis=-1).all():
        raise ValueError("start w = 0: x.w is a row of zeros before BN, which cannot be rescaled; start elsewhere")
    outcome, made, last = np.zeros(size, dtype=int), np.zeros(size, dtype=int), np.empty(size)
    shape = (steps + 1 if keep else 0, size)
    path, weights, directions = np.full(shape, np.nan), np.full((*shape, d), np.nan), np.full((*shape, d), np.nan)
    live = np.arange(size)
    H, g, u, square = problems.H, problems.g, problems.u, problems.square
    x, a, limit = w.copy(), c.copy(), np.empty(0)  # of those that are live
    for step in range(steps + 1):
        Hx = times(H, x)
        sigma = np.sqrt(inner(x, Hx)) if bn else np.ones(live.size)
        scale = (a / sigma)[:, None]
        v = x * scale
        residual = inner(v - u, Hx * scale - g) / square  # H (v - u) by the product above
        if step == 0:
            if not np.isfinite(residual).all():
                raise ValueError("the loss at the start is out of the range of floats; start nearer, or scale x and y")
            limit = BLOWN_UP * np.maximum(residual, 1.0)
        if keep:
            path[step, live], weights[step, live], directions[step, live] = residual, v, x
        going = (residual > tolerance) & (residual < limit)  # false for NaN
        if step == steps or not going.all():
            last[live], made[live], w[live], c[live] = residual, step, x, a
            outcome[live] = np.where(residual <= tolerance, CONVERGED, np.where(going, RUNNING, DIVERGED))
            if step == steps or not going.any():
                break
            live, x, a, Hx, sigma = live[going], x[going], a[going], Hx[going], sigma[going]
            H, g, u, square, limit = H[going], g[going], u[going], square[going], limit[going]
            by_w, by_c = by_w[going], by_c[going]
        if bn:
            s = inner(x, g) / sigma
            slope = (g - Hx * (s / sigma)[:, None]) / sigma[:, None]
            x = x + (by_w * a)[:, None] * slope
            a = a - by_c * (a - s)
        else:
            x = x - by_w[:, None] * (Hx - g)
    return Descent(outcome, made, last, c, w, path[: made.max() + 1], weights[: made.max() + 1],
                   directions[: made.max() + 1])  # fmt: skip
