"""HighlightOverlay: lies round its target, follows it, and is in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from attnviz.views import theme
from attnviz.views.highlight_overlay import HighlightOverlay


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    yield made
    made.close()


@pytest.fixture
def panel(window: QWidget) -> QWidget:
    made = QWidget(window)
    made.setGeometry(50, 40, 300, 200)
    made.show()
    return made


@pytest.fixture
def button(panel: QWidget) -> QPushButton:
    made = QPushButton("x", panel)
    made.setGeometry(20, 10, 100, 40)
    made.show()
    return made


@pytest.fixture
def overlay(window: QWidget) -> HighlightOverlay:
    return HighlightOverlay(window)


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def rect(overlay: HighlightOverlay) -> tuple[int, ...]:
    return tuple(round(value) for value in overlay.frame().getRect())


def test_hidden_until_there_is_a_target(overlay: HighlightOverlay, button: QPushButton) -> None:
    settle()
    assert not overlay.isVisible()
    assert overlay.frame().isEmpty()
    overlay.show_target(button)
    assert overlay.isVisible()
    assert overlay.target() is button
    overlay.show_target(None)
    assert not overlay.isVisible()


def test_it_lies_round_the_widget_or_a_part_of_it(overlay: HighlightOverlay, button: QPushButton) -> None:
    overlay.show_target(button)
    assert rect(overlay) == (70, 50, 100, 40)
    overlay.show_target(button, QRectF(10, 5, 20, 10))
    assert rect(overlay) == (80, 55, 20, 10)


def test_the_frame_is_drawn_and_the_middle_is_left_alone(
    overlay: HighlightOverlay, window: QWidget, button: QPushButton
) -> None:
    before = window.grab().toImage()
    overlay.show_target(button)
    after = window.grab().toImage()
    accent = QColor(theme.current().accent)
    for at in (QPoint(120, 50), QPoint(120, 90), QPoint(70, 70), QPoint(170, 70)):
        near = [after.pixelColor(at.x() + dx, at.y() + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        assert accent in near
    assert after.pixelColor(85, 62) == before.pixelColor(85, 62)
    assert after.pixelColor(120, 46) != before.pixelColor(120, 46)  # the glow
    assert after.pixelColor(30, 200) == before.pixelColor(30, 200)


def test_it_follows_its_target(overlay: HighlightOverlay, panel: QWidget, button: QPushButton) -> None:
    overlay.show_target(button)
    button.resize(150, 60)
    settle()
    assert rect(overlay) == (70, 50, 150, 60)
    panel.move(60, 60)
    settle()
    assert rect(overlay) == (80, 70, 150, 60)
    panel.hide()
    settle()
    assert not overlay.isVisible()
    panel.show()
    settle()
    assert rect(overlay) == (80, 70, 150, 60)


def test_a_place_that_is_asked_for_again(overlay: HighlightOverlay, button: QPushButton) -> None:
    def right_half() -> QRectF | None:
        return QRectF(button.width() / 2, 0, button.width() / 2, button.height()) if button.width() > 60 else None

    overlay.show_target(button, right_half)
    assert rect(overlay) == (120, 50, 50, 40)
    button.resize(200, 40)
    settle()
    assert rect(overlay) == (170, 50, 100, 40)
    button.resize(50, 40)
    settle()
    assert not overlay.isVisible()


def test_a_place_that_moves_within_its_widget(overlay: HighlightOverlay, panel: QWidget) -> None:
    places = [QRectF(10, 10, 20, 20)]
    asked = 0

    def place() -> QRectF:
        nonlocal asked
        asked += 1
        return places[0]

    overlay.show_target(panel, place)
    settle()
    places[0] = QRectF(100, 10, 40, 40)
    panel.update()
    settle()
    assert rect(overlay) == (150, 50, 40, 40)
    settle()
    before = asked
    for _ in range(10):
        settle()
    assert asked == before  # nothing runs in circles


def test_what_scrolls_out_of_sight(overlay: HighlightOverlay, window: QWidget) -> None:
    area = QScrollArea(window)
    area.setGeometry(0, 0, 200, 100)
    content = QWidget()
    content.resize(180, 1000)
    target = QPushButton("y", content)
    target.setGeometry(10, 60, 80, 80)
    area.setWidget(content)
    area.show()
    settle()
    overlay.show_target(target)
    frame = overlay.frame()
    assert frame.top() == pytest.approx(61, abs=2)
    assert frame.bottom() <= 101  # cut where the area ends
    area.verticalScrollBar().setValue(500)
    settle()
    assert not overlay.isVisible()
    area.verticalScrollBar().setValue(0)
    settle()
    assert overlay.frame() == frame


def test_it_is_in_nobodys_way(
    overlay: HighlightOverlay, window: QWidget, panel: QWidget, button: QPushButton, qtbot: QtBot
) -> None:
    clicks: list[bool] = []
    button.clicked.connect(lambda: clicks.append(True))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    other = QPushButton("z", panel)
    other.show()
    other.setFocus()
    overlay.show_target(button)
    settle()
    assert other.hasFocus()
    assert overlay.focusPolicy() == Qt.FocusPolicy.NoFocus
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=button.mapTo(window, QPoint(50, 20)))
    assert len(clicks) == 1
    assert window.childAt(button.mapTo(window, QPoint(50, 20))) is button


def test_a_target_that_goes_away(overlay: HighlightOverlay, button: QPushButton) -> None:
    overlay.show_target(button)
    button.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    settle()
    assert not overlay.isVisible()
    assert overlay.target() is None
    overlay.show_target(None)


def test_it_moves_from_one_target_to_the_next(overlay: HighlightOverlay, panel: QWidget, button: QPushButton) -> None:
    overlay.show_target(button)
    overlay.show_target(panel)
    assert rect(overlay) == (50, 40, 300, 200)
    button.move(0, 0)  # nobody follows it any more
    settle()
    assert rect(overlay) == (50, 40, 300, 200)


def test_a_widget_of_another_window(overlay: HighlightOverlay, qtbot: QtBot) -> None:
    stranger = QPushButton("elsewhere")
    qtbot.addWidget(stranger)
    overlay.show_target(stranger)
    assert not overlay.isVisible()
