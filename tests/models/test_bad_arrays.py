"""Files of arrays that are damaged, or made to do damage: a clear sentence, never a crash, never much memory."""

from __future__ import annotations

import json
import pickle
import re
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from array_files import halved, maps, npy_bytes, npy_claiming, npz_bytes, written, zip_bytes
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from model_files import safetensors_bytes

from attnviz.models import array_storage, combining, measures
from attnviz.models.array_facts import facts
from attnviz.models.arrays import load
from attnviz.models.problem import ModelProblem

MARGIN = 2**24  # bytes, besides the file's own
TB = 10**13

WEIGHTS = maps(3, 2, 5, 5, causal=True)
TOKENS = list("abcde")
ARRAYS = {f"layer.{number}": layer for number, layer in enumerate(WEIGHTS)} | {"tokens": np.array(TOKENS)}
FILES = {
    "stored.npz": npz_bytes(ARRAYS),
    "packed.npz": npz_bytes(ARRAYS, packed=True),
    "a.npy": npy_bytes(WEIGHTS),
    "a.safetensors": safetensors_bytes(
        {"layer.0": WEIGHTS[0], "layer.1": halved(WEIGHTS[1])}, {"__metadata__": {"tokens": json.dumps(TOKENS)}}
    ),
}


@contextmanager
def little_memory(size: int) -> Iterator[None]:
    """See that not much more than a file's size is allocated at any moment."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < size + MARGIN
    finally:
        tracemalloc.stop()


def told(path: Path) -> str:
    """Load a file; what comes must be whole, or a sentence. Returns the sentence, "" if all went well."""
    found, problem = None, None
    try:
        found = load(path)
    except ModelProblem as caught:
        problem = caught
    if found is None:
        assert problem is not None
        assert str(problem) == problem.template.format(**problem.fields)
        assert str(problem).endswith(".")
        return str(problem)
    shape = len(found.rows), len(found.columns)
    for number, layer in enumerate(found.weights):
        assert layer.shape[1:] == found.head(number, 0).shape == shape
    "".join(found.rows + found.columns).encode()
    str([*facts(found).told])
    str([measures.types(layer, range(shape[0])) for layer in found.weights])
    combining.layer_mean(found.weights)
    combining.without_first(found.weights[0])
    if shape[0] == shape[1]:
        combining.rollout(found.weights)
    return ""


def says(path: Path, data: bytes) -> str:
    with little_memory(len(data)):
        return told(written(path, data))


Change = Callable[[bytearray], None]


def cut(at: float) -> Change:
    def change(data: bytearray) -> None:
        del data[int(at * len(data)) :]

    return change


def flip(at: float, bit: int, end: bool = False) -> Change:
    """Flip a bit; most of them near the start or the end, where the sizes are."""

    def change(data: bytearray) -> None:
        if data:
            place = int(at**3 * len(data))
            data[-1 - place if end else place] ^= 1 << bit

    return change


def overwrite(at: float, with_bytes: bytes, end: bool = False) -> Change:
    def change(data: bytearray) -> None:
        place = int(at**3 * len(data))
        place = max(len(data) - place - len(with_bytes), 0) if end else place
        data[place : place + len(with_bytes)] = with_bytes

    return change


def insert(at: float, more: bytes) -> Change:
    def change(data: bytearray) -> None:
        place = int(at * len(data))
        data[place:place] = more

    return change


places = st.floats(0, 1, exclude_max=True)
sizes = st.sampled_from([0, 1, 2**16 - 1, 2**31 - 1, 2**32 - 1, 2**40, TB, 2**62, 2**63, 2**64 - 1])
numbers = st.builds(lambda size, width: (size % 2 ** (8 * width)).to_bytes(width, "little"), sizes, st.integers(1, 8))
changes = st.one_of(
    st.builds(cut, places),
    st.builds(flip, places, st.integers(0, 7), st.booleans()),
    st.builds(overwrite, places, numbers | st.binary(min_size=1, max_size=8), st.booleans()),
    st.builds(insert, places, st.binary(min_size=1, max_size=20)),
)


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(changes, min_size=1, max_size=4))
def test_a_damaged_file_gives_its_arrays_or_a_sentence(tmp_path: Path, name: str, steps: list[Change]) -> None:
    data = bytearray(FILES[name])
    for change in steps:
        change(data)
    says(tmp_path / name, bytes(data))


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_anywhere_says_so(tmp_path: Path, name: str) -> None:
    assert says(tmp_path / name, FILES[name]) == ""
    for length in range(0, len(FILES[name]), 1 + len(FILES[name]) // 60):
        assert says(tmp_path / name, FILES[name][:length])


lengths = st.lists(st.integers(0, 6) | sizes, max_size=6)
types = st.sampled_from(
    ["<f4", "<f2", ">f8", "|V2", "|O", "<U4", "<U999999999", "|S0", "|b1", "<c8", "<f16", "<M8[s]", "x"]
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(types, lengths, st.booleans(), st.integers(0, 3), st.sampled_from(["npy", "npz", "packed", "tokens"]))
@example("<f4", [TB // 4], False, 0, "npy")
@example("<U0", [TB], False, 0, "tokens")
def test_any_shape_and_type_may_be_claimed(
    tmp_path: Path, dtype: str, shape: list[int], fortran: bool, amount: int, place: str
) -> None:
    header = f"{{'descr': '{dtype}', 'fortran_order': {fortran}, 'shape': {tuple(shape)}, }}"
    array = npy_claiming(header, bytes(100 * amount))
    if place == "npy":
        says(tmp_path / "a.npy", array)
        return
    members = {"a.npy": array} if place != "tokens" else {"a.npy": npy_bytes(WEIGHTS), "tokens.npy": array}
    says(tmp_path / "a.npz", zip_bytes(members, zipfile.ZIP_DEFLATED if place == "packed" else zipfile.ZIP_STORED))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_ten_terabytes_in_a_small_npz(tmp_path: Path, method: int) -> None:
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({TB // 16}, 2, 2), }}"
    data = zip_bytes({"a.npy": npy_claiming(header, bytes(64))}, method)
    assert says(tmp_path / "a.npz", data) == "a.npz is incomplete or damaged."
    assert says(tmp_path / "a.npy", npy_claiming(header, bytes(64))) == "a.npy is incomplete or damaged."


def test_ten_terabytes_in_the_directory_of_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", npy_bytes(WEIGHTS))
        archive.infolist()[0].file_size = TB  # is written at the end
    assert "a.npz unpacks to 10000.0 GB, and there is room for" in says(path, path.read_bytes())


def test_a_directory_of_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", npy_bytes(WEIGHTS))
        archive.infolist()[0].comment = b"x" * 60_000
        for number in range(20):
            info = zipfile.ZipInfo(f"{number}.txt")
            info.comment = b"x" * 60_000
            archive.writestr(info, b"")
    assert says(path, path.read_bytes()) == "a.npz is incomplete or damaged."


def test_arrays_that_share_their_bytes(tmp_path: Path) -> None:
    """A thousand names for one array of a few megabytes would be gigabytes, once they are put together."""
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("0.npy", npy_bytes(maps(200, 200)))
        first = archive.infolist()[0]
        for number in range(1, 1000):
            info = zipfile.ZipInfo(f"{number}.npy")
            for name in ("CRC", "compress_size", "file_size", "header_offset", "compress_type"):
                setattr(info, name, getattr(first, name))
            archive.filelist.append(info)
    assert says(path, path.read_bytes()) == "a.npz is incomplete or damaged."


def test_a_bomb_is_not_unpacked_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = npz_bytes({"a": np.zeros((1, 4096, 4096), np.float32)}, packed=True)
    assert len(bomb) < 2**17
    monkeypatch.setattr(array_storage, "IN_MEMORY", 2**20)
    with little_memory(len(bomb)):
        assert load(written(tmp_path / "a.npz", bomb)).weights[0].shape == (1, 4096, 4096)


def header(changed: dict[str, Any]) -> bytes:
    return safetensors_bytes({"a": WEIGHTS}, changed)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"\x00" * 7, "incomplete or damaged"),
        (b"\xff" * 8, "incomplete or damaged"),
        ((2**60).to_bytes(8, "little") + b"{}", "incomplete or damaged"),
        ((2).to_bytes(8, "little") + b"[]", "damaged"),
        ((2).to_bytes(8, "little") + b"{}", "There are no arrays here"),
        ((90_000).to_bytes(8, "little") + b"[" * 90_000, "damaged"),
        (header({"a": {"dtype": "F32", "shape": [TB // 4], "data_offsets": [0, TB]}}), "damaged"),
        (header({"a": {"dtype": "F32", "shape": [2**33, 2**33], "data_offsets": [0, 4]}}), "damaged"),
        (header({"a": {"dtype": "F32", "shape": [-1, 2], "data_offsets": [0, -8]}}), "damaged"),
        (header({"a": {"dtype": "I64", "shape": [1, 1], "data_offsets": [0, 8]}}), "no attention weights here"),
        (header({"__metadata__": {"tokens": "[1, 2]"}}), "“tokens” in a.safetensors can't be read as tokens"),
        (header({"__metadata__": {"columns": "[" * 100_000}}), "damaged|“columns” in a.safetensors can't be read"),
        (header({"__metadata__": {"tokens": json.dumps(TOKENS[1:])}}), "5 rows and 5 columns. Tokens given .*: 4"),
        (pickle.dumps([1, 2, 3]), "pickle"),
    ],
)
def test_safetensors_that_make_no_sense(tmp_path: Path, data: bytes, sentence: str) -> None:
    assert re.search(sentence, says(tmp_path / "a.safetensors", data))


class Runs:
    """What a pickle could do: here, fail the test."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("a pickle was loaded",)


