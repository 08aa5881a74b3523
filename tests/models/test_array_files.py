"""Weights from files: mapped, unpacked, in every type and order; tokens; which arrays are the layers."""

from __future__ import annotations

import json
import mmap
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from array_files import halved, maps, npy_bytes, npz_bytes, widened, written, zip_bytes
from model_files import safetensors_bytes
from numpy.typing import NDArray

from attnviz.models import array_storage
from attnviz.models.array_shapes import ChoiceNeeded
from attnviz.models.arrays import Attentions, load
from attnviz.models.problem import ModelProblem

WEIGHTS = maps(12, 2, 4, 4)
TOKENS = ["The", "cat", "sat", "猫"]


def same(found: Attentions, expected: NDArray[Any]) -> None:
    assert len(found.weights) == len(expected)
    for number, layer in enumerate(found.weights):
        np.testing.assert_array_equal(layer, expected[number])
        assert not layer.flags.writeable


def is_mapped(array: NDArray[Any]) -> bool:
    """Say whether an array's bytes are those of a mapped file."""
    base: Any = array
    while isinstance(base, np.ndarray):
        base = base.base
    return isinstance(base.obj if isinstance(base, memoryview) else base, mmap.mmap)


def layers(arrays: NDArray[Any], name: str = "layer.{}") -> dict[str, NDArray[Any]]:
    """Return the layers by name, last first."""
    return {name.format(number): array for number, array in reversed(list(enumerate(arrays)))}


