"""The Jacobian of batch normalization as the notes print it and as it is, and those of other normalisations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, diff, eye, sign, sqrt, symbols

from theory.batchnorm import dot, recentre
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.notation import n, t
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.derivatives import jet
from theory.term import (
    Series,
    Shape,
    Term,
    Vec,
    each,
    every,
    largest,
    number,
    one_if,
    places,
    root,
    size,
    total,
    variable,
)
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
def _variance(x: Any) -> Any:
    c = recentre(x)
    return dot(c, c) / size(c)


@named("(s ∂z({0})[{1}])", r"(s\,\partial z({0})[{1}])", shape=lambda x, *_: (size(x),),
       means="z = RC(x)/s, s² = Var(x) + ε")  # fmt: skip
def _derivative(x: Any, h: Any, epsilon: Any) -> Any:
    """s times the derivative of z along h, to first order in t."""
    path = recentre(each(Series, x, h))
    s = root(dot(path, path) / size(path) + epsilon)
    return each(lambda c: expanded(s[0] * (c / s)[1]), path)


def expanded(value: Any) -> Any:
    return value.expand() if isinstance(value, Expr) else value


along, rest = symbols("along rest", real=True)


def _eigenvalues(of_z: Any) -> tuple[Any, ...]:
    """The images of 1, of z and of what is orthogonal to both, at a place, and the trace: 1 occurs n - 2 times."""
    return Integer(0), of_z * along, rest, of_z + n - 2


@named(
    "{1}_⊥({0})", r"{1}_\perp({0})", shape=lambda x, _: (size(x),), means="h_⊥(x) the part of h orthogonal to 1 and x"
)
def _beside(x: Any, h: Any) -> Any:
    c, part = recentre(x), recentre(h)
    share = dot(c, part) / dot(c, c)
    return each(lambda a, b: a - share * b, part, c)


@Claim(
    "morwani20.jacobian.spectrum",
    source=BACKPROPAGATED,
    status="corrected",
    says="s dz/dx = I - 11^T/n - zz^T/n for z = (x - mean)/s, s^2 = v + epsilon, v the variance, has the eigenvalues "
    "0 at 1, epsilon/(v + epsilon) at z, and 1 on their complement, of dimension n - 2",
    hypotheses=("the biased variance v = (1/n) sum (x_i - mean)^2",),
    silent_on="epsilon = 0, where it is a projector of rank n - 2; other variances: components.algebra.bn-jacobian",
    predicts=_eigenvalues(eps / (v + eps)),
    over=grid(n=(3, 4, 5), v=(1, Rational(7, 2)), epsilon=(Rational(1, 3), 2), along=(1, -3), rest=(2,)),
    given=Given(
        {
            "x": Batches(Integers(3)),
            "h": Preceded(Batches(Integers(3), constant=True), (tuple(map(Rational, (0, 1, 0))),)),
            "i": Integers(0),
            "epsilon": Rationals(least=0),
        },
        lambda at: size(at["x"]) == size(at["h"]) and at["i"] < size(at["x"]),
        "h as long as x, i < n",
        letters={
            "n": lambda at: number(size(at["x"])),
            "v": lambda at: _variance(at["x"]),
            "along": lambda at: recentre(at["x"])[at["i"]],
            "rest": lambda at: _beside(at["x"], at["h"])[at["i"]],
        },
    ),
    speaks_of=("rc",),
    uses=("components.algebra.bn-jacobian",),
    twins=(
        Twin(_eigenvalues(1 - n * v / (v + eps)), "zz^T without 1/n, as printed"),
        Twin(_eigenvalues(1 - n * v / (n - 1) / (v + eps)), "zz^T/(n-1) with the biased s"),
        Twin(_eigenvalues(1 + v / (v + eps)), "+ zz^T/n"),
        Twin(_eigenvalues(Integer(0)), "a projector for epsilon > 0 as well"),
    ),
).literal(scope="z differentiated along 1, x - mean, h less its parts along these, and each entry", most=30)
def spectrum(at: At) -> Any:
    def image(h: Any, place: Any) -> Any:
        return _derivative(at.x, h, at.epsilon)[place]

    at_places = places(size(at.x))
    units = each(lambda j: each(lambda i: number(one_if(i == j)), at_places), at_places)
    directions = each(lambda _: number(1), at.x), recentre(at.x), _beside(at.x, at.h)
    return *(image(h, at.i) for h in directions), total(each(image, units, at_places))


# --- other normalisations -----------------------------------------------------------------------------------


class Powers(NamedTuple):
    """c = x - share mean(x), z = c/s, s^p = (1/n) sum |c_i|^p."""

    x: Any
    share: Any
    p: Any

    @property
    def c(self) -> Any:
        mean = total(self.x) / size(self.x)
        return each(lambda a: a - self.share * mean, self.x)

    @property
    def sizes(self) -> Any:
        """|c_i|^p"""
        return Vec.named("m", self.x.n) if isinstance(self.x, Vec) else each(lambda a: abs(a) ** self.p, self.c)

    @property
    def s(self) -> Any:
        return variable("s") if isinstance(self.x, Vec) else (total(self.sizes) / size(self.x)) ** (1 / self.p)


def _any_power(_: str) -> Shape:
    """Positive m_i are |c_i|^p, and s is the root of their mean: no more of them is used."""
    n, p, share, s = variable("n", "nat"), variable("p"), variable("share"), variable("s")
    value = Powers(Vec.named("x", n), share, p)
    known = n >= 1, p > 0, s > 0, every(lambda m: m > 0, value.sizes), every(lambda a: a != 0, value.c)
    return Shape(value, (n, p, share, s), known, rows=(("x", (n,)), ("m", (n,))))


def _is_power(value: object) -> bool:
    return isinstance(value, Powers) and value.p > 0 and all(value.c)


@composite("(x, share, p): x in R^n, p > 0, no c_i = 0", _is_power, _any_power, size=lambda of: len(of.x))
def powers(choose: Choose) -> Powers:
    p = (Integer(1), Rational(3, 2), Integer(2), Rational(5, 2), Integer(3), Integer(4), Integer(7))[choose(0, 6)]
    x = tuple(Rational(choose(1, 9)) * (2 * k + 1) * (-1) ** k for k in range(choose(2, 4)))
    return Powers(x, Integer(choose(0, 1)), p)


@named("z", shape=lambda of: (size(of.x),), bare=True, means="z = c/s, c = x − share mean(x), s^p = Σᵢ |cᵢ|^p/n")
def _normalised(of: Powers) -> Any:
    return each(lambda a: a / of.s, of.c)


@named("q", shape=lambda of: (size(of.x),), bare=True, means="qᵢ = |zᵢ|^p/zᵢ")
def _signed(of: Powers) -> Any:
    """|z|^(p - 1) sgn z"""
    mean = total(of.sizes) / size(of.x)
    return each(lambda m, a: m / mean / a, of.sizes, _normalised(of))


z_i, z_j, q_i, q_j, z_mean, q_mean, same, share = symbols("z_i z_j q_i q_j z_mean q_mean same share", real=True)


def _entry(kernel: Any) -> Any:
    """(i, j) of (I - K) (I - share 11^T/n), of the entry of K less share times the mean of its row."""
    return same - share / n - kernel / n


@Claim(
    "morwani20.jacobian.p-norms",
    source=OTHERS,
    says="for s = ((1/n) sum |c|^p)^(1/p): s dz/dx = (I - K)(I - 11^T/n), K_ij = z_i |z_j|^(p-1) sgn(z_j)/n; without "
    "centring I - K",
    hypotheses=("z = c/s, c = x - share mean(x): share = 1 (centred) or 0", "no c_i is 0", "(|c|^p)' = p |c|^p/c"),
    silent_on="p = infinity: jacobian.kink",
    predicts=_entry(z_i * (q_j - share * q_mean)),
    over=grid(
        z_i=(Rational(-1, 2), 2),
        z_j=(Rational(-3, 2),),
        q_i=(3,),
        q_j=(Rational(1, 3), 5),
        z_mean=(2,),
        q_mean=(7,),
        same=(0, 1),
        share=(0, 1),
        n=(3, 4),
    ),
    given=Given(
        {"of": powers(), "i": Integers(0), "j": Integers(0)},
        lambda at: (at["i"] < size(at["of"].x)) & (at["j"] < size(at["of"].x)),
        "i, j < n",
        letters={
            "z_i": lambda at: _normalised(at["of"])[at["i"]],
            "z_j": lambda at: _normalised(at["of"])[at["j"]],
            "q_i": lambda at: _signed(at["of"])[at["i"]],
            "q_j": lambda at: _signed(at["of"])[at["j"]],
            "z_mean": lambda at: total(_normalised(at["of"])) / size(at["of"].x),
            "q_mean": lambda at: total(_signed(at["of"])) / size(at["of"].x),
            "same": lambda at: number(one_if(at["i"] == at["j"])),
            "share": lambda at: at["of"].share,
            "n": lambda at: number(size(at["of"].x)),
        },
    ),
    uses=("components.algebra.bn-jacobian",),
    twins=(
        Twin(_entry(z_i * (z_j - share * z_mean)), "zz^T/n for every p"),
        Twin(_entry((z_i * (q_j - share * q_mean) + z_j * (q_i - share * q_mean)) / 2), "symmetric"),
        Twin(_entry(z_j * (q_i - share * q_mean)), "the transpose"),
        Twin(_entry(z_i * (z_j * q_j - share)), "degree p, and no sign"),
    ),
).literal(scope="z_i differentiated by x_j, from the derivative p |c|^p/c of |c|^p", most=28)
@named(
    "s ∂zᵢ/∂xⱼ", r"s\,\partial z_i/\partial x_j", bare=True, means="z = c/s, c = x − share mean(x), s^p = Σᵢ |cᵢ|^p/n"
)
def p_norms(at: At) -> Any:
    of, at_places = at.of, places(size(at.of.x))
    h = of._replace(x=each(lambda l: number(one_if(l == at.j)), at_places)).c
    top = total(each(lambda m, a, b: _power(of.p, m, a, b), of.sizes, of.c, h))
    scale = Series(of.s, of.s * (top[1] / (of.p * top[0])))
    return expanded(of.s * (Series(of.c[at.i], h[at.i]) / scale)[1])


def _power(p: Any, m: Any, a: Any, b: Any) -> Series:
    """|a + t b|^p to first order in t, a != 0: of numbers as SymPy differentiates it, of terms m and p (m/a) b."""
    if isinstance(a, Term):
        return Series(m, p * (m / a) * b)
    return Series(m, diff((abs(a) + sign(a) * b * t) ** p, t).subs(t, 0))


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
    says="p = infinity, centred: at x = (1, -1, 0, .., 0), where the greatest |c_i| is reached twice, the difference "
    "quotient of z_1 along e_1 is 0 on the right and (1 - 2/n)/(1 - t/n) on the left, 0 < t <= 1: slopes 0 and 1 - 2/n",
    hypotheses=("z = c/max|c_i|, c = x - mean(x)",),
    silent_on="that so z has a kink there for n >= 3; batches whose maximum is reached once, where z is differentiable",
    predicts=(Integer(0), (1 - 2 / n) / (1 - t / n)),
    given=Given({"n": Integers(2), "t": Rationals(above=0, most=1)}),
    speaks_of=("rc",),
    twins=(
        Twin(((1 - 2 / n) / (1 - t / n),) * 2, "differentiable"),
        Twin(((1 - 2 / n) / (1 - t / n), Integer(0)), "the sides swapped"),
    ),
).literal(scope="z moved by t and by -t", most=15)
@named("((z₀(t) − z₀(0))/t, (z₀(−t) − z₀(0))/(−t))",
       r"\Big(\tfrac{{z_0(t)-z_0(0)}}{{t}},\tfrac{{z_0(-t)-z_0(0)}}{{-t}}\Big)", shape=lambda *_: (2,), bare=True,
       means="z(t) = RC(x)/maxᵢ |RC(x)ᵢ| at x = (1 + t, −1, 0, .., 0), n points",
       )  # fmt: skip
def kink(at: At) -> Any:
    def first(step: Any) -> Any:
        c = recentre(each(lambda i: number(one_if(i == 0)) * (1 + step) - one_if(i == 1), places(at.n)))
        return c[0] / largest(each(abs, c))

    return tuple((first(step) - first(0)) / step for step in (at.t, -at.t))
