"""A snapshot as numbers: tab-separated for a spreadsheet, CSV, and NPZ with every matrix. Must not round."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from functools import partial

import numpy as np

from attnviz.state.snapshot import Snapshot


class NothingToExport(ValueError):
    """There are no tokens, so there are no numbers."""


def table(snapshot: Snapshot, delimiter: str) -> str:
    """Return the weights as text: a line of tokens, then a line per row with its token first.

    Each number is the shortest that gives the same float32 again; hidden cells are 0.
    Raises NothingToExport for a scene without tokens.
    """
    if snapshot.trace is None:
        raise NothingToExport("There are no numbers yet: the text is empty.")
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(["", *snapshot.tokens])
    for token, row in zip(snapshot.tokens, snapshot.trace.weights, strict=True):
        writer.writerow([token, *(str(weight) for weight in row)])
    return text.getvalue()


def csv_file(snapshot: Snapshot) -> bytes:
    """Return the weights as CSV in UTF-8, with the mark by which spreadsheets know it. Raises as `table` does."""
    return table(snapshot, ",").encode("utf-8-sig", "replace")


def npz_file(snapshot: Snapshot) -> bytes:
    """Return every matrix of the trace, the head's three and the tokens, as an NPZ without pickles.

    Raises NothingToExport for a scene without tokens.
    """
    if snapshot.trace is None:
        raise NothingToExport("There are no numbers yet: the text is empty.")
    head, trace = snapshot.head, snapshot.trace
    arrays = {name: getattr(trace, name) for name in trace.__dataclass_fields__}
    arrays |= {name: getattr(head, name) for name in head.__dataclass_fields__}
    data = io.BytesIO()
    np.savez(data, tokens=np.array(snapshot.tokens, dtype=np.str_), **arrays)
    return data.getvalue()


def maker(snapshot: Snapshot, write: Callable[[Snapshot], bytes]) -> Callable[[], Callable[[], bytes]]:
    """Return what returns the work of `write`, left for a worker to do."""
    return lambda: partial(write, snapshot)
