"""Rotary positions as Llama-like models have them (Su et al. 2021), float32. Must not know what is rotated."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from attnviz.models.config import Config, Floats

_ROWS: Final = 64  # that are turned at a time: they stay in the processor's cache


class Rotation:
    """Turns queries and keys by their positions: pairs (i, i + d_head / 2), by position · base^(−2i / d_head)."""

    def __init__(self, config: Config) -> None:
        """config: of a model with rope_base. Raises ValueError without one."""
        if config.rope_base is None:
            raise ValueError(f"{config.name} has no rotary positions")
        exponents = np.arange(0, config.d_head, 2, dtype=np.float32) / np.float32(config.d_head)
        self._speeds: Floats = 1 / np.power(np.float32(config.rope_base), exponents)
        if config.rope_factors is not None:
            self._speeds /= np.asarray(config.rope_factors, np.float32)
        self._table = lru_cache(maxsize=4)(self._waves)  # all layers of a run ask for the same

    def turn(self, rows: Floats, first: int) -> None:
        """Turn rows (n, heads, d_head), whose positions start at `first`, in place."""
        cosine, sine = self._table(first, len(rows))
        for start in range(0, len(rows), _ROWS):
            part = slice(start, start + _ROWS)
            _turn(rows[part], cosine[part], sine[part])

    def _waves(self, first: int, n: int) -> tuple[Floats, Floats]:
        """Return the cosine (n, 1, d_head) and ∓ sine (n, 1, 2, d_head / 2) of each position and pair."""
        positions = np.arange(first, first + n, dtype=np.float32)
        # Angles are rounded to float32, as models are trained with; their sine and cosine are exact
        angles = (positions[:, None, None, None] * self._speeds).astype(np.float64)
        cosine, sine = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        return np.concatenate((cosine, cosine), axis=3)[:, :, 0], np.concatenate((-sine, sine), axis=2)


def _turn(rows: Floats, cosine: Floats, sine: Floats) -> None:
    halves = rows.reshape(*rows.shape[:2], 2, -1)
    other = halves[:, :, ::-1] * sine
    rows *= cosine
    rows += other.reshape(rows.shape)
