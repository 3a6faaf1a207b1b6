"""The error tree: its three answers, and what its texts may say."""

import pytest

from dragoman import errors
from dragoman.errors import (
    Ambiguous,
    ApiError,
    ConfigurationError,
    ConnectionLost,
    GuideProblem,
    GuideRateLimited,
    MalformedAnswer,
    NotSent,
    Problem,
    QueueExpired,
    RateLimited,
    Refused,
    ServerFailure,
    ServiceError,
    TimedOut,
    Unauthorized,
)
from dragoman.model import Secret
from dragoman.operations import FetchApiKey, GetOwnUser


@pytest.mark.parametrize("kind", [ApiError, Unauthorized, RateLimited, QueueExpired, GuideProblem, NotSent])
def test_a_definite_no_is_never_ambiguous(kind: type[ServiceError]) -> None:
    assert issubclass(kind, Refused)
    assert not issubclass(kind, Ambiguous)


@pytest.mark.parametrize("kind", [TimedOut, ConnectionLost, ServerFailure, MalformedAnswer])
def test_doubt_is_never_a_definite_no(kind: type[ServiceError]) -> None:
    assert issubclass(kind, Ambiguous)
    assert not issubclass(kind, Refused)


def test_every_error_stands_in_the_drawing() -> None:
    drawing = errors.__doc__ or ""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    missing = [kind.__name__ for kind in kinds if issubclass(kind, errors.DragomanError)]
    assert [name for name in missing if name not in drawing] == []


def test_an_api_error_names_the_call_the_status_and_the_code() -> None:
    error = ApiError(GetOwnUser(), status=400, code="BAD_REQUEST", msg="No such user")
    assert str(error) == "GetOwnUser: 400 BAD_REQUEST: No such user"
    assert error.operation == GetOwnUser()


def test_an_error_does_not_show_the_password_of_its_call() -> None:
    error = TimedOut(FetchApiKey(username="a@b.c", password=Secret("tiger")), "no answer in time")
    assert "tiger" not in f"{error} {error!r} {error.operation!r} {error.args}"


def test_a_guide_refusal_over_the_limit_is_both_a_problem_and_a_limit() -> None:
    error = GuideRateLimited("GetServiceGuide", retry_after=7.0, details={"title": "Too many", "detail": 3})
    assert isinstance(error, GuideProblem)
    assert isinstance(error, RateLimited)
    assert (error.retry_after, error.title, error.detail, error.status) == (7.0, "Too many", "", 429)


def test_a_problem_reads_like_a_compiler_s_message() -> None:
    problem = Problem(
        file="bot.yaml", line=3, column=5, place="plugins[0]", what="no such plugin", mend="install it"
    )
    assert str(problem) == "bot.yaml:3:5: plugins[0]: no such plugin. Install it."


def test_a_problem_without_a_place_is_only_its_sentence() -> None:
    assert str(Problem(what="it is dark")) == "it is dark."


def test_a_configuration_error_lists_all_its_problems() -> None:
    error = ConfigurationError((Problem(what="one"), Problem(file="a", what="two")))
    assert str(error) == "one.\na: two."
