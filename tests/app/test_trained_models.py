"""A person opens a trained model, types, looks at its heads, lets it write: in the real window, with a real file."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from model_files import GGUF_VALUES, HEADS, LAYERS, write_gguf
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton, QWidget

from attnviz.views.claim_panel import ClaimPanel
from attnviz.views.layers_grid import LayersGrid
from attnviz.views.next_list import NextList

pytest.importorskip("tokenizers", reason="tokenizers is not installed: pip install '.[models]'")


@pytest.fixture
def model(tmp_path: Path, monkeypatch: Any) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return write_gguf(tmp_path / "small.gguf", values=GGUF_VALUES | {"tokenizer.ggml.merges": []})


@pytest.fixture
def reader(desk: Callable[..., Any], model: Path) -> Any:
    """Somebody who has opened the small model on a text of its letters."""
    person = desk("abcabdc")
    person.window._desk.open(model)
    person.qtbot.waitUntil(lambda: person.scene.model == "trained")
    person.settle()
    return person


def settle(person: Any, panel: str) -> Any:
    """Open a panel and wait for its report."""
    person.window._panels.open(panel)
    person.qtbot.waitUntil(
        lambda: person.window.snapshot.panel == panel and person.window.snapshot.scene is person.scene, timeout=20_000
    )
    return person.window.snapshot


def test_a_model_is_opened_and_undone(reader: Any) -> None:
    scene = reader.scene
    assert (scene.heads, scene.kv_heads, scene.causal) == (HEADS, 2, True)
    assert reader.find("model_picker").key() == scene.source
    assert len(reader.snapshot.tokens) == 7
    assert not reader.find("dimension_box").isEnabled()
    assert reader.find("dimension_box").value() == reader.snapshot.reading.source.config.d_head
    reader.press("Ctrl+Z")
    reader.settle()
    assert reader.scene.model == "random"
    assert reader.find("dimension_box").isEnabled()
    assert reader.find("dimension_box").value() == 64
    reader.press("Ctrl+Shift+Z")
    reader.settle()
    assert reader.scene.source == scene.source
    assert reader.snapshot.reading is not None


def test_typing_is_read_by_the_model_from_the_first_changed_token_on(reader: Any) -> None:
    reader.type("text_input", "a")
    assert reader.snapshot.tokens[-1] == "a"
    assert reader.snapshot.reading.run.first == 7


def test_another_head_is_picked_with_the_keys(reader: Any) -> None:
    snapshot = settle(reader, "layers")
    assert snapshot.report.shown == (0, 0)
    grid = reader.find("layers_grid", LayersGrid)
    grid.setFocus()
    reader.press("Right")
    reader.press("Return")
    reader.settle()
    assert (reader.scene.layer, reader.scene.head) == (0, 1)
    shown = reader.heatmap.values
    np.testing.assert_allclose(shown, reader.snapshot.reading.weights[0][1], atol=2e-6)


def test_no_map_moves_before_the_last_token_and_the_panel_says_so(reader: Any) -> None:
    reader.window.session.set_replacement("d")
    settle(reader, "change")
    panel = reader.find("claim_panel", ClaimPanel)
    assert f"0 of {LAYERS * HEADS} maps moved." in reader.find("claim_verdict").text()
    assert panel.isVisible()
    reader.window.session.set_model("random")
    reader.settle()
    assert reader.find("change_panel").isVisible()


def test_the_likeliest_token_is_appended_and_undone(reader: Any) -> None:
    settle(reader, "next")
    first = reader.find("next_list", NextList).item(0).text()
    reader.find("append_button", QPushButton).click()
    reader.qtbot.waitUntil(lambda: len(reader.scene.text) == 8)
    assert first.startswith(reader.scene.text[-1])
    reader.settle()
    reader.press("Ctrl+Z")
    assert reader.scene.text == "abcabdc"


def test_the_model_writes_on_and_stops_when_somebody_types(reader: Any) -> None:
    settle(reader, "next")
    reader.find("write_button", QPushButton).click()
    reader.qtbot.waitUntil(lambda: reader.window._writer.bar.isHidden(), timeout=20_000)
    reader.settle()
    written = reader.scene.text
    assert len(written) > len("abcabdc")
    reader.retype("text_input", "abcabdc")
    reader.settle()
    settle(reader, "next")
    reader.find("write_button", QPushButton).click()
    reader.type("text_input", "b")
    assert reader.window._writer.bar.isHidden()
    typed = reader.scene.text
    reader.qtbot.wait(200)
    reader.settle()
    assert reader.scene.text == typed
    assert typed.endswith("b")


def test_what_is_drawn_depends_on_the_text_alone(reader: Any) -> None:
    from attnviz.app.writer import drawn

    logits = reader.snapshot.reading.run.last_logits
    scene = reader.scene
    assert drawn(logits, [1, 2], scene) == drawn(logits, [1, 2], scene)
    assert len({drawn(logits, [1, n], scene) for n in range(40)}) > 1


def test_a_model_is_there_again_at_the_next_start(reader: Any, desk: Callable[..., Any]) -> None:
    reader.window._panels.open("change")
    reader.close()
    again = desk()
    assert again.scene.model == "trained"
    again.qtbot.waitUntil(lambda: again.window.snapshot is not None and again.window.snapshot.reading is not None)
    again.settle()
    assert len(again.snapshot.tokens) == 7


def test_a_broken_file_is_told_and_nothing_is_lost(desk: Callable[..., Any], tmp_path: Path) -> None:
    person = desk("a b c")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\xff" * 40)
    person.window._desk.open(broken)
    person.qtbot.waitUntil(lambda: person.notice() != "")
    assert "broken.gguf" in person.notice()
    assert person.scene.text == "a b c"
    assert person.scene.model == "random"
    assert person.find("model_picker").key() == "random"
    person.find("notice_bar").show_notice("")


def test_a_scene_whose_model_is_gone_says_so_and_keeps_it(reader: Any, desk: Callable[..., Any], model: Path) -> None:
    source = reader.scene.source
    reader.close()
    model.unlink()
    again = desk()
    again.qtbot.waitUntil(lambda: again.notice() != "")
    assert "small.gguf" in again.notice()
    assert again.scene.source == source
    again.window.session.set_model("random")
    again.settle()
    assert again.snapshot.run is not None
    again.find("notice_bar").show_notice("")


def test_the_window_answers_while_a_model_runs(reader: Any) -> None:
    """Claims read the whole text many times; the event loop goes on meanwhile."""
    late: list[float] = []
    last = [time.perf_counter()]
    timer = QTimer(interval=5)

    def beat() -> None:
        now = time.perf_counter()
        late.append(now - last[0])
        last[0] = now

    timer.timeout.connect(beat)
    timer.start()
    for panel in ("cache", "layers", "next", "change"):
        settle(reader, panel)
    timer.stop()
    assert len(late) > 5
    assert float(np.median(late)) < 0.05


def test_closing_while_a_model_loads_is_clean(desk: Callable[..., Any], model: Path) -> None:
    person = desk("a b")
    person.window._desk.open(model)
    begun = time.perf_counter()
    person.close()
    assert time.perf_counter() - begun < 5


def test_own_arrays_are_shown_as_they_are(desk: Callable[..., Any], tmp_path: Path) -> None:
    weights = np.random.default_rng(0).dirichlet(np.ones(3), (2, 2, 3)).astype(np.float32)
    path = tmp_path / "mine.npz"
    np.savez(path, layer_1=weights[0], layer_2=weights[1], tokens=np.array(["x", "y", "z"]))
    person = desk("a b")
    person.window._desk.open(path)
    person.qtbot.waitUntil(lambda: person.scene.model == "arrays")
    person.settle()
    assert person.snapshot.tokens == ("x", "y", "z")
    assert (person.heatmap.values == weights[0, 0]).all()
    assert person.find("dimension_box").text() == "–"
    assert person.find("arithmetic_label").text() == "numbers as they were given"
    assert person.find("steps_strip", QWidget) is not None
    assert "shown as they are" in person.find("honesty_label").text()


def test_it_is_said_how_the_numbers_came_about(reader: Any) -> None:
    """One head is computed exactly from the model's own Q, K and V; what is made of several is not."""
    arithmetic, honesty = reader.find("arithmetic_label"), reader.find("honesty_label")
    assert arithmetic.text() == "exact from the model’s Q, K and V"
    assert "this head computed exactly from the model’s float32 Q, K and V" in honesty.text()
    reader.window.session.set_view("mean")
    reader.settle()
    assert arithmetic.text() == "float32"
    assert "trained weights, in the model’s float32" in honesty.text()
    reader.window.session.set_view("head")
    reader.window.session.set_rescaled(True)
    reader.settle()
    assert arithmetic.text() == "float32"
    assert "except empty ones: 1" in honesty.text()
    reader.window._showing.show_matrix("query")
    assert reader.find("map_title").text() == "Queries Q of layer 1, head 1"
    reader.window.session.set_model("random")
    reader.settle()
    assert arithmetic.text() == "exact arithmetic"


def test_a_text_that_is_cut_is_told_with_the_reason(reader: Any) -> None:
    most = reader.snapshot.reading.source.config.context
    reader.retype_pasted("abc" * 40)
    reader.settle()
    assert reader.find("token_count_label").text() == f"{most} of 120 tokens are shown"
    assert reader.find("token_count_label").toolTip() == f"This model reads {most} tokens at most."
    reader.retype_pasted("abc" * 9000)
    reader.settle()
    assert reader.find("token_count_label").text() == f"the first {most} tokens are shown"
    reader.retype_pasted("abc")
    reader.settle()
    assert reader.find("token_count_label").text() == "tokens: 3"
    assert reader.find("token_count_label").toolTip() == ""
    reader.retype("text_input", "")
    reader.settle()
    assert reader.find("map_title").text() == "Attention weights"
