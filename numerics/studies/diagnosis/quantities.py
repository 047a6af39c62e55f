"""The words of a diagnosis: one table, which tables, pictures and sentences take them from."""

from __future__ import annotations

from typing import NamedTuple


class Quantity(NamedTuple):
    """How a number is called: in a table (`heading`), on an axis, in a sentence; its digits after the point."""

    heading: str
    axis: str
    says: str
    digits: int


QUANTITIES: dict[str, Quantity] = {
    "norm_ratio": Quantity("norm ratio", "norm ratio", "largest norm over the mean of the others", 3),
    "angle": Quantity("angle", "angle, to largest (degrees)", "mean angle between two of the others, degrees", 2),
    "outlier_angle": Quantity("to largest", "angle, to largest (degrees)",
                              "mean angle between the point of largest norm and the others, degrees", 2),
    "effective_rank": Quantity("eff. rank", "eff. rank, stable rank", "(tr G)^2/|G|_F^2, G the Gram matrix", 2),
    "stable_rank": Quantity("stable rank", "eff. rank, stable rank", "tr G/|G|, |G| the largest eigenvalue", 2),
    "gap": Quantity("gap V", "gap V", "orthogonality gap |G/tr G - I/n|_F", 4),
    "growth": Quantity("growth", "growth of squared gradient",
                       "factor per layer, backwards, of the squared gradient", 3),
}  # fmt: skip

COMPONENTS = {
    ("rc", "rs", "nl"): "batch normalisation (recentring and rescaling), then ReLU",
    ("rc", "nl"): "recentring, then ReLU",
    ("rs", "nl"): "rescaling, then ReLU",
    ("nl",): "ReLU alone",
    ("rc", "rs"): "batch normalisation (recentring and rescaling), no ReLU",
    ("rc",): "recentring alone",
    ("rs",): "rescaling alone",
    (): "nothing but weights",
}
"""Components spelt out."""

ONE_BY_ONE = {
    "ws": "standardised weights", "rc": "recentring", "rs": "rescaling", "ln": "layer normalisation",
    "rms": "RMS normalisation", "gn": "group normalisation", "in": "instance normalisation", "nl": "ReLU",
}  # fmt: skip


def spelt(components: tuple[str, ...]) -> str:
    """In words.

    >>> spelt(("rc", "nl")), spelt(("ws", "ln", "nl"))
    ('recentring, then ReLU', 'standardised weights, layer normalisation, ReLU')
    """
    return COMPONENTS.get(components) or ", ".join(ONE_BY_ONE[name] for name in components)


ACTIVATIONS = {"relu": "ReLU", "leaky_relu": "leaky ReLU", "gelu": "GELU", "silu": "SiLU", "tanh": "tanh",
               "erf": "the error function", "sin": "sine", "identity": "the identity"}  # fmt: skip
"""What stands for ReLU among the components where another activation is asked for."""

VERDICTS = {
    "throws out": "throws out a point",
    "collapses": "collapses",
    "orthogonalises": "orthogonalises",
    "stays": "stays spread out",
    "vanishes": "is lost: every activation is 0",
    "breaks": "is lost: not all numbers are finite",
}

MANY = {
    "throws out": "throw out a point",
    "collapses": "collapse",
    "orthogonalises": "orthogonalise",
    "stays": "keep it apart or as it came",
    "vanishes": "lose it",
    "breaks": "are not finite",
}
"""Of many networks."""


def fate(verdict: str, state: str, began: str, nearer: bool = False) -> str:
    """A verdict in words, beside the states in the end and in the beginning (`verdicts.state`).

    nearer : whether the points are half as far from one line as they were, or less.

    >>> fate("stays", "orthogonal", "orthogonal"), fate("throws out", "thrown out", "spread")
    ('stays orthogonal, as it came', 'throws out a point')
    """
    if verdict == "throws out" and began == "thrown out":
        return "keeps one point far out, as it came"
    if verdict == "stays" and state == "one direction":
        return "stays near one direction, as it came"
    if verdict == "stays" and state == "orthogonal":
        return "stays orthogonal, as it came"
    if verdict == "stays" and began in ("one direction", "thrown out"):
        return "spreads out"
    return "draws together, but stays apart" if verdict == "stays" and nearer else VERDICTS[verdict]


def shown(name: str, value: float) -> str:
    """A number of a quantity with its digits.

    >>> shown("gap", 0.25), shown("angle", float("nan"))
    ('0.2500', '-')
    """
    return "-" if value != value else f"{value:,.{QUANTITIES[name].digits}f}"
