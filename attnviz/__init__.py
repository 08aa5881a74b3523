"""attnviz computes attention while you type, explains every number and tests every claim bit for bit."""

__version__ = "0.1.0"


def show(
    weights: object,
    tokens: object = None,
    columns: object = None,
    *,
    name: str = "",
    batch: int | None = None,
    key: str | None = None,
) -> None:
    """Open the window on attention weights of your own. They are not copied: leave them as they are meanwhile.

    weights: an array of NumPy, PyTorch or another library, or a tuple of one for each layer, as transformers returns
    it; 2 to 5 axes, (layers, batch, heads, n, m) or the last of these. A path of a file with such arrays does as well.
    tokens: n texts, of the rows, and of the columns too unless `columns` names m others. None: numbers.
    name: what the window calls them. batch: which text, if there are several. key: which weights, if they have names.

    In a script this returns when the window is closed; beside a running Qt loop (in IPython and Jupyter: %gui qt) at
    once. While the window is open, the next call shows its arrays there; undo brings back those before.
    Raises ValueError that says what was given and what fits, RuntimeError where no window can be opened.
    """
    from attnviz.app.screen import missing_library
    from attnviz.models.arrays import from_any

    given = from_any(weights, tokens, columns, name=name, batch=batch, key=key)
    if missing := missing_library():
        raise RuntimeError(missing)
    from attnviz.app.given import show_given

    show_given(given)
