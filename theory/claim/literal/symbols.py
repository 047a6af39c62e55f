"""A literal check on symbols: these are made from the domains, and what is computed has to have a value on all of them.

Two forms are equal as functions where both have a value. That a divisor is not 0, a radicand not negative, the argument
of a logarithm positive is a side condition of its own, shown on the domain; a place where a divisor vanishes is an
instance of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, update_wrapper
from itertools import product
from typing import Any

import sympy
from sympy import Expr, Integer, Poly, Symbol, sympify
from sympy.polys.polyerrors import BasePolynomialError

from theory.claim.literal.apart import noted
from theory.claim.literal.values import Need, needs, recorded
from theory.comparison import compare
from theory.comparison.points import shorter, sign, signs_of
from theory.domains.given import Given, described
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import components
from theory.exact.watched.state import running_on
from theory.primitive import forget
from theory.words import At, Compared, Predicted, Relation

MOST_PLACES = 12
"""Places where a divisor vanishes that are evaluated one by one."""

MOST_PIECES = 400
"""Pieces of a domain on which a side condition is shown."""


class OnSymbols:
    """What an exact check yields on symbols, and the side conditions of its last run.

    Of an equation both sides are compared on the symbols themselves; of an inequality the sign of the difference is
    taken on the whole domain (`theory.exact.signs`).
    """

    def __init__(
        self, run: Callable[[At], Any], given: Given | None, symbols: Mapping[str, Symbol], relation: Relation
    ) -> None:
        self.run, self.given, self.symbols, self.relation = run, given, symbols, relation
        self._shown: list[str] = []
        self._open: list[str] = []
        self._taken: list[str] = []
        update_wrapper(self, run)

    def __call__(self, predicted: Predicted) -> Compared:
        self._shown, self._open, self._taken = [], [], []
        for at in pieces(self.given, self.symbols, self.relation):
            yield from self._on(predicted, at, 0)

    def figures(self) -> dict[str, Any]:
        """The side conditions; where one is not shown, the symbols are one case more. What was computed apart is an
        assumption, and what is shown is argued."""
        found: dict[str, Any] = {"side_conditions": sorted(set(self._shown))} if self._shown else {}
        if self._taken:
            found |= {"taken": sorted(set(self._taken)), "reach": "argued"}
        if self._open:
            found |= {"not_shown": sorted(set(self._open)), "reach": "cases"}
        return found

    def _on(self, predicted: Predicted, at: dict[str, Any], depth: int) -> Compared:
        left, wanted, asked, taken = _evaluated(self.run, tuple(at.items()))
        self._taken += taken
        claimed = put(predicted, self.symbols, at)
        found = dict.fromkeys(wanted)
        needs(claimed, found, set())
        yield f"on symbols ({described(at)})" if not depth else f"at {described(at)}, a pole", left, claimed
        domains = self.given.domains if self.given else {}
        for symbol, place in asked:
            if at.get(symbol.name) != symbol or len(asked) > MOST_PLACES:
                self._open.append(f"{symbol} != {place}")
            elif self.given is None or place in self.given.domains[symbol.name]:
                self._shown.append(f"{symbol} != {place} but at {symbol} = {place}")
                yield from self._on(predicted, {**at, symbol.name: place}, depth + 1)
        for e, kind in found:
            if not (e.free_symbols or e.is_number):
                continue
            text = f"{shorter(e, 80)} {kind}"
            if is_so(e, kind, domains):
                self._shown += [text] if e.free_symbols else []
                continue
            places = zeros(e, domains) if kind == "!= 0" and depth < len(at) else None
            if places is None:
                self._open.append(text)
                continue
            (symbol,) = e.free_symbols
            self._shown.append(f"{text} but at {symbol} = {', '.join(map(str, places))}")
            for place in places:
                yield from self._on(predicted, {**at, symbol.name: place}, depth + 1)


@cache
def _evaluated(
    run: Callable[[At], Any], at: tuple[tuple[str, Any], ...]
) -> tuple[Any, tuple[Need, ...], tuple[Any, ...], tuple[str, ...]]:
    """The left side, what it needs, symbols with numbers that it asks for by `==`, and what it takes from outside;
    remembered for the twins (`theory.primitive.forget`)."""
    found: dict[Need, None] = {}
    asked: dict[tuple[Any, Any], None] = {}
    forget()  # what is remembered would not be seen to be computed
    symbols = frozenset[Symbol]().union(*(sympify(value).free_symbols for value in dict(at).values()))
    with running_on(dict(at).values(), asked), recorded(found), noted(symbols) as taken:
        left = run(At(dict(at)))
    needs(left, found, set())
    return left, tuple(found), tuple(asked), tuple(taken)


def pieces(given: Given | None, symbols: Mapping[str, Symbol], relation: Relation) -> Iterator[dict[str, Any]]:
    """Values of the symbols, by name, that make up the whole domain; of an equation, symbols made from the domains.

    Raises
    ------
    ValueError
        for an inequality whose domains are tied together by a hypothesis, or are not intervals of numbers.

    >>> from theory.notation import n
    >>> [at["n"] for at in pieces(Given({"n": Integers(2)}), {"n": n}, "<=")]
    [n_ + 2]
    >>> next(pieces(Given({"n": Integers(-2)}), {"n": n}, "="))["n"].is_positive
    """
    if given is None:
        yield dict(symbols)  # their assumptions are all that is said
        return
    if relation == "=":
        names = [name for name in {**symbols, **numbers_of(given)} if name not in given.letters]
        found = {name: symbol_of(name, given.domains.get(name)) for name in names}
        yield found | {name: given.letters[name](found) for name in symbols if name in given.letters}
        return
    if given.where is not None or not symbols.keys() <= given.domains.keys():
        raise ValueError(f"signs are not known on {given}: its symbols are tied together; leave symbols=True out")
    for values in product(*(list(_of(domain, name)) for name, domain in given.domains.items())):
        yield dict(zip(given.domains, values, strict=True))


def numbers_of(given: Given) -> dict[str, Any]:
    """The domains of numbers, by name."""
    return {n: one for n, one in given.domains.items() if isinstance(one, Integers | Rationals | Values)}


def symbol_of(name: str, domain: Any) -> Symbol:
    """A symbol with the assumptions that a domain proves, and no others.

    >>> symbol_of("z", Rationals(least=-1)).is_nonnegative, symbol_of("z", Rationals(above=0)).is_positive
    (None, True)
    >>> symbol_of("k", Values(2, -1)).is_integer, symbol_of("k", Values(2, -1)).is_positive
    (True, None)
    """
    if isinstance(domain, Values) and domain.values and all(sympify(value).is_number for value in domain.values):
        values = [sympify(value) for value in domain.values]
        facts = ("integer", "real", "positive", "negative", "nonnegative", "nonpositive", "nonzero")
        return Symbol(name, **{fact: True for fact in facts if all(getattr(v, f"is_{fact}") for v in values)})
    if isinstance(domain, Integers):
        ends = (sympify(domain.least), None if domain.most is None else sympify(domain.most))
        return Symbol(name, integer=True, **_signs(ends, (True, True)))
    if isinstance(domain, Rationals):
        low, high = (None if end is None else sympify(end) for end in domain.ends)
        ends = (low, high)
        return Symbol(name, **(_signs(ends, (domain.least is not None, domain.most is not None)) or {"real": True}))
    return Symbol(name)


def _signs(ends: tuple[Any, ...], inside: tuple[bool, bool]) -> dict[str, bool]:
    """The sign of numbers between two ends."""
    low, high = ends
    if low is not None and low >= 0:
        return {"positive": True} if low > 0 or not inside[0] else {"nonnegative": True}
    if high is not None and high <= 0:
        return {"negative": True} if high < 0 or not inside[1] else {"nonpositive": True}
    return {}


def put(predicted: Predicted, symbols: Mapping[str, Symbol], values: Mapping[str, Any]) -> Predicted:
    """A prediction with expressions in its symbols' places."""
    parts = tuple(
        sympify(part).subs({symbol: values[name] for name, symbol in symbols.items()}, simultaneous=True)
        for part in components(predicted)
    )
    return parts if isinstance(predicted, tuple) else parts[0]


