"""orders and rates of the distance from a Gaussian matrix, read into the slides and tables, that are false."""

from __future__ import annotations

from itertools import islice

from flint import acb, arb
from sympy import Integer, Rational, Symbol, sqrt

from theory.claim import Claim, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.certify import at_each_precision, precision
from theory.notation import d, n
from theory.orthogonality.mean_map import orbit
from theory.papers.daneshmand21.gaussian.setting import SETTING, SLIDES, TABLE_1
from theory.words import At

alpha = Symbol("alpha", positive=True)

slides = Claim(
    "daneshmand21.gaussian.slides",
    source=SLIDES,
    status="reading",
    says="W_2(W_l H_l, Gaussian)^2 = O((1-alpha)^l n + n^2/(alpha sqrt d)), alpha the minimum of the smallest "
    "*singular values*, W of N(0, 1/d) entries and the Gaussian matrix G/sqrt n: neither of which the slides say. At "
    "d = oo, at n = 16, 25, 36 from one least singular value: in the end W_2^2 falls by 1 - alpha a layer at least",
    tex=r"W_2^2=\mathcal O\big((1-\alpha)^\ell n+\tfrac{n^2}{\alpha\sqrt d}\big)",
    hypotheses=(
        *SETTING,
        "a constant in O that depends on neither l nor d (on n, alpha and H_1 it may)",
        "alpha read as a singular value",
    ),
    silent_on="alpha as an eigenvalue: what `corrected` gives then is smaller in both terms; another Gaussian matrix, "
    "say of the covariance of W_l H_l",
    relation="<=",
    predicts=1 - alpha,
    given=Given(
        {
            "n": Values(Integer(16), Integer(25), Integer(36)),
            "share": Values(Rational(9, 10), Rational(1, 2)),
            "l": Values(Integer(20)),
        },
        words="alpha = share/sqrt(n), H_1 of the singular values alpha and n - 1 equal ones; l large",
        letters={"alpha": lambda at: at["share"] / sqrt(at["n"])},
    ),
    left=r"W_2(W_{\ell+1}H_{\ell+1},\tfrac1{\sqrt n}G)^2/W_2(W_\ell H_\ell,\tfrac1{\sqrt n}G)^2\ (d=\infty)",
    uses=("daneshmand21.gaussian.fixed",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.local-rate",),
    truth=1 - alpha**2,  # alpha^2 is the least eigenvalue
)


@at_each_precision
def distances(size: int, alpha: Rational, layers: tuple[int, ...]) -> tuple[arb, ...]:
    """W_2^2 at these layers, by `fixed`: H_1 as above, C_{l+1} = F(C_l) at d = oo."""
    counts = [1, size - 1]
    start = [alpha**2, (1 - alpha**2) / (size - 1)]
    found = []
    for p in islice(orbit(start, 50, multiplicities=counts), max(layers)):
        away = [e.sqrt() - 1 / arb(size).sqrt() for e in p]
        found.append(sum((count * e * e for count, e in zip(counts, away, strict=True)), arb(0)))
    return tuple(found[layer - 1] for layer in layers)


@slides.literal(kind="certified", most=12)
def _quotient(at: At) -> arb:
    with precision(60):
        before, behind = distances(int(at.n), at.alpha, (int(at.l), int(at.l) + 1))
        return behind / before


quarter = Claim(
    "daneshmand21.gaussian.quarter-power",
    source=TABLE_1,
    status="reading",
    says="one layer after an orthogonal H_0 the bound n E V(H_1)^2 of W_2^2 is of the order d^(-1/2), as the bounds in "
    "print are: (n-1)/sqrt d",
    tex=r"W_2^2\le n\,\mathbb EV(H_1)^2=(n-1)\,d^{-1/2}",
    hypotheses=SETTING,
    predicts=(n - 1) / sqrt(d),
    given={"n": Integers(2), "d": Integers(2)},
    left=r"n\,\mathbb EV(H_1)^2,\ H_0^\top H_0=I",
    uses=("daneshmand21.gaussian.bound", "daneshmand21.width.one-step"),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.width.one-step",),
    truth=(n - 1) / d,
)


@at_each_precision
def inner_square(size: int) -> arb:
    """E (u.e)^2, u uniform on the sphere in so many dimensions, by quadrature over the angle between them."""

    def mean(power: int) -> arb:
        return acb.integral(lambda f, _: f.cos() ** power * f.sin() ** (size - 2), 0, acb.pi()).real

    return mean(2) / mean(0)


@quarter.literal(kind="certified", most=60)
def _order(at: At) -> arb:
    # the rows are uniform and independent: V^2 = tr C^2 - 1/n, a mean of (u_k.u_l)^2: 1 for k = l, else E (u.e_1)^2
    size, width = int(at.n), int(at.d)
    with precision(30):
        other = inner_square(size)
        return size * (arb(1) / width + (1 - arb(1) / width) * other) - 1
