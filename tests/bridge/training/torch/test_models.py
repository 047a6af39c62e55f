"""What models are made of is found by what they do: thirty of them, beside what they were written as."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from numerics.studies.diagnosis.compared import compare_models  # noqa: E402
from numerics.studies.diagnosis.probed import diagnose_model, law_of  # noqa: E402
from numerics.studies.diagnosis.watch import Watch  # noqa: E402
from numerics.training.probe.hooks import probe  # noqa: E402
from numerics.training.probe.shuffled import shuffled  # noqa: E402


class Deep(nn.Module):
    """Linear layers with a function after each, which no module has."""

    def __init__(self, after: Callable[[Any], Any], depth: int = 5, width: int = 40) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(6 if not i else width, width) for i in range(depth))
        self.after = after

    def forward(self, x: Any) -> Any:
        for layer in self.layers:
            x = self.after(layer(x))
        return x


def stack(*after: Callable[[int], Any], depth: int = 5, width: int = 40) -> Any:
    """The same with modules."""
    parts = []
    for number in range(depth):
        parts += [nn.Linear(6 if not number else width, width), *(make(width) for make in after)]
    return nn.Sequential(*parts)


class Residual(nn.Module):
    """x + f(W norm(x)), the function without a module."""

    def __init__(self, norm: Callable[[int], Any] | None) -> None:
        super().__init__()
        self.first, self.layers = nn.Linear(6, 40), nn.ModuleList(nn.Linear(40, 40) for _ in range(4))
        self.norms = nn.ModuleList(norm(40) for _ in range(4)) if norm else [nn.Identity()] * 4

    def forward(self, x: Any) -> Any:
        x = self.first(x)
        for layer, norm in zip(self.layers, self.norms, strict=True):
            x = x + functional.gelu(layer(norm(x)))
        return x


class Rms(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x: Any) -> Any:
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * self.weight


class FrozenNorm(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.rand(width) + 0.5)
        self.register_buffer("shift", torch.randn(width))

    def forward(self, x: Any) -> Any:
        return x * self.scale + self.shift


class Tokens(nn.Module):
    """A transformer of whole numbers and a mask, given by name."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(30, 16)
        self.block = nn.TransformerEncoderLayer(16, 2, 32, 0.0, activation="gelu", batch_first=True)
        self.head = nn.Linear(16, 3)

    def forward(self, ids: Any, attention_mask: Any) -> Any:
        return {"logits": self.head(self.block(self.embed(ids), src_key_padding_mask=attention_mask == 0))}


