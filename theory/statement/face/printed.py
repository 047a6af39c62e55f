"""A claim's statement as one sentence, made of what is evaluated: For all .., if .., left relation right, where ..

The literal check runs on terms, with the functions of the notation kept by name (`theory.term.named`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Basic, sympify

from theory.claim import Claim
from theory.domains.given import Given
from theory.exact.expressions import components
from theory.statement.face.domains import member
from theory.statement.face.expressions import expression
from theory.statement.face.style import TEXT, Style
from theory.statement.face.terms import UnwrittenError, Writer
from theory.statement.problem import definition, given_of, shaped
from theory.term import Cond, Term, Vec, explored
from theory.term.named import as_argument, names_kept
from theory.words import At, Within

MOST_CASES = 3
"""A left side with more branches is shown by its source."""


@dataclass(frozen=True)
class Printed:
    """A statement: `front` says in words and signs for whom it is, `body` what holds for all of those, in a style.

    arithmetic : whether the left side has no primitive, sum, law or entry of a row in it, so that nothing is stated of
    them, whatever the words say.
    """

    front: str
    body: str
    arithmetic: bool = False

    def __str__(self) -> str:
        return self.front + self.body


def printed(claim: Claim, style: Style = TEXT) -> Printed:
    """The statement of a claim; `style` is that of its body.

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
            return _printed(claim, style)
    except MemoryError:
        raise
    except Exception as error:  # the author's code, run on what it was not made for
        raise UnwrittenError(f"{type(error).__name__}: {error}") from error


LONGEST = 400
"""Characters of a statement in text; a longer one is no help to a reader."""


@cache
def readable(claim: Claim, style: Style = TEXT) -> Printed | None:
    """The statement of a claim; None where the notation has no form for it, or a long one."""
    try:
        text = printed(claim)
        if len(str(text)) > LONGEST:
            return None
        return text if style == TEXT else printed(claim, style)
    except UnwrittenError:
        return None


def _printed(claim: Claim, style: Style) -> Printed:
    given, run = given_of(claim), definition(claim)
    instance, variables = shaped(given)
    called = _sizes([v.args[0] for v in variables if v.args[1] == "nat"], given)
    taken = {*given.domains, *given.letters, "n", *called.values()}
    writer, words = Writer(style, taken, called), Writer(TEXT, taken, called)
    tied, known = _hypotheses(given, instance)
    paths = list(explored(lambda: _left(run, given, instance), 64))
    found = [path for path in paths if path.value is not None]
    undefined = any(path.error is not None for path in paths)  # that it has a value is part of the statement
    if not found or len(found) > (1 if undefined else MOST_CASES):
        raise UnwrittenError(f"its left side has {len(found)} cases" + ", and no value in others" * undefined)
    front = [member(name, domain) for name, domain in given.domains.items()]
    front += map(words.cond, tied) if tied else [given.words] if given.where is not None and given.words else []
    right = _right(claim, style)
    sign = style.sign("=" if claim.relation == "exists" else claim.relation)
    told = []
    for path in found:
        case = [writer.cond(part) for part in path.conditions if id(part) not in known]
        condition = style.words(" and " if undefined else " if ") + style.words(" and ").join(case) if case else ""
        told.append(f"{side(path.value, writer)} {sign} {right}{condition}")
    where = [f"{name} = {of}" for name, of in _letters(claim, given, instance, writer) if name != of]
    quantified = f"For {'some' if claim.relation == 'exists' else 'all'} {'; '.join(front)}: " if front else ""
    body = "; ".join(told) + (style.words(", where ") + ", ".join(where) if where else "")
    return Printed(quantified, body, not any(_of_objects(path.value) for path in found))


OF_OBJECTS = frozenset({"entry", "call", "mean", "sum", "prod", "greatest", "rank", "det", "every", "some"})


def _of_objects(value: Any) -> bool:
    """Whether something of rows, laws or functions of the notation is in it."""
    value = value.value if isinstance(value, Within) else value
    if isinstance(value, bool | Basic):  # a number of SymPy's, or what is true of one
        return False
    return _has(value if isinstance(value, Cond) else as_argument(value))


def _has(part: Term | Cond) -> bool:
    return part.op in OF_OBJECTS or any(_has(one) for one in part.args if isinstance(one, Term | Cond))


def _sizes(names: list[str], given: Given) -> dict[str, str]:
    """Sizes that are called after what they are sizes of, such as d_M, by their first letter, where that is clear."""
    stems = [name.partition("_")[0] for name in names]
    return {
        name: stem
        for name, stem in zip(names, stems, strict=True)
        if name != stem and stems.count(stem) == 1 and stem not in given.domains
    }


def _hypotheses(given: Given, instance: dict[str, Any]) -> tuple[tuple[Cond, ...], set[int]]:
    """What ties the domains together, if that is a conjunction; and all conditions that are asked for it."""
    if given.where is None:
        return (), set()
    paths = list(explored(lambda: given.where(instance), 64))  # type: ignore[misc]
    true = [path for path in paths if path.value is not False]
    asked = {id(part) for path in true for part in (*path.conditions, path.value) if isinstance(part, Cond)}
    if len(true) != 1 or true[0].error is not None:
        return (), asked
    value = true[0].value
    return (*true[0].conditions, *([value] if isinstance(value, Cond) else [])), asked


def _left(run: Any, given: Given, instance: dict[str, Any]) -> Any:
    if given.where is not None and not given.where(instance):
        return None
    return run(At(given.at(instance)))


def side(value: Any, writer: Writer) -> str:
    """A left side."""
    if isinstance(value, Within):
        return side(value.value, writer)
    if isinstance(value, Cond):
        return writer.cond(value)
    if isinstance(value, bool):
        return writer.style.words(str(value).lower())
    if isinstance(value, tuple | list | Vec):
        return writer.term(as_argument(value)).text
    if isinstance(value, Basic) and not value.is_Rational:
        return expression(value, writer.style)
    return writer.term(as_argument(value)).text


def _right(claim: Claim, style: Style) -> str:
    parts = [expression(part, style) for part in components(claim.predicts)]
    if claim.relation == "in":
        return f"[{', '.join(parts)}]"
    return f"({', '.join(parts)})" if isinstance(claim.predicts, tuple) else parts[0]


def _letters(claim: Claim, given: Given, instance: dict[str, Any], writer: Writer) -> Iterator[tuple[str, str]]:
    wanted = {s.name for part in components(claim.predicts) for s in sympify(part).free_symbols}
    for name, of in given.letters.items():
        if name not in wanted:
            continue
        paths = [path for path in explored(lambda of=of: of(instance), 64) if path.error is None]  # type: ignore[misc]
        if len(paths) != 1:
            raise UnwrittenError(f"the letter {name} has {len(paths)} cases")
        value = paths[0].value
        yield writer.style.letter(name).text, side(value, writer)
