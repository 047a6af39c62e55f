"""A question as a quantified formula, in the language of QEPCAD: true where the question is not refuted."""

from __future__ import annotations

from math import lcm

from theory.statement.polynomial.questions import Question
from theory.statement.polynomial.signs import Polynomial


def formula(question: Question) -> str:
    """What is typed in: a title, the variables, that none is free, and the formula. Variables are called v0, v1, ..

    >>> from flint import Ordering, fmpq_mpoly_ctx
    >>> x, y = fmpq_mpoly_ctx.get(("x", "y"), Ordering.degrevlex).gens()
    >>> print(formula(Question(("x", "y"), ((x**2 - y / 2, True), (y, False)))), end="")
    []
    (v0,v1)
    0
    (E v0)(E v1)[2 v0^2 - v1 > 0 /\\ v1 >= 0].
    finish
    """
    polynomials = [*(p for p, _ in question.signs), *(square for _, square in question.squares)]
    roots = {place for place, _ in question.squares}
    used = [v for v in range(len(question.names)) if v in roots or any(p.degrees()[v] for p in polynomials)]
    gens = question.one.context().gens()
    parts = [f"{_written(p)} {'>' if strict else '>='} 0" for p, strict in question.signs]
    parts += [f"{_written(gens[place] ** 2 - square)} = 0" for place, square in question.squares]
    names = [f"v{v}" for v in used] or ["v0"]
    some = "".join(f"(E {name})" for name in names)
    together = " /\\ ".join(parts)
    return f"[]\n({','.join(names)})\n0\n{some}[{together}].\nfinish\n"


def _written(p: Polynomial) -> str:
    """With whole coefficients."""
    scale = lcm(*(int(c.q) for c in p.coeffs()))
    found = []
    for exponents, c in zip(p.monoms(), p.coeffs(), strict=True):
        powers = [f"v{v}^{e}" if e > 1 else f"v{v}" for v, e in enumerate(exponents) if e]
        size = abs(int(c.p) * (scale // int(c.q)))
        number = [] if size == 1 and powers else [str(size)]
        found.append(("- " if c < 0 else "+ ") + " ".join([*number, *powers]))
    text = " ".join(found) or "0"
    return text.removeprefix("+ ") if text[0] != "-" else "-" + text[2:]
