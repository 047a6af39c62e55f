"""What the weights of a layer multiply: the two samplers, and which one a layer takes; never imports `theory`.

Both draw i.i.d. weights W and give W F + (the input, beside a skip). They differ in F.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from numerics.networks.factors import beside, contrasts
from numerics.networks.normals import Array
from numerics.networks.weights import known

__all__ = ["EXPLICIT", "GRAM", "SAMPLERS", "Explicit", "Gram", "Sampler", "State", "sampler_of", "scaled"]


@dataclass(frozen=True)
class State:
    """Representations of a stack of B networks.

    x : (B, k, c), the rows themselves, or None where a factor of their Gram matrix will do.
    root : triangular factor of X^T X, (B, c, c); before a layer with RC only of what RC leaves, (B, c-1, c-1), in the
        basis `contrasts`; None where k <= c, or the sampler needs X itself.
    ties : (B, c), for each column the first that equals it, or None where all are distinct.
    size : (B,), of the largest entries.
    """

    x: Array | None
    root: Array | None
    ties: Array | None
    size: Array


class Sampler(Protocol):
    """One way to draw the rows of W X given X, shape (k, n).

    held : whether it needs X itself, and not only X^T X.
    name, instead : for messages: what it is, and what to take where it costs too much.
    """

    held: ClassVar[bool]
    name: ClassVar[str]
    instead: ClassVar[str]

    def factor(self, state: State, rows: Array | None, scale: Array | None, shares: Array) -> Array:
        """F, (B, inner, c): `rows` are those of the state, recentred and scaled if they are to be, where it has them.

        scale : (B,), or None for 1; shares : (c,), of the points of the batch that each column stands for.
        """

    def inner(self, k: int, n: int) -> int:
        """Rows of F, and weights of a neuron."""

    def operations(self, width: int, n: int) -> int:
        """Floating operations for F, after a layer of this width."""


class Explicit:
    """F = X: W itself is drawn, of any law."""

    held: ClassVar[bool] = True
    name: ClassVar[str] = "explicit weights"
    instead: ClassVar[str] = "use the gram sampler"

    def factor(self, state: State, rows: Array | None, scale: Array | None, shares: Array) -> Array:
        return rows

    def inner(self, k: int, n: int) -> int:
        return k

    def operations(self, width: int, n: int) -> int:
        return 0


class Gram:
    """F^T F = X^T X with at most n rows: the rows of W X are i.i.d. N(0, X^T X) for Gaussian W, exactly."""

    held: ClassVar[bool] = False
    name: ClassVar[str] = "the gram sampler"
    instead: ClassVar[str] = ""

    def factor(self, state: State, rows: Array | None, scale: Array | None, shares: Array) -> Array:
        if state.root is None:  # X has no more rows than its factor would
            return rows
        factor = scaled(state.root, scale)
        n = len(shares)
        if factor.shape[-1] == n:
            return factor
        basis = beside(contrasts(n), shares)
        return factor @ (basis.T - (basis.T @ shares)[:, None])  # contrasts, each less its mean over the batch

    def inner(self, k: int, n: int) -> int:
        return min(k, n)

    def operations(self, width: int, n: int) -> int:
        return 2 * width * n * n + 30 * n**3


GRAM, EXPLICIT = Gram(), Explicit()
SAMPLERS = ("auto", "gram", "explicit")


def sampler_of(name: str, weights: str, standardised: bool = False) -> Sampler:
    """The sampler that a name of `SAMPLERS` stands for; "auto" is gram wherever it is exact.

    Raises
    ------
    ValueError : another name; "gram" for weights that are not Gaussian, or that are `standardised`.
    """
    known("sampler", name, SAMPLERS)
    if name == "gram" and standardised:
        raise ValueError("sampler 'gram' draws no weights that 'ws' could standardise: take 'explicit'")
    if name == "gram" and weights != "gaussian":
        raise ValueError(f"sampler 'gram' is exact for gaussian weights only, came {weights!r}: take 'explicit'")
    return EXPLICIT if name == "explicit" or weights != "gaussian" or standardised else GRAM


def scaled(x: Array, scale: Array | None) -> Array:
    """x, (B, k, c), times one number for each network, (B,); None is 1."""
    return x if scale is None else x * scale[:, None, None]
