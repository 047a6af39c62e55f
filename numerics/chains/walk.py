"""The one loop over layers, and the one sum of Lyapunov exponents: chains, gaps, products and figures go by these.

Never imports `theory`. h, shape (R, k, n): R replicates, k rows, n data as columns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.networks import Layer
from numerics.networks.schedule import Schedule, gammas_of

Floats = NDArray[np.float64]
State = TypeVar("State")


def walk(state: State, push: Callable[[State], State], layers: int) -> Iterator[State]:
    """The state after 0, 1, .., `layers` layers, where `push` draws one; none is drawn before it is asked for.

    >>> [*walk(1, lambda h: 3 * h, 3)]
    [1, 3, 9, 27]
    """
    yield state
    for _ in range(layers):
        state = push(state)
        yield state


def last(states: Iterable[State]) -> State:
    """The state at the end of a walk; the others are not held."""
    return deque(states, maxlen=1)[0]


def drawn(
    layer: Layer, rng: Generator | Sequence[Generator], *, width: int | None = None,
    rescale: Callable[[Floats], Floats] | None = None, gammas: Schedule | None = None,
) -> Callable[[Floats], Floats]:  # fmt: skip
    """The step of a walk that draws a layer: (R, k, n) to (R, width, n).

    width : that of the stack unless it is given.
    rescale : what each layer's output goes through, where scale is free: `by_peak`, `by_column`.
    gammas : a residual schedule, as in `simulate`. It goes on from walk to walk: each wants a step of its own.
    """
    strengths = None if gammas is None else gammas_of(layer, gammas)

    def push(h: Floats) -> Floats:
        of_layer = layer
        if strengths is not None:
            if (gamma := next(strengths, None)) is None:
                raise ValueError("more layers than gammas in the schedule")
            of_layer = replace(layer, gamma=gamma)
        h = of_layer(h, width=h.shape[1] if width is None else width, rng=rng)
        return h if rescale is None else rescale(h)

    return push


def by_peak(h: Floats) -> Floats:
    """Each replicate over its greatest entry: no depth over- or underflows, and the Gram matrix keeps its shape."""
    return np.asarray(h / np.abs(h).max(axis=(1, 2), keepdims=True))


def by_column(h: Floats) -> Floats:
    """Each column over its length: directions are kept, and nothing else."""
    return np.asarray(h / np.sqrt(np.square(h).sum(axis=1, keepdims=True)))


def factors(frame: Floats, push: Callable[[Floats], Floats], layers: int) -> Iterator[Floats]:
    """R of QR = a frame, (B, d, k), that `push` carries on and Q replaces: (B, k, k), after each layer.

    So no depth overflows and no direction is lost to rounding.
    """
    for _ in range(layers):
        frame, upper = np.linalg.qr(push(frame))
        yield upper


def growth(uppers: Iterable[Floats], layers: int) -> Floats:
    """Mean over `layers` of log |R_ii|, (B, k), from the triangular factors, (B, k, k), of frames along them.

    The first k Lyapunov exponents, from the largest, as `layers` grows: log volumes add up.

    >>> growth([np.diag([2.0, 1.0])[None], np.diag([-2.0, 0.25])[None]], 2) / np.log(2)
    array([[ 1., -1.]])
    """
    total: Any = sum(np.log(np.abs(np.diagonal(R, axis1=-2, axis2=-1))) for R in uppers)
    return np.asarray(total / layers)
