"""What a function of tensors is, found by what it does to inputs and to changes of them, never by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from numerics.training.probe.functions import FEWEST, Fitted, fitted

__all__ = ["Groups", "Kind", "groupings", "kind_of", "normalised", "tolerance"]

Function = Callable[[Any], Any]

LARGE = 100.0
"""Size of inputs at which the epsilon of a normalisation counts for nothing."""


class Groups(NamedTuple):
    """What a normalisation makes alike: one mean and one size for each group of entries.

    over : in words. shape : of the groups along the axes of the input. split : groups of channels, 0 for none.
    centred : whether a mean is taken off. plain : whether the output is that and nothing else: no scale, no shift.
    batch : whether points are put together.
    """

    over: str
    shape: tuple[int, ...]
    split: int
    centred: bool
    plain: bool
    batch: bool


class Kind(NamedTuple):
    """What a function does.

    what : linear, activation, normalisation, frozen (a scale and a shift for each channel, of numbers that are not
    trained), scale (one that is), moves (numbers alone), averages (linear without weights), largest (of windows),
    random, constant, not finite, or unknown; recentring takes off the mean of groups, and nothing else.
    """

    what: str
    activation: Fitted | None = None
    groups: Groups | None = None


def tolerance(x: Any) -> float:
    """Of comparisons in the precision of x, relative: four roots of its eps, 0.0014 in float32."""
    import torch

    return float(min(4 * float(torch.finfo(x.dtype).eps) ** 0.5, 0.02))


def kind_of(f: Function, x: Any, weights: bool, fixed: bool, seed: int) -> Kind:
    """Of f, tensors like x to tensors; `weights` says whether it holds any, `fixed` whether it holds other numbers.

    f is asked at x, at changes of x of its own size, and at inputs of size 100, up to some forty times.
    """
    import torch

    generator = torch.Generator().manual_seed(seed)

    def drawn(size: float) -> Any:
        return (torch.randn(x.shape, generator=generator) * size).to(x.device, x.dtype)

    limit = tolerance(x)
    at = f(x)
    if not bool(at.isfinite().all()):
        return Kind("not finite")
    if not _near(f(x), at, limit):
        return Kind("random")
    size = max(float(x.double().std()) if x.numel() > 1 else 1.0, 1.0)
    u, v = drawn(size), drawn(size)
    first, second = f(x + u), f(x + v)
    moved = float((first - at).double().norm())
    still = moved == 0 and float((second - at).double().norm()) == 0
    if still and all(bool((f(drawn(LARGE)) == at).all()) for _ in range(4)):
        return Kind("constant")
    linear = float((f(x + u + v) - first - second + at).double().norm()) <= limit * (
        moved + float((second - at).double().norm()) + limit * float(at.double().norm())
    )
    if linear:  # BN of two points has signs of differences, which are often additive by chance, but do not grow
        far = f(x + LARGE * u)
        linear = float((far - at - LARGE * (first - at)).double().norm()) <= 4 * limit * LARGE * (
            moved + limit * float(at.double().norm())
        )
    same = at.shape == x.shape
    alone = same and _alone(f, x, at, drawn(size), generator)
    if linear:
        return _linear(f, x, at, (weights, fixed), alone, limit)
    if alone:
        z = drawn(3.0)
        many = [z, *(drawn(3.0) for _ in range(4 * FEWEST // x.numel()))]  # a narrow one gives few pairs at once
        pairs = [np.concatenate([_plain(one).ravel() for one in some]) for some in (many, [f(one) for one in many])]
        found = fitted(pairs[0], pairs[1], limit)
        return Kind("activation", found) if found is not None else _by_channels(z, f(z), limit)
    if same:
        groups = _groups(f, x, limit, drawn)
        if groups is not None:
            return Kind("normalisation", groups=groups)
    elif at.numel() < x.numel() and _largest(f, x, at, limit):
        return Kind("largest")
    return Kind("unknown")


def _plain(x: Any) -> Any:
    return x.detach().double().cpu().numpy()


def _near(a: Any, b: Any, limit: float) -> bool:
    if a.shape != b.shape:
        return False
    far = float((a - b).double().norm())
    return far <= limit * float(b.double().norm())


def _alone(f: Function, x: Any, at: Any, change: Any, generator: Any) -> bool:
    """Whether each output follows the input of the same place alone: a change of half of them moves that half.

    Six halves, as signs of differences are often the same by chance.
    """
    import torch

    for _ in range(6):
        some = (torch.rand(x.shape, generator=generator) < 0.5).to(x.device)
        after = f(torch.where(some, x + change, x))
        still = (after == at) | ((after - at).abs() <= 1e-6 * at.abs())
        if not bool(still[~some].all()):
            return False
    return True


def _linear(f: Function, x: Any, at: Any, holds: tuple[bool, bool], alone: bool, limit: float) -> Kind:
    """One of the linear functions."""
    weights, fixed = holds
    if alone and (weights or fixed):
        return Kind("frozen" if fixed else "scale")
    if alone:
        one = fitted(*_both_signs(f, x), limit)
        return Kind("moves") if one is not None and one.name == "identity" else Kind("scale")
    if weights or fixed:
        return Kind("linear")
    if at.shape == x.shape and (groups := _recentred(x, at, limit)) is not None:
        return Kind("recentring", groups=groups)
    if at.numel() == x.numel():
        before, after = np.sort(_plain(x).ravel()), np.sort(_plain(at).ravel())
        if np.allclose(before, after, rtol=limit, atol=0):
            return Kind("moves")
    return Kind("averages")


def _recentred(x: Any, at: Any, limit: float) -> Groups | None:
    """The groups whose means are taken off."""
    for words, shape, split, batch in groupings(tuple(x.shape)):
        axes = tuple(axis for axis in range(x.ndim) if shape[axis] == 1)
        if not split and _near(at, x - x.mean(axes, keepdim=True), limit):
            return Groups(words, shape, 0, True, True, batch)
    return None


def _both_signs(f: Function, x: Any) -> tuple[Any, Any]:
    """x and -x, and what becomes of them."""
    pair = [_plain(x), _plain(-x)]
    return np.concatenate(pair), np.concatenate([_plain(f(x)), _plain(f(-x))])


def _by_channels(z: Any, y: Any, limit: float) -> Kind:
    """An activation with numbers of its own for each channel, such as PReLU: the mean slope; unknown where not."""
    if z.ndim < 2:
        return Kind("unknown")
    for axis in {1, z.ndim - 1}:
        pairs = zip(z.movedim(axis, 0), y.movedim(axis, 0), strict=True)
        found = [fitted(_plain(a), _plain(b), limit) for a, b in pairs]
        names = {one.name for one in found if one is not None}
        if None not in found and len(names) == 1:
            factor, slope = (float(np.mean([one[place] for one in found if one is not None])) for place in (1, 2))
            return Kind("activation", Fitted(names.pop(), round(factor, 6), round(slope, 6)))
    return Kind("unknown")


def _largest(f: Function, x: Any, at: Any, limit: float) -> bool:
    """Whether each output is one of the inputs, and stays that one under a function that grows."""
    import torch

    grown = f(torch.tanh(x / max(float(x.abs().max()), 1e-30)))
    wanted = torch.tanh(at / max(float(x.abs().max()), 1e-30))
    return _near(grown, wanted, limit)


def groupings(shape: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...], int, bool]]:
    """(words, shape of the groups, groups of channels, whether points are put together), the finest first.

    >>> [(words, shape) for words, shape, split, _ in groupings((5, 6)) if not split]
    [('the batch', (1, 6)), ('the features of each point', (5, 1))]
    """
    n, ones = shape[0], (1,) * (len(shape) - 2)
    found: list[tuple[str, tuple[int, ...], int, bool]] = []
    if len(shape) < 2:
        return
    if len(shape) > 2:
        found.append(("the last axis of each point and position", (*shape[:-1], 1), 0, False))
        found.append(("the channels of each point and position", (n, 1, *shape[2:]), 0, False))
        if len(shape) > 3:
            found.append(("the positions of each channel and point", (n, shape[1], *ones), 0, False))
        found.append(("the batch, for each feature and position", (1, *shape[1:]), 0, True))
        found.append(("the batch and its positions, for each of the last axis", (1, *ones, shape[-1]), 0, True))
    for split in range(shape[1] // 2, 1, -1):
        if shape[1] % split == 0:
            found.append((f"{split} groups of channels of each point", (n, shape[1], *ones), split, False))
    found.append(("the features of each point", (n, 1, *ones), 0, False))
    where = "the batch" if len(shape) == 2 else "the batch and its positions"
    found.append((where, (1, shape[1], *ones), 0, True))

    def count(one: tuple[str, tuple[int, ...], int, bool]) -> int:
        return n * one[2] if one[2] else int(np.prod(one[1]))

    numel = int(np.prod(shape))
    last = {(one[1], one[2]): one for one in found if count(one) < numel}  # axes of one entry make some the same
    yield from sorted(last.values(), key=lambda one: (-count(one), one[3]))


def _spread(values: Any, shape: tuple[int, ...], split: int) -> Any:
    """One value for each group, along the axes."""
    if not split:
        return values
    return values[:, :split].repeat_interleave(shape[1] // split, dim=1)


def normalised(x: Any, shape: tuple[int, ...], split: int, centred: bool) -> Any:
    """x by groups, each over its root mean square about its mean (or about 0)."""
    z = x.double()
    wide = z.reshape(z.shape[0], split, -1) if split else z
    axes = (2,) if split else tuple(axis for axis in range(z.ndim) if shape[axis] == 1)
    if centred:
        wide = wide - wide.mean(axes, keepdim=True)
    return (wide / wide.square().mean(axes, keepdim=True).sqrt()).reshape(z.shape)


def _groups(f: Function, x: Any, limit: float, drawn: Callable[[float], Any]) -> Groups | None:
    """The finest groups whose sizes f does not see, if there are any."""
    X = drawn(LARGE) + (x * (LARGE / max(float(x.double().std()), 1e-30)) if x.numel() > 1 else x)
    Y = f(X)
    if _near(f(X + drawn(LARGE)), Y, 0.05):
        return None

    def unseen(shape: tuple[int, ...], split: int) -> bool:
        """Signs of differences, which BN of two points gives, are often the same by chance: at six places."""
        part = tuple(slice(0, size) for size in shape)
        for _ in range(6):
            Z = X + drawn(3 * LARGE)
            if not _near(f(Z * _spread(drawn(1.5)[part].abs().exp(), shape, split)), f(Z), limit):
                return False
        return True

    for words, shape, split, batch in groupings(tuple(x.shape)):
        if not unseen(shape, split):
            continue
        part = tuple(slice(0, size) for size in shape)
        shift = _spread(LARGE * drawn(1.0)[part], shape, split)
        centred = _near(f(X + shift), Y, limit)
        places = (X, X + drawn(3 * LARGE), X + drawn(3 * LARGE))  # where two points lie near, epsilon counts
        plain = any(_near(f(Z).double(), normalised(Z, shape, split, centred), limit) for Z in places)
        return Groups(words, shape, split, centred, plain, batch)
    return None
