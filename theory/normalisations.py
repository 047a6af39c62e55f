"""Normalisations over the neurons of a layer, and of its weights, as exact maps of one row.

Where `theory.batchnorm` takes a neuron on all data, here x is one data point: its entries are the m neurons of a layer.
Entries are as there, ints, Fractions, SymPy's or terms. Sources: layer normalisation, Ba, Kiros and Hinton (2016);
RMS normalisation, Zhang and Sennrich (2019); group normalisation, Wu and He (2018); instance normalisation, Ulyanov,
Vedaldi and Lempitsky (2016); weight standardisation, Qiao et al. (2019).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from theory.batchnorm import Row, degrees, dot
from theory.primitive import primitive
from theory.term import NoValueError, Vec, each, number, root, size, total, vanishes
from theory.term.named import named

__all__ = ["affine", "group_norm", "instance_norm", "layer_norm", "rms_norm", "standardise"]


def _row(x: Any, *_: Any, **__: Any) -> Row:
    row = each(number, x)
    if isinstance(row, tuple) and not row:
        raise ValueError("an empty row cannot be normalised: give at least one entry")
    return row


def _centred(x: Any) -> Row:
    row = _row(x)
    mean = total(row) / size(row)
    return each(lambda v: v - mean, row)


def _over_root(row: Row, eps: Any) -> Row:
    """The row over sqrt(|row|^2 / size + eps)."""
    square = dot(row, row) / degrees(size(row)) + eps
    if vanishes(square):
        raise NoValueError(f"row {row}: zeros cannot be rescaled; entries must differ (or not all be 0), or eps > 0")
    scale = root(square)
    return each(lambda v: v / scale, row)


@named("RMS", shape=lambda x: (size(x),))
@primitive("rms", _row)
def rms_norm(x: Sequence[Any], eps: Any = 0) -> Row:
    """RMS: x over sqrt(|x|^2/m + eps), m the number of neurons; equivalent to `torch.nn.functional.rms_norm`.

    Raises
    ------
    ValueError
        for a row of zeros, unless eps > 0.

    >>> rms_norm([1, 7])
    (1/5, 7/5)
    """
    return _over_root(_row(x), eps)


@named("LN", shape=lambda x: (size(x),))
@primitive("ln", lambda x, eps=0: _over_root(_row(x), eps))
def layer_norm(x: Sequence[Any], eps: Any = 0) -> Row:
    """LN: c over sqrt(|c|^2/m + eps), c = x - mean(x); equivalent to `torch.nn.functional.layer_norm`.

    Raises
    ------
    ValueError
        for a row of equal entries, unless eps > 0.

    >>> layer_norm([1, 3]), layer_norm([1, 1, -2], eps=7)
    ((-1, 1), (1/3, 1/3, -2/3))
    """
    return _over_root(_centred(x), eps)


def _in_groups(x: Any, groups: int, what: Callable[[Row], Row]) -> Row:
    if isinstance(x, Vec):
        raise TypeError("a row of unknown length has no groups: give them as rows, each(layer_norm, rows)")
    row = _row(x)
    inner, rest = divmod(len(row), groups) if groups >= 1 else (0, 1)
    if rest:
        raise ValueError(f"{groups} groups of {len(row)} neurons: wanted a number that divides them")
    return tuple(v for start in range(0, len(row), inner) for v in what(row[start : start + inner]))


@named("GN", shape=lambda x, groups: (size(x),))
@primitive("gn", lambda x, groups, eps=0: _in_groups(x, 1, lambda part: _over_root(_centred(part), eps)))
def group_norm(x: Sequence[Any], groups: int, eps: Any = 0) -> Row:
    """GN: LN of each of so many groups of neurons that follow each other; one group is LN.

    Of a row of terms whose length is not known, take `each(layer_norm, rows)` on the groups as rows.

    Raises
    ------
    ValueError
        for a number of groups that does not divide that of neurons; a group of equal entries, unless eps > 0.

    >>> group_norm([1, 3, 5, 1], 2)
    (-1, 1, 1, -1)
    """
    return _in_groups(x, groups, lambda part: _over_root(_centred(part), eps))


@named("IN", shape=lambda x, channels: (size(x),))
@primitive("gn", lambda x, channels, eps=0: _in_groups(x, 1, lambda part: _over_root(_centred(part), eps)))
def instance_norm(x: Sequence[Any], channels: int, eps: Any = 0) -> Row:
    """IN: LN of each channel over its places; x has the places of one channel after those of another.

    GN with one channel a group, of an image laid out as a row, as `reshape(channels * places)` does. Channels of one
    place have nothing to be centred against: they raise, as `torch.nn.functional.instance_norm` does.

    >>> instance_norm([1, 3, 5, 0], 2)
    (-1, 1, 1, -1)
    """
    return _in_groups(x, channels, lambda part: _over_root(_centred(part), eps))


@named("WS", shape=lambda w: (size(w),))
@primitive("ws", _row)
def standardise(w: Sequence[Any], eps: Any = 0) -> Row:
    """WS: the weights of one neuron, w - mean(w) over its standard deviation; |WS w|^2 is the number of its inputs k.

    Of i.i.d. Gaussian weights it is uniform on the sphere of radius sqrt(k) orthogonal to (1, .., 1).

    >>> standardise([5, 1])
    (1, -1)
    """
    return _over_root(_centred(w), eps)


@named("({1} ⊙ {0} + {2})", r"({1} \odot {0} + {2})", shape=lambda x, scale, shift: (size(x),))
@primitive("affine", _row)
def affine(x: Sequence[Any], scale: Any, shift: Any) -> Row:
    """Gain and shift after a normalisation: scale x + shift, each a number for all neurons or a row of one for each.

    >>> affine([1, -1], 3, [0, 1])
    (3, -2)
    """
    row = _row(x)
    gains, shifts = (
        _row(value) if isinstance(value, Sequence | Vec) else each(lambda _, value=value: number(value), row)
        for value in (scale, shift)
    )
    return each(lambda v, gain, more: gain * v + more, row, gains, shifts)
