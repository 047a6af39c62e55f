"""Partitions: counts by the library, covers, no repetition."""

from itertools import chain

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import bell
from sympy.utilities.iterables import partitions

from theory.exact.partitions import integer_partitions, set_partitions

FEW = settings(derandomize=True, database=None, deadline=None, max_examples=30)


def test_set_partitions() -> None:
    """Bell numbers; without singletons B(n+1) = sum of the two neighbours: b(n) + b(n+1) = Bell(n)."""
    for size in range(8):
        assert len(set(set_partitions(size))) == bell(size)
        pairs_or_more = [sum(1 for _ in set_partitions(n, 2)) for n in (size, size + 1)]
        assert sum(pairs_or_more) == bell(size)


@FEW
@given(st.lists(st.integers(), max_size=5, unique=True))
def test_blocks(items: list[int]) -> None:
    """Each partition covers all items once, and none comes twice."""
    found = []
    for labels in set_partitions(len(items)):
        blocks = [[item for item, label in zip(items, labels, strict=True) if label == b] for b in {*labels}]
        found.append(sorted(map(sorted, blocks)))
    assert all(sorted(chain.from_iterable(blocks)) == sorted(items) for blocks in found)
    assume(items)
    assert len({str(blocks) for blocks in found}) == len(found)


@FEW
@given(st.integers(0, 9), st.integers(1, 5), st.integers(1, 9))
def test_integer_partitions(total: int, parts: int, most: int) -> None:
    """SymPy's partitions, those into at most `parts` positive parts of at most `most`, padded with zeros."""
    found = list(integer_partitions(total, parts, most))
    every = (sorted((p for p, k in each.items() for _ in range(k)), reverse=True) for each in partitions(total))
    expected = [(*each, *[0] * (parts - len(each))) for each in every if len(each) <= parts and max([0, *each]) <= most]
    assert sorted(found) == sorted(expected)