class Two(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.left, self.right, self.norm, self.head = (
            nn.Linear(6, 20),
            nn.Linear(4, 20),
            nn.LayerNorm(20),
            nn.Linear(20, 2),
        )

    def forward(self, u: Any, v: Any) -> Any:
        return self.head(self.norm(self.left(u) + self.right(v)))


def by_hand(z: Any) -> Any:
    return (z - z.mean(0)) / (z.var(0, unbiased=False) + 1e-5).sqrt()


def frozen() -> Any:
    model = stack(nn.BatchNorm1d, lambda m: nn.ReLU())
    model.train()
    for module in model:
        if isinstance(module, nn.BatchNorm1d):
            module.eval()
    return model


def parametrised(by: Callable[[Any], Any]) -> Any:
    model = stack(lambda m: nn.ReLU())
    for module in model:
        if isinstance(module, nn.Linear):
            by(module)
    return model


class Model(NamedTuple):
    """How it is made, words of its normalisation and activations, skips, whether all of it is recognised, and the
    components that theory has for it, if any."""

    make: Callable[[], Any]
    norm: str
    activations: tuple[str, ...]
    skips: int = 0
    known: bool = True
    theory: tuple[str, ...] | None = None
    shape: tuple[int, ...] = (10, 6)


RMS = "Rms over the features of each point"
BN, LN, BATCH = "BatchNorm1d over the batch", "LayerNorm over the features of each point", ("rc", "rs", "nl")
MODELS = {
    "BN, ReLU": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.ReLU()), BN, ("ReLU",), theory=BATCH),
    "BN, ReLU in place": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.ReLU(True)), BN, ("ReLU",), theory=BATCH),
    "BN, GELU": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.GELU()), BN, ("GELU",)),
    "BN, GELU of tanh": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.GELU("tanh")), BN, ("GELU (tanh form)",)),
    "BN, tanh": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.Tanh()), BN, ("tanh",)),
    "BN, leaky": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.LeakyReLU(0.2)), BN, ("leaky ReLU (slope 0.2)",)),
    "BN, ELU": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.ELU()), BN, ("ELU",)),
    "BN, Mish": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.Mish()), BN, ("Mish",)),
    "BN, softplus": Model(lambda: stack(nn.BatchNorm1d, lambda m: nn.Softplus()), BN, ("softplus",)),
    "BN, linear": Model(lambda: stack(nn.BatchNorm1d), BN, (), theory=("rc", "rs")),
    "BN of functions": Model(
        lambda: Deep(lambda z: functional.silu(functional.batch_norm(z, None, None, training=True))),
        "batch_norm over the batch", ("SiLU",)),
    "BN by hand": Model(lambda: Deep(lambda z: functional.gelu(by_hand(z))),
                        "a normalisation by hand over the batch", ("GELU",)),
    "BN by hand, ReLU": Model(lambda: Deep(lambda z: torch.relu(by_hand(z))),
                              "a normalisation by hand over the batch", ("ReLU",)),
    "frozen BN": Model(frozen, "BatchNorm1d, a fixed scale and shift", ("ReLU",)),
    "scale and shift": Model(lambda: stack(FrozenNorm, lambda m: nn.ReLU()), "FrozenNorm, a fixed scale and shift",
                             ("ReLU",)),
    "LN, SiLU": Model(lambda: stack(nn.LayerNorm, lambda m: nn.SiLU()), LN, ("SiLU",)),
    "RMS class": Model(lambda: stack(Rms, lambda m: nn.ReLU()), f"{RMS}, no mean taken off", ("ReLU",)),
    "RMS of functions": Model(lambda: Deep(lambda z: torch.sin(functional.rms_norm(z, (40,)))),
                              "rms_norm over the features of each point, no mean taken off", ("sine",)),
    "GN": Model(lambda: stack(lambda m: nn.GroupNorm(4, m), lambda m: nn.ReLU()),
                "GroupNorm over 4 groups of channels of each point", ("ReLU",)),
    "GELU of functions": Model(lambda: Deep(functional.gelu), "", ("GELU",)),
    "erf": Model(lambda: Deep(torch.erf), "", ("erf",)),
    "swish by hand": Model(lambda: Deep(lambda z: z * torch.sigmoid(z)), "", ("SiLU",)),
    "ReLU of functions": Model(lambda: Deep(torch.relu), "", ("ReLU",)),
    "PReLU": Model(lambda: stack(lambda m: nn.PReLU(m)), "", ("leaky ReLU (slope 0.25)",)),
    "nothing on the list": Model(lambda: Deep(lambda z: z + torch.sin(z) ** 2), "", (), known=False),
    "residual": Model(lambda: Residual(None), "", ("GELU",), 4),
    "residual, LN": Model(lambda: Residual(nn.LayerNorm), LN, ("GELU",), 4),
    "convolutions": Model(
        lambda: nn.Sequential(nn.Conv2d(3, 8, 3), nn.InstanceNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 8, 3),
                              nn.ReLU(), nn.AvgPool2d(2), nn.Flatten(), nn.Dropout(0.1), nn.LazyLinear(4)),
        "InstanceNorm2d over the positions of each channel and point", ("ReLU",), shape=(6, 3, 14, 14)),
    "spectral norm": Model(lambda: parametrised(nn.utils.parametrizations.spectral_norm), "", ("ReLU",)),
    "weight norm": Model(lambda: parametrised(nn.utils.parametrizations.weight_norm), "", ("ReLU",)),
    "bfloat16": Model(lambda: stack(nn.LayerNorm, lambda m: nn.GELU()).bfloat16(), LN, ("GELU",)),
    "gates": Model(lambda: nn.GRU(6, 12, batch_first=True), "", (), known=False, shape=(10, 7, 6)),
    "recurrent": Model(lambda: nn.LSTM(6, 12, batch_first=True), "", (), known=False, shape=(10, 7, 6)),
    "attention": Model(lambda: nn.TransformerEncoderLayer(6, 2, 24, 0.0, "gelu", batch_first=True, norm_first=True),
                       "LayerNorm over the last axis of each point and position", ("GELU",), 2, known=False,
                       shape=(10, 7, 6)),
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_found(name: str, seed: int) -> None:
    """Normalisation, activations and skips are those that the model was written with, whatever weights it drew; what is
    on no list is said by name; theory is quoted for plain chains with ReLU or none alone; no rank is above its most."""
    wanted = MODELS[name]
    model, x = wanted.make(), torch.randn(*wanted.shape)
    if any(isinstance(module, nn.LazyLinear) for module in model.modules()):
        model(x)  # which makes it
    found = probe(model, x, seed=seed)
    assert found.anatomy.norms == ((wanted.norm,) if wanted.norm else ())
    assert found.structure.activations == wanted.activations
    assert found.additions == wanted.skips
    assert bool(found.structure.unknown) != wanted.known
    law = law_of(found)
    assert (None if law is None else law.components) == wanted.theory
    study = diagnose_model(model, x, seed=seed, count=3)
    assert study.network.seen.effective_rank[-1] <= study.reach * (1 + 1e-9)
    assert (study.wide is None and not study.rays and not study.speak) == (wanted.theory is None)


