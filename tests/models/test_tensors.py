from __future__ import annotations

from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from attnviz.models.plan import Entry, Part, Plan, pieces
from attnviz.models.problem import ModelProblem
from attnviz.models.tensors import BLOCKS, Stored, check_apart, check_readable, decode, read


def stored(path: Path, shape: tuple[int, ...], kind: str = "F32", offset: int = 0) -> Stored:
    return Stored("w", path, offset, shape, kind)


@pytest.mark.parametrize("kind", [kind for kind in BLOCKS if kind not in ("F64", "F32", "F16")])
def test_blocks_are_decoded_as_gguf_does(kind: str) -> None:
    gguf = pytest.importorskip("gguf", reason="needs attnviz[models]")
    numbers, size = BLOCKS[kind]
    raw = np.random.default_rng(1).integers(0, 256, (700, 4 * 256 // numbers * size), dtype=np.uint8)
    with np.errstate(all="ignore"):
        wanted = gguf.quants.dequantize(raw, gguf.GGMLQuantizationType[kind])
    found = decode(raw, kind)
    assert (found.dtype, found.shape) == (np.float32, (700, 1024))
    np.testing.assert_array_equal(found, wanted)


def test_plain_numbers() -> None:
    values = np.array([[1.5, -2.0], [0.25, 3e4]])
    for kind, letter in (("F64", "f8"), ("F32", "f4"), ("F16", "f2")):
        raw = values.astype(f"<{letter}").view(np.uint8)
        np.testing.assert_array_equal(decode(raw, kind), values.astype(letter))
    bits = (values.astype("f4").view("u4") >> 16).astype("<u2")
    np.testing.assert_array_equal(decode(bits.view(np.uint8), "BF16"), [[1.5, -2.0], [0.25, 29952.0]])


def test_too_large_for_float32_is_infinite_and_silent() -> None:
    assert decode(np.array([[1e300]]).view(np.uint8), "F64") == np.inf


def test_sizes() -> None:
    assert stored(Path(), (3, 64), "Q4_1").nbytes == 3 * 2 * 20
    assert stored(Path(), (5,), "F16").nbytes == 10
    assert stored(Path(), (), "F32").nbytes == 4


def test_reading_what_a_file_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "short"
    path.write_bytes(bytes(10))
    with FileIO(path) as file, pytest.raises(ModelProblem, match="short ends before its weights do"):
        read(stored(path, (3,)), file)


def test_tensors_on_top_of_each_other(tmp_path: Path) -> None:
    apart = [stored(tmp_path, (4,), offset=16), stored(tmp_path, (4,), offset=0), stored(tmp_path, (0, 9), offset=4)]
    check_apart(apart, tmp_path)
    with pytest.raises(ModelProblem, match="on top of each other"):
        check_apart([*apart, stored(tmp_path, (4,), offset=28)], tmp_path)


def test_unknown_kinds_are_named() -> None:
    with pytest.raises(ModelProblem, match=r"stored as IQ2_XS. attnviz can read: F64, F32"):
        check_readable(stored(Path(), (256,), "IQ2_XS"))


@pytest.mark.parametrize("transposed", [True, False])
@pytest.mark.parametrize("kind", ["F32", "Q8_0", "Q4_K"])
def test_pieces_put_a_weight_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transposed: bool, kind: str
) -> None:
    """However small the pieces are, and whichever way the tensor lies."""
    monkeypatch.setattr("attnviz.models.plan.PIECE", 256 * 30)
    rows, columns = 30, 1024
    numbers, size = BLOCKS[kind]
    raw = np.random.default_rng(2).integers(0, 64, (rows, columns // numbers * size), dtype=np.uint8)
    path = tmp_path / "w"
    path.write_bytes(b"....." + raw.tobytes())
    tensor = stored(path, (rows, columns), kind, 5)
    shape = (columns, rows) if transposed else (rows, columns)
    entry = Entry("w", shape, (Part(tensor, shape[1], transposed),))
    found = [piece for _, piece in pieces(Plan((entry,), {}))]
    assert len(found) == (4 if transposed else 1)
    whole = decode(raw, kind)
    np.testing.assert_array_equal(np.concatenate(found), whole.T if transposed else whole)
