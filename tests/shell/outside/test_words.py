"""Words that a reader cannot look up, or has to read twice, are in no page, note, message or docstring."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CODES = re.compile(r"(?<![\w.])(?:[A-Z]\d{1,2}\.m\d+|\([A-Z]\d{1,2}(?:, [A-Z]\d{1,2})+\))")
"""Numbers of a list that is not part of the suite: L6.m1, (B9, B10)."""

DIALECT = re.compile(
    r"\bis none of\b|[Ff]or whom (?:it|a claim)\b|\bwhom (?:it|a claim|they) (?:is|are) for\b|\bnone's\b|\baffair\b"
    r"|\b[Tt]he catalogue\b|\bour catalogue\b|\bof one's own\b|\bwhat one's own\b"
)

STILL = {"theory/papers": 3}
"""Lines that look like it: eigenvalues (L1, L2, L3) of `morwani20.rates`."""

PLACES = ("proofs_notes", "docs", "bninit", "numerics", "tests", "theory", "examples", "benchmarks", "README.md",
          "CONTRIBUTING.md")  # fmt: skip
MADE = ROOT / "docs/reference/claims"


def lines(place: str) -> list[str]:
    """The lines of a folder with such words, as `path:number: line`."""
    found = []
    for path in sorted([ROOT / place, *(ROOT / place).rglob("*")]):
        if path.suffix not in (".py", ".md", ".j2") or MADE in path.parents or path == Path(__file__).resolve():
            continue
        text = path.read_text(encoding="utf-8").split("\n")
        found += [
            f"{path.relative_to(ROOT)}:{i}: {line.strip()}"
            for i, line in enumerate(text, 1)
            if CODES.search(line) or DIALECT.search(line)
        ]
    return found


@pytest.mark.parametrize("place", PLACES)
def test_folder(place: str) -> None:
    """No line of a folder has them, but for those that only look like it; nor has README, nor CONTRIBUTING."""
    left = lines(place)
    for part, most in STILL.items():
        if part.startswith(place):
            inside = [line for line in left if line.startswith(f"{part}/")]
            assert len(inside) <= most, "\n".join(inside)
            left = [line for line in left if line not in inside]
    assert not left, "\n".join(left)


def test_they_are_noticed() -> None:
    """The patterns find what they are made for; names of matrices, of solvers and of figures are no codes."""

    def found(line: str) -> bool:
        return bool(CODES.search(line) or DIALECT.search(line))

    wrong = ("says L6.m1: it is so", "a width (B9, B10)", "x is none of those", "of one's own", "for whom it is")
    right = ("H_1 and W2 (X, Y)", "z3 and cvc5", "the circle S1", "none of the claims", "Figure A.m")
    assert all(map(found, wrong))
    assert not any(map(found, right))
