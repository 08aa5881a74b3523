import re, sys
from typing import Any
import pytest
from PySide6.QtGui import QAction
from PySide6.QtCore import QSize
from test_language_l1 import *  # noqa
from test_language_l1 import japanese, _english, _words_of, _sit_down  # noqa
SHOT = "/tmp/w/shots"

@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("k", [6, 7])
def test_play(desk, language, k, tmp_path, monkeypatch):
    import os; os.makedirs(SHOT, exist_ok=True)
    monkeypatch.setenv("XDG_CACHE_HOME", "/tmp/w/cache")
    person = _sit_down(desk, language)
    w = person.window
    w.resize(QSize(1280, 800))
    acts = [a for a in w.findChildren(QAction) if re.match(r"lesson_\d", a.objectName())]
    acts[k - 1].trigger()
    player = w._lessons.player
    left = []
    i = 0
    for _ in range(40):
        def ready():
            s = w.snapshot
            return s is not None and s.scene == person.scene and not s.waiting and (s.panel is None or s.report is not None)
        try:
            person.qtbot.waitUntil(ready, timeout=20000)
        except Exception as e:
            print("NOT READY", i, e, w.snapshot.panel, w.snapshot.waiting)
        person.qtbot.wait(250)
        w.grab().save(f"{SHOT}/{language}{k}_{i:02d}.png"); i += 1
        o = w._lessons._overlay
        print(language, k, i, player.step.title, player.revealed, "overlay", o.isVisible(), w._lessons._target, w.snapshot.panel)
        allowed = set(t.replace("␣", "") for t in w.snapshot.tokens)
        left += _english(_words_of(person), allowed) if language == "ja" else []
        w.resize(QSize(1280, 800))
        if player.at_end: break
        player.forward()
    player.close()
    print("\n".join(sorted(set(left)))[:6000])
