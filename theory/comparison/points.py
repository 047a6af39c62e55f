"""Points of the domain that symbols' assumptions describe, and signs of expressions on all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Expr, I, Integer, Poly, Rational, Symbol, sqrt

from theory.exact.ball_functions import is_real
from theory.exact.enclosure import complex_ball
from theory.exact.signs import Interval, attained

Place = Mapping[Symbol, Any]
"""A value for each symbol."""

_POOL: tuple[Expr, ...] = (
    Integer(2), Integer(3), Rational(1, 3), Integer(-2), Rational(7, 4), Integer(5), Rational(-3, 4), Integer(1),
    Integer(7), Rational(5, 2), Integer(0), Integer(-1), Integer(-5), Rational(9, 10), Integer(4), Integer(6),
    Rational(1, 7), Integer(10), Rational(-22, 7), Integer(12), Rational(-1, 5), Integer(9), sqrt(2), Rational(17, 3),
    1 + I, -2 + 7 * I, I, Rational(-1, 2) + 2 * I, -2 * I, -3 - I / 3, -1 - 5 * I, sqrt(2) / 2, -sqrt(3), Integer(25),
    Integer(-12),
)  # fmt: skip


@lru_cache(maxsize=4096)
def values(symbol: Symbol) -> tuple[Expr, ...]:
    """Numbers that the symbol may be, the most telling ones first.

    >>> values(Symbol("k", integer=True, positive=True))[:4]
    (2, 3, 5, 1)
    """
    wanted = symbol.assumptions0
    return tuple(v for v in _POOL if all(getattr(v, f"is_{key}", None) is truth for key, truth in wanted.items()))


def places(symbols: Iterable[Symbol], over: Sequence[Mapping[str, Any]] = ()) -> Iterator[Place]:
    """Points at which two expressions in these symbols may be told apart.

    Parameters
    ----------
    over : points of the domain by symbol's name: where they give every symbol a value, they are all that is tried.
    """
    ordered = sorted(symbols, key=lambda s: s.name)
    named = [{s: point[s.name] for s in ordered} for point in over if all(s.name in point for s in ordered)]
    if named and ordered:
        yield from named
        return
    pools = [values(s) for s in ordered]
    if not all(pools):
        return
    longest = max(map(len, pools), default=0)
    seen = set()
    # neighbours in the pools, in both orders; then far apart
    for apart in (1, -1, 3, 5) if len(pools) > 1 else (1,):
        for step in range(max(1, longest)):
            chosen = tuple(pool[(step + apart * i) % len(pool)] for i, pool in enumerate(pools))
            if chosen not in seen:
                seen.add(chosen)
                yield dict(zip(ordered, chosen, strict=True))


def least(symbol: Symbol) -> int | None:
    """The greatest integer that assumptions give as a lower bound: 1, 0 or None."""
    if symbol.is_integer and symbol.is_positive:
        return 1
    return 0 if symbol.is_nonnegative else None


@lru_cache(maxsize=20_000)
def sign(e: Expr) -> int | None:
    """1, 0 or -1 where the sign of e is that, or 0, on the whole domain; None where that is not proved.

    Numbers by balls; polynomials by their coefficients after a shift to the lower ends of the symbols' ranges.

    >>> n = Symbol("n", integer=True, positive=True)
    >>> sign(n**2 - 2 * n + 1 - (n - 1) * n), sign(n**3 - n), sign(n - 2)
    (-1, 1, None)
    """
    if e.is_Rational:
        return int(e.p > 0) - int(e.p < 0)
    if not e.free_symbols:
        return _of_number(e)
    if e.is_nonnegative:
        return 1
    if e.is_nonpositive:
        return -1
    return _of_root(e) or _of_polynomial(e)


def _of_root(e: Expr) -> int | None:
    """Of p + c sqrt(q), q > p^2/c^2 on the whole domain: that of c."""
    if not e.is_Add:
        return None
    for term in e.args:
        c, power = term.as_coeff_Mul()
        if power.is_Pow and power.exp == Rational(1, 2) and c.is_Rational and power.base.is_nonnegative:
            rest = e - term
            if rest.is_real and sign(sympy.expand(c**2 * power.base - rest**2)) == 1:
                return int(sympy.sign(c))
    return None


def _of_number(e: Expr) -> int | None:
    if e.is_zero:
        return 0
    for digits in (20, 100):
        try:
            ball = complex_ball(e, {}, digits)
        except TypeError:
            return None
        if ball.is_finite() and (is_real(ball) or e.is_real) and not ball.real.contains(0):
            return int(ball.real.sgn().unique_fmpz())
    return None


def _of_polynomial(e: Expr) -> int | None:
    symbols = sorted(e.free_symbols, key=str)
    low = [least(s) for s in symbols]
    if None in low or not e.is_polynomial(*symbols):
        return None
    shifted = e.subs({s: s + b for s, b in zip(symbols, low, strict=True) if b}, simultaneous=True)
    signs = {sign(c) for c in Poly(shifted, *symbols).coeffs()} - {0}
    return signs.pop() if len(signs) == 1 and signs <= {1, -1} else None if signs else 0


def signs_of(e: Expr) -> frozenset[int] | None:
    """The signs of a rational function of one symbol on the domain that its assumptions describe, or on more than
    that; None where they are not known."""
    if len(e.free_symbols) != 1:
        return None
    (symbol,) = e.free_symbols
    if not symbol.is_real:
        return None
    low = least(symbol)
    open_ = low == 0 and bool(symbol.is_positive)
    return attained(e, symbol, Interval(low, low_in=not open_, integers=bool(symbol.is_integer)))


def text(place: Place) -> str:
    """ "n = 2, k = 1"."""
    return ", ".join(f"{s} = {v}" for s, v in place.items())


LONG = 100
"""Characters of a fraction that is written out."""


def shorter(e: Any, most: int = 300) -> str:
    """An expression in at most so many characters, of any size; a long fraction by its first digits.

    >>> shorter(sympy.Rational(10**120 + 1, 3 * 10**120))
    '0.3333333333333333.. (a fraction of 243 characters)'
    """
    if isinstance(e, sympy.Rational) and not _huge(e) and len(whole := f"{e.p}/{e.q}") > LONG:
        return f"{arb(fmpq(int(e.p), int(e.q))).str(20, radius=False)}.. (a fraction of {len(whole)} characters)"
    written = sympy.sstr(e) if not _huge(e) else f"an expression with {_digits(e)} digits"
    return written if len(written) <= most else f"{written[: most - 20]} ... ({len(written):,} characters)"


def _huge(e: Any) -> bool:
    return bool(_digits(e) > 4_000)


def _digits(e: Any) -> int:
    """Digits of the longest integer in an expression, roughly."""
    atoms = e.atoms(sympy.Rational) if isinstance(e, sympy.Basic) else ()
    return max((max(int(a.p).bit_length(), int(a.q).bit_length()) * 3 // 10 for a in atoms), default=0)
