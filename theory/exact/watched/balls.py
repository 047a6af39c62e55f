"""Methods of balls in code that is watched: what leaves a radius out, or answers by it, is an error."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from flint import acb, arb

from theory.exact.watched.comparisons import BALLS, REPLACED, UndecidedComparison
from theory.exact.watched.state import refused

CUT = frozenset({"mid", "mid_rad_10exp", "_mpf_", "_mpc_"})
"""Methods of balls that leave their radius out."""

NAMED = {
    "lower": "lower_end(x)", "upper": "upper_end(x)", "abs_lower": "lower_end(abs(x))",
    "abs_upper": "upper_end(abs(x))", "rad": "radius(x)", "complex_rad": "radius(x)", "is_exact": "is_point(x)",
    "intersection": "in_both(x, y)", "rel_accuracy_bits": "digits_known(x)",
    "rel_one_accuracy_bits": "digits_known(x)", "bits": "digits_known(x)",
}  # fmt: skip
"""Methods that speak of the ball, not of the number in it, and the functions of `theory.exact.certify` that say so."""

MEETING = frozenset({"contains", "contains_integer", "contains_interior", "overlaps"})
"""Questions of which False is an answer."""

BEING: dict[str, Callable[[Any], bool]] = {
    "is_zero": lambda x: 0 in x,
    "is_integer": lambda x: x.contains_integer(),
    "is_finite": lambda x: True,
}
"""Questions of which True is an answer, and where False is none."""


def inexact(x: Any) -> bool:
    """Whether it is a ball with a radius, or has one in it."""
    if type(x) in (list, tuple):
        return any(map(inexact, x))
    if type(x) is dict:
        return any(map(inexact, x.values()))
    return isinstance(x, arb | acb) and not x.is_exact()


_DUNDER = {f"__{name}__": getattr(operator, name) for name in ("lt", "le", "eq", "ne", "gt", "ge")}


RADII = frozenset(ball.__module__ for ball in BALLS)


def _integral(integral: Callable[..., Any]) -> Callable[..., Any]:
    """With an integrand that has no value where it asks what is open: the interval is halved there."""

    def found(f: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        errors: list[Exception] = []

        def integrand(*point: Any) -> Any:
            try:
                return acb("nan") if errors else f(*point)
            except UndecidedComparison:
                return acb("nan")
            except Exception as error:  # C cannot pass it on
                errors.append(error)
                return acb("nan")

        value = integral(integrand, *arguments, **options)
        if errors:
            raise errors[0]
        return value

    return found


def _asked(method: Any, name: str) -> Callable[..., Any]:
    """A question about the number in a ball, with the answers alone that are so of each point of it."""

    def found(*arguments: Any) -> Any:
        answer = method(*arguments)
        balls = [method.__self__, *arguments] if hasattr(method, "__self__") else [*arguments]
        if not any(map(inexact, balls)):
            return answer
        if name == "unique_fmpz" or (answer if name in MEETING else not answer and BEING[name](balls[0])):
            raise UndecidedComparison(
                f".{name}() of {balls[0].str(8)} is {answer} by its radius, and open of the number in it: write what "
                "holds of all of it, ask proved(a, '!=', b) of theory.choices"
            )
        return answer

    return found


def of_ball(method: Any, name: str) -> Any:
    """What stands for a method of a ball."""
    if name == "integral":
        return _integral(method)
    if name in CUT:
        raise refused(
            f".{name}() of a ball, a point that proves nothing",
            "keep the ball, or say guess(x) of theory.exact.certify, to start from",
        )
    if name in NAMED:
        raise refused(
            f".{name}() of a ball, which is a bound or a radius and not its value",
            f"keep the ball, or say {NAMED[name]} of theory.exact.certify, for a bound",
        )
    if name in MEETING or name in BEING or name == "unique_fmpz":
        return _asked(method, name)
    if name in _DUNDER:
        return functools.partial(REPLACED[_DUNDER[name]], *([method.__self__] if hasattr(method, "__self__") else []))
    if name == "__bool__":
        return lambda *ball: REPLACED[operator.truth](*ball or (method.__self__,))
    if name == "__float__":
        raise refused("float of a ball")
    if name != "str":
        return method

    def with_radius(*arguments: Any, radius: bool = True, **options: Any) -> str:
        if not radius:
            raise refused("the middle of a ball, as .str(radius=False)", "write it with its radius, as .str(8)")
        return str(method(*arguments, **options))

    return with_radius
