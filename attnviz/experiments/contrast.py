"""The chapter's contrast table, and whether what was measured agrees with it, cell by cell.

Must not measure anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from attnviz.experiments.costs import Growth, growth
from attnviz.experiments.kinds import KindRow, Sight

# Why a cell cannot be told: there is a single token; no change of a token moves any row, as if all weights were 0; all
# tokens have one vector; no row looks at two other tokens (a text of two, a narrow window, weights too sharp); no token
# is outside the window; nothing was measured; the exponent is between 1 and 2, as for a window that is wider than some
# of the lengths and narrower than others
Reason: TypeAlias = Literal["one_token", "unmoved", "alike", "nobody_asked", "wide_window", "not_measured", "between"]


@dataclass(frozen=True)
class Claim:
    """One row of the chapter's table."""

    sight: Sight
    approximate: bool  # "all, approximately"
    state: bool  # "through the previous state"
    knows_order: bool
    cost: Growth


@dataclass(frozen=True)
class Cell:
    """Whether a measured cell agrees with the chapter."""

    agrees: bool | None  # None: this text cannot tell
    reason: Reason | None = None  # why not; None where it can


@dataclass(frozen=True)
class Agreement:
    """The cells of one row of the table."""

    sees: Cell
    knows_order: Cell
    cost: Cell


CHAPTER: Final[Mapping[str, Claim]] = {
    "full": Claim("all", approximate=False, state=False, knows_order=False, cost="quadratic"),
    "causal": Claim("past", approximate=False, state=False, knows_order=False, cost="quadratic"),
    "window": Claim("nearby", approximate=False, state=False, knows_order=False, cost="linear"),
    "linear": Claim("all", approximate=True, state=False, knows_order=False, cost="linear"),
    "gru": Claim("past", approximate=False, state=True, knows_order=True, cost="linear"),
    "lstm": Claim("past", approximate=False, state=True, knows_order=True, cost="linear"),
}


def agrees(row: KindRow, exponent: float | None) -> Agreement | None:
    """Compare a measured row with the chapter's; None for a kind that the chapter's table does not have.

    exponent: of the counted operations; None = not measured yet.
    """
    claim = CHAPTER.get(row.key)
    if claim is None:
        return None
    return Agreement(_sees(row, claim), _knows_order(row, claim), _cost(claim, exponent))


def _sees(row: KindRow, claim: Claim) -> Cell:
    if len(row.sees) == 1:
        return _open("one_token")
    if row.sight is None:
        return _open("unmoved")
    if claim.sight == "nearby" and row.sight in ("past", "all"):
        return _open("wide_window")  # a limit was not met; a longer text might meet it
    if claim.approximate and row.approximate == 0 and row.alike:
        return _open("alike")
    approximate = row.approximate is not None and row.approximate > 0
    return Cell(
        row.sight == claim.sight and approximate == claim.approximate and (row.state is not None or not claim.state)
    )


def _knows_order(row: KindRow, claim: Claim) -> Cell:
    if row.knows_order is not None:
        return Cell(row.knows_order == claim.knows_order)
    if len(row.sees) == 1:
        return _open("one_token")
    return _open("alike" if row.alike else "nobody_asked")


def _cost(claim: Claim, exponent: float | None) -> Cell:
    if exponent is None:
        return _open("not_measured")
    found = growth(exponent)
    if found is None and 1.0 < exponent < 2.0:
        return _open("between")
    return Cell(found == claim.cost)


def _open(reason: Reason) -> Cell:
    return Cell(None, reason)
