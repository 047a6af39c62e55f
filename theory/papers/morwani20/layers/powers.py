"""Section 4: normalisations by any whole power p, of which |c|^p is a polynomial near every c_i != 0."""

from __future__ import annotations

from typing import Any

from sympy import Integer, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import Data, data_sets
from theory.papers.morwani20.layers.gradients import unit
from theory.term import Series, each, every, number, size, total
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
