"""Ball arithmetic: a precision that is put back, decimals of which every digit is right, zeros with proof.

Balls are `flint.arb`. Their precision is global to the process: set it through `precision` only, and run
such work in processes, not threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from functools import wraps
from typing import Any

from flint import arb, arb_mat, ctx, fmpq

from theory.term import Term

Function = Callable[[arb], arb]
System = Callable[[Sequence[arb]], tuple[Sequence[arb], Sequence[Sequence[arb]]]]


DIGITS = 30
"""Decimal digits that a check starts with."""
FACTOR = 4
"""How many times as many a certified check has when it is run again, and at least LEAST_AGAIN."""
LEAST_AGAIN = 100
_factor = 1
_bits = ctx.prec
"""The precision that `precision` has set last; any other was set past it, and is not raised."""


@contextmanager
def raised(factor: int) -> Iterator[None]:
    """Every `precision` inside the block is raised so many times: what was equal by rounding alone comes apart.

    >>> with raised(4), precision(30):
    ...     ctx.dps
    120
    """
    global _factor
    before, _factor = _factor, factor
    try:
        yield
    finally:
        _factor = before


def digits_now(digits: int) -> int:
    """The decimal digits to work with where so many are asked for."""
    return digits if _factor == 1 else max(digits * _factor, LEAST_AGAIN)


@contextmanager
def precision(digits: Any, terms: int = 10) -> Iterator[None]:
    """Work with `digits` decimal digits inside the `with` block, more where they are `raised`; then as before.

    Where `digits` is a term nothing is set. `terms` is the number of terms that power series keep; python-flint cuts
    them at 10, silently.

    >>> with precision(30):
    ...     pi = arb.pi()
    >>> decimal(pi, 25)
    '3.141592653589793238462643'
    """
    global _bits
    if isinstance(digits, Term):
        yield
        return
    before, outer = (ctx.prec, ctx.cap), _bits
    ctx.dps, ctx.cap = digits_now(digits), terms
    _bits = ctx.prec
    try:
        yield
    finally:
        (ctx.prec, ctx.cap), _bits = before, outer


def by_hand() -> bool:
    """Whether the precision now is another than `precision` has set."""
    return bool(ctx.prec != _bits)


def at_each_precision(f: Callable[..., Any]) -> Callable[..., Any]:
    """`functools.cache` for balls: a value for each precision that is set, and asked for inside, when `f` is called.

    As with `typed=True`: a ball times SymPy's 4 is a float, and not what is remembered of 4.
    """
    known: dict[Any, Any] = {}
    times = 0

    @wraps(f)
    def remembered(*arguments: Any, **named: Any) -> Any:
        nonlocal times
        times += 1
        key = arguments, tuple(map(type, arguments)), tuple(named.items()), ctx.prec, ctx.cap, _factor
        if key not in known:
            known[key] = f(*arguments, **named)
        return known[key]

    remembered.cache_clear = known.clear  # type: ignore[attr-defined]
    remembered.cache_state = lambda: (times, len(known))  # type: ignore[attr-defined]
    return remembered


def guess(ball: Any) -> Any:
    """The point in the middle of a ball, or of a matrix of balls: a point of it, and none of what it encloses.

    For what is proved afterwards: the start of an iteration, a place to develop around, a choice. In a check
    `ball.mid()` is an error, for a point has no radius; who wants one all the same says so by this name.

    >>> guess(arb("1 +/- 0.1"))
    1.00000000000000
    """
    return ball.mid()


def lower_end(ball: arb) -> arb:
    """The lower end of a ball, a bound of the number in it. In a check `ball.lower()` is an error: an end is not that
    number, however far it is rounded."""
    return ball.lower()


def upper_end(ball: arb) -> arb:
    """The upper end of a ball. See `lower_end`."""
    return ball.upper()


def radius(ball: Any) -> arb:
    """The radius of a ball, which says nothing of the number in it."""
    return ball.rad()


def is_point(ball: Any) -> bool:
    """Whether a ball has no radius."""
    return bool(ball.is_exact())


def is_bounded(ball: Any) -> bool:
    """Whether a ball is bounded: a question about what is known of a number, not about the number."""
    return bool(ball.is_finite())


def in_both(a: arb, b: arb) -> arb:
    """The common part of two balls, which encloses a number that is in both: that it is, the caller knows."""
    return a.intersection(b)


def decimal(ball: arb | fmpq, digits: int) -> str:
    """Round to `digits` significant digits, if every point of the ball rounds to the same number.

    Parameters
    ----------
    ball : the enclosure; its midpoint and radius are read exactly, whatever the current precision. A rational number is
        rounded exactly, also where it ends in 5.
    digits : number of significant digits printed.

    Returns
    -------
    str
        Accepted by `float`, `Fraction` and `arb`; off by at most half a unit of its last digit.

    Raises
    ------
    ValueError
        If the ball is not finite, or too wide to fix `digits` digits.

    >>> decimal(arb("0.125 +/- 1e-9"), 4)
    '0.1250'
    >>> decimal(arb("0.125 +/- 1e-9"), 2)
    Traceback (most recent call last):
        ...
    ValueError: this ball does not fix 2 digits: [0.12500000 +/- 1.01e-9]; enclose with more precision
    """
    if digits < 1:
        raise ValueError(f"got digits = {digits}; at least 1 is needed")
    rounding = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
    if isinstance(ball, fmpq):
        lower = upper = rounding.divide(Decimal(int(ball.p)), Decimal(int(ball.q)))
    else:
        lower, upper = _ends(ball, rounding)
    if lower != upper:
        raise ValueError(f"this ball does not fix {digits} digits: {ball.str(8)}; enclose with more precision")
    if not lower:
        return "0"
    return str(lower.quantize(Decimal((0, (1,), lower.adjusted() - digits + 1)), context=rounding))


def _ends(ball: arb, rounding: Context) -> tuple[Decimal, Decimal]:
    """Both ends of a ball, each rounded once."""
    if not ball.is_finite():
        raise ValueError(f"this ball is not finite: {ball}")
    (mid, e), (rad, f) = (tuple(map(int, part.man_exp())) for part in (ball.mid(), ball.rad()))
    low = min(e, f)
    mid, rad = mid << (e - low), rad << (f - low)
    return _rounded(mid - rad, low, rounding), _rounded(mid + rad, low, rounding)


def _rounded(man: int, exp: int, rounding: Context) -> Decimal:
    """man 2**exp, rounded once."""
    if exp >= 0:
        return rounding.create_decimal(man << exp)
    return rounding.divide(Decimal(man), Decimal(1 << -exp))


Box = Sequence[arb]
"""One ball for each unknown."""


class UnprovedError(ArithmeticError):
    """Ball arithmetic neither proved nor refuted the statement: more precision or a smaller box may."""


@dataclass(frozen=True)
class Isolation:
    """All zeros of a function on an interval.

    Attributes
    ----------
    roots : one ball for each zero, from left to right; each holds exactly one, and there is no other.
    boxes : how many pieces of the interval the proof looked at.
    digits : decimal digits of the balls that it worked with.
    """

    roots: tuple[arb, ...]
    boxes: int
    digits: int

    def __str__(self) -> str:
        return f"isolation in {self.boxes} box{'es' * (self.boxes > 1)} with balls of {self.digits} digits"


def isolate_roots(f: Function, df: Function, low: arb, high: arb, *, max_boxes: int = 20_000) -> Isolation:
    """Every zero of f on (low, high): a proof of existence, uniqueness and non-existence by exhaustion.

    A piece is done when f, or its mean value form f(m) + f'(X)(X - m), excludes 0 on it, or when f' does: then the
    signs at its ends say whether it holds one zero or none. Other pieces are cut where the sign of f is certain.

    Parameters
    ----------
    f, df : the function and its derivative, enclosed; a ball that is not finite decides nothing and is cut.
    low, high : exact ends, where f is not zero.

    Raises
    ------
    UnprovedError
        at a multiple zero, a zero at an end, or when `max_boxes` pieces or the precision do not suffice.

    >>> found = isolate_roots(lambda x: x**3 - 2 * x, lambda x: 3 * x**2 - 2, arb(-1), arb(2))
    >>> len(found.roots), any(root.contains(1) for root in found.roots)
    (2, False)
    """
    boxes, roots = 0, []
    todo = [((low, _certain_sign(f, low)), (high, _certain_sign(f, high)))]
    while todo:
        (left, sign_left), (right, sign_right) = todo.pop()
        boxes += 1
        if boxes > max_boxes:
            raise UnprovedError(f"{max_boxes} boxes do not settle the zeros near {left.str(8, radius=False)}")
        whole = left.union(right)
        if _sign(f(whole)):
            continue
        slope = df(whole)
        if _sign(slope):
            if sign_left != sign_right:
                roots.append(whole)
            continue
        middle, sign, value = _cut(f, left, right)
        if _sign(value + slope * (whole - middle)):
            continue
        todo += [((middle, sign), (right, sign_right)), ((left, sign_left), (middle, sign))]
    return Isolation(tuple(roots), boxes, ctx.dps)


def _sign(ball: arb) -> int:
    """The sign that all points of the ball share, else 0."""
    return int(ball > 0) - int(ball < 0)


def _certain_sign(f: Function, x: arb) -> int:
    if not x.is_exact() or not (sign := _sign(f(x))):
        raise UnprovedError(f"the sign of f at the end {x.str(8)} is not certain: {f(x).str(8)}; choose another end")
    return sign


def _cut(f: Function, left: arb, right: arb) -> tuple[arb, int, arb]:
    """A point near the middle where the sign of f is certain, that sign, and the value there."""
    for share in (16, 15, 17, 13, 19, 11, 21):
        middle = (left + (right - left) * share / 32).mid()
        value = f(middle)
        if (sign := _sign(value)) and left < middle < right:
            return middle, sign, value
    raise UnprovedError(f"no sign of f is certain near {middle.str(8)}: a multiple zero, or too little precision")


def newton(f: Function, df: Function, box: arb, digits: int) -> arb:
    """The only zero of f in a ball on which f' has one sign and f changes sign, to a radius below 10^-digits.

    Interval Newton: the zero lies in m - f(m)/f'(X). The precision doubles with the digits found.

    Raises
    ------
    UnprovedError
        if the sign of f' or the change of sign of f is not certain.

    >>> root = newton(lambda x: x * x - 2, lambda x: 2 * x, arb("1.5 +/- 0.3"), 40)
    >>> decimal(root, 40)
    '1.414213562373095048801688724209698078570'
    """

    def proved() -> bool:
        return bool(_sign(df(box)) and _sign(f(box.lower())) * _sign(f(box.upper())) == -1)

    if not _at_some_precision(proved, digits):
        raise UnprovedError(
            f"f is not seen to change sign and f' to keep its sign on {box.str(8)}: f' = {df(box).str(8)}"
        )

    def step(now: Box) -> list[arb]:
        middle = now[0].mid()
        return [middle - f(middle) / df(now[0])]

    return _refined(step, [box], digits)[0]


def krawczyk(system: System, box: Box, digits: int) -> list[arb]:
    """The only zero of a system of equations in a box, to radii below 10^-digits; its existence is proved.

    K(X) = m - Y f(m) + (I - Y J(X))(X - m), Y close to the inverse of J(m). If K(X) lies inside X, then X holds
    exactly one zero, and K(X) holds it (Krawczyk 1969; Moore 1977).

    Parameters
    ----------
    system : box -> values, shape (d,), and Jacobian, rows of shape (d, d).

    Raises
    ------
    UnprovedError
        if K(X) is not inside X.

    >>> circle_and_line = lambda z: ([z[0]**2 + z[1]**2 - 1, z[0] - z[1]], [[2 * z[0], 2 * z[1]], [arb(1), arb(-1)]])
    >>> decimal(krawczyk(circle_and_line, [arb("0.7 +/- 0.1")] * 2, 30)[1], 30)
    '0.707106781186547524400844362105'
    """

    def proved() -> bool:
        return all(x.contains_interior(k) for x, k in zip(box, krawczyk_step(system, box), strict=True))

    if not _at_some_precision(proved, digits):
        shown = ", ".join(x.str(8) for x in box)
        raise UnprovedError(f"no zero is proved in ({shown}): Krawczyk's image is not inside the box; try another")
    return _refined(lambda now: krawczyk_step(system, now), box, digits)


def krawczyk_step(system: System, box: Box) -> list[arb]:
    """K(X); for a box of exact numbers this is a Newton step."""
    middle = [x.mid() for x in box]
    values, jacobian = system(middle)
    try:
        inverse = arb_mat(jacobian).mid().inv().mid()
    except ZeroDivisionError:
        raise UnprovedError(f"the Jacobian at ({', '.join(m.str(8) for m in middle)}) is singular") from None
    contraction = arb_mat(len(middle), len(middle), [int(i % (len(middle) + 1) == 0) for i in range(len(middle) ** 2)])
    contraction -= inverse * arb_mat(system(box)[1])
    offset = arb_mat([[x - m] for x, m in zip(box, middle, strict=True)])
    image = contraction * offset - inverse * arb_mat([[v] for v in values])
    return [m + image[i, 0] for i, m in enumerate(middle)]


def _at_some_precision(proved: Callable[[], bool], digits: int) -> bool:
    work = 20
    while True:
        with precision(work):
            if proved():
                return True
        if work > 2 * digits + 100:
            return False
        work *= 2


def _refined(step: Callable[[Box], list[arb]], box: Box, digits: int) -> list[arb]:
    """Intersect a box with its images until every radius is below 10^-digits."""
    guard = 15
    while (have := min(map(digits_known, box))) < digits:
        with precision(min(2 * max(have, 5), digits) + guard):
            new = [x.intersection(k) if k.is_finite() else x for x, k in zip(box, step(box), strict=True)]
        if not min(map(digits_known, new)) > have:  # rounding, not the box, is in the way
            guard *= 2
        if guard > 4 * digits + 10_000:
            raise UnprovedError(f"no {digits} digits: the iteration stays at {', '.join(x.str(8) for x in box)}")
        box = new
    return list(box)


def digits_known(ball: arb) -> int:
    """A number D, nearly the greatest, with radius < 10^-D; 10^9 for an exact number."""
    mantissa, exponent = ball.rad().man_exp()
    bits = -int(exponent) - int(mantissa).bit_length()
    return bits * 30102 // 100_000 if mantissa else 10**9
