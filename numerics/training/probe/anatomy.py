"""What a module is made of, as far as theory asks: its normalisation, biases, and what else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from numerics.training.probe.structure import Step, Structure


class Anatomy(NamedTuple):
    """Facts about a module.

    norms : what normalises, over what, in words, each once; over_batch : whether all of it does so over the batch.
    running : whether something has a fixed scale and shift in the place of statistics.
    affine : "none", "fresh" (all gamma 1, beta 0) or "trained"; bias : whether a linear layer has one that is not 0.
    other : what theory does not know, counted, in words. epsilon : the largest of what normalises.
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
        max((step.epsilon for step in live), default=0.0),
    )


def _norm(step: Step) -> str:
    groups = step.does.groups
    if groups is None:
        return f"{step.kind}, a fixed scale and shift"
    return f"{step.kind} over {groups.over}" + ("" if groups.centred else ", no mean taken off")


def _affine(norms: Iterable[Step]) -> str:
    norms = list(norms)
    if any(step.does.groups is not None and not step.does.groups.plain for step in norms):
        return "trained"
    return "fresh" if any(step.weights for step in norms) else "none"


def _other(step: Step) -> bool:
    """What theory does not know."""
    known = step.does.what in ("activation", "normalisation", "frozen", "moves")
    return not (known or (step.does.what == "linear" and step.dense))


def _named(step: Step) -> str:
    if step.name.startswith("before "):
        return f"unrecognised function {step.name}"
    return f"{step.kind} at each position" if step.kind == "Linear" and step.does.what == "linear" else step.kind


def additions(outputs: Iterable[Any]) -> int:
    """How many times the graph of outputs adds two branches that both depend on the input: skip connections."""
    seen: set[Any] = set()
    stack = [output.grad_fn for output in outputs if output.grad_fn is not None]
    count = 0
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        parents = [parent for parent, _ in node.next_functions if parent is not None]
        grown = [parent for parent in parents if parent.name() != "torch::autograd::AccumulateGrad"]
        count += node.name().startswith("AddBackward") and len(grown) > 1
        stack += parents
    return count
