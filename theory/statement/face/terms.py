"""Terms and conditions on them, as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from theory.statement.face.expressions import expression
from theory.statement.face.style import ATOM, PRODUCT, SUM, Piece, Style
from theory.term import Cond, Term, constant
from theory.term.named import parts_of
from theory.term.scalar import free

INDICES = "ijklabcu"
"""Letters for places under sums, as far as nothing else is called so."""


class UnwrittenError(ValueError):
    """The notation has no form for it; says for what."""


class Writer:
    """Writes terms in a style; `taken` are letters that are given, so that no index is called like one; `called` has
    other letters for some names; `columns` has numbers of columns, of rows that are known entry by entry."""

    def __init__(
        self,
        style: Style,
        taken: Collection[str] = (),
        called: Mapping[str, str] | None = None,
        columns: Mapping[str, int] | None = None,
    ) -> None:
        self.style = style
        self.taken = taken
        self.called = called or {}
        self.columns = columns or {}

    def letter(self, name: str) -> Piece:
        return self.style.letter(self.called.get(name, name))

    def number(self, value: Fraction) -> Piece:
        s = self.style
        if value < 0:
            return s.added([(True, self.number(-value))])
        if value.denominator == 1:
            return Piece(str(value))
        return s.over(Piece(str(value.numerator)), Piece(str(value.denominator)))

    def term(self, term: Term) -> Piece:
        """
        Raises
        ------
        UnwrittenError
            for what has no form here.
        """
        write = _WRITERS.get(term.op)
        if write is None:
            raise UnwrittenError(f"the notation has no form for {term.op}")
        return write(self, term)

    def tight(self, term: Term) -> str:
        """A term, in brackets unless it holds together by itself."""
        return self.style.tight(self.term(term), ATOM)

    def index(self, index: Term) -> str:
        """The letter of a bound place: those of nested sums differ."""
        stem, _, depth = index.args[0].rpartition("_")
        free_ones = [letter for letter in INDICES if letter not in self.taken]
        start = {"i": 0, "k": 0, "j": 2, "r": 1, "c": 2, "a": 3}.get(stem, 0)
        return free_ones[(start + int(depth or 0)) % len(free_ones)]

    def map(self) -> str:
        """The letter of a bound map."""
        return next(letter for letter in "fhqz" if letter not in self.taken)

    def range(self, index: Term, n: Term) -> str:
        return f"{self.index(index)}{self.style.either('<', '<')}{self.term(n).text}"

    def vector(self, index: Term, n: Term, body: Term) -> Piece:
        """A row by its entries: in the names of rows where it is made of these entry by entry, else one entry of it."""
        if body.op == "tuple":
            whole = _row_of(body)
            if whole is None and (name := self._all_columns(index, body)):
                return self.letter(name)
            body = body if whole is None else whole
        lifted = self._matrix(index, body) or self._lifted(body, index)
        if lifted is not None:
            return lifted
        entry = self.term(body)
        return self.style.below(Piece(f"({entry.text})"), self.range(index, n))

    def _all_columns(self, index: Term, body: Term) -> str:
        """The name of the rows of which a tuple has all entries at a place, if it has."""
        name = body.args[0].args[0] if body.args and body.args[0].op == "entry" else ""
        every = all(part is Term("entry", name, index, constant(k)) for k, part in enumerate(body.args))
        return name if every and self.columns.get(name) == len(body.args) else ""

    def _matrix(self, index: Term, body: Term) -> Piece | None:
        """Rows of rows whose entries are those of a matrix with a name, or of its transpose; one of its columns."""
        s = self.style
        indices: tuple[Term, ...] = (index,)
        if body.op == "row":
            indices, body = (index, body.args[0]), body.args[2]
        if body.op not in ("entry", "call"):
            return None
        places = body.args[1:] if body.op == "entry" else parts_of(body)[3]
        inside = [part for part in body.args[1:-2] if isinstance(part, Term)]
        if len(places) != 2 or any(i.args[0] in free(part) for i in indices for part in inside):
            return None
        whole = self.term(Term(body.op, *body.args[:-2]))
        if len(indices) == 2 and set(map(id, places)) == set(map(id, indices)):
            return whole if places[0] is index else s.power(whole, Piece(s.either("ᵀ", "T"), ATOM))
        if len(indices) == 1 and places[0] is index and index.args[0] not in free(places[1]):
            return s.below(whole, f"{s.either('·', chr(92) + 'cdot')},{self.term(places[1]).text}")
        return None

    def _lifted(self, body: Term, index: Term) -> Piece | None:
        """An expression in whole rows whose entries these are; None where it has a place in it otherwise."""
        s = self.style
        if index.args[0] not in free(body):
            return None
        if body.op in ("entry", "call"):
            *before, last = body.args
            if last is not index or any(index.args[0] in free(part) for part in before if isinstance(part, Term)):
                return None
            return self.term(Term(body.op, *before))
        if body.op == "+":
            parts = [(sign, part, self._lifted(part, index)) for sign, part in _summands(body)]
            if all(lifted is None for _, _, lifted in parts):
                return None
            if any(lifted is None and index.args[0] in free(part) for _, part, lifted in parts):
                return None
            return s.added([(sign, lifted or self.term(part)) for sign, part, lifted in parts])
        if body.op in ("*", "/"):
            second = body.args[1]
            varying = [part for part in body.args if index.args[0] in free(part)]
            if len(varying) != 1 or (body.op == "/" and varying[0] is second):
                return None
            lifted = self._lifted(varying[0], index)
            if lifted is None:
                return None
            return s.over(lifted, self.term(second)) if body.op == "/" else self.product(body, {id(varying[0]): lifted})
        return None

    def sum(self, term: Term) -> Piece:
        """Parts with their signs."""
        parts = _summands(term)
        if len(parts) == 1 and parts[0][1] is term:
            return _of_two(self, term, "max") if term.op == "max" else self.product(term)
        return self.style.added([(minus, self.term(part)) for minus, part in parts])

    def product(self, term: Term, known: dict[int, Piece] | None = None) -> Piece:
        """Factors flattened: numbers to the front, one quotient."""
        s, known = self.style, known or {}
        share = Fraction(1)
        top: list[Piece] = []
        bottom: list[Piece] = []
        for factor, below in _factors(term, known):
            if factor.op == "greatest" and id(factor) not in known and (parts := _summands(factor))[0][0]:
                share, factor = -share, parts[0][1]  # a least one
            if factor.op == "const" and id(factor) not in known:
                share = share / factor.args[0] if below else share * factor.args[0]
            else:
                (bottom if below else top).append(known.get(id(factor)) or self.term(factor))
        minus, share = share < 0, abs(share)
        if share.numerator != 1 or not top:
            top.insert(0, Piece(str(share.numerator)))
        if share.denominator != 1:
            bottom.insert(0, Piece(str(share.denominator)))
        found = s.over(s.times(_powers(s, top)), s.times(_powers(s, bottom))) if bottom else s.times(_powers(s, top))
        return s.added([(True, found)]) if minus else found

    def cond(self, condition: Cond) -> str:
        """A condition.

        Raises
        ------
        UnwrittenError
            for what has no form here.
        """
        s, op = self.style, condition.op
        if op in ("<", "<=", "=", "!="):
            a, b = (self.term(side).text for side in condition.args)
            return f"{a} {s.sign(op)} {b}"
        if op in ("and", "or"):
            parts = [self.cond(part) for part in condition.args]
            return (s.words(" and ") if op == "and" else s.words(" or ")).join(parts)
        if op in ("every", "some"):
            index, n, inner = condition.args
            told = s.words("for all " if op == "every" else "for some ")
            return f"{self.cond(inner)} {told}{self.range(index, n)}"
        if op in ("true", "false"):
            return s.words(op)
        raise UnwrittenError(f"the notation has no form for the condition {op}")


def _factors(term: Term, known: dict[int, Piece], below: bool = False) -> list[tuple[Term, bool]]:
    if id(term) not in known and term.op in ("*", "/"):
        a, b = term.args
        return _factors(a, known, below) + _factors(b, known, below is (term.op == "*"))
    return [(term, below)]


def _powers(style: Style, pieces: list[Piece]) -> list[Piece]:
    """A factor that comes again is a power."""
    counts: dict[Piece, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    return [style.power(piece, Piece(str(many))) if many > 1 and not piece.text.isdigit() else piece
            for piece, many in counts.items()
            for _ in range(many if piece.text.isdigit() else 1)]  # fmt: skip


def _summands(term: Term) -> list[tuple[bool, Term]]:
    """The parts of a sum, and whether each is subtracted."""
    if term.op == "+":
        return _summands(term.args[0]) + _summands(term.args[1])
    if term.op == "max" and all(minus for arg in term.args for minus, _ in _summands(arg)[:1]):
        return [(True, Term("min", *map(_negative, term.args)))]
    if term.op == "greatest" and all(minus for minus, _ in _summands(term.args[2])[:1]):
        return [(True, Term("least", *term.args[:2], _negative(term.args[2])))]
    if term.op == "const" and term.args[0] < 0:
        return [(True, -term)]
    if term.op == "*" and term.args[0].op == "const" and term.args[0].args[0] < 0:
        share, rest = term.args
        (minus, part), *more = _summands(rest)
        if more:
            minus, part = False, rest
        return [(not minus, part if share.args[0] == -1 else Term("*", -share, part))]
    return [(False, term)]


def _negative(term: Term) -> Term:
    """-x, and x of -x."""
    share = term.args[0] if term.op == "*" else None
    return term.args[1] if share is not None and share.op == "const" and share.args[0] == -1 else -term


def _entry(w: Writer, term: Term) -> Piece:
    name, *places = term.args
    base = w.letter(name)
    return w.style.below(base, ",".join(w.term(place).text for place in places)) if places else base


def _call(w: Writer, term: Term) -> Piece:
    name, told, options, places = parts_of(term)
    text = name.tex or name.text if w.style.tex else name.text
    if w.style.tex:
        text = re.sub(r"(\\[a-zA-Z]+)(\{\d\})", r"\1 \2", text)  # \\cdot n, not \\cdotn
    if name.bare:
        return w.style.below(Piece(text), ",".join(w.term(place).text for place in places)) if places else Piece(text)
    template = re.search(r"\{\d\}", text)
    alone = len(told) == 1 and told[0].op == "tuple" and _row_of(told[0]) is None and not template
    pieces = [w.term(one) for one in (told[0].args if alone else told)]  # f(p, q), not f((p, q))
    if options and not template:
        text = w.style.below(w.style.function(text), ", ".join(w.term(one).text for one in options)).text
        found = w.style.applied(text, [piece.text for piece in pieces])
    elif template:
        if told[0].op == "tuple" and "({0})" in text:  # f(a, b), not f((a, b))
            pieces[0] = Piece(", ".join(w.term(one).text for one in told[0].args))
        led = [text.startswith(f"{{{i}}}") and not text.startswith(f"{{{i}}},") for i in range(len(pieces))]
        held = [w.style.tight(piece, ATOM if first else SUM) for first, piece in zip(led, pieces, strict=True)]
        if w.style.tex:
            held = [re.sub(r"(\\[a-zA-Z]+)$", r"\1 ", one) for one in held]  # \\sigma W, not \\sigmaW
        found = Piece(text.format(*held))
    elif not told:
        found = w.style.function(text)
    else:
        found = w.style.called(text, [piece.text for piece in pieces])
    return w.style.below(found, ",".join(w.term(place).text for place in places)) if places else found


def _row_of(entries: Term) -> Term | None:
    """The row, or rows, of which a tuple has all entries, if it is one."""
    parts = [_row_of(part) if part.op == "tuple" else part for part in entries.args]
    first = parts[0] if parts else None
    if first is None or first.op != "call":
        return None
    name, _, _, places = parts_of(first)
    if not places or name.lengths[len(places) - 1] != len(parts):
        return None
    every = all(part is Term("call", *first.args[:-1], constant(i)) for i, part in enumerate(parts))
    return Term("call", *first.args[:-1]) if every else None


def _tuple(w: Writer, term: Term) -> Piece:
    row = _row_of(term)
    return w.term(row) if row is not None else w.style.listed([w.term(part) for part in term.args])


def _bound(sign: str) -> Callable[[Writer, Term], Piece]:
    return lambda w, term: w.style.gathered(sign, w.range(term.args[0], term.args[1]), w.term(term.args[2]))


def _of_two(w: Writer, term: Term, name: str) -> Piece:
    return w.style.called(w.style.either(name, rf"\{name}"), [w.term(part).text for part in term.args])


def _one_if(w: Writer, term: Term) -> Piece:
    return Piece(w.style.either("1", r"\mathbf 1") + f"[{w.cond(term.args[0])}]")


def _mean(w: Writer, term: Term) -> Piece:
    law, row, body = term.args
    of = w.letter(row.args[0]).text + w.style.either("~", r" \sim ") + w.letter(law.args[0]).text
    return w.style.gathered("mean", of, w.term(body))


def _maps(w: Writer, term: Term) -> Piece:
    """A sum over the maps of some places to others, as of all draws."""
    s, (_, *sizes, body) = w.style, term.args
    places, values = (s.either("{{1, .., {}}}", r"\\{{1,..,{}\\}}").format(w.term(n).text) for n in sizes)
    return s.gathered("sum", f"{w.map()}: {places}{s.sign('->').center(3)}{values}", w.term(body))


_FUNCTIONS = {name: "\\" + name for name in ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh")} | {
    "asin": r"\arcsin", "acos": r"\arccos", "atan": r"\arctan", "erf": r"\operatorname{erf}",
    "erfc": r"\operatorname{erfc}", "gamma": r"\Gamma",
}  # fmt: skip
"""Elementary functions in TeX."""

_WRITERS: dict[str, Callable[[Writer, Term], Piece]] = {
    "const": lambda w, t: w.number(t.args[0]),
    "var": lambda w, t: w.letter(t.args[0]),
    "index": lambda w, t: Piece(w.index(t)),
    "entry": _entry,
    "+": lambda w, t: w.sum(t),
    "*": lambda w, t: w.sum(t),
    "/": lambda w, t: w.product(t),
    "max": lambda w, t: w.sum(t),
    "min": lambda w, t: _of_two(w, t, "min"),
    "abs": lambda w, t: w.style.absolute(w.term(t.args[0])),
    "sqrt": lambda w, t: w.style.root(w.term(t.args[0])),
    "pow": lambda w, t: w.style.power(w.term(t.args[0]), w.term(t.args[1])),
    "sum": _bound("sum"),
    "prod": _bound("prod"),
    "greatest": lambda w, t: w.sum(t) if _summands(t)[0][0] else _bound("max")(w, t),
    "least": _bound("min"),
    "if": _one_if,
    "mean": _mean,
    "maps": _maps,
    "image": lambda w, t: w.style.called(w.map(), [w.term(t.args[1]).text]),
    "call": _call,
    "function": lambda w, t: (
        w.style.called(w.style.either(t.args[0], _FUNCTIONS[t.args[0]]), [w.term(t.args[1]).text])
        if t.args[1:]
        else w.letter(t.args[0])
    ),
    "expression": lambda w, t: Piece(expression(t.args[0], w.style, w.tight), SUM if t.args[0].is_Add else PRODUCT),
    "size": lambda w, t: w.style.called("size", [w.term(t.args[0]).text]),
    "row": lambda w, t: w.vector(*t.args),
    "tuple": _tuple,
}
