"""Two clusters of data, what a neuron makes of them, and laws of its weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import Expr, Rational, Symbol, exp, integrate, oo, pi, sqrt

from theory.batchnorm import Row, recentre, relu
from theory.claim import Locator
from theory.domains.batches import Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.laws import even_laws, power
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Domain, Integers
from theory.notation import k, n
from theory.papers.nachum24 import NACHUM24
from theory.term import (
    Cond,
    Shape,
    Vec,
    each,
    entries,
    every,
    larger,
    mean,
    number,
    one_if,
    over_layers,
    total,
    variable,
)  # fmt: skip
from theory.term.named import named
from theory.tree import positive

Pairs = tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class Law:
    """Values with their probabilities, of unknown number."""

    values: Any
    shares: Any


def values(law: Any) -> Any:
    return law.values if isinstance(law, Law) else tuple(w for w, _ in law)


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, Law) else tuple(p for _, p in law)


def _is_law(value: object) -> bool:
    pairs = isinstance(value, tuple) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
    return pairs and all(p > 0 for _, p in value) and sum(p for _, p in value) == 1  # type: ignore[attr-defined]


def _general(name: str, of_values: Callable[[Any], Cond], *of_both: Callable[[Any, Any], Cond]) -> Shape:
    """A law of which is known what each value is, that probabilities are positive and sum to 1, and more of both."""
    size = variable(f"q_{name}", "nat")
    w, p = Vec.named(name, size), Vec.named(f"p_{name}", size)
    known = (every(of_values, w), every(lambda e: e > 0, p), total(p) == 1, *(known(w, p) for known in of_both))
    return Shape(Law(w, p), (size,), known, rows=((name, (size,)), (f"p_{name}", (size,))))


def _above(w: Any, p: Any) -> Cond:
    found: Cond = total(each(lambda value, share: share * one_if(value > 0), w, p)) == Rational(1, 2)
    return found


@composite(
    "a law of finitely many numbers other than 0, positive and negative with probability 1/2 each",
    has=lambda law: _is_law(law) and all(w for w, _ in law) and 2 * sum(p for w, p in law if w > 0) == 1,
    general=lambda name: _general(name, lambda e: e != 0, _above),
)
def signed_laws(choose: Choose) -> Pairs:
    """Pairs (w, probability), one to three of either sign."""

    def half(sign: int) -> Pairs:
        often = [choose(1, 9) for _ in range(choose(1, 3))]
        return tuple((Rational(sign * choose(1, 9), choose(1, 4)), Rational(q, 2 * sum(often))) for q in often)

    return half(1) + half(-1)


WORDS = "a symmetric law of finitely many values and {}: each w >= 0 with the probability of +w and -w"


@composite(
    WORDS.format("weights other than 0"),
    has=lambda law: _is_law(law) and all(w > 0 for w, _ in law),
    general=lambda name: _general(name, lambda e: e > 0),
)
def symmetric_laws(choose: Choose) -> Pairs:
    """Laws of w ~ -w, w never 0: pairs (w, p) for +w and -w with probability p/2 each."""
    often = [choose(1, 9) for _ in range(choose(1, 2))]
    return tuple((Fraction(choose(1, 9), choose(1, 4)), Fraction(q, sum(often))) for q in often)


def over_networks(law: Any, observe: Callable[[Any], Any], x: Any, depth: Any) -> Any:
    """The mean of what is observed of a network of width one, RC then ReLU, weights of a symmetric law."""

    def layer(after: Callable[[Any], Any], v: Any) -> Any:
        def both(w: Any, p: Any) -> Any:
            return p * sum(after(positive(each(lambda e, a=a: a * e, v))) for a in (w, -w)) / 2

        return total(each(both, values(law), shares(law)))

    return over_layers(layer, depth, observe, x)


DEFINITION_12 = Locator(NACHUM24, "Definition 12")
MORE = "inputs of more dimensions, by the note: of them, too, only the normal w.d counts"
NUMBER, FROM_ONE = int | Fraction | Rational, Integers(1)
BY_DEFINITION = "by definition, inputs of dimension one"
LAWS = (
    ((1, 1),),
    ((1, Rational(1, 2)), (2, Rational(1, 2))),
    ((1, Rational(1, 3)), (3, Rational(2, 3))),
    ((1, Rational(9, 10)), (5, Rational(1, 10))),
    ((Rational(1, 2), Rational(1, 4)), (1, Rational(1, 2)), (3, Rational(1, 4))),
)
"""Symmetric laws with finitely many values, none of them 0: pairs (w, p), +w and -w with probability p/2 each."""
SYMMETRIC = "±w of probability p/2 for (w, p) in law"


def both_signs(law: Any) -> list[tuple[Rational, Rational]]:
    return [(Rational(sign) * w, Rational(p) / 2) for w, p in law for sign in (1, -1)]


EVEN_LAWS = even_laws()
WIDTH_AND_GAIN = {
    "m": lambda at: number(entries(at["law"])),
    "beta": lambda at: entries(at["law"]) * power(at["law"], 2, 0) / 2,
}
"""Var W_ij = 2 beta/m defines beta."""


def configurations(**more: Domain) -> Given:
    """n points, k of them at the first of two numbers and the others at the second: inputs of dimension one."""
    own: dict[str, Domain] = {"n": Integers(2), "k": Integers(1), "points": Batches(Integers(2, 2), distinct=True)}
    return Given(
        own | more,
        lambda at: at["k"] < at["n"],
        "k < n points at the first of the two numbers, the others at the second",
    )


def weighted(domain: Domain = EVEN_LAWS, **more: Domain) -> Given:
    """The same, and a law of the m weights of a layer."""
    plain = configurations(**more, law=domain)
    return replace(plain, letters=WIDTH_AND_GAIN)


@named("y({3})", means="y(w) = ReLU(RC(w x)) at x_o and at x_c, x of k points x_o and n − k points x_c",
       shape=lambda *_: (2,))  # fmt: skip
def neuron(n: Any, k: Any, points: tuple[Any, Any], w: Any) -> tuple[Any, Any]:
    """relu(RC(w x)) of the k points at the first of two numbers and of the others."""
    row: Row = relu(recentre([w * number(x) for x in points], (k, n - k)))
    return row[0], row[1]


@named("{0}₀ − {0}₁", "{0}_0-{0}_1")
def distance(points: Any) -> Any:
    return number(points[0] - points[1])


def _real_row(name: str, size: Integers) -> Shape:
    m = variable("m", "nat")
    return Shape(Vec.named(name, m), (m,), (m >= size.least,), rows=((name, (m,)),))


@composite(
    "in R^m, m {size}",
    has=lambda row, size: isinstance(row, tuple) and len(row) in size and all(isinstance(e, NUMBER) for e in row),
    general=_real_row,
)
def real_rows(choose: Choose, size: Integers = FROM_ONE) -> tuple[Fraction, ...]:
    """Of each neuron a number, such as its weight."""
    return tuple(entry(choose) for _ in range(int(size.draw(choose))))


def of_one_sign(at: Any, sign: int) -> Any:
    """The sum of (w.d)^2 over the weights at which w.d has this sign."""
    d = at["points"][0] - at["points"][1]
    return total(each(lambda w: larger(number(sign * w * d), 0) ** 2, at["w"]))


U = Symbol("u", positive=True)


@cache
def half_moment(power: int) -> Expr:
    """E[w^power; w > 0] of a standard normal w, by integrating its density."""
    return integrate(U**power * exp(-(U**2) / 2), (U, 0, oo)) / sqrt(2 * pi)


LAYER = "x' = ReLU(RC(W x)), k points x_o and n − k x_c, d = x_o − x_c, W of m rows, entries of the law"


def over_rows(f: Callable[[Any, Any], Any], n: Any, k: Any, points: tuple[Any, Any]) -> Callable[[Any], Any]:
    """Of a row of m weights the sum of f(x_o', x_c') over the neurons."""
    return lambda w: total(each(lambda weight: f(*neuron(n, k, points, number(weight))), w))


def stretched(n: Any, k: Any, points: tuple[Any, Any]) -> Callable[[Any], Any]:
    """|d'|^2/|d|^2, of the weights."""
    square = over_rows(lambda o, c: (o - c) ** 2, n, k, points)
    return lambda w: square(w) / distance(points) ** 2


