"""Growth at the symmetric fixed point of BN with any activation: no activation has less than none."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Any

from theory.claim import Claim, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers
from theory.exact.rationals import to_sympy
from theory.notation import n
from theory.papers.yang19.growth import rates
from theory.term import whole
from theory.term.named import named
from theory.words import At

Polynomial = tuple[Fraction, ...]
"""Coefficients, that of 1 first."""


@composite(
    "polynomials of degree 1 at least, by their rational coefficients, that of 1 first",
    has=lambda phi: isinstance(phi, tuple) and all(isinstance(c, int | Fraction) for c in phi) and any(phi[1:]),
    size=len,
)
def polynomials(choose: Choose) -> Polynomial | None:
    """Of degree up to 6, coefficients with denominators up to 3."""
    phi = tuple(Fraction(choose(-6, 6), choose(1, 3)) for _ in range(choose(2, 7)))
    return phi if any(phi[1:]) else None


def times(p: Sequence[Fraction], q: Sequence[Fraction]) -> Polynomial:
    """The product."""
    ends = range(len(p) + len(q) - 1)
    return tuple(sum((p[i] * q[k - i] for i in range(len(p)) if 0 <= k - i < len(q)), Fraction(0)) for k in ends)


def of_sphere(a: int, b: int, n: int) -> Fraction:
    """E y_1^a y_2^b of y = sqrt(n) g/|g|, g ~ N(0, P): by pairings of a normal pair, over E|g|^(a+b)."""
    if (a + b) % 2:
        return Fraction(0)
    square, product = Fraction(n - 1, n), Fraction(-1, n)
    pairings = Fraction(0)
    for across in range(a % 2, min(a, b) + 1, 2):
        first, second = (a - across) // 2, (b - across) // 2
        ways = Fraction(factorial(a) * factorial(b), factorial(across) * factorial(first) * factorial(second))
        pairings += ways / 2 ** (first + second) * square ** (first + second) * product**across
    half = (a + b) // 2
    return pairings * Fraction(n) ** half / prod(n - 1 + 2 * k for k in range(half))


def mean(p: Sequence[Fraction], q: Sequence[Fraction], n: int) -> Fraction:
    """E p(y_1) q(y_2)."""
    return sum((u * v * of_sphere(i, j, n) for i, u in enumerate(p) for j, v in enumerate(q) if u * v), Fraction(0))


@named(
    "growth_{1}(φ = {0})",
    means="E|J D δ|²/|δ|², J the derivative of BN, D that of φ(x) = Σ φ_k x^k after it, at the spread that a layer "
    "keeps, in the mean over directions of the centred δ",
)
def growth_of(phi: Polynomial, count: Any) -> Any:
    """(n/(n - 3)) E|P D (P - y y^T/n)|^2/E|P phi(y)|^2: entry by entry, all pairs of points being alike."""
    n = whole(count)
    slope: Polynomial = tuple(k * c for k, c in enumerate(phi))[1:]
    one, y = (Fraction(1),), (Fraction(0), Fraction(1))
    squared, turned = times(slope, slope), times(slope, y)
    own = Fraction(n - 1, n) ** 2 * mean(squared, one, n) - Fraction(n - 1, n**2) * mean(times(turned, turned), one, n)
    other = (mean(slope, slope, n) + mean(turned, turned, n)) / n**2
    spread = (n - 1) * (mean(times(phi, phi), one, n) - mean(phi, phi, n))
    return to_sympy(Fraction(n, n - 3) * (n * own + n * (n - 1) * other) / spread)


@Claim(
    "yang19.growth.any-activation",
    source=rates.ABSTRACT,
    status="reconstructed",
    says="whatever the activation, squared gradients grow in every layer by (n - 2)/(n - 3) at least, as without "
    "one: for every polynomial after BN, at the symmetric fixed point, and any variance of the weights",
    hypotheses=(
        *rates.WIDE,
        "the symmetric fixed point, of the spread that a layer keeps",
        "rows of the gradient sum to 0",
    ),
    silent_on="activations that are no polynomials, as ReLU and tanh: by the note for all of them",
    relation=">=",
    predicts=(n - 2) / (n - 3),
    given=Given({"phi": Preceded(polynomials(), ((Fraction(0), Fraction(1)),)), "n": Integers(4)}),
    uses=("yang19.growth.linear",),
    twins=(
        Twin((n - 1) / (n - 3), "the direction of the row counted"),
        Twin(2 * (n - 1) / (n - 3), "what an even activation of degree 2 has"),
    ),
).literal(scope="moments of the sphere by pairings", most=40)
def any_activation(at: At) -> Any:
    return growth_of(at.phi, at.n)
