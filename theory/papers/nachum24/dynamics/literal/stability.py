"""How stable a fixed ray is, from the derivative of the literal layer in the full space."""

from __future__ import annotations

from functools import cache

from flint import arb, arb_series

from theory.choices import greater, proved
from theory.exact.certify import precision
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.jacobian import index, jacobian, moduli
from theory.papers.nachum24.dynamics.literal.orbits import Alike
from theory.papers.nachum24.dynamics.literal.orbits import recentred as recentred_alike
from theory.papers.nachum24.dynamics.literal.orbits import relu_gram as relu_alike
from theory.papers.nachum24.dynamics.literal.rays import angle, at_angle
from theory.papers.nachum24.dynamics.setting import equicorrelated, recentred

DIGITS = 30


@cache
def index_of(n: int, k: int, branch: int) -> int:
    """Of the more broken ray with k escaped points (branch 0) or the other: eigenvalues above 1 in modulus."""
    with precision(DIGITS):
        H = at_angle(n, k, angle(n, k, branch, DIGITS - 5))
        return index(moduli(jacobian(H.written_out())))


@cache
def all_moduli(n: int) -> list[arb]:
    """Of the eigenvalues at the symmetric ray, with multiplicity; 0 for that of the scale."""
    with precision(DIGITS):
        return moduli(jacobian(recentred(equicorrelated(n))))


def greatest(n: int) -> arb:
    """Of the moduli of eigenvalues at the symmetric ray, that of the scale left out."""
    return greater(*all_moduli(n))


def perturbations(n: int) -> tuple[tuple[tuple[int, ...], Alike], ...]:
    """Sizes of classes, and on them a standard eigenvector at the symmetric ray and one in (n-2,2); n >= 4.

    P Diag(1, -1, 0, ..) P, and u w^T + w u^T for u = e_1 - e_2, w = e_3 - e_4.
    """
    sizes = (1, 1, 1, 1, n - 4)[: min(n, 5)]
    u, w = (1, -1, 0, 0, 0), (0, 0, 1, -1, 0)
    places = range(len(sizes))
    nothing = tuple(tuple(arb(0) for _ in places) for _ in places)
    diagonal = Alike(sizes, tuple(arb(u[i]) for i in places), nothing)
    mixed = tuple(tuple(arb(u[i] * w[j] + w[i] * u[j]) for j in places) for i in places)
    return (sizes, recentred_alike(diagonal)), (sizes, Alike(sizes, tuple(arb(0) for _ in places), mixed))


def eigenvalue(H: Alike, E: Alike) -> arb:
    """The c with P dK(H)[E] P = c E, by automatic differentiation; `Undefined` where there is none."""
    places = [(i, j) for i, size in enumerate(H.sizes) for j in range(i + 1) if i != j or size > 1]
    moved = H.entries(
        lambda i: arb_series([H.own[i], E.own[i]], 2),
        lambda i, j: arb_series([H.across[i][j], E.across[i][j]], 2),
    )
    K = relu_alike(moved)
    image = recentred_alike(K.entries(lambda i: K.own[i][1], lambda i, j: K.across[i][j][1]))
    pairs = [*zip(image.own, E.own, strict=True), *((image.across[i][j], E.across[i][j]) for i, j in places)]
    found = next(a / b for a, b in pairs if proved(b, "!=", 0))
    if any(proved(found * b, "!=", a) for a, b in pairs):
        raise Undefined("the image is no multiple of the perturbation")
    return found
