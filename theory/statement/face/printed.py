"""A claim's statement as one sentence, made of what is evaluated: For all .., if .., left relation right, where ..

The literal check runs on terms, with the functions of the notation kept by name (`theory.term.named`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Basic

from theory.claim import Claim
from theory.domains.given import Given
from theory.exact.expressions import components
from theory.statement.face.domains import member
from theory.statement.face.expressions import expression
from theory.statement.face.on_terms import on_terms
from theory.statement.face.style import TEX, TEXT, Style
from theory.statement.face.terms import UnwrittenError, Writer
from theory.term import Cond, Term, Vec
from theory.term.named import as_argument, names_kept
from theory.term.scalar import OfTerm, folded, written_parts
from theory.words import Within


@dataclass(frozen=True)
class Printed:
    """A statement: `front` says what it is quantified over, `text` and `tex` what holds for all of those.

    arithmetic : whether the left side has no primitive, sum, law or entry of a row in it, so that nothing is stated of
    them, whatever the words say. constant : whether it is a number: what it was computed from is not told.
    """

    front: str
    text: str
    tex: str
    arithmetic: bool = False
    constant: bool = False

    def __str__(self) -> str:
        return self.front + self.text


def printed(claim: Claim) -> Printed:
    """The statement of a claim.

    Raises
    ------
    UnwrittenError
        saying what has no form: then the source of the literal check is what can be shown.

    >>> from theory import claims
    >>> print(printed(claims()["nachum24.tree.energy-split"]))
    For all batch ∈ ℝⁿ, n ≥ 2; integer i ≥ 0; i < n: T₊(batch)ᵢ² + T₋(batch)ᵢ² = (x − x̄)², where x = batchᵢ, \
