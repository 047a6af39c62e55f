"""A layer and its orthogonality gap by definition, of numbers, or of unknown size; the mean spectrum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from theory.batchnorm import rescale
from theory.exact.expressions import Undefined
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import SHARES, mean_map
from theory.term import each, number, one_if, places, root, size, total
from theory.term.matrices import width
from theory.term.named import named

ONE = Fraction(1)
GAP = "V(C) = ‖C/tr C − I/n‖"


def shape(M: Any) -> tuple[Any, Any]:
    """Rows and columns, as numbers of SymPy or terms."""
    return number(size(M)), number(size(M[0]))


@named(
    "d⁻¹ᐟ²BN({0})", r"d^{{-1/2}}\mathrm{{BN}}({0})", shape=lambda M: (size(M), width(M)), means="BN(M) = diag(MMᵀ)⁻¹ᐟ²M"
)
def layer(M: Any) -> Any:
    """H = d^(-1/2) BN(M), rows divided by their norms: d rows of n entries."""
    scale = root(number(size(M)))
    return each(lambda row: each(lambda x: x / scale, rescale(row, 1)), M)


@named("{0}ᵀ{0}", r"{0}^\top {0}", shape=lambda H: (width(H), width(H)))
def gram_of(H: Any) -> Any:
    """H^T H."""
    at = places(size(H[0]))
    return each(lambda i: each(lambda j: total(each(lambda row: row[i] * row[j], H)), at), at)


def main_diagonal(C: Any) -> Any:
    return each(lambda i: C[i][i], places(size(C)))


@named("‖{0}‖²", r"\|{0}\|_F^2")
def squares(C: Any) -> Any:
    """|C|_F^2."""
    return total(each(lambda row: total(each(lambda x: x**2, row)), C))


@named("‖{0} − {1}‖²", r"\|{0}-{1}\|_F^2")
def distance(C: Any, P: Any) -> Any:
    """|C - P|_F^2."""
    return squares(each(lambda e, f: each(lambda x, y: x - y, e, f), C, P))


@named("C", shape=lambda M: (width(M), width(M)), means="C(M) = HᵀH, H = d⁻¹ᐟ²BN(M), BN(M) = diag(MMᵀ)⁻¹ᐟ²M")
def after_layer(M: Any) -> Any:
    return gram_of(layer(M))


@named("V({0})²", r"V({0})^2", means="V(H) = ‖HᵀH/tr HᵀH − I/n‖")
def gap_of(H: Any) -> Any:
    """V(H)^2 = |H^T H/|H|_F^2 - I/n|_F^2, by definition."""
    return gap_at(gram_of(H))


@named("‖{0}/tr {0} − I/n‖²", r"\|{0}/\mathrm{{tr}}\,{0}-I/n\|_F^2")
def gap_at(C: Any) -> Any:
    """V^2 = |C/tr C - I/n|_F^2, by definition: what is off the diagonal, and what is on it."""
    whole = total(main_diagonal(C))
    shares = each(lambda row: each(lambda x: x / whole, row), C)
    on = main_diagonal(shares)
    off = squares(shares) - total(each(lambda x: x**2, on))
    return off + total(each(lambda x: (x - ONE / size(C)) ** 2, on))


def diagonal(spectrum: Sequence[Any]) -> list[list[Any]]:
    return [[x if i == j else Fraction(0) for j in range(len(spectrum))] for i, x in enumerate(spectrum)]


def gap_of_spectrum(lam: Any, zeros: Any = 0) -> Any:
    """V^2 of a diagonal C of these eigenvalues and so many zeros."""
    n, whole = size(lam) + zeros, total(lam)
    return total(each(lambda x: (x / whole - ONE / n) ** 2, lam)) + zeros * (ONE / n) ** 2


def mirror(n: Any, tilt: Any) -> Any:
    """Rows of the reflection I - 2 v v^T/|v|^2, v = (tilt, tilt + 1, ..): rational, orthogonal, without zeros."""
    at = places(n)
    square = total(each(lambda i: (tilt + i) ** 2, at))
    return each(lambda i: each(lambda j: one_if(i == j) - 2 * (tilt + i) * (tilt + j) / square, at), at)


def top_of_parabola(f: Callable[[Any], Any]) -> Any:
    """The greatest value of a function that is a + b x - c x^2, c > 0, by its values at -1, 0 and 1.

    Raises
    ------
    Undefined
        where it has none.

    >>> top_of_parabola(lambda x: 1 + 4 * x - 2 * x**2)
    Fraction(3, 1)
    """
    before, at, behind = (f(Fraction(x)) for x in (-1, 0, 1))
    bend = 2 * at - before - behind
    if not bend > 0:
        raise Undefined(f"a parabola that bends by {bend} has no greatest value")
    return at + (behind - before) ** 2 / (8 * bend)


def fraction(x: Any) -> Fraction:
    """A rational number of SymPy as Python's."""
    return Fraction(int(x.numerator), int(x.denominator))


@named("F", shape=lambda spectrum: (size(spectrum),), means=SHARES)
def mean_spectrum(spectrum: Sequence[Any]) -> list[arb]:
    """Means of lam_i w_i^2/sum_j lam_j w_j^2, w normal: from the moments of the law of (w_i^2/|w|^2)_i, Dirichlet's.

    By the integral of `theory.orthogonality.mean_map` where the greatest is above 5 times the least, or that is 0.
    """
    if min(spectrum) * WIDEST >= max(spectrum):
        return by_moments(spectrum, DIGITS)
    return mean_map(spectrum, DIGITS)


WIDEST = 5
DIGITS = 16

WIDTHS = (16, 32, 64, 128, 256, 512)
LAYERS = 500
"""Of the networks of the figures."""
