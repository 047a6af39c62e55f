"""The literal layer of infinite width, K(PGP), on Gram matrices whose points come in classes of like points.

A matrix that permutations inside classes leave alone is written by one entry of each kind, and row sums count points:
sum_j G_ij is the definition, with the sizes of the classes for numbers of terms. So sizes may be large, symbols, or
(where a formula is continued) real; on classes of one point (`Alike.singly`) it is the n x n matrix, entry by entry,
with no use of symmetry. Entries are `arb`, `arb_series` or SymPy's expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, arb_series
from sympy import Expr, acos, cancel, pi, sqrt

from theory.choices import proved
from theory.exact.expressions import Undefined, tidy
from theory.primitive import primitive
from theory.term.named import named


@dataclass(frozen=True)
class Alike:
    """A symmetric matrix on classes of like points.

    Attributes
    ----------
    sizes : of the classes, r numbers; a class of one point has its only entry on the diagonal.
    own : entries on the diagonal, one for each class.
    across : r rows of r entries between two different points, of two classes or (on its diagonal) of one.
    """

    sizes: tuple[Any, ...]
    own: tuple[Any, ...]
    across: tuple[tuple[Any, ...], ...]

    def row_sums(self) -> list[Any]:
        """Of a point of each class, over all points."""
        return [
            own + sum(((m - 1 if i == j else m) * row[j] for j, m in enumerate(self.sizes)), 0 * own)
            for i, (own, row) in enumerate(zip(self.own, self.across, strict=True))
        ]

    def entries(self, own: Callable[[int], Any], across: Callable[[int, int], Any]) -> Alike:
        """A matrix on the same classes."""
        size = range(len(self.sizes))
        return Alike(self.sizes, tuple(map(own, size)), tuple(tuple(across(i, j) for j in size) for i in size))

    def parted(self, sizes: Sequence[Any], classes: Sequence[int]) -> Alike:
        """The same matrix on smaller classes; `classes` says of which each is a part."""
        across = tuple(tuple(self.across[c][d] for d in classes) for c in classes)
        return Alike(tuple(sizes), tuple(self.own[c] for c in classes), across)

    def singly(self) -> Alike:
        """The n x n matrix, class after class."""
        places = [i for i, size in enumerate(self.sizes) for _ in range(int(size))]
        return self.parted((1,) * len(places), places)

    def rows(self) -> list[list[Any]]:
        """Of an n x n matrix, with classes of one point."""
        return [[*row[:i], self.own[i], *row[i + 1 :]] for i, row in enumerate(self.across)]

    def against(self, other: Alike) -> list[tuple[Any, Any]]:
        """Entries of this matrix and of another on the same classes, those that there are."""
        places = [(i, j) for i, m in enumerate(self.sizes) for j in range(i + 1) if i != j or m != 1]
        return [*zip(self.own, other.own, strict=True), *((self.across[i][j], other.across[i][j]) for i, j in places)]


@primitive("rc", lambda G: G)
def recentred(G: Alike) -> Alike:
    """P G P."""
    n = sum(G.sizes[1:], G.sizes[0])
    rows = [total / n for total in G.row_sums()]
    mean = sum((m * row for m, row in zip(G.sizes[1:], rows[1:], strict=True)), G.sizes[0] * rows[0]) / n
    own = tuple(entry - 2 * row + mean for entry, row in zip(G.own, rows, strict=True))
    across = tuple(
        tuple(entry - row - other + mean for entry, other in zip(entries, rows, strict=True))
        for entries, row in zip(G.across, rows, strict=True)
    )
    return Alike(G.sizes, own, across)


@primitive("nl", lambda H: _activated(H, 1))
def relu_gram(H: Alike) -> Alike:
    """K(H), for points no two of which are equal or antipodal."""
    return _activated(H, 0)


def _activated(H: Alike, tenths: int) -> Alike:
    def across(i: int, j: int) -> Any:
        if i == j and H.sizes[i] == 1:
            return 0 * H.own[i]
        return kernel(H.own[i], H.own[j], H.across[i][j], tenths)

    return H.entries(lambda i: power(H.own[i], tenths), across)


def power(a: Any, tenths: int = 0) -> Any:
    """E[2 f(u)^2], Var u = a, f the ReLU with so many tenths of its slope below zero."""
    return a * (100 + tenths**2) / 100 if tenths else a


def kernel(a: Any, b: Any, c: Any, tenths: int = 0) -> Any:
    """E[2 f(u) f(v)] of Gaussians, Var u = a, Var v = b, Cov = c: the arc-cosine kernel, |c| < sqrt(ab)."""
    norm = root(a) * root(b)
    rho = tidy(c / norm)
    return norm * _kernel(arccos(rho), root(tidy(1 - rho * rho)), rho, tenths)


def kernel_at(angle: Any, tenths: int = 0) -> Any:
    """The same for Var u = Var v = 1 and Cov = cos(angle), for a ball or a series."""
    return _kernel(angle, angle.sin(), angle.cos(), tenths)


def _kernel(angle: Any, sine: Any, cosine: Any, tenths: int) -> Any:
    turn = arb.pi() if isinstance(cosine, arb | arb_series) else pi
    same = sine + (turn - angle) * cosine
    if not tenths:
        return same / turn
    return ((100 + tenths**2) * same - 20 * tenths * (sine - angle * cosine)) / (100 * turn)


def root(x: Any) -> Any:
    return x.sqrt() if isinstance(x, arb | arb_series) else sqrt(x)


def arccos(x: Any) -> Any:
    if isinstance(x, arb | arb_series):
        return x.acos()
    return pi - acos(-x) if x.could_extract_minus_sign() else acos(x)


def layer(G: Alike) -> Alike:
    """RC + ReLU at infinite width: K(PGP)."""
    return relu_gram(recentred(G))


def derivative(H: Alike, E: Alike) -> Alike:
    """dK(H)[E], for H and E on the same classes, by automatic differentiation in balls."""
    moved = H.entries(
        lambda i: arb_series([H.own[i], E.own[i]], 2), lambda i, j: arb_series([H.across[i][j], E.across[i][j]], 2)
    )
    K = relu_gram(moved)
    return K.entries(lambda i: K.own[i][1], lambda i, j: K.across[i][j][1])


def multiple(image: Alike, of: Alike) -> Any:
    """The c with image = c of, entry by entry, in balls or on symbols; `Undefined` where there is none."""

    def is_other(a: Any, b: Any) -> bool:
        return cancel(a - b) != 0 if isinstance(a - b, Expr) else proved(a, "!=", b)

    pairs = image.against(of)
    found = next(a / b for a, b in pairs if is_other(b, 0))
    found = cancel(found) if isinstance(found, Expr) else found
    if any(is_other(found * b, a) for a, b in pairs):
        raise Undefined("the image is no multiple of the matrix")
    return found


def two_classes(k: Any, p: Any, rho: Any) -> Alike:
    """Centred, k points against p, correlation rho inside both classes: row sums 0, and 1 on the diagonal of the p."""
    a, b = 1 + (k - 1) * rho, 1 + (p - 1) * rho
    own = p * b / (k * a)
    return Alike((k, p), (own, rho**0), ((own * rho, -b / k), (-b / k, rho)))


@primitive("nl", lambda H, angle: _of_two(H, angle, 1))
def relu_of_two(H: Alike, angle: Any) -> Alike:
    """K(H) of two classes with one angle inside both, 1 on the diagonal of the second: `relu_gram` in sharper balls."""
    return _of_two(H, angle, 0)


def _of_two(H: Alike, angle: Any, tenths: int) -> Alike:
    inside = kernel_at(angle, tenths)
    norm = root(H.own[0])
    other = norm * kernel_at(arccos(H.across[0][1] / norm), tenths)
    own = tuple(power(h, tenths) for h in H.own)
    return Alike(H.sizes, own, ((H.own[0] * inside, other), (other, inside)))


def one_class(n: Any, cosine: Any) -> Alike:
    """(1 - cosine) I + cosine J."""
    return Alike((n,), (cosine**0,), ((cosine,),))


def apart(G: Alike, which: int) -> Any:
    """(e_i - e_j)^T G (e_i - e_j)/2 for two points of a class."""
    return G.own[which] - G.across[which][which]


def one_against(n: Any, s: Any) -> Alike:
    """One point against n - 1 alike, centred: H_oo = (n-1)^2, H_oc = -(n-1), H_cc = 1 + s(n-2), H_cc' = 1 - s."""
    m, one = n - 1, s**0
    return Alike((1, m), (m * m * one, 1 + s * (m - 1)), ((0 * s, -m * one), (-m * one, 1 - s)))