x̄ = Σ_{j<n} batchⱼ/n
    """
    try:
        with names_kept():
            return _printed(claim)
    except UnwrittenError:
        raise
    except (TypeError, ValueError, ArithmeticError) as error:  # values for which the notation has no form
        raise UnwrittenError(f"{type(error).__name__}: {error}") from error


LONGEST = 600
"""Characters of a statement in text; a longer one is no help to a reader."""


@cache
def readable(claim: Claim) -> Printed | None:
    """The statement of a claim; None where the notation has no form for it, or a long one, or but a number."""
    try:
        found = printed(claim)
    except UnwrittenError:
        return None
    return None if found.constant or len(str(found)) > LONGEST else found


def _printed(claim: Claim) -> Printed:
    said = on_terms(claim)
    written = [*said.tied, *said.letters.values(), *(part for case in said.cases for part in (case.left, *case.asked))]
    if sum(map(_parts, written)) > MOST_PARTS:
        raise UnwrittenError("it is too long to write")
    given = said.given
    sizes = {v.args[0]: None for shape in said.shapes.values() for v in shape.variables if v.args[1] == "nat"}
    called = _sizes(list(sizes), given) | said.called
    taken = {*given.domains, *given.letters, "n", *called.values()}
    rows = [row for shape in said.shapes.values() for row in shape.rows]
    columns = {name: int(ns[-1].args[0]) for name, ns in rows if isinstance(ns[-1], Term) and ns[-1].op == "const"}

    def body(style: Style) -> str:
        writer, right = Writer(style, taken, called, columns), prediction(claim, style)
        sign = style.sign("=" if claim.relation == "exists" else claim.relation)
        told = []
        for case in said.cases:
            condition = style.words(" and ").join(map(writer.cond, case.asked))
            condition = style.words(" and " if said.partial else " if ") + condition if case.asked else ""
            told.append(f"{side(case.left, writer)} {sign} {right}{condition}")
        pairs = [(style.letter(name).text, side(value, writer)) for name, value in said.letters.items()]
        where = ", ".join(f"{name} = {of}" for name, of in pairs if name != of)
        return "; ".join(told) + (style.words(", where ") + where if where else "")

    try:
        ties = [Writer(TEXT, taken, called, columns).cond(part) for part in said.tied if part.op != "true"]
    except UnwrittenError:
        ties = []
    ties = ties or ([given.words] if given.where is not None and given.words else [])
    arithmetic = not any(_of_objects(case.left) for case in said.cases)
    constant = all(_is_number(case.left) for case in said.cases)
    means = dict.fromkeys(told for part in written for told in _meanings(part))
    return Printed(front(claim, given, ties, list(means)), body(TEXT), body(TEX), arithmetic, constant)


def _meanings(value: Any) -> list[str]:
    """What the names in it mean, of those that say so."""

    def of(part: Term | Cond, inner: list[list[str]]) -> list[str]:
        own = part.args[0].means.split("; ") if part.op == "call" and part.args[0].means else []
        if part.op == "expression":
            own = [told for symbol in part.args[0].atoms(OfTerm) for told in _meanings(symbol.term)]
        return [*own, *(told for one in inner for told in one)]

    value = value.value if isinstance(value, Within) else value
    if isinstance(value, bool):
        return []
    if isinstance(value, tuple | list):
        return list(dict.fromkeys(told for one in value for told in _meanings(one)))
    return list(dict.fromkeys(folded(value if isinstance(value, Cond) else as_argument(value), of)))


def front(claim: Claim, given: Given, ties: Sequence[str], means: Sequence[str] = ()) -> str:
    """For all .. there is ..; of an `exists`, there are those that it names a witness for.

    Parameters
    ----------
    ties : conditions on several letters. means : what names mean.
    """
    names = claim.witness if claim.relation == "exists" else ()
    size = "size" if "n" in given.domains else "n"
    members = {name: member(name, domain, size, claim.relation == "->") for name, domain in given.domains.items()}
    every = [*(told for name, told in members.items() if name not in names), *([] if names else ties)]
    some = [*(told for name, told in members.items() if name in names), *(ties if names else [])]
    text = f"For all {'; '.join(every)}" if every else ""
    if some:
        text += f"{' there is' if text else 'There is'} {'; '.join(some)}"
    if means:
        text += f"{', with' if text else 'With'} {'; '.join(means)}"
    return text + ": " if text else ""


def _is_number(value: Any) -> bool:
    value = value.value if isinstance(value, Within) else value
    if isinstance(value, tuple | list):
        return all(map(_is_number, value))
    if isinstance(value, Vec):
        return False
    if isinstance(value, Cond):
        return value.op in ("true", "false")
    if isinstance(value, Term) and value.op == "expression":
        return not value.args[0].free_symbols
    return value.op == "const" if isinstance(value, Term) else not getattr(value, "free_symbols", ())


MOST_PARTS = 3_000
"""Of terms that are written: a term that is made in a loop has exponentially many, and more are no help to a reader."""


def _parts(value: Any) -> int:
    value = value.value if isinstance(value, Within) else value
    if isinstance(value, bool | Basic):
        return 1
    if isinstance(value, tuple | list):
        return 1 + sum(map(_parts, value))
    return written_parts(value if isinstance(value, Cond) else as_argument(value))


OF_OBJECTS = frozenset({"entry", "call", "mean", "sum", "prod", "greatest", "rank", "det", "every", "some", "function"})


def _of_objects(value: Any) -> bool:
    """Whether something of rows, laws or functions of the notation is in it."""
    value = value.value if isinstance(value, Within) else value
    if isinstance(value, bool):
        return False
    if isinstance(value, tuple | list):
        return any(map(_of_objects, value))
    if isinstance(value, Basic):  # a number of SymPy's, or what is true of one
        return any(_has(symbol.term) for symbol in value.atoms(OfTerm))
    return _has(value if isinstance(value, Cond) else as_argument(value))


def _has(part: Term | Cond) -> bool:
    def of(part: Term | Cond, inner: list[bool]) -> bool:
        return part.op in OF_OBJECTS or any(inner) or (part.op == "expression" and _of_objects(part.args[0]))

    return bool(folded(part, of))


SIZES = {"rows": "d", "columns": "n", "count": "n", "size": "n"}


def _sizes(names: list[str], given: Given) -> dict[str, str]:
    """Sizes that are called after what they are of, such as d_M and lam_count, by a letter, where that is clear."""
    letters = {name: SIZES.get(name.rpartition("_")[2], name.partition("_")[0]) for name in names}
    told = list(letters.values())
    return {
        name: letter
        for name, letter in letters.items()
        if name != letter and told.count(letter) == 1 and letter not in given.domains and letter not in given.letters
    }


def side(value: Any, writer: Writer) -> str:
    """A left side."""
    if isinstance(value, Within):
        return side(value.value, writer)
    if isinstance(value, Cond):
        return writer.cond(value)
    if isinstance(value, bool):
        return writer.style.words(str(value).lower())
    if isinstance(value, tuple | list) and any(isinstance(one, Cond) for one in value):
        return f"({', '.join(side(one, writer) for one in value)})"
    if isinstance(value, tuple | list | Vec):
        return writer.term(as_argument(value)).text
    if isinstance(value, Basic) and not value.is_Rational:
        return expression(value, writer.style, writer.tight)
    return writer.term(as_argument(value)).text


def prediction(claim: Claim, style: Style) -> str:
    """The right side; an interval of an `in`."""
    parts = ", ".join(expression(part, style) for part in components(claim.predicts))
    if claim.relation == "in":
        return f"[{parts}]"
    return f"({parts})" if isinstance(claim.predicts, tuple) else parts
