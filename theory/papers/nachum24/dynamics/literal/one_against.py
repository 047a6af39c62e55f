"""The literal layer on one point against n - 1 alike, in numbers of SymPy, symbols, or balls."""

from __future__ import annotations

from typing import Any

from theory.papers.nachum24.dynamics.literal.orbits import Alike, recentred, relu_gram


def image(size: int, s: Any) -> Alike:
    """K(H) of one point against n - 1 alike: H_oo = (n-1)^2, H_oc = -(n-1), H_cc = 1 + s(n-2), H_cc' = 1 - s."""
    m = size - 1
    own = (m * m * s**0, 1 + s * (m - 1))
    return relu_gram(recentred(Alike((1, m), own, ((0 * s, -m * s**0), (-m * s**0, 1 - s)))))


def mapped(size: int, s: Any) -> Any:
    """F_n(s), the s of the image, recentred: H_cc/H_oo = (1 + s(n-2))/(n-1)^2."""
    H = recentred(image(size, s))
    return ((size - 1) ** 2 * H.own[1] / H.own[0] - 1) / (size - 2)
