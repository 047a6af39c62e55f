"""Networks on PyTorch's arrays, as many at a time as there are seeds and arms; never imports `theory`.

`normalise`, `mlp`, `vgg` and `pretrain` import PyTorch when they are imported; `initial` and `configured` need none.
"""
