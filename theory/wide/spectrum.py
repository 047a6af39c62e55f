"""Linear stability of the fixed rays of infinite-width Gram maps: eigenvalues, multiplicities, representations.

A ray G with Phi(G) = mu G is linearly stable when every eigenvalue of dPhi/mu, other than the 1 of the scale
direction, is below 1 in modulus. With recentring, perturbations are the centred symmetric matrices, n(n-1)/2
dimensions; the symmetry of the ray cuts them into small blocks (`wide.isotypic`). Source: nachum24, I6, S1 to S7.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import arb
from sympy import Expr, Integer, latex, oo, sympify

from theory.exact.certify import decimal, precision
from theory.exact.expressions import enclose
from theory.wide import fixed_points
from theory.wide.fixed_ray import MAX_DIGITS, FixedPoint, whole
from theory.wide.isotypic import Block, rescaled_blocks, two_clusters
from theory.wide.stability import symmetric_eigenvalues


@dataclass(frozen=True)
class Eigenvalue:
    """One eigenvalue of dPhi/mu.

    Attributes
    ----------
    value : exact (SymPy; oo where the one-sided derivative is infinite), or a ball (`flint.arb`).
    multiplicity, representation : dimension and name of the representation of `Spectrum.group` that it lives on.
    scale : whether it belongs to the direction of the ray itself, which does not count for stability.
    """

    value: Expr | arb
    multiplicity: int
    representation: str
    scale: bool = False

    def ball(self, digits: int) -> arb:
        """Enclosure of the value."""
        return self.value if isinstance(self.value, arb) else enclose(self.value, {}, digits)

    def decimal(self, digits: int) -> str:
        """`digits` significant digits, all correct; "inf" for an infinite one."""
        return "inf" if self.value == oo else decimal(self.ball(digits + 15), digits)


@dataclass(frozen=True)
class Spectrum:
    """All eigenvalues of the derivative at one fixed ray, divided by its multiplier: the scale's, then downwards.

    Attributes
    ----------
    kind, n, k, components : the fixed ray; k is the number of escaped points (0 for the symmetric one).
    group : symmetry group whose representations name the eigenvalues.
    evidence : "exact" (closed forms) or "certified" (balls around certified fixed points).
    digits : how many decimal digits are printed.
    says : what a table of numbers cannot say.
    """

    kind: str
    n: int
    k: int
    components: tuple[str, ...]
    group: str
    eigenvalues: tuple[Eigenvalue, ...]
    evidence: str
    digits: int = 20
    says: str = ""

    @property
    def stable(self) -> bool:
        """Every eigenvalue but that of the scale direction is certified to be below 1 in modulus."""
        return self.index == 0

    @property
    def index(self) -> int:
        """Morse index: number of eigenvalues above 1 in modulus, with multiplicity; each is decided in balls."""
        return sum(e.multiplicity for e in self.eigenvalues if not e.scale and self._expands(e))

    def _expands(self, e: Eigenvalue) -> bool:
        size = abs(e.ball(self.digits + 2 * len(str(self.n)) + 15))
        if size > 1 or e.value == oo:
            return True
        if size < 1:
            return False
        raise ArithmeticError(f"{e.representation}: {size.str(8)} is not told from 1; ask for more digits")

    def figures(self) -> dict[str, Any]:
        """Plain data for JSON: decimal strings, every printed digit correct, rational ones as p/q, too. n zeros are
        there where recentring takes dimensions off: multiplicities add up to n(n+1)/2."""
        return {
            "kind": self.kind,
            "n": self.n,
            "k": self.k,
            "components": list(self.components),
            "group": self.group,
            "eigenvalues": [
                {
                    "value": e.decimal(self.digits),
                    "exact": str(e.value) if isinstance(e.value, Expr) and e.value.is_Rational else None,
                    "multiplicity": e.multiplicity,
                    "representation": e.representation,
                    "scale": e.scale,
                }
                for e in (*self.eigenvalues, *self._forgotten)
            ],
            "stable": self.stable,
            "index": self.index,
            "evidence": self.evidence,
            "says": self.says,
        }

    @property
    def _forgotten(self) -> tuple[Eigenvalue, ...]:
        """The n dimensions of symmetric matrices that recentring takes off: the map does not see them."""
        return (Eigenvalue(Integer(0), self.n, "taken off by recentring"),) if "rc" in self.components else ()

    def _repr_latex_(self) -> str:
        rows = r" \\ ".join(
            rf"{latex(e.value) if isinstance(e.value, Expr) else e.decimal(self.digits)} & \times {e.multiplicity} & "
            rf"\text{{{e.representation}}}"
            for e in (*self.eigenvalues, *self._forgotten)
        )
        return rf"$\begin{{array}}{{lll}}{rows}\end{{array}}$"


def spectrum(
    kind: str, n: int | None, components: str | Iterable[str] = ("rc", "nl"), k: int = 1, digits: int = 20
) -> Spectrum:
    """Spectrum of the Gram map's derivative at a fixed ray of `theory.wide.fixed_points`.

    Parameters
    ----------
    kind : symmetric, outlier, broken, saddle or escaped.
    n : batch size, 3 or more.
    components : rc, nl for every kind; also rc, rs, nl (symmetric, outlier) and rs, nl (symmetric).
    k : number of escaped points, for outlier, escaped and saddle; k < n/2.
    digits : decimal digits that are to be correct in every eigenvalue.

    Raises
    ------
    ValueError
        for arguments out of range; `NoFixedPoint`, which says why, where the ray does not exist.

    >>> found = spectrum("outlier", 5)
    >>> [(str(e.value), e.multiplicity) for e in found.eigenvalues], found.stable
    ([('1', 1), ('25/17', 1), ('25/17', 3), ('25/17', 2), ('5/17', 3)], False)
    >>> spectrum("symmetric", 10, digits=12).figures()["eigenvalues"][1]["value"]
    '0.966890556346'
    >>> spectrum("escaped", 10, k=2, digits=5).index
    1
    """
    digits = whole("digits", digits, 1, MAX_DIGITS)
    if k != 1 and kind in ("symmetric", "broken"):
        raise ValueError(f"k = {k}: the {kind} point leaves no choice of k; ask for kind 'escaped'")
    point = fixed_points.of_kind(kind, n, components, k)
    if point.n is None or n is None or n < 3:
        raise ValueError(f"n = {'inf' if n is None else n}: a spectrum needs a finite batch of 3 or more points")
    if point.kind == "outlier":
        return _at_outlier(point, digits)
    if point.is_exact:
        return _at_symmetric(point, digits)
    # 1 - rho is of order n^-2 at a tight cluster and roots halve digits; the second try is for close eigenvalues
    for working in (digits + 10 * len(str(n)) + 20, 2 * digits + 30 * len(str(n)) + 60):
        try:
            found = _at_certified(point, digits, working)
            found.figures()
        except (ValueError, ArithmeticError) as error:
            too_wide = error
        else:
            return found
    raise too_wide


def _at_certified(point: FixedPoint, digits: int, working: int) -> Spectrum:
    """From balls: S3 to S5 from the correlation inside the clusters, S7 from the cosine."""
    assert point.n is not None
    with precision(working):
        if point.components != fixed_points.RS_RELU:
            return at_correlation(point.kind, point.n, point.k, point.value("rho", working), digits)
        found = _listed(rescaled_blocks(point.n, point.value("cos_cluster", working)))
    return Spectrum(point.kind, point.n, 0, point.components, f"S_{point.n}", found, "certified", digits)


def at_correlation(kind: str, n: int, k: int, rho: Expr | arb, digits: int = 20) -> Spectrum:
    """Spectrum of RC + ReLU at the centred S_k x S_(n-k) fixed ray with correlation rho inside its clusters.

    Raises
    ------
    ValueError
        where a ball rho certainly gives no fixed ray.
    """
    blocks = two_clusters(n, k, rho)
    group = f"S_{n}" if k == 0 else f"S_{n - 1}" if k == 1 else f"S_{k} x S_{n - k}"
    evidence = "certified" if isinstance(rho, arb) else "exact"
    return Spectrum(kind, n, k, ("rc", "nl"), group, _listed(blocks), evidence, digits)


def _at_symmetric(point: FixedPoint, digits: int) -> Spectrum:
    """Closed form for every n."""
    assert point.n is not None
    n = point.n
    found = tuple(
        Eigenvalue(value, int(times), name.replace("n-2", str(n - 2)), scale=name == "trivial")
        for value, times, name in symmetric_eigenvalues(Integer(n), "rs" in point.components)
        if times > 0
    )
    return Spectrum(point.kind, n, 0, point.components, f"S_{n}", found, "exact", digits)


def _at_outlier(point: FixedPoint, digits: int) -> Spectrum:
    """I6 and its k-fold sibling, exact: kappa' is 1 or 0 at correlations +-1, kappa - rho kappa' is 0.

    Under full BN two points of a cluster that differ by delta are moved apart by E[(w delta)^2/|w d|^2] = oo to first
    order: a spread of squared size s answers with the order sqrt(s). Only perturbations that keep rank one have a
    derivative, that of RC + ReLU: there |y|^2 = t^2 |d|^2, and rescaling divides by |d|^2 alone.
    """
    assert point.n is not None
    one_sided = "one-sided derivatives: perturbations keep the Gram positive semidefinite"
    bare = replace(at_correlation("outlier", point.n, point.k, Integer(1), digits), says=one_sided)
    if "rs" not in point.components:
        return bare
    if point.k > 1:
        raise ValueError(f"k = {point.k} outliers under full BN: the one-sided derivative is worked out for k = 1 only")
    spread = max(e.value for e in bare.eigenvalues)  # alpha: differences of points inside the cluster
    found = tuple(
        replace(e, value=Integer(0) if e.scale else oo if e.value == spread else e.value) for e in bare.eigenvalues
    )
    says = f"{one_sided}; infinitely unstable: F(s) ~ C sqrt(s) for a spread s of the cluster, slope oo"
    return replace(bare, components=point.components, eigenvalues=found, says=says)


def _listed(blocks: Sequence[Block]) -> tuple[Eigenvalue, ...]:
    """The eigenvalues of all blocks, the scale direction first, then downwards."""
    out = [
        Eigenvalue(value if isinstance(value, arb) else sympify(value), int(b.multiplicity), b.representation, scale)
        for b in blocks
        for value, scale in ((value, place < len(b.known)) for place, value in enumerate(b.eigenvalues()))
    ]
    return tuple(sorted(out, key=lambda e: (not e.scale, -float(e.ball(20).mid()))))
