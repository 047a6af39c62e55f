"""One pass forward and back through a PyTorch module, looked at where its normalisation layers are entered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.training.probe.anatomy import Anatomy, additions, anatomy
from numerics.training.probe.inputs import called, changed, mask_of, points_of, samples_first, shape_of, tensors
from numerics.training.probe.structure import Structure, structure
from numerics.training.probe.sums import constant, effective_rank, of_samples
from numerics.training.probe.walk import Unit, kept, walking

Floats = NDArray[np.float64]

PROBED = 2**20
"""Numbers of a batch that the pass for the structure takes, at least 4 points of it and at most 16."""


class Entered(NamedTuple):
    """A tensor at a place: name, kind of its layer, channels, features of a point; Gram matrix of the samples, (n, n),
    over all features flattened; effective rank of the channels over samples and positions; channels that are
    constant."""

    name: str
    kind: str
    width: int
    features: int
    gram: Floats
    channel_rank: float
    constant: int


class Places(NamedTuple):
    """Where a pass is looked at: `names` of modules and functions, what is "entering" or "leaving" them; `kind`, what
    one of them is, in words."""

    names: frozenset[str]
    side: str
    kind: str


class Fault(NamedTuple):
    """The first place where something goes wrong: `what` is nan, infinity, zero gradient, or wrong gradient."""

    what: str
    name: str
    why: str


class Probed(NamedTuple):
    """What a pass has shown.

    start : Gram matrix of the batch, (n, n), or of its embedding where it is whole numbers. calls : in the order of the
    pass, up to the first that is not finite.
    gradient : |dS/dz|^2 mean(z^2), (L,), S the sum of the outputs times standard normals, z what is seen at each call;
    nan where no gradient goes.
    additions : skip connections. left_out : calls that see something else than one row for each point.
    mask : name of the input that says which positions count, or "". training : "training", "evaluation" or "mixed".
    operations : floating ones of a pass forward and back.
    """

    start: Floats
    calls: tuple[Entered, ...]
    gradient: Floats
    structure: Structure
    anatomy: Anatomy
    additions: int
    left_out: tuple[str, ...]
    faults: tuple[Fault, ...]
    places: Places
    mask: str
    training: str
    operations: float = 0.0


class Size:
    """|gradient|^2 of a tensor, once it has come; None before."""

    def __init__(self, z: Any) -> None:
        self.value: float | None = None
        if z.requires_grad:
            z.register_hook(self._come)

    def _come(self, gradient: Any) -> None:
        self.value = float(gradient.detach().double().square().sum())


@dataclass
class Pass:
    """What hooks gather; `gradient` by the number of a call, `through` of each unit: by what it gives and takes;
    `inside`, skip connections of units that are not recognised, such as gates of recurrent ones."""

    n: int
    places: Places
    mask: Any
    axes: dict[str, int]
    calls: list[Entered] = field(default_factory=list)
    gradient: dict[int, float] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    start: Any = None
    units: list[Unit] = field(default_factory=list)
    through: list[tuple[Size, Size | None]] = field(default_factory=list)
    fault: Fault | None = None
    outputs: list[Any] = field(default_factory=list)
    entered: dict[str, Size] = field(default_factory=dict)
    inside: int = 0


def probe(
    model: Any, batch: Any, *, seed: int, mode: str = "keep", at: str | None = None, device: str | None = None,
) -> Probed:  # fmt: skip
    """Run the module on the batch, forward and back, and on few of its points to see what it is made of.

    The module is afterwards as it was: weights, statistics, gradients, flags (on `device`, where one is given).

    mode : "keep" the flags of training as they are, or all "train" or "eval" meanwhile.
    at : a pattern of names of modules, such as "blocks.*"; what leaves them is looked at. None takes what enters all
        that normalises, or what leaves linear layers where nothing does.

    Raises
    ------
    ValueError : a batch of one point, outputs that are no tensors, a pass that fails, a pattern that nothing matches.
    """
    n = points_of(batch)
    if n < 2:
        raise ValueError(f"a batch of {n} point: normalisation over a batch needs two at least")
    if device is not None:
        model.to(device)
    x = on_device(model, batch, device)
    with kept(model, mode):
        with told("the model", x):
            made = _structure(model, x, n, seed)
        places = _places(model, made, at)
        found, skips = passed(model, x, places, made, seed, closely=True)
        what = anatomy(made)
        training, cost = _training(model), _operations(model, x, n)
    if not found.calls and found.fault is None:
        raise ValueError("no layer that is looked at sees one row for each point of the batch: "
                         + "; ".join(dict.fromkeys(found.left_out)) if found.left_out else
                         "the layers that are looked at were not called by the model's pass on this batch")  # fmt: skip
    mask = mask_of(x)
    return Probed(
        found.start, tuple(found.calls), gradients(found), made, what, skips, tuple(dict.fromkeys(found.left_out)),
        tuple(fault for fault in (found.fault or _backward_fault(found),) if fault is not None), places,
        "" if mask is None else mask[0], training, cost,
    )  # fmt: skip


def gradients(found: Pass) -> Floats:
    """By the calls, (L,)."""
    return np.array([found.gradient.get(number, np.nan) for number in range(len(found.calls))])


def on_device(model: Any, batch: Any, device: str | None) -> Any:
    """The batch where the model is, floats in the model's precision."""
    import torch

    first = next((p for p in model.parameters() if p.is_floating_point()), None)
    where = torch.device(device) if device is not None else None if first is None else first.device
    dtype = torch.get_default_dtype() if first is None else first.dtype
    return changed(batch, lambda one: one.detach().to(where, dtype if one.is_floating_point() else one.dtype))


