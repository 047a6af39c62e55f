"""What is quantified over, in words, domain by domain; of exact types, for those that inherit say more."""

from __future__ import annotations

from typing import Any

from theory.domains.batches import Batches
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.statement.face.expressions import expression
from theory.statement.face.style import TEXT


def member(name: str, domain: Any, size: str = "n", limit: bool = False) -> str:
    """That a letter is of a domain; `size` is the letter of a batch's size, `limit` whether an index goes to infinity.

    >>> member("c", Rationals(above=0)), member("n", Integers(2)), member("k", Integers(1, 3))
    ('c > 0', 'integer n ≥ 2', 'integer 1 ≤ k ≤ 3')
    >>> member("L", Index(1, listed=(1, 10)), limit=True)
    'L → ∞, L ≥ 1'
    >>> member("x", Batches()), member("x", Batches(Integers(3, 3), distinct=True))
    ('x ∈ ℝⁿ, not constant, n ≥ 2', 'x ∈ ℝ³, of distinct entries')
    """
    letter = TEXT.letter(name).text
    if type(domain) is Preceded:
        return member(name, domain.domain, size, limit)
    if type(domain) is Integers or (type(domain) is Index and not limit):
        return f"integer {_between(letter, domain.least, domain.most)}"
    if type(domain) is Index:
        return f"{letter} → ∞, {_between(letter, domain.least, domain.most)}"
    if type(domain) is Rationals:
        return _real(letter, domain)
    if type(domain) is Batches:
        return _batch(letter, domain, size)
    if type(domain) is Values:
        told = (value if isinstance(value, str) else expression(value, TEXT) for value in domain.values)
        return f"{letter} ∈ {{{', '.join(told)}}}"
    words = str(domain)
    for plain, sign in ((">=", "≥"), ("<=", "≤")):
        words = words.replace(plain, sign)
    if words.startswith("("):  # of several letters
        return words
    return f"{letter}{words[1:]}" if words.startswith(".") else f"{letter} {words}"


def _between(letter: str, least: Any, most: Any) -> str:
    if most is None:
        return f"{letter} ≥ {least}"
    return f"{letter} = {least}" if least == most else f"{least} ≤ {letter} ≤ {most}"


def _real(letter: str, domain: Rationals) -> str:
    low, high = (None if end is None else expression(end, TEXT) for end in domain.ends)
    if low is None and high is None:
        return f"{letter} ∈ ℝ"
    if high is None:
        return f"{letter} {'>' if domain.least is None else '≥'} {low}"
    before = "" if low is None else f"{low} {'<' if domain.least is None else '≤'} "
    return f"{before}{letter} {'<' if domain.most is None else '≤'} {high}"


def _batch(letter: str, domain: Batches, size: str) -> str:
    kind = ", of distinct entries" if domain.distinct else "" if domain.constant else ", not constant"
    if domain.n.least == domain.n.most:
        return f"{letter} ∈ {TEXT.power(TEXT.letter('ℝ'), TEXT.letter(str(domain.n.least))).text}{kind}"
    power = TEXT.power(TEXT.letter("ℝ"), TEXT.letter(size)).text
    return f"{letter} ∈ {power}{kind}, {_between(size, domain.n.least, domain.n.most)}"
