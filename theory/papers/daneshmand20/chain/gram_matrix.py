"""The layer H -> RS(H + gamma W H) and its chain M; laws without a density, and what invariance is.

RS divides each row by its root mean square, so the d x N matrix H becomes one with rows of squared norm N.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from sympy import Abs, Expr, Integer, Rational, Symbol, gamma, symbols

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import sign_vectors
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import grid
from theory.notation import L, d, t
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.depths import letters, mean_over, rank_one_chains, through
from theory.papers.daneshmand20.matrices import ONE_ON, data, layers_on_data, not_zero, rational_matrices, weights
from theory.term import Vec, constant, each, every, number, one_if, over_draws, places, product_of, size, total, whole
from theory.term.matrices import combined, inner
from theory.term.named import named

EQ_1 = Locator(DANESHMAND20, "Eqs. (1) and (2)")
DEFINITION_1 = Locator(DANESHMAND20, "Definition 1")


def rademacher(size: int) -> Any:
    """All matrices of signs, as rows."""
    return product(product((1, -1), repeat=size), repeat=size)


EQ_8 = Locator(DANESHMAND20, "Properties (p.1) and (p.2)")
N = Symbol("N", integer=True, positive=True)
a1, a2, b1, b2 = symbols("a1 a2 b1 b2", real=True)


def mean_square(row: Any) -> Any:
    return inner(row, row) / size(row)


@Claim(
    "daneshmand20.chain.unit-diagonal",
    source=EQ_8,
    status="reconstructed",
    says="after rescaling M = H H^T/N has unit diagonal, and so trace d, for every N",
    predicts=(Integer(1), d),
    over=grid(d=(2, 3, 5), N=(2, 4)),
    given=Given(
        {"Z": rational_matrices(ONE_ON, ONE_ON), "i": Integers(0)},
        lambda at: at["i"] < size(at["Z"]) and every(not_zero, at["Z"]),
        "Z = H + gamma W H, no row 0, i one of them",
        {"d": lambda at: number(size(at["Z"])), "N": lambda at: number(size(at["Z"][0]))},
    ),
    speaks_of=("rs",),
    twins=(Twin((N / d, N), "M normalised by d instead of N"),),
).literal(scope="rows rescaled one by one")
def unit_diagonal(at: At) -> tuple[Any, Any]:
    diagonal = each(lambda row: mean_square(rescale(row)), at.Z)
    return diagonal[at.i], total(diagonal)


@Claim(
    "daneshmand20.chain.by-columns",
    source=EQ_8,
    status="reading",
    says="M has unit diagonal also when each column of H, a datum, is divided by its root mean square",
    predicts=Integer(1),
    over=({"a1": 2, "a2": 3, "b1": 3, "b2": 1}, {"a1": 5, "a2": 3, "b1": 2, "b2": 7}),
    given=Given(
        dict.fromkeys(("a1", "a2", "b1", "b2"), Rationals(above=0)),
        words="H = (a1, a2; b1, b2), up to signs, which squares do not see",
    ),
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    truth=a1**2 / (a1**2 + b1**2) + a2**2 / (a2**2 + b2**2),  # the shares of row 1 in the columns
).literal(scope="columns rescaled one by one, d = N = 2")
def by_columns(at: At) -> Expr:
    rows = list(zip(rescale((at.a1, at.b1)), rescale((at.a2, at.b2)), strict=True))
    return dot(rows[0], rows[0]) / 2


m = Symbol("m", nonnegative=True)
"""The squared 2 x 2 minors of two rows, each pair of columns once, over the squared norms of the rows."""


@named("minors({0}, {1})", r"\mu({0}, {1})", means="minors(a, b) = Σₖₗ (aₖ bₗ − aₗ bₖ)²/(2 |a|² |b|²)")
def minors(a: Any, b: Any) -> Any:
    squares = each(lambda x, y: total(each(lambda u, v: (x * v - u * y) ** 2, a, b)), a, b)
    return total(squares) / (2 * inner(a, a) * inner(b, b))


@Claim(
    "daneshmand20.chain.bounded-entries",
    source=EQ_8,
    status="reconstructed",
    says="after rescaling 1 - M_ij^2 is the sum of the squared 2 x 2 minors of rows i and j over their squared norms, "
    "for every N: so entries are at most 1, and 1 where the rows are parallel",
    predicts=m,
    over=grid(m=(0, Rational(1, 3), Rational(7, 9))),
    given=Given(
        {"Z": rational_matrices(ONE_ON, ONE_ON), "i": Integers(0), "j": Integers(0)},
        lambda at: all(at[name] < size(at["Z"]) and not_zero(at["Z"][at[name]]) for name in ("i", "j")),
        "Z = H + gamma W H, i and j two of its rows, which are not 0",
        {"m": lambda at: number(minors(at["Z"][at["i"]], at["Z"][at["j"]]))},
    ),
    speaks_of=("rs",),
).literal(scope="rows rescaled one by one")
def bounded_entries(at: At) -> Any:
    a, b = (rescale(at.Z[i]) for i in (at.i, at.j))
    return 1 - (inner(a, b) / size(a)) ** 2


c, p, q = Symbol("c", real=True), Symbol("p", positive=True), Symbol("q", positive=True)
"""C_ij, C_ii and C_jj."""

bare = Symbol("b", real=True)
"""(A A^T)_ij."""


def image(at: Any, name: str) -> Any:
    """A row of A H."""
    return combination(weights(at["A"])[at[name]], data(at["A"]))


@named("{0} {1}", shape=lambda _, H: (size(H[0]),))
def combination(row: Any, H: Any) -> Any:
    """A row times H."""
    return combined(row, H)


def covariance_of(at: Any, i: str, j: str) -> Any:
    """Entry of C = A M A^T."""
    first, second = (weights(at["A"])[at[name]] for name in (i, j))
    return form(first, data(at["A"]), second)


@named("{0} M {2}ᵀ", r"{0}M{2}^\top", means="M = H Hᵀ/N")
def form(first: Any, H: Any, second: Any) -> Any:
    """A row times M = H H^T/N times a column."""
    M = each(lambda row: each(lambda other: inner(row, other) / size(row), H), H)
    return inner(combined(first, M), second)


@Claim(
    "daneshmand20.chain.gram-chain",
    source=EQ_1,
    says="M alone is a Markov chain: M+ depends on H only through M, by C = A M A^T with A = I + gamma W (W at gamma "
    "= oo) and M+_ij = C_ij/sqrt(C_ii C_jj); compared as v |v|",
    predicts=c * Abs(c) / (p * q),
    over=grid(c=(1, -2), p=(3, 5), q=(4,), b=(2, -1)),
    given=Given(
        {"A": layers_on_data(), "i": Integers(0), "j": Integers(0)},
        lambda at: all(at[name] < size(data(at["A"])) and not_zero(image(at, name)) for name in ("i", "j")),
        "A beside H; i and j two rows of A H, which are not 0",
        {
            "c": lambda at: covariance_of(at, "i", "j"),
            "p": lambda at: covariance_of(at, "i", "i"),
            "q": lambda at: covariance_of(at, "j", "j"),
            "b": lambda at: inner(*(weights(at["A"])[at[name]] for name in ("i", "j"))),
        },
    ),
    speaks_of=("rs",),
    twins=(Twin(bare * Abs(bare) / (p * q), "C = A A^T"), Twin(c * Abs(c) / p**2, "C_ij over C_ii")),
).literal(scope="the layer on H itself: rows of A H rescaled")
def gram_chain(at: At) -> Any:
    rows = [rescale(image(vars(at), name)) for name in ("i", "j")]
    value = inner(*rows) / size(rows[0])
    return value * abs(value)


DEFINITION_2 = Locator(DANESHMAND20, "Definition 2")
flip = symbols("p", real=True)
ROW_ZERO = gamma(d + 1) / (2**d * gamma(d / 2 + 1) ** 2)


zeta = Symbol("z", positive=True)  # C(2m, m)/4^m


def central(m: Any) -> Any:
    """C(2m, m)/4^m as the product of (2i + 1)/(2i + 2) over i < m."""
    return number(product_of(each(lambda i: Fraction(1) * (2 * i + 1) / (2 * i + 2), places(m))))


@Claim(
    "daneshmand20.chain.zero-rows",
    source=DEFINITION_1,
    says="with signs for weights and gamma = oo, d even, a row of WH is zero with probability C(d, d/2)/2^d from rank "
    "one, some row with 1 - (1 - that)^d. Hence (note) at d = 2 two layers from M = I end in 0/0 with probability 3/8",
    predicts=(zeta, 1 - (1 - zeta) ** d),
    over=grid(d=(2, 4), z=(Rational(1, 2), Rational(3, 8))),
    given=Given(
        {"m": Integers(1, far=4), "s": sign_vectors(Integers(2, far=8))},
        lambda at: size(at["s"]) == 2 * at["m"],
        "M = s s^T, d = 2m; z = C(d, m)/2^d as a product",
        {"d": lambda at: number(size(at["s"])), "z": lambda at: central(at["m"])},
    ),
    twins=(Twin((Integer(0),) * 2, "a density in the weights: no row is zero"),),
).literal(scope="all rows of signs; rows are independent", most=10)
def zero_rows(at: At) -> tuple[Any, ...]:
    chance = row_zero(at.s)
    return chance, 1 - (1 - chance) ** size(at.s)


@named("P(⟨w, {0}⟩ = 0)", r"P(\langle w,{0}\rangle=0)", means="w a row of W, of fair signs")
def row_zero(s: Any) -> Any:
    """The share of rows of signs that are orthogonal to s."""
    shares = each(lambda _: Fraction(1, 2), places(constant(2) if isinstance(s, Vec) else 2))

    def orthogonal(drawn: Any) -> Any:
        return one_if(total(each(lambda bit, sign: (1 - 2 * bit) * sign, drawn, s)) == 0)

    return number(over_draws(shares, size(s), orthogonal, ordered=True))


@Claim(
    "daneshmand20.chain.never-zero",
    source=DEFINITION_1,
    status="reading",
    says="the layer is defined almost surely for every symmetric law of unit variance, with a density or without one",
    predicts=Integer(0),
    given=Given({"d": Values(2, 4, 6, 8)}, words="weights +-1, gamma = oo, H = 1 of rank one"),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.chain.zero-rows",),
    truth=1 - (1 - ROW_ZERO) ** d,
).literal(scope="all rows of signs; matrices counted row by row")
def never_zero(at: At) -> Expr:
    return row_sum_zero(at.d)


@named("P(W 1 has an entry 0)", r"P(W1\text{{ has an entry }}0)", bare=True, means="W a d × d matrix of fair signs")
def row_sum_zero(d: Any) -> Expr:
    """The share of matrices of signs of which some row has the sum 0."""
    return 1 - (1 - row_zero((1,) * whole(d))) ** whole(d)


@Claim(
    "daneshmand20.chain.invariance",
    source=DEFINITION_2,
    status="reconstructed",
    says="on rank one, if each row changes its sign with probability p, whatever the signs, then E M_ij, i != j, "
    "becomes (1-2p)^2 times itself in a layer: (1-2p)^(2L) in L layers",
    hypotheses=(
        "rank one",
        "rows of W independent, of finitely many values, as likely to flip from any signs, as symmetric entries are",
        "no row of H + gamma W H is zero",
    ),
    silent_on="what happens off rank one; what follows of invariance, E_nu g(H+) = E_nu g(H): an invariant law has E "
    "M_12 = 0 unless p = 0 or 1 (note)",
    predicts=(1 - 2 * flip) ** (2 * L) * t,
    over=grid(p=(0, Rational(1, 8), Rational(1, 3)), L=(1, 2), t=(Rational(1, 2), -1)),
    given=Given(
        {"net": rank_one_chains(), "i": Integers(0), "j": Integers(0)},
        lambda at: (
            at["i"] < through(at["net"]).letters["d"]
            and at["j"] < through(at["net"]).letters["d"]
            and at["i"] != at["j"]
        ),
        "t the mean of M_ij = s_i s_j of the start, i != j",
        {
            **letters(through, "Lp"),
            "t": lambda at: mean_over(through(at["net"]).first, lambda s: s[at["i"]] * s[at["j"]]),
        },
    ),
    twins=(Twin(t, "every law on rank one is invariant"),),
).literal(scope="L steps of the chain on rank one, by all matrices of weights", most=40)
def invariance(at: At) -> Any:
    return number(mean_over(through(at.net).last, lambda s: s[at.i] * s[at.j]))
