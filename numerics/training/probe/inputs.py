"""What a model is given: a tensor, a tuple of them, or a dict by name; points along the first axis of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["called", "changed", "mask_of", "points_of", "samples_first", "shape_of"]


def tensors(given: Any) -> list[tuple[str, Any]]:
    """All tensors of what is given, by name ("" for one without)."""
    if hasattr(given, "is_floating_point"):
        return [("", given)]
    if isinstance(given, dict):
        return [(str(name), one) for name, part in given.items() for _, one in tensors(part)]
    if isinstance(given, list | tuple):
        return [pair for part in given for pair in tensors(part)]
    return []


def points_of(given: Any) -> int:
    """How many points there are.

    Raises
    ------
    ValueError : no tensor, or none with points along its first axis.
    """
    sizes = [int(one.shape[0]) for _, one in tensors(given) if one.ndim]
    if not sizes:
        raise ValueError(f"the input is {type(given).__name__}: wanted a tensor, a tuple of them, or a dict by name, "
                         "points along the first axis")  # fmt: skip
    return sizes[0]


def shape_of(given: Any) -> str:
    """The shapes, for messages.

    >>> shape_of({})
    'no tensor'
    """
    found = [f"{name}{' ' * bool(name)}{tuple(one.shape)}" for name, one in tensors(given)]
    return ", ".join(found) or "no tensor"


def changed(given: Any, change: Callable[[Any], Any]) -> Any:
    """The same with every tensor changed."""
    if hasattr(given, "is_floating_point"):
        return change(given)
    if isinstance(given, dict):
        return {name: changed(part, change) for name, part in given.items()}
    if isinstance(given, list | tuple):
        parts = [changed(part, change) for part in given]
        return type(given)(*parts) if hasattr(given, "_fields") else type(given)(parts)
    return given


def called(model: Any, given: Any) -> Any:
    """The model's outputs: a tuple is its arguments, a dict its arguments by name; tensors are copies."""
    given = changed(given, lambda one: one.clone())
    if isinstance(given, dict):
        return model(**given)
    return model(*given) if isinstance(given, list | tuple) else model(given)


def mask_of(given: Any) -> tuple[str, Any] | None:
    """The mask of positions, (n, T), True where they count, and its name: of an input that is called so.

    As Hugging Face's attention_mask, 1 where a token counts; a name with "padding" or "ignore" is the other way round.
    """
    n = points_of(given)
    for name, one in tensors(given):
        if "mask" in name.lower() and one.ndim == 2 and one.shape[0] == n and not bool((one < 0).any()):
            off = "padding" in name.lower() or "ignore" in name.lower()
            return name, (one == 0) if off else (one != 0)
    return None


def samples_first(z: Any, n: int) -> Any:
    """z with its points along the first axis; None where they cannot be told."""
    if z.ndim and z.shape[0] == n:
        return z
    axes = [axis for axis, size in enumerate(z.shape) if size == n]
    return z.movedim(axes[0], 0) if len(axes) == 1 else None
