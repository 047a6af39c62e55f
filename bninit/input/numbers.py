"""Numbers that a person gives, checked at the boundary: input is data, never code."""

from __future__ import annotations

import re
from fractions import Fraction

from bninit.input.refusal import BadInput

LARGEST = 10_000
"""Most points on a command line, layers, digits."""


NUMBER = re.compile(r"[+-]?\d+(/\d+)?|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


DIGITS, EXPONENT = 1000, 1000


def rational(text: str) -> Fraction:
    """One rational number: 3, -2/7, 0.25, 1e-30.

    >>> rational(" -2/7 ")
    Fraction(-2, 7)
    >>> rational("os.system('id')")
    Traceback (most recent call last):
        ...
    bninit.input.refusal.BadInput: "os.system('id')" is not a rational number; give numbers like 3, -2/7 or 0.25
    """
    text = text.strip()
    shown = text if len(text) <= 40 else text[:37] + "..."
    if len(text) > DIGITS + 10:
        raise BadInput(f'"{shown}" has {len(text)} characters; give numbers of at most {DIGITS} digits')
    if not NUMBER.fullmatch(text):
        raise BadInput(f'"{shown}" is not a rational number; give numbers like 3, -2/7 or 0.25')
    exponent = re.search(r"[eE]([+-]?\d+)", text)
    if exponent and abs(int(exponent[1])) > EXPONENT:
        raise BadInput(f'"{shown}" is out of range; give exponents between -{EXPONENT} and {EXPONENT}')
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadInput(f'"{shown}" divides by zero; give a denominator other than 0') from None


def rationals(text: str) -> tuple[Fraction, ...]:
    """A batch "x1,x2,..." of at least two different rational numbers."""
    if not text.strip():
        raise BadInput('the batch is empty; give numbers separated by commas, such as "0,1,5"')
    count = text.count(",") + 1
    if count > LARGEST:
        raise BadInput(f"the batch has {count:,} points; give at most {LARGEST:,}")
    batch = tuple(rational(part) for part in text.split(","))
    if len(batch) == 1:
        raise BadInput("the batch has one point; give at least two")
    if len(set(batch)) == 1:
        raise BadInput(f"all {len(batch)} points are {batch[0]}; give at least two different values")
    return batch


def points(text: str) -> list[tuple[Fraction, ...]]:
    """Points "a,b;c,d;...", each of the same number of rational coordinates."""
    if not text.strip():
        raise BadInput('there are no points; give them as in "1,0;0,1"')
    if text.count(",") + text.count(";") > LARGEST:
        raise BadInput(f"more than {LARGEST:,} coordinates on the command line; give a file with --batch")
    return [tuple(rational(part) for part in point.split(",")) for point in text.split(";")]


def whole(name: str, value: int, least: int, most: int = LARGEST) -> int:
    """A whole number in a range."""
    if not least <= value <= most:
        raise BadInput(f"{name} {value:,} is out of range; give {least:,} to {most:,}")
    return value
