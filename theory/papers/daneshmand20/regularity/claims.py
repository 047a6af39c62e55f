"""D3, L10, E11: the regularity constant E Tr diag(M^2)^2 / E Tr M^3 is at most 1, and where it is 1."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sympy import Integer, Matrix, Rational, Symbol, diag, ones, symbols

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.claim.matrices import Correlations, Signs, Symmetric
from theory.exact.expressions import grid
from theory.markov import drift, equicorrelation, invariants, regularity, row_gap, second_moment
from theory.markov.blocks import Blocks
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.setting import blocks, circle_law, excess, of_blocks, spread, traces

DEFINITION_3 = Locator(DANESHMAND20, "Definition 3 (its formula is missing from the text we hold)")


LEMMA_10 = Locator(DANESHMAND20, "Lemma 10")


CORRELATION = ("M is a correlation matrix: positive semidefinite, unit diagonal",)


a, b, c = symbols("a b c", real=True)  # entries of M


p, q = symbols("p q", integer=True, positive=True)  # sizes of blocks


rho = Symbol("rho", real=True)  # a correlation


row_identity = Claim(
    "daneshmand20.regularity.row-identity",
    source=DEFINITION_3,
    status="new",
    says="d = 3, the row with entries 1, a, b: (M^3)_11 - ((M^2)_11)^2 is "
    "a^2 (1 - a^2) + b^2 (1 - b^2) + 2 a b (c - a b)",
    tex=r"(M^3)_{11}-(M^2)_{11}^2=a^2(1-a^2)+b^2(1-b^2)+2ab(c-ab)",
    hypotheses=("d = 3, M symmetric, unit diagonal",),
    silent_on="its sign (at-most-one)",
    given=Given({name: Rationals(least=-1, most=1) for name in "abc"}),
    left=r"(M^3)_{11}-(M^2)_{11}^2",
    predicts=a**2 * (1 - a**2) + b**2 * (1 - b**2) + 2 * a * b * (c - a * b),
    over=grid(a=(Rational(1, 2),), b=(Rational(1, 3), Rational(-1, 5)), c=(Rational(1, 7), 0)),
    twins=(
        Twin(-(a**2) * (1 - a**2) - b**2 * (1 - b**2) - 2 * a * b * (c - a * b), "L10.m2: the inequality reversed"),
        Twin(a**2 * (1 - a**2) + b**2 * (1 - b**2) + 2 * a * b * c, "the complement without its correction"),
    ),
)


@row_identity.literal(symbols=True)
def _row(at: At) -> object:
    M = ((1, at.a, at.b), (at.a, 1, at.c), (at.b, at.c, 1))
    return excess(M)[0]


at_most_one = Claim(
    "daneshmand20.regularity.at-most-one",
    source=DEFINITION_3,
    status="new",
    says="(M^3)_ii >= ((M^2)_ii)^2 for every row i of a correlation matrix, by the Schur complement of M_ii = 1; so "
    "Tr diag(M^2)^2 <= Tr M^3, and alpha <= 1 for every law of M",
    tex=r"(M^3)_{ii}\ge(M^2)_{ii}^2\ \text{for all }i,\quad\text{so }\alpha\le1",
    hypotheses=CORRELATION,
    relation=">=",
    predicts=Integer(0),
    over=({},),
    given=Given({"M": Correlations()}),
    left=r"\min_i\,(M^3)_{ii}-(M^2)_{ii}^2",
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin(Rational(1, 100), "never attained"),),
)


@at_most_one.literal
def _least_row(at: At) -> object:
    return min(excess(at.M))


@row_identity.exact(scope="d = 3, every M: by powers of M and by the Schur complement bordered by zeros", reach="cases")
def _first_row(predicted: Predicted) -> Compared:
    M = Matrix([[1, a, b], [a, 1, c], [b, c, 1]])
    yield "powers of M, row 1", (M**3)[0, 0] - (M**2)[0, 0] ** 2, predicted
    yield "row_gap, row 1", row_gap(M, 0), predicted
    yield "powers of M, row 2", (M**3)[1, 1] - (M**2)[1, 1] ** 2, predicted.subs({b: c, c: b}, simultaneous=True)


@row_identity.exact(
    scope="d = 4, 5, 6: one row (1, a, b, 0, ..) beside uncorrelated others, and permuted", reach="cases"
)
def _bordered(predicted: Predicted) -> Compared:
    for size in (4, 5, 6):
        M = diag(Matrix([[1, a, b], [a, 1, c], [b, c, 1]]), *[1] * (size - 3))
        order = [*range(1, size), 0]
        turned = M.extract(order, order)
        yield f"d = {size}", (turned**3)[-1, -1] - (turned**2)[-1, -1] ** 2, predicted


lower = Claim(
    "daneshmand20.regularity.lower-sandwich",
    source=DEFINITION_3,
    status="new",
    says="Tr diag(M^2)^2 - |M|_F^4/d is p q (p - q)^2/(p + q) for two blocks of ones, of sizes p and q: |M|_F^4/d <= "
    "Tr diag(M^2)^2 (unequal-rows) is strict where rows of M have unequal norms",
    tex=r"\mathrm{Tr\,diag}(M^2)^2-\tfrac1d\|M\|_F^4=\frac{pq(p-q)^2}{p+q}",
    hypotheses=("M = ones(p) + ones(q), a direct sum",),
    predicts=p * q * (p - q) ** 2 / (p + q),
    over=grid(p=(1, 2, 3), q=(1, 2, 4)),
    given=Given({"p": Integers(1), "q": Integers(1)}),
    left=r"\mathrm{Tr\,diag}(M^2)^2-\tfrac1d\|M\|_F^4",
    twins=(Twin(Integer(0), "equality for unequal rows as well"),),
)


@lower.literal(most=100)
def _blocks_of_ones(at: At) -> object:
    return spread(blocks(int(at.p), int(at.q)))


unequal_rows = Claim(
    "daneshmand20.regularity.unequal-rows",
    source=DEFINITION_3,
    status="new",
    says="|M|_F^4/d <= Tr diag(M^2)^2 for every symmetric M, by Cauchy-Schwarz over its rows",
    tex=r"\tfrac1d\|M\|_F^4\le\mathrm{Tr\,diag}(M^2)^2",
    hypotheses=("M symmetric",),
    relation=">=",
    predicts=Integer(0),
    over=({},),
    given=Given({"M": Symmetric()}),
    left=r"\mathrm{Tr\,diag}(M^2)^2-\tfrac1d\|M\|_F^4",
    twins=(Twin(Rational(1, 100), "never attained"),),
)


@unequal_rows.literal
def _spread_of_rows(at: At) -> object:
    return spread(at.M)


@lower.exact(scope="every p and q: powers of M, equal terms of sums taken together", reach="stated")
def _two_blocks(predicted: Predicted) -> Compared:
    F, _, D = of_blocks(Blocks((p, q), (1, 1), ((1, 0), (0, 1))))
    yield "ones(p) + ones(q)", D - F**2 / (p + q), predicted


upper = Claim(
    "daneshmand20.regularity.upper-sandwich",
    source=DEFINITION_3,
    status="new",
    says="for equal correlations rho Tr M^3 - Tr diag(M^2)^2 is d (d-1) rho^2 (1-rho) (1 + (d-1) rho), zero at I, at "
    "the ones and at the simplex (Mercedes) frame rho = -1/(d-1) only",
    tex=r"\mathrm{Tr}M^3-\mathrm{Tr\,diag}(M^2)^2=d(d-1)\rho^2(1-\rho)(1+(d-1)\rho)",
    hypotheses=("d >= 2", "M = (1 - rho) I + rho 11^T, -1/(d-1) <= rho <= 1"),
    predicts=d * (d - 1) * rho**2 * (1 - rho) * (1 + (d - 1) * rho),
    over=grid(d=(2, 3, 5), rho=(Rational(1, 2), Rational(-1, 7))),
    given=Given(
        {"d": Integers(2), "rho": Rationals(least=-1, most=1)},
        lambda at: 1 + (at["d"] - 1) * at["rho"] >= 0,
        "rho >= -1/(d-1)",
    ),
    left=r"\mathrm{Tr}M^3-\mathrm{Tr\,diag}(M^2)^2",
    uses=("daneshmand20.regularity.row-identity",),
    twins=(
        Twin(-d * (d - 1) * rho**2 * (1 - rho) * (1 + (d - 1) * rho), "L10.m2: the inequality reversed"),
        Twin(d * (d - 1) * rho**2 * (1 - rho**2), "the gap of d = 2 at every d"),
    ),
)


@upper.literal(most=100)
def _gap(at: At) -> object:
    size = range(int(at.d))
    return sum(excess(tuple(tuple(1 if i == j else Fraction(at.rho.p, at.rho.q) for j in size) for i in size)))


@upper.exact(scope="every d and rho: powers of M, equal terms of sums taken together", reach="stated")
def _equal_correlations(predicted: Predicted) -> Compared:
    _, T, D = of_blocks(Blocks((d,), (1,), ((rho,),)))
    yield "(1 - rho) I + rho 11^T", T - D, predicted


equality = Claim(
    "daneshmand20.regularity.equality-cases",
    source=DEFINITION_3,
    status="new",
    says="alpha = 1 for direct sums of tight frames: a block of p equal rows and a simplex frame of q rows (Gram "
    "matrix (q I - 11^T)/(q-1)) have Tr M^3 = Tr diag(M^2)^2 = p^3 + q^3/(q-1)^2",
    tex=r"\mathrm{Tr}M^3=\mathrm{Tr\,diag}(M^2)^2=p^3+\frac{q^3}{(q-1)^2}",
    hypotheses=("p >= 1, q >= 2",),
    predicts=(p**3 + q**3 / (q - 1) ** 2, p**3 + q**3 / (q - 1) ** 2),
    over=grid(p=(1, 2, 3), q=(2, 3, 5)),
    given=Given({"p": Integers(1), "q": Integers(2)}),
    left=r"\big(\mathrm{Tr}M^3,\ \mathrm{Tr\,diag}(M^2)^2\big)",
    uses=("daneshmand20.regularity.row-identity",),
    twins=(Twin((p**3 + q, p**3 + q), "the frame counted as the identity"),),
)


@equality.literal(most=100)
def _frames(at: At) -> object:
    M = blocks(int(at.p), int(at.q), Fraction(-1, int(at.q) - 1))
    return traces(M)


@equality.exact(scope="every p and q: powers of M, equal terms of sums taken together", reach="stated")
def _two_frames(predicted: Predicted) -> Compared:
    _, T, D = of_blocks(Blocks((p, q), (1, 1), ((1, 0), (0, -1 / (q - 1)))))
    yield "ones(p) + simplex(q)", (T, D), predicted


@equality.exact(scope="p = 1..4, q = 2..5, the first row of every block negated", reach="cases")
def _blocks(predicted: Predicted) -> Compared:
    for first in range(1, 5):
        for second in range(2, 6):
            signs = diag(-1, *[1] * (first - 1), -1, *[1] * (second - 1))
            M = signs * diag(ones(first), equicorrelation(second, Rational(-1, second - 1))) * signs
            _, T, D = invariants(M)
            yield f"p = {first}, q = {second}", (T, D), tuple(part.subs({p: first, q: second}) for part in predicted)


pointwise = Claim(
    "daneshmand20.regularity.pointwise-below-one",
    source=LEMMA_10,
    status="reading",
    says="L10.m1: Tr diag(M^2)^2 is at most c Tr M^3 for every single M, with one c < 1, say 99/100",
    tex=r"\mathrm{Tr\,diag}(M^2)^2\le c\,\mathrm{Tr}M^3,\ c=\tfrac{99}{100}",
    hypotheses=CORRELATION,
    relation="<=",
    predicts=Rational(99, 100),
    over=({},),
    given=Given({"M": Correlations()}),
    left=r"\mathrm{Tr\,diag}(M^2)^2/\mathrm{Tr}M^3",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.at-most-one",),
    truth=Integer(1),
)


@pointwise.literal
def _quotient(at: At) -> object:
    cubes, rows = traces(at.M)
    return rows / cubes


@pointwise.exact(scope="M = I, d = 2..5", reach="cases")
def _identities(predicted: Predicted) -> Compared:
    for size in range(2, 6):
        yield f"M = I, d = {size}: quotient", regularity([(1, equicorrelation(size, 0))]), predicted


rank_one = Claim(
    "daneshmand20.regularity.rank-one-law",
    source=LEMMA_10,
    status="new",
    says="M = ss^T, s a sign vector, has |M|_F^2 = d^2 and Tr M^3 = Tr diag(M^2)^2 = d^3, so alpha = 1, r = 1 and no "
    "drift; a layer maps such matrices to such matrices, which therefore carry an invariant law",
    tex=r"\|M\|_F^2=d^2,\quad\mathrm{Tr}M^3=\mathrm{Tr\,diag}(M^2)^2=d^3,\quad\delta(M)=0",
    hypotheses=("M = ss^T, s_i = +-1",),
    predicts=(d**2, d**3, d**3, Integer(0)),
    over=grid(d=(2, 3, 4)),
    given=Given(
        {"s": Signs()},
        letters={"d": lambda at: Integer(len(at["s"]))},
    ),
    left=r"\big(\|M\|_F^2,\ \mathrm{Tr}M^3,\ \mathrm{Tr\,diag}(M^2)^2,\ \delta(M)\big)",
    twins=(Twin((d**2, d**3, d**2, Integer(0)), "alpha = 1/d"),),
)


INTEGER_WEIGHTS = (
    ((2, -3, 1, 5), (-1, 4, -2, 2), (7, 1, -3, -2), (1, -1, 3, 0)),
    ((-1, 2, 2, -6), (3, 1, -5, 4), (2, 2, 1, -3), (-5, 2, 3, 2)),
)


@rank_one.literal(most=28)
def _of_signs(at: At) -> object:
    M = Matrix(at.s) * Matrix(at.s).T
    return (*invariants(M), drift(M))


@rank_one.exact(
    scope="all sign vectors, d = 2, 3, 4, before and after a layer of gamma = 2/5 and two integer W each", reach="cases"
)
def _sign_vectors(predicted: Predicted) -> Compared:
    for size in (2, 3, 4):
        claimed = tuple(part.subs(d, size) for part in predicted)
        for bits in range(2 ** (size - 1)):
            s = Matrix([1 - 2 * (bits >> i & 1) for i in range(size)])
            for W in (None, *INTEGER_WEIGHTS):
                moved = s if W is None else s + Rational(2, 5) * Matrix(size, size, lambda i, j, W=W: W[i][j]) * s
                M = second_moment([[entry / abs(entry)] for entry in moved])  # RS of a single column: its signs
                yield f"d = {size}, s = {list(s)}, W = {W}", (*invariants(M), drift(M)), claimed


every_law = Claim(
    "daneshmand20.regularity.lemma-10-every-law",
    source=LEMMA_10,
    status="reading",
    says="every invariant law of the chain has alpha at most some c < 1, say 99/100 (Lemma 10 without its hypothesis "
    "that there is only one)",
    tex=r"\alpha(\nu)\le c<1\text{ for every invariant }\nu",
    hypotheses=("any weights",),
    silent_on="Lemma 10 as printed, which supposes a unique invariant law",
    relation="<=",
    predicts=Rational(99, 100),
    over=({},),
    given=Given({"d": Integers(2)}),
    left=r"\alpha(\text{uniform on }ss^\top)",
    uses=("daneshmand20.regularity.rank-one-law",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.lemma-10-corrected",),
    truth=Integer(1),
)


@every_law.literal(most=3)
def _on_signs(at: At) -> object:
    return regularity([(1, s * s.T) for s in _signs(int(at.d))])


@every_law.exact(
    scope="the uniform law on the matrices ss^T, d = 2, 3: invariant for Gaussian W, by symmetry", reach="cases"
)
def _uniform_signs(predicted: Predicted) -> Compared:
    for size in (2, 3):
        yield f"d = {size}: alpha", regularity([(1, s * s.T) for s in _signs(size)]), predicted


def _signs(size: int) -> Iterator[Matrix]:
    for bits in range(2**size):
        yield Matrix([1 - 2 * (bits >> i & 1) for i in range(size)])


corrected = Claim(
    "daneshmand20.regularity.lemma-10-corrected",
    source=LEMMA_10,
    status="corrected",
    says="Tr M^3 - Tr diag(M^2)^2 is d (d-1) rho^2 (1 - rho^2) where d - 1 rows coincide and the last has correlation "
    "rho with them: not 0 from rank two on. With it the note shows that, if the weights have a density, an invariant "
    "law has alpha = 1 iff it is carried by rank one",
    tex=r"\mathrm{Tr}M^3-\mathrm{Tr\,diag}(M^2)^2=d(d-1)\rho^2(1-\rho^2)",
    hypotheses=("W_ij i.i.d. with a density", "any gamma > 0, also without skip"),
    silent_on="invariant laws: what it says of these is shown in the note alone; a bound below 1 that holds for all d",
    predicts=d * (d - 1) * rho**2 * (1 - rho**2),
    over=grid(d=(2, 3, 4), rho=(Rational(1, 2), Rational(-2, 3))),
    given=Given({"d": Integers(2), "rho": Rationals(least=-1, most=1)}),
    left=r"\mathrm{Tr}M^3-\mathrm{Tr\,diag}(M^2)^2",
    uses=("daneshmand20.regularity.row-identity", "daneshmand20.regularity.rank-one-law"),
    twins=(Twin(Integer(0), "alpha = 1 on higher rank, too"),),
)


@corrected.literal(most=100)
def _last_row(at: At) -> object:
    size, rho = int(at.d), Fraction(at.rho.p, at.rho.q)
    M = tuple(tuple(rho if (i == size - 1) != (j == size - 1) else 1 for j in range(size)) for i in range(size))
    return sum(excess(M))


@corrected.exact(
    scope="every d and rho: powers of M, equal terms of sums taken together",
    reach="step",
    of="at these matrices, of rank two, the difference is not 0",
)
def _all_but_one(predicted: Predicted) -> Compared:
    _, T, D = of_blocks(Blocks((d - 1, 1), (1, 1), ((1, rho), (rho, 0))))  # one row has no other of its block
    yield "d - 1 equal rows and one", T - D, predicted


nine_tenths = Claim(
    "daneshmand20.regularity.below-nine-tenths",
    source=Locator(DANESHMAND20, "Figure 8: 'less than 0.9 for d > 10'"),
    status="reading",
    says="D3.m1: alpha is at most 0.9 at every width, and not only for d > 10: at d = 2, 3 as gamma -> 0, too",
    tex=r"\alpha\le0.9\text{ for all }d",
    hypotheses=("gamma -> 0",),
    given=Given({"d": Integers(2)}, words="the law of d rows i.i.d. uniform on the circle, invariant as gamma -> 0"),
    left=r"\alpha",
    relation="<=",
    predicts=Rational(9, 10),
    over=grid(d=(2, 3)),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.planar-moments",),
    truth=(2 * d**2 + 5 * d + 1) / (2 * d**2 + 6 * d),
)


@nine_tenths.literal(scope="d = 2, .., 6", most=5)
def _of_the_circle(at: At) -> object:
    return regularity(circle_law(int(at.d)))
