"""A small model of channels, messages and flags agrees with the server, whatever people do."""

from model.machine import check


def test_the_server_agrees_with_a_model_of_channels_messages_and_flags() -> None:
    assert check(runs=15, number=1, steps=15) is None
