"""Networks on PyTorch's arrays, as many at a time as there are seeds and arms; never imports `theory`.

The modules of this folder import PyTorch when they are imported.
"""
