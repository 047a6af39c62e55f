"""Greatest eigenvalues of the Hessian of a loss by Lanczos on products with vectors; never imports `theory`.

All replicates at once: the losses of R networks are added, and each replicate's product H v is that of its own Hessian.
The Hessian is never formed. Every value comes with a bound: there is an eigenvalue within it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.nets.mlp import like
from numerics.training.nets.normalise import Tensor

Floats = NDArray[np.float64]
Parameters = Sequence[tuple[Tensor, ...]]

EVERY = 10
"""Steps of Lanczos between two looks at the values."""


class Spectrum(NamedTuple):
    """`values` (R, k), greatest first; `bounds` (R, k): an eigenvalue is within that of each; `steps` of Lanczos."""

    values: Floats
    bounds: Floats
    steps: int


def top(
    loss: Callable[[Any], Tensor],
    parameters: Parameters,
    k: int,
    rng: Generator,
    *,
    steps: int = 100,
    tolerance: float = 1e-3,
) -> Spectrum:
    """The k algebraically greatest eigenvalues of the Hessian of each replicate's loss.

    Lanczos with full reorthogonalisation from a normal vector; it ends when all bounds are at most `tolerance` times
    the greatest value of that replicate, or after `steps` products, or as many as there are parameters. A replicate
    whose products are no numbers, as one that has diverged, has values NaN.

    Parameters
    ----------
    loss : parameters -> losses (R,), each a function of its own replicate's parameters alone.
    parameters : layers of tensors (R, ..); those that play no part count as directions of curvature 0 and are left out.
    """
    leaves = [tensor.detach().clone().requires_grad_() for layer in parameters for tensor in layer]
    left = iter(leaves)
    layers = [like(layer, [next(left) for _ in layer]) for layer in parameters]
    first = torch.autograd.grad(loss(layers).sum(), leaves, create_graph=True, allow_unused=True)
    used = [(leaf, slope) for leaf, slope in zip(leaves, first, strict=True) if slope is not None]
    R, slopes = leaves[0].shape[0], torch.cat([slope.reshape(len(slope), -1) for _, slope in used], dim=1)
    P = slopes.shape[1]
    if not 1 <= k <= P:
        raise ValueError(f"{k} eigenvalues of a Hessian of {P} parameters: wanted 1 to {P}")

    def product(v: Tensor) -> Tensor:
        parts = torch.autograd.grad(slopes, [leaf for leaf, _ in used], v, retain_graph=True, allow_unused=True)
        flat = [torch.zeros_like(leaf) if part is None else part for (leaf, _), part in zip(used, parts, strict=True)]
        return torch.cat([part.reshape(R, -1) for part in flat], dim=1)

    basis: list[Tensor] = []
    alpha, beta = np.zeros((R, 0)), np.zeros((R, 0))
    most = min(max(steps, k), P)
    q = _unit(_drawn(slopes, rng))
    while True:
        basis.append(q)
        w = product(q)
        alpha = np.append(alpha, _numbers((w * q).sum(dim=1)), axis=1)
        w = _orthogonal(w, basis)
        beta = np.append(beta, _numbers(torch.linalg.vector_norm(w, dim=1)), axis=1)
        if len(basis) >= k and (len(basis) % EVERY == 0 or len(basis) == most):
            found = _ritz(alpha, beta, k)
            if len(basis) == most or _near(found, tolerance):
                return found
        broken = beta[:, -1] <= torch.finfo(w.dtype).eps * np.abs(alpha).max(axis=1) * P**0.5
        if broken.any():  # what is spanned is invariant: go on elsewhere
            beta[broken, -1] = 0.0
            chosen = torch.as_tensor(broken, device=w.device)[:, None]
            w = torch.where(chosen, _orthogonal(_drawn(slopes, rng), basis), w)
        q = _unit(w)


def _drawn(like: Tensor, rng: Generator) -> Tensor:
    return torch.as_tensor(rng.standard_normal(tuple(like.shape)), device=like.device).to(like.dtype)


def _unit(w: Tensor) -> Tensor:
    return w / torch.linalg.vector_norm(w, dim=1, keepdim=True)


def _orthogonal(w: Tensor, basis: Sequence[Tensor]) -> Tensor:
    for _ in range(2):  # twice is enough
        for other in basis:
            w = torch.addcmul(w, (w * other).sum(dim=1, keepdim=True), other, value=-1)
    return w


def _numbers(column: Tensor) -> Floats:
    return np.asarray(column.detach().double().cpu().numpy())[:, None]


def _ritz(alpha: Floats, beta: Floats, k: int) -> Spectrum:
    """Eigenvalues of the tridiagonal matrices (R, j, j) with these diagonals, and how far off they are at most."""
    j = alpha.shape[1]
    fine = np.asarray(np.isfinite(alpha + beta).all(axis=1))
    alpha, beta = (np.where(fine[:, None], a, 0.0) for a in (alpha, beta))
    T = alpha[:, :, None] * np.eye(j) + beta[:, :, None] * np.eye(j, k=1) + beta[:, None, :] * np.eye(j, k=-1)
    values, vectors = np.linalg.eigh(T)
    bounds = np.abs(beta[:, -1:] * vectors[:, -1, : -k - 1 : -1])
    return Spectrum(np.where(fine[:, None], values[:, : -k - 1 : -1], np.nan), bounds, j)


def _near(found: Spectrum, tolerance: float) -> bool:
    return bool(np.all((found.bounds <= tolerance * np.abs(found.values[:, :1])) | np.isnan(found.values)))
