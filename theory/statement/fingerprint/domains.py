"""Domains as plain data, by which two of them can be compared without the program that made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

from sympy import sympify

from theory.domains.batches import Batches
from theory.domains.composite import Composite
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.certify import precision
from theory.exact.enclosure import NoEnclosureError
from theory.exact.expressions import NotRationalError, enclose, value
from theory.statement.fingerprint.normal import digest, short, tree
from theory.statement.fingerprint.sources import Sources

DIGITS = 30
"""Of the ends of an interval that are not rational."""

Structure = Mapping[str, Any]


def structure(domain: Any) -> dict[str, Any]:
    """What a domain is, not how it is listed: its kind, its ends or parameters, and a digest of all that.

    >>> from sympy import sqrt
    >>> {key: value for key, value in structure(Integers(2)).items() if key != "digest"}
    {'kind': 'integers', 'least': 2, 'most': None}
    >>> structure(Rationals(least=0, below=sqrt(2)))["high"]
    '1.414213562373095048801688724209'
    """
    if isinstance(domain, Preceded):
        return structure(domain.domain)
    for base, made in _KINDS.items():
        if isinstance(domain, base) and _same_members(type(domain), base):
            found = made(domain)
            break
    else:
        found = _made(domain)
    return {**found, "digest": short(_of_plain(found | _ends(domain)))}


def _same_members(kind: type, base: type) -> bool:
    """Whether it has the members of its base, and lists them otherwise at most."""
    return all(getattr(kind, name, None) is getattr(base, name, None) for name in ("__contains__", "_fits"))


def _integers(domain: Integers) -> dict[str, Any]:
    return {"kind": "integers", "least": domain.least, "most": domain.most}


def _reals(domain: Rationals) -> dict[str, Any]:
    low, high = (None if end is None else number(end) for end in domain.ends)
    inside = {"low_in": domain.least is not None, "high_in": domain.most is not None}
    return {"kind": "reals", "low": low, "high": high, **inside}


def _batches(domain: Batches) -> dict[str, Any]:
    sizes = {"least": domain.n.least, "most": domain.n.most}
    return {"kind": "batches", **sizes, "distinct": domain.distinct, "constant": domain.constant}


def _values(domain: Values) -> dict[str, Any]:
    return {"kind": "values", "values": sorted({_value(one) for one in domain.values})}


_KINDS: dict[type, Callable[[Any], dict[str, Any]]] = {
    Index: _integers, Integers: _integers, Rationals: _reals, Batches: _batches, Values: _values,
}  # fmt: skip


def _made(domain: Any) -> dict[str, Any]:
    """A domain of another kind: what tells its members, and its parameters."""
    sources = Sources()
    if isinstance(domain, Composite):
        of = sources.of((domain.recipe.has, domain.recipe.words))
        return {
            "kind": "made",
            "of": short(of),
            "parameters": {k: _parameter(v, sources) for k, v in domain.parameters},
        }
    kept = fields(domain) if is_dataclass(domain) else ()
    parameters = {one.name: _parameter(getattr(domain, one.name), sources) for one in kept}
    return {"kind": "made", "of": short(sources.of(type(domain))), "parameters": parameters}


def _parameter(value: Any, sources: Sources) -> dict[str, Any]:
    if isinstance(value, Integers | Rationals | Batches | Values | Composite | Preceded):
        return structure(value)
    return {"kind": "value", "digest": short(sources.of(value))}


def _value(one: Any) -> str:
    """A value of a listed domain: a number as text, anything else by its digest."""
    try:
        return number(one)
    except (TypeError, ValueError, ArithmeticError):
        return f"#{short(Sources().of(one))}"


def number(expression: Any, at: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The value of an expression: an exact rational number, or a decimal next below a number that is none.

    Raises
    ------
    ValueError, TypeError, ArithmeticError
        for what is no real number.
    """
    exact = sympify(expression, strict=True)
    try:
        return str(exact if exact.is_Rational else value(exact, at))
    except NotRationalError:
        pass
    try:
        with precision(2 * DIGITS):
            scaled = (enclose(exact, at, 2 * DIGITS) * 10**DIGITS).floor().unique_fmpz()
    except NoEnclosureError as error:
        raise ValueError(str(error)) from error
    if scaled is None:
        raise ValueError(f"{exact} is not known to {DIGITS} digits")
    sign, digits = "-" * (scaled < 0), str(abs(int(scaled))).rjust(DIGITS + 1, "0")
    return f"{sign}{digits[:-DIGITS]}.{digits[-DIGITS:]}"


def _ends(domain: Any) -> dict[str, str]:
    """Ends that are not rational: their decimals do not tell all of them."""
    if not isinstance(domain, Rationals):
        return {}
    exact = {key: sympify(end) for key, end in zip(("low", "high"), domain.ends, strict=True) if end is not None}
    return {f"{key} exactly": tree(end) for key, end in exact.items() if not end.is_Rational}


def _of_plain(value: Any) -> str:
    if isinstance(value, Mapping):
        if "digest" in value:
            return str(value["digest"])
        return digest("mapping", *(part for key in sorted(value) for part in (key, _of_plain(value[key]))))
    if isinstance(value, list):
        return digest("list", *map(_of_plain, value))
    return digest("plain", repr(value))
