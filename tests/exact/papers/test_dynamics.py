"""The literal layer on classes of like points, its fixed rays, and their stability in the full space."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, arb_mat
from sympy import Symbol

from theory.exact.certify import precision
from theory.exact.expressions import Undefined, enclose
from theory.papers.nachum24.dynamics import rescaled, symmetric
from theory.papers.nachum24.dynamics.literal import blocks, layer, rays
from theory.papers.nachum24.dynamics.literal.stability import all_moduli, index, jacobian, moduli
from theory.primitive import replaced
from theory.wide import escaped
from theory.wide.fixed_points import of_kind
from theory.wide.rescaled_cosine import rescaled_cosine_map
from theory.wide.spectrum import spectrum

DIGITS = 30


def same(first: layer.Alike, second: layer.Alike) -> bool:
    return all(a.overlaps(b) for a, b in first.singly().against(second.singly()))


@pytest.fixture(autouse=True)
def _digits():
    with precision(DIGITS):
        yield


@pytest.mark.parametrize("step", ["recentred", "relu_gram", "layer"])
def test_classes_stand_for_the_matrix(step: str) -> None:
    """On classes of 1, 2 and 3 points a layer and its parts do what they do to the 6 x 6 matrix."""
    G = layer.Alike(
        (1, 2, 3),
        (arb(7), arb(5), arb(4)),
        tuple(tuple(arb(entry) for entry in row) for row in ((0, 1, -2), (1, 3, 1), (-2, 1, 2))),
    )
    do = getattr(layer, step)
    assert same(do(G), do(G.singly()))


@pytest.mark.parametrize(("n", "k"), [(5, 1), (7, 2), (9, 3)])
def test_two_classes_are_centred_and_known_by_their_angle(n: int, k: int) -> None:
    """Row sums vanish, and the ReLU by angles is the ReLU by entries."""
    theta = arb("1.1")
    H = rays.at_angle(n, k, theta)
    assert all(total.contains(0) for total in H.row_sums())
    assert same(layer.relu_of_two(H, theta), layer.relu_gram(H))


@pytest.mark.parametrize(("n", "k"), [(6, 1), (7, 1), (30, 1), (9, 2), (20, 6)])
def test_rays_of_the_literal_layer_are_the_zeros_of_the_balance(n: int, k: int) -> None:
    """As many, at the same angles, by two equations; the literal matrix at them is fixed."""
    found, known = rays.zeros(n, k).roots, escaped.roots(n, k).roots
    assert len(found) == len(known)
    for branch in range(len(found)):
        theta = rays.angle(n, k, branch, 20)
        assert theta.overlaps(escaped.angle(n, k, branch, 20))
        H = rays.at_angle(n, k, theta).singly()
        layer.multiple(layer.recentred(layer.relu_gram(H)), H)


@pytest.mark.parametrize(("kind", "n", "k"), [("broken", 7, 1), ("saddle", 8, 1), ("escaped", 9, 2)])
def test_moduli_in_the_full_space_are_those_of_the_blocks(kind: str, n: int, k: int) -> None:
    """Eigenvalues of the n(n-1)/2-dimensional derivative, with multiplicities, the scale's at 0."""
    rows = tuple(map(tuple, of_kind(kind, n, k=k).gram("ball", DIGITS).tolist()))
    H = layer.recentred(layer.Alike((1,) * n, tuple(row[i] for i, row in enumerate(rows)), rows))
    found = sorted(moduli(jacobian(H)), key=lambda modulus: float(modulus.mid()))
    blocks = [(0 if e.scale else abs(e.ball(15)), e.multiplicity) for e in spectrum(kind, n, k=k).eigenvalues]
    known = sorted(float(value) for value, times in blocks for _ in range(times))
    assert [float(modulus.mid()) for modulus in found] == pytest.approx(known, abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "n", "k"), [("broken", 9, 1), ("saddle", 8, 1), ("escaped", 12, 2), ("saddle", 12, 3)]
)
def test_signs_of_polynomials_say_what_is_unstable(kind: str, n: int, k: int) -> None:
    """Their zeros are eigenvalues; `UNSTABLE`, and the slope of the cubic, tell those above 1."""
    point = of_kind(kind, n, k=k)
    theta = point.value("rho", DIGITS).acos()
    c, p = theta.cos(), n - k
    v, a, b = 1 - c, 1 - c + k * c, 1 - c + p * c
    m, y = (theta.sin() - theta * c) / v, (k * p / (a * b) - 1).sqrt()
    T, pi = arb.pi() - y.atan(), arb.pi()
    at = {"k": k, "p": p, "c": c, "theta": theta, "m": m, "T": T, "y": y, "pi": pi, "q": 1 - theta / pi}
    at |= {"norm": theta.sin() / pi, "q_across": 1 - T / pi, "from_A": y * a / (p * pi), "from_B": y * b / (k * pi)}

    def value(f: Any, multiple: arb) -> arb:
        return enclose(f.as_expr(), at | {"l": multiple * (1 - m / pi)}, DIGITS)

    found = {"A": blocks._quadratic(blocks.k, blocks.p, blocks.from_a)} if k > 1 else {}
    found |= {"B": blocks._quadratic(blocks.p, blocks.k, blocks.from_b), "both": blocks._cubic(blocks.k)}
    spectrum_of = {"A": "standard x trivial", "B": "trivial x standard", "both": "trivial x trivial"}
    if k == 1:
        spectrum_of = {"B": "standard", "both": "trivial"}
    for eigenvalue in spectrum(kind, n, k=k, digits=15).eigenvalues:
        for name, f in found.items():
            if eigenvalue.representation == spectrum_of[name]:
                assert value(f, eigenvalue.ball(15)).contains(0)
    assert bool(value(blocks.UNSTABLE, arb(1)) > 0)
    assert bool(value(found["both"].diff(blocks.l), arb(1)) > 0) == (kind != "saddle")


