"""The rate and the noise of Theorem 1 near the isotropic matrix."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from sympy import Rational, Symbol

from theory.claim import Locator
from theory.markov.diffusion import sphere_moment
from theory.orthogonality.finite_width import enumerated
from theory.papers.daneshmand21 import DANESHMAND21

THEOREM_1 = Locator(DANESHMAND21, "Theorem 1 (second-hand: 2 (1 - 2 alpha/3)^l + 3n/(alpha sqrt d))")
CHAIN = ("W_l Gaussian, H_(l+1) = d^(-1/2) BN(W_l H_l), rows of BN of length 1", "n >= 2")
alpha = Symbol("alpha", positive=True)


@cache
def local_rate(size: int) -> Rational:
    """Derivative of F at I/n on diagonal matrices of trace 0, from fourth moments of a uniform unit vector."""
    rest = (0,) * (size - 2)
    return 1 - size * (sphere_moment((4, 0, *rest)) - sphere_moment((2, 2, *rest)))


@cache
def noise_of_axes(size: int, width: int) -> Rational:
    """E V^2 of (1/d) sum u u^T for d vectors drawn from an orthonormal basis: E u u^T = I/n, all draws."""
    basis = [(tuple(int(i == j) for j in range(size)), Fraction(1, size)) for i in range(size)]
    return Rational(enumerated(basis, width).gap)
