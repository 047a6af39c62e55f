"""Your own model, as a probe has seen it, beside theory and beside networks drawn with its widths."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np
from numpy.random import Generator

from numerics.studies.diagnosis.hypotheses import Facts, of_batch
from numerics.studies.diagnosis.measure import Floats, Measured, measured
from numerics.studies.diagnosis.reference import REPLICATES, replicates
from numerics.studies.diagnosis.study import Network, Study, beside, refuse
from numerics.training.drawn import Drawn
from numerics.training.probe.anatomy import BATCH
from numerics.training.probe.hooks import Probed, probe

__all__ = ["components", "facts", "law_of", "probe", "study"]


def components(probed: Probed) -> tuple[str, ...]:
    """Of its layers: BN is recentring and rescaling; ReLU where there are such modules, or most inputs say so."""
    batch = any(name in BATCH for name in probed.anatomy.norms)
    relu = probed.anatomy.relu or probed.rectified > 0.5
    return (*(("rc", "rs") if batch else ()), *(("nl",) if relu else ()))


def law_of(probed: Probed) -> Drawn | None:
    """The law of fully connected random networks of its widths; None where no theory here speaks of what normalises."""
    if probed.anatomy.running or not set(probed.anatomy.norms) <= set(BATCH):
        return None
    widths = tuple(call.width for call in probed.calls)
    return Drawn(widths, components(probed), probed.anatomy.epsilon)


def facts(probed: Probed, x: Floats) -> Facts:
    """What the table of hypotheses asks."""
    made = probed.anatomy
    left = tuple(f"left out: {what}" for what in probed.left_out)
    return Facts(
        of_batch(x), components(probed), tuple(call.width for call in probed.calls), made.epsilon,
        skip=probed.additions > 0, kinds=made.norms, running=made.running, affine=made.affine, bias=made.bias,
        other=made.other + left, gaussian=None,
    )  # fmt: skip


def study(
    probed: Probed, x: Floats, rng: Callable[[int], Generator], *, count: int = REPLICATES,
    executor: Executor | None = None, progress: Callable[[int, int], object] | None = None,
) -> Study:  # fmt: skip
    """What a probe has seen on the batch x, (k, n), all features of a point in one column, beside theory.

    `count` networks of its widths are drawn, fully connected and without skip connections, whatever the model is:
    where it is otherwise the hypotheses say so.

    Raises
    ------
    ValueError : a batch of which nothing would be left.
    """
    law = law_of(probed)
    refuse(x, law)
    alike = None if law is None else replicates(x, law, count, rng, executor=executor, progress=progress)
    network = Network(
        tuple(call.name if not call.name.isdigit() else f"layer {call.name}" for call in probed.calls),
        tuple(call.width for call in probed.calls),
        "entering",
        measured(probed.start),
        Measured.together([measured(call.gram) for call in probed.calls]),
        probed.gradient,
        np.array([call.channel_rank for call in probed.calls]),
        tuple(call.constant for call in probed.calls),
    )
    return beside(network, facts(probed, x), x, law, alike)
