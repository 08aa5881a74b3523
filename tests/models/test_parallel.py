from __future__ import annotations

import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from attnviz.models import parallel


def test_every_part_is_done_once() -> None:
    done: list[int] = []
    parallel.each(done.append, range(100))
    assert sorted(done) == list(range(100))
    parallel.each(done.append, [])
    assert len(done) == 100


@pytest.mark.skipif(parallel.workers() < 2, reason="there is one core, or BLAS has threads of its own")
def test_parts_are_done_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=20)
    parallel.each(lambda _: both.wait(), range(2))


@pytest.mark.skipif(parallel.workers() < 2, reason="there is one core, or BLAS has threads of its own")
def test_an_error_in_a_helper_reaches_the_caller_when_all_are_done() -> None:
    caller, working = threading.get_ident(), threading.Event()

    def work(_: int) -> None:
        if threading.get_ident() == caller:
            working.wait(20)
            return
        working.set()
        time.sleep(0.05)
        raise KeyError("from a helper")

    with pytest.raises(KeyError, match="from a helper"):
        parallel.each(work, range(2))


def test_an_error_of_the_caller_ends_the_work() -> None:
    def work(part: int) -> None:
        raise ValueError(part)

    with pytest.raises(ValueError, match=r"\d"):
        parallel.each(work, range(50))


def test_numbers_that_overflow_give_no_warning_in_any_thread() -> None:
    parallel.each(lambda _: np.square(np.float32(1e30)), range(20))


def test_shares_are_everything_in_order() -> None:
    for length in (1, 7, 64, 960, 961):
        for step in (1, 64):
            shares = parallel.shares(length, step)
            assert [i for share in shares for i in range(length)[share]] == list(range(length))
            assert len(shares) <= parallel.workers()
            assert all(share.start % step == 0 for share in shares)


def test_where_blas_has_threads_of_its_own_there_are_no_helpers() -> None:
    program = "from attnviz.models import parallel; print(parallel.workers(), len(parallel.shares(960)))"
    told = subprocess.run(
        [sys.executable, "-c", program], env={"OPENBLAS_NUM_THREADS": "2"}, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["1", "1"]
