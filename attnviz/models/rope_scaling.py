"""What the frequencies of rotary positions are divided by in models that were made to read longer texts.

Must not rotate anything.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from attnviz.models.fields import Fields, shown, unknown_feature


def factors(rope: Mapping[str, Any], base: float, d_head: int) -> tuple[float, ...] | None:
    """Return (d_head / 2,) divisors as config.json's rope_parameters ask for; None if frequencies stay as they are.

    Raises ModelProblem for ways of scaling other than "linear" and "llama3".
    """
    fields = Fields(rope, "config.json")
    kind = fields.value("rope_type") or fields.value("type") or "default"
    if kind == "default":
        return None
    if kind == "linear":
        return (fields.real("factor"),) * (d_head // 2)
    if kind != "llama3":
        raise unknown_feature(f"rope_type = {shown(kind)}")
    low, high = fields.real("low_freq_factor"), fields.real("high_freq_factor")
    length, factor = fields.real("original_max_position_embeddings"), fields.real("factor")
    if low >= high:
        raise fields.wrong("high_freq_factor")
    return tuple(_llama3(base ** (-2 * i / d_head), length, factor, low, high) for i in range(d_head // 2))


def _llama3(frequency: float, length: float, factor: float, low: float, high: float) -> float:
    """Return a frequency's divisor: 1 for fast ones, `factor` for slow ones, between them a mixture.

    The Llama 3 Herd of Models (2024), as in transformers' _compute_llama3_parameters.
    """
    turns = length * frequency / (2 * math.pi)  # of this frequency over the length it was trained on
    mixed = min(1.0, max(0.0, (turns - low) / (high - low)))
    return 1.0 / ((1 - mixed) / factor + mixed)
