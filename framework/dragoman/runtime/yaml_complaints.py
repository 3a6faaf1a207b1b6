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
    (r"expected ',' or '([\]}])'", "a comma or the closing {0} is missing", "Add it"),
    (
        r"could not determine a constructor|undefined tag|tag handle",
        "the tag is not known",
        "Only !env and !file are",
    ),
    (r"unknown escape character '(.*)'", "\\{0} means nothing between double quotes", "Use single quotes"),
)


def in_plain_words(said: str) -> tuple[str, str]:
    """Return what is wrong and how to mend it, for a complaint of the YAML parser."""
    for pattern, what, mend in _PLAIN_WORDS:
        if found := re.search(pattern, said):
            return what.format(*found.groups()), mend
    return f"this is not YAML: {said}", "Check the line and the one above"
