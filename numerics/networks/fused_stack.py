"""A stack of random networks that Numba draws from Gram matrix to Gram matrix, one call for many layers.

Nothing of a layer is held but its Gram matrix. Layers that need more than that (weak pivots, equal columns, neurons
without variance) are drawn here, in float64 and with the same weights, so that what is seen of a layer does not depend
on who drew it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from numerics.networks.layer import inputs_of, state_of
from numerics.networks.normals import compiled
from numerics.networks.rows import joined
from numerics.networks.sampler import GRAM, State
from numerics.networks.stack import Ints, Run, Stack

__all__ = ["FusedStack", "fits"]

SLOPES = {"relu": 0.0, "leaky_relu": None, "identity": 1.0}
"""Of the activations that are linear on both sides of 0, below it; None is the layer's own."""

AT_ONCE = 2**22
"""Neurons of all layers and networks in one call: about a tenth of a second."""


def fits(run: Run) -> bool:
    """Whether Numba can draw the layers: from Gram matrices alone, neuron by neuron, where scale does not matter."""
    layer = run.layer
    linear = "nl" not in layer.components or layer.activation in SLOPES
    linear = linear and (layer.eps, layer.scale, layer.shift) == (0, 1, 0) and not layer.over_neurons
    alone = layer.drawn_by is GRAM and not layer.skip and run.width > len(run.counts)
    return run.generator == "numba" and alone and linear


class FusedStack(Stack):
    """`Stack` for runs that fit."""

    def through(self, tell: Callable[[int], object]) -> None:
        """All layers: as many as can be by Numba, then one of each network that is left, and so on."""
        if not self.run.depth:
            return
        count, n = len(self.exponent), len(self.run.counts)
        states: Any = np.stack([np.asarray(draws.states) for draws in self.draws], axis=1)
        done, roots = np.zeros(count, dtype=np.int64), np.empty((count, n, n))
        ties = np.tile(np.arange(n), (count, 1))
        some, state = np.arange(count), self.state
        while some.size:
            nets = self._networks(some, state, done, states)
            self._advance(nets, tell)
            roots[some] = nets.roots
            left = np.flatnonzero(nets.status == compiled().WEAK)
            last = nets.done[left] + 1 == self.run.depth
            following = [(left[:0], state)]
            for inner, ends in {*zip(nets.inner[left].tolist(), last.tolist(), strict=True)}:
                these = left[(nets.inner[left] == inner) & (last == ends)]
                found = self._again(nets, these, state.ties, inner, ends, self.first + some[these])
                if ends:
                    roots[some[these]] = found.root
                    ties[some[these]] = _ties(found, n)
                else:
                    following.append((these, found))
            nets.done[left] += 1
            done[some], states[some], self.exponent[some] = nets.done, nets.states, nets.exponent
            tell(len(left))
            some = some[np.concatenate([these for these, _ in following])]
            state = _together([found for _, found in following[1:]] or [state])
        self.state = State(None, roots, None if (ties == np.arange(n)).all() else ties, np.ones(count))

    def _networks(self, some: Ints, state: State, done: Ints, states: Any) -> Any:
        """What Numba needs to know of the networks `some` in a state."""
        run, fused, n = self.run, compiled(), len(self.run.counts)
        shift = self._shift(state.size, 0)
        exponent = np.zeros_like(shift) if "rs" in run.layer.components else self.exponent[some] + shift
        factor = inputs_of(run.layer, state, run.width, run.counts, "float64", shift).factor
        padded = -(-n // 4) * 4
        factors = np.zeros((len(some), padded, padded))
        factors[:, : factor.shape[1], :n] = factor
        tied = (_ties(state, n) != np.arange(n)).any(axis=-1)
        ends = np.array([0, *(part.stop for part in run.parts)])
        return fused.Networks(
            factors, np.full(len(some), factor.shape[1]), np.ldexp(state.size, -shift), done[some], exponent,
            np.where(tied, fused.WEAK, 0), np.empty((len(some), n, n)), states[some], ends,
        )  # fmt: skip

    def _advance(self, nets: Any, tell: Callable[[int], object]) -> None:
        run, layer, fused = self.run, self.run.layer, compiled()
        n = int(run.counts.sum())
        slope = SLOPES[layer.activation] if "nl" in layer.components else 1.0
        law = fused.Law(
            run.counts / n, "rc" in layer.components, "rs" in layer.components, float(np.sqrt(1 - layer.ddof / n)),
            (8 * n * float(np.finfo(float).eps)) ** 2, float(layer.slope if slope is None else slope),
            layer.strength(run.width), run.dtype == "float32", run.depth,
        )  # fmt: skip
        most = max(1, AT_ONCE // (len(nets.done) * run.width))
        while (nets.status == 0).any():
            before = int(nets.done.sum())
            if self.pool is None:
                fused.advance(nets, law, most)
            else:
                fused.advance_by(self.pool, nets, law, most)
            tell(int(nets.done.sum()) - before)

    def _again(self, nets: Any, these: Ints, ties: Ints | None, inner: int, last: bool, numbers: Ints) -> State:
        """The next layer of the networks `these`, with all of its rows; `numbers` are those of the networks."""
        run, n = self.run, len(self.run.counts)
        factor = np.ascontiguousarray(nets.factors[these, :inner, :n])
        reference = run.layer.strength(run.width) * inner**0.5 * nets.size[these][:, None]
        found = []
        for part, place in enumerate(run.parts):
            states, y = nets.states[these, part], np.empty((len(these), place.stop - place.start, n))
            compiled().times(factor, states, y)
            nets.states[these, part] = states
            first = numbers - np.arange(len(these))
            y = run.layer.finish(y, None if ties is None else ties[these], run.counts, reference, first)
            found.append(state_of(run.layer, y, last=last))
        return joined(found)


def _ties(state: State, n: int) -> Ints:
    return np.tile(np.arange(n), (len(state.size), 1)) if state.ties is None else state.ties


def _together(states: Sequence[State]) -> State:
    """Of all networks of several states that are factors."""
    if len(states) == 1:
        return states[0]
    n = max(0 if state.ties is None else state.ties.shape[-1] for state in states)
    ties = np.concatenate([_ties(state, n) for state in states]) if n else None
    return State(None, np.concatenate([state.root for state in states]), ties,
                 np.concatenate([state.size for state in states]))  # fmt: skip
