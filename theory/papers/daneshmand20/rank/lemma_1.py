"""Lemma 1, part 2: the soft rank against r(H); the best constant is (1 - tau)^2, and the sharp form Cantelli's."""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Matrix, Rational, Symbol, zeros

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.exact.partitions import integer_partitions
from theory.markov import effective_rank, eigenvalues_above, equicorrelation, second_moment, soft_rank
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import Correlations, Entries
from theory.papers.daneshmand20.one_step.setting import matrix
from theory.papers.daneshmand20.rank.setting import LEMMA_1, ROWS, extremal

tau = Symbol("tau", positive=True)  # threshold


THRESHOLDS = (Rational(1, 5), Rational(1, 3), Rational(1, 2), Rational(3, 4))


sharp = Claim(
    "daneshmand20.rank.lemma-1-sharp",
    source=LEMMA_1,
    status="new",
    says="among d x d correlation matrices with k eigenvalues above tau the least rank_tau/r is (1 - tau)^2 + tau (2 - "
    "tau) k/d, so rank_tau >= (1 - tau)^2 r/(1 - tau (2 - tau) r/d): Cantelli's inequality for the eigenvalues; "
    "equal when the k large eigenvalues are equal and the others are tau",
    tex=r"\min\frac{\mathrm{rank}_\tau}{r}=(1-\tau)^2+\tau(2-\tau)\frac kd",
    hypotheses=(*ROWS, "rank_tau counts lambda > tau; with >= the minimum is an infimum, at eigenvalues below tau"),
    predicts=(1 - tau) ** 2 + tau * (2 - tau) * k / d,
    over=grid(d=(4, 6), k=(1, 2, 3), tau=(Rational(1, 3), Rational(1, 2))),
    given=Given(
        {"d": Integers(2, 6), "k": Integers(1), "tau": Rationals(above=0, below=1)},
        lambda at: at["k"] <= at["d"],
        "k <= d",
    ),
    left=r"\min\frac{\mathrm{rank}_\tau}{r}",
    twins=(
        Twin((1 - tau + tau * k / d) ** 2, "the catalogue's sharper form, which forgets the small eigenvalues"),
        Twin((1 - tau) ** 2, "Lemma 1 alone"),
        Twin((1 - tau) ** 2 + (1 - tau**2) * k / d, "tau (2 - tau) and 1 - tau^2 confused"),
    ),
)


@sharp.literal(scope="the least of all spectra of d multiples of 1/(k q), tau = p/q", most=24)
def _least_of_spectra(at: At) -> Expr:
    size, kept, unit = int(at.d), int(at.k), int(at.k * at.tau.q)
    bound = int(at.tau * unit)
    # rank_tau/r = k sum lambda^2/d^2, lambda = part/unit
    squares = (
        sum(part**2 for part in parts)
        for parts in integer_partitions(size * unit, size, size * unit)
        if sum(part > bound for part in parts) == kept
    )
    return Rational(kept * min(squares), (size * unit) ** 2)


@sharp.exact(
    scope="(d, k) = (4,1), (4,2), (6,3), (8,2), (3,2), (6,4), (8,6), tau = 1/5, 1/3, 1/2, 3/4: matrices with unit "
    "diagonal, eigenvalues counted exactly: attained",
    reach="step",
    of="equal when the k large eigenvalues are equal and the others are tau",
)
def _extremal_matrices(predicted: Predicted) -> Compared:
    for size, kept in ((4, 1), (4, 2), (6, 3), (8, 2), (3, 2), (6, 4), (8, 6)):
        for at in THRESHOLDS:
            M = extremal(size, kept, at)
            computed = soft_rank(M, at, strict=True) / effective_rank(M)
            yield f"d = {size}, k = {kept}, tau = {at}", computed, predicted.subs({d: size, k: kept, tau: at})


def at_infinite_width(ratio: dict[int, Expr]) -> Expr:
    """The constant term of the polynomial in 1/d through these values at d."""
    total = Integer(0)
    for size, number in ratio.items():
        weight = Integer(1)
        for other in ratio:
            if other != size:
                weight *= Rational(size, size - other)
        total += weight * number
    return total


