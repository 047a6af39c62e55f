"""Planar batches: the least growth probability p*, exactly.

p*(X) = min over u != 0 of P(f_u(w) != 0), f_u(w) = sum_i u_i relu(w . x_i), w ~ N(0, I): the least probability that
a new row of relu(W X) leaves a proper subspace (nachum24, Lemma 2 and Theorem 3; R1a to R1c).

Folding. f_u(w) - f_u(-w) = w . Xu, so that P(f_u != 0) >= 1/2 unless Xu = 0 (R1b); u = e_i gives 1/2. On ker X,
f_u = (1/2) sum_i u_i |w . x_i| is even. Hence p* = min(1/2, min over 0 != u in ker X of P(f_u != 0)), over the chambers
of a half-circle only. In the plane there is one per line, of probability (angle to the next line)/pi.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from itertools import combinations, pairwise
from math import lcm
from operator import itemgetter
from typing import Any

from flint import arb, ctx
from sympy import Expr, Integer, Rational, acos, pi, sqrt

from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.exact.rationals import to_fmpq, to_sympy
from theory.rank.batches import Angles, Batch, Point, diagnose, dot
from theory.rank.chambers import Points, Residues, Spaces, UnluckyPrimeError, primes, quick, sure

Chambers = tuple[int, ...]
MOST_WORK = 10_000_000
"""Steps of the search times lines times columns: about ten seconds."""


@dataclass(frozen=True)
class Arrangement:
    """The lines of a planar batch (rank X <= 2), in the order of their directions, and the chambers between them.

    Chamber t < L: w turned by pi/2 lies between lines t and t + 1; chamber t + L is opposite.

    Attributes
    ----------
    rays : for each column, its line and its side of it (0 or 1); None for a zero column.
    points : the lines in the projective line, for exact ranks.
    multiples : k_t for lines at angles pi k_t/whole; () for rational coordinates.
    whole : N, the common denominator of the angles; 1 for rational coordinates.
    turns : (x . y, x ^ y) for a line and the next, x ^ y in units of sqrt(root); () for `Angles`.
    """

    rays: tuple[tuple[int, int] | None, ...]
    points: Points
    multiples: tuple[int, ...] = ()
    whole: int = 1
    turns: tuple[tuple[int, int], ...] = ()
    root: Fraction = Fraction(1)

    @property
    def lines(self) -> int:
        """Number L of lines."""
        return len(self.multiples or self.turns)

    def active(self, chamber: int) -> list[bool]:
        """Which columns are active in a chamber, of 2L."""
        turned, t = divmod(chamber, self.lines)
        return [ray is not None and ((ray[0] <= t) == (ray[1] == 0)) == (turned == 0) for ray in self.rays]

    def gaps(self) -> list[Any]:
        """Angle from each line to the next, the last to the first, times whole/pi: integers, or balls."""
        if self.multiples:
            return [b - a for a, b in pairwise([*self.multiples, self.multiples[0] + self.whole])]
        height = arb(to_fmpq(self.root)).sqrt()
        return [arb.atan2(y * height, arb(x)) / arb.pi() for x, y in self.turns]

    def less(self, some: Chambers, than: Chambers | None) -> bool:
        """Whether the gaps of `some` have a smaller sum than those of `than`, None for one half; decided exactly."""
        if self.multiples:
            gaps = self.gaps()
            return bool(
                2 * sum(gaps[t] for t in some) < (self.whole if than is None else 2 * sum(gaps[t] for t in than))
            )
        if self._tied(some, than or (), half=than is None):
            return False
        digits = ctx.dps
        while True:
            with precision(digits):
                gaps = self.gaps()
                gap = sum((gaps[t] for t in some), arb(0))
                gap -= arb(1) / 2 if than is None else sum((gaps[t] for t in than), arb(0))
                if gap < 0 or gap > 0:
                    return bool(gap < 0)
            digits *= 2

    def least(self, candidates: Iterable[Chambers]) -> Chambers | None:
        """A set of chambers of least sum, None if none is below one half."""
        best = None
        for chambers in candidates:
            if self.less(chambers, best):
                best = chambers
        return best

    def _tied(self, some: Chambers, than: Chambers, half: bool) -> bool:
        """Whether e^(i pi (a - b)), a product of numbers x + y sqrt(-root), is positive, or with half imaginary."""
        real, imaginary = Fraction(1), Fraction(0)
        for t, sign in [*((t, 1) for t in some if t not in than), *((t, -1) for t in than if t not in some)]:
            x, y = self.turns[t][0], sign * self.turns[t][1]
            real, imaginary = real * x - self.root * imaginary * y, real * y + imaginary * x
        return real == 0 if half else imaginary == 0 and real > 0

    def expression(self, chambers: Chambers | None) -> Expr:
        """Probability of folded chambers, exact: a rational, or a sum of arc cosines over pi."""
        if chambers is None:
            return Rational(1, 2)
        if self.multiples:
            gaps = self.gaps()
            return Rational(sum(gaps[t] for t in chambers), self.whole)
        return sum((self._angle(arc) for arc in self.arcs(chambers)), Integer(0)) / pi

    def arcs(self, chambers: Chambers) -> list[Chambers]:
        """Maximal runs of consecutive chambers, cyclically."""
        inside = set(chambers)
        starts = [t for t in sorted(inside) if (t - 1) % self.lines not in inside]
        runs = []
        for start in starts:
            run = [start]
            while (following := (run[-1] + 1) % self.lines) in inside:
                run.append(following)
            runs.append(tuple(run))
        return runs or [tuple(sorted(inside))]

    def _angle(self, arc: Chambers) -> Expr:
        real, imaginary = Fraction(1), Fraction(0)
        for t in arc:
            x, y = self.turns[t]
            real, imaginary = real * x - self.root * imaginary * y, real * y + imaginary * x
        cosine = real**2 / (real**2 + self.root * imaginary**2)
        return acos((1 if real > 0 else -1) * sqrt(to_sympy(cosine)))


@lru_cache(maxsize=256)
def arrangement(X: Batch | Angles) -> Arrangement:
    """Sort the lines of a batch of rank 1 or 2, exactly.

    Raises
    ------
    ValueError
        for rank X = 0 or more than 2.
    """
    if not 1 <= X.rank <= 2:
        raise ValueError(f"this batch has rank {X.rank}; a planar batch was wanted, of rank 1 or 2")
    if isinstance(X, Angles):
        N = lcm(*(ray.denominator for ray in X.rays))
        k = [int(ray * N) for ray in X.rays]
        multiples = sorted({e % N for e in k})
        rays = tuple((multiples.index(e % N), e // N) for e in k)
        return Arrangement(rays, Points(tuple(e % N for e in k), N), tuple(multiples), N)
    p, q = _plane(X)
    upper = {ray: max(ray, X.opposite(i), key=itemgetter(q, p)) for i, ray in enumerate(X.rays) if any(ray)}

    def wedge(x: Point, y: Point) -> int:
        return x[p] * y[q] - x[q] * y[p]

    def clockwise(x: Point, y: Point) -> int:
        return -wedge(x, y)

    lines = sorted(set(upper.values()), key=cmp_to_key(clockwise))
    root = Fraction(1)
    if len(lines) > 1:
        x, y = lines[:2]
        root = Fraction(dot(x, x) * dot(y, y) - dot(x, y) ** 2, wedge(x, y) ** 2)
    turns = tuple((dot(x, y), wedge(x, y)) for x, y in pairwise([*lines, tuple(-e for e in lines[0])]))
    place = {line: t for t, line in enumerate(lines)}
    sides = tuple((place[upper[ray]], int(upper[ray] != ray)) if any(ray) else None for ray in X.rays)
    return Arrangement(sides, Points(tuple((ray[p], ray[q]) for ray in X.rays)), turns=turns, root=root)


def _plane(X: Batch) -> tuple[int, int]:
    """Two coordinates to which the span of X projects one to one."""
    x = next(ray for ray in X.rays if any(ray))
    for y in X.rays:
        for p, q in combinations(range(X.k), 2):
            if x[p] * y[q] != x[q] * y[p]:
                return p, q
    p = next(i for i, e in enumerate(x) if e)
    return p, p


@dataclass(frozen=True)
class GrowthConstant:
    """p* of a batch, exact.

    Attributes
    ----------
    value : Rational, or a sum of arc cosines over pi.
    says : where it comes from.
    """

    value: Expr
    says: str

    def enclosure(self, digits: int = 30) -> arb:
        """A ball around p*, of relative radius 10^-digits."""
        return narrow(self.value, digits)


def narrow(value: Expr, digits: int) -> arb:
    """A ball of relative radius 10^-digits around a nonnegative number, zero only if SymPy says so."""
    work = digits + 5
    while True:
        ball = enclose(value, {}, work)
        with precision(work):
            if ball.is_finite() and ball.rad() <= abs(ball) * arb(10) ** -digits:
                return ball
        work *= 2


def p_star(X: Batch | Angles) -> GrowthConstant:
    """The least growth probability min over u != 0 of P(f_u != 0), exact (R1a).

    For planar batches, for independent columns (1/2), and where the greatest rank is below n (0).

    Raises
    ------
    ValueError
        for other batches: bounds are known (`rank.bounds.p_star_lower`); or when the search grows too long.

    >>> p_star(Angles(["0", "1/7", "2/7"])).value, p_star(Angles(["0", "2/3", "4/3"])).value
    (2/7, 1/2)
    >>> print(p_star(Batch([[1, 2, 1], [0, 1, 1]])).value)
    1/4
    """
    if not diagnose(X).reaches_n:
        return GrowthConstant(Integer(0), "some f_u vanishes everywhere: the greatest rank is below n")
    if X.rank == X.n:
        return GrowthConstant(Rational(1, 2), "the columns are independent")
    if X.rank > 2:
        raise ValueError(
            f"p* is exact for planar batches and for independent columns; this batch has rank {X.rank} < n = {X.n}: "
            "take the bounds of p_star_lower"
        )
    lines = arrangement(X)
    chambers = _proved_extremal(lines)
    if chambers is None:
        return GrowthConstant(Rational(1, 2), "no u with Xu = 0 does better than u = e_i")
    count = len(lines.arcs(chambers))
    return GrowthConstant(
        lines.expression(chambers), f"f_u is zero off {count} arc{'s' * (count > 1)}, for a u with Xu = 0"
    )


def _proved_extremal(lines: Arrangement) -> Chambers | None:
    """Search modulo p, where ranks may only be too small: the value found is at most p*. Then prove it attained."""
    everything = [True] * len(lines.rays)
    for p in primes(lines.points):
        nonzero = _extremal(lines, quick(lines.points, p))
        if nonzero is None:
            return None
        zeros = [lines.active(t) for t in range(lines.lines) if t not in nonzero]
        residues = sure(lines.points, p)
        spaces = residues.start([everything, *zeros])
        with suppress(UnluckyPrimeError):
            for chamber in range(len(spaces)):
                spaces, _ = residues.reduce(spaces, chamber)
            return nonzero  # all pivots are units modulo p: the rank is the one modulo p, below n
    raise AssertionError("there are infinitely many primes 1 mod N")


def _extremal(lines: Arrangement, residues: Residues) -> Chambers | None:
    """Folded chambers where an extremal f_u is not zero; None if no u in ker X beats one half.

    Depth first: the heaviest undecided chamber becomes a zero of f_u, or is given up. `free` is the dimension of the
    u that are left; with one left, all chambers are decided.
    """
    L, n = lines.lines, len(lines.rays)
    gaps = lines.gaps()
    half = Fraction(lines.whole, 2) if lines.multiples else arb(1) / 2
    best: Chambers | None = None
    bound, nodes = half, 0

    def descend(spaces: Spaces, undecided: list[int], lost: list[int], weight: Any, free: int) -> None:
        nonlocal best, bound, nodes
        nodes += 1
        if nodes * L * n > MOST_WORK:
            raise ValueError(f"p* of these {n} columns takes too many steps; take the bounds of p_star_lower")
        if not all(spaces[t] for t in lost):  # the chamber is a zero after all: another branch has it
            return
        undecided = [t for t in undecided if spaces[t]]
        if free == 1 or not undecided:
            nonzero = tuple(sorted([*lost, *undecided]))
            if lines.less(nonzero, best):
                best, bound = nonzero, sum((gaps[t] for t in nonzero), 0)
            return
        t, *rest = undecided
        smaller, rank = residues.reduce(spaces, t)
        if rank < free:
            descend(smaller, rest, lost, weight, free - rank)
        if not weight + gaps[t] >= bound:
            descend(spaces, rest, [*lost, t], weight + gaps[t], free)

    everything = [True] * n
    spaces, rank = residues.reduce(residues.start([*(lines.active(t) for t in range(L)), everything]), L)
    order = sorted(range(L), key=lambda t: float(gaps[t]), reverse=True)
    if rank < n:
        descend(spaces, order, [], 0, n - rank)
    return best
