"""What a model is made of, found by a pass on few points in which what linear layers put out is replaced by noise.

Each unit (`walk`) is probed by itself (`behaviour`). What lies between two units, a function that no module has, is
fitted on their numbers: nothing, an activation, a sum of two, a normalisation and then an activation. Noise in the
place of outputs makes the numbers cover both signs, whatever the weights and the batch are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.training.probe.behaviour import Groups, Kind, groupings, kind_of, normalised, tolerance
from numerics.training.probe.functions import Fitted, fitted
from numerics.training.probe.walk import Unit, walking

Floats = NDArray[np.float64]

SAMPLED = 4096
"""Entries of a tensor that are kept to be compared with those of others."""

IDENTITY = Fitted("identity")


class Step(NamedTuple):
    """A unit or what lies before it: its name, the name of its class, what it does; `source`, the number of the step
    whose output it takes, -1 for the batch, None where that is not known; `added`, of one that is added to it."""

    name: str
    kind: str
    does: Kind
    source: int | None
    added: int | None = None
    width: int = 0
    dense: bool = False
    epsilon: float = np.nan
    weights: bool = False
    bias: bool = False


class Structure(NamedTuple):
    """All steps in the order of the pass; `points`, how many were taken."""

    steps: tuple[Step, ...]
    points: int

    def of(self, *what: str) -> tuple[Step, ...]:
        """Those that do this."""
        return tuple(step for step in self.steps if step.does.what in what)

    @property
    def norms(self) -> tuple[Step, ...]:
        """Steps that normalise, or have the scale and shift of a frozen normalisation."""
        return self.of("normalisation", "frozen")

    @property
    def recentred(self) -> tuple[str, ...]:
        """What takes a mean off and does not rescale, in words, each once."""
        found = [(step.kind, step.does.groups) for step in self.of("recentring")]
        return tuple(dict.fromkeys(f"{kind} takes the mean off over {groups.over}" for kind, groups in found if groups))

    @property
    def unknown(self) -> tuple[str, ...]:
        """What is not recognised, by class and name, each once."""
        return tuple(dict.fromkeys(f"{step.kind} ({step.name})" for step in self.of("unknown")))

    @property
    def activations(self) -> tuple[str, ...]:
        """In words, each once, the most frequent first."""
        found = [step.does.activation for step in self.of("activation")]
        return tuple(name for name, _ in Counter(one.said for one in found if one is not None).most_common())

    @property
    def plain(self) -> Plain | None:
        """The law of its layers, where it is a chain of dense layers that are all followed by the same."""
        return _plain(self.steps)


class Plain(NamedTuple):
    """A chain of dense layers: components of what follows each but the last, activation, width of each."""

    components: tuple[str, ...]
    activation: Fitted
    widths: tuple[int, ...]


class _Seen(NamedTuple):
    """Of a tensor: entries at places that depend on its size alone, all numbers of it sorted out to four, its shape."""

    entries: Floats
    moments: Floats
    shape: tuple[int, ...]


def _seen(x: Any) -> _Seen:
    flat = x.detach().reshape(-1)
    count = flat.numel()
    places = np.random.default_rng(count).integers(0, max(count, 1), min(count, SAMPLED)) if count > SAMPLED else None
    entries = flat if places is None else flat[_on(places, flat)]
    double = flat.double()
    moments = np.array([float(count), float(double.sum()), float(double.square().sum()),
                        float(double.abs().amax()) if count else 0.0])  # fmt: skip
    return _Seen(entries.double().cpu().numpy(), moments, tuple(x.shape))


def _on(places: NDArray[np.int64], flat: Any) -> Any:
    import torch

    return torch.from_numpy(places).to(flat.device)


def structure(model: Any, call: Callable[[], Any], inputs: Sequence[Any], points: int, seed: int) -> Structure:
    """Of the model that `call` passes a batch of this many points through; `inputs`, its floating tensors."""
    import torch

    generator = torch.Generator().manual_seed(seed)
    steps: list[Step] = []
    outputs: list[_Seen] = []
    entered: dict[str, _Seen] = {}
    batch = [_seen(one) for one in inputs]
    kinds: dict[Any, Kind] = {}
    last: list[Any] = []
    limit = [0.0]

    def enter(name: str, x: Any) -> None:
        entered[name] = _seen(x)

    def leave(unit: Unit, y: Any) -> Any:
        if unit.x is None:  # whole numbers come in: an embedding
            does, source, added = Kind("embedding"), None, None
        else:
            limit[0] = tolerance(unit.x)
            key = unit.name
            if key not in kinds:
                kinds[key] = _asked(unit, seed)
            does = kinds[key]
            source, added = _before(unit.name, entered[unit.name], outputs, batch, steps, last, limit[0])
        x = unit.x
        made = does.what in ("linear", "not finite") and x is not None
        noise = torch.randn(y.shape, generator=generator) if made else None
        changed = None if noise is None else (noise.to(y.device, y.dtype).requires_grad_(y.requires_grad) * 2)
        dense = made and x.ndim == 2 and y.ndim == 2
        axis = 1 if y.ndim != 3 else -1
        bias = does.what == "linear" and bool(unit.again(torch.zeros_like(x)).any())
        width = int(y.shape[axis]) if y.ndim > 1 else 1
        steps.append(Step(unit.name or unit.kind, unit.kind, does, source, added, width, dense, unit.epsilon,
                          unit.weights, bias))  # fmt: skip
        outputs.append(_seen(y if changed is None else changed))
        last[:] = [(y if changed is None else changed).detach().clone()]
        return changed

    with torch.enable_grad(), walking(model, enter, leave, copies=True):
        call()
    return Structure(tuple(steps), points)


def _asked(unit: Unit, seed: int) -> Kind:
    """What a unit does; unknown where it takes no tensors but its own."""
    import torch
    from torch.nn.utils.parametrize import cached

    try:
        with torch.no_grad(), cached():  # weights of a parametrisation are made once
            found = Kind("unknown")
            for again in range(3):  # two points of a batch norm may lie too near to each other to tell
                found = kind_of(unit.again, unit.x, unit.weights, unit.fixed, seed + again)
                if found.what != "unknown":
                    break
            return found
    except Exception:  # a user's own code, on inputs that it was not made for
        return Kind("unknown")


def _before(
    name: str, x: _Seen, outputs: list[_Seen], batch: list[_Seen], steps: list[Step], last: list[Any], limit: float,
) -> tuple[int | None, int | None]:  # fmt: skip
    """(source, added) of what enters; a step for the function between is put in where there is one."""
    candidates = [(number, outputs[number]) for number in range(len(outputs) - 1, -1, -1)]
    candidates += [(-1, one) for one in batch]
    for number, y in candidates:
        if _same(x, y, limit):
            return number, None

    def put(does: Kind, source: int | None, added: int | None, kind: str) -> tuple[int, None]:
        steps.append(Step(f"before {name}", kind, does, source, added, _width(x.shape)))
        outputs.append(x)
        if last:
            last[:] = [None]
        return len(steps) - 1, None

    alike = [(number, y) for number, y in candidates if y.moments[0] == x.moments[0]]
    for number, y in alike[:8]:
        found = fitted(y.entries, x.entries, limit)
        if found is not None and found.name == "identity":
            return put(Kind("moves"), number, None, "a scale")
        if found is not None:
            return put(Kind("activation", found), number, None, "function")
    for number, y in alike[:4]:
        for other, z in alike:
            if other == number or z.shape != y.shape:
                continue
            total = y.entries + z.entries
            if _close(total, x.entries, limit):
                return put(Kind("moves"), number, other, "a sum")
            for before, after in ((total, x.entries), (y.entries, x.entries - z.entries)):
                found = fitted(before, after, limit)
                if found is not None:
                    does = Kind("moves") if found.name == "identity" else Kind("activation", found)
                    return put(does, number, other, "function")
    if last and last[0] is not None and tuple(last[0].shape) == x.shape:
        groups, found = _normal(last[0], x, limit)
        if groups is not None:
            source, _ = put(Kind("normalisation", groups=groups), len(outputs) - 1, None, "function")
            return (source, None) if found == IDENTITY else put(Kind("activation", found), source, None, "function")
    if outputs:
        return put(Kind("unknown"), None, None, "a function")
    return None, None


def _normal(z: Any, x: _Seen, limit: float) -> tuple[Groups | None, Fitted]:
    """Groups over which z is normalised before an activation gives x."""
    for words, shape, split, batch in groupings(tuple(z.shape)):
        for centred in (True, False):
            y = _seen(normalised(z, shape, split, centred)).entries
            found = IDENTITY if _close(y, x.entries, limit) else fitted(y, x.entries, limit)
            if found is not None and abs(found.factor - 1) < limit:
                return Groups(words, shape, split, centred, True, batch), found
    return None, IDENTITY


def _width(shape: tuple[int, ...]) -> int:
    return shape[1] if len(shape) != 3 else shape[-1]


def _close(a: Floats, b: Floats, limit: float) -> bool:
    return bool(np.linalg.norm(a - b) <= limit * 0.1 * np.linalg.norm(b))


def _same(x: _Seen, y: _Seen, limit: float) -> bool:
    """Equal, or the same numbers in another order."""
    if x.moments[0] != y.moments[0]:
        return False
    if x.shape == y.shape:
        return bool((x.entries == y.entries).all())
    return bool(np.allclose(x.moments, y.moments, rtol=1e-5 + limit * 1e-3, atol=1e-5 * float(x.moments[2]) ** 0.5))


def _plain(steps: Sequence[Step]) -> Plain | None:
    """Whether it is a chain, each step taking what the last gives."""
    steps = [step for step in steps if step.does.what != "moves"]
    numbers = [place for place, step in enumerate(steps) if step.does.what == "linear"]
    if len(numbers) < 2 or numbers[0] != 0 or not all(steps[place].dense for place in numbers):
        return None
    if any(step.added is not None or step.source is None for step in steps):
        return None
    between = [tuple(_part(step) for step in steps[a + 1 : b]) for a, b in pairwise(numbers)]
    after = tuple(_part(step) for step in steps[numbers[-1] + 1 :])
    parts = between[0]
    if any(one != parts for one in between) or None in parts:
        return None
    known = [part for part in parts if part is not None]
    kinds = "+".join(part[0] for part in known)
    if after != parts[: len(after)] or kinds not in ("", "bn", "rc", "f", "bn+f", "rc+f"):
        return None
    norms = {"bn": ("rc", "rs"), "rc": ("rc",)}.get(known[0][0] if known else "", ())
    activation = next((part[1] for part in known if part[0] == "f"), IDENTITY)
    counted = numbers if after or not parts else numbers[:-1]
    components = (*norms, *(("nl",) if activation != IDENTITY else ()))
    return Plain(components, activation, tuple(steps[place].width for place in counted))


def _part(step: Step) -> tuple[str, Any, Any] | None:
    """What theory knows of a step between dense layers; None for what it does not."""
    groups = step.does.groups
    if step.does.what == "normalisation" and groups is not None and groups.batch and groups.centred:
        return ("bn", None, True)
    if step.does.what == "recentring" and groups is not None and groups.batch:
        return ("rc", None, True)
    if step.does.what == "activation":
        return ("f", step.does.activation, None)
    return None
