"""The claims of my-paper. Check them with `bninit check --claims claims.py`."""

from bninit.api import (
    Batches,
    Claim,
    Given,
    Integers,
    Locator,
    Paper,
    Verdict,
    batchnorm,
    each,
    n,
    one_if,
    places,
    size,
    total,
)

PAPER = Paper("my-paper", "The title of my-paper", "A. Theorist", 2026, "draft")


@Claim(
    "my-paper.entries.pairs",
    Locator(PAPER, "Lemma 1"),
    "after batch normalization the product of two entries is -1/(n-1), on average over all pairs",
    predicts=-1 / (n - 1),
    given=Given({"x": Batches(Integers(2))}, letters={"n": lambda at: size(at["x"])}),
    speaks_of=("rc", "rs"),
)
def pairs(at):
    """The left side at one batch x, by its definition. It does not see what is predicted."""
    z, rows = batchnorm(at.x), places(size(at.x))
    later = each(lambda i: total(each(lambda j: one_if(i, "<", j) * z[i] * z[j], rows)), rows)
    return 2 * total(later) / (size(z) * (size(z) - 1))


misread = Claim(
    "my-paper.entries.uncorrelated",
    Locator(PAPER, "a misreading of Lemma 1"),
    "after batch normalization two entries are uncorrelated: their product is 0, on average over all pairs",
    predicts=0 * n,
    given=pairs.given,
    status="reading",
    expected=Verdict.REFUTED,
    corrected_by=(pairs.id,),
)
misread.literal(pairs)
