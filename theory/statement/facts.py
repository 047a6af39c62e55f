"""What a statement takes as known of elementary functions and of independent standard normal numbers.

A proof is one for every real closed field. Where a statement has exp, arccos, arctan, erfc or pi in it, these are any
functions and any number of which the facts here are true; a mean over normal numbers is any mean of which the facts on
those are true that speak of no other function than the statement has. All of them are true of the real numbers, and
each fact on normal numbers is certified by quadrature in a claim of this suite; a card lists them with the claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from theory.domains.given import Given
from theory.domains.laws import even_laws, normal_laws
from theory.statement import laws

LAW = "normal"
"""The name of the law in Coq."""

HAS, MEAN = laws.HAS + LAW, laws.MEAN + LAW
WIDTH = "WIDTH"
"""Stands for how many normal numbers there are."""


@dataclass(frozen=True)
class Fact:
    """In Coq, in words, and by which claim it is certified; of: the functions that it speaks of."""

    of: frozenset[str]
    text: str
    words: str
    shown: str = ""

    def __str__(self) -> str:
        """In words, with the claim that certifies it."""
        return f"{self.words} ({self.shown})" if self.shown else self.words


TYPES = {"pi": "R", "exp": "R -> R", "acos": "R -> R", "atan": "R -> R", "erfc": "R -> R"}
"""Functions, and a number, that statements may have, in Coq."""

NEEDS = {"acos": ("pi",), "atan": ("acos", "pi")}
"""Functions that the facts on a function speak of, too."""


def called(name: str) -> str:
    """The name of a function in Coq."""
    return f"fn_{name}"


def _fact(of: str, text: str, words: str, shown: str = "") -> Fact:
    return Fact(frozenset(of.split()), text, words, shown)


ELEMENTARY = (
    _fact("pi", "(3%:R < fn_pi /\\ fn_pi < 22%:R / 7%:R)", "3 < π < 22/7"),
    _fact(
        "exp",
        "((forall x y, fn_exp (x + y) = fn_exp x * fn_exp y) /\\ (forall x, 1 + x <= fn_exp x))",
        "exp(x + y) = exp(x) exp(y), exp(x) ≥ 1 + x",
    ),
    _fact(
        "acos pi",
        "(fn_acos 1 = 0 /\\ (forall x, - 1 <= x -> x <= 1 -> 0 <= fn_acos x /\\ fn_acos (- x) = fn_pi - fn_acos x))",
        "acos(1) = 0, acos(x) ≥ 0, acos(−x) = π − acos(x)",
    ),
    _fact(
        "atan acos",
        "(forall x, 0 <= x -> fn_acos (1 / Num.sqrt (1 + x * x)) = fn_atan x)",
        "acos(1/√(1 + x²)) = atan(x) for x ≥ 0",
    ),
    _fact("erfc", "(forall x, fn_erfc (- x) = 2%:R - fn_erfc x)", "erfc(−x) = 2 − erfc(x)"),
)


def _form(a: str) -> str:
    """A linear form of the normal numbers."""
    return f"(\\sum_(k < {WIDTH}) {a} k * z k)"


def _dot(a: str, b: str) -> str:
    return f"(\\sum_(k < {WIDTH}) {a} k * {b} k)"


def _has_mean(of: str, mean: str) -> str:
    return f"({HAS} (fun z => {of}) /\\\n       {MEAN} (fun z => {of}) = {mean})"


U, V = _form("a"), _form("b")
UU, UV, VV = _dot("a", "a"), _dot("a", "b"), _dot("b", "b")
PAIR = f"forall a b : nat -> R, 0 < {UU} -> 0 < {VV} ->\n      "
ANGLE = f"fn_acos ({UV} / Num.sqrt ({UU} * {VV}))"
TURN = "(2%:R * fn_pi)"
KERNEL = f"(Num.sqrt ({UU} * {VV} - {UV} * {UV}) + (fn_pi - {ANGLE}) * {UV}) / {TURN}"
EACH = f"(i < {WIDTH})%N ->"
POWER = "(fun z => z i ^+ k)"
DAMPED = "z i ^+ k * fn_exp (- (c * (z i * z i)))"
RELUS = f"Num.max {U} 0 * Num.max {V} 0"

NORMAL = (
    _fact(
        "",
        f"(forall i, {EACH} {_has_mean('z i', '0')} /\\\n"
        f"      (forall k, {_has_mean('z i ^+ k.+2', f'k.+1%:R * {MEAN} {POWER}')}))",
        "E[g] = 0, E[g^(k + 2)] = (k + 1) E[g^k]",
        "components.gaussian.relu-moment",
    ),
    _fact(
        "pi",
        f"(forall a : nat -> R,\n      {_has_mean(f'Num.max {U} 0', f'Num.sqrt {UU} / Num.sqrt {TURN}')})",
        "E[ReLU(u)] = |u|/√(2 π)",
        "components.gaussian.relu-moment",
    ),
    _fact(
        "exp",
        f"(forall c k i, {EACH} 0 <= c ->\n"
        f"      {_has_mean(DAMPED, f'{MEAN} {POWER} / Num.sqrt (1 + 2%:R * c) ^+ k.+1')})",
        "E[g^k exp(−c g²)] = E[g^k]/(1 + 2 c)^((k + 1)/2) for c ≥ 0",
        "components.gaussian.damped",
    ),
    _fact(
        "acos pi",
        f"({PAIR}{_has_mean(RELUS, KERNEL)})",
        "E[ReLU(u) ReLU(v)] = |u| |v| (√(1 − ρ²) + ρ (π − acos(ρ)))/(2 π)",
        "components.gaussian.arc-cosine",
    ),
    _fact(
        "acos pi",
        f"({PAIR}{_has_mean(f'(0 < {U})%R%:R * (0 < {V})%R%:R', f'(fn_pi - {ANGLE}) / {TURN}')})",
        "P(u > 0, v > 0) = (π − acos(ρ))/(2 π)",
        "components.gaussian.both-positive",
    ),
    _fact(
        "erfc",
        f"(forall (a : nat -> R) c, 0 < {UU} ->\n"
        f"      {_has_mean(f'(c < {U})%R%:R', f'fn_erfc (c / Num.sqrt (2%:R * {UU})) / 2%:R')})",
        "P(u > c) = erfc(c/(√2 |u|))/2",
        "components.gaussian.tail",
    ),
)
"""u and v are linear forms of the normal numbers g, |u|^2 their mean squares, rho their correlation; the first is that
on moments."""


def used(functions: Iterable[str]) -> tuple[str, ...]:
    """Functions, and those that the facts on them speak of, in one order."""
    found = {one for name in functions for one in (name, *NEEDS.get(name, ()))}
    return tuple(name for name in TYPES if name in found)


def known(functions: Iterable[str], normal: bool) -> Iterator[Fact]:
    """What is known where a statement has these functions, and means over normal numbers or none."""
    there = set(used(functions))
    for fact in (*ELEMENTARY, *(NORMAL if normal else ())):
        if fact.of <= there:
            yield fact


def makes_members(given: Given | None) -> tuple[Fact, ...]:
    """The facts by which a claim on all laws with certain moments is one on normal weights; none for other domains.

    >>> [fact.words for fact in makes_members(Given({"law": normal_laws()}))]
    ['E[g] = 0, E[g^(k + 2)] = (k + 1) E[g^k]']
    """
    domains: tuple[Any, ...] = () if given is None else tuple(given.domains.values())
    return NORMAL[:1] if any(kind() in domains for kind in (even_laws, normal_laws)) else ()
