"""What a module is made of, as far as theory asks: its normalisation layers, activations, biases, and what else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

BATCH = ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm")
NORMS = (*BATCH, "LayerNorm")
WEIGHTS = ("Linear", "Conv1d", "Conv2d", "Conv3d")
SILENT = ("Linear", "ReLU", "Identity", "Flatten", "Unflatten")
"""Leaves that theory knows, or that move no number."""


class Anatomy(NamedTuple):
    """Facts about a module.

    norms : kinds of its normalisation layers, each once; running : whether one of BN takes running statistics.
    affine : "none", "fresh" (all gamma 1, beta 0) or "trained"; bias : whether a layer of weights has one.
    relu : whether it has ReLU modules; other : its leaves that theory does not know, counted, in words.
    epsilon : the largest of its normalisation layers.
    """

    norms: tuple[str, ...]
    running: bool
    affine: str
    bias: bool
    relu: bool
    other: tuple[str, ...]
    epsilon: float


def kind(module: Any) -> str:
    """The name of the kind that it is or derives from."""
    names = [part.__name__ for part in type(module).__mro__]
    return next((name for name in names if name in NORMS or name in WEIGHTS), names[0])


def norms_of(model: Any) -> list[tuple[str, Any]]:
    """Its normalisation layers by name, in the order of definition."""
    return [(name or kind(module), module) for name, module in model.named_modules() if kind(module) in NORMS]


def anatomy(model: Any) -> Anatomy:
    """All of them."""
    leaves = [module for module in model.modules() if not list(module.children())]
    norms = [module for _, module in norms_of(model)]
    weights = [module for module in leaves if kind(module) in WEIGHTS]
    others = Counter(kind(module) for module in leaves if kind(module) not in (*NORMS, *SILENT) and not _idle(module))
    return Anatomy(
        tuple(dict.fromkeys(kind(module) for module in norms)),
        any(kind(module) in BATCH and not module.training and module.running_mean is not None for module in norms),
        _affine(norms),
        any(module.bias is not None for module in weights),
        any(kind(module) == "ReLU" for module in leaves),
        tuple(f"{count} {name}" for name, count in others.items()),
        max((module.eps for module in norms), default=0.0),
    )


def _affine(norms: Iterable[Any]) -> str:
    with_weights = [module for module in norms if module.weight is not None]
    if not with_weights:
        return "none"
    fresh = all(
        bool((module.weight == 1).all()) and (module.bias is None or bool((module.bias == 0).all()))
        for module in with_weights
    )
    return "fresh" if fresh else "trained"


def _idle(module: Any) -> bool:
    """Dropout that drops nothing."""
    return kind(module).startswith("Dropout") and (not module.training or module.p == 0)


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
