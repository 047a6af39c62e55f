"""The derivative of the mean map at the outlier Gram for every n >= 3 at once: eigenvectors on classes of like points.

C = (e_i - e_j)(e_i - e_j)^T of two points of the cluster; the ray; and, for v on the cluster of sum 0, C_ij = v_i + v_j
inside it, C_oi = -(n-1) v_i. How many there are of the first and of the last kind is counted by the trace: the three
eigenvalues add up to it, the ray's taken once, and the n(n-1)/2 dimensions of centred symmetric matrices are theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from sympy import Expr, Integer, Symbol, factor

from theory.exact.expressions import Undefined
from theory.notation import HALF, alpha, n
from theory.papers.nachum24.dynamics.literal.orbits import Alike, recentred

rest = Symbol("rest", integer=True, nonnegative=True)  # n - 3
SIZES = (Integer(1), Integer(1), Integer(1), rest)
"""The outlier, two points of the cluster, and the others in it."""
V = (0, 1, -1, 0)

Entry = Callable[[Expr, Expr, Expr], Expr]
Slopes = Callable[[Expr, Expr, Expr], tuple[Expr, ...]]


@cache
def spectrum(entry: Entry, slopes: Slopes) -> tuple[Expr, ...]:
    """Eigenvalue of the first kind and how many, that of the last and how many; that of the ray is 1.

    Parameters
    ----------
    entry, slopes : K_ij of H_ii, H_jj and H_ij, and its derivatives by these.
    """
    size = rest + 3
    gain = alpha(size, Integer(1))
    outlier = _made(lambda i: (size - 1) ** 2 if i == 0 else Integer(1), lambda i, j: Integer(int(0 not in (i, j))))
    H = _in_factors(recentred(outlier))

    def moved(C: Alike) -> Alike:
        def across(i: int, j: int) -> Expr:
            by = slopes(H.own[i], H.own[j], H.across[i][j])
            return gain * sum(
                (s * x for s, x in zip(by, (C.own[i], C.own[j], C.across[i][j]), strict=True)), Integer(0)
            )

        return recentred(_made(lambda i: gain * C.own[i], across))

    image = _made(lambda i: gain * H.own[i], lambda i, j: gain * entry(H.own[i], H.own[j], H.across[i][j]))
    if _multiple(image, outlier) != 1 or _multiple(moved(H), H) != 1:
        raise Undefined("the map does not fix the outlier Gram, or its derivative along the ray is not 1")
    inside = recentred(_made(lambda i: Integer(V[i] ** 2), lambda i, j: Integer(V[i] * V[j])))
    against = _made(
        lambda i: Integer(2 * V[i]), lambda i, j: V[i] + V[j] - size * (V[i] + V[j] if 0 in (i, j) else Integer(0))
    )
    if any(factor(total) != 0 for C in (inside, against) for total in C.row_sums()):
        raise Undefined("a perturbation is not centred")
    most, least = _multiple(moved(inside), inside), _multiple(moved(against), against)
    if not (factor(most - 1).is_positive and factor(1 - least).is_positive):
        raise Undefined("the eigenvalues are not on both sides of 1")
    apart = _made(lambda i: Integer(int(i < 2)), lambda i, j: Integer(-int(i + j == 1)))
    # (e_i - e_j)(e_i - e_j)^T are a basis; of an image C, that of i and j has the coefficient -C_ij
    trace = (size - 1) * (size - 2) * HALF * -moved(inside).across[1][2] + (size - 1) * -moved(apart).across[0][1]
    others = size * (size - 1) * HALF - 1
    times = factor((trace - 1 - least * others) / (most - least))
    return tuple(factor(part.subs(rest, n - 3)) for part in (most, times, least, others - times))


def _made(own: Callable[[int], Expr], across: Callable[[int, int], Expr]) -> Alike:
    """Classes of one point have no entry between two different points; 0 stands there."""
    places = range(len(SIZES))
    return Alike(
        SIZES,
        tuple(own(i) for i in places),
        tuple(tuple(Integer(0) if i == j and i < 3 else across(i, j) for j in places) for i in places),
    )


def _in_factors(C: Alike) -> Alike:
    return _made(lambda i: factor(C.own[i]), lambda i, j: factor(C.across[i][j]))


def _multiple(image: Alike, C: Alike) -> Expr:
    """The c with image = c C."""
    places = [(i, j) for i in range(len(SIZES)) for j in range(i + 1) if i != j or i == 3]
    pairs = [*zip(image.own, C.own, strict=True), *((image.across[i][j], C.across[i][j]) for i, j in places)]
    found = next(factor(a / b) for a, b in pairs if factor(b) != 0)
    if any(factor(a - found * b) != 0 for a, b in pairs):
        raise Undefined("the image is no multiple of the perturbation")
    return found
