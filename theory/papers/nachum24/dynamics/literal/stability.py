"""How stable a fixed ray is: the derivative of the literal layer in the full space, and enclosures of its eigenvalues.

Centred symmetric n x n matrices have the n(n-1)/2 entries beside the diagonal for coordinates. The map of rays is
H -> PK(H)P tr H/tr PK(H)P: at a fixed ray its derivative has eigenvalue 0 along H, where a layer has that of the scale,
and otherwise the eigenvalues of a layer over its multiplier. No symmetry is used.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from flint import acb_mat, arb, arb_mat
from sympy import Integer

from theory.choices import greater, proved
from theory.exact.certify import guess, lower_end, precision, upper_end
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.layer import Alike, derivative, multiple, one_class, recentred, relu_gram
from theory.papers.nachum24.dynamics.literal.rays import angle, at_angle, number_of_rays
from theory.term.named import named

DIGITS = 30
BY_GERSHGORIN = "eigenvalues of the derivative in the full n(n-1)/2 dimensions, by Gershgorin"


def jacobian(H: Alike) -> arb_mat:
    """Of the map of rays, at a centred n x n matrix that is fixed; `Undefined` at any other."""
    size = range(len(H.sizes))
    places = list(combinations(size, 2))
    mu, trace = multiple(recentred(relu_gram(H)), H), sum(H.own, arb(0))
    P = arb_mat(recentred(H.entries(lambda i: arb(1), lambda i, j: arb(0))).rows())
    of_pairs = derivative(H, H.entries(lambda i: arb(0), lambda i, j: arb(1)))  # dK_ij depends on two points alone

    def of_point(p: int) -> arb_mat:
        return arb_mat(derivative(H, H.entries(lambda i: arb(int(i == p)), lambda i, j: arb(0))).rows())

    of_points = list(map(of_point, size))

    def column(i: int, j: int) -> list[arb]:
        """Along the sum of e_i e_j^T and e_j e_i^T, less those of e_i e_i^T and e_j e_j^T."""
        moved = -of_points[i] - of_points[j]
        moved[i, j] += of_pairs.across[i][j]
        moved[j, i] += of_pairs.across[j][i]
        moved = P * moved * P
        growth = sum((moved[p, p] for p in size), arb(0)) / trace
        return [(moved[p, q] - growth * H.across[p][q]) / mu for p, q in places]

    return arb_mat([column(*pair) for pair in places]).transpose()


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
            beyond = bool(lower_end(other) < lower_end(disc) or upper_end(other) > upper_end(disc))
            if beyond and not proved(disc, "!=", other):
                disc, grown = disc.union(other), True
    return disc


def index(found: list[arb]) -> int:
    """How many are above 1; `Undefined` where one is not told from it."""
    if any(not proved(size, "!=", arb(1)) for size in found):
        raise Undefined("an eigenvalue is not told from 1")
    return sum(bool(size > 1) for size in found)


@cache
def index_of(n: int, k: int, branch: int) -> int:
    """Of the more broken ray with k escaped points (branch 0) or the other: eigenvalues above 1 in modulus."""
    with precision(DIGITS):
        H = at_angle(n, k, angle(n, k, branch, DIGITS - 5))
        return index(moduli(jacobian(H.singly())))


@named(
    "ind(broken ray, {1} of {0} points escaped)",
    r"\mathrm{{ind}}(\text{{broken ray, }}{1}\text{{ of }}{0}\text{{ points escaped}})",
)
def index_of_broken(n: int, k: int) -> Integer:
    """Of the more broken of the two fixed rays with k points against n - k: eigenvalues above 1 in modulus."""
    return Integer(index_of(int(n), int(k), 0))


@named(
    "ind(saddle, {1} of {0} points escaped)",
    r"\mathrm{{ind}}(\text{{saddle, }}{1}\text{{ of }}{0}\text{{ points escaped}})",
)
def index_of_saddle(n: int, k: int) -> Integer:
    return Integer(index_of(int(n), int(k), 1))


@named(
    "#{{stable H ∝ P K(H) P: {1} points against {0} − {1}}}",
    r"\#\{{\text{{stable }}H\propto P\,K(H)\,P:{1}\text{{ points against }}{0}-{1}\}}",
)
def number_of_stable(n: int, k: int) -> Integer:
    """How many fixed rays with k points against n - k have index 0."""
    return Integer(sum(index_of(int(n), int(k), branch) == 0 for branch in range(int(number_of_rays(n, k)))))


@cache
def all_moduli(n: int) -> list[arb]:
    """Of the eigenvalues at the symmetric ray, with multiplicity; 0 for that of the scale."""
    with precision(DIGITS):
        return moduli(jacobian(recentred(one_class(n, arb(0)).singly())))


@named(
    "max |λ| at the symmetric ray of {0} points", r"\max|\lambda|\text{{ at the symmetric ray of }}{0}\text{{ points}}"
)
def greatest(n: int) -> arb:
    return greater(*all_moduli(int(n)))
