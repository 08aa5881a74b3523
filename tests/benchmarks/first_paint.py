"""Show one window and end at its first paint: attnviz's own, or an empty pyqtgraph one. Run by `run.py`.

smollm2: attnviz's own again, whose last scene has a trained model, until that model's map has been painted.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))


def attnviz_window(trained: bool) -> None:
    """Start attnviz as the command does, and end when the heat map has been painted; trained: with a model's map."""
    from attnviz.views import heatmap

    class Watched(heatmap.HeatmapView):
        def paintEvent(self, event: object) -> None:
            super().paintEvent(event)
            if self.picture.weights.size or not trained:
                os._exit(0)

    heatmap.HeatmapView = Watched  # type: ignore[misc]
    from attnviz.app import command_line

    command_line.main([])


def pyqtgraph_window() -> None:
    """Import the same libraries, and show an empty view of pyqtgraph's."""
    import numpy  # noqa: F401
    import pyqtgraph

    class Watched(pyqtgraph.GraphicsLayoutWidget):  # type: ignore[misc]
        def paintEvent(self, event: object) -> None:
            super().paintEvent(event)
            os._exit(0)

    application = pyqtgraph.mkQApp()
    view = Watched()
    view.addViewBox()
    view.resize(1280, 720)
    view.show()
    application.exec()


if __name__ == "__main__":
    pyqtgraph_window() if sys.argv[1] == "pyqtgraph" else attnviz_window(sys.argv[1] == "smollm2")
