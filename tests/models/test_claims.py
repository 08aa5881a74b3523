"""Files that claim what they don't hold, or hold what nobody asked for; and what isn't there or mustn't be read."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
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
from model_outcomes import PACKAGE, outcome, put

from attnviz.models.loading import Opened
from attnviz.models.problem import ModelProblem

SAFE, GGUF, CONFIG = safetensors_bytes(llama()), gguf_bytes(gguf_names(llama()), GGUF_VALUES), json.dumps(LLAMA_CONFIG)


@pytest.fixture(autouse=True)
def _traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder with a small model."""
    return write_folder(tmp_path / "model", llama(), LLAMA_CONFIG)


def test_much_in_little(model: Path) -> None:
    """Brackets within brackets, empty texts by the million, numbers of four thousand digits."""
    for text in (b"[" * 10**6, b'{"a":' * 10**5, b"{}" * 10**6, b'{"a":[' + b"[]," * 10**6 + b"[]]}", b"9" * 4000):
        head = len(text).to_bytes(8, "little") + text
        (model / "model.safetensors").write_bytes(head)
        assert isinstance(outcome(model, len(head)), ModelProblem)
        (model / "config.json").write_bytes(text)
        assert isinstance(outcome(model, len(text)), ModelProblem)
        (model / "config.json").write_text(CONFIG)
    path = model / "many.gguf"
    count = 3 * 10**6
    head = b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"a" + struct.pack("<IIQ", 9, 8, count)
    path.write_bytes(head + bytes(8 * count))
    assert isinstance(outcome(path, 8 * count), ModelProblem)


def sparse(path: Path, data: bytes, size: int) -> None:
    """Write a file that says to be `size` bytes long and takes hardly any."""
    with path.open("wb") as file:
        file.write(data)
        try:
            file.truncate(size)
        except OSError:
            pytest.skip("the disk has no files with holes, or none this large")


def test_a_claim_of_ten_terabytes_that_the_file_bears_out(model: Path) -> None:
    size = 10 * 2**40
    arrays = llama()
    del arrays["lm_head.weight"]
    place = sum(array.nbytes for array in arrays.values())
    head = {"dtype": "F32", "shape": [size // 128, 32], "data_offsets": [place, place + size]}
    data = safetensors_bytes(arrays, {"lm_head.weight": head})
    sparse(model / "model.safetensors", data, len(data) + size)
    assert "lm_head.weight” are 85899345920 × 32" in str(outcome(model, 0))


RUN = """
import resource, sys
from pathlib import Path
import attnviz.models.loading as loading
import gguf.quants
used = int(Path("/proc/self/statm").read_text().split()[0]) * 4096
resource.setrlimit(resource.RLIMIT_AS, (used + 64 * 2**20,) * 2)
for name in sys.argv[1:]:
    try:
        loading.open_model(Path(name))
        print("opened")
    except loading.ModelProblem as problem:
        print(problem)
"""


def run(code: str, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60, cwd=PACKAGE.parents[1],
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_claims_where_memory_is_scarce(model: Path) -> None:
    """In a process that may take 64 MB more: a claim must not even be tried."""
    pytest.importorskip("gguf", reason="needs attnviz[models]")
    base = model.parent
    paths = [write_gguf(base / "good.gguf")]
    for count, place in enumerate((8, 16)):  # tensors, values
        paths.append(base / f"count{count}.gguf")
        paths[-1].write_bytes(GGUF[:place] + struct.pack("<Q", 10 * 2**40) + GGUF[place + 8 :])
    paths.append(base / "tensor.gguf")
    embed = {"token_embd.weight": (0, (2**36, 32))}
    paths[-1].write_bytes(gguf_bytes(gguf_names(llama()), GGUF_VALUES, embed))
    for size in (10 * 2**40, 2**63, 2**64 - 1):
        paths.append(write_folder(base / str(size), llama(), LLAMA_CONFIG))
        (paths[-1] / "model.safetensors").write_bytes(size.to_bytes(8, "little") + SAFE[8:])
    paths.append(write_folder(base / "holes", llama(), LLAMA_CONFIG))
    sparse(paths[-1] / "model.safetensors", (2**40).to_bytes(8, "little"), 2**41)
    found = run(RUN, *map(str, paths))
    assert found[0] == "opened"
    assert len(found) == len(paths)
    assert all("damaged" in line for line in found[1:]), found


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_does_not_keep_anybody_waiting(model: Path) -> None:
    for name in ("model.safetensors", "config.json"):
        (model / name).unlink()
        os.mkfifo(model / name)
        assert str(outcome(model, 0)) == f"{name} is not a file."
    os.mkfifo(model / "model.gguf")
    assert isinstance(outcome(model / "model.gguf", 0), ModelProblem)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs Unix's permissions")
def test_what_one_is_not_allowed_to_read(model: Path) -> None:
    """To root everything is allowed: it looks as somebody else."""
    sentences = ["You are not allowed to read model.", "You are not allowed to read closed.gguf."]
    with tempfile.TemporaryDirectory() as base:  # all folders above tmp_path are closed to others
        Path(base).chmod(0o755)
        paths = [model.rename(Path(base) / "model"), write_gguf(Path(base) / "closed.gguf")]
        for path in paths:
            path.chmod(0)
        if os.geteuid():
            assert [str(outcome(path, 0)) for path in paths] == sentences
        else:
            nobody = RUN.replace("import resource", "import os, resource").replace(
                "for n", "os.setuid(65534)\nfor n", 1
            )
            assert run(nobody, *map(str, paths)) == sentences
        paths[0].chmod(0o755)


def test_without_the_extra(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks need gguf; plain numbers in a GGUF file, and folders, do not."""
    arrays = gguf_names(llama()) | {"token_embd.weight": np.zeros((11, 34), np.uint8)}
    put(model / "blocks.gguf", gguf_bytes(arrays, GGUF_VALUES, {"token_embd.weight": (8, (11, 32))}))
    monkeypatch.setitem(sys.modules, "gguf.quants", None)
    assert str(outcome(model / "blocks.gguf", len(GGUF))) == (
        "Models need the Python package gguf, which is not installed. Install it with: pip install 'attnviz[models]'"
    )
    assert isinstance(outcome(write_gguf(model / "plain.gguf"), len(GGUF)), Opened)
    assert isinstance(outcome(model, len(SAFE)), Opened)


def test_the_floor_loads_without_the_extra() -> None:
    code = (
        "import sys\n"
        "names = 'safetensors', 'tokenizers', 'gguf', 'huggingface_hub', 'torch', 'PySide6'\n"
        "for name in names: sys.modules[name] = None\n"
        "import attnviz.models, attnviz.models.loading\n"
    )
    assert run(code) == []
