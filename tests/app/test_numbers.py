"""Copied and exported numbers give back every bit."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import pytest

from attnviz.app import numbers
from attnviz.app.numbers import NothingToExport
from attnviz.core.kinds.kind import StateTrace
from attnviz.state.scene import Scene
from attnviz.state.snapshot import derive

SCENES = {
    "causal": Scene(text="The cat sat on the mat"),
    "no mask": Scene(text="a b c d", causal=False, dimension=512),
    "one token": Scene(text="one", dimension=1),
    "demo": Scene(text="The cat sat on mat", model="demo"),
    "marks": Scene(text='" , ; = + - @ \t x\ny 猫 👨‍👩‍👧 é \ud800'),
    "sharp": Scene(text="a b c", model="identity", scaled=False, dimension=512),
}


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_a_table_gives_back_every_bit(name: str, delimiter: str) -> None:
    snapshot = derive(SCENES[name])
    rows = list(csv.reader(io.StringIO(numbers.table(snapshot, delimiter)), delimiter=delimiter))
    assert rows[0] == ["", *snapshot.tokens]
    assert [row[0] for row in rows[1:]] == list(snapshot.tokens)
    weights = np.array([[np.float32(cell) for cell in row[1:]] for row in rows[1:]])
    assert weights.tobytes() == snapshot.trace.weights.tobytes()


def test_every_line_of_a_table_has_as_many_cells() -> None:
    lines = numbers.table(derive(SCENES["causal"]), "\t").splitlines()
    assert [line.count("\t") for line in lines] == [6] * 7


def test_csv_is_utf8_with_the_mark_that_spreadsheets_look_for() -> None:
    data = numbers.csv_file(derive(Scene(text="猫 é")))
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8-sig").splitlines()[0] == ",猫,é"


@pytest.mark.parametrize("name", SCENES)
def test_npz_loads_without_pickles_and_equals_the_trace(name: str) -> None:
    snapshot = derive(SCENES[name])
    with np.load(io.BytesIO(numbers.npz_file(snapshot)), allow_pickle=False) as arrays:
        assert arrays["tokens"].tolist() == list(snapshot.tokens)
        wanted = {
            **{name: getattr(snapshot.trace, name) for name in (
                "x", "query", "key", "value", "raw_scores", "scores", "masked_scores", "weights", "output", "mask"
            )},
            **{name: getattr(snapshot.head, name) for name in ("w_query", "w_key", "w_value")},
        }  # fmt: skip
        assert arrays["columns"].tolist() == list(snapshot.columns)
        assert set(arrays.files) == {"tokens", "columns", *wanted}
        for field, array in wanted.items():
            assert arrays[field].dtype == array.dtype, field
            assert arrays[field].shape == array.shape, field
            assert arrays[field].tobytes() == array.tobytes(), field


@pytest.mark.parametrize("make", [numbers.csv_file, numbers.npz_file, lambda snapshot: numbers.table(snapshot, "\t")])
def test_no_tokens_no_numbers(make: Any) -> None:
    with pytest.raises(NothingToExport):
        make(derive(Scene(text="  ")))


def test_copied_numbers_paste_as_a_table(person: Any, qapp: Any) -> None:
    person.press("Ctrl+Alt+C")
    rows = [line.split("\t") for line in qapp.clipboard().text().splitlines()]
    assert rows[0] == ["", "The", "cat", "sat", "on", "the", "mat"]
    pasted = np.array([row[1:] for row in rows[1:]], dtype=np.float32)
    assert pasted.tobytes() == person.heatmap.weights.tobytes()
    assert "copied" in person.news()


def test_npz_of_several_heads_holds_all_of_them_and_w_o() -> None:
    snapshot = derive(Scene("a b c", heads=4, kv_heads=2, head=1, second_text="x y", dimension=8))
    assert snapshot.run is not None
    assert snapshot.run.multi is not None
    with np.load(io.BytesIO(numbers.npz_file(snapshot)), allow_pickle=False) as arrays:
        assert arrays["all_weights"].shape == (4, 3, 2)
        assert (arrays["all_weights"][1] == arrays["weights"]).all()
        assert (arrays["combined"] == snapshot.run.multi.output).all()
        assert arrays["w_output"].shape == (8, 8)
        assert arrays["columns"].tolist() == ["x", "y"]
        assert arrays["context"].shape == (2, 8)


@pytest.mark.parametrize("kind", ["state_space", "gru", "lstm"])
def test_npz_of_a_recurrence_holds_its_gates(kind: str) -> None:
    snapshot = derive(Scene("a b c", kind=kind, dimension=8))
    trace = snapshot.trace
    assert isinstance(trace, StateTrace)
    with np.load(io.BytesIO(numbers.npz_file(snapshot)), allow_pickle=False) as arrays:
        assert set(arrays.files) >= {"x", "weights", "output", "mask", *trace.gates}
        assert all((arrays[name] == values).all() for name, values in trace.gates.items())


def test_the_table_is_of_what_the_map_shows() -> None:
    second = numbers.table(derive(Scene("a b", second_text="x y z")), "\t").splitlines()
    assert second[0].split("\t") == ["", "x", "y", "z"]
    entropy = numbers.table(derive(Scene("a b", heads=4, kv_heads=4, view="entropy")), "\t").splitlines()
    assert entropy[0].split("\t") == ["", "1", "2", "3", "4"]
    assert entropy[1].split("\t")[1:] == ["0.0"] * 4