@pytest.mark.parametrize("name", ["BN, GELU", "LN, SiLU", "GELU of functions", "residual, LN", "GN"])
def test_numbers(name: str, seed: int) -> None:
    """Effective ranks and angles at the last place are those of singular values of what an own hook has seen there."""
    wanted = MODELS[name]
    model, x = wanted.make().double(), torch.randn(*wanted.shape).double()
    kept: list[Any] = []
    kinds = (nn.BatchNorm1d, nn.LayerNorm, nn.GroupNorm) if wanted.norm else (nn.Linear,)
    places = [module for module in model.modules() if isinstance(module, kinds)]
    if wanted.norm:
        places[-1].register_forward_pre_hook(lambda module, args: kept.append(args[0].detach().numpy().copy()))
    else:
        places[-1].register_forward_hook(lambda module, args, out: kept.append(out.detach().numpy().copy()))
    model(x)
    squares = np.linalg.svd(kept[0], compute_uv=False) ** 2
    late = diagnose_model(model, x, seed=seed, count=2).network.seen.at(-1)
    assert float(late.effective_rank) == pytest.approx(squares.sum() ** 2 / np.square(squares).sum())
    unit = kept[0] / np.linalg.norm(kept[0], axis=1, keepdims=True)
    cosines = (unit @ unit.T)[np.triu_indices(len(unit), 1)]
    assert float(late.alignment) == pytest.approx(np.square(cosines).mean())


def test_shuffled_weights(seed: int) -> None:
    """Each tensor keeps its numbers, in another order each time; orthogonal ones stay orthogonal, sparse ones stay; in
    the end the model is as it was, and a graph that was made before is still good."""
    model = nn.Sequential(nn.Linear(6, 9), nn.Linear(9, 9), nn.Linear(9, 9), nn.Linear(9, 6))
    nn.init.orthogonal_(model[1].weight, gain=2.0)
    nn.init.eye_(model[2].weight)
    before = {name: value.clone() for name, value in model.state_dict().items()}
    x = torch.randn(8, 6)
    loss = model(x).square().sum()
    found = probe(model, x, seed=seed)
    seen: list[dict[str, Any]] = []
    model[0].register_forward_hook(lambda *call: seen.append({k: v.clone() for k, v in model.state_dict().items()}))
    shuffled(model, x, found, np.trace, seed=seed, count=2)
    first, last = seen[0], seen[-1]
    for name in ("0.weight", "0.bias", "3.weight"):
        assert torch.equal(first[name].flatten().sort().values, before[name].flatten().sort().values)
        assert not torch.equal(first[name], before[name])
        assert not torch.equal(first[name], last[name])
    eye = first["1.weight"] @ first["1.weight"].T
    assert torch.allclose(eye, 4 * torch.eye(9), atol=1e-4)
    assert torch.equal(first["2.weight"], before["2.weight"])
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    loss.backward()
    assert model[0].weight.grad is not None


def test_masked_tokens(seed: int) -> None:
    """Inputs by name, whole numbers, a dict as output; what the mask leaves out changes nothing that is measured."""
    model = Tokens().double()
    mask = (torch.arange(7)[None] < torch.tensor([[7], [4], [5], [3], [6]])).long()
    ids = torch.randint(30, (5, 7))
    other = torch.where(mask == 1, ids, (ids + 11) % 30)
    found, changed = (probe(model, {"ids": part, "attention_mask": mask}, seed=seed) for part in (ids, other))
    assert found.mask == "attention_mask"
    assert np.isfinite(found.gradient).all()
    for a, b in zip(found.calls, changed.calls, strict=True):
        np.testing.assert_allclose(a.gram, b.gram, rtol=1e-9)


def test_several_inputs(seed: int) -> None:
    """A tuple is the arguments."""
    study = diagnose_model(Two(), (torch.randn(9, 6), torch.randn(9, 4)), seed=seed, count=3)
    assert study.network.names == ("norm",)
    assert study.alike == 3


def test_places(seed: int) -> None:
    """A pattern of names says where to look: what leaves these modules; a pattern of nothing is refused with names."""
    found = probe(Residual(nn.LayerNorm), torch.randn(9, 6), seed=seed, at="layers.*")
    assert [call.name for call in found.calls] == [f"layers.{i}" for i in range(4)]
    with pytest.raises(ValueError, match="no layer of the model has a name like blocks"):
        probe(Residual(None), torch.randn(9, 6), seed=seed, at="blocks.*")


