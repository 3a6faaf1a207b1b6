"""Tables, whose cells cannot break out of them."""

from collections.abc import Iterable, Sequence

from dragoman.text.escaping import escape

RULES = {"l": "---", "c": ":-:", "r": "--:"}
"""Left, centred, right."""


def table(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, align: str = "", trusted: bool = False
) -> str:
    """Write a table; a short row is filled up with empty cells.

    ``align`` has a letter for each column, ``l``, ``c`` or ``r``; those left out are left-aligned. Cells are
    escaped unless they are ``trusted`` to be Markdown; a line break in one becomes a space either way. Fails
    with ``ValueError`` for a row that is longer than the header, or another letter.
    """
    if not header:
        raise ValueError("a table has at least one column")
    width = len(header)
    rules = [RULES[letter] for letter in _letters(align, width)]
    lines = [_line(_cells(header, width, trusted)), _line(rules)]
    lines.extend(_line(_cells(row, width, trusted)) for row in rows)
    return "\n".join(lines)


def _letters(align: str, width: int) -> str:
    if set(align) - RULES.keys() or len(align) > width:
        raise ValueError(f"{align!r} does not align {width} columns: write l, c or r for each")
    return align.ljust(width, "l")


def _cells(row: Sequence[str], width: int, trusted: bool) -> list[str]:
    if len(row) > width:
        raise ValueError(f"a row of {len(row)} cells does not fit under a header of {width}")
    return [_cell(text, trusted) for text in (*row, *[""] * (width - len(row)))]


def _cell(text: str, trusted: bool) -> str:
    flat = " ".join(text.split())
    # A tick could open a code span that reaches over the next border.
    plain = flat if trusted else escape(flat.replace("`", "'"))
    return plain.replace("|", "\\|")


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