def _training(model: Any) -> str:
    flags = {module.training for module in model.modules()}
    return "mixed" if len(flags) > 1 else "training" if flags == {True} else "evaluation"


def _few(x: Any, n: int) -> tuple[int, Any]:
    """Few points, and the batch of them."""
    per = max(one.numel() // n for _, one in tensors(x) if one.ndim)
    few = min(n, 16, max(4, PROBED // max(per, 1)))
    return few, changed(x, lambda one: one[:few] if one.ndim and one.shape[0] == n else one)


def _operations(model: Any, x: Any, n: int) -> float:
    """Of a pass forward, as PyTorch counts them on few points, times three for the way back."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    few, part = _few(x, n)
    try:
        with torch.random.fork_rng(devices=_cards(x)), torch.no_grad(), FlopCounterMode(display=False) as counter:
            called(model, part)
    except Exception:
        return 0.0
    return 3.0 * float(counter.get_total_flops()) * n / few


def _structure(model: Any, x: Any, n: int, seed: int) -> Structure:
    """On few points where the model takes them, else on all."""
    import torch

    few, part = _few(x, n)
    part, x = (changed(given, lambda one: one.clone().requires_grad_() if one.is_floating_point() else one)
               for given in (part, x))  # fmt: skip
    with torch.random.fork_rng(devices=_cards(x)):
        torch.manual_seed(seed)
        try:
            return structure(model, lambda: called(model, part), _floats(part), few, seed)
        except Exception:
            if few == n:
                raise
            return structure(model, lambda: called(model, x), _floats(x), n, seed)


def _floats(x: Any) -> list[Any]:
    return [one for _, one in tensors(x) if one.is_floating_point()]


def _cards(x: Any) -> list[Any]:
    return list({one.device for _, one in tensors(x) if one.device.type == "cuda"})


def _places(model: Any, made: Structure, at: str | None) -> Places:
    """By the pattern; all that normalises; all that is linear."""
    if at is not None:
        names = [name for name, _ in model.named_modules() if name] + [step.name for step in made.steps]
        some = frozenset(name for name in names if fnmatchcase(name, at))
        if not some:
            shown = ", ".join(dict.fromkeys(names[:12]))
            raise ValueError(f"no layer of the model has a name like {at}; there are {shown}"
                             + (", .." if len(names) > 12 else ""))  # fmt: skip
        return Places(some, "leaving", "layer")
    norms = frozenset(step.name for step in made.norms if not step.name.startswith("before "))
    if norms:
        return Places(norms, "entering", "normalisation layer")
    some = frozenset(step.name for step in made.of("linear"))
    if some:
        return Places(some, "leaving", "linear layer")
    return Places(
        frozenset(step.name for step in made.steps if not step.name.startswith("before ")), "leaving", "layer"
    )


def passed(
    model: Any, x: Any, places: Places, made: Structure, seed: int, *, closely: bool = False
) -> tuple[Pass, int]:
    """A pass forward and back, and how many skip connections it has; `closely` to find faults, too."""
    import torch

    mask, unknown = mask_of(x), {step.name for step in made.of("unknown")}
    found = Pass(points_of(x), places, None if mask is None else mask[1], _axes(made))
    with ExitStack() as ends:
        ends.enter_context(torch.random.fork_rng(devices=_cards(x)))
        ends.enter_context(torch.enable_grad())
        torch.manual_seed(seed)
        first = next((one for _, one in tensors(x) if one.is_floating_point()), None)
        if first is not None:
            found.start = of_samples(_counted(first, found))
            x = changed(x, lambda one: one.requires_grad_() if one.is_floating_point() else one)

        def enter(name: str, z: Any) -> None:
            if closely:
                found.entered[name] = Size(z)
            if places.side == "entering" and name in places.names:
                _looked(found, name, z)

        def leave(unit: Unit, y: Any) -> Any:
            started = None
            if not y.requires_grad and torch.is_grad_enabled() and y.is_floating_point() and first is None:
                started = y = y.detach().requires_grad_().clone()
            if found.start is None and (rows := samples_first(y, found.n)) is not None:
                found.start = of_samples(_counted(rows, found))
            if closely:
                _watched(found, unit, y)
                if (unit.name or unit.kind) in unknown and unit.x is not None:
                    found.inside += additions([y]) - additions([unit.x])
            if places.side == "leaving" and (unit.name or unit.kind) in places.names:
                _looked(found, unit.name or unit.kind, y)
            return started

        def out(name: str, y: Any) -> None:
            if places.side == "leaving" and name in places.names:
                _looked(found, name, y)

        with walking(model, enter, leave, out=out), told("the model", x):
            found.outputs = _tensors(called(model, x))
        total = sum((one * torch.randn_like(one)).sum() for one in found.outputs if one.requires_grad)
        skips = max(0, additions(found.outputs) - found.inside) if closely else 0
        if torch.is_tensor(total):
            with told("the backward pass of the model", x):
                total.backward()
    found.outputs, found.entered = [], {}
    return found, skips


def _axes(made: Structure) -> dict[str, int]:
    """The axis of channels, by the name of what normalises."""
    found = {}
    for step in made.steps:
        groups = step.does.groups
        if groups is not None and groups.batch:
            found[step.name] = next((axis for axis, size in enumerate(groups.shape) if size > 1), 1)
    return found


def _counted(z: Any, found: Pass) -> Any:
    """Positions that the mask leaves out are 0."""
    mask = found.mask
    if mask is None or z.ndim < 3 or z.shape[:2] != mask.shape:
        return z
    return z * mask.reshape(*mask.shape, *[1] * (z.ndim - 2)).to(z.dtype)


def _looked(found: Pass, name: str, z: Any) -> None:
    """One call at a place."""
    import torch

    rows = samples_first(z, found.n)
    if rows is None:
        found.left_out.append(f"{name} sees {z.shape[0] if z.ndim else 1} rows for {found.n} points")
        return
    if found.fault is not None or not bool(torch.isfinite(rows.detach()).all()):
        return
    rows = _counted(rows, found)
    axis = found.axes.get(name, 1 if z.ndim != 3 else -1) if z.ndim > 1 else 0
    number = len(found.calls)
    flat = z if z.ndim > 1 else z[:, None]
    axis = axis if z.ndim > 1 else 1
    found.calls.append(Entered(name, name, int(flat.shape[axis]), rows[0].numel(), of_samples(rows),
                               effective_rank(flat, axis), constant(flat, axis)))  # fmt: skip
    if z.requires_grad:
        size = float(rows.detach().double().square().mean())

        def back(gradient: Any) -> None:
            found.gradient[number] = float(gradient.detach().double().square().sum()) * size

        z.register_hook(back)


def _watched(found: Pass, unit: Unit, y: Any) -> None:
    """Whether numbers stay finite, and gradients on their way."""
    import torch

    if found.fault is None and not bool(torch.isfinite(y.detach()).all()):
        found.fault = _fault(unit, y)
    found.units.append(unit)
    found.through.append((Size(y), found.entered.get(unit.name)))


def _fault(unit: Unit, y: Any) -> Fault:
    """Where numbers stop being finite first: in this unit, or before it."""
    import torch

    what = "nan" if bool(torch.isnan(y).any()) else "infinity"
    name = f"{unit.name} ({unit.kind})" if unit.name else unit.kind
    if unit.x is not None and not bool(torch.isfinite(unit.x).all()):
        what = "nan" if bool(torch.isnan(unit.x).any()) else "infinity"
        return Fault(what, f"what comes before {name}", "its input is not finite")
    if unit.module is not None:
        own = [p for p in (*unit.module.parameters(), *unit.module.buffers()) if p.is_floating_point()]
        if any(not bool(torch.isfinite(p).all()) for p in own):
            return Fault(what, name, "its weights are not finite")
    largest = None if unit.x is None else float(unit.x.detach().abs().max())
    return Fault(what, name, "" if largest is None else f"numbers up to {largest:.2g} come in")


def _backward_fault(found: Pass) -> Fault | None:
    """The unit, going back from the outputs, at which a gradient that is a number other than 0 comes to be none."""
    for unit, (given, taken) in zip(reversed(found.units), reversed(found.through), strict=True):
        if given.value is None or taken is None or taken.value is None or not 0 < given.value < np.inf:
            continue
        name = f"{unit.name} ({unit.kind})" if unit.name else unit.kind
        if taken.value == 0:
            own = [] if unit.module is None else [p for p in unit.module.parameters() if p.ndim > 1]
            zero = bool(own) and all(not bool(p.any()) for p in own)
            return Fault("zero gradient", name, "its weights are all 0" if zero else "")
        if not np.isfinite(taken.value):
            return Fault("wrong gradient", name, "")
    return None


@contextmanager
def told(what: str, x: Any) -> Iterator[None]:
    """Whatever the user's own code raises, in a sentence."""
    try:
        yield
    except (Exception, SystemExit) as error:
        said = (str(error).splitlines() or [""])[0][:200]
        raise ValueError(
            f"{what} raised {type(error).__name__} on a batch of shape {shape_of(x)}: {said}; give a batch of the "
            "shape that it takes, or mend the model"
        ) from error


def _tensors(outputs: Any) -> list[Any]:
    """All floating tensors among the outputs of a model, also of an object with parts by name."""
    parts = dict(outputs) if hasattr(outputs, "items") else outputs
    return [one for _, one in tensors(parts) if one.is_floating_point()]
