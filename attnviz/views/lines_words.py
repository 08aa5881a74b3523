"""What the panel “Lines” says. It finds words for weights; it must not compute them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from attnviz.state.lines_report import LinesReport
from attnviz.views.graphemes import elide
from attnviz.views.heatmap_text import shown
from attnviz.views.lines_picture import LEAST, LOOKED_AT, LOOKS, LinesPicture, Place, Strands, named
from attnviz.views.span_label import Span

_LISTED = 5  # tokens
_LONGEST = 16  # characters of a token
_FIXED = "\u00a0"  # a space at which no line breaks


def heads_caption(layer: int | None) -> str:
    """Return what the chips are called."""
    if layer is None:
        return QCoreApplication.translate("LinesPanel", "Heads")
    return QCoreApplication.translate("LinesPanel", "Heads of layer {layer}").format(layer=layer + 1)


def head_name(head: int) -> str:
    """Return the short name of a head, a number from 0."""
    return QCoreApplication.translate("LinesPanel", "H{head}").format(head=head + 1)


def left_out(drawn: Strands) -> str:
    """Return which lines are not drawn; "" if all are."""
    share = f"{100 * LEAST:.0f}"
    if len(drawn) < drawn.total and not drawn.faded.any():
        words = QCoreApplication.translate(
            "LinesPanel",
            "The {count} strongest of {total} lines are drawn. Point at a token to see its own. "
            "Lines under {share} % are left out.",
        )
        return words.format(count=f"{len(drawn):,}", total=f"{drawn.total:,}", share=share)
    if len(drawn) < drawn.total:
        words = QCoreApplication.translate(
            "LinesPanel",
            "The pinned row's lines and the strongest of the others are drawn, {count} of {total}. "
            "Lines under {share} % are left out.",
        )
        return words.format(count=f"{len(drawn):,}", total=f"{drawn.total:,}", share=share)
    if drawn.thin:
        return QCoreApplication.translate("LinesPanel", "Lines under {share} % are left out.").format(share=share)
    return ""


def told_spans(report: LinesReport, picture: LinesPicture) -> list[Span]:
    """Return the strongest weights of the token that is spoken of, or how to choose one."""
    place = picture.focus
    if place is None:
        words = QCoreApplication.translate("LinesPanel", "Point at a token to see its lines alone; click to pin it.")
        return [Span(words, "muted")]
    lines, tokens = named(picture, place), (report.rows, report.columns)
    other = LOOKED_AT if place[0] == LOOKS else LOOKS
    if place[0] == LOOKS:
        words = QCoreApplication.translate("LinesPanel", "{place} {token} looks at:")
    else:
        words = QCoreApplication.translate("LinesPanel", "{place} {token} is looked at by:")
    spans = [Span(words.format(place=place[1] + 1, token=_short(tokens[place[0]][place[1]])), "asking")]
    ends = lines.column if other == LOOKED_AT else lines.row
    for head, end, weight in list(zip(lines.head, ends, lines.weight, strict=True))[:_LISTED]:
        said = _listed(report, int(head), tokens[other][end], float(weight)).replace(" ", _FIXED)
        spans += [Span(" " if len(spans) == 1 else f"{_FIXED}· "), Span(said)]
    return spans + _rest(lines, place)


def _listed(report: LinesReport, head: int, token: str, weight: float) -> str:
    share = f"{100 * weight:.0f}"
    if len(report.heads) == 1:
        return QCoreApplication.translate("LinesPanel", "{token} {share} %").format(token=_short(token), share=share)
    words = QCoreApplication.translate("LinesPanel", "{head}: {token} {share} %")
    return words.format(head=head_name(report.heads[head]), token=_short(token), share=share)


def _rest(lines: Strands, place: Place) -> list[Span]:
    if not len(lines):
        words = QCoreApplication.translate("LinesPanel", "nothing with {share} % or more")
        return [Span(" "), Span(words.format(share=f"{100 * LEAST:.0f}"), "muted")]
    if lines.total <= _LISTED:
        return []
    words = QCoreApplication.translate("LinesPanel", "and {count} more lines")
    if lines.total == _LISTED + 1:
        words = QCoreApplication.translate("LinesPanel", "and {count} more line")
    return [Span(f"{_FIXED}· "), Span(words.format(count=f"{lines.total - _LISTED:,}").replace(" ", _FIXED), "muted")]


def _short(token: str) -> str:
    return shown(elide(token, _LONGEST))
