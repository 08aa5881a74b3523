"""Speed and memory as ratios measured in one run: `python tests/benchmarks/run.py [name …]`.

Each row pairs what attnviz does with the plainest thing that could be compared with it, the two taking turns, so that
a noisy machine disturbs both. Times are medians. Not part of the tests: a ratio is read, not asserted.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

PANEL_KEYS = (
    "change", "ledger", "swap", "position", "scaling", "mask", "masking", "heads", "cache", "kinds", "features",
    "compare",
)  # fmt: skip
FRAME = 1000 / 60  # ms
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))


def main(wanted: list[str]) -> None:
    """Run the benchmarks that are named, or all, and print the table."""
    import attnviz.app  # noqa: F401  (sets the number of threads before NumPy is imported)

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = folder
        print(f"{'what':44}{'attnviz':>12}{'compared':>12}{'ratio':>8}   goal")
        for name, benchmark in BENCHMARKS.items():
            if not wanted or name in wanted:
                benchmark()


def row(what: str, ours: float, theirs: float, goal: str, unit: str = "ms") -> None:
    """Print one line of the table."""
    print(f"{what:44}{ours:>9.2f} {unit}{theirs:>9.2f} {unit}{ours / theirs:>8.2f}   {goal}", flush=True)


def in_turn(ours: Callable[[], float], theirs: Callable[[], float], times: int) -> tuple[float, float]:
    """Return the medians of two measurements that take turns; the first turn of each is not counted."""
    taken = [(ours(), theirs()) for _ in range(times + 1)][1:]
    return statistics.median(first for first, _ in taken), statistics.median(second for _, second in taken)


def seconds(work: Callable[[], object]) -> float:
    """Return how long `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


# ------------------------------------------------------------------------------------------------------ arithmetic


def trace() -> None:
    """Head.trace against the same head in plain float32."""
    import numpy as np

    from attnviz.core import Head, masks, tokens

    head = Head.random(64, 64)
    for n in (8, 64, 512):
        x, mask = tokens.embed([f"w{i}" for i in range(n)], 64), masks.causal(n)

        def plain(x: np.ndarray = x, mask: np.ndarray = mask) -> np.ndarray:
            query, key, value = x @ head.w_query, x @ head.w_key, x @ head.w_value
            scores = np.where(mask, query @ key.T / np.float32(8), np.float32(-np.inf))
            weights = np.exp(scores - scores.max(axis=1, keepdims=True))
            return (weights / weights.sum(axis=1, keepdims=True)) @ value

        def exact(x: np.ndarray = x, mask: np.ndarray = mask) -> object:
            return head.trace(x, mask)

        ours, theirs = in_turn(lambda: seconds(exact), lambda: seconds(plain), 60)
        row(f"Head.trace, n = {n}, d = 64, / plain float32", ours * 1e3, theirs * 1e3, "—")


def head() -> None:
    """Building the widest random head, against drawing as many numbers from NumPy's generator."""
    import numpy as np

    from attnviz.core.head import Head, _random

    def build() -> None:
        _random.cache_clear()
        Head.random(512, 512)

    generator = np.random.default_rng(0)
    ours, theirs = in_turn(
        lambda: seconds(build), lambda: seconds(lambda: generator.random((3, 512, 512), dtype=np.float32)), 15
    )
    row("Head.random(512, 512) / NumPy's random numbers", ours * 1e3, theirs * 1e3, "< 30 ms")


# ---------------------------------------------------------------------------------------------------------- window


def edit() -> None:
    """From an edit to the painted map, against a bare pyqtgraph `setImage` to its painted image of the same size."""
    with window() as (application, attnviz_window):
        import numpy as np
        import pyqtgraph

        heatmap = found(attnviz_window, "heatmap")
        view = pyqtgraph.GraphicsLayoutWidget()
        item = pyqtgraph.ImageItem(axisOrder="row-major")
        view.addViewBox().addItem(item)
        view.resize(heatmap.size())
        view.show()
        field = found(attnviz_window, "text_input")
        attnviz_window._show_part("steps", False)  # measured on their own, in `parts`
        attnviz_window._show_part("panel", False)
        for n in (8, 64, 512):
            sentences = sentences_of(n)

            def ours(sentences: Iterator[str] = sentences) -> float:
                return painted(application, heatmap, lambda: field.setPlainText(next(sentences)))

            def theirs(n: int = n) -> float:
                image = np.random.default_rng(0).random((n, n), dtype=np.float32)
                return painted(
                    application, view.viewport(), lambda: item.setImage(image, autoLevels=False, levels=(0, 1))
                )

            goal = "≤ 1.5 and < 16 ms" if n <= 64 else "—"
            row(f"edit → painted, n = {n}, / pyqtgraph setImage", *(1e3 * t for t in in_turn(ours, theirs, 40)), goal)
        view.close()


def parts() -> None:
    """An edit with the steps or a panel open, against the same edit with both closed, at n = 32, d = 64."""
    with window() as (application, attnviz_window):
        field, heatmap = found(attnviz_window, "text_input"), found(attnviz_window, "heatmap")
        sentences = sentences_of(32)

        def measured(steps: bool, panel: str | None) -> float:
            attnviz_window._show_part("steps", steps)
            attnviz_window._show_part("panel", panel is not None)
            if panel is not None:
                attnviz_window._panels.open(panel)
            for _ in range(5):
                painted(application, heatmap, lambda: field.setPlainText(next(sentences)))
            return statistics.median(
                painted(application, heatmap, lambda: field.setPlainText(next(sentences))) for _ in range(15)
            )

        session = attnviz_window.session
        session.set_replacement("moon")
        session.set_swapped((1, 3))
        session.pin_reference()
        for name, steps, panel in (("steps", True, None), *((panel, False, panel) for panel in PANEL_KEYS)):
            ours, theirs = in_turn(partial(measured, steps, panel), partial(measured, False, None), 3)
            row(f"edit with {name} open / closed, n = 32", ours * 1e3, theirs * 1e3, "≤ 16 ms more")


def kinds() -> None:
    """An edit until the map is painted, for every kind and for several heads, at n = 32, d = 64."""
    with window() as (application, attnviz_window):
        field, heatmap = found(attnviz_window, "text_input"), found(attnviz_window, "heatmap")
        session, sentences = attnviz_window.session, sentences_of(32)
        attnviz_window._show_part("steps", False)

        def measured(act: Callable[[], object], panel: str | None) -> float:
            attnviz_window._show_part("panel", panel is not None)
            if panel is not None:
                attnviz_window._panels.open(panel)
            act()
            for _ in range(5):
                painted(application, heatmap, lambda: field.setPlainText(next(sentences)))
            return statistics.median(
                painted(application, heatmap, lambda: field.setPlainText(next(sentences))) for _ in range(15)
            )

        def plain() -> None:
            session.set_kind("softmax")
            session.set_heads(1)
            session.set_position("none")
            session.set_second_text(None)

        def heads(number: int) -> None:
            plain()
            session.set_heads(number)

        def of_kind(kind: str) -> None:
            plain()
            session.set_kind(kind)

        for number, panel in ((8, None), (8, "heads"), (96, "heads")):
            ours, theirs = in_turn(partial(measured, partial(heads, number), panel), partial(measured, plain, None), 3)
            name = f"edit with {number} heads{', all shown' if panel else ''} / with one"
            row(name, ours * 1e3, theirs * 1e3, f"< {2 * FRAME:.0f} ms" if number == 8 else "—")
        for kind in ("linear", "performer", "state_space", "gru", "lstm"):
            ours, theirs = in_turn(partial(measured, partial(of_kind, kind), None), partial(measured, plain, None), 3)
            row(f"edit with {kind} / softmax", ours * 1e3, theirs * 1e3, f"< {2 * FRAME:.0f} ms")
        plain()


def memory() -> None:
    """Resident memory after 1,000 edits against after 100."""
    with window() as (application, attnviz_window):
        heatmap = found(attnviz_window, "heatmap")
        field = found(attnviz_window, "text_input")
        sentences = sentences_of(24)
        held: dict[int, float] = {}
        for edits in range(1, 1001):
            painted(application, heatmap, lambda: field.setPlainText(next(sentences)))
            if edits in (100, 1000):
                held[edits] = resident()
        row("memory after 1,000 edits / after 100", held[1000], held[100], "< 5 MB more", "MB")


def start() -> None:
    """From the command to the first paint, against the same imports and an empty pyqtgraph window."""
    ours, theirs = in_turn(lambda: first_paint("attnviz"), lambda: first_paint("pyqtgraph"), 7)
    row("start → first paint / empty pyqtgraph window", ours * 1e3, theirs * 1e3, "≤ 1.25")


def models() -> None:
    """Trained models and own arrays: the rows of `models.py`, against transformers and BertViz."""
    from models import rows

    rows()


# --------------------------------------------------------------------------------------------------------- helpers


def found(window: object, name: str) -> object:
    """Return the widget of that name."""
    from PySide6.QtWidgets import QWidget

    return window.findChild(QWidget, name)


@contextmanager
def window() -> Iterator[tuple[object, object]]:
    """Give the application and its real window, shown."""
    from PySide6.QtWidgets import QApplication

    from attnviz.app import command_line, faults, start

    application = QApplication.instance() or QApplication([])
    caught = faults.Faults()
    shown = start.open_window(application, command_line.parse([]), caught)
    shown.resize(1280, 720)
    shown.show()
    application.processEvents()
    yield application, shown
    shown.close()
    shown.deleteLater()
    application.processEvents()
    caught.release()


def painted(application: object, widget: object, act: Callable[[], object]) -> float:
    """Return the seconds from before `act` until `widget` has been painted with what it changed, and all is quiet."""
    from PySide6.QtCore import QEvent, QObject

    class Watch(QObject):
        paints = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            self.paints += event.type() == QEvent.Type.Paint
            return False

    application.processEvents()
    watch = Watch()
    widget.installEventFilter(watch)
    begun = time.perf_counter()
    act()
    while not watch.paints and time.perf_counter() - begun < 10:
        application.processEvents()
    application.processEvents()
    taken = time.perf_counter() - begun
    widget.removeEventFilter(watch)
    return taken


def sentences_of(n: int) -> Iterator[str]:
    """Yield sentences of n tokens whose last one changes, as when somebody types."""
    start = " ".join(f"word{i}" for i in range(n - 1))
    number = 0
    while True:
        number += 1
        yield f"{start} end{number % 100}"


def resident() -> float:
    """Return the resident memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def first_paint(what: str) -> float:
    """Return the seconds that a new process takes to its first paint."""
    # Compiled modules are kept, as pip does when it installs; the first turn makes them and is not counted
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, str(HERE / "first_paint.py"), what]
    return seconds(lambda: subprocess.run(command, check=True, env=environment))


BENCHMARKS = {
    "trace": trace, "head": head, "edit": edit, "parts": parts, "kinds": kinds, "start": start, "memory": memory,
    "models": models,
}  # fmt: skip

if __name__ == "__main__":
    main(sys.argv[1:])
