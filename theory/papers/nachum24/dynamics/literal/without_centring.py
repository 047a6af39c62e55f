"""Layers without recentring: the cosine that RS + ReLU fixes, and angles along ReLU alone, by definition."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from flint import acb, arb, arb_mat
from sympy import Rational

from theory.choices import greater
from theory.exact.certify import decimal, guess, precision, upper_end
from theory.exact.expressions import Undefined, enclose
from theory.papers.nachum24.dynamics.literal.stability import moduli
from theory.primitive import primitive
from theory.term.named import named
from theory.wide.fixed_points import symmetric
from theory.wide.gram_maps import gram_map_balls
from theory.wide.rescaling import relu_entry

RS_RELU = ("rs", "nl")


@named(
    "c to {1} digits: RS + ReLU takes (1 − c) I + c J of {0} points to its multiple",
    r"c\text{{ to }}{1}\text{{ digits}}:\mathrm{{RS+ReLU}}\text{{ takes }}(1-c)I+cJ\text{{ of }}{0}"
    r"\text{{ points to its multiple}}",
)
def fixed_cosine_of(n: int, significant: int) -> Rational:
    """Cosine of equicorrelated points that RS + ReLU leaves as it is, rounded."""
    return fixed_cosine(int(n), int(significant))


@named(
    "c to {0} digits: RS + ReLU keeps c in an infinite batch",
    r"c\text{{ to }}{0}\text{{ digits}}:\mathrm{{RS+ReLU}}\text{{ keeps }}c\text{{ in an infinite batch}}",
)
def fixed_cosine_of_infinite_batch(significant: int) -> Rational:
    """The same of infinitely many points."""
    return fixed_cosine(None, int(significant))


@cache
def fixed_cosine(n: int | None, digits: int) -> Rational:
    """Cosine of equicorrelated points that RS + ReLU leaves as it is, n or infinitely many, rounded.

    A layer raises the cosine a little below it and lowers it a little above, at two exact points: between them is a
    fixed one. Where to look is taken from `theory.wide`; that it is there is seen by the layer alone.
    """
    with precision(digits + 15):
        near = symmetric(n, RS_RELU).value("cos_cluster", digits + 10)
        step = arb(10) ** (-digits - 4)
        ends = [guess(near + sign * step) for sign in (-1, 1)]
        low, high = ((after_layer(end, n, digits + 7) if n else in_infinite_batch(end)) - end for end in ends)
        if not (low > 0 and high < 0):
            raise Undefined(f"n = {n}: no change of sign near {near.str(8)}")
        return Rational(decimal(ends[0].union(ends[1]), digits))


def after_layer(cosine: arb, n: int, digits: int) -> arb:
    """By the n x n matrix: n E[relu(y_1) relu(y_2)/|y|^2] over n E[relu(y_1)^2/|y|^2], by quadrature with its error."""
    G = arb_mat([[arb(1) if i == j else cosine for j in range(n)] for i in range(n)])
    image = gram_map_balls(G, RS_RELU, digits)
    return image[0, 1] / image[0, 0]


def in_infinite_batch(cosine: arb) -> arb:
    """Of infinitely many y_i = sqrt(c) Z + sqrt(1-c) xi_i: their mean square given Z is what RS divides by.

    E[E[relu(y)|Z]^2/E[y^2|Z]] over E[relu(y)^2/E[y^2|Z]], which is 1/2 by y -> -y. Beyond |Z| = 24 the integrand is
    below the density.
    """
    root, rest = cosine.sqrt(), (1 - cosine).sqrt()

    def integrand(z: acb, _: bool) -> acb:
        at = root * z / rest
        mean = rest * (density(at) + at * (-at / arb(2).sqrt()).erfc() / 2)
        return density(z) * mean * mean / (cosine * z * z + 1 - cosine)

    beyond = (arb(24) / arb(2).sqrt()).erfc()
    return 2 * (acb.integral(integrand, -24, 24).real + arb(0, beyond))


def density(z: acb) -> acb:
    """Of the standard normal law."""
    return (-z * z / 2).exp() / (2 * arb.pi()).sqrt()


@primitive("nl", lambda cosine: (81 * _relu(cosine) + 20 * cosine) / 101)
def after_relu(cosine: arb) -> arb:
    """Cosine of two points of equal norm after a layer of ReLU alone; a ball grows by no more than rounding."""
    return _relu(cosine)


def _relu(cosine: arb) -> arb:
    return relu_entry(arb(1), arb(1), cosine)


@named("θ_{1}(arccos {0})", r"\theta_{{{1}}}(\arccos {0})")
def angle_after_layers(cosine: Any, depth: Any) -> arb:
    """The angle of two points after layers of ReLU alone, infinitely wide, from that of a cosine."""
    with precision(40):
        now = enclose(cosine, {}, 40)
        for _ in range(int(depth)):
            now = after_relu(now)
        return now.acos()


@named(
    "max |λ| of RS + ReLU where it keeps (1 − c) I + c J of {0} points",
    r"\max|\lambda|\text{{ of RS + ReLU where it keeps }}(1-c)I+cJ\text{{ of }}{0}\text{{ points}}",
)
def greatest_modulus(n: Any) -> arb:
    """Of the eigenvalues of a layer's derivative there."""
    return _greatest_modulus(int(n))


@cache
def _greatest_modulus(n: int) -> arb:
    """Of the eigenvalues of a layer of RS + ReLU at its equicorrelated fixed point, in all n(n+1)/2 dimensions.

    Rescaling forgets the scale, whose eigenvalue is 0, and the diagonal is 1/2: no multiplier. Derivatives are central
    differences of the literal layer of step h. For |z| <= r = l/(2 |E|), l the least eigenvalue of G, |E| by Frobenius,
    z -> Phi(G + zE)_ij is 2n E[relu(y_i) relu(y_j)/|y|^2], analytic and at most M = 2n 3^(n/2) in modulus (the density
    of N(0, G + zE) gives (|w|/Re w)^(1/2) for each eigenvalue w of I + z G^(-1/2) E G^(-1/2)): the error is at most
    2 M h^2/r^3.
    """
    digits, h = 14, arb(10) ** -5
    with precision(2 * digits):
        cosine = enclose(fixed_cosine(n, digits), {}, 2 * digits) + arb(0, arb(10) ** -digits)
        G = arb_mat([[arb(1) if i == j else cosine for j in range(n)] for i in range(n)])
        places = list(combinations_with_replacement(range(n), 2))
        columns = []
        for p, q in places:
            E = arb_mat([[arb(int((i, j) in ((p, q), (q, p)))) for j in range(n)] for i in range(n)])
            upper, lower = (2 * gram_map_balls(G + E * (sign * h), RS_RELU, digits) for sign in (1, -1))
            r = (1 - cosine) / (2 * arb(2 - int(p == q)).sqrt())
            left_out = upper_end(4 * n * arb(3) ** (arb(n) / 2) * h**2 / r**3)
            columns.append([(upper[i, j] - lower[i, j]) / (2 * h) + arb(0, left_out) for i, j in places])
        found = moduli(arb_mat(columns).transpose())
        return greater(*found)
