"""Files that were cut, flipped, or made to lie about sizes: a clear sentence each time, and no memory for a claim."""

from __future__ import annotations

import json
import struct
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from model_files import (
    GGUF_VALUES,
    LLAMA_CONFIG,
    gguf_bytes,
    gguf_names,
    llama,
    safetensors_bytes,
    write_folder,
    write_gguf,
)  # fmt: skip
from model_outcomes import outcome, put

from attnviz.models.loading import Opened
from attnviz.models.problem import ModelProblem

HUNDREDS = settings(
    max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)  # fmt: skip
NUMBERS = (0, 1, 2, 7, 255, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**40, 10 * 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1)

SAFE, GGUF, CONFIG = safetensors_bytes(llama()), gguf_bytes(gguf_names(llama()), GGUF_VALUES), json.dumps(LLAMA_CONFIG)
TENSORS = sorted(llama())


@pytest.fixture(autouse=True)
def _traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder with a small model."""
    return write_folder(tmp_path / "model", llama(), LLAMA_CONFIG)


def mutated(data: bytes, header: int, random: Random) -> bytes:
    """Return bytes with one to three changes, most of them in the first `header` bytes."""
    for _ in range(random.randint(1, 3)):
        place = random.randrange(max(1, min(len(data), random.choice((header, header, len(data))))))
        more = random.randbytes(random.randint(1, 64))
        number = struct.pack("<Q", random.choice((*NUMBERS, len(data))))[: random.choice((4, 8))]
        flipped = bytes(byte ^ 1 << random.randrange(8) for byte in data[place : place + 1])
        data = random.choice(
            (
                data[:place],
                data[:place] + flipped + data[place + 1 :],
                data[:place] + number + data[place + len(number) :],
                data[:place] + data[place + len(more) :],
                data[:place] + more + data[place:],
                data[:place] + more + data[place + len(more) :],
            )
        )
    return data


def odd(random: Random, depth: int = 3) -> Any:
    """Return a value that has no business where it is put."""
    simple = (
        *NUMBERS,
        -1,
        0.5,
        float("inf"),
        float("nan"),
        True,
        None,
        "",
        "F32",
        "I8",
        "llama",
        "..",
        "\ud800",
        "x" * 999,
    )
    if not depth or random.random() < 0.7:
        return random.choice(simple)
    if random.random() < 0.5:
        return [odd(random, depth - 1) for _ in range(random.randrange(4))]
    return {random.choice(("a", "dtype", "shape")): odd(random, depth - 1) for _ in range(random.randrange(3))}


def lie(random: Random) -> Any:
    """Return what a header may say about a tensor."""
    shape = random.choice(([11, 32], [32], [random.choice(NUMBERS) for _ in range(random.randrange(9))], odd(random)))
    place = random.choice(([0, 1408], [random.choice(NUMBERS), random.choice(NUMBERS)], odd(random)))
    return {
        "dtype": random.choice(("F32", "F32", "F16", "F64", "I64", odd(random))),
        "shape": shape,
        "data_offsets": place,
    }


# Each source of chance makes five files: 5 tests × 80 × 5 = 2,000
randoms = st.randoms(use_true_random=True)
FIVE = range(5)


@HUNDREDS
@given(random=randoms)
def test_changed_safetensors(model: Path, random: Random) -> None:
    for _ in FIVE:
        data = mutated(SAFE, 2500, random)
        put(model / "model.safetensors", data)
        outcome(model, len(data))


@HUNDREDS
@given(random=randoms)
def test_headers_that_lie(model: Path, random: Random) -> None:
    for _ in FIVE:
        changes = {random.choice(TENSORS): random.choice((lie, odd))(random) for _ in range(random.randint(1, 2))}
        data = safetensors_bytes(llama(), changes)
        put(model / "model.safetensors", data)
        outcome(model, len(data))


@HUNDREDS
@given(random=randoms)
def test_changed_configurations(model: Path, random: Random) -> None:
    for _ in FIVE:
        changes = {random.choice(sorted(LLAMA_CONFIG)): odd(random) for _ in range(random.randint(1, 3))}
        said = json.dumps(LLAMA_CONFIG | changes).encode()
        put(model / "config.json", random.choice((said, mutated(CONFIG.encode(), 2000, random))))
        outcome(model, len(SAFE))


@HUNDREDS
@given(random=randoms)
def test_changed_gguf(model: Path, random: Random) -> None:
    for _ in FIVE:
        data = mutated(GGUF, 2200, random)
        put(model / "model.gguf", data)
        outcome(model / "model.gguf", len(data))


@HUNDREDS
@given(random=randoms)
def test_gguf_that_lies(model: Path, random: Random) -> None:
    for _ in FIVE:
        arrays = gguf_names(llama())
        simple = (0, 1, 3, 2**31, 2**32 - 1, True, -1.0, float("inf"), float("nan"), "", "x" * 5000, [], [1, 2])
        kinds = {
            random.choice(sorted(arrays)): (
                random.choice((0, 1, 2, 8, 14, 40, 2**31)),
                random.choice(((11, 32), tuple(random.choice(NUMBERS) for _ in range(random.randrange(7))))),
            )
            for _ in range(random.randrange(3))
        }
        changes = {random.choice(sorted(GGUF_VALUES)): random.choice(simple) for _ in range(random.randrange(3))}
        data = gguf_bytes(arrays, GGUF_VALUES | changes, kinds)
        put(model / "model.gguf", data)
        outcome(model / "model.gguf", len(data))


def test_unchanged_files_open(model: Path) -> None:
    """Or the tests above would see nothing but refusals."""
    assert isinstance(outcome(model, len(SAFE)), Opened)
    assert isinstance(outcome(write_gguf(model / "model.gguf"), len(GGUF)), Opened)


def test_every_cut_of_a_gguf_file(model: Path) -> None:
    for length in range(0, len(GGUF), 97):
        put(model / "model.gguf", GGUF[:length])
        assert isinstance(outcome(model / "model.gguf", length), ModelProblem)
