"""A snapshot as numbers: tab-separated for a spreadsheet, CSV, and NPZ with every matrix. Must not round."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import partial

import numpy as np

from attnviz.core.kinds.kind import StateTrace
from attnviz.state.snapshot import Snapshot


class NothingToExport(ValueError):
    """There are no tokens, so there are no numbers."""


def what_is_empty(snapshot: Snapshot) -> str:
    """Return which text a scene lacks from which nothing can be computed."""
    return "the second text is empty" if snapshot.lacks_second_text else "the text is empty"


def table(snapshot: Snapshot, delimiter: str) -> str:
    """Return what the map shows as text: a line of the columns, then a line per row with its token first.

    Each number is the shortest that gives the same float32 again; hidden cells are 0.
    Raises NothingToExport for a scene without tokens.
    """
    if snapshot.shown is None:
        raise NothingToExport(f"There are no numbers yet: {what_is_empty(snapshot)}.")
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["", *snapshot.column_labels])
    for token, row in zip(snapshot.tokens, snapshot.shown, strict=True):
        writer.writerow([token, *(str(weight) for weight in row)])
    return text.getvalue()


def csv_file(snapshot: Snapshot) -> bytes:
    """Return the weights as CSV in UTF-8, with the mark by which spreadsheets know it. Raises as `table` does."""
    return table(snapshot, ",").encode("utf-8-sig", "replace")


def npz_file(snapshot: Snapshot) -> bytes:
    """Return every matrix of the shown head, its weights, those of all heads, and the tokens, as NPZ without pickles.

    Raises NothingToExport for a scene without tokens.
    """
    if snapshot.run is None:
        raise NothingToExport(f"There are no numbers yet: {what_is_empty(snapshot)}.")
    trace, multi = snapshot.run.trace, snapshot.run.multi
    arrays = {name: value for name, value in vars(trace).items() if isinstance(value, np.ndarray) and value.size}
    if isinstance(trace, StateTrace):
        arrays |= trace.gates
    elif snapshot.head is not None:
        arrays |= {name: getattr(snapshot.head, name) for name in snapshot.head.__dataclass_fields__}
    if multi is not None and snapshot.layer is not None and snapshot.layer.multihead is not None:
        arrays |= {
            "all_weights": np.stack([head.weights for head in multi.heads]),
            "joined": multi.joined,
            "combined": multi.output,
            "w_output": snapshot.layer.multihead.w_output,
        }
    if snapshot.reading is not None:  # all heads of a model, layer by layer
        arrays |= {f"layer_{place + 1:03}": weights for place, weights in enumerate(snapshot.reading.weights)}
    data = io.BytesIO()
    rows, columns = (np.array(names, dtype=np.str_) for names in (snapshot.tokens, snapshot.columns))
    np.savez(data, tokens=rows, columns=columns, **arrays)  # type: ignore[arg-type]
    return data.getvalue()


def maker(snapshot: Snapshot, write: Callable[[Snapshot], bytes]) -> Callable[[], Callable[[], bytes]]:
    """Return what returns the work of `write`, left for a worker to do."""
    return lambda: partial(write, snapshot)