def spoilt(kind: str) -> Any:
    model = stack(nn.BatchNorm1d, lambda m: nn.ReLU())
    model.append(nn.Linear(40, 3))
    with torch.no_grad():
        if kind == "nan":
            model[6].weight[0, 0] = float("nan")
        if kind == "infinity":
            model[6].weight.fill_(3e38)
        if kind == "zero gradient":
            model[-1].weight.zero_()
        if kind == "dead":
            model[4].bias.fill_(-1e3)
    return model


FAULTS = {
    "nan": ("nan", "6 (Linear)", "its weights are not finite"),
    "infinity": ("infinity", "6 (Linear)", "numbers up to"),
    "zero gradient": ("zero gradient", "15 (Linear)", "its weights are all 0"),
    "dead": ("zero gradient", "5 (ReLU)", ""),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_faults(kind: str, seed: int) -> None:
    """The first layer where a number is none or infinite, or the gradient becomes 0, is named, and why."""
    model, x = spoilt(kind), torch.randn(9, 6)
    found = probe(model, x, seed=seed)
    what, name, why = FAULTS[kind]
    fault = found.faults[0]
    assert (fault.what, fault.name) == (what, name)
    assert fault.why.startswith(why)
    study = diagnose_model(model, x, seed=seed, count=3)
    assert (study.verdict == "breaks") == (kind in ("nan", "infinity"))
    assert name in study.network.faults[0]


def test_compared_models(seed: int) -> None:
    """BN keeps a batch apart where ReLU alone brings it together: the paired difference of effective ranks has an
    interval above 0. Of a model and itself with new weights it holds 0 in most quantities, each at level 95."""
    relu, bn = stack(lambda m: nn.ReLU(), depth=9), stack(nn.BatchNorm1d, lambda m: nn.ReLU(), depth=9)
    x = torch.randn(10, 6)
    found = {one.name: one for one in compare_models(relu, bn, x, seed=seed, count=20)}
    assert found["effective_rank"].low > 1
    assert found["angle"].differs
    again = compare_models(bn, stack(nn.BatchNorm1d, lambda m: nn.ReLU(), depth=9), x, seed=seed, count=20)
    assert sum(one.differs for one in again) <= 4
    with pytest.raises(ValueError, match="wanted 6 or more"):
        compare_models(relu, bn, x, seed=seed, count=5)


def test_watched_training(seed: int, tmp_path: Any) -> None:
    """Every third step is looked at; training goes as it would alone, to the last bit; a table and a picture."""

    def trained(watched: bool) -> tuple[Any, Watch | None]:
        torch.manual_seed(seed % 2**31)
        model, x = stack(nn.BatchNorm1d, lambda m: nn.ReLU(), depth=3), torch.randn(12, 6)
        optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
        watch = Watch(model, x[:8], every=3) if watched else None
        for _ in range(7):
            optimiser.zero_grad()
            model(x + torch.randn_like(x)).square().mean().backward()
            optimiser.step()
            if watch is not None:
                watch()
        return model, watch

    model, watch = trained(True)
    alone, _ = trained(False)
    assert watch is not None
    assert all(torch.equal(a, b) for a, b in zip(model.state_dict().values(), alone.state_dict().values(), strict=True))
    assert [look.step for look in watch.looks] == [0, 3, 6]
    assert len(watch.table().splitlines()) == 4
    assert watch.series("angle")[1].shape == (3, 3)
    assert not np.array_equal(watch.series("angle")[1][0], watch.series("angle")[1][2])
    watch.picture(str(tmp_path / "along.png"))
    assert (tmp_path / "along.png").stat().st_size > 5000


def test_two_points() -> None:
    """BN of two points gives signs of differences, which pass for linear, and for one number alone, by chance: fresh
    networks keep their theory all the same."""
    for seed in range(20):
        torch.manual_seed(int(np.random.default_rng().integers(2**31)))
        law = law_of(probe(stack(nn.BatchNorm1d, lambda _: nn.ReLU(), depth=3, width=20), torch.randn(2, 6), seed=seed))
        assert law is not None
        assert law.components == ("rc", "rs", "nl")


class Recentred(nn.Module):
    def forward(self, x: Any) -> Any:
        return x - x.mean(0)


def test_recentring_alone() -> None:
    """It is named, and theory of such layers is quoted, unless a bias counts; at width 400 the map of infinite width is
    near."""
    torch.manual_seed(3)
    model, x = stack(lambda _: Recentred(), lambda _: nn.ReLU(), width=400), torch.randn(8, 6)
    made = probe(model, x, seed=1)
    assert made.structure.recentred == ("Recentred takes the mean off over the batch",)
    assert law_of(made) is None
    for one in model.modules():
        if isinstance(one, nn.Linear):
            nn.init.zeros_(one.bias)
    study = diagnose_model(model, x, count=2)
    assert study.wide is not None
    assert abs(float(study.wide.angle[-1]) - float(study.network.seen.angle[-1])) < 8
