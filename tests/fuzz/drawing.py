"""Values for requests: by schema, from what was learned, from what goes wrong in the wild, and by chance."""

import json
import random
from typing import Any

from fuzz.learned import Learned

Schema = dict[str, Any]

WORDS = (
    *(
        "general",
        "help desk",
        "plans",
        "secret",
        "vault",
        "lunch",
        "",
        " ",
        "(no topic)",
        "x" * 61,
        "y" * 10_001,
    ),
    *("octopus", "+1", "smile", "read", "starred", "mentioned", "add", "remove", "start", "stop", "direct"),
    *("stream", "private", "channel", "newest", "oldest", "first_unread", "change_all", "active", "idle"),
    *(
        "is_muted",
        "color",
        "#ff0000",
        "pin_to_top",
        "in_home_view",
        "Europe/Berlin",
        "de",
        "twitter",
        "inbox",
    ),
    *("message", "subscription", "realm_user", "update_message_flags", "presence", "typing", "reaction"),
    *("Ada Owner", "cleo-member@house.test", "new@house.test", "nobody", "mobile", "partial", "unlimited"),
    *("#(?P<id>[0-9]+)", "https://house.test/{id}", "(", "{", "realm_emoji", "unicode_emoji", "1f419"),
    *(
        "Hello @**Cleo Member** and @**all**",
        "#**general>plans** :octopus:",
        "```py\nx = 1\n```",
        "/poll A?\nB",
    ),
    *(
        "[x](/user_uploads/2/a/b.txt)",
        "<time:2027-01-15T08:00:00Z>",
        "||spoiler||",
        "$$x^2$$",
        "@*bench*",
        "> q",
    ),
    *("null", "true", "[]", "{}", "0", "-1", "1e400", "NaN", '"', "[[", '{"a":' * 30, "9" * 400),
    *(
        "\0",
        "a\0b",
        "\u202e\u200d",
        "\ud7ff\U0001f419",
        "é" * 200,
        "ﷺ",
        "<script>alert(1)</script>",
        "%00",
        "../..",
    ),
)
NAMED: dict[str, tuple[str, ...]] = {
    "emoji_name": ("octopus", "+1", "smile", "tada", "zulip"),
    "flag": ("read", "starred", "collapsed", "mentioned"),
    "op": ("add", "remove", "start", "stop"),
    "property": ("color", "is_muted", "pin_to_top", "push_notifications", "wildcard_mentions_notify"),
    "status": ("active", "idle"),
    "type": ("stream", "private", "channel", "direct", "dm"),
    "invitee_emails": ("a@new.test", "a@new.test, b@new.test", "cleo-member@house.test"),
    "email": ("fresh@house.test", "other@house.test"),
    "username": ("ada-owner@house.test", "cleo-member@house.test"),
    "password": ("correct horse", "wrong"),
    "token": ("c0ffee" * 8,),
    "pattern": ("#(?P<id>[0-9]+)", "x(?P<id>[a-z]+)"),
    "url_template": ("https://house.test/{id}",),
    "name": ("Pet", "Size", "kettles"),
    "anchor": ("newest", "oldest", "first_unread", "104"),
    "fragment": ("narrow/is/starred", "inbox", "recent", "drafts"),
    "msg_type": ("widget",),
    "content": ('{"type":"new_option","idx":1,"option":"x"}', "Hello", "/poll A?\nB", "@**Cleo Member**"),
    "topic": ("plans", "s", "", "v"),
}
"""Texts that mean something as that parameter."""

NUMBERED: dict[str, tuple[int, ...]] = {
    "scheduled_delivery_timestamp": (1_800_000_060, 1_800_003_600, 1_799_999_000, 1_900_000_000),
    "num_before": (0, 1, 5, 20),
    "num_after": (0, 1, 5),
    "last_event_id": (-1, -1, 0, 1),
    "field_type": (1, 2, 3, 4, 5, 6, 7, 8),
    "role": (100, 200, 300, 400, 600),
    "visibility_policy": (0, 1, 2, 3),
}
"""Numbers that mean something as that parameter."""

