"""The derivative of the literal layer at a fixed ray in the full space, and enclosures of all its eigenvalues.

Centred symmetric n x n matrices have the n(n-1)/2 entries beside the diagonal for coordinates. The map of rays is
H -> PK(H)P tr H/tr PK(H)P: at a fixed ray its derivative has eigenvalue 0 along H, where a layer has that of the scale,
and otherwise the eigenvalues of a layer over its multiplier. No symmetry is used.
"""

from __future__ import annotations

from itertools import combinations

from flint import acb_mat, arb, arb_mat

from theory.choices import proved
from theory.exact.certify import guess, lower_end, precision, upper_end
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.setting import Matrix, derivative, multiple, recentred, relu_gram


def jacobian(H: Matrix) -> arb_mat:
    """Of the map of rays, at a centred matrix that is fixed; `Undefined` at any other."""
    places = list(combinations(range(len(H)), 2))
    mu = multiple(recentred(relu_gram(H)), H)
    trace = sum((H[i][i] for i in range(len(H))), arb(0))
    columns = []
    for p, q in places:
        E = [[arb(0) for _ in H] for _ in H]
        E[p][q] = E[q][p] = arb(1)
        E[p][p] = E[q][q] = arb(-1)
        moved = derivative(H, E)
        growth = sum((moved[i][i] for i in range(len(H))), arb(0)) / trace
        columns.append([(moved[i][j] - growth * H[i][j]) / mu for i, j in places])
    return arb_mat(columns).transpose()


def moduli(J: arb_mat) -> list[arb]:
    """Enclosures of the moduli of the eigenvalues.

    J is brought to the basis of approximate eigenvectors, where Gershgorin's discs hold the eigenvalues: as many in
    a connected set of discs as there are discs. Where rings |z| of discs overlap, each stands for the hull of all.
    """
    with precision(15):
        approximate = acb_mat(guess(J)).eig(right=True, algorithm="approx")[1]
    basis = guess(approximate)
    near_diagonal = basis.inv() * acb_mat(J) * basis
    size = J.nrows()
    discs = []
    for i in range(size):
        radius = upper_end(sum((upper_end(abs(near_diagonal[i, j])) for j in range(size) if j != i), arb(0)))
        discs.append(abs(near_diagonal[i, i]) + arb(0, radius))
    return [_hull(disc, discs) for disc in discs]


def _hull(disc: arb, discs: list[arb]) -> arb:
    """Of the rings that overlap with one, or with one that does; discs that touch are among them."""
    grown = True
    while grown:
        grown = False
        for other in discs:
            if not proved(disc, "!=", other) and _beyond(other, disc):
                disc, grown = disc.union(other), True
    return disc


def _beyond(ring: arb, other: arb) -> bool:
    return bool(lower_end(ring) < lower_end(other) or upper_end(ring) > upper_end(other))


def index(found: list[arb]) -> int:
    """How many are above 1; `Undefined` where one is not told from it."""
    if any(not proved(size, "!=", arb(1)) for size in found):
        raise Undefined("an eigenvalue is not told from 1")
    return sum(bool(size > 1) for size in found)
