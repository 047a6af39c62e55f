"""A normal form: an expression as a rational function of generators whose algebraic relations are known.

Generators are symbols, pi, algebraic constants, powers b^(t/L) with exponents that are linear over the rationals (base
e: exponentials, and through them circular and hyperbolic functions), logarithms of primes and of factors, gamma and
polygamma functions up to integer shifts, and whatever is not known, as it is. Each rewriting is an identity of
principal branches, or is made only where a sign proved from the assumptions allows it: products are taken apart under
a power or a logarithm at factors that are not negative, or where the exponent is an integer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import lcm
from typing import Any

import sympy
from sympy import Basic, Dummy, E, Expr, I, Integer, Mul, Pow, Rational, S, exp, factorint, log, pi, together

from theory.comparison.forms import algebraic, logarithms
from theory.comparison.points import sign

Handler = Callable[..., Expr]
"""Reduces a function, given the field and the arguments."""


class TooLargeError(ArithmeticError):
    """A normal form would be larger than is reasonable."""


class Field:
    """Generators and their relations, made while expressions are reduced.

    Attributes
    ----------
    constants : algebraic numbers by generator.
    relations : (generator, power, value): generator^power = value, in generators made before it.
    units : generators that are roots of unity with symbols in the exponent, as (-1)^n.
    logs : logarithms of algebraic constants by generator.
    """

    def __init__(self, vanishes: Callable[[Field, Expr], bool], handlers: Mapping[Any, Handler]) -> None:
        self._vanishes = vanishes
        self._handlers = {**_HANDLERS, **handlers}
        self.constants: dict[Dummy, Expr] = {}
        self.relations: list[tuple[Dummy, int, Expr]] = []
        self.units: set[Dummy] = set()
        self.logs: dict[Dummy, Expr] = {}
        self._logs_of_others: dict[Dummy, Expr] = {}
        self.renamed: dict[Dummy, Expr] = {}
        self._powers: dict[tuple[Expr, Expr], tuple[Dummy, int]] = {}
        self._log_of: dict[Dummy, tuple[Expr, Expr]] = {}
        self._opaque: list[tuple[Any, tuple[Expr, ...], Dummy]] = []
        self.steps: dict[Expr, Expr] = {}  # of the arguments of gamma functions
        self._known: dict[Basic, Expr] = {}

    def reduce(self, e: Expr) -> Expr:
        """The expression in generators; the identity holds wherever both sides are defined."""
        if e not in self._known:
            self._known[e] = self._reduced(e)
        return self._known[e]

    def _reduced(self, e: Expr) -> Expr:
        if e.is_Rational or e.is_Symbol or e in (pi, I):
            return e
        if not e.free_symbols and algebraic.is_algebraic(e):
            return self._constant(e)
        if e.is_Add or e.is_Mul:
            return e.func(*map(self.reduce, e.args))
        if e == E:
            return self.power(E, S.One)
        if e.is_Pow:
            return self._of_power(e)
        if isinstance(e, exp):
            return self.power(E, e.args[0])
        handler = self._handlers.get(e.func)
        if handler is not None:
            return handler(self, *e.args)
        if not e.args:
            return self.opaque(type(e), (), e)
        return self.opaque(e.func, tuple(map(self.reduce, e.args)), e)

    def _of_power(self, e: Expr) -> Expr:
        base, exponent = e.args
        if exponent.is_Integer:
            return self.reduce(base) ** exponent
        return self.power(base, exponent)

    def _constant(self, e: Expr) -> Expr:
        if e.is_Add or e.is_Mul:
            return e.func(*map(self.reduce, e.args))
        if e.is_Pow and e.exp.is_Integer:
            return self.reduce(e.base) ** e.exp
        for generator, value in self.constants.items():
            if value == e:
                return generator
        generator = Dummy("a", **_assumptions(e))
        self.constants[generator] = e
        return generator

    def opaque(self, kind: Any, arguments: tuple[Expr, ...], e: Expr | None = None) -> Expr:
        """The generator of a function of reduced arguments: the one of equal arguments, if there is one."""
        for other, known, generator in self._opaque:
            if other == kind and len(known) == len(arguments):
                pairs = zip(known, arguments, strict=True)
                if all(a == b or self._vanishes(self, a - b) for a, b in pairs):
                    return generator
        generator = Dummy("f", **(_assumptions(e) if e is not None else {}))
        self._opaque.append((kind, arguments, generator))
        return generator

    # powers and exponentials

    def power(self, base: Expr, exponent: Expr) -> Expr:
        """base^exponent, taken apart into powers of factors with exponents t_j: sum c_j t_j, c_j rational."""
        terms = self._linear(exponent)
        if base == E:
            return Mul(*(self._exponential(c, t) for c, t in terms))
        whole = all(c.is_Integer and t.is_integer for c, t in terms)
        found = S.One
        for factor, times in self._factors(base, whole):
            for c, t in terms:
                found *= self._single(factor, c * times, t)
        return found

    def _exponential(self, c: Rational, t: Expr) -> Expr:
        if t == S.One:
            return self._generator(E, c, t)
        turns = t / (I * pi)
        if turns.is_Rational:
            return self._constant_of(exp(I * pi * c * turns))
        for d, value in self._log_of_generators(t):
            return self.power(value, c * t / d)
        if not turns.has(I) and turns.is_integer:
            return self._generator(E, c, t, unit=True)
        return self._generator(E, c, t)

    def _log_of_generators(self, t: Expr) -> Iterator[tuple[Expr, Expr]]:
        """A logarithm that is a factor of t, with its argument."""
        for d in t.free_symbols:
            value = self.logs.get(d, self._logs_of_others.get(d))
            if value is not None and (value.is_Integer or value.free_symbols) and not (t / d).has(d):
                yield d, value

    def _constant_of(self, e: Expr) -> Expr:
        return e if e.is_Rational else self.reduce(e) if not isinstance(e, exp) else self._constant(e)

    def _single(self, factor: Expr, c: Rational, t: Expr) -> Expr:
        """factor^(c t) for a factor that is not taken apart any more."""
        if t == S.One:
            if c.is_Integer:
                return factor**c
            if factor.is_Rational:
                return self._constant_of(Pow(factor, c))
        elif factor == -1:
            return self.power(E, I * pi * c * t)
        elif not factor.is_Integer and not factor.free_symbols - self.constants.keys() and not factor.has(pi):
            return self.power(E, c * t * self.log_of(factor))
        return self._generator(factor, c, t)

    def _generator(self, base: Expr, c: Rational, t: Expr, unit: bool = False) -> Expr:
        """base^(c t) as a power of base^(t/L); L grows as coefficients ask for it."""
        known = self._powers.get((base, t))
        if known is None or (int(c.q) != 1 and known[1] % int(c.q)):
            L = lcm(known[1] if known else 1, int(c.q))
            positive = bool((base == E or base.is_positive) and t.is_extended_real)
            made = Dummy("p", **({"positive": True} if positive else _unsigned(base, t)))
            if known is not None:
                self.renamed[known[0]] = made ** (L // known[1])
                self.units.discard(known[0])
            self._powers[base, t] = known = made, L
            if unit:
                self.units.add(made)
                self.relations.append((made, 2 * L, S.One))
            elif t == S.One and base != E:
                self.relations.append((made, L, base))
            if positive:
                self._log_of[made] = base, t / L
        return known[0] ** (c * known[1])

    def _linear(self, e: Expr) -> list[tuple[Rational, Expr]]:
        """Rational coefficients and terms of a sum: [(c_j, t_j)]."""
        reduced = together(self.current(self.reduce(e)))
        top, bottom = sympy.fraction(reduced)
        if bottom.is_Add or any(f.as_base_exp()[0].is_Add for f in Mul.make_args(bottom)):
            top, bottom = sympy.fraction(sympy.cancel(reduced))
        terms = sympy.Add.make_args(sympy.expand(top))
        if len(terms) > 200:
            raise TooLargeError("an exponent of more than 200 terms")
        return [(term / bottom).as_coeff_Mul(rational=True) for term in terms]

    def _factors(self, e: Expr, whole: bool) -> list[tuple[Expr, Integer]]:
        """Factors with exponents; those of unknown sign in one, unless `whole` allows to take them apart, too."""
        reduced = self.current(self.reduce(e)) if not e.is_Rational else e
        found: list[tuple[Expr, Integer]] = []
        rest, number = S.One, S.One
        for part in Mul.make_args(sympy.factor(together(reduced))):
            f, times = part.as_base_exp()
            if not times.is_Integer:
                f, times = part, S.One
            if f.is_Rational:
                number *= f**times
            elif whole or self._sign(f) == 1:
                found.append((f, times))
            elif self._sign(f) == -1:
                found.append((-f, times))
                number *= (-1) ** times
            else:
                rest *= part
        for prime, times in factorint(abs(number)).items() if number.is_Integer else _primes(abs(number)):
            found.append((Integer(prime), Integer(times)))
        if number.is_negative:
            rest = -rest
        return found if rest == 1 else [*found, (sympy.expand(rest), S.One)]

    def _sign(self, f: Expr) -> int | None:
        """The sign of a factor, roots being written as roots again."""
        found = sign(f)
        return sign(self._in_roots(f)) if found is None else found

    def _in_roots(self, f: Expr) -> Expr:
        """Generators that are roots as roots again."""
        roots = {d: value ** Rational(1, power) for d, power, value in self.relations if d not in self.units}
        for _ in range(len(roots)):
            if not f.free_symbols & roots.keys():
                break
            f = f.xreplace(roots)
        return f

    # logarithms

    def log_of(self, v: Expr) -> Expr:
        """log v, v reduced or not: logarithms of primes and of factors that are not negative, and of the rest."""
        found = S.Zero
        for f, times in self._factors(v, whole=False):
            found += times * self._single_log(f)
        return found

    def _single_log(self, f: Expr) -> Expr:
        if f == 1:
            return S.Zero
        if f == -1:
            return I * pi
        if f == pi:
            return self.opaque(log, (f,), log(pi))
        if f in self._log_of:
            base, t = self._log_of[f]
            return t if base == E else t * self.log_of(base)
        value = f.subs(self.constants)
        if not value.free_symbols and algebraic.is_algebraic(value):
            return self._log_of_number(value)
        if self._sign(f) == 1:
            for d, g in self._logs_of_others.items():
                if self._sign(g) == 1 and self._vanishes(self, f * g - 1):
                    return -d
        if (found := self._turned(f)) is not None:
            return found
        d = self.opaque(log, (f,), log(f))
        self._logs_of_others[d] = f
        return d

    def _turned(self, f: Expr) -> Expr | None:
        """log f = log c +- log g if f/g or f g is c, a constant times a positive factor, and Re f, Re g > 0.

        Then arg f -+ arg g lies between -pi and pi, as arg c does, which is the same modulo 2 pi.
        """
        if not f.has(I) or not self._on_the_right(f):
            return None
        for d, g in self._logs_of_others.items():
            if g.has(I) and self._on_the_right(g):
                for side, c in ((1, sympy.cancel(f / g)), (-1, sympy.cancel(f * g))):
                    if not self._unsigned(c).free_symbols - self.constants.keys():
                        return self.log_of(c) + side * d
        return None

    def _unsigned(self, c: Expr) -> Expr:
        """The factors of c that are not known to be positive or negative."""
        return Mul(*(f for f, _ in self._factors(c, whole=False) if self._sign(f) is None))

    def _on_the_right(self, f: Expr) -> bool:
        return bool(self._in_roots(f).as_real_imag()[0].is_positive)

    def _log_of_number(self, a: Expr) -> Expr:
        """A new generator, or what relates it to those that there are."""
        if a.is_Pow and a.exp.is_Rational and a.base.is_positive:
            return a.exp * self.log_of(a.base)
        for d, other in self.logs.items():
            if other == a:
                return d
        if not (a.is_Integer and all(other.is_Integer for other in self.logs.values())):  # primes are independent
            found = logarithms.relation([*self.logs.values(), a])
            if found is not None:
                *times, last, turns = found
                others = sum((k * d for k, d in zip(times, self.logs, strict=True)), S.Zero)
                return -(others + turns * I * pi) / last
        d = Dummy("l", **_assumptions(log(a)))
        self.logs[d] = a
        return d

    def current(self, e: Expr) -> Expr:
        """The expression in the generators of now."""
        while e.free_symbols & self.renamed.keys():
            e = e.xreplace(self.renamed)
        return e


def _primes(c: Rational) -> list[tuple[int, int]]:
    return [*factorint(int(c.p)).items(), *((p, -k) for p, k in factorint(int(c.q)).items())]


def _assumptions(e: Expr) -> dict[str, bool]:
    """What a generator inherits of the expression that it stands for."""
    if e.is_positive:
        return {"positive": True}
    if e.is_nonnegative:
        return {"nonnegative": True}
    if e.is_negative:
        return {"negative": True}
    return {"real": True} if e.is_real else {}


def _unsigned(base: Expr, t: Expr) -> dict[str, bool]:
    if base.is_nonnegative and t.is_positive:
        return {"nonnegative": True}
    return {"real": True} if base.is_real and t.is_integer else {}


_HANDLERS: dict[Any, Handler] = {
    log: lambda field, v: field.log_of(v),
    sympy.sin: lambda field, u: (field.power(E, I * u) - field.power(E, -I * u)) / (2 * I),
    sympy.cos: lambda field, u: (field.power(E, I * u) + field.power(E, -I * u)) / 2,
}
