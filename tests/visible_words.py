"""Every word a person can meet in a window: painted, in a tool tip, in a list, told to a screen reader, in a menu."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from PySide6.QtCore import QAbstractListModel, QBuffer, QIODevice, QPoint, Qt
from PySide6.QtGui import QAction, QPainter, QTextLayout
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QMenu, QWidget

_ATTRIBUTES = (
    "text", "toPlainText", "placeholderText", "prefix", "suffix", "title", "toolTip", "statusTip", "whatsThis",
    "accessibleName", "accessibleDescription", "windowTitle", "currentMessage",
)  # fmt: skip
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def painted(widget: QWidget) -> list[str]:
    """Return what is painted as text, by painting it as a drawing; a line is cut where its font changes."""
    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(widget.rect())
    painter = QPainter(generator)
    widget.render(painter, QPoint())
    painter.end()
    drawing = ElementTree.fromstring(bytes(buffer.data().data()))
    return ["".join(text.itertext()) for text in drawing.iter("{http://www.w3.org/2000/svg}text")]


def told(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (whose, words) for all that a window and its visible parts say or would say."""
    for widget in [window, *window.findChildren(QWidget)]:
        if widget is window or (widget.isVisible() and widget.window() is window):
            yield from _said(widget)
            yield from _listed(widget)


def in_menus(window: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (whose, words) for the menus and actions of a window."""
    for part in [*window.findChildren(QMenu), *window.findChildren(QAction)]:
        yield from _said(part)


def missing_glyphs(words: str) -> str:
    """Return the characters that no installed font has."""
    seen = {character for character in words if unicodedata.category(character) not in ("Cc", "Cf")}
    return "".join(character for character in sorted(seen) if not _has_glyph(character))


def _said(part: QWidget | QAction) -> Iterator[tuple[str, str]]:
    for name in _ATTRIBUTES:
        say = getattr(part, name, None)
        words = say() if callable(say) else None
        if isinstance(words, str) and words:
            yield f"{type(part).__name__} {part.objectName()}.{name}", words


def _listed(widget: QWidget) -> Iterator[tuple[str, str]]:
    if not isinstance(widget, QComboBox | QAbstractItemView) or (model := widget.model()) is None:
        return
    whose = f"{type(widget).__name__} {widget.objectName()}"
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    for row in range(model.rowCount()):
        for column in range(columns):
            yield from _strings(whose, (model.index(row, column).data(role) for role in _ROLES))
    for column in range(columns):
        yield from _strings(whose, [model.headerData(column, Qt.Orientation.Horizontal)])


def _strings(whose: str, found: Iterable[object]) -> Iterator[tuple[str, str]]:
    for words in found:
        if isinstance(words, str) and words:
            yield whose, words


def _has_glyph(character: str) -> bool:
    layout = QTextLayout(character, QApplication.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(0 not in run.glyphIndexes() for run in layout.glyphRuns())
