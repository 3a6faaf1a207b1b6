"""Choose words that alert the account."""

from dragoman.operations.operation import Answer, Operation


class AlertWordsFound(Answer):
    """The account's alert words, as they are now."""

    alert_words: tuple[str, ...]


class GetAlertWords(Operation[AlertWordsFound], method="GET", path="/users/me/alert_words"):
    """List the account's alert words.

    Source: not in the spec.
    """


class AddAlertWords(Operation[AlertWordsFound], method="POST", path="/users/me/alert_words", repeatable=True):
    """Add alert words; one that is there already is no error.

    Fails with code ``BAD_REQUEST`` for a word of more than 100 code points.
    Source: not in the spec.
    """

    alert_words: tuple[str, ...]


class RemoveAlertWords(
    Operation[AlertWordsFound], method="DELETE", path="/users/me/alert_words", repeatable=True
):
    """Remove alert words; one that is not there is no error.

    Fails with code ``BAD_REQUEST`` for a word of more than 100 code points.
    Source: not in the spec.
    """

    alert_words: tuple[str, ...]