def image(n: Any, s: Any) -> Alike:
    return layer(one_against(n, s))


def place(H: Alike, n: Any) -> Any:
    """The s of a centred matrix of one point against n - 1: H_cc/H_oo = (1 + s(n-2))/(n-1)^2."""
    return ((n - 1) ** 2 * H.own[1] / H.own[0] - 1) / (n - 2)


def mapped(n: Any, s: Any) -> Any:
    """F_n(s), the s of the image, recentred."""
    return place(recentred(image(n, s)), n)


RAY_OF = "H_n(s) of a point o against n − 1, H_oo = (n − 1)², H_oc = 1 − n, H_cc = 1 + s (n − 2), H_cc' = 1 − s"
"""What one point against n - 1 alike is, with its row sums 0."""


@named("F_{0}({1})", "F_{{{0}}}({1})", means=f"F_n(s) = s(P K(H_n(s)) P), {RAY_OF}")
def one_step(n: Any, s: Any) -> Any:
    """A layer takes H_n(s) to H_n(F_n(s)), but for the scale."""
    return mapped(int(n), s)


OUTLIER_COSINE = "cos_oc K(H_{0}({1}))", r"\cos_{{oc}}K(H_{{{0}}}({1}))"


@named(*OUTLIER_COSINE, means=RAY_OF)
def outlier_cosine_of(n: Any, s: Any) -> Any:
    K = image(int(n), s)
    return K.across[0][1] / (root(K.own[0]) * root(K.own[1]))


