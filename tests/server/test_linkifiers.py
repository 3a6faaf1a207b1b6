"""Linkifiers: what they find becomes a link, in messages and in topics; who makes and changes them."""

from typing import Any

import pytest

from server.household import GENERAL, Actor, House, refused

DONE = {"result": "success", "msg": ""}
ISSUE = {"pattern": "#(?P<id>[0-9]+)", "url_template": "https://bugs.test/{id}"}
KNOWING = {
    "event_types": '["realm_linkifiers"]',
    "client_capabilities": '{"notification_settings_null": false, "linkifier_url_template": true}',
}


def told(linkifier_id: int, **fields: Any) -> dict[str, Any]:
    return {
        **ISSUE,
        "id": linkifier_id,
        "example_input": None,
        "reverse_template": None,
        "alternative_url_templates": [],
        **fields,
    }


async def test_what_a_linkifier_finds_is_a_link_in_message_and_topic(ben: Actor, cleo: Actor) -> None:
    assert await ben.post("/realm/filters", **ISSUE) == {**DONE, "id": 1}
    await ben.post("/realm/filters", pattern="HELP", url_template="https://help.test/")
    said = "see #12 and (#13), `#14`, **#15** x#16 [#17](https://a.test) HELP HELPS"
    message_id = await cleo.say(str(GENERAL), "about #7, #8 https://a.test/x HELP", said)
    message = (await ben.get(f"/messages/{message_id}"))["message"]
    assert message["content"] == (
        '<p>see <a href="https://bugs.test/12">#12</a> and (<a href="https://bugs.test/13">#13</a>), '
        "<code>#14</code>, <strong>#15</strong> x#16 "
        '<a href="https://a.test">#17</a> <a href="https://help.test/">HELP</a> HELPS</p>'
    )
    assert message["topic_links"] == [
        {"text": "#7", "url": "https://bugs.test/7"},
        {"text": "#8", "url": "https://bugs.test/8"},
        {"text": "https://a.test/x", "url": "https://a.test/x"},
        {"text": "HELP", "url": "https://help.test/"},
    ]


async def test_everybody_who_knows_templates_is_told_all_of_them(ben: Actor, cleo: Actor) -> None:
    knowing, plain = await cleo.queue(**KNOWING), await cleo.queue(event_types='["realm_linkifiers"]')
    await ben.post("/realm/filters", **ISSUE)
    more = {"example_input": "C-5", "reverse_template": "C-{id}"}
    other = {"pattern": "C-(?P<id>[0-9]+)", "url_template": "https://c.test/{id}"}
    old = '["https://old.test/{id}"]'
    await ben.post("/realm/filters", **other, **more, alternative_url_templates=old)
    assert await ben.patch("/realm/linkifiers", ordered_linkifier_ids="[2, 1]") == DONE
    assert await ben.patch("/realm/filters/2", **other, reverse_template="") == DONE
    assert await ben.delete("/realm/filters/1") == DONE
    second = told(2, **other, **more, alternative_url_templates=["https://old.test/{id}"])
    changed = {**second, "reverse_template": None}
    states = [[told(1)], [told(1), second], [second, told(1)], [changed, told(1)], [changed]]
    assert await knowing.events() == [
        {"type": "realm_linkifiers", "realm_linkifiers": state} for state in states
    ]
    assert await plain.events() == []
    assert await cleo.get("/realm/linkifiers") == {**DONE, "linkifiers": [changed]}
    snapshot = await cleo.post("/register", **KNOWING)
    assert snapshot["realm_linkifiers"] == [changed]


async def test_an_old_server_tells_pattern_and_template_only(old_house: House) -> None:
    ben = old_house.actor("Ben")
    await ben.post("/realm/filters", **ISSUE)
    assert await ben.get("/realm/linkifiers") == {**DONE, "linkifiers": [{**ISSUE, "id": 1}]}


UNIQUE = "Realm filter with this Realm and Pattern already exists."
NOT_IN_TEMPLATE = "Group 'id' in linkifier pattern is not present in URL template."
EXAMPLE = {"reverse_template": "#{id}", "example_input": "#1"}


@pytest.mark.parametrize(
    ("params", "errors"),
    [
        ({"pattern": "b(?P<id>"}, {"__all__": ["Bad regular expression: missing ): b(?P<id>"]}),
        ({"pattern": "(?=x)(?P<id>)"}, {"__all__": ["Bad regular expression: invalid perl operator: (?="]}),
        ({"url_template": "x{id"}, {"url_template": ["Invalid URL template."]}),
        (
            {"url_template": ""},
            {"url_template": ["This field cannot be blank."], "__all__": [NOT_IN_TEMPLATE]},
        ),
        ({"url_template": "https://x.test"}, {"__all__": [NOT_IN_TEMPLATE]}),
        (
            {"pattern": "x"},
            {"__all__": ["Group 'id' in URL template is not present in linkifier pattern."]},
        ),
        ({"pattern": "taken(?P<id>.)"}, {"__all__": [UNIQUE]}),
        ({"alternative_url_templates": '["{"]'}, {"alternative_url_templates": ["Invalid URL template."]}),
        ({"reverse_template": "#{id}"}, {"__all__": ["Reverse template requires an example input."]}),
        (
            {"example_input": "none"},
            {"__all__": ["Example input does not match the linkifier pattern."]},
        ),
        ({**EXAMPLE, "reverse_template": "#{id"}, {"__all__": ["Invalid reverse template."]}),
        (
            {**EXAMPLE, "reverse_template": "#{no}"},
            {"__all__": ["Group 'no' in reverse template is not present in linkifier pattern."]},
        ),
        (
            {**EXAMPLE, "reverse_template": "{{{id}}}"},
            {"__all__": ["Reverse template does not reproduce the example input."]},
        ),
    ],
)
async def test_a_linkifier_that_cannot_be_is_refused_with_all_that_is_wrong(
    ben: Actor, params: dict[str, str], errors: dict[str, list[str]]
) -> None:
    await ben.post("/realm/filters", pattern="taken(?P<id>.)", url_template="https://x.test/{id}")
    await ben.post("/realm/filters", pattern="other(?P<id>.)", url_template="https://x.test/{id}")
    answer = (400, refused(next(iter(errors.values()))[0], errors=errors))
    assert await ben.call("POST", "/realm/filters", {**ISSUE, **params}) == answer
    assert await ben.call("PATCH", "/realm/filters/2", {**ISSUE, **params}) == answer


async def test_administrators_alone_change_linkifiers(cleo: Actor) -> None:
    answer = (400, refused("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL"))
    assert await cleo.call("POST", "/realm/filters", ISSUE) == answer


async def test_a_linkifier_that_is_not_there_is_not_found(ben: Actor) -> None:
    answer = (400, refused("Linkifier not found."))
    assert await ben.call("PATCH", "/realm/filters/9", ISSUE) == answer
    assert await ben.call("DELETE", "/realm/filters/9") == answer
    assert await ben.call("PATCH", "/realm/linkifiers", {"ordered_linkifier_ids": "[9]"}) == (
        400,
        refused("The ordered list must enumerate all existing linkifiers exactly once"),
    )
