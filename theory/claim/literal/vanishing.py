"""Whether an expression tends to 0 as its symbol goes to infinity, by its form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from sympy import Add, E, Expr, Mul, Pow, S, Symbol, exp, log, sympify

from theory.comparison.balls import as_ball


@dataclass(frozen=True)
class Growth:
    """coefficient rate^s s^power log(s)^logs, to which something is asymptotically equal as s -> oo."""

    coefficient: Expr
    rate: Expr = S.One
    power: Expr = S.Zero
    logs: Expr = S.Zero


class UnknownGrowthError(ValueError):
    """No growth is found."""


@lru_cache(4096)
def vanishes(form: Expr, symbol: Symbol) -> bool:
    """Whether an expression tends to 0 as its symbol goes to infinity, by its form: made of numbers and the symbol by
    sums, products, powers, exponentials c^(a s + b) and logarithms. False where that is not found.

    >>> from sympy import Piecewise, Rational, floor, sqrt
    >>> s = Symbol("s", integer=True, positive=True)
    >>> vanishes(s**5 * Rational(9, 10) ** s + 1 / (s - 3) + log(s) / sqrt(s), s), vanishes(2 + 1 / s, s)
    (True, False)
    >>> vanishes(1 / floor(s), s), vanishes(1 / floor(s / 2), s), vanishes(Piecewise((1 / s, s > 2), (1, True)), s)
    (True, False, False)
    """
    try:
        found = _growth(form, symbol)
        if found is None:
            return True
        rate = _sign(found.rate - 1)
        power = _sign(found.power)
        return rate < 0 or (rate == 0 and (power < 0 or (power == 0 and _sign(found.logs) < 0)))
    except UnknownGrowthError:
        return False


def _growth(e: Expr, s: Symbol) -> Growth | None:
    """None of what is 0."""
    if s not in e.free_symbols:
        return Growth(e) if _sign(e) else None
    if e == s:
        return Growth(sympify(1), power=sympify(1))
    if isinstance(e, Mul):
        parts = [_growth(part, s) for part in e.args]
        return None if None in parts else _product([part for part in parts if part is not None])
    if isinstance(e, Add):
        return _sum([part for arg in e.args if (part := _growth(arg, s)) is not None])
    if isinstance(e, exp):
        return _exponential(E, e.args[0], s)
    if isinstance(e, Pow):
        base, exponent = e.args
        return _exponential(base, exponent, s) if s in exponent.free_symbols else _power(_growth(base, s), exponent)
    if isinstance(e, log):
        return _logarithm(_growth(e.args[0], s))
    raise UnknownGrowthError(f"{e.func.__name__} is not followed to infinity")


def _product(parts: Sequence[Growth]) -> Growth:
    return Growth(
        Mul(*(part.coefficient for part in parts)),
        Mul(*(part.rate for part in parts)),
        Add(*(part.power for part in parts)),
        Add(*(part.logs for part in parts)),
    )


def _sum(parts: Sequence[Growth]) -> Growth | None:
    """That of the part which grows fastest; where such parts cancel, nothing is known."""
    if not parts:
        return None
    best: list[Growth] = []
    for part in parts:
        order = _order(part, best[0]) if best else 1
        best = [part] if order > 0 else [*best, part] if order == 0 else best
    total = Add(*(part.coefficient for part in best))
    if not _sign(total):
        raise UnknownGrowthError("what grows fastest cancels")
    return Growth(total, best[0].rate, best[0].power, best[0].logs)


def _order(a: Growth, b: Growth) -> int:
    return _sign(a.rate - b.rate) or _sign(a.power - b.power) or _sign(a.logs - b.logs)


def _power(base: Growth | None, exponent: Expr) -> Growth | None:
    if base is None:
        if _sign(exponent) > 0:
            return None
        raise UnknownGrowthError("a power of 0")
    if not (exponent.is_integer or _sign(base.coefficient) > 0):
        raise UnknownGrowthError("a root of what is negative in the end")
    return Growth(base.coefficient**exponent, base.rate**exponent, base.power * exponent, base.logs * exponent)


def _exponential(base: Expr, exponent: Expr, s: Symbol) -> Growth:
    slope = exponent.diff(s)
    if s in base.free_symbols or s in slope.free_symbols or _sign(base) <= 0:
        raise UnknownGrowthError("only positive numbers to a power a s + b are followed to infinity")
    return Growth(base ** exponent.subs(s, 0), base**slope)


def _logarithm(inner: Growth | None) -> Growth:
    if inner is None or _sign(inner.coefficient) < 0:
        raise UnknownGrowthError("a logarithm of what is not positive in the end")
    if _sign(inner.rate - 1):
        return Growth(log(inner.rate), power=sympify(1))
    if _sign(inner.power):
        return Growth(inner.power, logs=sympify(1))
    if _sign(inner.logs) or not _sign(inner.coefficient - 1):
        raise UnknownGrowthError("a logarithm of a logarithm, or of what tends to 1")
    return Growth(log(inner.coefficient))


def _sign(number: Expr) -> int:
    """Of a real number."""
    number = sympify(number)
    if number.is_Rational:
        return int(bool(number > 0)) - int(bool(number < 0))
    if number.is_zero:
        return 0
    try:
        ball = as_ball(number)
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise UnknownGrowthError(f"{number} has no sign") from error
    if not (ball.is_finite() and ball.imag == 0 and (ball.real > 0 or ball.real < 0)):
        raise UnknownGrowthError(f"the sign of {number} is not known")
    return 1 if ball.real > 0 else -1
