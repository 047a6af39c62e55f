"""Your own model, as a probe has seen it, beside theory and beside the same model with its weights shuffled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from numerics.studies.diagnosis.hypotheses import Facts, Points, of_batch
from numerics.studies.diagnosis.measure import Floats, Measured, measured
from numerics.studies.diagnosis.reference import REPLICATES, Replicates
from numerics.studies.diagnosis.study import Network, Study, beside
from numerics.training.drawn import Drawn
from numerics.training.probe.hooks import Fault, Probed, probe
from numerics.training.probe.inputs import points_of, tensors
from numerics.training.probe.shuffled import Alike, shuffled

__all__ = ["afforded", "diagnose_model", "diagnosed", "facts", "law_of", "probe", "study"]

AFFORDED, FEWEST = 1.5e12, 5
"""Floating operations for all shuffled models where nobody says how many, half a minute; and the fewest models."""

FAULTS = {
    "nan": "The first number that is none (nan) arises in {}",
    "infinity": "The first infinity arises in {}",
    "zero gradient": "Going backwards the gradient is 0 from {} on",
    "wrong gradient": "Going backwards the gradient is finite until {}, and not after it",
}


def broken(probed: Probed) -> bool:
    """Whether numbers stop being finite on the way."""
    return any(fault.what in ("nan", "infinity") for fault in probed.faults)


def law_of(probed: Probed) -> Drawn | None:
    """The law of its layers as theory has it; None where no theory here speaks of it: another activation than ReLU,
    another architecture, scales and shifts, a bias that counts, places that were asked for."""
    plain, made = probed.structure.plain, probed.anatomy
    if plain is None or plain.activation.name not in ("relu", "identity"):
        return None
    if made.running or made.affine == "trained" or probed.additions or probed.left_out or broken(probed):
        return None
    wanted = len(probed.structure.norms) if "rs" in plain.components else len(probed.structure.of("linear"))
    if (made.bias and "rs" not in plain.components) or len(probed.calls) != wanted:
        return None
    if probed.places.side != ("entering" if "rs" in plain.components else "leaving"):
        return None
    return Drawn(
        tuple(call.width for call in probed.calls), plain.components, 0.0 if np.isnan(made.epsilon) else made.epsilon
    )


def facts(probed: Probed, x: Floats | None) -> Facts:
    """What the table of hypotheses asks; x, (k, n), is the batch, None for whole numbers."""
    made, plain, structure = probed.anatomy, probed.structure.plain, probed.structure
    left = tuple(f"left out: {what}" for what in probed.left_out)
    n = len(probed.start)
    rescaled = ("rc", "rs") if made.over_batch else ()
    components = plain.components if plain is not None else (*rescaled, "nl")  # what is not known may be of any kind
    activation = " and ".join(structure.activations) or ("not recognised" if structure.unknown else "identity")
    if structure.activations in ((), ("ReLU",)) and not structure.unknown:
        activation = "relu"
    return Facts(
        Points(n, n, n, 0, 0) if x is None else of_batch(x), components, tuple(call.width for call in probed.calls),
        made.epsilon, skip=probed.additions > 0, activation=activation, features=probed.calls[-1].features,
        kinds=made.norms, over_batch=made.over_batch, running=made.running, affine=made.affine, bias=made.bias,
        other=made.other + left, gaussian=None,
    )  # fmt: skip


def said(fault: Fault) -> str:
    """A sentence."""
    return FAULTS[fault.what].format(fault.name) + (f": {fault.why}." if fault.why else ".")


def study(probed: Probed, x: Floats | None, alike: list[Alike[Measured]]) -> Study:
    """What a probe has seen beside theory, where it speaks of such a model, and beside shuffled models.

    Raises
    ------
    ValueError : nothing is finite from the first layer on; the layer is named.
    """
    faults = tuple(said(fault) for fault in probed.faults)
    if not probed.calls:
        raise ValueError(" ".join(faults) + " Nothing that is looked at comes before it.")
    network = Network(
        tuple(call.name if not call.name.isdigit() else f"layer {call.name}" for call in probed.calls),
        tuple(call.width for call in probed.calls),
        "entering",
        measured(probed.start),
        Measured.together([measured(call.gram) for call in probed.calls]),
        probed.gradient,
        np.array([call.channel_rank for call in probed.calls]),
        tuple(call.constant for call in probed.calls if probed.places.side == "entering"),
        faults,
        broken(probed),
    )
    others = together(alike) if len(alike) > 1 else None
    law = law_of(probed) if x is not None else None
    return beside(network, facts(probed, x), np.eye(len(probed.start)) if x is None else x, law, others)


def together(alike: list[Alike[Measured]]) -> Replicates:
    """Shuffled models side by side."""
    seen = Measured.together([Measured.together(one.seen) for one in alike])
    turned = Measured(**{name: np.swapaxes(value, 0, 1) for name, value in vars(seen).items()})
    return Replicates(turned, np.stack([one.gradient for one in alike], axis=1))


def flat(batch: Any) -> Floats | None:
    """The first floating tensor of a batch, each point a column of all of its features; None where there is none."""
    for _, one in tensors(batch):
        if one.is_floating_point():
            return np.asarray(one.detach().reshape(len(one), -1).double().cpu().numpy().T)
    return None


def afforded(probed: Probed) -> int:
    """How many shuffled models are passed through where nobody says it."""
    return int(min(REPLICATES, max(FEWEST, AFFORDED // max(probed.operations, 1.0))))


def diagnose_model(
    model: Any,
    batch: Any,
    *,
    seed: int = 0,
    mode: str = "keep",
    at: str | None = None,
    count: int | None = None,
) -> Study:
    """What a PyTorch module does to a batch, beside `count` more that have its weights in another order.

    Parameters
    ----------
    model : left as it was: weights, statistics, gradients, flags.
    batch : a tensor (n, ..), a tuple of arguments or a dict of them by name, points along the first axis.
    seed : of shuffles, of dropout, and of the linear function whose gradients are taken.
    mode : "keep" the flags of training, or "train" or "eval" meanwhile.
    at : a pattern of names of modules, such as "blocks.*": what leaves them is looked at. By default what enters all
        that normalises, or leaves linear layers where nothing does.
    count : 39, or fewer where the model is large.

    Raises
    ------
    ValueError : in a sentence: one point, a pass that fails, points that are all equal.
    """
    return diagnosed(model, batch, seed=seed, mode=mode, at=at, count=count)[1]


def diagnosed(
    model: Any, batch: Any, *, seed: int, mode: str = "keep", at: str | None = None, count: int | None = None,
    device: str | None = None, progress: Callable[[int, int], object] | None = None,
) -> tuple[Probed, Study]:  # fmt: skip
    """`diagnose_model`, and what the probe has seen; the model is moved to `device`, where one is given."""
    _refuse(batch)
    found = probe(model, batch, seed=seed, mode=mode, at=at, device=device)
    count = afforded(found) if count is None else count
    if broken(found):
        count = 0
    done = [0]

    def told() -> None:
        done[0] += 1
        if progress is not None:
            progress(done[0], count)

    alike = shuffled(model, batch, found, measured, seed=seed, count=count, mode=mode, device=device, done=told)
    return found, study(found, flat(batch), alike)


def _refuse(batch: Any) -> None:
    """Numbers that are not finite, and points of which nothing is told apart."""
    points = points_of(batch)
    for name, one in tensors(batch):
        if not bool(one.isfinite().all()):
            raise ValueError(f"the input {name}{' ' * bool(name)}of shape {tuple(one.shape)} is not finite: wanted "
                             "finite numbers, points along the first axis")  # fmt: skip
    first = tensors(batch)[0][1]
    if points > 1 and bool((first == first[:1]).all()):
        raise ValueError(f"all {points} points of the batch are equal: give different points")