@named("(E|d'|²/|d|²)", r"\tfrac{{\mathbb E|d'|^2}}{{|d|^2}}", means=LAYER)
def growth(n: Any, k: Any, points: Any, law: Any) -> Any:
    return mean(law, stretched(n, k, points))


REST, Q, SIZE = Symbol("rest", integer=True, positive=True), Symbol("q", real=True), Symbol("size", positive=True)
"""n - k; the row at the cluster, w.x_c; and the standard deviation of t = w.d."""

EVERYWHERE = "every n, k and row of preactivations, on symbols"


def blocks(t: Expr) -> tuple[Expr, Expr]:
    """relu(RC(row)) of any row w: k entries w.x_o = q + t, REST entries w.x_c = q, q any number."""
    row = relu(recentre((Q + t, Q), (k, REST)))
    return row[0], row[-1]


def sized(predicted: Any, copies: Any = k) -> Any:
    """A prediction with n = k + REST, of so many copies of x_o."""
    if isinstance(predicted, tuple):
        return tuple(sized(part, copies) for part in predicted)
    return predicted.subs(n, k + REST).subs(k, copies)


def signs() -> Iterator[tuple[str, Expr]]:
    """t = w.d of any size, on both sides of 0."""
    yield "t > 0", SIZE * U
    yield "t < 0", -SIZE * U