def test_there_are_rays_from_where_the_equation_is_negative() -> None:
    """At a right angle, for k escaped points, n as large as the least batch that has such rays."""
    for k in (1, 2, 3):
        assert next(n for n in range(2 * k + 1, 50) if blocks.is_below(n, k)) == rays.first_size(k)


def test_gershgorin_tells_or_refuses() -> None:
    """Eigenvalues beyond 1 are counted with multiplicity; one at 1 is not guessed."""
    found = moduli(arb_mat([[2, 1, 0], [0, arb(1) / 2, 0], [0, 0, -3]]))
    assert index(found) == 2
    with pytest.raises(Undefined, match="not told from 1"):
        index(moduli(arb_mat([[1, 0], [0, 3]])))


def test_only_fixed_rays_have_a_spectrum() -> None:
    """The derivative is refused where the layer gives no multiple of the matrix."""
    with pytest.raises(Undefined, match="no multiple"):
        jacobian(rays.at_angle(7, 1, arb(1)).singly())


@pytest.mark.parametrize(("kind", "saddle"), [("broken", False), ("saddle", True)])
def test_rays_of_large_batches_are_those_of_the_balance(kind: str, saddle: bool) -> None:
    """Found by a change of sign of the literal equation, at n = 1000."""
    assert rays.far_angle(1000, saddle, 25).cos().overlaps(of_kind(kind, 1000).value("rho", 25))


def test_cosines_without_centring_agree_with_another_quadrature() -> None:
    """A layer of RS + ReLU on the matrix, and on an infinite batch, against the map of one variable."""
    cosine = arb("0.375")
    assert rescaled.after_layer(cosine, 4, 12).overlaps(rescaled_cosine_map(cosine, 4, 12))
    assert rescaled.in_infinite_batch(cosine).overlaps(rescaled_cosine_map(cosine, None, 20))


def test_a_leaky_slope_changes_the_cosines_of_relu_alone() -> None:
    """E[f(u) f(v)] = (1-s)^2 E[relu relu] + s E[uv] for slope s, over (1 + s^2)/2: at a right angle (81/101)/pi."""
    assert rescaled.after_relu(arb(0)).overlaps(1 / arb.pi())
    with replaced("nl"):
        assert rescaled.after_relu(arb(0)).overlaps(arb(81) / 101 / arb.pi())


def test_the_symmetric_ray_in_symbols_is_that_of_the_matrix() -> None:
    """Cosine, multiplier and eigenvalues for every n, at n = 6, against the 6 x 6 matrix and its full derivative."""
    size = Symbol("n")
    cosine, mu, *eigenvalues = (
        enclose(part, {"n": 6}, DIGITS) for part in (*symmetric.ray(size), *symmetric.spectrum(size))
    )
    G = layer.one_class(6, cosine).singly()
    assert layer.multiple(layer.layer(G), G).overlaps(mu)
    found = all_moduli(6)
    assert [sum(one.overlaps(value) for one in found) for value in eigenvalues] == [5, 9]
