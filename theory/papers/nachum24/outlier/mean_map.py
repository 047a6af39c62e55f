"""The derivative of the mean map at the outlier Gram: dispersion inside the cluster grows."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from flint import fmpq_mat
from sympy import Expr, Integer, Symbol, diff, expand, simplify, sqrt

from theory.batchnorm import recentre
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.numbers import Integers
from theory.exact.expressions import Undefined
from theory.exact.rationals import to_fmpq
from theory.notation import HALF, alpha, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier import every_size
from theory.wide.kernels import kappa
from theory.wide.outlier import outlier_gram

STABILITY = Locator(NACHUM24, "the stability theorem of the abstract")
Table = tuple[tuple[Expr, ...], ...]


@cache
def slopes(a: Expr, b: Expr, c: Expr) -> tuple[Expr, ...]:
    """Derivatives of K_ij = sqrt(a b) kappa(c/sqrt(a b)) by a = H_ii, b = H_jj and c = H_ij."""
    return tuple(slope.subs(dict(zip(_ABC, (a, b, c), strict=True))) for slope in _slopes())


_ABC = Symbol("a", positive=True), Symbol("b", positive=True), Symbol("c", real=True)


def entry(a: Expr, b: Expr, c: Expr) -> Expr:
    """K_ij."""
    return sqrt(a * b) * kappa(c / sqrt(a * b))


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


mean_map = Claim(
    "nachum24.outlier.mean-map",
    source=STABILITY,
    status="corrected",
    says="the mean map G -> alpha K(PGP) fixes the outlier Gram; on centred perturbations its derivative has "
    "eigenvalues alpha ((n-1)(n-2)/2 times), 1 (the ray) and alpha/n (n-2 times)",
    tex=r"\mathrm{spec}=\Big\{\alpha\,\big(\times\tfrac{(n-1)(n-2)}2\big),\ 1,\ \tfrac\alpha n\,(\times(n-2))\Big\}",
    hypotheses=(
        "n >= 3",
        "Var W_ij = 2 alpha/m: the map is E[G' | G] at every width m",
        "one-sided: perturbations keep G positive semidefinite",
    ),
    silent_on="what becomes of the growing dispersion (it saturates at another fixed point)",
    predicts=(alpha(), (n - 1) * (n - 2) * HALF, alpha() / n, n - 2),
    given={"n": Integers(3, far=8)},
    left=r"\text{greatest and least eigenvalue of}\ C\mapsto P\,D\Phi(C)\,P,\ \text{each with its multiplicity; "
    r"the other is}\ 1",
    speaks_of=("rc",),
    uses=("nachum24.outlier.mean-gram", "components.gaussian.arc-cosine"),
    twins=(
        Twin((Integer(1), (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "marginal: multiplier 1"),
        Twin((alpha() ** 2, (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "multiplier alpha^2"),
        Twin((alpha() / 2, (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "one of the two half-spaces only"),
    ),
)


@mean_map.literal(
    scope="characteristic polynomial of the derivative of alpha K(PGP), K differentiated by SymPy", most=6
)
def _eigenvalues(at: At) -> tuple[Any, ...]:
    found = spectrum(int(at.n))
    if found.get(Fraction(1)) != 1:
        raise Undefined("no simple eigenvalue 1 of the ray")
    most, least = max(found), min(found)
    if set(found) != {most, least, 1}:
        raise Undefined(f"{len(found)} different eigenvalues")
    return most, found[most], least, found[least]


@mean_map.exact(
    scope="every n: K differentiated by SymPy, a basis of eigenvectors on classes of like points",
    argued="like points keep eigenvectors within classes; three kinds are all, and the trace counts two of them",
)
def _every_size(predicted: Predicted) -> Compared:
    found = every_size.spectrum(entry, slopes)
    yield "eigenvalues and multiplicities", found, predicted
    yield "all dimensions", expand(found[1] + 1 + found[3]), expand(n * (n - 1) / 2)


attracting = Claim(
    "nachum24.outlier.attracting",
    source=STABILITY,
    status="reading",
    says="the outlier configuration is locally attracting: no centred perturbation grows, the largest multiplier is 1",
    tex=r"\rho(D\Phi)=1",
    hypotheses=("n >= 3", "infinite width, RC + ReLU"),
    predicts=Integer(1),
    given={"n": Integers(3, far=8)},
    left=r"\rho(D\Phi)",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.outlier.mean-map",),
    truth=mean_map.predicts[0],
)


@attracting.literal(scope="the derivative of alpha K(PGP), K differentiated by SymPy", most=4)
def _growing_direction(at: At) -> Fraction:
    return max(spectrum(int(at.n)))
