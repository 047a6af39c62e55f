"""The Jacobian of batch normalization as the notes print it and as it is, and those of other normalisations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from operator import mul
from typing import Any

from flint import arb, arb_series
from sympy import Abs, Expr, ImmutableMatrix, Integer, Rational, Symbol, diff, eye, oo, sign, sqrt, symbols

from theory.batchnorm import Normalisation, Row, dot, recentre
from theory.choices import proved
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.numbers import Choose, Integers, Rationals, Values
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import ball
from theory.notation import n, t
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import Data, data_sets
from theory.papers.morwani20.derivatives import jet
from theory.term import Series, Shape, Vec, each, largest, number, one_if, places, root, size, total, variable
from theory.term.matrices import inner, rank
from theory.term.named import named
from theory.words import At


def scaled_derivative(path: Sequence[Any], power: Any = 2, epsilon: Any = 0, signs: Any = None) -> tuple[Expr, ...]:
    """s dz_i/dt at t = 0 along c(t), z = c/s, s^p = (1/n) sum |c|^p + epsilon: rational, although z is not.

    By differentiating z_i^p = c_i^p/s^p, a quotient of polynomials: s dz_i = s^p (z_i^p)'/(p c_i^(p-1)). `path` are
    polynomials in t; `signs` those of c(0) != 0, needed where p is odd and c(0) no number. Sums are left as they are.
    """
    start, slopes = [c.subs(t, 0) for c in path], [diff(c, t).subs(t, 0) for c in path]
    signs = (signs or [sign(c) for c in start]) if power % 2 else [1] * len(path)
    tops = [(c**power, power * c ** (power - 1) * slope) for c, slope in zip(start, slopes, strict=True)]
    Q, dQ = (sum(s * top[k] for s, top in zip(signs, tops, strict=True)) / len(path) for k in (0, 1))
    Q += epsilon
    return tuple(
        Q * ((by * Q - top * dQ) / Q**2) / (power * at ** (power - 1))
        for (top, by), at in zip(tops, start, strict=True)
    )


def moved(x: Sequence[Any], h: Sequence[Any]) -> list[Expr]:
    return [a + t * b for a, b in zip(x, h, strict=True)]


def ball_derivative(c: Sequence[Any], h: Sequence[Any], power: Any) -> tuple[list[arb], list[arb], arb]:
    """(z, dz/dt, s) along c + t h in balls, for every p >= 1: power series of length two. No c_i is 0.

    p = oo takes the place of the greatest |c_i|.
    """
    path = [arb_series([ball(a), ball(b)], 2) for a, b in zip(c, h, strict=True)]
    size = [a * int(sign(b)) for a, b in zip(path, c, strict=True)]  # |c_i| near t = 0
    if power == oo:
        s = size[max(range(len(c)), key=lambda i: abs(c[i]))]
    else:
        total = sum(((a.log() * ball(power)).exp() for a in size), arb_series([0, 0], 2))
        s = ((total / len(c)).log() / ball(power)).exp()
    z = [a / s for a in path]
    return [a[0] for a in z], [a[1] for a in z], s[0]


BACKPROPAGATED = Locator(MORWANI20, "Section 3.1, dY_l/dZ_l")
OTHERS = Locator(MORWANI20, "Section 4, any normalisation")
BIASED = "z = (x - mean)/sigma, sigma^2 = (1/n) sum (x_i - mean)^2, so |z|^2 = n"
sigma, gamma, eps, v, p = symbols("sigma gamma epsilon v p", positive=True)
z_i, z_j = symbols("z_i z_j", real=True)
ONE = Integer(1)
SIZE = {"n": lambda at: number(size(at["x"]))}


def derivative_matrix(c: Sequence[Any], power: int = 2, epsilon: Any = 0, signs: Any = None) -> ImmutableMatrix:
    """s dz/dx, centred, column by column."""
    columns = [scaled_derivative(moved(c, recentre(unit)), power, epsilon, signs) for unit in eye(len(c)).tolist()]
    return ImmutableMatrix(columns).T


# --- batch normalization ------------------------------------------------------------------------------------


@Claim(
    "morwani20.jacobian.printed",
    source=BACKPROPAGATED,
    status="quoted",
    says="(1/sigma)(I - 11^T/n - Z Z^T), read as dZ/d(w^T Y + b): sigma times it has at Z the eigenvalue 1 - |Z|^2, "
    "which is 1 - n",
    hypotheses=(f"sigma is the standard deviation, as in Section 2: {BIASED}",),
    silent_on="the convention |Z| = 1, in which the formula is right",
    predicts=1 - n,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.jacobian.spectrum",),
    given=Given({"x": Batches(Integers(3), up_to=AFFINE)}, letters=SIZE),
    truth=Integer(0),  # its second eigenvalue at epsilon = 0
).literal(scope="BN differentiated moved the centred batch, entry by entry", most=60)
@named("λ", r"\lambda", means="J z = λ z/σ, J the derivative of BN at x, z = BN(x), σ² = Var(x)", bare=True)
def printed(at: At) -> Any:
    x = tuple(map(Rational, at.x))
    values = {slope / z * sqrt(_variance(x)) for z, slope in zip(*jet(x, recentre(x))[:2], strict=True) if z != 0}
    if len(values) != 1:
        raise Undefined("Z is no eigenvector")
    return values.pop()


@Claim(
    "morwani20.jacobian.printed-label",
    source=BACKPROPAGATED,
    status="quoted",
    says="the same matrix as dY/dZ, as it is labelled: its trace is (n - 1 - |Z|^2)/sigma = -1/sigma",
    hypotheses=("Y = gamma Z + beta, Z the normalised row", BIASED),
    predicts=-1 / sigma,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.jacobian.spectrum",),
    given=Given({"n": Integers(3), "gamma": Rationals(above=0), "sigma": Rationals(above=0)}),
    truth=n * gamma,
).literal(scope="Y = gamma Z + beta, differentiated by the entries of Z", most=30)
@named("tr ∂Y/∂Z", r"\mathrm{{tr}}\,\partial Y/\partial Z", means="Y = γ Z + β, Z of n entries", bare=True)
def label(at: At) -> Any:
    Z, beta = [Symbol(f"Z{i}") for i in range(at.n)], Symbol("beta")
    return sum(diff(at.gamma * entry + beta, entry) for entry in Z)


@named("Var({0})", r"\mathrm{{Var}}({0})")
def _variance(x: Sequence[Any]) -> Any:
    return Rational(sum(a * a for a in x)) / len(x) - (Rational(sum(x)) / len(x)) ** 2


across, along = symbols("across along", real=True)  # entries of h and of c


def variance(x: Any) -> Any:
    c = recentre(x)
    return dot(c, c) / size(x)


def slopes(x: Any, h: Any, epsilon: Any) -> Any:
    """s dz/dx h: s times the derivative of z = RC(x)/s, s^2 = Var(x) + epsilon, along h."""
    moved = each(lambda a, b: Series(number(a), number(b)), x, h)
    s = root(variance(moved) + epsilon)
    return each(lambda entry: s[0] * (entry / s)[1], recentre(moved))


def _is_pair(pair: Any) -> bool:
    if not (isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(row, tuple) for row in pair)):
        return False
    x, h = pair
    if not (len(x) == len(h) >= 2 and all(isinstance(e, int | Fraction) for e in (*x, *h))):
        return False
    return len(set(x)) > 1 and sum(h) == 0 and inner(x, h) == 0


def _any_pair(name: str) -> Shape:
    n = variable("n", "nat")
    x, h = Vec.named(name, n), Vec.named("h", n)
    conditions = (n >= 2, variance(x) > 0, total(h) == 0, inner(x, h) == 0)
    return Shape((x, h), (n,), conditions, rows=((name, (n,)), ("h", (n,))))


@composite(
    "= (x, h), rows of one length, x not constant, h orthogonal to 1 and to x",
    has=_is_pair,
    general=_any_pair,
    size=lambda pair: len(pair[0]),
)
def orthogonal_pairs(choose: Choose) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """h what is left of a row."""
    size = choose(2, 6)
    x = (Fraction(0), *(Fraction(choose(-4, 4)) for _ in range(size - 2)), Fraction(choose(1, 4)))
    c, other = ([e - Fraction(sum(row), size) for e in row] for row in (x, [choose(-4, 4) for _ in range(size)]))
    part = sum(map(mul, c, other)) / sum(map(mul, c, c))
    return x, tuple(b - part * a for a, b in zip(c, other, strict=True))


@Claim(
    "morwani20.jacobian.spectrum",
    source=BACKPROPAGATED,
    status="corrected",
    says="s dz/dx = I - 11^T/n - zz^T/n for z = (x - mean)/s, s^2 = v + epsilon, v the variance, has the eigenvalues "
    "0 at 1, epsilon/(v + epsilon) at c = x - mean, so at z, and 1 on their complement, of dimension n - 2",
    hypotheses=("the biased variance v = (1/n) sum (x_i - mean)^2",),
    silent_on="epsilon = 0, where it is a projector of rank n - 2; other variances: components.algebra.bn-jacobian",
    predicts=(Integer(0), eps / (v + eps) * along, across, n - 2),
    over=grid(n=(3, 4, 5), v=(1, Rational(7, 2)), epsilon=(Rational(1, 3), 2), along=(2,), across=(3,)),
    given=Given(
        {"rows": orthogonal_pairs(), "i": Integers(0), "epsilon": Rationals(least=0)},
        lambda at: at["i"] < size(at["rows"][0]),
        "i < n",
        letters={
            "n": lambda at: number(size(at["rows"][0])),
            "v": lambda at: variance(at["rows"][0]),
            "along": lambda at: recentre(at["rows"][0])[at["i"]],
            "across": lambda at: number(at["rows"][1][at["i"]]),
        },
    ),
    speaks_of=("rc",),
    uses=("components.algebra.bn-jacobian",),
    twins=(
        Twin((Integer(0), (1 - n * v / (v + eps)) * along, across, n - 2), "zz^T without 1/n, as printed"),
        Twin((Integer(0), (1 - n * v / (n - 1) / (v + eps)) * along, across, n - 2), "zz^T/(n-1) with the biased s"),
        Twin((Integer(0), (1 + v / (v + eps)) * along, across, n - 2), "+ zz^T/n"),
        Twin((Integer(0), Integer(0), across, n - 2), "a projector for epsilon > 0 as well"),
    ),
).literal(scope="derivatives along 1, c and h, and those along all units", most=30)
@named("((sJ1)_i, (sJc)_i, (sJh)_i, dim ker(sJ − I))",
       r"((sJ\mathbf 1)_i,(sJc)_i,(sJh)_i,\dim\ker(sJ-I))", shape=lambda *_: (4,), bare=True,
       means="J = ∂z/∂x, z = RC(x)/s, s² = Var(x) + ε",
       )  # fmt: skip
def spectrum(at: At) -> Any:
    (x, h), i, at_all = at.rows, at.i, places(size(at.rows[0]))

    def kept(k: Any) -> Any:
        """The column of sJ - I at k."""
        unit = each(lambda j: one_if(j == k), at_all)
        return each(lambda slope, e: slope - e, slopes(x, unit, at.epsilon), unit)

    images = (slopes(x, row, at.epsilon)[i] for row in (each(lambda _: number(1), x), recentre(x), each(number, h)))
    return *images, size(x) - number(rank(each(kept, at_all)))


# --- other normalisations -----------------------------------------------------------------------------------


def _kernel(p: Any, z: Sequence[Any] = (z_i, z_j)) -> tuple[Expr, Expr]:
    """K_ij, i != j, and K_ii."""
    first, other = z
    return first * Abs(other) ** (p - 1) * sign(other) / n, Abs(first) ** p / n


@named("z", shape=lambda data, _: (size(data.y),), bare=True)
def _normalised(data: Data, p: Any) -> Row:
    return Normalisation(p, centred=False)(data.y)


@Claim(
    "morwani20.jacobian.p-norms",
    source=OTHERS,
    says="for s = ((1/n) sum |c|^p)^(1/p): s dz/dx = (I - K)(I - 11^T/n), K_ij = z_i |z_j|^(p-1) sgn(z_j)/n; without "
    "centring I - K",
    hypotheses=("z = c/s, c = x - mean(x) (centred) or c = x",),
    silent_on="p = infinity: jacobian.kink",
    predicts=_kernel(p),
    over=grid(z_i=(Rational(-1, 2), 2), z_j=(Rational(-3, 2), Rational(1, 3)), p=(1, Rational(3, 2), 2, 3), n=(3, 4)),
    given=Given(
        {
            "data": data_sets(Integers(1, 1), centred=False),
            "p": Values(*map(Rational, ("1", "3/2", "2", "5/2", "3", "4", "7"))),
        },
        lambda at: all(at["data"].y) and any(recentre(at["data"].y)),
        "c the labels, none of them 0",
        letters={
            "z_i": lambda at: _normalised(at["data"], at["p"])[0],
            "z_j": lambda at: _normalised(at["data"], at["p"])[1],
            "n": lambda at: number(at["data"].n),
        },
    ),
    uses=("components.algebra.bn-jacobian",),
    twins=(
        Twin((z_i * z_j / n, z_i**2 / n), "zz^T/n for every p"),
        Twin((sum(_kernel(p, z)[0] for z in ((z_i, z_j), (z_j, z_i))) / 2, _kernel(p)[1]), "symmetric"),
        Twin((_kernel(p, (z_j, z_i))[0], _kernel(p)[1]), "the transpose"),
        Twin((z_i * Abs(z_j) ** p / n, z_i * Abs(z_i) ** p / n), "degree p, and no sign"),
    ),
).literal(kind="certified", scope="derivatives by power series in balls, every entry; recentred, too", most=28)
@named("(K₀₁, K₀₀)", "(K_{{01}},K_{{00}})", shape=lambda *_: (2,), bare=True,
       means="s ∂z/∂c = I − K at c = y, z = c/s, s^p = Σᵢ |cᵢ|^p/n, and s ∂z/∂x = (I − K)(I − 11ᵀ/n) for c = RC(x)",
       )  # fmt: skip
def p_norms(at: At) -> Any:
    """K_12 and K_11 of z = c/s as a function of c; at x recentred the derivative has to be (I - K) P."""
    size, p, c = at.data.n, at.p, recentre(at.data.y)
    columns = _columns(at.data.y, p)
    if all(c):
        there = _columns(c, p)
        for j, unit in enumerate(eye(size).tolist()):
            whole = _by_balls(c, recentre(unit), p)
            mean = [sum((column[i] for column in there), arb(0)) / size for i in range(size)]
            if any(proved(whole[i], "!=", there[j][i] - mean[i]) for i in range(size)):
                raise Undefined("the derivative is not (I - K) P")
    return -columns[1][0], 1 - columns[0][0]


def _columns(c: Sequence[Any], p: Any) -> list[list[arb]]:
    """s dz/dc = I - K, column by column."""
    return [_by_balls(c, unit, p) for unit in eye(len(c)).tolist()]


def _by_balls(c: Sequence[Any], h: Sequence[Any], p: Any) -> list[arb]:
    """s dz/dt moved c + t h."""
    _, slopes, s = ball_derivative(c, h, p)
    return [s * slope for slope in slopes]


u = Symbol("u", real=True)


@Claim(
    "morwani20.jacobian.oblique",
    source=OTHERS,
    says="at c = (2, -1-u, -1+u) the squared operator norm of s dz/dx is 1 + u^2/3 for p = 1, 1 for p = 2 and 1 + u^2 "
    "(1-u^2)^2/(3 (5+3u^2)^2) for p = 3",
    predicts=(1 + u**2 / 3, Integer(1), 1 + u**2 * (1 - u**2) ** 2 / (3 * (5 + 3 * u**2) ** 2)),
    given=Given({"u": Rationals(above=-1, below=1)}),
    uses=("morwani20.jacobian.p-norms",),
    twins=(Twin((Integer(1),) * 3, "|s J| <= 1, whatever the normalisation"),),
).literal(scope="the greatest eigenvalue of (s J)^T s J, of which two are 0", symbols=True, most=12)
def oblique(at: At) -> Any:
    return tuple(norm_squared(power, at.u) for power in (1, 2, 3))


@named("‖sJ_{0}‖²", r"\|sJ_{{{0}}}\|^2",
       means="J_p = ∂z/∂x at x = (2, −1 − u, −1 + u), z = RC(x)/s, s^p = Σᵢ |RC(x)ᵢ|^p/3")  # fmt: skip
@cache
def norm_squared(power: int, u: Any) -> Expr:
    """The trace of (s J)^T s J, whose characteristic polynomial is x^3 - x^2 trace, at c = (2, -1-u, -1+u)."""
    s_J = derivative_matrix([Integer(2), -1 - u, -1 + u], power, signs=(1, -1, -1)).to_DM()  # over Q(u)
    _, trace, minors, det = (s_J.transpose() * s_J).charpoly()
    if minors or det:
        raise Undefined("two eigenvalues are not 0")
    return s_J.domain.to_sympy(-trace)


@Claim(
    "morwani20.jacobian.kink",
    source=OTHERS,
    says="p = infinity, centred: at x = (1, -1, 0, .., 0), where the greatest |c_i| is reached twice, z_1 is constant "
    "along e_1 to the right, and to the left its chord over t <= 1 has the slope (1 - 2/n)/(1 - t/n): slopes 0 and "
    "1 - 2/n at x",
    hypotheses=("z = c/max|c_i|, c = x - mean(x)",),
    silent_on="that so z has a kink there for n >= 3; batches whose maximum is reached once, where z is differentiable",
    predicts=(Integer(0), (1 - 2 / n) / (1 - t / n)),
    over=grid(n=(2, 3, 5), t=(Rational(1, 2), 1)),
    given=Given({"n": Integers(2), "t": Rationals(above=0, most=1)}),
    speaks_of=("rc",),
    twins=(
        Twin(((1 - 2 / n) / (1 - t / n), (1 - 2 / n) / (1 - t / n)), "differentiable"),
        Twin(((1 - 2 / n) / (1 - t / n), Integer(0)), "the sides swapped"),
        Twin((Integer(0), 1 - 2 / n), "a straight line to the left, too"),
    ),
).literal(scope="z at both ends of the chords", most=60)
def kink(at: At) -> Any:
    start = over_greatest(at.n, number(0))
    return (over_greatest(at.n, at.t) - start) / at.t, (over_greatest(at.n, -at.t) - start) / -at.t


@named("z₀({1})", "z_0({1})", means="z₀(t) = c₀/maxᵢ |cᵢ|, c = RC(1 + t, −1, 0, .., 0)")
def over_greatest(n: Any, t: Any) -> Any:
    """z_1 at x + t e_1."""
    c = recentre(each(lambda i: one_if(i == 0) * (1 + t) - one_if(i == 1), places(n)))
    return c[0] / largest(each(abs, c))
