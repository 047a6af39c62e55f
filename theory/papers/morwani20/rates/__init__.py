"""Least squares: H*, local speed, tuned rates, the price of a large rate."""
