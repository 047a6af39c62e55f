"""Section 4: any normalisation of degree one, and those by whole powers, of which |c|^p is a polynomial near c != 0."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from sympy import Integer, Rational, oo, symbols

from theory.batchnorm import Normalisation, dot
from theory.claim import Claim, Locator, Twin
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import grid
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import Data, data_sets
from theory.papers.morwani20.layers.gradients import unit
from theory.papers.morwani20.rates.star_sets import with_rows
from theory.term import Series, Shape, Vec, each, every, number, size, total, variable
from theory.term.named import named
from theory.words import At


@named("{0} − {1} mean({0})", r"{0}-{1}\,\mathrm{{mean}}({0})", shape=lambda x, _: (size(x),))
def _less(x: Any, share: Any) -> Any:
    mean = total(x) / size(x)
    return each(lambda a: a - share * mean, x)


def _size(c: Any, k: Any) -> Any:
    """|c|^(k + 1) of a series that is not 0 at t = 0."""
    top = abs(c[0]) ** k
    return Series(top * abs(c[0]), (k + 1) * top * (c[0] / abs(c[0])) * c[1])


def _along(w: Any, h: Any, data: Data, k: Any, share: Any) -> Any:
    """s times the derivative of <y, c/s> where x.w moves along h: s(t)/s(0) is the root of a series from 1 on."""
    path = each(Series, _less(data.row(w), share), _less(h, share))
    sizes = total(each(lambda c: _size(c, k), path))
    root = Series(number(1), sizes[1] / sizes[0] / (k + 1))
    return dot(data.y, each(lambda c: (c / root)[1], path))


@named(
    "s ∇L({0})",
    r"s\nabla L({0})",
    shape=lambda w, data, *_: (size(data.A),),
    means="L = ⟨y, c/s⟩, c = x − share mean(x), x = ⟨x, w⟩, s^p = Σᵢ |cᵢ|^p/n, p = k + 1",
)
def _gradient(w: Any, data: Data, k: Any, share: Any) -> Any:
    return each(lambda row: _along(w, row, data, k, share), data.A)


@named("s ∂L({0})/∂A₀₀", r"s\,\partial L({0})/\partial A_{{00}}")
def _by_input(w: Any, data: Data, k: Any, share: Any) -> Any:
    return _along(w, each(lambda a: w[0] * a, unit(data.n, 0)), data, k, share)


tau, along_v, by_input = symbols("tau along_v by_input", positive=True)


@Claim(
    "morwani20.layers.whole-powers",
    source=Locator(MORWANI20, "Section 4, any normalisation"),
    status="quoted",
    says="z = c/s, s^p = mean |c|^p, c = x - share mean(x), for every whole p >= 1 and share, 1 (centred) or 0 (not): "
    "w.dL/dw = 0, and under w -> tau w, tau > 0, s dL/dw stays and s dL/dA is multiplied by tau, as s is: dL/dw has "
    "degree -1, dL/dA degree 0",
    hypotheses=("no c_i is 0; without centring: no bias b",),
    silent_on="powers that are not whole and infinity: layers.any-normalisation",
    predicts=(Integer(0), along_v, tau * by_input),
    over=grid(along_v=(2, 3), tau=(5,), by_input=(7,)),
    given=Given(
        {
            "data": data_sets(centred=False),
            "k": Integers(0, far=4),
            "share": Preceded(Rationals(), (Integer(1), Integer(0))),
            "tau": Rationals(above=0),
        },
        lambda at: every(lambda c: c != 0, _less(at["data"].row(at["data"].w), at["share"])),
        "p = k + 1; no c_i is 0",
        letters={
            "along_v": lambda at: dot(at["data"].v, _gradient(at["data"].w, at["data"], at["k"], at["share"])),
            "by_input": lambda at: _by_input(at["data"].w, at["data"], at["k"], at["share"]),
        },
    ),
    uses=("morwani20.jacobian.p-norms",),
    twins=(Twin((Integer(0), along_v / tau, tau * by_input), "s dL/dw of degree -1"),),
).literal(scope="derivatives of s L, L = <delta, c/s>, along v and by A_11; labels are delta", most=30)
def whole_powers(at: At) -> Any:
    data, longer = at.data, each(lambda a: at.tau * a, at.data.w)
    of = data, at.k, at.share
    return dot(data.w, _gradient(data.w, *of)), dot(data.v, _gradient(longer, *of)), _by_input(longer, *of)


class Normalised(NamedTuple):
    """z = c/s with c = x - share mean(x), x = w^T A of the data, s a function of degree one; of numbers the p-norm."""

    data: Data
    share: Any
    p: Any

    def centre(self, x: Any) -> Any:
        return _less(x, self.share)

    def scale(self, w: Any, times: Any) -> tuple[Any, Any]:
        """s and its gradient at times w: of rows of terms, times s and the gradient at w."""
        if isinstance(self.data.A, Vec):
            return times * variable("s"), Vec.named("q", self.data.n)
        c, norm = self.centre(self.data.row(each(lambda a: times * a, w))), Normalisation(self.p, centred=False)
        return norm.scale(c), norm.slopes(c)


def _any_of_degree_one(name: str) -> Shape:
    """A scale s > 0 with a gradient q at c, for which q.c = s (Euler): at tau c they are tau s and q."""
    (shape,) = data_sets(centred=False).general(name)
    layer = Normalised(shape.value, variable("share"), Integer(0))  # of no p
    s, q = layer.scale(shape.value.w, 1)
    known = s > 0, dot(q, layer.centre(shape.value.row(shape.value.w))) == s
    shape = with_rows(shape, *known, variables=(variable("s"), layer.share), q=(shape.value.n,))
    return replace(shape, value=layer)


def _is_smooth(value: object) -> bool:
    """Whether no c_i is 0, and for p = infinity one |c_i| is the greatest."""
    if not isinstance(value, Normalised) or value.data not in data_sets(centred=False) or value.p not in POWERS:
        return False
    c = [abs(a) for a in value.centre(value.data.row(value.data.w))]
    return all(c) and (value.p != oo or c.count(max(c)) == 1)


POWERS = (Integer(2), Integer(1), Rational(3, 2), Integer(3), oo)


@composite(
    "(A, y, w, s): n data in Q^d with labels, w in R^d, s of degree one, differentiable at c = x - share mean(x), "
    "x = w^T A",
    _is_smooth,
    _any_of_degree_one,
    size=lambda layer: layer.data.n,
)
def normalised(choose: Choose) -> Normalised | None:
    data = data_sets(centred=False).made(choose)
    return None if data is None else Normalised(data, Integer(choose(0, 1)), POWERS[choose(0, len(POWERS) - 1)])


@named("z({1}·w)", r"z({1}w)", shape=lambda layer, *_: (layer.data.n,))
def _normalised(layer: Normalised, times: Any) -> Any:
    s, _ = layer.scale(layer.data.w, times)
    return each(lambda c: times * c / s, layer.centre(layer.data.row(layer.data.w)))


def _moved_by(layer: Normalised, times: Any, h: Any) -> Any:
    """The derivative of <y, z> at times w, where x moves along h."""
    c, along = layer.centre(layer.data.row(layer.data.w)), layer.centre(h)
    s, q = layer.scale(layer.data.w, times)
    scale = Series(s, dot(q, along))
    return dot(layer.data.y, each(lambda a, b: (Series(times * a, b) / scale)[1], c, along))


LOSS = "L = ⟨y, z⟩, z = c/s"


@named("∂L({1}·w)/∂A_{{{3}{2}}}", r"\partial L({1}w)/\partial A_{{{3}{2}}}", means=LOSS)
def _by_entry(layer: Normalised, times: Any, i: Any, k: Any) -> Any:
    return _moved_by(layer, times, each(lambda e: times * layer.data.w[k] * e, unit(layer.data.n, i)))


@named("∇L({1}·w)", r"\nabla L({1}w)", shape=lambda layer, *_: (size(layer.data.A),), means=LOSS)
def _by_weights(layer: Normalised, times: Any) -> Any:
    return each(lambda row: _moved_by(layer, times, row), layer.data.A)


output, slope, ww, gg, eta = symbols("output slope ww gg eta", real=True)


@Claim(
    "morwani20.layers.any-normalisation",
    source=Locator(MORWANI20, "Section 4, any normalisation"),
    status="quoted",
    says="any normalization, whatever p, centred or not: under w -> tau w, tau > 0, Y and dL/dA are multiplied by 1, "
    "dL/dw by 1/tau, and a step of gradient descent adds eta^2 |dL/dw|^2 to |w|^2",
    hypotheses=("z = c/s, s of degree one and differentiable at c", "no epsilon", "without centring: no bias b"),
    silent_on="that p-norms are such, p >= 1 or infinity: whole-powers, jacobian.p-norms",
    predicts=(output, by_input, slope / tau, ww + eta**2 * gg),
    over=grid(output=(2,), by_input=(3,), slope=(5,), tau=(7, Rational(1, 2)), ww=(11,), gg=(13,), eta=(2,)),
    given=Given(
        {
            "layer": normalised(),
            "tau": Rationals(above=0),
            "eta": Rationals(above=0),
            "i": Integers(0),
            "k": Integers(0),
        },
        lambda at: (at["i"] < at["layer"].data.n) & (at["k"] < size(at["layer"].data.A)),
        "i < n, k < d",
        letters={
            "output": lambda at: _normalised(at["layer"], Integer(1))[at["i"]],
            "by_input": lambda at: _by_entry(at["layer"], Integer(1), at["i"], at["k"]),
            "slope": lambda at: _by_weights(at["layer"], Integer(1))[at["k"]],
            "ww": lambda at: dot(at["layer"].data.w, at["layer"].data.w),
            "gg": lambda at: dot(*[_by_weights(at["layer"], Integer(1))] * 2),
        },
    ),
    uses=("morwani20.jacobian.p-norms",),
    twins=(
        Twin((output, tau * by_input, slope / tau, ww + eta**2 * gg), "dL/dA of degree 1"),
        Twin((output, by_input / tau, slope / tau, ww + eta**2 * gg), "dL/dA of degree -1"),
        Twin((tau * output, by_input, slope, ww + eta**2 * gg), "as without normalization"),
        Twin((output, by_input, slope / tau, ww), "the norm of w stays"),
    ),
).literal(scope="derivatives of L = <delta, z> by A_ki and w at tau w, and a step; labels are delta", most=30)
def any_normalisation(at: At) -> Any:
    layer = at.layer
    after = each(lambda a, b: a - at.eta * b, layer.data.w, _by_weights(layer, Integer(1)))
    longer = _normalised(layer, at.tau)[at.i], _by_entry(layer, at.tau, at.i, at.k), _by_weights(layer, at.tau)[at.k]
    return *longer, dot(after, after)
