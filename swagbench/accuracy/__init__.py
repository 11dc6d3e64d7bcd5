"""Accuracy: how far answers in floating point are from the truth, and what they depend on."""
