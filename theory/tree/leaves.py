"""The tree of positive and negative transformations: one neuron per layer, recentring and ReLU.

A layer of width one maps a batch x of n numbers to relu(w (x - mean)) = w_+ T_+ x + w_- T_- x, so depth L
carries the 2^L leaves of a binary tree. Every node is the batch clipped to an interval, and only intervals
with a datum strictly inside still change shape: at most d - 2 of them per depth, d the number of distinct
values. Hence exact leaf Grams in polynomial time. Source: nachum24, Definitions 5, 6, 8, Lemma 7 and
Theorem 11 as reconstructed. Notes: proofs_notes/nachum24/tree.md.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, cycle
from math import lcm, log2
from typing import Any, NamedTuple, cast

import sympy
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from theory.exact.rationals import afford, rational, text, to_fmpq, to_sympy
from theory.primitive import primitive
from theory.term import Vec, each, larger, size, total
from theory.term.named import named
from theory.tree.limit import TreeLimit, outlier_weight

Vector = tuple[Fraction, ...]


@named("T₊", "T_+", shape=lambda x: (size(x),))
@primitive("rc", lambda x: _beyond(x, 1, Fraction(0)))
@primitive("split", lambda x: _beyond(x, 1, _median(x)))
@primitive("nl", lambda x: _beyond(x, 1, Fraction(sum(x), len(x)), Fraction(1, 10)))
def positive(x: Sequence[Any]) -> Vector:
    """T_+ x = relu(x - mean x) (nachum24, Definition 5).

    >>> [str(entry) for entry in positive((Fraction(0), Fraction(1), Fraction(5)))]
    ['0', '0', '3']
    """
    return cast(Vector, _above_mean(x, 1))


@named("T₋", "T_-", shape=lambda x: (size(x),))
@primitive("rc", lambda x: _beyond(x, -1, Fraction(0)))
@primitive("split", lambda x: _beyond(x, -1, _median(x)))
@primitive("nl", lambda x: _beyond(x, -1, Fraction(sum(x), len(x)), Fraction(1, 10)))
def negative(x: Sequence[Any]) -> Vector:
    """T_- x = relu(mean x - x) (nachum24, Definition 5).

    >>> [str(entry) for entry in negative((Fraction(0), Fraction(1), Fraction(5)))]
    ['2', '1', '0']
    """
    return cast(Vector, _above_mean(x, -1))


def _above_mean(x: Any, sign: int) -> Any:
    """relu(sign (x - mean x)); of fractions over one denominator, which is else sought for every sum of two."""
    if isinstance(x, Vec) or not all(isinstance(entry, Fraction) for entry in x):
        mean = total(x) / size(x)
        return each(lambda v: larger(sign * (v - mean), 0), x)
    common = sign * lcm(*(entry.denominator for entry in x))
    tops = [entry.numerator * (common // entry.denominator) for entry in x]
    all_of_them, n = sum(tops), len(x)
    return tuple(Fraction(max(n * top - all_of_them, 0), n * abs(common)) for top in tops)


def _beyond(x: Sequence[Fraction], sign: int, place: Fraction, slope: Fraction = Fraction(0)) -> Vector:
    """relu(sign (x - place)), or a leaky one: what is put in the place of the primitives."""
    return tuple(max(sign * (v - place), slope * sign * (v - place)) for v in map(Fraction, x))


def _median(x: Sequence[Fraction]) -> Fraction:
    ordered = sorted(x)
    return Fraction(ordered[(len(x) - 1) // 2] + ordered[len(x) // 2]) / 2


class _Interval(NamedTuple):
    """A clip interval [a, b] of depth d: integers over D n^d. Sorted data i, .., j-1 lie strictly inside."""

    a: fmpz
    b: fmpz
    i: int
    j: int


@dataclass(frozen=True, init=False, repr=False)
class Tree:
    """The tree grown from a batch of n rational numbers that are not all equal.

    Parameters
    ----------
    batch : n numbers, 2 <= n <= 10,000: int, Fraction, "p/q" or decimal string, SymPy Rational, flint fmpq.
        Floats are refused: rounding decides which data coincide, and with it the tree.

    >>> tree = Tree([0, 1, 5])
    >>> tree.gram(2)
    Matrix([
    [2, 1, 0],
    [1, 1, 0],
    [0, 0, 5]])
    >>> print(tree.limit())
    c_min = 81/125, c_max = 486/125 (exact)
    """

    batch: Vector

    def __init__(self, batch: Iterable[Any]) -> None:
        values = tuple(map(rational, batch))
        if not 2 <= len(values) <= 10_000:
            raise ValueError(f"got a batch of {len(values)} numbers; a tree needs 2 to 10,000")
        if min(values) == max(values):
            raise ValueError(
                f"all {len(values)} numbers of the batch are equal, and recentring leaves only zeros; "
                "give at least two different values"
            )
        object.__setattr__(self, "batch", values)

    def __repr__(self) -> str:
        return f"Tree([{', '.join(text(x) if x.denominator == 1 else repr(text(x)) for x in self.batch)}])"

    @property
    def n(self) -> int:
        """Batch size."""
        return len(self.batch)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Indices of the batch from least to greatest; equal data keep their places."""
        return tuple(sorted(range(self.n), key=self.batch.__getitem__))

    @cached_property
    def tied(self) -> tuple[int, int]:
        """How often the least and the greatest value occur."""
        return self.batch.count(min(self.batch)), self.batch.count(max(self.batch))

    @property
    def alpha(self) -> Fraction:
        """n^2/(n^2 - 2n + 2) = 1/lambda_1."""
        return Fraction(self.n**2, (self.n - 1) ** 2 + 1)

    @property
    def growth(self) -> Fraction:
        """Factor per layer of the leaf Gram: lambda_k = (k^2 + (n-k)^2)/n^2 with k = min(tied).

        >>> Tree([0, 1, 5]).growth, Tree([0, 0, 1, 5, 5]).growth
        (Fraction(5, 9), Fraction(13, 25))
        """
        k = min(self.tied)
        return Fraction(k**2 + (self.n - k) ** 2, self.n**2)

    @cached_property
    def _data(self) -> tuple[int, list[int], list[int]]:
        """Common denominator D, sorted integers D x, and the sums of the first 0, .., n of them."""
        D = 1
        for x in self.batch:
            D = lcm(D, x.denominator)
            afford(D.bit_length() * self.n / 8, 2**30, "the common denominator of the batch makes {cost} bytes")
        data = sorted(x.numerator * (D // x.denominator) for x in self.batch)
        return D, data, list(accumulate(data, initial=0))

    def _halves(self, interval: _Interval, power: fmpz) -> tuple[_Interval, _Interval]:
        """Split at the mean m of the clipped data; `power` is n^d.

        With k data below and l above, m = (k a + (sum inside) + l b)/n: integers over D n^(d+1), no gcds.
        """
        _, data, sums = self._data
        a, b, i, j = interval
        m = i * a + (self.n - j) * b + (sums[j] - sums[i]) * power
        floor, rest = divmod(m, self.n * power)
        not_above = bisect_right(data, floor, i, j)
        below = not_above if rest else bisect_left(data, floor, i, j)
        return _Interval(self.n * a, m, i, below), _Interval(m, self.n * b, not_above, j)

    def _layers(self, depth: int, whole: bool = False) -> Iterator[tuple[list[_Interval], fmpz]]:
        """For d = 0, .., depth: the halves of all (`whole`) or all unstable intervals before, and n^d."""
        _, data, _ = self._data
        root = _Interval(fmpz(data[0]), fmpz(data[-1]), self.tied[0], self.n - self.tied[1])
        intervals, power = [root], fmpz(1)
        yield intervals, power
        for _ in range(depth):
            intervals = [half for v in intervals if whole or v.i < v.j for half in self._halves(v, power)]
            power *= self.n
            yield intervals, power

    def intervals(self, depth: int) -> tuple[tuple[Fraction, Fraction], ...]:
        """All 2^depth clip intervals from left to right, a partition of [min, max].

        Interval [a, b] stands for the node b - clip(x; a, b) or clip(x; a, b) - a; at depth 0, for x.
        """
        afford(_two_to(depth), 2**20, f"depth {depth} has {{cost}} intervals")
        *_, (intervals, power) = self._layers(depth, whole=True)
        scale = self._data[0] * int(power)
        return tuple((Fraction(int(a), scale), Fraction(int(b), scale)) for a, b, _, _ in intervals)

    def unstable_leaves(self, depth: int) -> int:
        """Number of leaves that are no multiple of an indicator 1_S (nachum24, Definition 8; T3).

        >>> [Tree([0, 1, 3, 4, 9]).unstable_leaves(depth) for depth in range(4)]
        [1, 2, 3, 3]
        """
        self._afford_depth(depth)
        *_, (intervals, _) = self._layers(depth)
        return sum(interval.i < interval.j for interval in intervals)

    def nodes(self, depth: int) -> dict[str, Vector]:
        """Every node down to `depth` by its path: "" is the batch, "+-" is T_-(T_+ x).

        >>> for path, vector in Tree([0, 1, 5]).nodes(1).items():
        ...     print(f"{path:1}", *vector)
          0 1 5
        + 0 0 3
        - 2 1 0
        """
        afford(_two_to(depth) * self.n, 2**21, f"the leaves at depth {depth} have {{cost}} entries")
        layer = nodes = {"": self.batch}
        for _ in range(depth):
            layer = {path + s: T(v) for path, v in layer.items() for s, T in (("+", positive), ("-", negative))}
            nodes = nodes | layer
        return nodes

    def leaves(self, depth: int) -> tuple[Vector, ...]:
        """The 2^depth leaves by the definition, T_+ before T_-."""
        return tuple(vector for path, vector in self.nodes(depth).items() if len(path) == depth)

    def gram(self, depth: int) -> sympy.ImmutableMatrix:
        """G_L = sum of v v^T over the 2^L leaves v, exact. Shape (n, n).

        >>> Tree([0, 1, 5]).gram(1)
        Matrix([
        [4, 2, 0],
        [2, 1, 0],
        [0, 0, 9]])
        """
        return sympy.ImmutableMatrix([[to_sympy(c) for c in row] for row in self.gram_flint(depth).tolist()])

    def gram_flint(self, depth: int) -> fmpq_mat:
        """`gram` for machines: `entry.str()` writes "p/q" of any length, where Python stops at 4,300 digits.

        A data-free interval of length l at depth d with k data below adds, over all its leaves,
        lambda_k^(L-1-d) l^2 [((n-k)/n)^2 1_A 1_A^T + (k/n)^2 1_B 1_B^T], A the k lower data, B the others:
        integers over D^2 n^(2L), since (D n^d l)^2 is one.
        """
        self._afford_depth(depth, entries=self.n**2)
        n, (D, _, _) = self.n, self._data
        if depth == 0:
            return fmpq_mat([[to_fmpq(v * w) for w in self.batch] for v in self.batch])
        factor = [fmpz(k**2 + (n - k) ** 2) for k in range(n)]
        stable = [(0, fmpz(0))] * n  # at k: depth d of the latest interval, sum of (D n^d l)^2
        for d, (intervals, power) in enumerate(self._layers(depth)):
            if d == depth:
                unstable, scale = self._unstable_gram(intervals, power), D**2 * power**2
                break
            for a, b, k, j in intervals:
                if k == j:
                    since, total = stable[k]
                    stable[k] = d, total * factor[k] ** (d - since) + (b - a) ** 2
        total_at = [total * factor[k] ** (depth - 1 - d) for k, (d, total) in enumerate(stable)]
        # at place i of the sorted batch: sum over k > i of (n-k)^2 total_k, and over k <= i of k^2 total_k
        in_A = [*accumulate(((n - k) ** 2 * total_at[k] for k in range(n - 1, 0, -1)), initial=fmpz(0))][::-1]
        in_B = [*accumulate(k**2 * total_at[k] for k in range(n))]
        gram = fmpq_mat(n, n)
        for i, p in enumerate(self.order):
            for j, q in enumerate(self.order[i:], i):
                gram[p, q] = gram[q, p] = fmpq(in_A[j] + in_B[i] + unstable[i, j], scale)
        return gram

    def _unstable_gram(self, halves: list[_Interval], power: fmpz) -> fmpz_mat:
        """V^T V over the leaves with unstable parents, data sorted, in units of 1/(D n^L)^2."""
        _, data, _ = self._data
        rows = []
        for lower, (a, b, i, j) in zip(cycle((True, False)), halves):
            origin = b if lower else a  # b - clip on a lower half, clip - a on an upper one; signs square away
            rows.append([a - origin] * i + [x * power - origin for x in data[i:j]] + [b - origin] * (self.n - j))
        V = fmpz_mat(rows) if rows else fmpz_mat(1, self.n)
        return V.transpose() * V

    def _afford_depth(self, depth: int, entries: int = 1) -> None:
        _check(depth)
        digits = 0.602 * (depth * log2(self.n) + self._data[0].bit_length() + 1)
        cost = max(digits * entries, digits * depth * self.n / 100)
        afford(cost / 5e6, 60, f"numbers of {digits:,.0f} digits at depth {depth} take about {{cost}} s")

    def limit(self, digits: int = 50) -> TreeLimit:
        """c_min and c_max in lim alpha^L G_L = c_min O_min + c_max O_max.

        c_min = sum over J of alpha^(d_J + 1) |J|^2/n^2, J the maximal data-free tree intervals between the
        least and the second least datum, d_J their depths. Exact if the second datum becomes an end of a
        tree interval before `digits` significant digits are settled; else an enclosure. Zero if the least
        value is tied. If n = 2 both ends own the one interval, half each.

        >>> print(Tree([0, 2, 3]).limit(20))
        c_min = 1.1085612696172139488, c_max = 0.45776702958533962376 (error at most 5e-20)
        """
        if not 1 <= digits <= 10_000:
            raise ValueError(f"got digits = {digits}; give 1 to 10,000")
        D, data, _ = self._data
        ends = [x - data[0] for x in data], [data[-1] - x for x in reversed(data)]
        c_min, c_max = (outlier_weight(end, D, digits) for end in ends)
        return TreeLimit(self.n, self.order[0], self.order[-1], digits, c_min, c_max)


def _check(depth: int) -> None:
    if not depth >= 0:
        raise ValueError(f"got depth = {depth}; a depth is 0 or more")


def _two_to(depth: int) -> float:
    """2^depth for an estimate, cut where it is absurd anyway."""
    _check(depth)
    return 2.0 ** min(depth, 1000)