OPERATORS = (
    *(
        "channel",
        "stream",
        "topic",
        "sender",
        "is",
        "has",
        "id",
        "near",
        "dm",
        "dm-including",
        "search",
        "with",
    ),
    *("channels", "streams", "group-pm-with", "pm-with", "mentions", "nonsense"),
)
OPERANDS = (
    "unread",
    "starred",
    "mentioned",
    "dm",
    "link",
    "image",
    "public",
    "followed",
    "resolved",
    "general",
    1,
    None,
)
CAPABILITIES = (
    *("notification_settings_null", "bulk_message_deletion", "user_avatar_url_field_optional"),
    *(
        "stream_typing_notifications",
        "user_settings_object",
        "linkifier_url_template",
        "user_list_incomplete",
    ),
    *("include_deactivated_groups", "archived_channels", "empty_topic_name", "simplified_presence_events"),
)
NUMBERS = (0, 1, -1, 2, 7, 100, 5001, 1_800_000_100, 2**31, 2**53, 2**63, 2**64, 10**30, -(2**63))


class Drawing:
    """Draws values from one source of chance."""

    def __init__(self, chance: random.Random, learned: Learned) -> None:
        self.chance = chance
        self.learned = learned

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def word(self) -> str:
        """Return a text that means something somewhere, or is trouble."""
        return self.chance.choice(WORDS)

    def noise(self) -> str:
        """Return any text at all."""
        return "".join(chr(self.chance.randrange(0xD800)) for _ in range(self.chance.randrange(12)))

    def known(self, name: str) -> int:
        """Return a number that goes by that name."""
        number = self.learned.number(name, self.chance)
        return self.number() if number is None else number

    def number(self) -> int:
        """Return a number, small or trouble."""
        if self.often(0.5):
            return self.chance.choice(NUMBERS)
        return self.chance.randrange(300)

    def value(self, name: str, schema: Schema) -> Any:
        """Return a value for something of that name: mostly one that its schema allows."""
        if self.often(0.04):
            return self.anything()
        if name == "client_capabilities":
            return {key: True for key in CAPABILITIES if self.often(0.5)}
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        if "anyOf" in schema:
            return self.value(name, self.chance.choice(schema["anyOf"]))
        match schema.get("type"):
            case "array":
                return self._array(name, schema)
            case "object":
                return self._object(name, schema)
            case "integer" | "number":
                return self._number(name, schema)
            case "string":
                return self._text(name)
            case "boolean":
                return self.often(0.5)
            case "null":
                return None
            case _:
                return self.chance.choice(OPERANDS) if self.often(0.7) else self.anything()

    def anything(self, depth: int = 2) -> Any:
        """Return any JSON value."""
        match self.chance.randrange(7 if depth else 5):
            case 0:
                return self.word()
            case 1:
                return self.number()
            case 2:
                return self.chance.random() * 1e6
            case 3:
                return self.chance.choice((None, True, False))
            case 4:
                return self.noise()
            case 5:
                return [self.anything(depth - 1) for _ in range(self.chance.randrange(4))]
            case _:
                return {self.word(): self.anything(depth - 1) for _ in range(self.chance.randrange(4))}

    def _array(self, name: str, schema: Schema) -> list[Any]:
        if name == "narrow" and self.often(0.4):
            return []
        fixed = [self.value(name, one) for one in schema.get("prefixItems", ())]
        items = schema.get("items")
        if not isinstance(items, dict):
            return fixed
        return fixed + [self.value(name, items) for _ in range(self.chance.choice((0, 1, 1, 1, 2, 2, 3, 40)))]

    def _object(self, name: str, schema: Schema) -> dict[str, Any]:
        required = schema.get("required", ())
        drawn = {
            key: self.value(key, one)
            for key, one in schema.get("properties", {}).items()
            if self.often(0.97 if key in required else 0.5)
        }
        if "operator" in drawn and self.often(0.9):
            drawn["operator"] = self.chance.choice(OPERATORS)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            drawn |= {self._text(name): self.value(name, more) for _ in range(self.chance.randrange(3))}
        return drawn

    def _number(self, name: str, schema: Schema) -> int | float:
        if name in NUMBERED and self.often(0.8):
            return self.chance.choice(NUMBERED[name])
        if self.often(0.75) and (known := self.learned.number(name, self.chance)) is not None:
            return known
        return self.number() if schema["type"] == "integer" else self.chance.random() * 3e9

    def _text(self, name: str) -> str:
        if self.often(0.5) and (known := self.learned.text(name, self.chance)) is not None:
            return known
        if name in NAMED and self.often(0.7):
            return self.chance.choice(NAMED[name])
        if self.often(0.15) and (number := self.learned.number(name, self.chance)) is not None:
            return json.dumps(self.chance.choice((number, [number])))
        return self.noise() if self.often(0.1) else self.word()
