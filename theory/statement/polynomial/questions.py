"""Comparisons as signs of polynomials: quotients over their denominators, roots as numbers with a square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from flint import Ordering, fmpq_mpoly_ctx

from theory.statement.polynomial.atoms import NotPolynomialError, denials
from theory.statement.polynomial.quotients import Quotients
from theory.statement.polynomial.signs import Polynomial, Sign, odd_part, radical, simplified
from theory.statement.problem import Problem
from theory.term import Cond, TooManyPathsError

Equal = tuple[int, Polynomial]


@dataclass(frozen=True)
class Question:
    """Whether some polynomials can be >= 0 together, some of them > 0: to be refuted.

    Attributes
    ----------
    names : of the variables.
    signs : polynomials, each with whether it is > 0 or only >= 0; the last comes from what is claimed.
    equal : variables, by their places, with what they are equal to.
    squares : variables, by their places, with what their squares are, in the variables before.
    """

    names: tuple[str, ...]
    signs: tuple[Sign, ...]
    equal: tuple[Equal, ...] = ()
    squares: tuple[Equal, ...] = ()

    @property
    def one(self) -> Polynomial:
        """The polynomial 1."""
        return fmpq_mpoly_ctx.get(self.names, Ordering.degrevlex).constant(1)

    def reduced(self, p: Polynomial) -> Polynomial:
        """The same number, without the variables that are equal to something and without squares of roots."""
        p = replaced(p, self.equal)
        for place, square in reversed(self.squares):
            p = _halved(p, place, square)
        return p


def questions(problem: Problem) -> Iterator[Question]:
    """The problem's statement is true if each is refuted.

    Raises
    ------
    NotPolynomialError
        saying why there are none.
    """
    names = [str(term.args[0]) for term in problem.variables]
    try:
        for atoms in denials(problem):
            try:
                yield _question(names, atoms)
            except ZeroDivisionError:  # in this case a divisor is 0, and that it is none is known
                yield Question(("none_",), ((Question(("none_",), ()).one * 0, True),))
    except TooManyPathsError as error:
        raise NotPolynomialError(str(error)) from error


def _question(names: list[str], atoms: tuple[Cond, ...]) -> Question:
    read = Quotients(names, atoms)
    question = Question(read.names, (), (), tuple(read.squares))
    signs: list[Sign] = []
    for atom in atoms:
        over, under = read.difference(*atom.args)
        if atom.op == "=":
            over = radical(_rootless(radical(over), read.squares))
        if atom.op == "=" and (found := _solved(question.reduced(over), len(names))):
            question = _with(question, found)
        elif atom.op == "=":
            signs += [(side * over, False) for side in (1, -1)]
        else:
            signs.append((over * over if atom.op == "!=" else over * odd_part(under), atom.op in ("<", "!=")))
    kept = [(question.reduced(p), strict) for p, strict in (*read.signs, *signs)]
    question = replace(question, signs=simplified(kept))
    while found := _between(question, len(names)):
        question = _with(question, found)
    return question


def _with(question: Question, found: Equal) -> Question:
    """Where a variable is equal to something."""
    squares = tuple((i, replaced(square, [found])) for i, square in question.squares)
    question = replace(question, equal=(*question.equal, found), squares=squares)
    return replace(question, signs=simplified([(question.reduced(p), strict) for p, strict in question.signs]))


def _between(question: Question, most: int) -> Equal | None:
    """A variable that is known by two signs, p >= 0 and -p >= 0."""
    loose = [p for p, strict in question.signs if not strict]
    found = (_solved(p, most) for k, p in enumerate(loose) if p and -p in loose[k + 1 :])
    return next(filter(None, found), None)


def _rootless(p: Polynomial, squares: Iterable[Equal]) -> Polynomial:
    """A polynomial that vanishes where p does: a root that is a factor vanishes where its square does."""
    for place, square in squares:
        v = p.context().gens()[place]
        if all(exponents[place] for exponents in p.monoms()):
            p = p / v * square
    return p


def _solved(p: Polynomial, most: int) -> Equal | None:
    """A variable, one of the first so many, that p = 0 says all of, as it stands in one term alone, and what it is."""
    terms = p.to_dict()
    for place, gen in enumerate(p.context().gens()[:most]):
        (alone,) = gen.monoms()
        if alone in terms and sum(m[place] > 0 for m in terms) == 1:
            return place, gen - p / terms[alone]
    return None


def replaced(p: Polynomial, equal: Iterable[Equal]) -> Polynomial:
    """With values in variables' places, one after the other."""
    for place, value in equal:
        gens = list(p.context().gens())
        gens[place] = value
        p = p.compose(*gens)
    return p


def _halved(p: Polynomial, place: int, square: Polynomial) -> Polynomial:
    """v^2 replaced in p."""
    ring = p.context()
    rest, lower = ring.from_dict({}), {}
    for exponents, c in p.to_dict().items():
        half, odd = divmod(exponents[place], 2)
        left = ring.from_dict({(*exponents[:place], odd, *exponents[place + 1 :]): c})
        if half:
            rest += left * square**half
        else:
            lower[exponents] = c
    return ring.from_dict(lower) + rest
