"""Layered drawing of an acyclic graph: layers by longest path, crossings lowered by barycentres.

Positions only, in abstract rows and layers; `graph` draws. The method is that of Sugiyama, Tagawa and Toda (1981).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

SWEEPS = 8

Node = Any
"""A node's name, or (tail, head, layer) for the place where a long edge passes a layer."""


@dataclass(frozen=True)
class Layered:
    """Nodes of a connected graph by layers, in rows; `paths` lists the nodes through which each edge runs."""

    layers: tuple[tuple[Node, ...], ...]
    rows: Mapping[Node, float]
    paths: Mapping[tuple[str, str], tuple[Node, ...]]


def components(nodes: Iterable[str], edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Connected components, the largest first, each in the order of `nodes`.

    >>> components("abcd", [("a", "c")])
    [['a', 'c'], ['b'], ['d']]
    """
    names = list(nodes)
    leader = {name: name for name in names}

    def find(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    for tail, head in edges:
        leader[find(head)] = find(tail)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(find(name), []).append(name)
    return sorted(groups.values(), key=lambda group: -len(group))


def layered(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> Layered:
    """Put every node one layer after the last of those that point to it; long edges get a place in every layer.

    >>> found = layered("abcd", [("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")])
    >>> [[node for node in layer if isinstance(node, str)] for layer in found.layers]
    [['a'], ['b', 'd'], ['c']]
    >>> found.paths["a", "c"]
    ('a', ('a', 'c', 1), 'c')
    """
    level: dict[str, int] = {}
    before = {node: [tail for tail, head in edges if head == node] for node in nodes}
    after = {node: [head for tail, head in edges if tail == node] for node in nodes}

    def depth(node: str) -> int:
        if node not in level:
            level[node] = 1 + max(map(depth, before[node]), default=-1)
        return level[node]

    for node in nodes:
        depth(node)
    for node in sorted(nodes, key=lambda node: -level[node]):  # roots go beside what uses them
        if not before[node] and after[node]:
            level[node] = min(level[head] for head in after[node]) - 1
    layers: list[list[Node]] = [[] for _ in range(1 + max(level.values()))]
    for node in nodes:
        layers[level[node]].append(node)
    paths: dict[tuple[str, str], tuple[Node, ...]] = {}
    for tail, head in edges:
        passing = [(tail, head, at) for at in range(level[tail] + 1, level[head])]
        for place in passing:
            layers[place[2]].append(place)
        paths[tail, head] = (tail, *passing, head)
    links = [link for path in paths.values() for link in pairwise(path)]
    _uncross(layers, links)
    return Layered(tuple(map(tuple, layers)), _rows(layers, links), paths)


def _uncross(layers: list[list[Node]], links: Sequence[tuple[Node, Node]]) -> None:
    """Sort each layer by the mean place of its neighbours, to and fro; ties keep their order."""
    left, right = _neighbours(links)
    for sweep in range(SWEEPS):
        forwards = sweep % 2 == 0
        for layer in layers if forwards else reversed(layers):
            place = {node: i for other in layers for i, node in enumerate(other)}
            near = left if forwards else right
            key = {node: _mean([place[other] for other in near.get(node, ())], place[node]) for node in layer}
            layer.sort(key=key.__getitem__)


def _rows(layers: Sequence[Sequence[Node]], links: Sequence[tuple[Node, Node]]) -> dict[Node, float]:
    """Rows at least 1 apart within a layer, each node as near to its neighbours as that allows; the topmost is 0."""
    left, right = _neighbours(links)
    rows: dict[Node, float] = {node: float(i) for layer in layers for i, node in enumerate(layer)}
    for sweep in range(SWEEPS):
        near = left if sweep % 2 == 0 else right
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = [_mean([rows[other] for other in near.get(node, ())], rows[node]) for node in layer]
            rows |= dict(zip(layer, spaced(wanted), strict=True))
    at, place, before = 0.0, {}, None
    for row in sorted(set(rows.values())):  # bands without a node are closed
        at += min(row - before, 1.0) if before is not None else 0.0
        place[row], before = at, row
    return {node: place[row] for node, row in rows.items()}


def spaced(wanted: Sequence[float]) -> list[float]:
    """The nearest places in the sense of least squares that keep their order and are at least 1 apart.

    Subtracting i from the i-th leaves isotonic regression: neighbours in the wrong order are pooled to their mean.

    >>> spaced([0, 0, 5])
    [-0.5, 0.5, 5.0]
    """
    pools: list[tuple[float, int]] = []
    for i, want in enumerate(wanted):
        total, size = float(want - i), 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            before, count = pools.pop()
            total, size = total + before, size + count
        pools.append((total, size))
    levels = [total / size for total, size in pools for _ in range(size)]
    return [level + i for i, level in enumerate(levels)]


def _neighbours(links: Sequence[tuple[Node, Node]]) -> tuple[dict[Node, list[Node]], dict[Node, list[Node]]]:
    left: dict[Hashable, list[Node]] = {}
    right: dict[Hashable, list[Node]] = {}
    for tail, head in links:
        left.setdefault(head, []).append(tail)
        right.setdefault(tail, []).append(head)
    return left, right


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
