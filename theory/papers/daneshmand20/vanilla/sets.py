"""Definitions 4 to 6 and Example 17: contracting, irreducible and strongly irreducible sets of matrices."""

from __future__ import annotations

from functools import lru_cache
from operator import add
from typing import Any

import sympy
from flint import fmpq, fmpq_mat
from sympy import Integer, Rational, Symbol, gamma, pi, sqrt

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import HALF, d, k, m, n
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.depths import equal_weight_powers, length, letters, of_powers
from theory.papers.daneshmand20.matrices import boxed_matrices
from theory.papers.daneshmand20.vanilla.exponents import LEMMA_18, g
from theory.papers.daneshmand20.vanilla.limits import beside
from theory.term import each, number, one_if, places, root, size, some, total, whole
from theory.term.matrices import determinant, inner
from theory.term.named import named
from theory.words import Within

b, q = sympy.symbols("b q", positive=True)


@Claim(
    "daneshmand20.vanilla.contracting",
    source=Locator(DANESHMAND20, "Definition 4, and the proof of Lemma 3"),
    status="reconstructed",
    says="powers of one matrix contract: (I + gamma b 1 1^T)^n, b > 0 a value of the weights, stretches 1 by "
    "(1 + gamma b d)^n and what is orthogonal to 1 not at all",
    hypotheses=("the weights take a positive value b, or values near b",),
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


EXAMPLE_17 = Locator(DANESHMAND20, "Definition 5 and Example 17")


def factors(base: Any) -> tuple[fmpq_mat, fmpq_mat]:
    """diag(l, 1/l) and J."""
    return fmpq_mat(2, 2, [base, 0, 0, 1 / fmpq(base)]), fmpq_mat(2, 2, [0, 1, 1, 0])


def orbit(line: tuple[int, int], base: Any, words: int) -> int:
    """Number of lines that words of at most `words` letters make of one."""

    def normal(x: fmpq, y: fmpq) -> tuple[fmpq, fmpq]:
        return (fmpq(1), y / x) if x else (fmpq(0), fmpq(1))

    seen = {normal(fmpq(line[0]), fmpq(line[1]))}
    for _ in range(words):
        images = (letter * fmpq_mat(2, 1, list(v)) for v in seen for letter in factors(base))
        seen = seen | {normal(image[0, 0], image[1, 0]) for image in images}
    return len(seen)


@named(
    "#(images of {0} by words of length ≤ {2})",
    r"\\#\\{{\\text{{images of }}{0}\\}}_{{n={2}}}",
    means="words of n letters or fewer, diag(l, 1/l) and the exchange of e₁ and e₂",
)
def images_of(line: Any, base: Any, words: Any) -> Integer:
    return Integer(orbit((int(line[0]), int(line[1])), to_fmpq(base), int(words)))


@Claim(
    "daneshmand20.vanilla.example-lines",
    source=EXAMPLE_17,
    status="reconstructed",
    says="T = {diag(l, 1/l), J}, J the swap: span(e_1) has 2 images under all words, span(e_1) and span(e_2), so their "
    "union is invariant and neither alone is; span(e_1 + e_2) has 2n images under the words of at most n letters",
    predicts=(Integer(2), 2 * n),
    given=Given({"n": Integers(1), "l": Rationals(above=1)}),
    twins=(Twin((2 * n, 2 * n), "strongly irreducible, every orbit is infinite"),),
).literal(most=100)
def example_lines(at: At) -> object:
    return images_of((1, 0), at.l, at.n), images_of((1, 1), at.l, at.n)


@example_lines.exact(
    "every l and n: the letters on lines of slope l^(2k), k any whole number; induction",
    argued="a word acts on slopes l^(2k), as whole numbers k: one letter more is one step of the induction",
)
def _by_induction(predicted: Predicted) -> Compared:
    base, place = Symbol("l", positive=True), Symbol("k", integer=True)
    D, J = sympy.diag(base, 1 / base), sympy.Matrix([[0, 1], [1, 0]])
    first, second = sympy.Matrix([1, 0]), sympy.Matrix([0, 1])
    closed = (D * first == base * first, D * second == second / base, J * first == second, J * second == first)
    yield "span(e_1) and span(e_2)", tuple(map(bool, closed)), (True,) * 4
    by_D, by_J = place - 1, -place
    for letter, power in ((D, by_D), (J, by_J)):
        image = letter * sympy.Matrix([1, base ** (2 * place)])
        yield f"k goes to {power}", sympy.simplify(image[1] / image[0]), base ** (2 * power)
    # l > 1: other k are other lines. Up to n letters reach low <= k <= high: so does one, from k = 0, and where n do so
    # do n + 1
    low, high = -n, n - 1
    one = (by_D.subs(place, 0), by_J.subs(place, 0))
    yield "one letter", one, (low.subs(n, 1), high.subs(n, 1))
    shifted = tuple(by_D.subs(place, end) for end in (low, high))
    turned = tuple(by_J.subs(place, end) for end in (high, low))
    yield "one letter more, least and greatest", (shifted[0], turned[1]), (low.subs(n, n + 1), high.subs(n, n + 1))
    inside = (shifted[1] - high, low - turned[0], low - shifted[0] - 1, turned[1] - high - 1)
    yield "one new line on either side", tuple(map(sympy.expand, inside)), (-1, -1, 0, 0)
    yield "how many", (Integer(2), sympy.expand(high - low + 1)), predicted


def central(half: sympy.Expr) -> sympy.Expr:
    """binomial(2m, m)/4^m."""
    return gamma(half + HALF) / (sqrt(pi) * gamma(half + 1))


def balanced(A: fmpq_mat) -> bool:
    """Whether A is a multiple of an orthogonal matrix: equal singular values."""
    gram = A.transpose() * A
    return bool(gram[0, 1] == 0 and gram[0, 0] == gram[1, 1])


@lru_cache(maxsize=16)
def _graph(base: fmpq, steps: int) -> tuple[list[list[int]], list[bool]]:
    """The products of at most so many letters, numbered, the empty one first: the numbers of the letters times each,
    and which are balanced."""
    products, images = [fmpq_mat(2, 2, [1, 0, 0, 1])], list[list[int]]()
    number = {str(products[0]): 0}
    for _ in range(steps):
        for A in products[len(images) :]:
            longer = {str(image): image for image in (letter * A for letter in factors(base))}
            for name in longer.keys() - number.keys():
                number[name] = len(products)
                products.append(longer[name])
            images.append([number[name] for name in longer])
    return images, [balanced(A) for A in products]


def products_of(base: fmpq, steps: int, most: int) -> tuple[fmpq, list[fmpq]]:
    """The mean number of balanced products among the first `steps`, and the probabilities of 0, .., `most` - 1 of them
    and of more; every product that words of this length make is gone through, equal ones together."""
    images, even = _graph(base, steps)
    law = {0: [1, *[0] * most]}  # numbers of words with 0, 1, .. balanced products up to now, the last for more
    mean = fmpq(0)
    for step in range(1, steps + 1):
        after: dict[int, list[int]] = {}
        for start, words in law.items():
            for end in images[start]:
                now = [0, *words[:-2], words[-2] + words[-1]] if even[end] else words
                after[end] = list(map(add, after[end], now)) if end in after else now
        law = after
        mean += fmpq(sum(sum(words) for end, words in law.items() if even[end]), 2**step)
    return mean, [fmpq(sum(column), 2**steps) for column in zip(*law.values(), strict=True)]


WALK = "s₁, s₂ of products of n factors, each diag(l, 1/l) or the exchange of e₁ and e₂, evenly"


@named("E #(n ≤ {1} : s₁ = s₂)", r"\mathbb E\#\{{n\le {1}:s_1=s_2\}}", means=WALK)
def mean_visits(base: Any, steps: Any) -> Any:
    return to_sympy(products_of(to_fmpq(base), whole(steps), 1)[0])


@named("P(#(n ≤ {1} : s₁ = s₂) ≥ {2})", r"P(\#\{{n\le {1}:s_1=s_2\}}\ge {2})", means=WALK)
def chance_of_visits(base: Any, steps: Any, least: Any) -> Any:
    return to_sympy(products_of(to_fmpq(base), whole(steps), whole(least))[1][-1])


@Claim(
    "daneshmand20.vanilla.example-walk",
    source=EXAMPLE_17,
    says="factors drawn evenly from T = {diag(l, 1/l), J}: among the first 2m + 1 products (2m + 1) binomial(2m, m)/4^m"
    " - 1/2 are multiples of orthogonal matrices in the mean, and none with probability binomial(2m+2, m+1)/4^(m+1): "
    "they return for ever, and the conclusion of Lemma 18 fails",
    predicts=((2 * m + 1) * central(m) - HALF, central(m + 1)),
    given=Given({"m": Integers(1), "l": Rationals(above=1)}),
    uses=("daneshmand20.vanilla.example-lines",),
    twins=(Twin((Integer(1), HALF), "finitely many returns, as strong irreducibility would give"),),
).literal(most=30)
def example_walk(at: At) -> object:
    steps = 2 * at.m + 1
    return mean_visits(at.l, steps), 1 - chance_of_visits(at.l, steps, 1)


@Claim(
    "daneshmand20.vanilla.irreducible-suffices",
    source=LEMMA_18,
    status="reading",
    says="irreducible and contracting is enough: every limit point is of rank one, so with probability 0 infinitely "
    "many products of Example 17 have equal singular values",
    relation="->",
    predicts=Integer(0),
    given=Given({"k": Index(1, listed=(2, 1)), "l": Rationals(above=1)}),
    uses=("daneshmand20.vanilla.example-walk",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.vanilla.example-walk",),
    truth=Integer(1),  # the walk is recurrent
).literal(most=6)
def irreducible(at: At) -> Within:
    # P(no return in n steps) <= 1/sqrt(3n/2); k returns within 10^k, as each takes at most 10^k/(2k) < [10^k/k] (note)
    return Within(chance_of_visits(at.l, 10**at.k, at.k), k * sqrt(4 * k / 3) * sqrt(Rational(1, 10)) ** k)


@named("(s₂/s₁)(R^{0})", r"\tfrac{{s_2}}{{s_1}}(R^{{{0}}})", means="R the rotation (3, −4; 4, 3)/5")
def ratio_of_power(n: Any) -> sympy.Expr:
    A = fmpq_mat(2, 2, [fmpq(3, 5), fmpq(-4, 5), fmpq(4, 5), fmpq(3, 5)]) ** whole(n)
    gram = A.transpose() * A
    trace = to_sympy(gram[0, 0] + gram[1, 1])
    root = sqrt(trace**2 - 4 * to_sympy(gram.det()))
    return sqrt((trace - root) / (trace + root))


@Claim(
    "daneshmand20.vanilla.contraction-dropped",
    source=LEMMA_18,
    status="reading",
    says="strongly irreducible is enough: s_2/s_1 -> 0 for the powers of a rotation of infinite order",
    relation="->",
    predicts=Integer(0),
    given=Given({"n": Integers(1)}),
    expected=Verdict.REFUTED,
    truth=Integer(1),  # powers of an orthogonal matrix
).literal(most=100)
def contraction_dropped(at: At) -> Within:
    return Within(ratio_of_power(at.n), Integer(0))  # it is one number at every n
