"""Which of two recorded domains has the other in it, from their plain data alone (`theory.statement.fingerprint`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

NUMBER = re.compile(r"-?[0-9]{1,200}(/0*[1-9][0-9]{0,200}|[.](?P<digits>[0-9]{1,200}))?")
"""As `theory.statement.fingerprint` writes it; no exponents, which would take a short text to a long number."""

Structure = Mapping[str, Any]

How = Literal["narrower", "wider", "other"]


def compared(old: Structure, new: Structure) -> How | None:
    """How a domain has changed; None if it has not.

    >>> compared({"kind": "integers", "least": 2, "most": None}, {"kind": "integers", "least": 3, "most": None})
    'narrower'
    """
    if _same(old, new):
        return None
    less, more = within(new, old), within(old, new)
    return "other" if less is more else "narrower" if less else "wider"


def within(a: Structure, b: Structure) -> bool:
    """Whether all of a domain is known to be in another one."""
    if _same(a, b):
        return True
    match a["kind"], b["kind"]:
        case "integers", "integers":
            return _between(a, b)
        case (("integers" | "reals"), "reals"):
            return _inside(a, b)
        case "values", "values":
            return set(a["values"]) <= set(b["values"])
        case "values", ("integers" | "reals"):
            numbers = [bounds(value) for value in a["values"]]
            whole = b["kind"] == "reals" or all(one and one[0] == one[1] and one[0].denominator == 1 for one in numbers)
            return whole and all(one is not None and _inside(_point(one), b) for one in numbers)
        case "batches", "batches":
            varied = b["constant"] or not a["constant"] or (a["distinct"] and a["least"] > 1)
            return _between(a, b) and (a["distinct"] or not b["distinct"]) and varied
        case "made", "made":
            mine, other = a["parameters"], b["parameters"]
            same_kind = a["of"] == b["of"] and mine.keys() == other.keys()
            return same_kind and all(within(mine[name], other[name]) for name in mine)
    return False


def _same(a: Structure, b: Structure) -> bool:
    return "digest" in a and a["digest"] == b.get("digest") and a["kind"] == b["kind"]


def _between(a: Structure, b: Structure) -> bool:
    """Whole numbers, from the least to the most."""
    low = a["least"] >= b["least"]
    return low and (b["most"] is None or (a["most"] is not None and a["most"] <= b["most"]))


def _point(one: tuple[Fraction, Fraction]) -> Structure:
    return {"kind": "point", "low": one[0], "high": one[1], "low_in": True, "high_in": True}


def _inside(a: Structure, b: Structure) -> bool:
    """Ends, each in it or not."""
    (low, low_in, high, high_in), (least, least_in, most, most_in) = _ends(a), _ends(b)
    above = least is None or (low is not None and _below(least, low, strictly=low_in and not least_in))
    below = most is None or (high is not None and _below(high, most, strictly=high_in and not most_in))
    return above and below


Number = tuple[Fraction, Fraction]


def _below(a: Number, b: Number, strictly: bool) -> bool:
    """Whether a number is known to be less than another one, or equal where that will do."""
    return a[1] < b[0] or (a == b and not strictly)


def _ends(a: Structure) -> tuple[Number | None, bool, Number | None, bool]:
    if a["kind"] == "integers":
        low, high = (None if a[key] is None else (Fraction(a[key]),) * 2 for key in ("least", "most"))
        return low, True, high, True
    if a["kind"] == "point":
        return (a["low"], a["low"]), True, (a["high"], a["high"]), True
    low, high = (None if a[key] is None else bounds(a[key]) for key in ("low", "high"))
    return low, a["low_in"], high, a["high_in"]


def bounds(number: str) -> Number | None:
    """Between what a recorded number lies: it is exact, or a decimal next below; None for what is no number.

    >>> bounds("2/3"), bounds("-1.4")
    ((Fraction(2, 3), Fraction(2, 3)), (Fraction(-7, 5), Fraction(-13, 10)))
    """
    found = NUMBER.fullmatch(number)
    if found is None:
        return None
    digits, exact = found["digits"], Fraction(number)
    return (exact, exact + Fraction(1, 10 ** len(digits))) if digits else (exact, exact)
