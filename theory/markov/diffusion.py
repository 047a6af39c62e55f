"""The limit gamma -> 0 of the chain H -> RS(H + gamma W H): a diffusion of correlation matrices.

For independent centred weights of unit variance and smooth g, E g(M+) = g(M) + gamma^2 (L g)(M) + o(gamma^2): time is
counted in units of gamma^2. L g is half the Laplacian of W -> g(M+) at W = 0, so one weight at a time suffices:
w = W_ab moves row a alone, to (h_a + w h_b)/|h_a + w h_b|; its expansion to second order gives drift and covariance.
Source: daneshmand20, the chain of eqs. (1) and (2); its generator is in no text we hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any

from sympy import QQ, Expr, ImmutableMatrix, Integer, MatrixBase, Rational, Symbol, diff
from sympy.polys.rings import PolyElement, PolyRing

from theory.expansion import coefficients


def symbolic_correlation(d: int) -> ImmutableMatrix:
    """A d x d correlation matrix with symbols off its diagonal: rho_ij for i < j from 1.

    >>> symbolic_correlation(2)
    Matrix([
    [     1, rho_12],
    [rho_12,      1]])
    """
    if d < 2:
        raise ValueError(f"got d = {d}; a correlation needs two rows")
    return ImmutableMatrix(d, d, lambda i, j: 1 if i == j else Symbol(f"rho_{min(i, j) + 1}{max(i, j) + 1}", real=True))


def row_step(M: MatrixBase, a: int, b: int) -> list[tuple[Expr, Expr]]:
    """Coefficients of w and w^2 in row a of M+, for W = w e_a e_b^T: (M_aj + w M_bj)/sqrt(1 + 2 M_ab w + w^2), j != a.

    At j = a, where M+ stays 1, the pair is (0, 0).
    """
    c = coefficients(M[a, b], Integer(1), 2)
    moved = [(c[1] * M[a, j] + M[b, j], c[2] * M[a, j] + c[1] * M[b, j]) for j in range(M.rows)]
    moved[a] = (Integer(0), Integer(0))
    return moved


@dataclass(frozen=True)
class Diffusion:
    """L g = sum_p drift_p d_p g + (1/2) sum_pq covariance_pq d_p d_q g over the entries p = (i, j), i < j.

    Attributes
    ----------
    M : the correlation matrix, shape (d, d), of the symbols `entries`.
    entries, drift : shape (d(d-1)/2,).
    covariance : symmetric, shape (d(d-1)/2, d(d-1)/2), polynomials in the entries as the drift is.
    """

    M: ImmutableMatrix
    entries: tuple[Symbol, ...]
    drift: tuple[Expr, ...]
    covariance: ImmutableMatrix

    def apply(self, g: Expr) -> Expr:
        """L g, for an expression g in the entries.

        >>> chain = diffusion(2)
        >>> chain.apply(chain.entries[0] ** 2).factor()
        2*(rho_12 - 1)*(rho_12 + 1)*(2*rho_12 - 1)*(2*rho_12 + 1)
        """
        if g.is_polynomial() and g.free_symbols <= set(self.entries):
            R, drift, covariance = self._polynomials
            return self._applied(R.from_expr(g), R.gens, drift, covariance).as_expr()
        rows = self.covariance.tolist()
        return self._applied(g, self.entries, self.drift, rows)

    def _applied(
        self, g: Any, entries: Sequence[Any], drift: Sequence[Any], covariance: Sequence[Sequence[Any]]
    ) -> Any:
        """L g, for expressions or for polynomials of one ring."""
        slope = [g.diff(rho) for rho in entries]
        out = sum(b * g_p for b, g_p in zip(drift, slope, strict=True))
        for (p, g_p), (q, rho) in product(enumerate(slope), enumerate(entries)):
            out += covariance[p][q] * g_p.diff(rho) / 2
        return out

    @cached_property
    def _polynomials(self) -> tuple[PolyRing, list[PolyElement], list[list[PolyElement]]]:
        """The ring of the polynomials in the entries, drift and covariance in it."""
        R = PolyRing(self.entries, QQ)
        rows = [[R.from_expr(c) for c in row] for row in self.covariance.tolist()]
        return R, [R.from_expr(b) for b in self.drift], rows

    def adjoint(self, p: Expr) -> Expr:
        """L* p = (1/2) sum d_p d_q (covariance_pq p) - sum d_p (drift_p p): zero iff p is an invariant density."""
        return -sum((diff(flow, rho) for flow, rho in zip(self._flow(p), self.entries, strict=True)), Integer(0))

    def _flow(self, p: Expr) -> list[Expr]:
        """The probability current drift_i p - (1/2) sum_j d_j (covariance_ij p)."""
        return [
            b * p - sum((diff(self.covariance[i, j] * p, rho) for j, rho in enumerate(self.entries)), Integer(0)) / 2
            for i, b in enumerate(self.drift)
        ]

    def adjoint_of_power(self, base: Expr, s: Expr) -> Expr:
        """L*(base^s) / base^s, a rational function where `base` is one, s a number or a symbol.

        From d_p base^s = s base^s d_p log(base): no power of the base is left. `base` is a polynomial in the entries.
        """
        R, drift, covariance = self._polynomials
        B = R.from_expr(base)
        slope = [B.diff(rho) for rho in R.gens]
        # the current is base^s (P + s Q/B): its divergence is base^s times three polynomials over 1, B and B^2
        free, once, twice = R.zero, R.zero, R.zero
        for b, row, by, rho in zip(drift, covariance, slope, R.gens, strict=True):
            P = b - sum((c.diff(x) for c, x in zip(row, R.gens, strict=True)), R.zero) / 2
            Q = -sum((c * g for c, g in zip(row, slope, strict=True)), R.zero) / 2
            free, once, twice = free + P.diff(rho), once + Q.diff(rho) + P * by, twice + Q * by
        return -(free.as_expr() + s * once.as_expr() / base + (s**2 - s) * twice.as_expr() / base**2)


@cache
def diffusion(d: int) -> Diffusion:
    """The diffusion of d x d correlation matrices; O(d^6) operations on polynomials.

    >>> rho = diffusion(2).entries[0]
    >>> diffusion(2).drift[0].factor(), diffusion(2).covariance[0, 0].factor()
    (3*rho_12*(rho_12 - 1)*(rho_12 + 1), 2*(rho_12 - 1)**2*(rho_12 + 1)**2)
    """
    M = symbolic_correlation(d)
    pairs = list(combinations(range(d), 2))
    place = {pair: p for p, pair in enumerate(pairs)} | {(j, i): p for p, (i, j) in enumerate(pairs)}
    drift: list[Expr] = [Integer(0)] * len(pairs)
    covariance: dict[tuple[int, ...], Expr] = dict.fromkeys(product(range(len(pairs)), repeat=2), Integer(0))
    for a, b in product(range(d), repeat=2):
        moved = row_step(M, a, b)
        others = [j for j in range(d) if j != a]
        for i in others:
            drift[place[a, i]] += moved[i][1]
            for j in others:
                covariance[place[a, i], place[a, j]] += moved[i][0] * moved[j][0]
    return Diffusion(
        M,
        tuple(M[pair] for pair in pairs),
        tuple(b.expand() for b in drift),
        ImmutableMatrix(len(pairs), len(pairs), lambda p, q: covariance[p, q].expand()),
    )


def planar_mean(d: int, of: Any) -> tuple[Rational, ...]:
    """Mean of of(M), a tuple, over M_ij = cos(theta_i - theta_j) with i.i.d. uniform angles.

    Exact for polynomials of degree at most 5 in each angle: six equally spaced angles integrate those exactly, and
    their cosines are 1, 1/2, -1/2, -1. One angle is fixed at 0. Cost: 6^(d-1) evaluations.
    """
    cosine = [Rational(c, 2) for c in (2, 1, -1, -2, -1, 1)]
    counts = Counter(
        tuple(cosine[(a - b) % 6] for a, b in product((0, *rest), repeat=2)) for rest in product(range(6), repeat=d - 1)
    )
    values = [(count, of(ImmutableMatrix(d, d, entries))) for entries, count in counts.items()]
    return tuple(
        Rational(sum(count * part for (count, _), part in zip(values, column, strict=True)), counts.total())
        for column in zip(*(value for _, value in values), strict=True)
    )