@pytest.mark.parametrize("packed", [False, True])
def test_pickles_in_an_npz_are_never_loaded(tmp_path: Path, packed: bool) -> None:
    objects = np.array([[Runs()]], dtype=object)
    path = tmp_path / "a.npz"
    assert "There are no attention weights here." in says(path, npz_bytes({"a": objects}, packed))
    sentence = says(path, npz_bytes({"a": WEIGHTS, "tokens": objects}, packed))
    assert sentence.startswith("“tokens” in a.npz holds Python objects (a pickle). attnviz never loads those")
    assert says(path, npz_bytes({"a": WEIGHTS, "more": objects}, packed)) == ""


def test_pickles_under_other_names_are_never_loaded(tmp_path: Path) -> None:
    for name in ("a.npz", "a.npy", "a.pt", "a.safetensors"):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert "pickle" in says(tmp_path / name, pickle.dumps(Runs(), protocol))
    by_torch = zip_bytes({"archive/data.pkl": pickle.dumps(Runs()), "archive/data/0": b"1234"})
    for name in ("a.npz", "a.pt"):
        assert "as torch.save writes them" in says(tmp_path / name, by_torch)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_named(tmp_path: Path, method: int) -> None:
    data = zip_bytes({"a.npy": npy_bytes(WEIGHTS)}, method)
    assert "“a” in a.npz is packed in a way attnviz can't read" in says(tmp_path / "a.npz", data)


