"""Any scene that there can be, for property tests. Must not hold what a test expects of one."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from attnviz.core.kinds import KINDS
from attnviz.core.positions import POSITIONS
from attnviz.state.scene import DEMO_TEXT, HEADS_ORDERS, MAP_KINDS, VIEWS, Change, Picture, Scene

anything = st.text(st.characters(), max_size=20)  # with lone surrogates


def headed(heads: int) -> st.SearchStrategy[dict[str, int]]:
    """Return numbers of heads that go together."""
    divisors = [number for number in range(1, heads + 1) if heads % number == 0]
    return st.fixed_dictionaries(
        {"heads": st.just(heads), "kv_heads": st.sampled_from(divisors), "head": st.integers(0, heads - 1)}
    )


def fields(
    places: st.SearchStrategy[int], texts: st.SearchStrategy[str] = anything
) -> st.SearchStrategy[dict[str, Any]]:
    """Return the fields of a picture whose head is not the demo's."""
    plain = st.fixed_dictionaries(
        {
            "text": texts,
            "model": st.sampled_from(["random", "identity"]),
            "dimension": st.integers(1, 512),
            "causal": st.booleans(),
            "scaled": st.booleans(),
            "kind": st.sampled_from(MAP_KINDS),
            "view": st.sampled_from(VIEWS),
            "position": st.sampled_from(POSITIONS),
            "window": st.none() | st.integers(1, 1024),
            "dilation": st.integers(1, 64),
            "global_tokens": st.sets(places, max_size=3).map(lambda some: tuple(sorted(some))),
            "drawn": st.dictionaries(st.tuples(places, places), st.booleans(), max_size=3).map(
                lambda cells: tuple((*place, cells[place]) for place in sorted(cells))
            ),
            "hidden_token": st.none() | places,
            "padding": st.integers(0, 32),
            "second_text": st.none() | texts,
            "features": st.integers(1, 4096),
            "source": texts,
            "layer": st.integers(0, 99),
            "rescaled": st.booleans(),
        }
    )
    heads = st.sampled_from([1, 1, 1, 2, 6, 96]).flatmap(headed)
    return st.tuples(plain, heads).map(lambda both: both[0] | both[1])


def pictures(places: st.SearchStrategy[int]) -> st.SearchStrategy[Picture]:
    """Return pictures; places: of the tokens that they name."""
    demo = st.builds(Picture, text=anything, model=st.just("demo"), causal=st.booleans(), scaled=st.booleans())
    return fields(places).map(lambda of: Picture(**of)) | demo


def scenes(places: st.SearchStrategy[int]) -> st.SearchStrategy[Scene]:
    """Return scenes; places: of the tokens that they name."""
    more = st.fixed_dictionaries(
        {
            "pinned": st.none() | st.tuples(places, st.none() | places),
            "change": st.builds(
                Change, index=st.none() | places, text=anything, nines=st.booleans(), strength=st.floats(1, 1000)
            ),
            "swapped": st.none() | st.tuples(places, places),
            "scaling_source": st.sampled_from(["chapter", "own"]),
            "cache_step": st.none() | places,
            "ledger_decimals": st.integers(1, 8),
            "compared": st.sampled_from(["weights", "output"]),
            "reference": st.none() | pictures(places),
            "temperature": st.floats(0.1, 5.0),
            "top_k": st.integers(0, 1000),
            "top_p": st.floats(0.05, 1.0),
            "lines": st.sets(st.integers(0, 95), max_size=3).map(lambda some: tuple(sorted(some))),
            "heads_order": st.sampled_from(HEADS_ORDERS),
            "dimmed": st.booleans(),
            "kinds": st.lists(st.sampled_from(list(KINDS)), min_size=2, max_size=4, unique=True).map(tuple),
        }
    )
    own = st.tuples(fields(places), more).map(lambda both: Scene(**(both[0] | both[1])))
    return own | st.builds(Scene, text=st.just(DEMO_TEXT), model=st.just("demo"))
