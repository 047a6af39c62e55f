"""Cells of sampled checks in words: claimed value, margin, mean, networks, bias."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theory.claim import Claim


def cell_words(data: Mapping[str, Any]) -> str:
    """What a sampled cell says: claimed value, margin, mean, networks, and what is known of its bias.

    >>> cell_words({"claimed": 0.5, "margin": 0.01, "mean": 0.498, "networks": 4096,
    ...             "bias": {"value": 0.002, "source": "measured", "how": "seed 1"}})
    'claimed 0.5 ± 0.01; mean 0.498 over 4,096 networks; bias up to 0.002 (measured: seed 1)'
    >>> cell_words({"claimed": 0.5, "margin": 0.01})
    'claimed 0.5 ± 0.01'
    >>> cell_words({"claimed": 0.9, "margin": 0.05, "sharp": True})
    'claimed 0.9, tested at that number'
    """
    claimed, mean, margin = (number(data.get(name)) for name in ("claimed", "mean", "margin"))
    networks, bias = data.get("networks"), data.get("bias")
    words = f"claimed {claimed:.5g}" + (", tested at that number" if data.get("sharp") else f" ± {margin:.3g}")
    if networks is not None:  # else: declared, not yet sampled
        count = f"{networks:,}" if isinstance(networks, int) else str(networks)
        words += f"; {data.get('of', 'mean')} {mean:.5g} over {count} networks"
    if unverified := data.get("unverified"):
        words += f"; data not verified: {', '.join(map(str, unverified))}"
    if isinstance(bias, Mapping) and not bias.get("value") and bias.get("how"):
        return f"{words}; of the limit itself ({bias['how']})"
    if not isinstance(bias, Mapping) or not bias.get("value"):
        return words
    how = f": {bias['how']}" if bias.get("how") else ""
    return f"{words}; bias up to {number(bias['value']):.3g} ({bias.get('source')}{how})"


def unverified(selected: Sequence[Claim], level: str) -> list[str]:
    """Data sets that claims are about and nobody has verified, in words; none but for claims that train networks."""
    from numerics.judging import needing, unverified_of

    names = sorted({name for claim in needing(selected) for name in unverified_of(claim, level)})
    return [f"data not verified: {', '.join(names)}"] if names else []


def cell_at(data: Mapping[str, Any]) -> str:
    """The instance of a sampled cell, such as "n = 10, m = 256"."""
    at = data.get("at", {})
    return ", ".join(f"{name} = {_shown(value)}" for name, value in at.items())


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_shown, value)) + ")"
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def number(value: Any) -> float:
    """A number of results.json, which may be text there where it is not finite; NaN for what is none."""
    try:
        return float(value) if isinstance(value, int | float) else math.nan
    except OverflowError:  # a whole number beyond the floats
        return math.inf if value > 0 else -math.inf
