"""Section 2, tuned rates with and without BN, and the price of a large one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Integer, Rational, Symbol, limit, oo, sqrt, symbols

from theory.batchnorm import dot
from theory.choices import greater, least
from theory.claim import Claim, Locator, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.papers.morwani20 import MORWANI20, READING
from theory.papers.morwani20.data import Data, data_sets, letters
from theory.papers.morwani20.derivatives import LOSS, gradient
from theory.papers.morwani20.law import CAI, MOMENTS, OVER, scalars
from theory.papers.morwani20.rates.star_sets import DIAGONAL, SPEED, spectra, star_of
from theory.term import each, largest, number
from theory.term.named import named
from theory.words import At

eps, gamma, uu = scalars("eps gamma uu")

kappa = Symbol("kappa", positive=True)


def _ends(l: Any) -> tuple[Any, Any]:
    return -largest(each(lambda value: -value, l)), largest(l)


def _ratio(at: Mapping[str, Any]) -> Any:
    lowest, highest = _ends(at["l"])
    return number(highest) / number(lowest)


def _factor(l: Any, eta: Any) -> Any:
    """max_i |1 - eta lambda_i|"""
    return largest(each(lambda value: abs(number(1 - eta * value)), l))


SPECTRA = Preceded(spectra(Integers(1)), ((Integer(1), Integer(2)),))


@Claim(
    "morwani20.rates.tuned",
    source=SPEED,
    status="reconstructed",
    says="at eta = 2/(lambda_min + lambda_max), where it is least (tuned-least), max_i |1 - eta lambda_i| is "
    "(kappa - 1)/(kappa + 1), kappa the ratio of the ends",
    silent_on="that the best constant rate so shrinks the error a step: kappa of H without BN, the pseudo-condition "
    "number of H* with BN (d >= 2, best effective step, eps_a = 1)",
    predicts=(kappa - 1) / (kappa + 1),
    over=grid(kappa=(Integer(3), Rational(17, 2))),
    given=Given({"l": SPECTRA}, letters={"kappa": _ratio}),
    uses=("morwani20.rates.spectrum",),
    twins=(Twin(1 - 1 / kappa**2, "kappa squared"),),
).literal(scope="every eigenvalue at the mean rate of the ends", most=120)
def tuned(point: At) -> Any:
    least, greatest = _ends(point.l)
    return _factor(point.l, 2 / (number(least) + number(greatest)))


RATES = Preceded(Rationals(), (Rational(2, 3), Rational(1, 2)))


@Claim(
    "morwani20.rates.tuned-least",
    source=SPEED,
    status="reconstructed",
    says="at every eta max_i |1 - eta lambda_i| is at least (kappa - 1)/(kappa + 1), kappa the ratio of the ends",
    relation=">=",
    predicts=(kappa - 1) / (kappa + 1),
    over=grid(kappa=(Integer(3), Rational(17, 2))),
    given=Given({"l": SPECTRA, "eta": RATES}, letters={"kappa": _ratio}),
    twins=(Twin(1 - 1 / kappa**2, "kappa squared"),),
).literal(scope="every eigenvalue at any rate", most=120)
def least_over_rates(point: At) -> Any:
    return _factor(point.l, point.eta)


total, product = symbols("total product", positive=True)


def _shares(u: Sequence[Any]) -> list[Rational]:
    """p_i = l_i u_i^2/(u.Hu), H = diag(1, 2, 3)."""
    weights = [l * number(u[l - 1]) ** 2 for l in (1, 2, 3)]
    return [weight / sum(weights) for weight in weights]


@Claim(
    "morwani20.rates.tuned-slower",
    source=Locator(MORWANI20, "Section 2, 'we see for small condition numbers, non-BN networks converge faster'"),
    **READING,
    says="for a small condition number in d = 3 the best rate with BN is asymptotically slower than the best without "
    "(of asymptotic speeds the notes do not say it): "
    "its factor a step is at least (kappa - 1)/(kappa + 1), 1/2 at kappa = 3",
    hypotheses=("d = 3", "both rates tuned", "asymptotic speed: what the notes saw is the whole run, rates not stated"),
    relation=">=",
    predicts=tuned.predicts.subs(kappa, 3),
    corrected_by=("morwani20.rates.tuned", "morwani20.rates.star-spectrum", "morwani20.rates.interlacing"),
    given=Given(
        {"u": Batches(Integers(3, 3), up_to=("scale",))},
        words="H = diag(1, 2, 3)",
        letters={
            "total": lambda at: sum(p * (6 - l) for l, p in enumerate(_shares(at["u"]), 1)),
            "product": lambda at: sum(p * 6 / l for l, p in enumerate(_shares(at["u"]), 1)),
        },
    ),
    # the eigenvalues of H* are the zeros of sum_i p_i/(x - l_i), x^2 - total x + product
    truth=sqrt(total**2 - 4 * product) / total,
).literal(scope="the least over all crossings of two lines, at the eigenvalues of H*", most=10)
@named("min_η max_i |1 − η μ_i|", r"\min_\eta\max_i|1-\eta\mu_i|",
       means=f"μ_i the eigenvalues but 0 of {DIAGONAL}, l = (1, 2, 3)", bare=True)  # fmt: skip
def never_faster(at: At) -> Any:
    matrix = star_of((1, 2, 3), at.u)
    both, squares = matrix.trace(), (matrix * matrix).trace()
    root = sqrt(2 * squares - both**2)  # the difference of the two others
    low, high = (both - root) / 2, (both + root) / 2
    # convex and piecewise linear in eta, so least where two lines +-(1 - eta mu_i) cross
    return least(*(greater(abs(1 - eta * low), abs(1 - eta * high)) for eta in (1 / low, 2 / (low + high), 1 / high)))


norm2 = Symbol("norm2", positive=True)  # |w_0|^2
slope2 = Symbol("slope2", nonnegative=True)  # |grad s(w_0)|^2


def _square_of_slope(data: Data) -> Any:
    """s = mean of y BN(x.w): the loss at gamma = 1 less what does not depend on w, |BN|^2 = n."""
    return dot(*[gradient(Integer(1), data.w, data)] * 2)


@Claim(
    "morwani20.rates.price",
    source=CAI,
    says="after the first step the effective step is eps |u|^2/(|w_0|^2 + eps^2 gamma_0^2 |grad s(w_0)|^2)",
    hypotheses=("J halved",),
    silent_on="its size for large and for small eps; later steps, where it is never larger (critical.scale-invariant)",
    predicts=eps * uu / (norm2 + eps**2 * gamma**2 * slope2),
    over=tuple(point | {"norm2": Rational(7, 5), "slope2": Rational(3, 8)} for point in OVER),
    given=Given(
        {"data": data_sets(known=(LOSS,)), "gamma": Rationals(), "eps": Rationals(above=0)},
        letters=letters("uu", norm2=lambda of: dot(of.w, of.w), slope2=_square_of_slope),
    ),
    uses=("morwani20.critical.scale-invariant",),
    twins=(
        Twin(eps * uu / norm2, "|w_inf| bounded in eps"),
        Twin(uu / (norm2 + gamma**2 * slope2), "a number of steps that does not depend on eps"),
    ),
).literal(scope="one step of gradient descent on the mean loss through BN", most=30)
def price(point: At) -> Any:
    data = point.data
    by = gradient(point.gamma, data.w, data)
    moved = each(lambda a, b: a - point.eps * b, data.w, by)
    return point.eps * dot(data.u, data.u) / dot(moved, moved)


slopes = Claim(
    "morwani20.rates.number-of-steps",
    source=CAI,
    status="heuristic",
    says="the number of steps to a given residual grows in proportion to 1/eps for small eps and to eps for large: "
    "slopes -1 and 1 of its logarithm in log eps",
    hypotheses=(*MOMENTS, "J halved", "gamma_0, eps_a and the start fixed"),
    silent_on="the constants; a start may be lucky at one eps. Proved are lower bounds alone, and the simulation sees "
    "one dimension and two pairs of rates",
    predicts=(Integer(-1), Integer(1)),
    given=Given(words="random H and u with d = 3, kappa = 3; unit u and start"),
    left=r"\frac{d\log k}{d\log\varepsilon}\ (\varepsilon\to0,\ \varepsilon\to\infty)",
    uses=("morwani20.rates.price",),
)


@Claim(
    "morwani20.rates.bounded-norm",
    source=CAI,
    **READING,
    says="any learning rate is as good as another: |w_inf| stays bounded as eps grows, so that |w_1|^2 = o(eps^2)",
    hypotheses=("J halved",),
    predicts=Integer(0),
    corrected_by=("morwani20.critical.scale-invariant",),
    given=Given({"data": data_sets(), "gamma": Rationals()}, letters=letters(slope2=_square_of_slope)),
    truth=gamma**2 * slope2,
).literal(scope="one step on the mean loss through BN, a polynomial in eps", most=30)
@named("lim |w − ε ∇_wJ({gamma}, w)|²/ε²",
       r"\lim_{{\varepsilon\to\infty}}|w-\varepsilon\nabla_wJ({gamma},w)|^2/\varepsilon^2",
       means=f"{LOSS.words}; ε → ∞")  # fmt: skip
def bounded_norm(at: At) -> Any:
    by = gradient(at.gamma, at.data.w, at.data)
    square = sum((a - eps * b) ** 2 for a, b in zip(at.data.w, by, strict=True))
    return limit(square / eps**2, eps, oo)
