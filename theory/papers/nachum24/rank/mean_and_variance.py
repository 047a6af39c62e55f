"""The components of batch normalization as the abstract has them: what recentring and rescaling make of a row."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from theory.batchnorm import dot, recentre, rescale
from theory.claim import Claim, Locator, Twin
from theory.domains.batches import Batches
from theory.domains.given import Given
from theory.papers.nachum24 import NACHUM24
from theory.term import number, size, total
from theory.words import At


@Claim(
    "nachum24.rank.mean-and-variance",
    source=Locator(NACHUM24, "BN = RC, RS and ReLU"),
    status="reconstructed",
    says="recentring takes the mean of a row over the batch to zero, and rescaling then its variance to one, its mean "
    "being zero still; the non-linearity comes last",
    silent_on="what the layer is beyond the abstract; constant rows, which rescaling leaves without a value",
    predicts=(Integer(0), Integer(0), Integer(1)),
    given=Given({"x": Batches(up_to=("order",))}),
    speaks_of=("rc", "rs"),
    twins=(
        Twin((Integer(0), Integer(0), Integer(2)), "the variance doubled, as ReLU wants it"),
        Twin((Integer(0), Integer(1), Integer(1)), "the mean of the row is lost in rescaling"),
    ),
).literal(most=60)
def mean_and_variance(at: At) -> tuple[Any, ...]:
    """The mean of RC(x), and mean and mean square of RS(RC(x))."""
    centred = recentre(at.x)
    z = rescale(centred)
    n = number(size(at.x))
    return total(centred) / n, total(z) / n, dot(z, z) / n
