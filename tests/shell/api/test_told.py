"""What the author of a claims file is told of a slip: which name or value came, and which there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bninit import api
from bninit.run.load import load

BEFORE = """
from sympy import Symbol, sqrt
from bninit.api import *
P = Paper("mine", "My paper", "I. Myself", 2026, "draft")
L = Locator(P, "Lemma 1")
def claim(predicts=n, given={"n": Integers(1)}, **more):
    return Claim("mine.told.slip", L, "words", predicts, given, **more)
"""

WHEN_MADE = {
    "claim(predict=n)": "Claim has no parameter 'predict'; did you mean 'predicts'?",
    "claim(hypothesis=('a',))": "did you mean 'hypotheses'?",
    "Claim('mine.told.slip', L, predicts=n)": "Claim lacks says",
    "Paper('mine', 'T')": "Paper lacks authors, year, reference",
    "Bias(0.1)": "Bias lacks source, how",
    "Integers(min=2)": "Integers has no parameter 'min'; there are least, most, far",
    "Integers('2')": "least is '2': wanted a whole number",
    "Batches(Integers(2), up_to='order')": "up_to is 'order': wanted a tuple, ('order',)",
    "Batches(Integers(2), upto=('order',))": "did you mean 'up_to'?",
    "claim(n + k)": "predicts has the symbol k, which `given` does not have; there are n",
    "claim(given={'x': Batches(Integers(2))})": "the symbol n, which `given` does not have; there are x",
    "claim(Symbol('s'), Given({'n': Integers(1)}, letters={'s': lambda at: sqrt(at['n'])}))": "s, which is sqrt(2) at",
    "claim(given=Given({'n': Integers(1)}, letters={'m': lambda at: at['k']}))": "the instance has no 'k'; there are n",
    "claim(given=Given({'n': Integers(1)}, lambda at: at.n > 2))": "write at['n']",
    "Given({'n': Integers(1)}, 'n > 2')": "where is 'n > 2': wanted a function",
    "Given({'n': Integers(1)}, letters={'m': 3})": "the letter m is 3: wanted a function",
    "claim().literal(symbol=True)": "literal has no parameter 'symbol'; did you mean 'symbols'?",
    "claim().exact(lambda predicted: iter(()))": "exact takes the scope first",
    "sampled(claim(), 'networks')": "sampled lacks at",
    "sampled(claim(), 'n', at=({'n': 1},), notices=.1, support=BOOLEAN)(lambda rng, size: 0)": "takes (rng, size)",
}

WHEN_RUN = {
    "at.y": "the instance has no 'y'; there are n",
    "at['y']": "the instance has no 'y'; there are n",
    "None": "the left side is None at n = 1: wanted a number, as predicts is; return it",
    "'n'": "the left side is 'n' at n = 1: wanted a number",
    "(at.n, at.n)": "the left side has 2 entries at n = 1, and predicts has 1",
}


@pytest.mark.parametrize(("slip", "said"), WHEN_MADE.items())
def test_when_it_is_made(slip: str, said: str) -> None:
    with pytest.raises((TypeError, ValueError, KeyError, AttributeError), match=re.escape(said)):
        exec(f"{BEFORE}\n{slip}", {"__name__": "slip"})  # noqa: S102 - what an author would write


@pytest.mark.parametrize(("left", "said"), WHEN_RUN.items())
def test_when_it_is_run(left: str, said: str) -> None:
    """A slip in the code of the left side is an error, and refutes nothing."""
    Path("slip.py").write_text(f"{BEFORE}\n@claim()\ndef slip(at):\n    return {left}\n")
    made = load("slip.py")["mine.told.slip"]
    with pytest.raises((TypeError, KeyError, AttributeError), match=re.escape(said)):
        api.judge(made.checks[0], made.predicts)
