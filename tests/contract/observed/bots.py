"""Bots: listing one's own, making and changing them."""

from contract.messaging.records import ROLE
from contract.observed.words import listed, operation, switch, text, value, whole
from contract.shapes import anything, boolean, fields, integer, mapping, nullable, one_of, string
from contract.terms import Refusal, has, may_have, path_integer

DEFAULTS = {
    "default_sending_stream": nullable(string),
    "default_events_register_stream": nullable(string),
    "default_all_public_streams": boolean,
}
OWN_BOT = fields(
    {"username": string, "full_name": string, "avatar_url": nullable(string), **DEFAULTS},
    {"api_key": string, "user_id": integer},
    name="own bot",
)
CHANNELS = (
    text("default_sending_stream", "Denmark"),
    text("default_events_register_stream", "Denmark"),
)
PAYLOAD_URL = "https://hook.example.com/"
CONFIG = {"colour": "blue"}
SERVICES = one_of(1, 2)
KINDS = one_of(1, 2, 3)
"""Generic, incoming and outgoing web-hook; bots that live in the server are switched off."""
NOT_TEXTS = ("[]", '{"colour": 5}', "some")

OPERATIONS = (
    operation(
        "GET",
        "/bots",
        answer=listed("bots", OWN_BOT),
        refusals=(Refusal(condition="a guest asks for bots"), Refusal(condition="a bot asks for bots")),
    ),
    operation(
        "POST",
        "/bots",
        text("full_name", "Gamma Bot", required=True),
        text("short_name", "gamma", required=True),
        value("bot_type", KINDS, 3, wrong=("some", "99", "[]")),
        value("payload_url", string, PAYLOAD_URL, wrong=("5", "[]")),
        text("service_name", "gamma"),
        value("interface_type", SERVICES, 1, wrong=("some", "[]")),
        value("config_data", mapping(string), CONFIG, wrong=NOT_TEXTS),
        *CHANNELS,
        switch("default_all_public_streams", False),
        file="file",
        answer=(
            has("user_id", integer),
            has("api_key", string),
            has("avatar_url", nullable(string)),
            *(has(name, shape) for name, shape in DEFAULTS.items()),
        ),
        refusals=(
            Refusal(condition="the bot's name is taken"),
            Refusal(condition="an unknown kind of bot"),
            Refusal(condition="a guest makes a bot"),
        ),
        emits=("realm_user/add", "realm_bot/add"),
    ),
    operation(
        "PATCH",
        "/bots/{bot_id}",
        path_integer("bot_id", 36),
        text("full_name", "Delta Bot"),
        value("role", ROLE, 400),
        whole("bot_owner_id", 9),
        value("service_payload_url", string, PAYLOAD_URL, wrong=("5", "[]")),
        value("service_interface", SERVICES, 1, wrong=("some", "[]")),
        value("config_data", mapping(string), CONFIG, wrong=NOT_TEXTS),
        *CHANNELS,
        switch("default_all_public_streams"),
        file="file",
        answer=(
            has("full_name", string),
            has("avatar_url", nullable(string)),
            *(has(name, shape) for name, shape in DEFAULTS.items()),
            has("service_interface", integer),
            has("service_payload_url", nullable(string)),
            has("config_data", nullable(mapping(anything))),
            may_have("bot_owner", string, "it has one"),
        ),
        refusals=(Refusal(condition="no such bot to change"), Refusal(condition="somebody else's bot")),
        emits=("realm_user/update",),
    ),
)