@pytest.mark.parametrize("name", ["arr_{}", "layer.{}", "{}", "decoder/{:03}/attention"])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_one_array_for_each_layer_in_the_order_of_their_numbers(
    tmp_path: Path, name: str, packed: bool, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if large:
        monkeypatch.setattr(array_storage, "IN_MEMORY", 100)
    found = load(written(tmp_path / "a.npz", npz_bytes(layers(WEIGHTS, name), packed)))
    same(found, WEIGHTS)
    assert is_mapped(found.weights[0]) is large
    assert found.name == "a.npz"
    assert found.rows == ("1", "2", "3", "4")
    found = load(written(tmp_path / "a.safetensors", safetensors_bytes(layers(WEIGHTS, name))))
    same(found, WEIGHTS)
    assert is_mapped(found.weights[0]) is large


@pytest.mark.parametrize("shape", [(4, 4), (2, 4, 4), (12, 2, 4, 4), (12, 1, 2, 4, 4)])
def test_one_array_for_all(tmp_path: Path, shape: tuple[int, ...]) -> None:
    weights = maps(*shape)
    expected = weights.reshape((1,) * (4 - len(shape)) + shape) if len(shape) < 5 else weights[:, 0]
    same(load(written(tmp_path / "a.npz", npz_bytes({"attentions": weights}))), expected)
    same(load(written(tmp_path / "a.npy", npy_bytes(weights))), expected)
    same(load(written(tmp_path / "a.safetensors", safetensors_bytes({"attentions": weights}))), expected)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("dtype", ["<f2", "<f4", "<f8", ">f2", ">f4", ">f8"])
def test_floats_of_every_size_and_order(tmp_path: Path, dtype: str, packed: bool) -> None:
    for weights in (WEIGHTS.astype(dtype), np.asfortranarray(WEIGHTS.astype(dtype))):
        found = load(written(tmp_path / "a.npz", npz_bytes({"a": weights}, packed)))
        same(found, weights)
        assert found.weights[0].dtype == np.dtype(dtype)
        np.testing.assert_array_equal(found.head(3, 1), weights[3, 1].astype(np.float32))
        if dtype[0] == "<":
            same(load(written(tmp_path / "a.safetensors", safetensors_bytes({"a": weights}))), weights)


@pytest.mark.parametrize("in_memory", [True, False])
def test_bfloat16(tmp_path: Path, in_memory: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not in_memory:
        monkeypatch.setattr(array_storage, "IN_MEMORY", 0)
        monkeypatch.setattr(array_storage, "PIECE", 100)
    bits = halved(WEIGHTS)
    bits[0, 0, 0] = [0x7F80, 0xFF80, 0x7FC0, 0x8000]  # ∞, −∞, NaN, −0
    same(load(written(tmp_path / "a.safetensors", safetensors_bytes(layers(bits)))), widened(bits))
    for order in (np.ascontiguousarray, np.asfortranarray):
        void = order(bits.view("V2"))
        same(load(written(tmp_path / "a.npy", npy_bytes(void))), widened(bits))
        for packed in (False, True):
            same(load(written(tmp_path / "a.npz", npz_bytes({"a": void}, packed))), widened(bits))


def test_files_that_safetensors_wrote(tmp_path: Path) -> None:
    numpy = pytest.importorskip("safetensors.numpy", reason="safetensors is not installed: pip install '.[models]'")
    path = tmp_path / "a.safetensors"
    numpy.save_file(layers(WEIGHTS), path, metadata={"tokens": json.dumps(TOKENS)})
    found = load(path)
    same(found, WEIGHTS)
    assert found.rows == tuple(TOKENS)
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install '.[oracles]'")
    half = torch.from_numpy(WEIGHTS).bfloat16()
    pytest.importorskip("safetensors.torch").save_file({"a": half}, path)
    same(load(path), half.float().numpy())


def test_tokens_stand_in_the_file(tmp_path: Path) -> None:
    wide = maps(2, 2, 3, 4)
    for packed in (False, True):
        arrays = {"a": wide, "tokens": np.array(TOKENS[1:]), "columns": np.array(TOKENS)}
        found = load(written(tmp_path / "a.npz", npz_bytes(arrays, packed)))
        assert (found.rows, found.columns) == (tuple(TOKENS[1:]), tuple(TOKENS))
    about = {"tokens": json.dumps(TOKENS[1:]), "columns": json.dumps(TOKENS, ensure_ascii=False)}
    data = safetensors_bytes({"a": wide}, {"__metadata__": about})
    found = load(written(tmp_path / "a.safetensors", data))
    assert (found.rows, found.columns) == (tuple(TOKENS[1:]), tuple(TOKENS))


@pytest.mark.parametrize(
    "tokens", [np.array(TOKENS), np.array(TOKENS, ">U9"), np.array([token.encode() for token in TOKENS])]
)
def test_tokens_of_every_kind_of_text(tmp_path: Path, tokens: NDArray[Any]) -> None:
    found = load(written(tmp_path / "a.npz", npz_bytes({"a": WEIGHTS, "tokens": tokens})))
    assert found.rows == found.columns == tuple(TOKENS)


def test_token_ids_are_shown_as_numbers(tmp_path: Path) -> None:
    found = load(written(tmp_path / "a.npz", npz_bytes({"a": WEIGHTS, "tokens": np.array([5, 6, 7, 101])})))
    assert found.rows == ("5", "6", "7", "101")


def test_other_arrays_are_left_alone(tmp_path: Path) -> None:
    arrays = layers(WEIGHTS) | {
        "ids": np.arange(4), "mask": np.ones((4, 4), bool), "loss": np.array(1.5), "words": np.array([["a"]]),
        "objects": np.array([["a", None]], dtype=object),
    }  # fmt: skip
    same(load(written(tmp_path / "a.npz", npz_bytes(arrays))), WEIGHTS)
    same(load(written(tmp_path / "a.npz", npz_bytes({"logits": maps(4, 9), "attentions": WEIGHTS}))), WEIGHTS)


def test_several_kinds_of_weights_ask_which(tmp_path: Path) -> None:
    arrays = layers(WEIGHTS, "encoder.{}") | layers(WEIGHTS[:3], "cross.{}")
    for data, name in ((npz_bytes(arrays), "a.npz"), (safetensors_bytes(arrays), "a.safetensors")):
        path = written(tmp_path / name, data)
        with pytest.raises(ChoiceNeeded, match=r"“encoder”, “cross”\. Choose one") as caught:
            load(path)
        assert (caught.value.argument, caught.value.options) == ("key", ("encoder", "cross"))
        same(load(path, key="cross"), WEIGHTS[:3])
        same(load(path, key="cross.1"), WEIGHTS[1:2])


def test_a_batch_asks_which_text(tmp_path: Path) -> None:
    weights = maps(3, 5, 2, 4, 4)
    path = written(tmp_path / "a.npz", npz_bytes(layers(weights)))
    with pytest.raises(ChoiceNeeded, match="batch of 5 texts"):
        load(path)
    same(load(path, batch=4), weights[:, 4])


def test_a_large_file_is_not_read_before_it_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(array_storage, "IN_MEMORY", 2**20)
    weights = np.zeros((4, 4, 512, 512), np.float32)
    for name, data in (("a.npz", npz_bytes(layers(weights))), ("a.safetensors", safetensors_bytes(layers(weights)))):
        path = written(tmp_path / name, data)
        tracemalloc.start()
        found = load(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 2**20 < weights.nbytes / 8
        assert found.weights[3].shape == (4, 512, 512)


@pytest.mark.parametrize("kind", ["packed", "bfloat16"])
def test_what_unpacks_to_much_takes_the_disk_and_no_memory(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = maps(4, 2, 512, 512)
    bits = halved(weights)
    data = npz_bytes(layers(weights), packed=True) if kind == "packed" else safetensors_bytes(layers(bits))
    path = written(tmp_path / ("a.npz" if kind == "packed" else "a.safetensors"), data)
    monkeypatch.setattr(array_storage, "IN_MEMORY", 2**20)
    tracemalloc.start()
    found = load(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < weights.nbytes / 2
    same(found, weights if kind == "packed" else (bits.astype(np.uint32) << 16).view(np.float32))
    assert is_mapped(found.weights[0])


def test_what_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(array_storage, "IN_MEMORY", 2**20)
    path = written(tmp_path / "a.npz", npz_bytes(layers(np.zeros((4, 2, 256, 256), np.float32)), packed=True))
    monkeypatch.setattr(array_storage.shutil, "disk_usage", lambda _: type("Disk", (), {"free": 2**29 + 10**6})())
    with pytest.raises(ModelProblem, match=r"unpacks to 0.0 GB, and there is room for 0.0 GB\. Save it as float32"):
        load(path)


def test_arrays_outlive_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a.npz", npz_bytes(layers(WEIGHTS)))
    found = load(path)
    written(path, b"")  # somebody saves anew, under the same name
    same(found, WEIGHTS)
    written(path, npz_bytes(layers(WEIGHTS)))
    monkeypatch.setattr(array_storage, "IN_MEMORY", 100)
    found = load(path)
    path.unlink()
    same(found, WEIGHTS)


def test_a_zip_with_something_in_front_or_between(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("README.txt", "words")
        archive.writestr("a.npy", npy_bytes(WEIGHTS))
    same(load(path), WEIGHTS)
    written(path, b"PK, but not yet" + zip_bytes({"a.npy": npy_bytes(WEIGHTS)}))
    same(load(path), WEIGHTS)
