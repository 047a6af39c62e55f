"""What a claim quantifies over: domains of its symbols and objects, which tell members, list, draw and step.

An outsider's own domain is a function that makes a value by choices: see `composite`.
"""

from theory.domains.batches import AFFINE, Batches
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.matrices import (
    Correlations,
    gram_matrices,
    permutation_matrices,
    rational_matrices,
    sign_vectors,
    symmetric_matrices,
)
from theory.domains.numbers import Choose, Domain, Integers, Rationals, Values

__all__ = [
    "AFFINE",
    "Batches",
    "Choose",
    "Correlations",
    "Domain",
    "Given",
    "Index",
    "Integers",
    "Preceded",
    "Rationals",
    "Values",
    "composite",
    "gram_matrices",
    "permutation_matrices",
    "rational_matrices",
    "sign_vectors",
    "symmetric_matrices",
]