def is_so(e: Expr, kind: str, domains: Mapping[str, Any]) -> bool:
    """Whether an expression is shown to be "!= 0", ">= 0" or "> 0" on the whole domain."""
    if kind == "has a value":
        return False
    if _plain(e, kind):
        return True
    if kind == "!= 0":
        factors = [base for base, _ in sympy.factor_list(e)[1]] if e.is_polynomial() and e.free_symbols else []
        if len(factors) > 1:
            return all(is_so(factor, kind, domains) for factor in factors)
    names = {symbol.name: symbol for symbol in e.free_symbols}
    named = {name: domains[name] for name in names if name in domains}
    total = 1
    for domain in named.values():
        total *= (domain.count or 3) if isinstance(domain, Integers | Values) else 3
    if total > MOST_PIECES:
        return False
    try:
        choices = [list(_of(domain, name)) for name, domain in named.items()]
    except ValueError:
        return False
    return all(
        _plain(e.subs({names[name]: value for name, value in zip(named, values, strict=True)}, simultaneous=True), kind)
        for values in product(*choices)
    )


def _plain(e: Expr, kind: str) -> bool:
    """By the assumptions of its own symbols: facts, real roots, coefficients."""
    if not e.free_symbols:
        wanted: Relation = ">" if kind == "> 0" else ">=" if kind == ">= 0" else "="
        found = compare(e, 0, wanted, prove=False) if e.is_real else None
        return found is not None and (found.no if kind == "!= 0" else found.yes)
    if e.is_positive or (kind == "!= 0" and (e.is_nonzero or e.is_negative)) or (kind == ">= 0" and e.is_nonnegative):
        return True
    if (signs := signs_of(e)) is not None:
        return 0 not in signs if kind == "!= 0" else signs <= ({0, 1} if kind == ">= 0" else {1})
    form = sympy.factor(sympy.together(e))
    if form.is_positive or (kind == "!= 0" and form.is_negative) or (kind == ">= 0" and form.is_nonnegative):
        return True
    return sign(sympy.expand(form)) == 1 if kind == ">= 0" else False


