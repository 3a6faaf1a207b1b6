"""The YAML parser's complaints, in words for people who write a bot.yaml."""

import re

_PLAIN_WORDS = (
    (r"found character '\\t'", "a tab stands where only spaces may", "Indent with spaces"),
    (
        r"found character '(.)' that cannot start",
        "the sign {0} cannot begin a value",
        "Put the value in quotes",
    ),
    (
        r"mapping values are not allowed",
        "a colon stands where no key can be",
        "Put the text in quotes, or check the indentation of this line and the one above",
    ),
    (r"could not find expected ':'", "a colon is missing after a key in the line above", "Write: key: value"),
    (
        r"expected <block end>, but found|did not find expected",
        "this does not continue what stands above",
        "Check the indentation, and put text with quotes or brackets in it in quotes as a whole",
    ),
    (r"unexpected end of stream", "a quotation mark is opened and never closed", "Close it"),
    (r"expected ',' or '([\]}])'", "a comma is missing, or the {0} for the bracket of line {line}", "Add it"),
    (
        r"could not determine a constructor|undefined tag|tag handle",
        "the tag is not known",
        "Only !env and !file are",
    ),
    (r"unknown escape character '(.*)'", "\\{0} means nothing between double quotes", "Use single quotes"),
)


def in_plain_words(said: str, opened: int) -> tuple[str, str]:
    """Return what is wrong and how to mend it, for a complaint of the YAML parser.

    What the complaint is about began in line ``opened``.
    """
    for pattern, what, mend in _PLAIN_WORDS:
        if found := re.search(pattern, said):
            return what.format(*found.groups(), line=opened), mend
    return f"this is not YAML: {said}", "Check the line and the one above"
