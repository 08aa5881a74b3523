"""What leaves the window: pictures and numbers, to the clipboard or to a file. Must not change what is shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from attnviz.app import numbers
from attnviz.app.files import Files
from attnviz.app.menus import Menus
from attnviz.state.snapshot import Snapshot
from attnviz.views import theme
from attnviz.views.map_panel import MapPanel
from attnviz.views.panel_tabs import PanelTabs

if TYPE_CHECKING:
    from attnviz.app import picture


class Exporting(QObject):
    """Copies and exports what the map and the open panel show.

    Signals: told(str) good news, failed(str) what is wrong.
    """

    told = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        parts: tuple[MapPanel, PanelTabs],
        snapshot: Callable[[], Snapshot | None],
        menus: Menus,
        files: Files,
        light: Callable[[], AbstractContextManager[None]],
        parent: QObject,
    ) -> None:
        """Copy and write out the map and the open panel, on the actions of `menus`.

        snapshot: gives what is on the screen; files: writes; light: makes everything light for a moment.
        """
        super().__init__(parent)
        self._panel, self._tabs = parts
        self._snapshot, self._files, self._light = snapshot, files, light
        for action, slot in (
            (menus.copy_picture, self._on_copy_picture),
            (menus.copy_numbers, self._on_copy_numbers),
            (menus.copy_panel, self._on_copy_panel),
            (menus.export_panel_png, self._on_export_panel_png),
            (menus.export_panel_svg, self._on_export_panel_svg),
            (menus.export_panel_pdf, self._on_export_panel_pdf),
            (menus.export_svg, self._on_export_svg),
            (menus.export_pdf, self._on_export_pdf),
            (menus.export_csv, self._on_export_csv),
            (menus.export_npz, self._on_export_npz),
        ):
            action.triggered.connect(slot)
        menus.png_chosen.connect(self._on_export_png)

    def _on_copy_picture(self) -> None:
        from attnviz.app import picture

        if (page := self._page()) is not None:
            QGuiApplication.clipboard().setImage(picture.image(page, 2))
            self.told.emit(self.tr("The picture is copied."))

    def _on_copy_numbers(self) -> None:
        if (snapshot := self._something()) is not None:
            QGuiApplication.clipboard().setText(numbers.table(snapshot, "\t"))
            self.told.emit(self.tr("The numbers are copied: paste them into a spreadsheet."))

    def _on_copy_panel(self) -> None:
        from attnviz.app import panel_picture

        if (open_now := self._open_panel()) is not None:
            QGuiApplication.clipboard().setImage(panel_picture.image(*open_now, self._light(), 2.0))
            self.told.emit(self.tr("The open panel is copied."))

    def _on_export_panel_png(self) -> None:
        self._export_panel(".png")

    def _on_export_panel_svg(self) -> None:
        self._export_panel(".svg")

    def _on_export_panel_pdf(self) -> None:
        self._export_panel(".pdf")

    def _export_panel(self, suffix: str) -> None:
        from attnviz.app import panel_picture

        if (open_now := self._open_panel()) is not None:
            self._files.ask_export(suffix, panel_picture.made(*open_now, self._light(), suffix))

    def _open_panel(self) -> tuple[QWidget, Snapshot] | None:
        """Return the panel that is open and what is on the screen; says so if there is none."""
        snapshot, panel = self._snapshot(), self._tabs.panel()
        if snapshot is None or panel is None or not self._tabs.isVisible():
            self.failed.emit(self.tr("No panel is open: choose one with View → Open an experiment."))
            return None
        return panel, snapshot

    def _on_export_png(self, scale: int) -> None:
        self._export_picture(".png", scale)

    def _on_export_svg(self) -> None:
        self._export_picture(".svg")

    def _on_export_pdf(self) -> None:
        self._export_picture(".pdf")

    def _on_export_csv(self) -> None:
        self._export_numbers(".csv", numbers.csv_file)

    def _on_export_npz(self) -> None:
        self._export_numbers(".npz", numbers.npz_file)

    def _export_picture(self, suffix: str, scale: int = 1) -> None:
        from attnviz.app import picture

        if (page := self._page()) is not None:
            self._files.ask_export(suffix, picture.maker(page, suffix, scale))

    def _export_numbers(self, suffix: str, write: Callable[[Snapshot], bytes]) -> None:
        if (snapshot := self._something()) is not None:
            self._files.ask_export(suffix, numbers.maker(snapshot, write))

    def _something(self) -> Snapshot | None:
        """Return the snapshot if there is anything in it to take away; otherwise say so."""
        snapshot = self._snapshot()
        if snapshot is None or snapshot.trace is None:
            words = self.tr("There is nothing to copy or export yet: type a sentence first.")
            if snapshot is not None and snapshot.lacks_second_text:
                words = self.tr("There is nothing to copy or export yet: type the second text first.")
            self.failed.emit(words)
            return None
        return snapshot

    def _page(self) -> picture.Page | None:
        from attnviz.app import picture

        if (snapshot := self._something()) is None:
            return None
        shown = self._panel.heatmap.picture
        least = picture.least_size(shown.visible.rows, shown.visible.columns, shown.font)
        return picture.Page(
            snapshot=snapshot,
            colormap=self._panel.colormap,
            theme=theme.current(),
            font=self._panel.font(),
            size=self._panel.size().expandedTo(least),
            map=shown,
            title=self._panel.title,
            subtitle=self._panel.subtitle,
            # Of weights the picture makes its own sentence: the one on the screen may be of a row that is pointed at
            caption=None if shown.limit is None else self._panel.caption.spans(),
        )