def zeros(e: Expr, domains: Mapping[str, Any]) -> list[Any] | None:
    """All places of a domain where a rational function of one symbol is 0, if they are few and rational."""
    if len(e.free_symbols) != 1:
        return None
    (symbol,) = e.free_symbols
    domain = domains.get(symbol.name)
    if isinstance(domain, Values):
        return [value for value in domain.values if not _plain(e.subs(symbol, value), "!= 0")][:MOST_PLACES]
    try:
        top = Poly(sympy.fraction(sympy.together(e))[0], symbol, domain="QQ")
    except BasePolynomialError:
        return None
    found = [root for root in top.ground_roots() if domain is not None and root in domain]
    if len(found) > MOST_PLACES or top.is_zero or not found:
        return None
    rest = top
    for root in top.ground_roots():
        while rest.eval(root) == 0:
            rest = rest.quo(Poly(symbol - root, symbol, domain="QQ"))
    # any other real root is irrational: none of integers, and one too many of real numbers
    return sorted(found) if isinstance(domain, Integers) or not rest.count_roots() else None


def _of(domain: Any, name: str) -> Iterator[Expr]:
    if isinstance(domain, Integers) and domain.most is None:
        yield Integer(domain.least) + Symbol(f"{name}_", integer=True, nonnegative=True)
        return
    if isinstance(domain, Integers | Values):
        yield from domain.small()
        return
    if not isinstance(domain, Rationals):
        raise ValueError(f"signs are not known on a domain such as {domain}: leave symbols=True out")
    low, high = (None if end is None else sympify(end) for end in domain.ends)
    inside = Symbol(f"{name}_", positive=True)
    if low is not None and high is not None:
        yield low + (high - low) / (1 + inside)
    elif low is not None:
        yield low + inside
    elif high is not None:
        yield high - inside
    else:
        yield Symbol(f"{name}_", real=True)
    yield from (sympify(end) for end in (domain.least, domain.most) if end is not None)
