"""One step of iterative orthogonalisation by definition, H = U diag(s) V^T and W H, multiplied out: on numbers, on rows
of unknown length, on symbols and in balls. U, V and V' are reflections."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat
from sympy import Expr, ImmutableMatrix, cancel, diag, symbols, together

from theory.exact.expressions import enclose
from theory.exact.rationals import ball
from theory.papers.daneshmand21.measures import gap_at, mirror
from theory.term import each, places, size, total
from theory.term.named import named


def _summed(term: Any, s: Any) -> Any:
    return total(each(term, places(size(s))))


def _entry(s: Any, n: Any, tilt: Any) -> Any:
    """H_kj: U and V are the reflections of tilt and tilt + 1, of V the first columns."""
    U, V = mirror(size(s), tilt), mirror(n, tilt + 1)
    return lambda k, j: _summed(lambda b: U[k][b] * s[b] * V[j][b], s)


def _step(turn: Any, m: Any, s: Any, n: Any, tilt: Any) -> Any:
    U, of_H = mirror(size(s), tilt), _entry(s, n, tilt)

    def of_WH(i: Any, j: Any) -> Any:
        return 3 * _summed(lambda a: turn[i][a] * m[a] * _summed(lambda k: U[k][a] * of_H(k, j), s), s)

    return each(lambda i: each(lambda j: of_WH(i, j), places(n)), places(size(s)))


FRAMES = "U, V, V′ the reflections I − 2 v vᵀ/|v|², v = (t, t + 1, ..), of t = tilt, tilt + 1, tilt + 2"
STEP = f"H(s) = U diag(s) Vᵀ, W(p) = 3 V′ diag(s)⁻ᵖ Uᵀ; {FRAMES}"


@named("U diag({0}) Vᵀ", r"U\,\mathrm{{diag}}({0})V^\top", shape=lambda s, n, _: (size(s), n), means=FRAMES)
def start(s: Any, n: Any, tilt: Any) -> Any:
    """H, d rows of n entries."""
    of_H = _entry(s, n, tilt)
    return each(lambda k: each(lambda j: of_H(k, j), places(n)), places(size(s)))


@named(
    "3 V′ diag({0}) Uᵀ U diag({1}) Vᵀ",
    r"3V'\mathrm{{diag}}({0})U^\top U\,\mathrm{{diag}}({1})V^\top",
    shape=lambda m, s, n, _: (size(s), n),
    means=FRAMES,
)
def stepped(m: Any, s: Any, n: Any, tilt: Any) -> Any:
    """W H for W = 3 V' diag(m) U^T, V' the reflection of tilt + 2."""
    return _step(mirror(size(s), tilt + 2), m, s, n, tilt)


@named(
    "3 V_{{1..d}} diag({0}) Uᵀ U diag({1}) Vᵀ",
    r"3V_{{1..d}}\mathrm{{diag}}({0})U^\top U\,\mathrm{{diag}}({1})V^\top",
    shape=lambda m, s, n, _: (size(s), n),
    means=FRAMES,
)
def stepped_sliced(m: Any, s: Any, n: Any, tilt: Any) -> Any:
    """The same with the first d rows of V in the place of V'."""
    return _step(mirror(n, tilt + 1), m, s, n, tilt)


@cache
def gaps_on_symbols(size: int) -> tuple[Expr, Expr]:
    """V(H)^2 and V(W H)^2, H = U diag(s) V^T, W = c V' diag(m) U^T, in symbols s0, .., m0, ..; for every tilt.

    Products are multiplied out from within: U^T U and V'^T V' first.
    """
    tilt = symbols("tilt", positive=True)
    c = symbols("c", real=True, nonzero=True)
    s, m = (diag(*symbols(f"{name}0:{size}", positive=True)) for name in "sm")
    U, V, turn = (ImmutableMatrix(mirror(size, tilt + i)).applyfunc(cancel) for i in range(3))
    inner, outer = ((Q.T * Q).applyfunc(cancel) for Q in (U, turn))
    before, behind = V * (s * inner * s) * V.T, c**2 * V * (s * inner * m * outer * m * inner * s) * V.T  # H^T H, ..
    of_H, of_WH = (cancel(gap_at(C.applyfunc(together).tolist())) for C in (before, behind))
    return of_H, of_WH


@named("V(H({0}))²", "V(H({0}))^2", means=STEP)
def gap_before(s: Any, tilt: Any) -> arb:
    return gaps_in_balls(s, 0, int(tilt))[0]


@named("V(W({1}) H({0}))²", "V(W({1})H({0}))^2", means=STEP)
def gap_behind(s: Any, power: Any, tilt: Any) -> arb:
    return gaps_in_balls(s, power, int(tilt))[1]


def gaps_in_balls(s: Sequence[arb], power: Any, tilt: int) -> tuple[arb, arb]:
    """V(H)^2 and V(W H)^2 for singular values and a power that need not be rational squares, d = n."""
    size, exponent = len(s), ball(power)
    s = [e if isinstance(e, arb) else enclose(e, {}, 60) for e in s]
    U, frame, turn = (arb_mat(fmpq_mat([list(row) for row in mirror(size, fmpq(tilt + i))])) for i in range(3))

    def diagonal(values: Sequence[arb]) -> arb_mat:
        return arb_mat([[e if i == j else arb(0) for j in range(size)] for i, e in enumerate(values)])

    H = U * diagonal(s) * frame.transpose()
    WH = turn * diagonal([3 * e**-exponent for e in s]) * U.transpose() * H
    before, behind = (_gap_squared((M.transpose() * M).tolist()) for M in (H, WH))
    return before, behind


def _gap_squared(C: Sequence[Sequence[arb]]) -> arb:
    """|C/tr C - I/n|^2."""
    size, whole = len(C), sum((row[i] for i, row in enumerate(C)), arb(0))
    away = [C[i][j] / whole - arb(int(i == j)) / size for i, j in product(range(size), repeat=2)]
    return sum((e * e for e in away), arb(0))
