"""What a module is made of, as far as theory asks: its normalisation, biases, and what else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from numerics.training.probe.structure import Step, Structure


class Anatomy(NamedTuple):
    """Facts about a module.

    norms : what normalises, over what, in words, each once; over_batch : whether all of it does so over the batch.
    running : whether something has a fixed scale and shift in the place of statistics.
    affine : "none", "fresh" (all gamma 1, beta 0) or "trained"; bias : whether a linear layer has one that is not 0.
    other : what theory does not know, counted, in words. epsilon : the largest of what normalises;
    nan where it is not known.
    """

    norms: tuple[str, ...]
    over_batch: bool
    running: bool
    affine: str
    bias: bool
    other: tuple[str, ...]
    epsilon: float


def anatomy(made: Structure) -> Anatomy:
    """All of them."""
    norms = made.norms
    live = [step for step in norms if step.does.groups is not None]
    linear = made.of("linear")
    return Anatomy(
        tuple(dict.fromkeys(map(_norm, norms))),
        bool(live) and all(step.does.groups is not None and step.does.groups.batch for step in live),
        len(live) < len(norms),
        _affine(live),
        any(step.bias for step in linear),
        tuple(f"{count} {name}" for name, count in Counter(map(_named, filter(_other, made.steps))).items()),
        float(np.max([step.epsilon for step in live])) if live else 0.0,
    )


def _norm(step: Step) -> str:
    groups = step.does.groups
    if groups is None:
        return f"{step.kind}, a fixed scale and shift"
    kind = "a normalisation by hand" if step.name.startswith("before ") else step.kind
    return f"{kind} over {groups.over}" + ("" if groups.centred else ", no mean taken off")


def _affine(norms: Iterable[Step]) -> str:
    norms = list(norms)
    if any(step.does.groups is not None and not step.does.groups.plain for step in norms):
        return "trained"
    return "fresh" if any(step.weights for step in norms) else "none"


def _other(step: Step) -> bool:
    """What theory does not know."""
    known = step.does.what in ("activation", "normalisation", "frozen", "recentring", "moves", "not finite")
    return not (known or (step.does.what == "linear" and step.dense))


def _named(step: Step) -> str:
    if step.name.startswith("before "):
        return f"unrecognised function {step.name}"
    return f"{step.kind} at each position" if step.kind == "Linear" and step.does.what == "linear" else step.kind


PRODUCTS = ("Addmm", "Mm", "Bmm", "Baddbmm", "Convolution", "ScaledDotProduct", "Linear", "Mkldnn", "Embedding")
"""Beginnings of the names of what PyTorch's graph calls products with weights or of activations."""


def additions(outputs: Iterable[Any]) -> int:
    """How many times the graph of outputs adds two branches of one tensor, one of them through weights: skips."""
    adds = [node for node in _above(output.grad_fn for output in outputs) if node.name().startswith("AddBackward")]
    return sum(map(_is_skip, adds))


def _is_skip(node: Any) -> bool:
    parents = [parent for parent, _ in node.next_functions if parent is not None]
    if len(parents) < 2:
        return False
    first, second = (_above([parent]) for parent in parents[:2])
    return bool(first & second) and any(one.name().startswith(PRODUCTS) for one in first ^ second)


def _above(nodes: Iterable[Any]) -> set[Any]:
    """All nodes of the graph that these come from, and themselves."""
    seen: set[Any] = set()
    stack = [node for node in nodes if node is not None]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += [parent for parent, _ in node.next_functions if parent is not None]
    return seen