soft = Claim(
    "daneshmand20.rank.lemma-1-soft",
    source=LEMMA_1,
    status="reconstructed",
    says="rank_tau(H) >= (1 - tau)^2 r(H), which eq. (5) has, too; no larger constant serves all d: it is the limit of "
    "rank_tau/r for equal correlations 1 - tau as d -> oo",
    tex=r"\mathrm{rank}_\tau(H)\ge(1-\tau)^2\,r(H),\quad\inf\frac{\mathrm{rank}_\tau}{r}=(1-\tau)^2",
    hypotheses=ROWS,
    given=Given({"M": Correlations(), "tau": Rationals(above=0, most=1)}),
    left=r"\mathrm{rank}_\tau(H)/r(H)",
    relation=">=",
    predicts=(1 - tau) ** 2,
    over=grid(tau=THRESHOLDS),
    uses=("daneshmand20.rank.lemma-1-sharp",),
    twins=(
        Twin(1 - tau, "L1.m1: the constant 1 - tau"),
        Twin(Integer(1), "L1.m2: the constant 1"),
        Twin(1 - tau**2, "L1.m3: the constant 1 - tau^2"),
    ),
)


@soft.literal(scope="eigenvalues above tau counted exactly, d = 2, 3, 4")
def _counted(at: At) -> Expr:
    return above(at.M, at.tau) * sum(x**2 for row in matrix(at.M).tolist() for x in row) / len(at.M) ** 2


@cache
def above(M: Entries, bound: Expr) -> int:
    """Eigenvalues of M above a bound."""
    return eigenvalues_above(matrix(M), bound, strict=True)


@soft.exact(
    scope="tau = 1/5, 1/3, 1/2, 3/4: rank_tau/r of matrices with d = 3, 5, 9, extrapolated in 1/d",
    reach="step",
    of="no larger constant serves all d",
)
def _extrapolated(predicted: Predicted) -> Compared:
    for at in THRESHOLDS:
        found = {}
        for size in (3, 5, 9):
            M = equicorrelation(size, 1 - at)
            found[size] = soft_rank(M, at, strict=True) / effective_rank(M)
        yield f"tau = {at}", at_infinite_width(found), predicted.subs(tau, at)


singular_values = Claim(
    "daneshmand20.rank.singular-value-threshold",
    source=Locator(DANESHMAND20, "'the average number of singular values with absolute value greater than'"),
    status="new",
    says="if rank_tau counts singular values sigma/sqrt(N) > tau instead of eigenvalues sigma^2/N, the best constant "
    "is (1 - tau^2)^2: (1 - tau)^2 is valid for both, and sharp for eigenvalues only",
    tex=r"\inf\frac{\#\{\sigma_i/\sqrt N>\tau\}}{r}=(1-\tau^2)^2",
    hypotheses=ROWS,
    given=Given({"M": Correlations(), "tau": Rationals(above=0, most=1)}),
    left=r"\#\{\sigma_i/\sqrt N>\tau\}/r",
    relation=">=",
    predicts=(1 - tau**2) ** 2,
    over=grid(tau=THRESHOLDS),
    uses=("daneshmand20.rank.lemma-1-soft",),
    twins=(Twin(1 - tau**2, "the square forgotten"), Twin((1 - tau**4) ** 2, "the square taken twice")),
)


@singular_values.literal(scope="eigenvalues above tau^2 counted exactly, d = 2, 3, 4")
def _counted_by_singular_values(at: At) -> Expr:
    return above(at.M, at.tau**2) * sum(x**2 for row in matrix(at.M).tolist() for x in row) / len(at.M) ** 2


@singular_values.exact(
    scope="data of signs, N = 9, 16, 36 (tau = 2/3, 1/2, 1/3): d = 3, 4, 7, rows of ones but for one -1; singular "
    "values counted in the (d + N) x (d + N) matrix of H and H^T",
    reach="step",
    of="no larger constant serves all d",
)
def _rows_of_signs(predicted: Predicted) -> Compared:
    for root in (3, 4, 6):
        at, columns = Rational(2, root), root**2
        found = {}
        for size in (3, 4, 7):
            H = Matrix(size, columns, lambda i, j: -1 if i == j else 1)
            both = zeros(size + columns)
            both[:size, size:], both[size:, :size] = H, H.T
            count = eigenvalues_above(both, at * root, strict=True)
            found[size] = count / effective_rank(second_moment(H))
        yield f"tau = {at}", at_infinite_width(found), predicted.subs(tau, at)
