"""Least squares with a batch-normalised prediction: the loss, its gradient and one step of gradient descent.

H = E x x^T, g = E x y, E x = 0, u = H^-1 g the least-squares solution, U^2 = u.Hu. The prediction is gamma x.w/sigma,
sigma^2 = w.Hw, and with s = w.g/sigma the loss is

    J(gamma, w) = q E(y - gamma x.w/sigma)^2 = q (E y^2 - 2 gamma s + gamma^2).

q = 1: the loss as morwani20 prints it. q = 1/2: the halved loss of Cai, Li and Shen (2019). Rates are quoted in both; a
rate for q = 1 is half the rate for q = 1/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, sqrt, symbols, sympify

HALVED, PRINTED = Rational(1, 2), Integer(1)
"""The factor q of the loss."""


def column(entries: Any) -> ImmutableMatrix:
    """A vector, shape (d, 1)."""
    matrix = ImmutableMatrix(entries)
    return matrix if matrix.shape[1] == 1 else matrix.T


def dot(a: ImmutableMatrix, b: ImmutableMatrix) -> Expr:
    return (a.T * b)[0, 0]


class Point(NamedTuple):
    """A scale gamma and weights w, shape (d, 1)."""

    gamma: Expr
    w: ImmutableMatrix


@dataclass(frozen=True)
class Problem:
    """Second moments H, shape (d, d), and correlations g, shape (d, 1); numbers or symbols.

    >>> problem = Problem.of([[2, 1], [1, 2]], [3, 3])
    >>> problem.u.T, problem.square
    (Matrix([[1, 1]]), 6)
    """

    H: ImmutableMatrix
    g: ImmutableMatrix

    @classmethod
    def of(cls, H: Any, g: Sequence[Any] | ImmutableMatrix) -> Problem:
        """From rows and entries.

        Raises
        ------
        ValueError
            H is not square and symmetric, not positive definite (Sylvester's criterion, decided for numbers only), or g
            is 0 or of another length.
        """
        matrix, vector = ImmutableMatrix(H).applyfunc(sympify), column(g).applyfunc(sympify)
        d, width = matrix.shape
        if d != width or matrix != matrix.T:
            raise ValueError(f"H of shape {d} x {width} is not a symmetric matrix; E x x^T is")
        if vector.shape[0] != d:
            raise ValueError(f"g has {vector.shape[0]} entries and H has {d} rows; give as many")
        if not any(vector):
            raise ValueError("g = 0: y is uncorrelated with x, u = 0 and H* is undefined; give another g")
        if not matrix.free_symbols:
            for size in range(1, d + 1):
                minor = matrix[:size, :size].det()
                if not minor > 0:
                    raise ValueError(
                        f"H is not positive definite (its leading minor of size {size} is {minor}): some w != 0 has "
                        "variance w.Hw <= 0, where BN is undefined"
                    )
        return cls(matrix, vector)

    @classmethod
    def from_solution(cls, H: Any, u: Sequence[Any] | ImmutableMatrix) -> Problem:
        """From H and the solution u, with g = Hu."""
        return cls.of(H, ImmutableMatrix(H) * column(u))

    @classmethod
    def centred(cls, second: Any, cross: Any, mean: Any, mean_y: Any) -> Problem:
        """The problem that BN solves where E x = mean is not 0: Cov(x) and Cov(x, y) for E x x^T and E x y.

        >>> Problem.centred([[5, 0], [0, 1]], [3, 1], [2, 0], 1).H
        Matrix([
        [1, 0],
        [0, 1]])
        """
        mu = column(mean)
        return cls.of(ImmutableMatrix(second) - mu * mu.T, column(cross) - mu * mean_y)

    @property
    def d(self) -> int:
        return int(self.H.shape[0])

    @cached_property
    def u(self) -> ImmutableMatrix:
        """The least-squares solution H^-1 g."""
        return self.H.LUsolve(self.g)

    @cached_property
    def square(self) -> Expr:
        """U^2 = u.Hu = u.g, the explained part of E y^2."""
        return dot(self.u, self.g)

    def variance(self, w: ImmutableMatrix) -> Expr:
        """sigma^2 = w.Hw."""
        return dot(w, self.H * w)

    def sigma(self, w: ImmutableMatrix) -> Expr:
        """Standard deviation of x.w.

        Raises
        ------
        ValueError
            for w = 0: a row of zeros cannot be rescaled.
        """
        variance = self.variance(w)
        if variance == 0:
            raise ValueError("w.Hw = 0: x.w is a row of zeros before BN, which cannot be rescaled; start from w != 0")
        return sqrt(variance)

    def alignment(self, w: ImmutableMatrix) -> Expr:
        """s = w.g/sigma, from -U to U."""
        return dot(w, self.g) / self.sigma(w)

    def slope(self, w: ImmutableMatrix) -> ImmutableMatrix:
        """grad s = (g - (w.g/sigma^2) Hw)/sigma, of degree -1 and orthogonal to w."""
        return (self.g - self.H * w * (dot(w, self.g) / self.variance(w))) / self.sigma(w)

    def excess(self, at: Point, q: Expr = HALVED) -> Expr:
        """J less its minimum over all predictions linear in x: q ((gamma - s)^2 + U^2 - s^2)."""
        s = self.alignment(at.w)
        return q * ((at.gamma - s) ** 2 + self.square - s**2)

    def gradient(self, at: Point, q: Expr = HALVED) -> Point:
        """(2q (gamma - s), -2q gamma grad s)."""
        return Point(2 * q * (at.gamma - self.alignment(at.w)), -2 * q * at.gamma * self.slope(at.w))

    def step(self, at: Point, rate_gamma: Expr, rate: Expr, q: Expr = HALVED) -> Point:
        """One step of gradient descent, gamma and w at once."""
        by = self.gradient(at, q)
        return Point(at.gamma - rate_gamma * by.gamma, at.w - rate * by.w)

    def equivalent(self, at: Point) -> ImmutableMatrix:
        """gamma w/sigma: the plain weights that predict the same."""
        return at.w * (at.gamma / self.sigma(at.w))


@dataclass(frozen=True)
class Generic:
    """H, u, w, gamma with symbols for entries, and sigma a symbol of its own with sigma^2 = w.Hw.

    So derivatives stay rational functions: d sigma/d w_j = (Hw)_j/sigma, and `reduce` solves sigma^2 = w.Hw for H_11.

    Parameters
    ----------
    diagonal : H diagonal, which loses nothing: the loss does not change under x -> Rx, w -> Rw, R orthogonal.

    >>> generic = Generic(2)
    >>> generic.reduce(generic.problem.variance(generic.w) - generic.sigma**2).cancel()
    0
    """

    d: int
    diagonal: bool = False

    @cached_property
    def problem(self) -> Problem:
        def entry(i: int, j: int) -> Expr:
            if i != j and self.diagonal:
                return Integer(0)
            return Symbol(f"h{min(i, j) + 1}{max(i, j) + 1}", positive=i == j, real=True)

        return Problem.from_solution(ImmutableMatrix(self.d, self.d, entry), self.u)

    def vector(self, letter: str) -> ImmutableMatrix:
        """A vector of symbols, shape (d, 1)."""
        return ImmutableMatrix(symbols(f"{letter}1:{self.d + 1}", real=True))

    @property
    def u(self) -> ImmutableMatrix:
        return self.vector("u")

    @property
    def w(self) -> ImmutableMatrix:
        return self.vector("w")

    sigma = Symbol("sigma", positive=True)
    gamma = Symbol("gamma", real=True)

    @property
    def loss(self) -> Expr:
        """gamma^2/2 - gamma s, the halved loss up to a constant, written with sigma."""
        return self.gamma**2 / 2 - self.gamma * dot(self.w, self.problem.g) / self.sigma

    def along(self, f: Expr, v: ImmutableMatrix) -> Expr:
        """The derivative of f(gamma, w, sigma) in w along v, sigma moving with w."""
        inner = sum((f.diff(w) * direction for w, direction in zip(self.w, v, strict=True)), Integer(0))
        return inner + f.diff(self.sigma) * dot(v, self.problem.H * self.w) / self.sigma

    def reduce(self, f: Any) -> Any:
        """f as a rational function of free symbols: H_11 from sigma^2 = w.Hw."""
        problem, first = self.problem, self.w[0]
        h = problem.H[0, 0]
        return f.subs(h, (self.sigma**2 - problem.variance(self.w) + h * first**2) / first**2)
