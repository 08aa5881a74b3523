"""One piece of work on several cores: the caller and a few helpers take its parts in turn.

Only where BLAS is told to use one thread, as the program tells it: BLAS's own threads wait for each other by counting,
which takes a busy machine a hundred times as long. Must not know what the work is.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final, TypeVar

import numpy as np

Part = TypeVar("Part")
_MOST: Final = 4  # more cores than that are hardly ever free, and memory is not faster for them


@cache
def workers() -> int:
    """Return on how many cores work is done, the caller's among them; it never changes."""
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(_MOST, cores))


def each(work: Callable[[Part], object], parts: Iterable[Part]) -> None:
    """Do `work` on every part, several at a time; it must not matter in which order. Warnings of NumPy are silent.

    Raises what `work` raises, after all that has begun is done.
    """
    todo = deque(parts)

    def take() -> None:
        with np.errstate(all="ignore"):
            while todo:
                try:
                    part = todo.popleft()
                except IndexError:  # somebody else was faster
                    return
                work(part)

    helping = [_helpers().submit(take) for _ in range(min(workers(), len(todo)) - 1)]
    try:
        take()
    finally:
        todo.clear()
        # One that hasn't begun has nothing to do any more
        begun = [help for help in helping if not help.cancel()]
        for help in begun:
            help.exception()
    for help in begun:
        help.result()


def shares(length: int, step: int = 1) -> list[slice]:
    """Return `length` things in as many parts as there are workers, each but the last a multiple of `step`.

    >>> [part for part in shares(0)]
    []
    """
    size = max(1, -(-length // (workers() * step)) * step)
    return [slice(first, min(first + size, length)) for first in range(0, length, size)]


@cache
def _helpers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, workers() - 1), thread_name_prefix="attnviz-model")
