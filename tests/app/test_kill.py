"""`kill -9` at random moments while edits stream in: the next start opens, with a scene at most two seconds old.

ATTNVIZ_KILLS sets how many times (6 unless told; the claim is about 50).
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
OLDEST = 2.0  # seconds of work that may be lost

# Says which edit it found, then edits every few milliseconds and notes each edit with its moment before making it.
EDITING = """
import os, sys, time
from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from attnviz.app import command_line, faults, start

long, number = sys.argv[1] == "long", int(sys.argv[2])
application = start._application()
faults.start_log()
caught = faults.Faults()
told = []
caught.happened.connect(told.append)
window = start.open_window(application, command_line.parse([]), caught)
window.show()
field = window.findChild(object, "text_input")
notices = window.findChild(object, "notice_bar")

def say(words):
    os.write(1, (words + "\\n").encode())

first = window.session.scene.text.split(" ")[0]
say(f"found {first} {notices.text() or '-'} {' '.join(told) or '-'}")

def edit():
    global number
    number += 1
    say(f"edit {number} {time.monotonic()}")
    if long:
        window.session.set_text(f"{number} " + "word " * 60_000)
    else:
        field.selectAll()
        field.insertPlainText(f"{number} the cat sat")
    if told:
        say("fault " + told[0])

timer = QTimer(interval=10)
timer.timeout.connect(edit)
timer.start()
application.exec()
"""


class Edits:
    """All edits so far, by their number. `first` is the number of the first edit of the run that was killed last."""

    def __init__(self) -> None:
        self.moments: dict[int, float] = {}
        self.first = 1

    def lost_until(self, last: int, found: int, killed: float) -> float:
        """Return how many seconds before the kill the killed run made its first edit that is not in the scene found.

        The killed run made the edits from `first` to `last`.

        Edits of runs before it were lost, if at all, by an earlier kill: counted again, they would add the time that
        two starts take. That those before it stay is held by the rule that the scene never goes back.
        """
        begin = max(self.first, found + 1)
        return killed - self.moments[begin] if begin <= last else 0.0


def _run_and_kill(folder: Path, kind: str, edits: Edits, seconds: float) -> tuple[str, float]:
    """Start, let edits stream in for a while, kill. Returns what was found at start, and when it was killed."""
    number = max(edits.moments, default=0)
    output = folder / "said"
    with output.open("wb") as said:
        child = subprocess.Popen(
            [sys.executable, "-c", EDITING, kind, str(number)],
            stdout=said, stderr=subprocess.STDOUT, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        try:
            _wait_for(output, "edit", child)
            time.sleep(seconds)
        finally:
            child.send_signal(signal.SIGKILL)
            killed = time.monotonic()
            child.wait()
    lines = output.read_text().splitlines()
    for line in lines:
        if line.startswith("edit") and len(line.split()) == 3:
            edits.moments[int(line.split()[1])] = float(line.split()[2])
    assert not [line for line in lines if line.startswith(("fault", "Traceback"))], "\n".join(lines[:40])
    return next(line for line in lines if line.startswith("found")), killed


def _wait_for(output: Path, word: str, child: subprocess.Popen[bytes]) -> None:
    for _ in range(3000):
        if word in output.read_text():
            return
        assert child.poll() is None, "the start did not go on:\n" + output.read_text()
        time.sleep(0.01)
    raise AssertionError("the start took longer than 30 s")


def test_kill_9_loses_two_seconds_at_most_and_the_next_start_opens(home: Path) -> None:
    kills = int(os.environ.get("ATTNVIZ_KILLS", "6"))
    seed = int(os.environ.get("ATTNVIZ_SEED", random.randrange(10**6)))
    rng, edits, killed, found = random.Random(seed), Edits(), 0.0, 0
    lost: list[float] = []
    for start in range(kills + 1):  # each start also looks at what the kill before it left
        made = max(edits.moments, default=0)
        # Short runs are killed before, in and after their first write; only a run of over two seconds can lose as much
        seconds = rng.uniform(2.2, 3.2) if start % 3 == 1 else rng.uniform(0.0, 0.8)
        told, killed_now = _run_and_kill(home, "long" if start % 2 else "short", edits, seconds)
        _, number, trouble = told.split(" ", 2)
        assert trouble == "- -", f"seed {seed}: a notice or an error at start: {told}"
        before, found = found, int(number) if number.isdigit() else 0
        assert before <= found <= made, f"seed {seed}: edit {found} was found, after {before}, of {made}"
        if made:
            lost.append(edits.lost_until(made, found, killed))
            assert lost[-1] <= OLDEST, f"seed {seed}: {lost[-1]:.2f} s of edits were lost; {told}"
        edits.first, killed = made + 1, killed_now
    assert len(lost) == kills
    print(f"{kills} kills, seed {seed}: {max(lost):.2f} s lost at most, {sum(lost) / kills:.2f} s on average")
