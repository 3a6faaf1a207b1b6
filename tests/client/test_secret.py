"""A secret shows itself to nobody but the one who asks it to."""

import copy
import pickle

import msgspec
import pytest

from dragoman.client import Credentials
from dragoman.model import Secret
from dragoman.operations import ApiKeyFetched


def test_a_secret_is_stars_however_it_is_shown() -> None:
    secret = Secret("tiger")
    shown = [str(secret), repr(secret), f"{secret}", f"{secret:>20}", repr([secret]), repr({1: secret})]
    assert [text for text in shown if "tiger" in text] == []
    assert str(secret) == "***"


def test_credentials_and_answers_hide_their_key() -> None:
    credentials = Credentials(site="https://x.example", email="a@b.c", api_key=Secret("tiger"))
    fetched = ApiKeyFetched(api_key=Secret("tiger"), email="a@b.c", user_id=1)
    assert "tiger" not in repr(credentials) + str(fetched)


def test_a_secret_is_not_written_to_files() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret("tiger"))
    with pytest.raises(TypeError):
        msgspec.json.encode(ApiKeyFetched(api_key=Secret("tiger"), email="a@b.c"))


def test_secrets_compare_by_their_text() -> None:
    assert Secret("a") == Secret("a")
    assert Secret("a") != Secret("b")
    assert Secret("a") != "a"
    assert len({Secret("a"), Secret("a")}) == 1
    assert (bool(Secret("")), bool(Secret("x"))) == (False, True)
    assert Secret("é\ud800").reveal() == "é\ud800"


def test_a_secret_may_be_copied_with_its_record() -> None:
    credentials = Credentials(site="https://x.example", email="a@b.c", api_key=Secret("tiger"))
    assert copy.copy(credentials) == credentials
