"""How the cells and the headers of a ledger table are drawn: numbers to the right, all digits equally wide.

It draws only what is in sight, in fonts taken from the table's; it must not find words.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from attnviz.views import theme
from attnviz.views.fonts import scaled_font
from attnviz.views.ledger_model import AnyIndex, LedgerModel

_HEADER = 0.85  # size of a header against that of a cell
_ONE_DIGIT = str.maketrans("123456789", "000000000")
_MOST_WIDTHS = 2048
_TABULAR = QFont.Tag("tnum")
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Lettering:
    """The fonts and measures of a table at one size."""

    def __init__(self, font: QFont, factor: float = 1.0) -> None:
        self.factor = factor
        self.plain, self.bold = scaled_font(font, factor), scaled_font(font, factor, bold=True)
        self.header = scaled_font(font, factor * _HEADER)
        for made in (self.plain, self.bold):
            made.setFeature(_TABULAR, 1)
        self.plain_metrics, self.bold_metrics = QFontMetricsF(self.plain), QFontMetricsF(self.bold)
        self.header_metrics = QFontMetricsF(self.header)
        self.em = QFontInfo(font).pixelSize()
        self.gap = round(0.5 * self.em * factor)  # on each side of a cell
        self._widths: dict[tuple[str, int], float] = {}

    def advance(self, text: str, metrics: QFontMetricsF) -> float:
        """Return how wide `text` is. All digits are equally wide, so that few texts ever have to be measured."""
        key = (text.translate(_ONE_DIGIT), id(metrics))
        if key not in self._widths:
            if len(self._widths) >= _MOST_WIDTHS:
                self._widths.clear()
            self._widths[key] = metrics.horizontalAdvance(key[0])
        return self._widths[key]

    def width(self, header: str, texts: list[str]) -> float:
        """Return the room that a column with these texts needs, the marked one in bold."""
        widest = max((self.advance(text, self.bold_metrics) for text in texts), default=0.0)
        return max(widest, self.advance(header, self.header_metrics)) + 2 * self.gap + 1


class LedgerDelegate(QStyledItemDelegate):
    """Draws a cell. Signals: those of its base."""

    def __init__(self, rows: LedgerModel, lettering: Lettering, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows = rows
        self.lettering = lettering
        self.read_colours()

    def read_colours(self) -> None:
        """Take the colours of the present theme: once per painting, not once per cell."""
        colours = theme.current()
        self._text, self._muted = QColor(colours.text), QColor(colours.muted)
        self._accent, self._border, self._mark = QColor(colours.accent), QColor(colours.border), QColor(colours.canvas)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return a size that is not asked for: the table sets its own."""
        return QSize(1, 1)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the cell at `index`."""
        row, column, rect, letters = index.row(), index.column(), option.rect, self.lettering
        marked = self._rows.is_marked(row)
        if marked:
            painter.fillRect(rect, self._mark)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._border)
        painter.setFont(letters.bold if marked else letters.plain)
        painter.setPen(self._accent if marked else self._muted if column == 0 else self._text)
        room = rect.adjusted(0 if column == 0 else letters.gap, 0, -letters.gap if column == 0 else 0, 0)
        words = self._rows.text(row, column)
        metrics = letters.bold_metrics if marked else letters.plain_metrics
        if letters.advance(words, metrics) > room.width() + 1:
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _LEFT if column == 0 else _RIGHT, words)


class LedgerHeader(QHeaderView):
    """The names of the columns, small and muted, above their numbers.

    Signals: none of its own.
    """

    def __init__(self, lettering: Lettering, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.lettering = lettering
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        """Return the height of a line with some room."""
        return QSize(1, round(self.lettering.header_metrics.height() + 0.4 * self.lettering.em))

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the height of a line; the table sets the width."""
        return self.sizeHint()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw the name of a column."""
        colours, letters = theme.current(), self.lettering
        painter.fillRect(rect, QColor(colours.window))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(colours.border))
        painter.setFont(letters.header)
        painter.setPen(QColor(colours.muted))
        room = rect.adjusted(0 if section == 0 else letters.gap, 0, -letters.gap if section == 0 else 0, 0)
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        words = letters.header_metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width() + 1)
        painter.drawText(room, _LEFT if section == 0 else _RIGHT, words)
