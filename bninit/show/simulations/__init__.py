"""What simulations found, on a terminal."""
