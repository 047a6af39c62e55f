"""Figures of morwani20, Sections 4 and 5: other normalisations, and noise; networks are trained on PyTorch."""

from __future__ import annotations

import numpy as np

from bninit.draw.style import THEORY, Picture, band, legend, look, numbers, panels
from numerics.streams import stream


def normalisations(seed: int) -> Picture:
    """Section 4: distance from the start by epoch and the ten greatest eigenvalues at the end, ten normalisations."""
    from numerics.training.protocols.norms import ARMS, Shallow, ends

    size, sizes = 4, Shallow(epochs=20)
    found = ends(sizes, ARMS, size, stream(seed, "bninit figures: morwani20.normalisations"))
    figure, axes = panels(6.4, 2, 2)
    for arm, (p, centred) in enumerate(ARMS):
        name = f"L{'∞' if np.isinf(p) else f'{p:g}'}"
        column, style = int(not centred), look(arm // 2, markevery=4, label=name)
        band(axes[0][column], np.arange(sizes.epochs + 1), found.distance[arm].T, **style)
        band(axes[1][column], np.arange(1, sizes.eigenvalues + 1), found.eigenvalues[arm], **style)
    for column, name in enumerate(("centred", "uncentred")):
        axes[0][column].set(title=name, xlabel="epoch", ylim=(0, None))
        axes[1][column].set(
            xlabel="place", ylim=(0.9 * np.nanmin(found.eigenvalues), 1.1 * np.nanmax(found.eigenvalues))
        )
        axes[1][column].set(yscale="log")
    axes[0][0].set_ylabel("distance from the start")
    axes[1][0].set_ylabel("eigenvalue of the Hessian")
    legend(figure, 5)
    best = 100 * found.accuracy.mean(axis=1)
    told = ", ".join(f"L{'oo' if np.isinf(p) else f'{p:g}'} {'centred' if c else 'uncentred'} {share:.1f}"
                     for (p, c), share in zip(ARMS, best, strict=True))  # fmt: skip
    return Picture(
        figure,
        f"{sizes.layers} layers of width {sizes.width}, ReLU, SGD at rate {sizes.rate:g} in batches of {sizes.batch} "
        f"on {sizes.images} of scikit-learn's digits, {sizes.epochs} epochs; {size} seeds, mean and 95 percent "
        f"confidence; all arms share data, weights and minibatches. Eigenvalues of the Hessian of the loss on "
        f"{sizes.hessian} images, by Lanczos. The source has the L2 and L3 panels, on 10,000 images of MNIST.",
        f"Best test accuracies in percent, mean of the seeds: {told}.",
    )


def noise(seed: int) -> Picture:
    """Section 5: best validation accuracy against the number of training data, three laws of the family."""
    from numerics.training.protocols.noise import Noisy, best

    size, counts, laws = 6, (3, 10, 30), (0.3, 0.6, 1.2)
    figure, axes = panels(3.6, 1, 3)
    told = []
    for place, (panel, separation) in enumerate(zip(axes, laws, strict=True)):
        rng = stream(seed, "bninit figures: morwani20.noise", place)
        values = np.stack([best(Noisy(separation, each, epochs=20), size, rng) for each in counts], axis=2)
        for number, name in enumerate(("with BN", "without BN")):
            band(panel, counts, values[number], **look(number), label=name)
        panel.axhline(0.2, **THEORY, label="chance")
        panel.set(title=f"class means ±{separation:g}", xlabel="data for each class", xscale="log", ylim=(0.1, 1.05))
        panel.set_xticks(counts, map(str, counts))
        panel.minorticks_off()
        told.append(f"means ±{separation:g}: BN less vanilla {numbers((values[0] - values[1]).mean(axis=0))}")
    axes[0].set_ylabel("best validation accuracy")
    legend(figure, 3)
    return Picture(
        figure,
        "1,000 features, 100 of them useful, 5 classes, one hidden layer of 100, ReLU, SGD in batches of 25 without "
        f"shuffling, 20 epochs at rates 0.03 and 0.3; {size} data sets each, paired; mean and 95 percent confidence. "
        "The source plots one instance of a law that it does not state.",
        f"Mean differences at {', '.join(map(str, counts))} data for each class; {'; '.join(told)}.",
    )