def test_models_and_other_files_are_told_from_weights(tmp_path: Path) -> None:
    assert "There are several kinds" in says(tmp_path / "a.safetensors", safetensors_bytes(
        {"embed.weight": maps(9, 4), "q.weight": maps(4, 4), "norm.weight": maps(4)}
    ))  # fmt: skip
    assert "read from .npz, .npy, .safetensors" in says(tmp_path / "a.txt", b"some words")
    assert "There are no arrays here" in says(tmp_path / "a.npz", zip_bytes({"a.txt": b"words"}))
    assert "There are no arrays here" in says(tmp_path / "a.npz", zip_bytes({}))


def test_tokens_with_bits_that_are_no_character(tmp_path: Path) -> None:
    tokens = np.array(TOKENS)
    tokens.view(np.uint32)[2] = 2**31
    for kind in ("<U1", ">U1"):
        members = {"a.npy": npy_bytes(WEIGHTS), "tokens.npy": npy_bytes(tokens).replace(b"<U1", kind.encode())}
        assert says(tmp_path / "a.npz", zip_bytes(members)) == "Some of the tokens are damaged: they are no text."


def test_what_can_not_be_opened_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(tmp_path / "gone.npz") == "gone.npz can't be read: No such file or directory."
    (tmp_path / "folder.npz").mkdir()
    assert told(tmp_path / "folder.npz") == "folder.npz is no file."
    path = written(tmp_path / "a.npz", FILES["stored.npz"])

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refused)
        assert told(path) == "a.npz can't be read: Permission denied."
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(array_storage, "IN_MEMORY", 0)
    monkeypatch.setattr(array_storage.tempfile, "TemporaryFile", lambda: (_ for _ in ()).throw(full))
    packed = written(tmp_path / "b.npz", FILES["packed.npz"])
    assert told(packed) == "b.npz can't be read: No space left on device."
    half = written(tmp_path / "b.safetensors", FILES["a.safetensors"])
    assert told(half) == "b.safetensors can't be read: No space left on device."
