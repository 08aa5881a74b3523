"""When two results count as the same: bit for bit, in every matrix of a trace."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from numpy.typing import NDArray

from attnviz.core import Trace
from attnviz.core.arithmetic import same_bits


def identical(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Say whether two arrays of one shape and type hold the same bits everywhere."""
    return bool(same_bits(a, b).all())


def same_trace(a: Trace, b: Trace) -> bool:
    """Say whether two traces hold the same bits in every matrix; what one does not have, the other must not have."""
    names = [field.name for field in fields(Trace) if field.name not in ("kernel", "mask")]
    pairs = [(getattr(a, name), getattr(b, name)) for name in names]
    assert all((one is None) == (other is None) for one, other in pairs)
    same = all(identical(one, other) for one, other in pairs if one is not None)
    return same and a.kernel == b.kernel and bool((a.mask == b.mask).all())
