"""The content of a claim and its hash: what must not change if earlier evidence is to go on speaking for it.

Canonical JSON of the statement, its hypotheses, predicted expressions, twins and points, of every parameter of its
checks, of the bytes of the source files that its checks are made of (`sources`) and of the data files that it declares,
of what a user's claims file read while it was imported, and of the versions of the libraries. Not what only describes
it: TeX, source, status, `uses`, expected verdict. What a check turns out to read while it runs is compared apart
(`reuse`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from sympy import Basic, MatrixBase, Rational, Symbol

from bninit.ledger.depends.sources import Sources
from bninit.ledger.depends.watch import hashed
from bninit.ledger.schema import canonical
from numerics.judging import checks_of, needing_checks
from numerics.processes.bindings import HOUSE
from theory.claim import Check, Claim
from theory.claim.literal.cases import Cases
from theory.claim.points import Points
from theory.exact.expressions import points_of


def content(claim: Claim, sources: Sources, known: Mapping[str, Claim] | None = None) -> dict[str, Any]:
    """What the hash of a claim is taken of; `known` are the claims among which its correction is.

    >>> from theory import claims
    >>> content(claims()["nachum24.outlier.norm-ratio"], Sources())["predicts"]
    ['Pow', ['Add', ['Integer', '-1'], ['Symbol', 'n']], ['Integer', '2']]
    """
    corrections = [name for name in claim.corrected_by if known and name in known]
    return {
        "id": claim.id,
        "says": claim.says,
        "hypotheses": list(claim.hypotheses),
        "relation": claim.relation,
        "predicts": form(claim.predicts),
        "truth": [form(claim.truth), *(form(known[name].predicts) for name in corrections if known)],
        "over": _points(claim),
        "twins": [form(twin.predicts) for twin in claim.twins],
        "checks": [[check.kind, check.scope, form(check.run), form(_options(check))] for check in checks_of(claim)],
        "reads": {name: hashed(str(Path(claim.file).parent / name)) for name in claim.reads},
        "surroundings": _surroundings(claim, sources),
        "sources": digest(sources.of(claim)),
        "versions": sources.versions,
        **_needs(claim),
        **({"unseen": unseen} if (unseen := sources.unseen(claim)) else {}),
    }


def _needs(claim: Claim) -> dict[str, Any]:
    """The versions of what only some checks need, and these claims alone depend on."""
    names = sorted({name for check in needing_checks(claim) for name in check.options.needs})
    return {"needs": {name: _version(name) for name in names}} if names else {}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _options(check: Check) -> Any:
    """What belongs to the judge of its kind; of a literal check how many instances."""
    return check.options.most if isinstance(check.options, Cases) else check.options


def _points(claim: Claim) -> list[Any]:
    """As they are stated; of a claim of the suite that states none, the domains that they are taken from."""
    over = claim.over
    if _house(claim) and isinstance(over, Points):
        return [form(point) for point in points_of(over.stated)] or [str(claim.given)]
    return [form(point) for point in points_of(over)]


def _house(claim: Claim) -> bool:
    return claim.module.split(".")[0] in HOUSE


def _surroundings(claim: Claim, sources: Sources) -> list[list[str]]:
    """What a user's claims file read while it was imported."""
    if _house(claim):
        return []
    rows = sources.imported.rows()
    kinds = ("environment variable", "file", "folder", "path", "working folder")
    placed = any("__file__" in text for text in sources.texts(claim))
    found = [[kind, name, value] for kind, name, value in rows if kind in kinds]
    return [*found, *([["folder of the claims file", "", str(Path(claim.file).resolve().parent)]] if placed else [])]


def digest(data: Any) -> str:
    """SHA-256 of canonical JSON."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def form(value: Any) -> Any:
    """Canonical plain data for what claims are made of; functions by name, for their source is hashed apart.

    SymPy trees are written out by class, the arguments of commutative ones in an order of our own (SymPy's may change
    between versions); numbers as exact text; floats in hexadecimal.

    >>> from theory.notation import k, n
    >>> form(k + n) == form(n + k), form(Rational(2, 3)), form(0.5), form({"n": 2})
    (True, ['Rational', '2/3'], '0x1.0000000000000p-1', {'n': '2'})
    """
    if isinstance(value, Claim):
        return ["Claim", value.id]
    match value:
        case None | bool() | str():
            return value.value if isinstance(value, Enum) else value
        case float():
            return float(value).hex()
        case int() | Fraction():
            return str(value)
        case Mapping():
            return {str(key): form(item) for key, item in value.items()}
        case list() | tuple():
            return [form(item) for item in value]
        case set() | frozenset():
            return sorted((form(item) for item in value), key=canonical)
        case np.ndarray():
            return ["array", str(value.dtype), list(value.shape), [form(item) for item in value.ravel().tolist()]]
        case np.generic():
            return form(value.item())
        case MatrixBase():
            return ["Matrix", list(map(str, value.shape)), [form(item) for item in value]]
        case Basic():
            return _tree(value)
    if is_dataclass(value) and not isinstance(value, type):
        return [_name(type(value)), {f.name: form(getattr(value, f.name)) for f in fields(value)}]
    if isinstance(value, partial):
        return ["partial", form(value.func), form(value.args), form(value.keywords)]
    return _name(value if callable(value) else type(value))


def _tree(e: Basic) -> list[Any]:
    kind = type(e).__name__
    if isinstance(e, Rational):
        return [kind if kind == "Rational" else "Integer", f"{e.p}/{e.q}" if e.q != 1 else str(e.p)]
    if isinstance(e, Symbol):
        return ["Symbol", e.name]
    if not e.args:
        return [kind, str(e)]
    arguments = [_tree(a) if isinstance(a, Basic) else form(a) for a in e.args]
    if getattr(e, "is_commutative", False) and kind in ("Add", "Mul", "Min", "Max", "And", "Or"):
        arguments.sort(key=canonical)
    return [kind, *arguments]


def _name(value: Any) -> str:
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}.{named.__qualname__}"
