"""Instances at which claims came closest to failing: cases of their checks (`bninit hunt --keep`)."""
