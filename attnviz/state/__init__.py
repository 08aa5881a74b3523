"""What the person has chosen: the frozen Scene, the Session that alone changes it, what follows from it, saving it.

Never Qt.
"""

from attnviz.state.scene import Scene
from attnviz.state.session import Session
from attnviz.state.snapshot import Snapshot, derive

__all__ = ["Scene", "Session", "Snapshot", "derive"]
