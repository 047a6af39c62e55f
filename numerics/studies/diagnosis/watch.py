"""A look at a PyTorch module every few steps of its training."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from numerics.studies.diagnosis.measure import Measured, measured
from numerics.studies.diagnosis.reference import growth
from numerics.training.probe.hooks import gradients, on_device, passed, probe
from numerics.training.probe.walk import kept

__all__ = ["Look", "Watch"]


class Look(NamedTuple):
    """At one step: what was seen at each place (L,), and the growth of squared gradients a layer."""

    step: int
    seen: Measured
    growth: float


class Watch:
    """Call it after each step of training; every k of them it passes the batch through the module, which it leaves as
    it was: weights, statistics, gradients, flags, random numbers.

    Parameters
    ----------
    model, batch, mode, at, seed : as `diagnose_model` takes them.
    every : steps between looks; the first call is step 0, and is looked at.

    Examples
    --------
    >>> watch = Watch(model, batch, every=100)                       # doctest: +SKIP
    >>> for x, y in data:                                            # doctest: +SKIP
    ...     loss(model(x), y).backward()
    ...     optimiser.step()
    ...     watch()
    >>> print(watch.table())                                         # doctest: +SKIP
    """

    def __init__(
        self, model: Any, batch: Any, *, every: int = 100, mode: str = "keep", at: str | None = None, seed: int = 0
    ) -> None:
        if every < 1:
            raise ValueError(f"every = {every}: wanted a number of steps from 1 on")
        self.model, self.batch, self.every, self.mode, self.seed = model, batch, every, mode, seed
        self.probed = probe(model, batch, seed=seed, mode=mode, at=at)
        self.steps = 0
        self.looks: list[Look] = []

    def __call__(self) -> Look | None:
        """One step is done; what was seen after it, if it was looked at."""
        step, self.steps = self.steps, self.steps + 1
        if step % self.every:
            return None
        x = on_device(self.model, self.batch, None)
        with kept(self.model, self.mode):
            found, _ = passed(self.model, x, self.probed.places, self.probed.structure, self.seed)
        if not found.calls:
            raise ValueError(f"at step {step} nothing that is looked at is finite")
        look = Look(step, Measured.together([measured(call.gram) for call in found.calls]),
                    float(growth(gradients(found))))  # fmt: skip
        self.looks.append(look)
        return look

    def table(self) -> str:
        """What entered (or left) the last place, by step.

        Columns: effective rank, mean angle between points, norm ratio, growth of squared gradients a layer.
        """
        lines = ["    step  eff. rank   angle  norm ratio   growth"]
        for look in self.looks:
            late = look.seen.at(-1)
            lines.append(f"{look.step:8,d}{late.effective_rank:11.2f}{late.angle:8.2f}{late.norm_ratio:12.3f}"
                         f"{look.growth:9.3f}")  # fmt: skip
        return "\n".join(lines)

    def series(self, name: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Steps, (S,), and a quantity of `measure` at each place, (S, L); "growth" has no places, (S,)."""
        steps = np.array([look.step for look in self.looks])
        if name == "growth":
            return steps, np.array([look.growth for look in self.looks])
        return steps, np.stack([look.seen.of(name) for look in self.looks])

    def picture(self, file: str) -> None:
        """Effective rank, angle and growth along time, first, middle and last place, drawn to a file."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6.4, 6.0), layout="constrained")
        FigureCanvasAgg(figure)
        panels = (
            ("effective_rank", "effective rank"),
            ("angle", "angle (degrees)"),
            ("growth", "growth of gradient^2"),
        )
        for axes, (name, label) in zip(figure.subplots(3, 1, sharex=True), panels, strict=True):
            steps, values = self.series(name)
            if values.ndim == 1:
                axes.plot(steps, values)
            else:
                for place in sorted({0, values.shape[1] // 2, values.shape[1] - 1}):
                    axes.plot(steps, values[:, place], label=self.probed.calls[place].name)
                axes.legend(frameon=False, fontsize="small")
            axes.set_ylabel(label)
        axes.set_xlabel("steps of training")
        figure.savefig(file)
