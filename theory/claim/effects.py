"""Statements of experiments: a mean effect of one arm over another, or the share of runs with an event.

The number is given once. The words, the formula and what is tested are made from it.
"""

from __future__ import annotations

from typing import Any

from sympy import Rational, latex


def mean_effect(
    says: str, pair: str, tex: str, *, least: Rational, over: str = "the mean over seeds of"
) -> dict[str, Any]:
    r"""Fields of a claim that a signed difference is at least a margin in the mean.

    Differences of either sign count: an arm that is worse in the mean does not pass by the seeds in which it is better.

    >>> found = mean_effect("BN helps", "a - b, a with BN and b without", "a-b", least=Rational(2, 5))
    >>> found["says"]
    'BN helps: the mean over seeds of a - b, a with BN and b without, is at least 2/5'
    >>> print(found["tex"])
    \mathbb E(a-b)\ge\frac{2}{5}
    """
    left = rf"\mathbb E({tex})"
    return {
        "says": f"{says}: {over} {pair}, is at least {least}",
        "tex": rf"{left}\ge{latex(least)}",
        "left": left,
        "relation": ">=",
        "predicts": least,
    }


def share(
    says: str,
    tex: str,
    *,
    least: Rational | None = None,
    most: Rational | None = None,
    note: str = "",
    of: str = "seeds",
) -> dict[str, Any]:
    r"""Fields of a claim that an event has at least, or at most, a share of the runs; `note` stands after the formula.

    >>> share("BN is ahead", r"a>b", least=Rational(3, 4))["says"]
    'BN is ahead, for at least 3/4 of the seeds'
    """
    if (least is None) is (most is None):
        raise ValueError("a share is stated from below or from above: give least= or most=")
    word, relation, sign, number = ("least", ">=", r"\ge", least) if most is None else ("most", "<=", r"\le", most)
    left = rf"\mathbb P({tex})"
    return {
        "says": f"{says}, for at {word} {number} of the {of}",
        "tex": f"{left}{sign}{latex(number)}{note}",
        "left": left,
        "relation": relation,
        "predicts": number,
    }
