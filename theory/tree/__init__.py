"""The tree of positive and negative transformations of a batch: leaves, exact Gram matrices, limits.

>>> print(Tree([0, 1, 2]).limit(5))
c_min = 9/25, c_max = 9/25 (exact)
"""

from theory.tree.leaves import Tree, negative, positive

__all__ = ["Tree", "negative", "positive"]
