"""The table, at 80 columns, and the words below it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.records import TITLE

WIDTH = 80
SIZES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "u"), (0.0, "n"))

Found = Mapping[str, Any]


def short(x: float) -> str:
    """Three digits, in thousands from 10,000 on.

    >>> short(0.4567), short(12.345), short(1234.5), short(15_540)
    ('0.457', '12.3', '1,234', '15.5k')
    """
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if x >= 10 * size:
            return f"{_digits(x / size)}{letter}"
    return _digits(x)


def _digits(x: float) -> str:
    return f"{x:,.0f}" if x >= 99.95 else f"{x:#.3g}" if x < 0.9995 else f"{x:.2f}" if x < 9.995 else f"{x:.1f}"


def amount(cost: float, unit: str) -> str:
    """A cost in its unit; seconds a piece become pieces a second where the unit asks for it.

    >>> amount(0.00123, "s"), amount(4e-7, "neuron-layers/s"), amount(340_000, "networks")
    ('1.23 ms', '2.50 M/s', '340 k')
    """
    value = 1 / cost if unit.endswith("/s") else cost
    size, letter = next((s, p) for s, p in SIZES if value >= s)
    letter += "s" if unit == "s" else "/s" if unit.endswith("/s") else ""
    return f"{_digits(value / (size or 1e-9))} {letter}".rstrip()


def heading(title: str) -> Iterator[str]:
    """Above the rows of a group."""
    yield ""
    yield title
    yield f"{'':{TITLE}} {'ours':>8} {'theirs':>8} {'':10} {'ratio':>6}  range"
    yield "-" * WIDTH


def row(found: Found) -> Iterator[str]:
    """A result, in one line or two."""
    if "missing" in found:
        yield f"{found['title']:{TITLE}} {found['missing']}"[:WIDTH]
    elif "fits" in found:
        fits = "; ".join(map(fitted, found["fits"]))
        yield f"{found['title']:{TITLE}} {fits}" if len(fits) <= WIDTH - TITLE - 1 else f"{found['title']}: {fits}"
    else:
        line = f"{found['title']:{TITLE}} {amount(found['ours']['median'], found['unit']):>8}"
        if "ratio" in found:
            theirs, ratio = found["theirs"], found["ratio"]
            line += f" {amount(theirs['median'], found['unit']):>8} {theirs['label']:10} {short(ratio['median']):>6}"
            if found["rounds"] > 1:
                line += f"  {short(ratio['least'])}-{short(ratio['greatest'])}"
        yield line
        if found["goal"]:
            yield f"{'':{TITLE}} must reach {found['goal']:g}: {'reached' if reached(found) else 'missed'}"


def reached(found: Found) -> bool:
    """Whether the median ratio is the goal or more."""
    return bool(found["ratio"]["median"] >= found["goal"])


def fitted(fit: Found) -> str:
    """An exponent or a factor with its standard error.

    >>> fitted({"variable": "width", "kind": "exponent", "value": 1.0312, "error": 0.0213})
    'width^1.03 +- 0.02'
    """
    name, value, error = fit["variable"], fit["value"], fit["error"]
    if fit["kind"] == "factor":
        return f"x {value:.2f} +- {error:.2f} a step in {name}"
    return f"{name}^{value:.2f} +- {error:.2f}"


def explained(title: str, results: list[Found]) -> Iterator[str]:
    """What is compared, each statement once, with the rows that it is about."""
    about: dict[str, list[str]] = {}
    for found in results:
        if found["compared"]:
            about.setdefault(found["compared"], []).append(found["name"])
    if about:
        yield ""
        yield f"{title}: what is compared"
    for statement, names in about.items():
        yield from textwrap.wrap(
            f"{', '.join(names)}: {statement}", WIDTH, initial_indent="  ", subsequent_indent="    "
        )


def run_lines(run: Found) -> Iterator[str]:
    """What was measured on what."""
    versions = ", ".join(f"{name} {number}" for name, number in run["versions"].items() if number != "not installed")
    yield ""
    yield from textwrap.wrap(
        f"{run['cpu']}, {run['cores']} cores; {versions}; commit {run['commit']}{' with changes' * run['changed']}; "
        f"seed {run['seed']}; {run['date']}; load before {run['load']}; {run['seconds']:.0f} s.", WIDTH,
    )  # fmt: skip
    yield from textwrap.wrap(
        "ratio = theirs/ours in cost, more is better for ours: median of paired runs in turn, with least and greatest. "
        "limit: seconds that an issue of the project allows. Exponents by least squares, with standard errors.", WIDTH,
    )  # fmt: skip
