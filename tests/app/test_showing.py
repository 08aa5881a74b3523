"""From snapshot to widgets: what changes is shown, what doesn't is left alone, and nothing is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget

from attnviz.app.panels import Panels
from attnviz.app.showing import Showing
from attnviz.state.scene import Change, Scene
from attnviz.state.session import Session
from attnviz.state.snapshot import derive
from attnviz.views.change_panel import ChangePanel
from attnviz.views.control_bar import ControlBar
from attnviz.views.map_panel import MapPanel
from attnviz.views.status_bar import StatusBar
from attnviz.views.steps_strip import StepsStrip

ODD = Scene(
    text="x y z", model="identity", dimension=100, causal=False, scaled=False, pinned=(1, 2),
    change=Change(index=1, text="w", nines=True, strength=10.0),
)  # fmt: skip


@pytest.fixture
def parts(qtbot: Any) -> tuple[Showing, ControlBar, MapPanel, ChangePanel, StatusBar]:
    bar, panel, steps, status, window = ControlBar(), MapPanel(), StepsStrip(), StatusBar(), QWidget()
    panels = Panels(Session(), "change", window)
    for part in (bar, panel, steps, panels.tabs, status, window):
        qtbot.addWidget(part)
    change = panels.tabs.findChild(ChangePanel)
    return Showing(bar, panel, steps, panels, status), bar, panel, change, status


def _show(showing: Showing, scene: Scene) -> Any:
    showing.show_scene(scene)
    snapshot = derive(scene, showing.snapshot)
    showing.show_snapshot(snapshot, 0.001)
    return snapshot


def test_a_scene_is_shown_in_every_control_and_nothing_is_said(parts: Any, qtbot: Any) -> None:
    showing, bar, panel, change, _ = parts
    signals = [
        bar.text_input.text_edited, bar.model_picker.model_chosen, bar.causal_toggle.switched,
        bar.scale_toggle.switched, bar.dimension_input.dimension_chosen, change.token_chosen,
        change.replacement_edited, change.nines_switched, change.strength_chosen, panel.heatmap.cell_pinned,
    ]  # fmt: skip
    said: list[Any] = []
    for signal in signals:
        signal.connect(lambda *words: said.append(words))
    for scene in (Scene(), ODD, Scene(text=""), ODD, Scene()):
        _show(showing, scene)
    _show(showing, ODD)
    assert not said
    assert bar.text_input.text() == "x y z"
    assert bar.model_picker.key() == "identity"
    assert not bar.causal_toggle.isChecked()
    assert not bar.scale_toggle.isChecked()
    assert bar.dimension_input.dimension() == 100
    assert change.findChild(QWidget, "last_token_input").text() == "w"
    assert change.findChild(QWidget, "nines_button").isChecked()
    assert change.findChild(QWidget, "changed_token_picker").currentIndex() == 2


def test_numbers_on_the_screen_are_those_of_the_snapshot(parts: Any) -> None:
    showing, _, panel, change, status = parts
    snapshot = _show(showing, Scene(change=Change(text="dog")))
    np.testing.assert_array_equal(panel.heatmap.weights, snapshot.trace.weights)
    assert panel.caption.sentence().startswith("“sat”")
    assert "0 of 320" in change.findChild(QWidget, "verdict_label").text()
    assert status.findChild(QWidget, "token_count_label").text() == "tokens: 6"


def test_an_emptied_text_leaves_nothing_of_the_old_one(parts: Any) -> None:
    showing, _, panel, change, status = parts
    _show(showing, Scene(change=Change(text="dog")))
    _show(showing, Scene(text="", change=Change(text="dog")))
    assert panel.heatmap.tokens == ()
    assert panel.caption.sentence() == ""
    assert panel.honesty.text() == ""
    assert change.findChild(QWidget, "verdict_label").text() == "Type a sentence first."
    assert status.findChild(QWidget, "token_count_label").text() == "tokens: 0"
    _show(showing, Scene(text="a b"))
    assert panel.heatmap.tokens == ("a", "b")


def test_a_hovered_row_that_is_gone_gives_way_to_the_pinned_one(parts: Any) -> None:
    showing, _, panel, _, _ = parts
    _show(showing, Scene())
    showing.show_hovered_cell(5, 0)
    assert panel.caption.sentence().startswith("“mat”")
    _show(showing, Scene(text="a b c"))
    assert panel.caption.sentence().startswith("“c”")
    showing.show_hovered_cell(-1, -1)
    _show(showing, Scene(pinned=None))
    assert "Point at a row" in panel.caption.sentence()


def test_the_same_word_again_changes_nothing_and_says_so(parts: Any) -> None:
    showing, _, _, change, _ = parts
    _show(showing, Scene(change=Change(text="mat")))
    assert change.findChild(QWidget, "verdict_label").text() == "The new word is the same: nothing was changed."
    _show(showing, Scene(change=Change(text="mat", strength=10.0), causal=False))
    assert "earlier values changed" in change.findChild(QWidget, "verdict_label").text()


def test_a_pinned_picture_is_shown_with_its_own_words_and_the_difference_hides_nothing(desk: Any) -> None:
    person = desk("the cat sat")
    person.window._panels.open("compare")
    person.settle()
    person.find("pin_reference_button").click()
    person.retype("text_input", "a dog ran")
    person.find("causal_toggle").click()
    person.settle()
    heatmap, caption = person.find("heatmap"), person.find("caption_label")
    person.window._panels.comparison_wanted.emit("a")
    assert heatmap.tokens == ("the", "cat", "sat")
    assert not person.find("honesty_label").text()
    assert "sat" in caption.text()
    assert "%" not in caption.text()
    person.window._panels.comparison_wanted.emit("difference")
    assert heatmap.picture.mask.all()
    assert heatmap.tokens == ("the/a", "cat/dog", "sat/ran")
    person.find("step_map_weights").clicked.emit()
    assert heatmap.tokens == ("a", "dog", "ran")
    assert "%" in caption.text()
