"""The greatest rank by two routes that do not know the formula: weights that attain it, and balls; small exceptions.

Source: nachum24, Lemma 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from flint import arb, arb_mat, fmpz_mat

from theory.exact.certify import precision
from theory.rank.batches import Angles, Batch, dot
from theory.wide.rescaling import relu_entry


def relu_layer(W: fmpz_mat, X: Batch) -> fmpz_mat:
    """relu(W X) on the rays of X, exact. Shape (m, n)."""
    Z = W * fmpz_mat([list(row) for row in zip(*X.rays, strict=True)])
    return fmpz_mat([[max(e, 0) for e in row] for row in Z.tolist()])


def witness(X: Batch) -> fmpz_mat:
    """Integer weights, shape (r, k), of least width r for which relu(W X) has the greatest rank r that any W gives.

    If f_u vanishes in the chambers on both sides of a point that lies on one wall only, its gradient does not jump
    there: so the chambers at both sides of one such point per line settle whether f_u = 0. In a chamber, k linearly
    independent weights span its row space.

    >>> X = Batch([[1, -1, 0, 0, 1, -1], [0, 0, 1, -1, 1, -1]])
    >>> relu_layer(witness(X), X).rank()
    5
    """
    chosen: list[list[int]] = []
    images: list[list[Any]] = []
    if X.rank == 0:
        return fmpz_mat(0, X.k)
    for w in _beside_walls(X):
        row = relu_layer(fmpz_mat([w]), X).tolist()[0]
        if fmpz_mat([*images, row]).rank() > len(images):
            chosen.append(w)
            images.append(row)
    return fmpz_mat(chosen)


def _beside_walls(X: Batch) -> Iterator[list[int]]:
    """k independent weights in the chambers on both sides of a point of every wall x_i^perp, and of no other wall."""
    walls = list({max(X.rays[i], X.opposite(i)): X.rays[i] for i in range(X.n) if not X.is_zero(i)}.values())

    for x in walls:
        others = [y for y in walls if y != x]
        for t in count(1):  # v = (1, t, t^2, ..): each other wall is met for fewer than k values of t
            v = tuple(t**e for e in range(X.k))
            b = tuple(dot(x, x) * p - dot(v, x) * q for p, q in zip(v, x, strict=True))
            if all(dot(b, y) for y in others):
                break
        far = 1 + max((abs(dot(x, y)) for y in walls), default=0)
        for side in (1, -1):
            inside = tuple(far * p + side * q for p, q in zip(b, x, strict=True))
            scale = 1 + max(abs(e) for y in walls for e in y)  # > |e . y| for unit vectors e, and |inside . y| >= 1
            yield from ([scale * p + int(i == j) for i, p in enumerate(inside)] for j in range(X.k))
            yield [scale * p for p in inside]


def arc_cosine_gram(X: Batch | Angles) -> arb_mat:
    """K of the unit columns, kappa(cos angle), shape (n, n), at the current precision; needs nonzero columns."""
    C = X.cosines()
    return arb_mat(
        [[arb(1) if i == j else relu_entry(arb(1), arb(1), C[i, j]) for j in range(X.n)] for i in range(X.n)]
    )


def kernel_rank(X: Batch | Angles, digits: int = 30) -> int:
    """A certified lower bound of rank K: the order of a principal submatrix seen positive definite in balls.

    Elimination with diagonal pivots; a pivot counts when its ball is positive. It finds rank K if `digits` suffice.

    >>> kernel_rank(Batch([[1, -1, 0, 0, 1, -1], [0, 0, 1, -1, 1, -1]]))
    5
    """
    with precision(digits):
        C = arc_cosine_gram(X).tolist()
        left = list(range(X.n))
        while left:
            best = max(left, key=lambda i: C[i][i].lower())
            if not C[best][best] > 0:
                break
            left.remove(best)
            for i in left:
                factor = C[i][best] / C[best][best]
                for j in left:
                    C[i][j] -= factor * C[best][j]
        return X.n - len(left)
