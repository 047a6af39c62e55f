"""Gradient descent through batch normalization in balls, and what a step shows of all later ones.

The loss is q E(y - gamma BN(x.w))^2 over finite data; gamma and w move at once, at rates of their own. U^2 = u.Hu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from flint import arb, arb_series

from theory.batchnorm import degrees, recentre
from theory.choices import proved
from theory.exact.certify import at_each_precision, is_bounded, precision, upper_end
from theory.exact.rationals import ball
from theory.least_squares.critical import eigenvalues, star_eigenvalues
from theory.least_squares.problem import HALVED, Problem
from theory.papers.morwani20.data import Data
from theory.term.named import named

DIGITS = (30, 100, 300, 900)
"""Balls grow by about a digit a step: a run whose balls are no longer finite is begun anew with more digits."""

STEPS = 1500
"""Steps after which a run has shown nothing."""


class UnsettledError(ValueError):
    """A run that has neither come into a trap nor escaped."""


@dataclass(frozen=True)
class Moments:
    """What bounds the steps to come: U, |u|, extreme eigenvalues of H, the greatest of H*."""

    U: arb
    u: arb
    least: arb
    most: arb
    star: arb


@at_each_precision
def _moments(data: Data) -> Moments:
    problem = Problem.of(data.H, data.g)
    values, moved = eigenvalues(problem.H), star_eigenvalues(problem) if problem.d > 1 else [arb(0)]
    U, u = (ball(square).sqrt() for square in (problem.square, sum(a**2 for a in problem.u)))
    return Moments(U, u, values[0], values[-1], moved[-1])


@dataclass(frozen=True)
class State:
    """A scale and weights; s = E y BN(x.w)."""

    gamma: arb
    w: list[arb]
    s: arb

    @property
    def square(self) -> arb:
        """|w|^2"""
        return sum((a * a for a in self.w), arb(0))

    def excess(self, moments: Moments) -> arb:
        """((gamma - s)^2 + U^2 - s^2)/2, as J halved less its minimum."""
        return (self.gamma * self.gamma - 2 * self.gamma * self.s + moments.U * moments.U) / 2


def steps(data: Data, gamma: Any, q: Any, rate_gamma: Any, rate: Any) -> Iterator[State]:
    """The path from (gamma, w) of the data; derivatives by power series of length two, along each of gamma and w."""
    rows = [[ball(a) for a in recentre(row)] for row in data.A]
    labels, nu, n = [ball(y) for y in data.y], degrees(data.n), data.n
    factor, by_gamma, by_w = ball(q), ball(rate_gamma), ball(rate)
    now, w = ball(gamma), [ball(a) for a in data.w]
    while True:
        x = [sum((a * row[i] for a, row in zip(w, rows, strict=True)), arb(0)) for i in range(n)]

        def loss(gain: Any, moved: list[Any]) -> Any:
            scale = (sum((c * c for c in moved), arb_series([0, 0], 2)) / nu).rsqrt()
            return sum(((gain * c * scale - y) ** 2 for c, y in zip(moved, labels, strict=True)), 0) * factor / n

        root = (sum((c * c for c in x), arb(0)) / nu).rsqrt()
        yield State(now, w, sum((c * root * y for c, y in zip(x, labels, strict=True)), arb(0)) / n)
        still = [arb_series([c], 2) for c in x]
        slope = loss(arb_series([now, 1], 2), still)[1]
        slopes = [loss(now, [arb_series([c, h], 2) for c, h in zip(x, row, strict=True)])[1] for row in rows]
        now, w = now - by_gamma * slope, [a - by_w * b for a, b in zip(w, slopes, strict=True)]


def trapped(state: State, moments: Moments, eps_a: arb, eps: arb) -> arb | None:
    """The share c < 1 of lemma `trap` of proofs_notes/morwani20/convergence.md, if its conditions hold at a state.

    Then the run goes to a minimiser, and |w|^2 grows by at most eps E/(1 - c) from there on.
    """
    E = state.excess(moments)
    tau = upper_end(2 * E).max(arb(0)).sqrt()  # of the root of 2 E >= 0, what follows being for all that are less
    if not (proved(eps_a, ">", 0) and proved(eps_a, "<", 2) and proved(tau, "<", moments.U)):
        return None
    y = (moments.u + tau / moments.least.sqrt()) / moments.U
    bend = (moments.U + tau) * (moments.U * moments.star + 2 * moments.most * tau) / 2
    share = eps * y * y / state.square * (eps_a * moments.most * tau * tau / (4 - 2 * eps_a) + bend)
    return share if proved(share, "<", 1) else None


@named("(γ_k, w_k) → ±(U, c u) from ({1}, w) at rates {3} of γ, {4} of w, loss {2} E(y − γ x·w/σ)²",
       r"(\gamma_k,w_k)\to\pm(U,cu)\text{{ from }}({1},w),\text{{ rates }}{3},{4},\text{{ loss times }}{2}",
       )  # fmt: skip
@at_each_precision
def converges(data: Data, gamma: Any, q: Any, rate_gamma: Any, rate: Any) -> bool:
    """Whether gradient descent goes to a minimiser, shown by a trap; if not, by the radius of `escape`."""

    def seen(state: State, moments: Moments, eps_a: arb, eps: arb) -> bool | None:
        if trapped(state, moments, eps_a, eps) is not None:
            return True
        far = proved(eps_a, ">", 2) and proved(abs(state.gamma), ">", eps_a * moments.U / (eps_a - 2))
        return False if far else None

    return bool(_settled(seen, data, gamma, q, rate_gamma, rate))


@named("|w_∞|²", r"|w_\infty|^2", bare=True,
       means="w_∞ the limit of gradient descent on the halved loss from r (v₀, w), at rates rate_gamma of γ, eps of w",
       )  # fmt: skip
def final_square(data: Data, gamma: Any, rate_gamma: Any, rate: Any) -> arb:
    """|w_inf|^2 of the halved loss, where it is known to a thousandth."""

    def seen(state: State, moments: Moments, eps_a: arb, eps: arb) -> arb | None:
        share = trapped(state, moments, eps_a, eps)
        if share is None:
            return None
        more = eps * state.excess(moments).max(arb(0)) / (1 - share)
        return state.square.union(state.square + more) if proved(more, "<", state.square / 1000) else None

    return _settled(seen, data, gamma, HALVED, rate_gamma, rate)


def _settled(seen: Callable[..., Any], data: Data, gamma: Any, q: Any, rate_gamma: Any, rate: Any) -> Any:
    """What is first seen on the path, with as many digits as it takes; `UnsettledError` where nothing is."""
    for digits in DIGITS:
        with precision(digits):
            moments, (eps_a, eps) = _moments(data), (2 * ball(q) * ball(r) for r in (rate_gamma, rate))
            for state in islice(steps(data, gamma, q, rate_gamma, rate), STEPS):
                if (found := seen(state, moments, eps_a, eps)) is not None:
                    return found
                if not is_bounded(state.gamma):
                    break
    raise UnsettledError(f"nothing is settled with {DIGITS[-1]} digits or after {STEPS} steps")
