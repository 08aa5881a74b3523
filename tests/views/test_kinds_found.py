"""The table's words: what was found, how it was found, and what the chapter says."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from kinds_made import CHAPTERS, report, samples

from attnviz.core.kinds import KINDS
from attnviz.experiments.contrast import Reason
from attnviz.views import kinds_found
from attnviz.views.kinds_answers import Found, cannot_tell, ranges
from attnviz.views.kinds_found import agreement, found

pytestmark = pytest.mark.usefixtures("qapp")


def cells(key: str, text: str = "The cat sat on the mat", **options: str) -> tuple[Found, ...]:
    (row,) = found(report((key,), text, **options), ())  # type: ignore[arg-type]
    return row.cells


def answers(key: str, text: str = "The cat sat on the mat", **options: str) -> list[str]:
    return [cell.words for cell in cells(key, text, **options)]


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("full", ["all tokens", "no", "quadratic", "no"]),
        ("causal", ["itself and the past", "no", "quadratic", "yes"]),
        ("window", ["nearby tokens only", "no", "linear", "yes"]),
        ("linear", ["all tokens, approximately", "no", "linear", "no"]),
        ("linear_causal", ["itself and the past, approximately", "no", "linear", "yes"]),
        ("performer", ["all tokens, approximately", "no", "linear", "no"]),
        ("state_space", ["through the previous state", "yes", "linear", "yes"]),
        ("gru", ["through the previous state", "yes", "linear", "yes"]),
        ("lstm", ["through the previous state", "yes", "linear", "yes"]),
    ],
)
def test_every_kind_is_answered(key: str, wanted: list[str]) -> None:
    assert answers(key) == wanted


def test_the_chapters_own_rows_all_agree() -> None:
    keys = tuple(key for key in KINDS if key not in ("state_space", "linear_causal"))
    assert agreement(found(report(keys), ())) == (3 * len(keys), 3 * len(keys))


def test_the_state_space_model_is_not_what_the_chapter_says() -> None:
    sees, order, cost, past = cells("state_space")
    assert (sees.verdict, sees.chapter) == ("differs", "the chapter: all tokens, approximately")
    assert (order.verdict, order.chapter) == ("differs", "the chapter: no")
    assert order.evidence.endswith("The chapter names it as an example of: Linear attention.")
    assert cost.verdict == "agrees"
    assert past.verdict == "silent"
    assert agreement(found(report(("state_space",)), ())) == (1, 3)


def test_a_kind_that_the_chapter_does_not_have_is_not_compared() -> None:
    assert {cell.verdict for cell in cells("linear_causal")} == {"silent"}


def test_a_position_makes_attention_know_order_and_the_chapter_is_quoted() -> None:
    order = cells("causal", position="rope")[1]
    assert (order.words, order.verdict, order.chapter) == ("yes", "differs", "the chapter: no")
    assert "the largest change is " in order.evidence


def test_the_evidence_says_what_was_changed_and_what_moved() -> None:
    assert cells("causal")[0].evidence == "Found by changing each of 6 tokens: row 3 changed for tokens 1–3."
    full = cells("full")
    assert full[0].evidence == "Found by changing each of 6 tokens: row 3 changed for tokens 1–6."
    assert full[1].evidence.endswith("not one bit changed.")
    assert full[3].evidence.endswith("values of earlier rows changed.")
    window = cells("window")[0].evidence
    assert "row 6 changed for tokens 3–6." in window
    assert "numbers, however long the text." in window
    gru = cells("gru")
    assert "It keeps 16 numbers, however long the text." in gru[0].evidence
    assert (
        "not one bit of an earlier row changed. Computed token by token, the output differs by at most"
        in gru[3].evidence
    )
    assert "Its weights differ from softmax's by up to 0." in cells("linear")[0].evidence


def test_a_long_text_says_how_much_of_it_was_tried() -> None:
    text = " ".join(f"w{place}" for place in range(30))
    assert cells("causal", text)[0].evidence.startswith("Found by changing each of the first 24 tokens: row 12 changed")


def test_a_text_that_cannot_answer_says_what_it_needs() -> None:
    one, two, alike = cells("causal", "cat"), cells("causal", "cat dog"), cells("causal", "cat cat cat cat")
    assert [cell.words for cell in one] == [
        "needs a second word",
        "needs a second word",
        "quadratic",
        "needs a second word",
    ]
    assert two[1].words == "needs three different words"
    assert alike[1].words == "needs different words"
    assert {cell.verdict for cell in (one[0], one[1], two[1], alike[1])} == {"silent"}
    short = cells("window", "a cat sat")[0]
    assert (short.words, short.details) == ("itself and the past", ("needs a text longer than the window",))
    assert not any(cell.words in cell.details for cell in (*one, *two, *alike))


def test_the_cost_is_counted_at_once_and_timed_later() -> None:
    before, after = (found(report(), taken)[1].cells[2] for taken in ((), samples()))
    assert before.details == ("count: n^2.00", "time not measured yet")
    assert after.details == ("count: n^2.00", "time: n^2.00")
    assert before.evidence.startswith(
        "Counted: 2.69·10⁸ multiply-adds and 67.1\xa0MB for 4,096 tokens, n^2.00 from 256"
    )
    assert after.evidence.startswith(before.evidence)
    assert "Measured: 269\xa0ms for 4,096 tokens, n^2.00." in after.evidence


def test_one_long_sample_is_not_enough_for_a_power() -> None:
    assert found(report(), samples(longest=256))[0].cells[2].details[1] == "time not measured yet"


def test_runs_are_drawn_together() -> None:
    assert [ranges(places) for places in ([1, 2, 3, 5, 8, 9], [4], [])] == ["1–3, 5, 8–9", "4", ""]


def test_the_rows_come_in_the_order_of_the_report() -> None:
    assert tuple(row.key for row in found(report(), ())) == CHAPTERS
    assert kinds_found.headings() == ("sees", "knows order?", "cost", "keeps the past fixed?")


def test_every_reason_has_its_own_words() -> None:
    told = [cannot_tell(reason) for reason in get_args(Reason)]
    assert len(set(told)) == len(told)
    still = replace(report(("causal",)).rows[0], sight=None, knows_order=None, asked=0)
    cells = found(replace(report(("causal",)), rows=(still,)), ())[0].cells
    assert [cell.words for cell in cells[:2]] == ["no token changes anything", "needs three different words"]
