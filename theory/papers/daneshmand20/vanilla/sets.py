"""Definitions 4 and 6: contracting and strongly irreducible sets of matrices."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Integer, Symbol

from theory.claim import At, Claim, Locator, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.notation import d, n
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.depths import equal_weight_powers, length, letters, of_powers
from theory.papers.daneshmand20.matrices import boxed_matrices
from theory.papers.daneshmand20.vanilla.networks import beside
from theory.papers.daneshmand20.vanilla.setting import g
from theory.term import each, number, one_if, places, root, size, some, total
from theory.term.matrices import determinant, inner

b, q = sympy.symbols("b q", positive=True)


@Claim(
    "daneshmand20.vanilla.contracting",
    source=Locator(DANESHMAND20, "Definition 4, and the proof of Lemma 3"),
    status="reconstructed",
    says="powers of one matrix contract: (I + gamma b 1 1^T)^n, b > 0 a value of the weights, stretches 1 by "
    "(1 + gamma b d)^n and what is orthogonal to 1 not at all",
    hypotheses=("the weights take a positive value b, or values near b",),
    silent_on="that these are the singular values, (1 + gamma b d)^n once and 1 else, as the matrix is symmetric: "
    "their ratio is (1 + gamma b d)^(-n) (note)",
    predicts=((1 + g * b * d) ** n, Integer(1)),
    given=Given(
        {"net": equal_weight_powers()},
        words="at 1, and at z = w - mean(w), which is any z orthogonal to 1",
        letters=letters(of_powers, "dnbg"),
    ),
    twins=(
        Twin(((1 + g * b) ** n, Integer(1)), "without the width"),
        Twin((1 + g * b * d, Integer(1)), "one factor, as if the set had to contain the sequence"),
    ),
).literal(most=40)
def contracting(at: At) -> tuple[Any, Any]:
    net = of_powers(at.net)
    top, other = (root(length(last) / length(first)) for first, last in zip(net.first, net.last, strict=True))
    return top, other


B = Symbol("B", positive=True)
NARROW = "gamma B d < 1"


def stretch(A: Any, z: Any) -> Any:
    """|A z|/|z|."""
    image = each(lambda row: inner(row, z), A)
    return root(number(inner(image, image)) / number(inner(z, z)))


@Claim(
    "daneshmand20.vanilla.closed-semigroup",
    source=Locator(DANESHMAND20, "Definition 4 and Lemma 18"),
    status="corrected",
    says="weights in [-B, B], gamma B d < 1: |(I + gamma W) z| >= (1 - gamma B d) |z| for all z",
    silent_on="what follows (note): singular values are at least 1 - gamma B d, so that the support is a compact set "
    "of invertible matrices and no sequence in it contracts: the set of Lemma 18 is the closed semigroup of it",
    relation=">=",
    predicts=1 - g * B * d,
    given=Given(
        {"V": boxed_matrices(), "z": Batches(constant=True), "B": Rationals(above=0), "g": Rationals(above=0)},
        lambda at: (
            size(at["V"]) == size(at["z"]) and at["g"] * at["B"] * size(at["V"]) < 1 and some(lambda x: x != 0, at["z"])
        ),
        f"W = B V; {NARROW}; z != 0",
        letters={"d": lambda at: number(size(at["V"]))},
    ),
    twins=(Twin(1 - g * B, "without the width"),),
).literal(most=100)
def support(at: At) -> object:
    return stretch(beside(at.V, at.g * at.B), at.z)


@Claim(
    "daneshmand20.vanilla.closed-semigroup-attained",
    source=support.source,
    says="the bound of closed-semigroup is attained, at W = -B 1 1^T and z = 1: |(I - gamma B 1 1^T) 1| is "
    "(1 - gamma B d) |1|",
    predicts=1 - g * B * d,
    given=Given(
        {"d": Integers(2), "B": Rationals(above=0), "g": Rationals(above=0)},
        lambda at: at["g"] * at["B"] * at["d"] < 1,
        NARROW,
    ),
    twins=(Twin(1 - g * B, "without the width"), Twin(Integer(0), "the support contracts")),
).literal(most=100)
def attained(at: At) -> object:
    ones = each(lambda _: number(1), places(at.d))
    return stretch(beside(each(lambda _: each(lambda _: number(-1), ones), ones), at.g * at.B), ones)


@Claim(
    "daneshmand20.vanilla.strongly-irreducible",
    source=Locator(DANESHMAND20, "Definition 6, and the proof of Lemma 3"),
    status="corrected",
    says="the derivatives J of W -> (I + gamma W) v have det J J^T = (gamma^2 q)^d, q = |v|^2: not 0 for v != 0",
    silent_on="what follows (note): weights of a density move v over an open set, which no finite union of proper "
    "subspaces holds; that finitely many images v + c e_i do not share one subspace would not be enough; laws without "
    "a density",
    predicts=(g**2 * q) ** d,
    given=Given(
        {"v": Batches(constant=True), "g": Rationals(above=0)},
        lambda at: some(lambda x: x != 0, at["v"]),
        "v != 0",
        letters={"d": lambda at: number(size(at["v"])), "q": lambda at: number(inner(at["v"], at["v"]))},
    ),
    twins=(Twin(Integer(0), "images in a hyperplane"), Twin(g ** (2 * d) * q, "one power of |v|^2")),
).literal(most=60)
def open_image(at: At) -> object:
    # the map is affine in W: its derivatives are its differences, one weight at a time
    rows = places(size(at.v))

    def slope(i: Any, a: Any, b: Any) -> Any:
        """Of neuron i by W_ab."""
        return number(at.g) * total(each(lambda x, j: one_if(i == a) * one_if(j == b) * number(x), at.v, rows))

    def entry(i: Any, k: Any) -> Any:
        return total(each(lambda a: total(each(lambda b: slope(i, a, b) * slope(k, a, b), rows)), rows))

    return determinant(each(lambda i: each(lambda k: entry(i, k), rows), rows))
