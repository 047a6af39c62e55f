"""The derivative of the mean map at the outlier Gram: dispersion inside the cluster grows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from flint import fmpq_mat
from sympy import Expr, Integer, Symbol, diff, expand, factor, simplify, sqrt

from theory.batchnorm import recentre
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.numbers import Integers
from theory.exact.expressions import Undefined
from theory.exact.rationals import to_fmpq
from theory.notation import HALF, alpha, n
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.dynamics.literal.layer import Alike, multiple, recentred
from theory.term.named import named
from theory.wide.kernels import kappa
from theory.wide.outlier import outlier_gram

STABILITY = Locator(NACHUM24, "the stability theorem of the abstract")
Table = tuple[tuple[Expr, ...], ...]


@cache
def slopes(a: Expr, b: Expr, c: Expr) -> tuple[Expr, ...]:
    """Derivatives of K_ij = sqrt(a b) kappa(c/sqrt(a b)) by a = H_ii, b = H_jj and c = H_ij."""
    return tuple(slope.subs(dict(zip(_ABC, (a, b, c), strict=True))) for slope in _slopes())


def entry(a: Expr, b: Expr, c: Expr) -> Expr:
    return sqrt(a * b) * kappa(c / sqrt(a * b))


_ABC = Symbol("a", positive=True), Symbol("b", positive=True), Symbol("c", real=True)


@cache
def _slopes() -> tuple[Expr, ...]:
    return tuple(simplify(diff(entry(*_ABC), v)) for v in _ABC)


def centred(G: Table) -> Table:
    """P G P."""
    rows = [recentre(row) for row in G]
    return tuple(zip(*(recentre(column) for column in zip(*rows, strict=True)), strict=True))


@cache
def spectrum(size: int) -> dict[Fraction, int]:
    """Eigenvalues with multiplicities of the derivative of C -> P alpha K(C) P at P O_o P, C centred.

    One-sided, along C + e E, E = (e_i - e_j)(e_i - e_j)^T; these are a basis. All correlations are +-1 at P O_o P, and
    the derivatives of K's entries are continuous up to there.
    """
    outlier = outlier_gram(size)
    H = centred(tuple(tuple(outlier.row(i)) for i in range(size)))
    places, gain = list(product(range(size), repeat=2)), alpha(Integer(size))
    if any(H[p][p] * H[q][q] != H[p][q] ** 2 for p, q in places):
        raise Undefined("not all correlations are +-1: no derivative is taken there")
    if any(gain * entry(H[p][p], H[q][q], H[p][q]) != outlier[p, q] for p, q in places):
        raise Undefined("the map does not fix the outlier Gram")
    pairs = list(combinations(range(size), 2))
    columns = []
    for i, j in pairs:
        v = [Integer(e == i) - Integer(e == j) for e in range(size)]
        M = centred(tuple(tuple(p * q for q in v) for p in v))
        image = centred(tuple(tuple(gain * _change(H, M, p, q) for q in range(size)) for p in range(size)))
        # a centred symmetric matrix is the sum over pairs of -M_pq (e_p - e_q)(e_p - e_q)^T
        columns.append([-to_fmpq(image[p][q]) for p, q in pairs])
    factors = fmpq_mat(columns).charpoly().factor()[1]
    if any(factor.degree() != 1 for factor, _ in factors):
        raise Undefined("eigenvalues that are not rational")
    roots = ((-factor[0] / factor[1], times) for factor, times in factors)
    return {Fraction(int(root.p), int(root.q)): times for root, times in roots}


def _change(H: Table, M: Table, p: int, q: int) -> Expr:
    """Of K_pq, along C + e M."""
    if p == q:
        return M[p][p]
    by = slopes(H[p][p], H[q][q], H[p][q])
    return by[0] * M[p][p] + by[1] * M[q][q] + by[2] * M[p][q]


rest = Symbol("rest", integer=True, nonnegative=True)  # n - 3
SIZES = (Integer(1), Integer(1), Integer(1), rest)
"""The outlier, two points of the cluster, and the others in it."""
V = (0, 1, -1, 0)


@cache
def spectrum_of_every_size() -> tuple[Expr, ...]:
    """Eigenvalue of the first kind and how many, that of the last and how many; that of the ray is 1.

    C = (e_i - e_j)(e_i - e_j)^T of two points of the cluster; the ray; and, for v on the cluster of sum 0,
    C_ij = v_i + v_j inside it, C_oi = -(n-1) v_i. How many there are of the first and of the last kind is counted by
    the trace: the three eigenvalues add up to it, the ray's taken once, and the n(n-1)/2 dimensions of centred
    symmetric matrices are theirs.
    """
    size = rest + 3
    gain = alpha(size, Integer(1))
    outlier = _made(lambda i: (size - 1) ** 2 if i == 0 else Integer(1), lambda i, j: Integer(int(0 not in (i, j))))
    centred = recentred(outlier)
    H = _made(lambda i: factor(centred.own[i]), lambda i, j: factor(centred.across[i][j]))

    def moved(C: Alike) -> Alike:
        def across(i: int, j: int) -> Expr:
            a, b, c = slopes(H.own[i], H.own[j], H.across[i][j])
            return gain * (a * C.own[i] + b * C.own[j] + c * C.across[i][j])

        return recentred(_made(lambda i: gain * C.own[i], across))

    image = _made(lambda i: gain * H.own[i], lambda i, j: gain * entry(H.own[i], H.own[j], H.across[i][j]))
    if multiple(image, outlier) != 1 or multiple(moved(H), H) != 1:
        raise Undefined("the map does not fix the outlier Gram, or its derivative along the ray is not 1")
    inside = recentred(_made(lambda i: Integer(V[i] ** 2), lambda i, j: Integer(V[i] * V[j])))
    against = _made(
        lambda i: Integer(2 * V[i]), lambda i, j: V[i] + V[j] - size * (V[i] + V[j] if 0 in (i, j) else Integer(0))
    )
    if any(factor(total) != 0 for C in (inside, against) for total in C.row_sums()):
        raise Undefined("a perturbation is not centred")
    most, least = multiple(moved(inside), inside), multiple(moved(against), against)
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
    nothing = Alike(SIZES, SIZES, (SIZES,) * len(SIZES))
    return nothing.entries(own, lambda i, j: Integer(0) if i == j and i < 3 else across(i, j))


@Claim(
    "nachum24.outlier.mean-map",
    source=STABILITY,
    status="corrected",
    says="the mean map G -> alpha K(PGP) fixes the outlier Gram; on centred perturbations its derivative has "
    "eigenvalues alpha ((n-1)(n-2)/2 times), 1 (the ray) and alpha/n (n-2 times)",
    hypotheses=("one-sided: perturbations keep G positive semidefinite",),
    silent_on="what becomes of the growing dispersion (it saturates at another fixed point)",
    predicts=(alpha(), (n - 1) * (n - 2) * HALF, alpha() / n, n - 2),
    given={"n": Integers(3, far=8)},
    speaks_of=("rc",),
    uses=("nachum24.outlier.mean-gram", "components.gaussian.arc-cosine"),
    twins=(
        Twin((Integer(1), (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "marginal: multiplier 1"),
        Twin((alpha() ** 2, (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "multiplier alpha^2"),
        Twin((alpha() / 2, (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "one of the two half-spaces only"),
    ),
).literal(scope="characteristic polynomial of the derivative of alpha K(PGP), K differentiated by SymPy", most=6)
def mean_map(at: At) -> tuple[Any, ...]:
    return greatest(at.n), multiplicity(at.n, greatest(at.n)), least(at.n), multiplicity(at.n, least(at.n))


MAP = "Φ_n(C) = α P K(C) P, α = n²/((n − 1)² + 1), D its derivative at the outlier's C, on centred matrices"


@named("λ_max(DΦ_{0})", r"\lambda_{{\max}}(D\Phi_{{{0}}})", means=MAP)
def greatest(n: Any) -> Fraction:
    return max(spectrum(int(n)))


@named("λ_min(DΦ_{0})", r"\lambda_{{\min}}(D\Phi_{{{0}}})", means=MAP)
def least(n: Any) -> Fraction:
    return min(spectrum(int(n)))


@named("mult({1})", r"\mathrm{{mult}}({1})", means="every other eigenvalue is a single 1")
def multiplicity(n: Any, eigenvalue: Any) -> int:
    """How often it is one; `Undefined` unless 1 is the only one beside the greatest and the least, and is simple."""
    found = spectrum(int(n))
    if found.get(Fraction(1)) != 1:
        raise Undefined("no simple eigenvalue 1 of the ray")
    if set(found) != {max(found), min(found), 1}:
        raise Undefined(f"{len(found)} different eigenvalues")
    return found[Fraction(int(eigenvalue.numerator), int(eigenvalue.denominator))]


@mean_map.exact(
    scope="every n: K differentiated by SymPy, a basis of eigenvectors on classes of like points",
    argued="like points keep eigenvectors within classes; three kinds are all, and the trace counts two of them",
)
def _every_size(predicted: Predicted) -> Compared:
    found = spectrum_of_every_size()
    yield "eigenvalues and multiplicities", found, predicted
    yield "all dimensions", expand(found[1] + 1 + found[3]), expand(n * (n - 1) / 2)


@Claim(
    "nachum24.outlier.attracting",
    source=STABILITY,
    **READING,
    says="the outlier configuration is locally attracting: no centred perturbation grows, the largest multiplier is 1",
    predicts=Integer(1),
    given={"n": Integers(3, far=8)},
    corrected_by=("nachum24.outlier.mean-map",),
    truth=mean_map.predicts[0],
).literal(scope="the derivative of alpha K(PGP), K differentiated by SymPy", most=4)
def attracting(at: At) -> Fraction:
    return greatest(at.n)
