"""Trained weights from a file, and what they compute. NumPy; the extra's libraries are imported only when needed.

Never Qt. Never runs anything that a file holds.
"""
