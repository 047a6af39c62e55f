"""`python -m benchmarks.verdicts [--seed N]`: what `diagnose` says of 33 models, beside other code.

Each model is made anew 40 times, with fresh weights. A forward hook on one module, named by hand, gives what enters (or
leaves) it; Gram matrix, effective rank and angles are taken in plain PyTorch, and the verdict by its definition, as the
documentation has it. A row is right where (1) the parts that are found in the model are those that it was made of,
(2) effective ranks of the model itself agree to 1e-3, (3) the verdict is that of the majority of the 40, or the
sentence says undecided where less than 95 per cent of 80 networks agree, and (4) what is wrong with a model is told.
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import click
import numpy as np
import torch
from torch import Tensor, nn

from benchmarks.zoo import Specimen, specimens
from bninit.show.simulations.sentences import sentences
from numerics.streams import fresh_seed
from numerics.studies.diagnosis.probed import diagnosed
from numerics.studies.diagnosis.study import Study

NETWORKS = 40


class Plain(NamedTuple):
    """Of one network, by plain code: effective rank, mean squared cosines, norm ratio."""

    rank: float
    alignment: float
    ratio: float
    outlier_alignment: float
    features: int


@contextmanager
def caught(model: nn.Module, name: str, entering: bool) -> Iterator[list[Tensor]]:
    """What enters or leaves a module."""
    found: list[Tensor] = []

    def hook(module: nn.Module, inputs: tuple[Any, ...], output: Any) -> None:
        found.append((inputs[0] if entering else output).detach().clone())

    handle = model.get_submodule(name).register_forward_hook(hook)
    yield found
    handle.remove()


def seen(z: Tensor) -> Plain:
    """Of points along the first axis."""
    flat = z.reshape(len(z), -1).double()
    gram = flat @ flat.T
    n = len(gram)
    lengths = gram.diagonal().sqrt()
    cosines = gram / lengths[:, None] / lengths[None, :]
    far = int(lengths.argmax())
    rest = [number for number in range(n) if number != far]
    squares = cosines.square()
    return Plain(
        float(gram.trace() ** 2 / gram.square().sum()), float((squares.sum() - n) / (n * (n - 1))),
        float(lengths[far] / lengths[rest].mean()), float(squares[far, rest].mean()), flat.shape[1],
    )  # fmt: skip


def state(one: Plain, n: int, reach: int) -> str:
    """By the documentation: thrown out, one direction, orthogonal, spread."""
    if math.isnan(one.rank):
        return "vanished"
    if one.ratio >= 2 * (1 + math.sqrt(math.log(n) / one.features)) and one.outlier_alignment <= 1 / 2:
        return "thrown out"
    if one.alignment >= 2 / 3 + 1 / (3 * reach):
        return "one direction"
    return "orthogonal" if one.rank >= 0.9 * reach else "spread"


def verdict(start: Plain, late: Plain, n: int, reach: int) -> str:
    """From the batch to the last place."""
    before, now = state(start, n, n), state(late, n, reach)
    if now == "one direction":
        near = before == "one direction" and 1 - late.alignment > (1 - start.alignment) / 2
        return "stays" if near else "collapses"
    if now == "orthogonal" and before != "orthogonal":
        return "orthogonalises"
    return {"thrown out": "throws out", "vanished": "vanishes"}.get(now, "stays")


def run(model: nn.Module, batch: Any) -> None:
    """One pass, without gradients."""
    with torch.no_grad():
        model(**batch) if isinstance(batch, dict) else model(batch)


def embedded(model: nn.Module, batch: Any) -> Tensor:
    """The batch, or its embedding where it is words."""
    if not isinstance(batch, dict):
        return batch
    name = next(name for name, module in model.named_modules() if isinstance(module, nn.Embedding))
    with caught(model, name, False) as found:
        run(model, batch)
    return found[0]


def independent(specimen: Specimen, model: nn.Module) -> tuple[Plain, str]:
    """Numbers and verdict of one network."""
    start = seen(embedded(model, specimen.batch))
    with caught(model, specimen.last, specimen.entering) as found:
        run(model, specimen.batch)
    late, n = seen(found[-1]), len(found[-1])
    return late, verdict(start, late, n, specimen.reach or min(n, late.features))


class Row(NamedTuple):
    """Of the table: name, what is said, votes of both, what is wrong."""

    name: str
    says: str
    votes: str
    independent: str
    wrong: tuple[str, ...]


def judged(specimen: Specimen, seed: int) -> Row:
    """One model."""
    torch.manual_seed(seed)
    model = specimen.make()
    probed, study = diagnosed(model, specimen.batch, seed=seed, count=None)
    made = {"norms": (*probed.anatomy.norms, *probed.structure.recentred), "activations": probed.structure.activations,
            "unknown": probed.structure.unknown, "skips": probed.additions, "mask": probed.mask,
            "training": probed.training, "side": probed.places.side, "kind": probed.places.kind}  # fmt: skip
    text = sentences({"model": specimen.name, "mode": "keep", "at": None, "n": len(probed.start), "made": made}, study)
    wrong = list(_parts(specimen, made))
    if specimen.fault and not any(specimen.fault in line for line in text):
        wrong.append(f"fault not told: {' '.join(study.network.faults) or 'none'}")
    says = next(line for line in text if line.startswith(("The batch", "Undecided", "Up to")))
    if study.network.broken:
        return Row(specimen.name, " ".join(study.network.faults), "-", "-", tuple(wrong))
    here, _ = independent(specimen, model)
    told = float(study.network.seen.effective_rank[-1])
    if abs(here.rank - told) > 1e-3 * told:
        wrong.append(f"effective rank {told:.4f}, plainly {here.rank:.4f}")
    found: Counter[str] = Counter()
    for number in range(NETWORKS):
        torch.manual_seed(seed + 1 + number)
        found[independent(specimen, specimen.make())[1]] += 1
    wrong += _verdict(study, found)
    return Row(specimen.name, says, _counted(study.votes), _counted(found), tuple(wrong))


def _parts(specimen: Specimen, made: dict[str, Any]) -> Iterator[str]:
    """What was found in a model beside what it was made of."""
    named = [*made["norms"], *made["activations"]]
    for word in specimen.holds:
        if word not in named and not any(word in one for one in made["unknown"]):
            yield f"{word} not found (but {'; '.join(named) or 'nothing'})"
    for word in named:
        if word not in specimen.holds:
            yield f"{word} found"
    if made["skips"] != specimen.skips:
        yield f"{made['skips']} skip connections for {specimen.skips}"


def _verdict(study: Study, found: Counter[str]) -> Iterator[str]:
    """Whether the sentence is that of the networks drawn independently."""
    word, count = found.most_common(1)[0]
    share, total = count / found.total(), sum(study.votes.values())
    first, votes = next(iter(study.votes.items()))
    both = (count + study.votes.get(word, 0)) / (found.total() + total)
    if study.decided and first != word:
        yield f"{first}, independently {word}"
    elif not study.decided and both >= 0.95:
        yield f"undecided, independently {word} in {100 * share:.0f} per cent"
    elif abs(votes / total - share) > 5 * math.sqrt(0.25 / total + 0.25 / found.total()):
        yield f"{votes} of {total} for {count} of {found.total()}"


def _counted(votes: Any) -> str:
    return ", ".join(f"{count} {word}" for word, count in sorted(votes.items(), key=lambda pair: -pair[1]))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seed", type=int, help="Of weights and batches; default: fresh.")
@click.option("--only", default="", help="Part of a name.")
def main(seed: int | None, only: str) -> None:
    """The table; exit status 1 where a row is wrong."""
    torch.set_num_threads(1)
    seed = fresh_seed() % 10**6 if seed is None else seed
    click.echo(f"seed {seed}; PyTorch {torch.__version__}; NumPy {np.__version__}")
    bad, rows = 0, [one for one in specimens(seed) if only in one.name]
    for specimen in rows:
        row = judged(specimen, seed)
        bad += bool(row.wrong)
        says = re.sub(r"; the others are.*", "", row.says)
        click.echo(f"\n{'WRONG' if row.wrong else 'right'}  {row.name}\n    {says}")
        click.echo(f"    shuffled: {row.votes}; made anew: {row.independent}")
        for what in row.wrong:
            click.echo(f"    wrong: {what}")
    click.echo(f"\n{len(rows) - bad} of {len(rows)} right")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
