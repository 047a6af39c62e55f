"""A pass through a PyTorch module, stopped at each unit: a module without others inside that are called, or one of
PyTorch's functions of normalisation where a module calls it by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

__all__ = ["Unit", "first_tensor", "kept", "walking"]


@dataclass(frozen=True, eq=False)
class Unit:
    """A call: its name, its kind by the name of its class, its epsilon (nan where it is
    not known).

    weights : whether it has parameters; fixed : whether it has numbers that are none, such as running statistics.
    again : the same call with another first tensor; x : that tensor, as it was before the call; None where there is
    none. module : the module, or None for a function.
    """

    name: str
    kind: str
    weights: bool
    fixed: bool
    epsilon: float
    again: Callable[[Any], Any]
    x: Any
    module: Any


@dataclass
class _Open:
    """A module that is being called; `units` when it began."""

    name: str
    module: Any
    units: int
    x: Any = None
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)


def first_tensor(value: Any) -> Any:
    """The first floating tensor of nested tuples, lists and dicts, or None.

    >>> first_tensor(("text", [1, 2])) is None
    True
    """
    if hasattr(value, "is_floating_point"):
        return value if value.is_floating_point() else None
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return next((found for found in map(first_tensor, parts) if found is not None), None)


def replaced(value: Any, tensor: Any) -> Any:
    """The same with another tensor in the place of its first floating one."""
    old = first_tensor(value)
    if value is old:
        return tensor
    if isinstance(value, dict):
        return {name: replaced(part, tensor) if first_tensor(part) is old else part for name, part in value.items()}
    if isinstance(value, list | tuple):
        parts = [replaced(part, tensor) if first_tensor(part) is old else part for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


@cache
def _of_normalisation() -> frozenset[Any]:
    from torch.nn import functional

    names = ("batch_norm", "layer_norm", "group_norm", "instance_norm", "rms_norm")
    return frozenset(getattr(functional, name) for name in names if hasattr(functional, name))


@contextmanager
def walking(
    model: Any, enter: Callable[[str, Any], object], leave: Callable[[Unit, Any], Any], *,
    out: Callable[[str, Any], object] | None = None, copies: bool = False,
) -> Iterator[None]:  # fmt: skip
    """Hooks on all modules, and a mode that sees functions, while this is open.

    enter : called with the name of each module, or function, and its first tensor, before the call.
    leave : called with a unit and its first output after the call; what it returns, if it is not None, goes on in the
    place of the output. out : called with the name of each module that holds others and its first tensor, after the
    call. copies : whether units have their inputs, copied before the call.
    """
    import torch
    from torch.overrides import TorchFunctionMode

    stack: list[_Open] = []
    count = [0]
    asking = [False]

    def left(unit: Unit, y: Any) -> Any:
        asking[0] = True
        try:
            return leave(unit, y)
        finally:
            asking[0] = False

    def before(name: str, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if asking[0]:
            return
        x = first_tensor((args, kwargs))
        leaf = next(module.children(), None) is None
        kept_x = x.detach().clone() if copies and x is not None and leaf else x
        stack.append(_Open(name, module, count[0], kept_x, args, kwargs))
        if x is not None:
            enter(name, x)

    def after(module: Any, output: Any) -> Any:
        if asking[0]:
            return None
        call = stack.pop()
        y = first_tensor(output)
        if y is None:
            return None
        if count[0] > call.units:
            if out is not None:
                out(call.name, y)
            return None
        count[0] += 1

        def again(x: Any) -> Any:
            args, kwargs = call.args, call.kwargs
            if first_tensor(args) is not None:
                args = replaced(args, x.clone())
            else:
                kwargs = replaced(kwargs, x.clone())
            return first_tensor(module.forward(*args, **kwargs))

        weights = next(module.parameters(), None) is not None
        fixed = any(buffer.is_floating_point() for buffer in module.buffers())
        epsilon = next((float(getattr(module, name)) for name in ("eps", "epsilon", "variance_epsilon")
                        if isinstance(getattr(module, name, None), float | int)), math.nan)  # fmt: skip
        unit = Unit(call.name, type(module).__name__, weights, fixed, epsilon, again, call.x, module)
        changed = left(unit, y)
        return None if changed is None else replaced(output, changed)

    class Functions(TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = kwargs or {}
            if asking[0] or func not in _of_normalisation() or not stack:
                return func(*args, **kwargs)
            x = first_tensor((args, kwargs))
            if next(stack[-1].module.children(), None) is None or x is None:  # the unit is the module itself
                return func(*args, **kwargs)
            where = f"{stack[-1].name}.{func.__name__}".lstrip(".")
            enter(where, x)
            copy = x.detach().clone() if copies else x
            output = func(*args, **kwargs)
            count[0] += 1

            def again(z: Any) -> Any:
                if first_tensor(args) is not None:
                    return func(z, *args[1:], **kwargs)
                return func(**replaced(kwargs, z))

            epsilon = float(kwargs.get("eps") or next((a for a in reversed(args) if type(a) is float), 1e-5))
            changed = left(Unit(where, func.__name__, False, True, epsilon, again, copy, None), output)
            return output if changed is None else changed

    with ExitStack() as ends:
        for name, module in model.named_modules():
            if isinstance(module, torch.jit.ScriptModule) or "parametrizations" in name.split("."):
                continue  # what makes weights takes no data
            handle = module.register_forward_pre_hook(
                lambda m, args, kwargs, name=name: before(name, m, args, kwargs), with_kwargs=True
            )
            ends.callback(handle.remove)
            handle = module.register_forward_hook(lambda m, args, output: after(m, output))
            ends.callback(handle.remove)
        ends.enter_context(Functions())
        yield


@contextmanager
def kept(model: Any, mode: str = "keep") -> Iterator[None]:
    """Afterwards all of the model is as it was: parameters, buffers, gradients, flags of training and of gradients.

    mode : "keep" leaves the flags of training, "train" and "eval" set them meanwhile. Parameters ask for no gradients
    meanwhile. They are written to without PyTorch's account, so that a graph that holds them stays good.
    """
    training = [(module, module.training) for module in model.modules()]
    parameters = list(model.parameters())
    asked = [parameter.requires_grad for parameter in parameters]
    buffers = [
        (module, name, buffer, buffer.detach().clone())
        for module in model.modules()
        for name, buffer in module._buffers.items()
        if buffer is not None
    ]
    try:
        if mode != "keep":
            model.train(mode == "train")
        for parameter in parameters:
            if parameter.is_leaf:
                parameter.requires_grad_(False)
        yield
    finally:
        for parameter, flag in zip(parameters, asked, strict=True):
            parameter.requires_grad_(flag)
        for module, name, buffer, value in buffers:
            buffer.data.copy_(value)
            module._buffers[name] = buffer
        for module, flag in training:
            module.training = flag
