"""I6, I7: the outlier configuration is invariant but not attracting, and what happens at finite width all the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

from flint import fmpq, fmpq_poly
from sympy import Expr, Integer, Rational, Symbol, acos, pi

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Values
from theory.claim.given import Given
from theory.exact.expressions import grid, value
from theory.notation import HALF, L, alpha, m, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.outlier.setting import LAWS
from theory.papers.nachum24.tree.setting import Depths, Trees, batches, is_stable, leaves, narrow_network
from theory.tree import Tree
from theory.wide.outlier import mean_map_derivative, mean_square

mean_map = Claim(
    "nachum24.outlier.mean-map",
    source=Locator(NACHUM24, "the stability theorem of the abstract"),
    status="corrected",
    says="the mean map G -> alpha K(PGP) fixes the outlier Gram; on centred perturbations its derivative has "
    "eigenvalues alpha "
    "((n-1)(n-2)/2 times), 1 (the ray) and alpha/n (n-2 times)",
    tex=r"\mathrm{spec}=\Big\{\alpha\,\big(\times\tfrac{(n-1)(n-2)}2\big),\ 1,\ \tfrac\alpha n\,(\times(n-2))\Big\}",
    hypotheses=(
        "n >= 3",
        "Var W_ij = 2 alpha/m: the map is E[G' | G] at every width m",
        "one-sided: perturbations keep G positive semidefinite",
    ),
    silent_on="what becomes of the growing dispersion (it saturates at another fixed point)",
    predicts=(alpha(), (n - 1) * (n - 2) * HALF, alpha() / n, n - 2),
    over=grid(n=range(3, 8)),
    uses=("nachum24.outlier.mean-gram", "components.gaussian.arc-cosine"),
    twins=(
        Twin((Integer(1), (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "marginal: multiplier 1"),
        Twin((alpha() ** 2, (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "multiplier alpha^2"),
        Twin((alpha() / 2, (n - 1) * (n - 2) * HALF, alpha() / n, n - 2), "one of the two half-spaces only"),
    ),
)


@mean_map.exact(
    scope="n = 3..7: characteristic polynomial of the n(n-1)/2-dimensional derivative, over Q",
    reach="step",
    of="the derivative keeps the entries of PEP inside the cluster and at the outlier, times alpha, and drops the rest",
)
def _spectrum(predicted: Predicted) -> Compared:
    for size in range(3, 8):
        claimed = fmpq_poly([-1, 1])
        for root, times in (predicted[:2], predicted[2:]):
            count = value(times, {"n": size})
            if count.denominator != 1 or count < 0:
                yield f"n = {size}, multiplicity", "a natural number", count
                return
            at = value(root, {"n": size})
            claimed *= fmpq_poly([fmpq(-at.numerator, at.denominator), 1]) ** int(count)
        yield f"n = {size}", mean_map_derivative(size).charpoly(), claimed


attracting = Claim(
    "nachum24.outlier.attracting",
    source=Locator(NACHUM24, "the stability theorem of the abstract"),
    status="reading",
    says="the outlier configuration is locally attracting: no centred perturbation grows, the largest multiplier is 1",
    tex=r"\rho(D\Phi)=1",
    hypotheses=("n >= 3", "infinite width, RC + ReLU"),
    predicts=Integer(1),
    over=grid(n=(3, 5)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.outlier.mean-map",),
    truth=mean_map.predicts[0],
)


@attracting.exact(scope="n = 3, 5", reach="step", of="the derivative of `mean-map`")
def _growing_direction(predicted: Predicted) -> Compared:
    for size in (3, 5):
        roots = [-factor[0] / factor[1] for factor, _ in mean_map_derivative(size).charpoly().factor()[1]]
        largest = max(Fraction(int(x.p), int(x.q)) for x in roots)
        yield f"n = {size}, largest multiplier", largest, value(predicted, {"n": size})


dispersion = Claim(
    "nachum24.outlier.dispersion",
    source=Locator(NACHUM24, "the stability theorem of the abstract"),
    status="corrected",
    says="points x_c + eps delta_i of the cluster drift apart: E|delta'|^2/|delta|^2 over E|d'|^2/|d|^2 tends to "
    "alpha > 1 per "
    "layer as eps -> 0",
    tex=r"\frac{\mathbb E|\delta'|^2/|\delta|^2}{\mathbb E|d'|^2/|d|^2}\to\alpha",
    hypotheses=("k = 1, n >= 3", "Gaussian weights", "eps -> 0 at fixed width"),
    silent_on="eps of order 1: growth saturates at a cluster of angle about 3 pi/n",
    predicts=alpha(),
    over=grid(n=range(3, 8)),
    uses=("nachum24.outlier.mean-map",),
    twins=(Twin(Integer(1), "kept"), Twin(alpha() ** 2, "alpha^2"), Twin(alpha() / 2, "half of it")),
)


@dispersion.exact(
    scope="every n, from half-moments: half of the rows carry the cluster, with all of w.delta",
    reach="step",
    of="as eps -> 0, the points of the cluster are active together, where w.d < 0",
)
def _dispersion(predicted: Predicted) -> Compared:
    # t = w.d and w.delta have E[(w.delta)^2 ; t < 0] = E(w.delta)^2/2, whatever their correlation: w -> -w
    yield "ratio", mean_square(Integer(1)) / (mean_square(1 - 1 / n) + mean_square(1 / n)), predicted


merging = Claim(
    "nachum24.outlier.merging",
    source=Locator(NACHUM24, "the stability theorem of the abstract"),
    status="new",
    says="while three distinct columns remain, some two of them merge in a layer with probability at least 6^(-m): "
    "the bound is "
    "the chance that two given columns of the regular triangle are both inactive",
    tex=r"P(\text{columns }i,j\text{ both inactive})=\Big(\frac{\pi-\theta_{ij}}{2\pi}\Big)^m\ge6^{-m}",
    hypotheses=("RC + ReLU or full BN, width m, Gaussian weights", "at least 3 distinct columns"),
    silent_on="the probability that any of the pairs merges, which is larger",
    predicts=6 ** (-m),
    over=grid(m=range(1, 6)),
    twins=(Twin(3 ** (-m), "a third instead of a sixth"), Twin(4 ** (-m), "independent signs")),
)


@merging.exact(
    scope="the regular triangle, m = 1..6; largest cosine >= -1/2 for all triples of {0..3}^2",
    reach="step",
    of="some cosine of three centred columns is at least -1/2, and each row is inactive on both independently",
)
def _triangle(predicted: Predicted) -> Compared:
    # the centred Gram of the regular triangle is I - J/3: cosine -1/2
    cosine = Rational(-1, 3) / Rational(2, 3)
    for width in range(1, 7):
        yield f"m = {width}", ((pi - acos(cosine)) / (2 * pi)) ** width, predicted.subs(m, width)
    points = list(product(range(4), repeat=2))
    for triple in product(points, repeat=3):
        if len(set(triple)) < 3:
            continue
        centre = [sum(p[i] for p in triple) for i in (0, 1)]
        x = [tuple(3 * p[i] - centre[i] for i in (0, 1)) for p in triple]
        dots = [(a[0] * b[0] + a[1] * b[1], (a[0] ** 2 + a[1] ** 2) * (b[0] ** 2 + b[1] ** 2)) for a, b in _pairs(x)]
        yield f"{triple}: some cosine >= -1/2", any(dot >= 0 or 4 * dot**2 <= norms for dot, norms in dots), True


def _pairs(x: list[tuple[int, ...]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(x[0], x[1]), (x[0], x[2]), (x[1], x[2])]


two_clusters = Claim(
    "nachum24.outlier.two-clusters",
    source=Locator(NACHUM24, "the stability theorem of the abstract"),
    status="new",
    says="at every finite width the batch becomes exactly two clusters after finitely many layers, and never one: 2 "
    "distinct "
    "columns are left",
    tex=r"P(\exists\ell:\ X_\ell\text{ has exactly 2 distinct columns})=1",
    hypotheses=("RC + ReLU or full BN", "Gaussian weights, finite width", "batch not constant"),
    silent_on="the sizes of the two clusters, which need not be 1 and n - 1",
    predicts=Integer(2),
    over=({},),
    uses=("nachum24.outlier.merging",),
    twins=(Twin(Integer(1), "collapses to one cluster"), Twin(Integer(3), "stops at three")),
)


@two_clusters.exact(
    scope="width 1, all sorted integer batches from 0 in {0..6}^3 and {0..4}^4: least number of values of a leaf at "
    "depth 6, "
    "and at most d - 2 leaves of the 64 with more than two",
    reach="stand-in",
    of="width one, at one depth; the probability 1 at every width is the note's",
)
def _leaf_values(predicted: Predicted) -> Compared:
    for size, top in ((3, 6), (4, 4)):
        for batch in batches(size, top):
            if batch[0] == 0 and list(batch) == sorted(batch):
                values = [len(set(leaf)) for leaf in Tree(batch).leaves(6)]
                where = f"batch {tuple(map(str, batch))}"
                yield where, min(values), predicted
                yield where + ", leaves with more", sum(count > 2 for count in values) <= len(set(batch)) - 2, True


absorbed_alone = Claim(
    "nachum24.outlier.absorbed-alone",
    source=Locator(NACHUM24, "abstract: 'a single cluster except for an odd data point'"),
    status="reading",
    says="the two clusters in which the batch ends are always one point and the n - 1 others: with probability 1 from "
    "(0, 1, 2, 3) at width one",
    tex=r"P(\min(k,n-k)=1)=1",
    hypotheses=("RC + ReLU, finite width", "n distinct points"),
    predicts=Integer(1),
    over=({},),
    expected=Verdict.REFUTED,
    truth=HALF,  # two of the four sign patterns of two layers
)


@absorbed_alone.exact(
    scope="width 1, batch (0, 1, 2, 3), settled from depth 2 on: share of leaves, depths 2..6", reach="cases"
)
def _alone(predicted: Predicted) -> Compared:
    for depth in range(2, 7):
        sizes = [sum(e != 0 for e in leaf) for leaf in Tree((0, 1, 2, 3)).leaves(depth)]
        yield (
            f"depth {depth}: leaves with a cluster of one",
            Rational(sum(s in (1, 3) for s in sizes), len(sizes)),
            predicted,
        )


unstable = Symbol("u", integer=True, nonnegative=True)

absorption_width_one = Claim(
    "nachum24.outlier.absorption-width-one",
    source=Locator(NACHUM24, "Definition 6"),
    status="new",
    says="at width one with symmetric weights the batch still has three or more distinct columns at depth L with "
    "probability "
    "u 2^(-L), u the number of unstable leaves of its tree",
    tex=r"P(\text{at least 3 distinct columns at depth }L)=u_L\,2^{-L}",
    hypotheses=("width 1", "symmetric weights, w != 0 almost surely"),
    predicts=unstable / 2**L,
    given=Given(
        {"tree": Trees(depths=Depths(1, far=4)), "law": Values(*LAWS)},
        letters={
            "L": lambda at: at["tree"][1],
            "u": lambda at: Integer(sum(not is_stable(v) for v in leaves(*at["tree"]))),
        },
    ),
    left=r"P(\text{at least 3 distinct columns at depth }L)",
    over=grid(u=(1, 2), L=range(1, 5)),
    uses=("nachum24.tree.width-one", "nachum24.tree.unstable-budget"),
    twins=(Twin(unstable / 2 ** (L - 1), "one layer fewer"), Twin(unstable / L, "no halving")),
)


def _over_finite_laws(at: At) -> Expr:
    x, depth = at.tree
    chances = (
        prod(p for _, p in choice)
        for choice in product(at.law, repeat=int(depth))
        if len(set(narrow_network(x, [Fraction(int(w.p), int(w.q)) for w, _ in choice]))) > 2
    )
    return sum(chances, Integer(0))


absorption_width_one.literal(_over_finite_laws, scope="by definition, five symmetric laws", most=100)


@absorption_width_one.exact(
    scope="all 2^L sign patterns, L = 1..5, on (0,2,3), (0,1,3,4,9), (0,1,4,9,16,25)", reach="cases"
)
def _patterns_with_three_values(predicted: Predicted) -> Compared:
    for batch in ((0, 2, 3), (0, 1, 3, 4, 9), (0, 1, 4, 9, 16, 25)):
        for depth in range(1, 6):
            patterns = product((1, -1), repeat=depth)
            alive = sum(len(set(narrow_network(batch, signs))) > 2 for signs in patterns)
            at = {"u": Tree(batch).unstable_leaves(depth), "L": depth}
            yield f"batch {batch}, depth {depth}", Fraction(alive, 2**depth), value(predicted, at)
