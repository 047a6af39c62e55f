"""Random networks forward and backward, the weights never held; never imports `theory`.

A layer maps X, (R, k, n), to phi(z), z = BN(W X) (or BN(X + gamma W X) beside a skip), W Gaussian of variance gain/m.
With X = Q T (QR), W X = A T for A = W Q, an m x r Gaussian matrix; and given A, for any D that depends on W through
W X alone, W^T D = Q A^T D + (1 - Q Q^T) N, where N = W'^T D of independent weights W' is Gaussian with columns of
covariance (gain/m) D^T D. So a pass forward and back is exact in law with r <= n normals a neuron and as many for its
gradient: O(L m n^2) operations for a network, where explicit weights take O(L m^2 n). Near m = n the weights are drawn
themselves, which is cheaper by the factorisations; the law is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.networks.observables import first_equal
from numerics.training.backprop import Norm

Floats = NDArray[np.float64]
Seen = TypeVar("Seen")

COMPONENTS = ("rc", "rs", "nl")


@dataclass(frozen=True)
class Drawn:
    """The law of a network.

    Parameters
    ----------
    widths : neurons of each layer.
    components : any of rc (recentring), rs (rescaling), nl (ReLU), in this order.
    epsilon : added to the variance where there is rescaling.
    gamma : strength of the weights beside a skip connection, in layers that keep the width; inf for none.
    gain : width times Var W_ij; without effect on gradients' growth and, with rescaling, on directions.
    """

    widths: tuple[int, ...]
    components: tuple[str, ...] = COMPONENTS
    epsilon: float = 0.0
    gamma: float = np.inf
    gain: float = 2.0

    def __post_init__(self) -> None:
        if self.components != tuple(name for name in COMPONENTS if name in self.components):
            raise ValueError(f"components {self.components}: wanted some of {', '.join(COMPONENTS)}, in this order")
        if not self.widths or min(self.widths) < 1:
            raise ValueError(f"widths {self.widths}: wanted one or more, each from 1 on")
        if not 0 <= self.epsilon < np.inf:
            raise ValueError(f"epsilon = {self.epsilon}: wanted a finite number from 0 on")

    @property
    def norm(self) -> Norm | None:
        """What rescales."""
        return Norm(centred="rc" in self.components, epsilon=self.epsilon) if "rs" in self.components else None


class Passed(NamedTuple, Generic[Seen]):
    """What was seen of the batch X, of z before normalisation and of X after each layer; gradients by z.

    `gradient`, (L, R): |dS/dz_l|_F^2 times the mean square of z_l, so that no scale of weights counts, S the sum of the
    last X times standard normals that are drawn for it.
    """

    start: Seen
    entering: list[Seen]
    leaving: list[Seen]
    gradient: Floats


def forward_and_back(
    x: Floats, law: Drawn, rngs: Sequence[Generator], see: Callable[[Floats], Seen],
    done: Callable[[], object] = bool, *, entering: bool = True, explicit: bool | None = None,
) -> Passed[Seen]:  # fmt: skip
    """A pass forward and back through one network for each generator, all from the batch x, (k, n).

    see : Gram matrices (R, n, n) to what is kept of them.
    done : called after each layer, forward and back. entering : whether that is looked at, too.
    explicit : whether weights are drawn themselves; None for where that is cheaper.

    Raises
    ------
    FloatingPointError : rescaling of a row without spread, at epsilon = 0.

    >>> rngs = [np.random.default_rng(i) for i in range(3)]
    >>> law, see = Drawn((40, 40), ("rc", "rs")), lambda G: np.trace(G, axis1=1, axis2=2) / 8
    >>> found = forward_and_back(np.eye(8), law, rngs, see)
    >>> found.start.tolist(), found.leaving[1].round(6).tolist(), found.gradient.shape
    ([1.0, 1.0, 1.0], [40.0, 40.0, 40.0], (2, 3))
    """
    ties = first_equal(x)
    tied = bool((ties != np.arange(x.shape[1])).any())
    if len(x) > x.shape[1] and not np.isfinite(law.gamma):  # the Gram matrix is all that counts
        x = np.asarray(np.linalg.qr(x, mode="r"))[:, ties]
    state = np.broadcast_to(x, (len(rngs), *x.shape))
    start = see(_gram(state))
    rows = _row_space(x, "rc" in law.components) if "nl" not in law.components else None
    before, leaving = [], []
    kept: list[_Layer] = []
    scale = np.zeros(len(rngs))
    for m in law.widths:
        k = state.shape[1]
        Q: Floats | None = None
        if cheaper(k, m, x.shape[1]) if explicit is None else explicit:
            T = state
        else:
            Q, T = np.linalg.qr(state)
        A = _normals(rngs, m, T.shape[1])  # to be multiplied by sqrt(gain/m), which costs less afterwards
        skip = law.gamma if m == state.shape[1] and np.isfinite(law.gamma) else None
        z = A @ T
        z *= np.sqrt(law.gain / m)
        z = z if skip is None else state + skip * z
        z = z[..., ties] if tied else z
        if entering:
            before.append(see(_gram(z)))
        y, s = _normalised(z, law)
        if rows is not None:  # what rounding leaves beside the span of the rows would grow
            y = y @ rows
        with np.errstate(divide="ignore"):
            kept.append(_Layer(Q, A, y, s, skip, scale + np.log(_square(z) / z[0].size)))
        state = np.maximum(y, 0.0) if "nl" in law.components else y
        if law.norm is None:  # homogeneous: the gradient sees directions alone
            size = np.sqrt(_square(state) / state[0].size)
            size = np.where(size > 0, size, 1.0)
            state, scale = state / size[:, None, None], scale + 2 * np.log(size)
        leaving.append(see(_gram(state)))
        done()
    return Passed(start, before, leaving, _backward(kept, law, rngs, done))


def cheaper(k: int, m: int, n: int) -> bool:
    """Whether a layer from k to m neurons on n points is cheaper with its weights drawn, there and back.

    Products with m k weights, and as many normals (each worth some 60 operations), against two factorisations and
    products with a factor of rank r; measured at n = 16 .. 256.

    >>> cheaper(512, 512, 256), cheaper(512, 512, 16)
    (True, False)
    """
    r = min(k, n)
    weights = m * k * (4 * n + NORMAL)
    factors = FACTORS * (k + m) * r * n + 4 * m * r * n + m * r * NORMAL + k * n * NORMAL
    return weights <= factors


SMALL = 1e-50
"""Size of a gradient from which on it is divided by it."""

NORMAL, FACTORS = 60, 8
"""Operations that a normal is worth, and those of a QR decomposition and the products with it, for each entry."""


class _Layer(NamedTuple):
    """What the way back needs: `size`, the logarithm of the mean square of what entered; Q is None where A are the
    weights."""

    Q: Floats | None
    A: Floats
    y: Floats
    s: Floats
    skip: float | None
    size: Floats


def _backward(kept: list[_Layer], law: Drawn, rngs: Sequence[Generator], done: Callable[[], object]) -> Floats:
    shape = kept[-1].y.shape
    delta = _normals(rngs, *shape[1:])
    logs, found = np.zeros(len(rngs)), []
    while kept:
        Q, A, y, s, skip, size = kept.pop()
        if "nl" in law.components:
            np.multiply(delta, y > 0, out=delta)
        if law.norm is not None:
            delta = law.norm.backward(y, s, delta)
        elif "rc" in law.components:
            delta = delta - delta.mean(axis=-1, keepdims=True)
        square = _square(delta)
        found.append(np.log(np.where(square > 0, square, 1.0)) + logs + size + np.where(square > 0, 0.0, -np.inf))
        root = np.sqrt(np.where(square > 0, square, 1.0))
        if not ((root > SMALL) & (root < 1 / SMALL)).all():  # the account is kept in logarithms
            delta, logs = delta / root[:, None, None], logs + 2 * np.log(root)
        if kept:
            back = _transposed(Q, A, delta, law.gain, rngs)
            delta = back if skip is None else delta + skip * back
        done()
    with np.errstate(over="ignore"):
        return np.asarray(np.exp(found[::-1]))


def _transposed(Q: Floats | None, A: Floats, delta: Floats, gain: float, rngs: Sequence[Generator]) -> Floats:
    """W^T delta of weights with W Q = sqrt(gain/m) A."""
    back = np.swapaxes(A, -1, -2) @ delta
    back *= np.sqrt(gain / A.shape[1])
    if Q is None:
        return np.asarray(back)
    known = Q @ back
    if Q.shape[1] == Q.shape[2]:
        return np.asarray(known)
    factor = np.asarray(np.linalg.qr(delta, mode="r"))
    fresh = _normals(rngs, Q.shape[1], factor.shape[1]) @ factor * np.sqrt(gain / A.shape[1])
    return np.asarray(known + fresh - Q @ (np.swapaxes(Q, -1, -2) @ fresh))


def _normals(rngs: Sequence[Generator], *shape: int) -> Floats:
    found = np.empty((len(rngs), *shape))
    for rng, out in zip(rngs, found, strict=True):
        rng.standard_normal(out=out)
    return found


def _normalised(z: Floats, law: Drawn) -> tuple[Floats, Floats]:
    if law.norm is not None:
        return law.norm.forward(z)
    return (z - z.mean(axis=-1, keepdims=True) if "rc" in law.components else z), np.ones(1)


def _row_space(x: Floats, centred: bool) -> Floats | None:
    """The projection on the rows that a linear network can reach; None where that is everything."""
    rows = x - x.mean(axis=-1, keepdims=True) if centred else x
    _, values, basis = np.linalg.svd(rows, full_matrices=False)
    basis = basis[values > max(x.shape) * np.finfo(float).eps * values[:1]]
    return None if len(basis) == x.shape[1] else np.asarray(basis.T @ basis)


def _square(x: Floats) -> Floats:
    """|x|_F^2 of each of a stack, in one pass."""
    return np.asarray(np.einsum("rij,rij->r", x, x))


def _gram(x: Floats) -> Floats:
    return np.asarray(np.swapaxes(x, -1, -2) @ x)
