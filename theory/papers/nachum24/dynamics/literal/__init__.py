"""The literal layer on Gram matrices, its fixed rays, and their stability."""