@named("cos_cc' K(H_{0}({1}))", r"\cos_{{cc'}}K(H_{{{0}}}({1}))", means=RAY_OF)
def cluster_cosine_of(n: Any, s: Any) -> Any:
    K = image(int(n), s)
    return K.across[1][1] / K.own[1]


KINDS = ("standard", "(n-2,2)")
"""Representations of the symmetric group on centred matrices, but for the scale."""


def perturbation(kind: str, n: Any, number: Callable[[int], Any]) -> Alike:
    """A centred matrix of a kind: P Diag(1, -1, 0, ..) P, or u w^T + w u^T, u = e_1 - e_2 and w = e_3 - e_4."""
    if kind == KINDS[0]:
        return recentred(Alike((1, 1, n - 2), tuple(map(number, (1, -1, 0))), ((number(0),) * 3,) * 3))
    sizes = (1, 1, 1, 1) if n == 4 else (1, 1, 1, 1, n - 4)
    u, w, places = (1, -1, 0, 0, 0), (0, 0, 1, -1, 0), range(len(sizes))
    mixed = tuple(tuple(number(u[i] * w[j] + w[i] * u[j]) for j in places) for i in places)
    return Alike(sizes, tuple(number(0) for _ in places), mixed)


def eigenvalue(H: Alike, E: Alike) -> arb:
    """The c with P dK(H)[E] P = c mu E, H of a fixed ray and mu its multiplier, on the classes of E."""
    return multiple(recentred(derivative(H, E)), E) / multiple(recentred(relu_gram(H)), H)
