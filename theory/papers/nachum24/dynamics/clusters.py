"""Fixed rays of RC + ReLU with k escaped points, and what all clusters of a fixed ray have in common."""

from __future__ import annotations

from typing import Any

from sympy import Eq, Integer, Piecewise, Rational, Symbol, acos, expand, pi, symbols

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import enclose, grid
from theory.notation import HALF
from theory.papers.nachum24.dynamics.literal.orbits import Alike, apart
from theory.papers.nachum24.dynamics.literal.orbits import recentred as recentred_alike
from theory.papers.nachum24.dynamics.literal.orbits import relu_gram as relu_alike
from theory.papers.nachum24.dynamics.literal.rays import first_size, zeros
from theory.papers.nachum24.dynamics.literal.stability import index_of
from theory.papers.nachum24.dynamics.setting import ABSTRACT, DIGITS, INFINITE
from theory.term import whole
from theory.wide.kernels import kappa
from theory.wide.spectrum import spectrum
from theory.words import At

FIRST = (7, 9, 12, 14, 17, 19)
"""The least batch with such rays, k = 1, .., 6."""

k = Symbol("k", integer=True, positive=True)


k_escaped_count = Claim(
    "nachum24.dynamics.k-escaped-count",
    source=ABSTRACT,
    status="new",
    says="the least batch with fixed rays of k < n/2 escaped points has n = 7, 9, 12, 14, 17, 19 points for k = 1..6, "
    "and two such rays",
    tex=r"n_k=7,9,12,14,17,19\quad(k=1,\dots,6)",
    hypotheses=("k < n/2", "the points of a cluster do not coincide, and clusters are equally tight", *INFINITE),
    silent_on="larger n, for which the note proves at least two; k > 6",
    predicts=(
        Piecewise(*((size, Eq(k, place)) for place, size in enumerate(FIRST[:-1], 1)), (FIRST[-1], True)),
        Integer(2),
    ),
    given={"k": Integers(1, 6)},
    left=r"(n_k,\#),\ n_k=\min\{n>2k:\#\ge1\},\ \#\text{ fixed rays with }k\text{ against }n-k\text{ alike}",
    uses=("nachum24.dynamics.one-escaped-count", "nachum24.dynamics.equal-cosines"),
)


@k_escaped_count.literal(kind="certified", scope="all zeros of the literal layer's own equation, from n = 2k + 1 on")
def _least(at: At) -> tuple[Integer, Integer]:
    size = first_size(whole(at.k))
    return Integer(size), Integer(len(zeros(size, whole(at.k)).roots))


k_escaped_index = Claim(
    "nachum24.dynamics.k-escaped-index",
    source=ABSTRACT,
    status="new",
    says="with k escaped points the more broken ray has Morse index k - 1 and the other k: of these, only the single "
    "escaped point is stable",
    tex=r"\mathrm{ind}=k-1\ \text{and}\ k",
    hypotheses=("k < n/2, two such rays exist", *INFINITE),
    silent_on="(n, k) not in the scope of a check",
    predicts=(k - 1, k),
    over=tuple({"k": place, "n": size} for place, size in enumerate(FIRST, 1)),
    given=Given(
        {"k": Integers(1, 6), "n": Integers(7)},
        lambda at: at["n"] >= FIRST[int(at["k"]) - 1],
        "n >= n_k (k-escaped-count)",
    ),
    left=r"\mathrm{ind}\text{ of both}",
    uses=("nachum24.dynamics.k-escaped-count", "nachum24.dynamics.one-escaped-index"),
    twins=(Twin((Integer(0), k), "the more broken one is stable"),),
)


@k_escaped_index.literal(
    kind="certified", scope="eigenvalues of the derivative in the full n(n-1)/2 dimensions, by Gershgorin", most=5
)
def _both(at: At) -> tuple[Integer, ...]:
    return tuple(Integer(index_of(whole(at.n), whole(at.k), branch)) for branch in (0, 1))


PAIRS = ((7, 1), (10, 2), (12, 3), (16, 4), (20, 5), (20, 6), (40, 2), (60, 8))


@k_escaped_index.certified(
    scope="(n, k) = " + ", ".join(map(str, PAIRS)), step="the blocks of the derivative have all its eigenvalues"
)
def _by_blocks(predicted: Predicted) -> Compared:
    for size, count in PAIRS:
        found = tuple(Integer(spectrum(kind, size, k=count).index) for kind in ("escaped", "saddle"))
        yield f"n = {size}, k = {count}", found, tuple(part.subs(k, count) for part in predicted)


two_stable = Claim(
    "nachum24.dynamics.two-escaped-stable",
    source=ABSTRACT,
    status="reading",
    says="two points can escape together stably: the more broken ray with k = 2 has no eigenvalue above 1, index 0",
    tex=r"\mathrm{ind}(k=2)=0",
    hypotheses=("n >= 9, where there is one", *INFINITE),
    predicts=Integer(0),
    given={"n": Integers(9)},
    left=r"\mathrm{ind}(k=2)",
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.k-escaped-index",),
    truth=Integer(1),
)


@two_stable.literal(kind="certified", scope="the derivative in the full space", most=2)
def _two(at: At) -> Integer:
    return Integer(index_of(whole(at.n), 2, 0))


rho = Symbol("rho", real=True)

equal_cosines = Claim(
    "nachum24.dynamics.equal-cosines",
    source=ABSTRACT,
    status="new",
    says="a layer multiplies the squared distance of two exchangeable points by (1 - kappa(rho))/(1 - rho), rho their "
    "centred correlation, and their cosine is kappa(rho) then",
    tex=r"\mu=\frac{1-\kappa(\rho)}{1-\rho}",
    hypotheses=("two clusters of exchangeable points, at least two in this and not all equal", *INFINITE),
    silent_on="that at a fixed ray the factor is mu for every pair, so that all clusters of exchangeable points have "
    "the same inner cosine",
    predicts=((1 - kappa(rho)) / (1 - rho), kappa(rho)),
    over=grid(rho=(Rational(-1, 5), Rational(1, 3), HALF)),
    given={"rho": Rationals(above=-1, below=1)},
    left=r"\Big(\frac{(e_i-e_j)^{\mathsf T}P\,K(H)\,P(e_i-e_j)}{(e_i-e_j)^{\mathsf T}H(e_i-e_j)},\cos_{ij}K(H)\Big)",
    speaks_of=("nl",),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((1 - acos(rho) / pi, kappa(rho)), "mu = kappa'"),),
)


@equal_cosines.literal(
    kind="certified", scope="a class of q points of any norm, any other class beside it", symbols=True, most=16
)
def _multiplied(at: At) -> tuple[Any, Any]:
    q, r, h, other, v, w = symbols("q r h other v w", positive=True)
    inside, across = ((s - 1) / (s + 1) for s in (v, w))  # any two cosines between -1 and 1
    H = Alike((q, r), (h**2, other**2), ((h**2 * at.rho, h * other * across), (h * other * across, other**2 * inside)))
    K = relu_alike(H)
    mu, cosine = expand(apart(recentred_alike(K), 0) / h**2) / (1 - at.rho), K.across[0][0] / K.own[0]
    return enclose(mu, {}, DIGITS), enclose(cosine, {}, DIGITS)
