"""What is wrong with the places of widgets: smaller than their words, on each other, outside of their parents."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QSplitterHandle,
    QWidget,
)

WORDY = QLabel | QAbstractButton | QComboBox | QAbstractSpinBox | QLineEdit


def called(widget: QWidget) -> str:
    """Return what to call a widget in a message."""
    words = widget.text() if hasattr(widget, "text") else ""
    return f"{type(widget).__name__} {widget.objectName()} {words[:40]!r}"


def shown(window: QWidget) -> list[QWidget]:
    """Return the visible widgets in a window."""
    return [widget for widget in window.findChildren(QWidget) if widget.isVisible() and widget.window() is window]


def wrong_places(window: QWidget) -> list[str]:
    """Return all that is wrong."""
    return [*cut_off(window), *overlapping(window), *outside(window)]


def cut_off(window: QWidget) -> Iterator[str]:
    """Yield what is smaller than its words."""
    for widget in shown(window):
        if not isinstance(widget, WORDY) or isinstance(widget.parent(), QAbstractSpinBox | QLineEdit):
            continue
        needed = widget.minimumSizeHint()
        if isinstance(widget, QLabel) and widget.hasHeightForWidth():
            needed = QSize(0, widget.heightForWidth(widget.width()))
        elif isinstance(widget, QLabel | QAbstractButton):
            needed = widget.sizeHint()
        if widget.width() < needed.width() or widget.height() < needed.height():
            yield f"cut off: {called(widget)} is {widget.size().toTuple()}, needs {needed.toTuple()}"


def overlapping(window: QWidget) -> Iterator[str]:
    """Yield widgets of one parent that lie on each other."""
    for parent in [window, *shown(window)]:
        if isinstance(parent, QAbstractScrollArea | QAbstractSpinBox | QComboBox | QLineEdit):
            continue  # their parts belong on each other
        children = [child for child in parent.children() if isinstance(child, QWidget) and child.isVisible()]
        children = [child for child in children if not child.isWindow() and not isinstance(child, QSplitterHandle)]
        for one, other in combinations(children, 2):
            if one.geometry().intersects(other.geometry()):
                yield f"overlapping: {called(one)} {one.geometry()} and {called(other)} {other.geometry()}"


def outside(window: QWidget) -> Iterator[str]:
    """Yield what sticks out of its parent, but for what can be scrolled to."""
    for widget in shown(window):
        parent = widget.parentWidget()
        area = parent.parentWidget()
        inside = parent.rect()
        if isinstance(area, QAbstractScrollArea):
            inside.setTop(-(10**6))
            inside.setBottom(10**6)
            if area.horizontalScrollBar().isVisible():
                inside.setLeft(-(10**6))
                inside.setRight(10**6)
        if not inside.contains(widget.geometry()):
            yield f"outside: {called(widget)} {widget.geometry()} of {called(parent)} {parent.rect()}"
