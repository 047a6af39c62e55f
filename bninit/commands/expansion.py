"""The command expand: one residual layer with BN, in powers of gamma."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from bninit.input.numbers import whole
from bninit.input.options import json_option
from bninit.input.refusal import BadInput

GRAPHS, MONOMIALS = 10_000, 5_000
"""The cost of `expand` that is still a matter of seconds."""


@click.command(short_help="One residual layer with BN, in powers of gamma.")
@click.option("--order", type=int, default=4, show_default=True, help="Highest power of gamma.")
@click.option("--d", "size", type=int, help="Width: 2 to 9. Left out: every d, by sums over the entries of M.")
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@json_option
def expand(order: int, size: int | None, latex: bool, as_json: bool) -> None:
    """Expand E |M+|_F^2 and E (M+_ij)^2 in powers of gamma.

    M is the correlation matrix of the d rows of H, and M+ that of RS(H + gamma W H). The entries of W are independent,
    with mean 0, variance 1 and any higher moments.
    """
    from theory.expansion import graphs

    if latex and as_json:
        raise BadInput("--latex and --json together; JSON holds the LaTeX, so leave out --latex")
    whole("order", order, 0, 20)
    if (count := graphs(order)) > GRAPHS:
        raise BadInput(
            f"order {order} takes some {count:,} graphs; give a lower --order, up to {GRAPHS:,} are computed"
        )
    if size is not None:
        whole("d", size, 2, 9)
        if (count := 2 * size ** (order // 2 + 2)) > MONOMIALS:
            raise BadInput(
                f"order {order} at d = {size} has some {count:,} terms; give a lower --order or --d, or leave out --d "
                f"(up to {MONOMIALS:,} are computed)"
            )
    from bninit.show import objects as objects_shown

    objects_shown.show(objects_shown.expansion_report, _expansion_data(order, size), as_json, latex)


def _expansion_data(order: int, size: int | None) -> dict[str, Any]:
    """Coefficients of gamma^0..gamma^order as text and LaTeX; rows are counted from 1."""
    from itertools import combinations

    from sympy import factor

    from theory.expansion import by_moments, central_moment, frobenius, in_symbols, pair_moment
    from theory.expansion.brute_force import Pair
    from theory.expansion.index_sums import NAMES, latex, symbol

    norm, pair = [frobenius(k) for k in range(order + 1)], [pair_moment(k) for k in range(order + 1)]
    names = {}
    pairs: dict[tuple[Any, Any], list[Any]]
    if size is None:
        factors = {f for terms in (*norm, *pair) for product, _ in terms for f in product} - NAMES.keys()
        names = {symbol(f): latex(f) for f in factors}
        total, pairs = [in_symbols(terms) for terms in norm], {("i", "j"): [in_symbols(terms) for terms in pair]}
    else:
        ring = Pair(size, order)
        total = [ring.expression(ring.of(terms)) for terms in norm]
        pairs = {
            (i + 1, j + 1): [ring.expression(ring.of(terms, rows=(i, j))) for terms in pair]
            for i, j in combinations(range(size), 2)
        }
    arranged = factor if size == 2 else by_moments
    return {
        "d": "general" if size is None else size,
        "order": order,
        "coefficients": [_coefficient(k, arranged(e), names) for k, e in enumerate(total)],
        "moments": {str(central_moment(k)): f"E w^{k}" for k in range(3, order + 1)},
        "pairs": [
            {"i": i, "j": j, "coefficients": [_coefficient(k, arranged(e), names) for k, e in enumerate(terms)]}
            for (i, j), terms in pairs.items()
        ],
    }


def _coefficient(power: int, e: Any, names: Mapping[Any, str]) -> dict[str, Any]:
    """A polynomial as text and LaTeX; `names` holds the LaTeX of the sums over M, which are bracketed as one factor."""
    from sympy import Symbol, latex

    text = str(e.xreplace({s: Symbol(f"[{s}]") for s in names if " " in str(s)})).replace("**", "^")
    bracketed = {s: f"\\left[{name}\\right]" if " " in str(s) else name for s, name in names.items()}
    return {"power": power, "text": text, "latex": latex(e, symbol_names=bracketed)}
