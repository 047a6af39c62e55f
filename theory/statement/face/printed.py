"""A claim's statement as one sentence, made of what is evaluated: For all .., if .., left relation right, where ..

The literal check runs on terms, with the functions of the notation kept by name (`theory.term.named`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Basic, sympify

from theory.claim import Claim
from theory.domains.given import Given
from theory.exact.expressions import components
from theory.statement.face.domains import member
from theory.statement.face.expressions import expression
from theory.statement.face.style import TEX, TEXT, Style
from theory.statement.face.terms import UnwrittenError, Writer
from theory.statement.predicted import NotExpressibleError
from theory.statement.problem import given_of, refuse_untied, single
from theory.term import Cond, Shape, Term, TooManyPathsError, Vec, explored, variable
from theory.term.named import as_argument, names_kept
from theory.term.scalar import FALSE, OfTerm, folded, written_parts
from theory.words import At, Within

MOST_CASES = 3
"""A left side with more branches is shown by its source."""


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
    except MemoryError:
        raise
    except Exception as error:  # the author's code, run on what it was not made for
        raise UnwrittenError(f"{type(error).__name__}: {error}") from error


LONGEST = 420
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
    given, run = given_of(claim), defined_by(claim)
    refuse_untied(given)
    shapes = {name: _shape(name, given) for name in given.domains}
    instance = {name: shape.value for name, shape in shapes.items()}
    where, tied, known = _hypotheses(given, instance)
    wanted = {s.name for part in components(claim.predicts) for s in sympify(part).free_symbols}

    def left() -> Any:
        if where is not None and not where(instance):
            return None
        at = {**instance, **_told(given, instance, wanted)}
        return run(At(at)), at

    paths = list(explored(left, 64))
    found = [path for path in paths if path.value is not None]
    undefined = any(path.error is not None for path in paths)  # that it has a value is part of the statement
    if not found or len(found) > (1 if undefined else MOST_CASES):
        raise UnwrittenError(f"its left side has {len(found)} cases" + ", and no value in others" * undefined)
    cases = [(left, at, [part for part in path.conditions if id(part) not in known])
             for path in found for left, at in (path.value,)]  # fmt: skip
    letters = _letters(wanted, given, [at for _, at, _ in cases])
    written = [*tied, *letters.values(), *(part for left, _, asked in cases for part in (left, *asked))]
    if sum(map(_parts, written)) > MOST_PARTS:
        raise UnwrittenError("it is too long to write")

    sizes = {v.args[0]: None for shape in shapes.values() for v in shape.variables if v.args[1] == "nat"}
    called = _sizes(list(sizes), given)
    taken = {*given.domains, *given.letters, "n", *called.values()}

    def body(style: Style) -> str:
        writer, right = Writer(style, taken, called), prediction(claim, style)
        sign = style.sign("=" if claim.relation == "exists" else claim.relation)
        told = []
        for left, _, asked in cases:
            condition = style.words(" and ").join(map(writer.cond, asked))
            condition = style.words(" and " if undefined else " if ") + condition if asked else ""
            told.append(f"{side(left, writer)} {sign} {right}{condition}")
        pairs = [(style.letter(name).text, side(value, writer)) for name, value in letters.items()]
        where = ", ".join(f"{name} = {of}" for name, of in pairs if name != of)
        return "; ".join(told) + (style.words(", where ") + where if where else "")

    ties = [Writer(TEXT, taken, called).cond(part) for part in tied]
    ties = ties or ([given.words] if given.where is not None and given.words else [])
    arithmetic = not any(_of_objects(left) for left, _, _ in cases)
    constant = all(_is_number(left) for left, _, _ in cases)
    return Printed(_front(claim, given, ties), body(TEXT), body(TEX), arithmetic, constant)


def defined_by(claim: Claim) -> Callable[[At], Any]:
    """The left side as a function of an instance: that of a literal check, an exact one if there is one."""
    found = [check for check in claim.checks if check.definition is not None]
    if not found:
        raise NotExpressibleError("it has no literal check")
    first = min(found, key=lambda check: check.kind != "exact")
    return first.definition  # type: ignore[return-value]


def _shape(name: str, given: Given) -> Shape:
    """What is known of any member of a domain; a domain without a general form has but the name of its members."""
    try:
        return single(name, given, rows=True)
    except NotExpressibleError:
        it = variable(name, "object")
        return Shape(it, (it,))


def _told(given: Given, instance: dict[str, Any], wanted: set[str]) -> dict[str, Any]:
    """The letters that an instance determines; those that the prediction does not have need not run on terms."""
    found = {}
    for name, of in given.letters.items():
        try:
            found[name] = of(instance)
        except (TypeError, AttributeError, ValueError):
            if name in wanted:
                raise
    return found


def _front(claim: Claim, given: Given, ties: list[str]) -> str:
    """For all .. there is ..; of an `exists`, there are those that it names a witness for."""
    names = claim.witness if claim.relation == "exists" else ()
    size = "size" if "n" in given.domains else "n"
    members = {name: member(name, domain, size) for name, domain in given.domains.items()}
    every = [*(told for name, told in members.items() if name not in names), *([] if names else ties)]
    some = [*(told for name, told in members.items() if name in names), *(ties if names else [])]
    text = f"For all {'; '.join(every)}" if every else ""
    if some:
        text += f"{' there is' if text else 'There is'} {'; '.join(some)}"
    return text + ": " if text else ""


def _is_number(value: Any) -> bool:
    value = value.value if isinstance(value, Within) else value
    if isinstance(value, tuple | list):
        return all(map(_is_number, value))
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
    return written_parts(value if isinstance(value, Cond) else as_argument(value))


OF_OBJECTS = frozenset({"entry", "call", "mean", "sum", "prod", "greatest", "rank", "det", "every", "some", "function"})


def _of_objects(value: Any) -> bool:
    """Whether something of rows, laws or functions of the notation is in it."""
    value = value.value if isinstance(value, Within) else value
    if isinstance(value, bool):
        return False
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


Hypotheses = tuple[Callable[[Any], Any] | None, tuple[Cond, ...], set[int]]


def _hypotheses(given: Given, instance: dict[str, Any]) -> Hypotheses:
    """What ties the domains together, as a function if it runs on terms, and as conditions if it is a conjunction; with
    all conditions that are asked for it."""
    where = given.where
    if where is None:
        return None, (), set()
    try:
        paths = list(explored(lambda: where(instance), 64))
    except TooManyPathsError:
        raise
    except Exception as error:  # the author's code: then the author's words are what can be said
        if not given.words:
            raise UnwrittenError(f"what ties the domains together has no words: {error}") from error
        return None, (), set()
    true = [path for path in paths if path.value is not False and path.value is not FALSE]
    asked = {id(part) for path in true for part in (*path.conditions, path.value) if isinstance(part, Cond)}
    if len(true) != 1 or true[0].error is not None:
        return where, (), asked
    value = true[0].value
    return where, (*true[0].conditions, *([value] if isinstance(value, Cond) else [])), asked


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
        return expression(value, writer.style, writer.tight)
    return writer.term(as_argument(value)).text


def prediction(claim: Claim, style: Style) -> str:
    """The right side; an interval of an `in`."""
    parts = ", ".join(expression(part, style) for part in components(claim.predicts))
    if claim.relation == "in":
        return f"[{parts}]"
    return f"({parts})" if isinstance(claim.predicts, tuple) else parts


def _letters(wanted: set[str], given: Given, instances: list[dict[str, Any]]) -> dict[str, Any]:
    """The letters of the prediction, with what they are in every case."""
    found = {}
    for name in given.letters:
        if name in wanted:
            first, *others = (at[name] for at in instances)
            if any(as_argument(other) is not as_argument(first) for other in others):
                raise UnwrittenError(f"the letter {name} is not one term in all cases")
            found[name] = first
    return found
