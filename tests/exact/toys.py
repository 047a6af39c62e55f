"""Claims of no paper, for tests of what is done with claims."""

from typing import Any

from bninit.results.result import Plan, Result
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper

SOURCE = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")


def toy(**fields: Any) -> Claim:
    """A claim with these fields, and as little as possible in the others."""
    least = {"id": "mine.toy.one", "source": SOURCE, "status": "new", "says": "..", "tex": "..", "hypotheses": ()}
    return Claim(**(least | fields))


def checked(claim: Claim) -> Result:
    return check_claim(claim, Plan("quick", 1, 0))
