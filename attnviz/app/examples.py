"""The scenes of the Examples menu. Their longer texts lie in resources/examples."""

from __future__ import annotations

from attnviz.app import paths
from attnviz.state.scene import DEMO_TEXT, Scene


def scene(name: str) -> Scene:
    """Return the example `name`. Raises KeyError for an unknown one, OSError if its text is missing."""
    if name == "paragraph":
        text = (paths.resources() / "examples" / "paragraph.txt").read_text(encoding="utf-8").strip()
        return Scene(text=text, pinned=(30, None))
    return _SHORT[name]


_SHORT = {
    "demo": Scene(text=DEMO_TEXT, model="demo"),
    # Without a mask and without positions, the same words in another order give the same rows
    "cat_dog": Scene(text="the cat chases the dog", causal=False, pinned=(1, None)),
    "dog_cat": Scene(text="the dog chases the cat", causal=False, pinned=(4, None)),
    "neko_inu": Scene(text="猫が犬を追う", causal=False, pinned=(0, None)),
    "inu_neko": Scene(text="犬が猫を追う", causal=False, pinned=(2, None)),
}
