"""Oracles for the tree: all 2^L leaves by the definition, the limit from its two weights; in Fractions."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from theory.tree import Tree

Vector = tuple[Fraction, ...]
ZERO = Fraction(0)


def brute_leaves(x: Vector, depth: int) -> list[Vector]:
    """The oracle: T_+ and T_- as the definition has them, all 2^depth leaves. Shares no code with the tree."""
    layer = [x]
    for _ in range(depth):
        means = [sum(v) / Fraction(len(v)) for v in layer]
        layer = [
            tuple(max(sign * (entry - mean), Fraction(0)) for entry in v)
            for v, mean in zip(layer, means, strict=True)
            for sign in (1, -1)
        ]
    return layer


def gram(tree: Tree, depth: int) -> list[list[Fraction]]:
    return [[Fraction(int(c.p), int(c.q)) for c in row] for row in tree.gram_flint(depth).tolist()]


def limit_gram(tree: Tree, c_min: Fraction, c_max: Fraction) -> list[list[Fraction]]:
    """c_min O_min + c_max O_max."""
    n, weights = tree.n, ((tree.order[0], c_min), (tree.order[-1], c_max))
    return [
        [sum((c * ((n - 1) ** 2 if p == q == o else o not in (p, q)) for o, c in weights), ZERO) for q in range(n)]
        for p in range(n)
    ]


def ball(c: Fraction | arb) -> arb:
    return arb(fmpq(c.numerator, c.denominator)) if isinstance(c, Fraction) else c
