"""Derivatives of infinite-width Gram maps at symmetric Gram matrices, cut into isotypic blocks.

**Recentring + ReLU.** H is centred, symmetric and invariant under S_k x S_m, m = n - k, with the same correlation rho
inside the cluster A of size k and the cluster B of size m, as at every fixed ray (equal-cosine lemma). Centring fixes
the rest up to scale: with in_A = 1 + (k-1) rho and in_B = 1 + (m-1) rho the diagonal has H_AA : H_BB = m in_B : k in_A,
and the correlation across is -sqrt(in_A in_B/(k m)). One family holds every ray of nachum24, S1 to S5: rho = -1/(n-1)
is the symmetric one, rho = 1 the outlier; H is fixed when (1 - kappa(rho))/(1 - rho) is its multiplier.
With a = kappa'(rho_ij), b = kappa - rho kappa' = sqrt(1 - rho_ij^2)/pi,

    dK_ij = a E_ij + (b/2) (sqrt(H_jj/H_ii) E_ii + sqrt(H_ii/H_jj) E_jj)  (i != j),   dK_ii = E_ii,

and the derivative is E -> P dK P / mu on centred symmetric E, mu = tr P K P / tr H. By Schur's lemma it acts as

- standard x standard, E_AB = u v^T: a_AB.    (k-2,2) and (m-2,2): a_AA, a_BB. (No diagonal, no row sums.)
- standard of a cluster C (size p, the others q), sum v = 0: E_ii = x v_i, E_ij = y (v_i + v_j) inside, z v_i across:
  (x, y, z) -> (X - 2R/n, Y - R/n, Z - R/n), where X = x, Y = a_CC y + (b_CC/2) x, Z = a_AB z + (b_AB/2) w x,
  R = X + (p-2) Y + q Z, w = sqrt(H_others/H_C).
- trivial: E_ii and E_ij inside A, the same for B, E_AB: X, Y, Z likewise; P subtracts the row sums.

A block is written on coordinates that are *not* centred (so no case needs its own elimination): its image is centred,
so its eigenvalues are those on the centred matrices and zeros. Two power sums then give them in closed form, as
the ray itself is known (eigenvalue 1: K is homogeneous of degree 1) and at most two others share a block.

**Rescaling + ReLU**: the same for one orbit, with the integral over t made a proper one; see `rescaled_blocks`.

The code is generic: SymPy expressions (rho exact, n a number or a symbol) or `flint.arb` balls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flint import acb, arb
from sympy import Expr, acos, pi, sqrt, sympify

Number = Any  # Expr or arb: one code for both
Matrix = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Block:
    """The derivative on one isotypic component.

    Attributes
    ----------
    representation : of the group under which H is alike.
    multiplicity : dimension of that representation: how often each eigenvalue occurs.
    matrix : on coordinates of the component, centred or not, divided by the multiplier of the ray.
    count : number of eigenvalues on the centred matrices; the others of `matrix` are zero.
    known : eigenvalue of the scale direction, if it lies in this block.
    """

    representation: str
    multiplicity: Number
    matrix: Matrix
    count: int
    known: tuple[int, ...] = ()

    def eigenvalues(self) -> tuple[Number, ...]:
        """Those on centred matrices, the known ones first, then downwards.

        From p_1 = tr M and p_2 = tr M^2: two unknown roots are (p_1 +- sqrt(2 p_2 - p_1^2))/2.
        """
        M, size = self.matrix, range(len(self.matrix))
        p1 = sum(M[i][i] for i in size) - sum(self.known)
        unknown = self.count - len(self.known)
        if unknown == 0:
            return self.known
        if unknown == 1:
            return (*self.known, p1)
        p2 = sum(M[i][j] * M[j][i] for i in size for j in size) - sum(root**2 for root in self.known)
        gap = _root(2 * p2 - p1**2)
        return (*self.known, (p1 + gap) / 2, (p1 - gap) / 2)


def two_clusters(n: int | Expr, k: int, rho: Number) -> tuple[Block, ...]:
    """Blocks of RC + ReLU at the centred ray of S_k x S_(n-k) with correlation rho inside both clusters.

    Parameters
    ----------
    n, k : batch size and escaped points, 0 <= k < n; k = 0 is one orbit (rho = -1/(n-1)) and lets n be a symbol.
    rho : correlation of pre-activations inside the clusters, exact or a ball.

    >>> [(b.representation, b.multiplicity, b.eigenvalues()) for b in two_clusters(5, 1, 1)]   # outlier: alpha = 25/17
    [('trivial', 1, (1, 25/17)), ('standard', 3, (25/17, 5/17)), ('(2,2)', 2, (25/17,))]
    """
    m = n - k
    rho = rho if isinstance(rho, arb) else sympify(rho)
    one = rho**0
    aa, bb = k, m
    inner = _slopes(rho)
    across, w = (one * 0, one * 0), one * 0
    mass = 1 + (m - 1) * _kappa(rho)  # 1^T K 1 / (m H_BB), of B alone
    trace = one
    if k:
        in_a, in_b = 1 + (k - 1) * rho, 1 + (m - 1) * rho
        w = _root(k * in_a / (m * in_b))  # sqrt(H_BB/H_AA)
        cross = -_root(in_a * in_b / (k * m))
        across = _slopes(cross)
        mass += k * (1 + (k - 1) * _kappa(rho)) / (m * w**2) + 2 * k * _kappa(cross) / w
        trace += k / (m * w**2)
    mu = 1 - mass / (n * trace)
    if isinstance(rho, arb) and not mu.overlaps((1 - _kappa(rho)) / (1 - rho)):
        raise ValueError(f"rho = {rho.str(8)}, n = {n}, k = {k}: this ray is not fixed, so it has no spectrum")

    def block(name: str, times: Number, act: Callable[..., Sequence[Number]], use: Sequence[bool], drop: int) -> Block:
        keep = [i for i, used in enumerate(use) if used]
        images = [act(*(one if i == j else one * 0 for j in range(len(use)))) for i in keep]
        matrix = tuple(tuple(image[i] / mu for image in images) for i in keep)
        return Block(name, times, matrix, len(keep) - drop, (1,) if act is trivial else ())

    def trivial(p: Number, q: Number, p2: Number, q2: Number, s: Number) -> Sequence[Number]:
        (a, b), (a2, b2) = inner, across
        q, q2 = a * q + b * p, a * q2 + b * p2
        s = a2 * s + (b2 * (w * p + p2 / w) / 2 if k else 0)
        row, row2 = (p + (aa - 1) * q + bb * s) / n, (p2 + (bb - 1) * q2 + aa * s) / n
        total = (aa * row + bb * row2) / n
        return (p - 2 * row + total, q - 2 * row + total, p2 - 2 * row2 + total, q2 - 2 * row2 + total,
                s - row - row2 + total)  # fmt: skip

    def standard(own: Number, others: Number, ratio: Number) -> Callable[..., Sequence[Number]]:
        def act(x: Number, y: Number, z: Number) -> Sequence[Number]:
            (a, b), (a2, b2) = inner, across
            y, z = a * y + b * x / 2, a2 * z + b2 * ratio * x / 2
            row = (x + (own - 2) * y + others * z) / n
            return x - 2 * row, y - row, z - row

        return act

    def constant(slope: Number) -> Callable[[Number], Sequence[Number]]:
        return lambda x: (slope * x,)

    a_label, b_label = ("{} x trivial", "trivial x {}") if k > 1 else ("{}", "{}")
    out = [
        block("trivial x trivial" if k > 1 else "trivial", 1, trivial, (k > 0, k > 1, True, True, k > 0), 1 + (k > 0))
    ]
    for size, others, label, ratio in ((k, m, a_label, w), (m, k, b_label, 1 / w if k else w)):
        if _at_least(size, 2):
            use = (True, _at_least(size, 3), others != 0)
            out.append(block(label.format("standard"), size - 1, standard(size, others, ratio), use, 1))
        if _at_least(size, 4):
            times = size * (size - 3) / 2 if isinstance(size, Expr) else size * (size - 3) // 2
            out.append(block(label.format(f"({size - 2},2)"), times, constant(inner[0]), (True,), 0))
    if k > 1:
        out.append(block("standard x standard", (k - 1) * (m - 1), constant(across[0]), (True,), 0))
    return tuple(out)


def rescaled_blocks(n: int, c: arb) -> tuple[Block, ...]:
    """Blocks of RS + ReLU (root mean square, no recentring) at G = (1-c) I + c J; scale direction 0 (nachum24, S7).

    The map, made to have diagonal 1, is n int_0^oo det(I+2tG)^(-1/2) K(G S) dt with S = (I+2tG)^(-1); it has
    degree 0, and d(GS) = SES, d log det(I+2tG) = 2t tr(SE). On I (eigenvalue l0 = 1-c of G) and J (l1 = 1+(n-1)c), with
    1 + 2t l0 = x^(-2) the integral runs over [0, 1]: S has eigenvalues s0 = x^2, s1 = x^2/D, D = q - (q-1) x^2, q =
    l1/l0. There K has one correlation rho = x^2/((1-c)/c + n - (n-1)x^2) in [0, c]. All symmetric matrices:

    - (n-2,2): a s0^2.    trivial: 0 and, for E = J - I, the slope dc'/dc.
    - standard, E = D Diag(v) + B (v 1^T + 1 v^T): first SES: D s0^2, B s0 s1 + D s0 (s1-s0)/n; then dK:
      (D, B) -> ((1-b) D + 2(1-a-b) B, (a+b) B + (b/2) D).

    Integrals by `acb.integral`, rigorous: analytic on [0, 1], refused wherever |rho| < 1 is not proved.
    """
    l0, q = 1 - c, (1 + (n - 1) * c) / (1 - c)

    def mean(f: Callable[..., acb]) -> arb:
        return _rescaled_mean(n, c, f)

    # below e = s1/s0 = 1/D, which has no pole at x = 0
    def slope(a: acb, b: acb, s0: acb, e: acb, rho: acb) -> acb:
        h = l0 * s0 * (1 + (q * e - 1) / n)
        off = s0**2 * (e**2 - (e**2 - 1) / n)
        # t (s1 - s0) with t = (1/s0 - 1)/(2 l0)
        return a * off + b * (off - s0**2) - (n - 1) * (1 - s0) * (e - 1) / (2 * l0) * h * (rho * a + b)

    standard = (
        (
            mean(lambda a, b, s0, e, _: s0**2 * (1 - b + 2 * (1 - a - b) * (e - 1) / n)),
            mean(lambda a, b, s0, e, _: s0**2 * 2 * (1 - a - b) * e),
        ),
        (
            mean(lambda a, b, s0, e, _: s0**2 * ((a + b) * (e - 1) / n + b / 2)),
            mean(lambda a, b, s0, e, _: s0**2 * (a + b) * e),
        ),
    )
    out = [Block("trivial", 1, ((mean(slope),),), 2, (0,)), Block("standard", n - 1, standard, 2)]
    if n > 3:
        across = ((mean(lambda a, b, s0, e, _: a * s0**2),),)
        out.append(Block(f"({n - 2},2)", n * (n - 3) // 2, across, 1))
    return tuple(out)


def _rescaled_mean(n: int, c: arb, f: Callable[..., acb]) -> arb:
    """n int_0^oo det(I+2tG)^(-1/2) f dt, f of kappa' and kappa - rho kappa' at rho, s0, s1/s0 and rho."""
    # each ball once: wide balls of c stay useful
    odds = c / (1 - c)

    def integrand(x: acb, analytic: bool) -> acb:
        s0 = x * x
        D = 1 + n * odds * (1 - s0)
        rho = s0 / (1 / odds + n - (n - 1) * s0)
        if not abs(rho) < 1:
            return acb("nan")  # arccos may have a branch point here: the integrator has to split
        a, b = 1 - rho.acos() / acb.pi(), (1 - rho * rho).sqrt(analytic=analytic) / acb.pi()
        return n * x ** (n - 3) / D.sqrt(analytic=analytic) / (1 - c) * f(a, b, s0, 1 / D, rho)

    return acb.integral(integrand, 0, 1).real


def _slopes(rho: Number) -> tuple[Number, Number]:
    """kappa' and kappa - rho kappa' at rho."""
    if isinstance(rho, arb):
        return 1 - rho.acos() / arb.pi(), (1 - rho**2).sqrt() / arb.pi()
    return 1 - acos(rho) / pi, sqrt(1 - rho**2) / pi


def _kappa(rho: Number) -> Number:
    a, b = _slopes(rho)
    return rho * a + b


def _root(x: Number) -> Number:
    return x.sqrt() if isinstance(x, arb) else sqrt(x)


def _at_least(size: int | Expr, least: int) -> bool:
    """A symbol stands for a large number."""
    return not isinstance(size, int) or size >= least
