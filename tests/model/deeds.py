"""Things that people of an organisation do, drawn at random: a method, a path and parameters each."""

import json
import random
from collections.abc import Callable
from typing import Any

from dragoman_server.world.world import World

Call = tuple[str, str, dict[str, str]]
Deed = Callable[[random.Random, World], Call]

WORDS = ("soup", "bread", "@**Cleo Member** look", "@**all** hear", "tea", "@*bench* come", "/me waves")
TOPICS = ("plans", "lunch", "Lunch", "later")
NAMES = ("alpha", "beta", "gamma", "delta")
EMOJI = ("octopus", "tada", "heart")
DEEDS: list[tuple[int, Deed]] = []


def deed(weight: int = 1) -> Callable[[Deed], Deed]:
    """Declare something that people do, and how often beside other things."""

    def declare(one: Deed) -> Deed:
        DEEDS.append((weight, one))
        return one

    return declare


def draw(rng: random.Random, world: World) -> Call:
    """Choose what is done next."""
    chosen = rng.choices([one for _, one in DEEDS], [weight for weight, _ in DEEDS])[0]
    return chosen(rng, world)


def _channel(rng: random.Random, world: World) -> int:
    return rng.choice([*world.channels])


def _message(rng: random.Random, world: World) -> int:
    return rng.choice([one.id for one in world.messages][-25:] or [1])


def _people(rng: random.Random, world: World, most: int = 2) -> list[int]:
    ids = [user.user_id for user in world.users if not user.is_system_bot]
    return rng.sample(ids, rng.randint(1, most))


def _person(rng: random.Random, world: World) -> int:
    return _people(rng, world, 1)[0]


def _group(rng: random.Random, world: World) -> int:
    return rng.choice([one.id for one in world.groups])


def _own_group(rng: random.Random, world: World) -> int:
    return rng.choice([one.id for one in world.groups if not one.name.startswith("role:")] or [1])


def _yes(rng: random.Random) -> str:
    return rng.choice(("true", "false"))


def _name(rng: random.Random) -> str:
    return rng.choice(NAMES) + rng.choice(("", " 2", " 3"))


@deed(8)
def _say(rng: random.Random, world: World) -> Call:
    place = {"type": "channel", "to": str(_channel(rng, world)), "topic": rng.choice(TOPICS)}
    return "POST", "/messages", {**place, "content": rng.choice(WORDS)}


@deed(4)
def _whisper(rng: random.Random, world: World) -> Call:
    place = {"type": "direct", "to": json.dumps(_people(rng, world, 3))}
    return "POST", "/messages", {**place, "content": rng.choice(WORDS)}


@deed(3)
def _rewrite(rng: random.Random, world: World) -> Call:
    return "PATCH", f"/messages/{_message(rng, world)}", {"content": rng.choice(WORDS)}


@deed(4)
def _move(rng: random.Random, world: World) -> Call:
    mode = rng.choice(("change_one", "change_later", "change_all"))
    params = {"topic": rng.choice((*TOPICS, "✔ plans")), "propagate_mode": mode}
    if rng.random() < 0.4:
        params["stream_id"] = str(_channel(rng, world))
    return "PATCH", f"/messages/{_message(rng, world)}", params


@deed(2)
def _delete(rng: random.Random, world: World) -> Call:
    return "DELETE", f"/messages/{_message(rng, world)}", {}


@deed()
def _delete_topic(rng: random.Random, world: World) -> Call:
    return "POST", f"/streams/{_channel(rng, world)}/delete_topic", {"topic_name": rng.choice(TOPICS)}


@deed(4)
def _mark(rng: random.Random, world: World) -> Call:
    ids = json.dumps([_message(rng, world) for _ in range(rng.randint(1, 4))])
    flag = rng.choice(("read", "read", "starred", "collapsed"))
    return "POST", "/messages/flags", {"messages": ids, "op": rng.choice(("add", "remove")), "flag": flag}


@deed(2)
def _mark_narrow(rng: random.Random, world: World) -> Call:
    narrow = json.dumps([{"operator": "channel", "operand": _channel(rng, world)}])
    around = {"anchor": "newest", "num_before": "5", "num_after": "0", "narrow": narrow}
    flag = rng.choice(("read", "starred"))
    return "POST", "/messages/flags/narrow", {**around, "op": rng.choice(("add", "remove")), "flag": flag}


@deed()
def _mark_topic(rng: random.Random, world: World) -> Call:
    where = {"stream_id": str(_channel(rng, world)), "topic_name": rng.choice(TOPICS)}
    return "POST", "/mark_topic_as_read", where


@deed()
def _mark_channel(rng: random.Random, world: World) -> Call:
    return "POST", "/mark_stream_as_read", {"stream_id": str(_channel(rng, world))}


@deed()
def _mark_all(rng: random.Random, world: World) -> Call:
    return "POST", "/mark_all_as_read", {}


@deed(2)
def _react(rng: random.Random, world: World) -> Call:
    method = rng.choice(("POST", "DELETE"))
    return method, f"/messages/{_message(rng, world)}/reactions", {"emoji_name": rng.choice(EMOJI)}


@deed(5)
def _subscribe(rng: random.Random, world: World) -> Call:
    names = [world.channels[_channel(rng, world)].name, _name(rng)]
    params = {"subscriptions": json.dumps([{"name": rng.choice(names)}]), "invite_only": _yes(rng)}
    if rng.random() < 0.6:
        params["principals"] = json.dumps(_people(rng, world))
    if rng.random() < 0.5:
        params["history_public_to_subscribers"] = _yes(rng)
    return "POST", "/users/me/subscriptions", params


@deed(4)
def _unsubscribe(rng: random.Random, world: World) -> Call:
    params = {"subscriptions": json.dumps([world.channels[_channel(rng, world)].name])}
    if rng.random() < 0.5:
        params["principals"] = json.dumps(_people(rng, world))
    return "DELETE", "/users/me/subscriptions", params


@deed(5)
def _change_channel(rng: random.Random, world: World) -> Call:
    changes = (
        {"new_name": _name(rng)},
        {"description": rng.choice(WORDS)},
        {"is_private": _yes(rng)},
        {"is_private": "false", "is_web_public": _yes(rng)},
        {"is_private": "true", "history_public_to_subscribers": _yes(rng)},
        {"is_default_stream": _yes(rng)},
        {"message_retention_days": rng.choice(("7", '"unlimited"', '"realm_default"'))},
        {"stream_post_policy": rng.choice("1234")},
        {"topics_policy": json.dumps(rng.choice(("inherit", "allow_empty_topic")))},
        {"can_remove_subscribers_group": json.dumps({"new": _group(rng, world)})},
        {"can_send_message_group": json.dumps({"new": _group(rng, world)})},
        {"can_add_subscribers_group": json.dumps({"new": _group(rng, world)})},
        {"can_subscribe_group": json.dumps({"new": _group(rng, world)})},
        {"folder_id": rng.choice(("1", "2", "null"))},
    )
    return "PATCH", f"/streams/{_channel(rng, world)}", rng.choice(changes)


@deed()
def _archive(rng: random.Random, world: World) -> Call:
    if rng.random() < 0.4:
        return "PATCH", f"/streams/{_channel(rng, world)}", {"is_archived": "false"}
    return "DELETE", f"/streams/{_channel(rng, world)}", {}


@deed()
def _default_channel(rng: random.Random, world: World) -> Call:
    return rng.choice(("POST", "DELETE")), "/default_streams", {"stream_id": str(_channel(rng, world))}


@deed(3)
def _own_channel(rng: random.Random, world: World) -> Call:
    name, value = rng.choice(
        (
            ("color", "#abcdef"),
            *((one, rng.choice((True, False))) for one in ("is_muted", "in_home_view", "pin_to_top")),
            *((one, rng.choice((True, False))) for one in ("desktop_notifications", "email_notifications")),
        )
    )
    told = [{"stream_id": _channel(rng, world), "property": name, "value": value}]
    return "POST", "/users/me/subscriptions/properties", {"subscription_data": json.dumps(told)}


@deed(3)
def _topic_policy(rng: random.Random, world: World) -> Call:
    where = {"stream_id": str(_channel(rng, world)), "topic": rng.choice(TOPICS)}
    return "POST", "/user_topics", {**where, "visibility_policy": rng.choice("0123")}


@deed()
def _folder(rng: random.Random, world: World) -> Call:
    return rng.choice(
        (
            ("POST", "/channel_folders/create", {"name": _name(rng), "description": rng.choice(WORDS)}),
            ("PATCH", f"/channel_folders/{rng.randint(1, 3)}", {"name": _name(rng)}),
            ("PATCH", f"/channel_folders/{rng.randint(1, 3)}", {"is_archived": _yes(rng)}),
            ("PATCH", "/channel_folders", {"order": rng.choice(("[2,1]", "[1,2]", "[3,2,1]"))}),
        )
    )


WATCHERS = (11, 13, 16)
"""Whose accounts stay open and keep their rank: they watch, and what another rank may see, no event tells."""


def _other(rng: random.Random, world: World) -> int:
    return rng.choice(
        [one.user_id for one in world.users if one.user_id not in WATCHERS and one.user_id > 10]
    )


@deed()
def _make_person(rng: random.Random, world: World) -> Call:
    address = f"new{rng.randint(1, 99)}@house.test"
    return "POST", "/users", {"email": address, "password": "a long enough one", "full_name": "New Person"}


@deed(3)
def _change_person(rng: random.Random, world: World) -> Call:
    who = _person(rng, world)
    return rng.choice(
        (
            ("PATCH", f"/users/{who}", {"full_name": f"Person {rng.randint(1, 9)}"}),
            ("PATCH", f"/users/{_other(rng, world)}", {"role": rng.choice(("200", "300", "400", "600"))}),
            ("PATCH", "/settings", {"full_name": f"Myself {rng.randint(1, 9)}"}),
        )
    )


@deed(2)
def _close_account(rng: random.Random, world: World) -> Call:
    who = _other(rng, world)
    if rng.random() < 0.5:
        return "POST", f"/users/{who}/reactivate", {}
    return "DELETE", f"/users/{who}", {}


@deed()
def _bot(rng: random.Random, world: World) -> Call:
    bots = [one.user_id for one in world.users if one.is_bot and not one.is_system_bot]
    bot = f"/bots/{rng.choice(bots)}"
    return rng.choice(
        (
            (
                "POST",
                "/bots",
                {"full_name": f"Bot {rng.randint(1, 99)}", "short_name": f"b{rng.randint(1, 99)}"},
            ),
            ("PATCH", bot, {"full_name": f"Bot {rng.randint(100, 199)}"}),
            ("PATCH", bot, {"bot_owner_id": str(_person(rng, world))}),
            ("PATCH", bot, {"default_sending_stream": "general"}),
            ("DELETE", bot, {}),
            ("POST", f"{bot}/api_key/regenerate", {}),
        )
    )


@deed(4)
def _change_group(rng: random.Random, world: World) -> Call:
    group = f"/user_groups/{_own_group(rng, world)}"
    people, groups = json.dumps(_people(rng, world)), json.dumps([_own_group(rng, world)])
    made = {"name": _name(rng), "description": "", "members": people}
    right = rng.choice(("can_mention_group", "can_manage_group", "can_join_group"))
    return rng.choice(
        (
            ("POST", "/user_groups/create", made),
            ("PATCH", group, {"name": _name(rng)}),
            ("PATCH", group, {"description": rng.choice(WORDS)}),
            ("PATCH", group, {right: json.dumps({"new": _group(rng, world)})}),
            ("POST", f"{group}/members", {"add": people}),
            ("POST", f"{group}/members", {"delete": people}),
            ("POST", f"{group}/subgroups", {"add": groups}),
            ("POST", f"{group}/subgroups", {"delete": groups}),
            ("POST", f"{group}/deactivate", {}),
            ("PATCH", group, {"deactivated": "false"}),
            ("DELETE", group, {}),
        )
    )


@deed(2)
def _status(rng: random.Random, world: World) -> Call:
    return rng.choice(
        (
            ("POST", "/users/me/status", {"status_text": rng.choice(("", "out", "in"))}),
            ("POST", "/users/me/status", {"emoji_name": rng.choice(("", *EMOJI))}),
            ("POST", "/users/me/status", {"away": _yes(rng)}),
            ("POST", f"/users/{_person(rng, world)}/status", {"status_text": rng.choice(("", "told"))}),
        )
    )


@deed()
def _presence(rng: random.Random, world: World) -> Call:
    return "POST", "/users/me/presence", {"status": rng.choice(("active", "idle"))}


@deed(4)
def _setting(rng: random.Random, world: World) -> Call:
    changes = (
        {"enter_sends": _yes(rng)},
        {"color_scheme": rng.choice("123")},
        {"default_language": rng.choice(("en", "de"))},
        {"timezone": rng.choice(("Europe/Berlin", "Asia/Tokyo"))},
        {"enable_sounds": _yes(rng)},
        {"presence_enabled": _yes(rng)},
        {"email_address_visibility": rng.choice("12345")},
        {"desktop_icon_count_display": rng.choice("123")},
        {"enable_stream_desktop_notifications": _yes(rng)},
        {"wildcard_mentions_notify": _yes(rng)},
        {"twenty_four_hour_time": _yes(rng)},
        {"automatically_follow_topics_policy": rng.choice("1234")},
    )
    change = rng.choice(changes)
    path = rng.choice(("/settings", "/settings", "/realm/user_settings_defaults"))
    return "PATCH", path, change


@deed(3)
def _organisation(rng: random.Random, world: World) -> Call:
    changes = (
        {"name": _name(rng)},
        {"description": rng.choice(WORDS)},
        {"allow_message_editing": _yes(rng)},
        {"message_content_edit_limit_seconds": rng.choice(("600", '"unlimited"'))},
        {"waiting_period_threshold": rng.choice("0123")},
        {"enable_read_receipts": _yes(rng)},
        {"name_changes_disabled": _yes(rng)},
        {"invite_required": _yes(rng)},
        {"default_code_block_language": rng.choice(("python", ""))},
        {"new_stream_announcements_stream_id": str(_channel(rng, world))},
        {"can_create_groups": json.dumps({"new": _group(rng, world)})},
        {"can_invite_users_group": json.dumps({"new": _group(rng, world)})},
        {"can_create_private_channel_group": json.dumps({"new": _group(rng, world)})},
        {"create_public_stream_policy": rng.choice("1234")},
        {"topics_policy": rng.choice(('"allow_empty_topic"', '"disable_empty_topic"'))},
    )
    return "PATCH", "/realm", rng.choice(changes)


@deed(2)
def _organisation_lists(rng: random.Random, world: World) -> Call:
    number, domain = rng.randint(1, 4), f"d{rng.randint(1, 3)}.test"
    filters = {"pattern": f"T{number}(?P<id>[0-9]+)", "url_template": "https://x.test/{id}"}
    ground = {"name": _name(rng), "pygments_language": "Python", "url_template": "https://x.test/{code}"}
    field = {"name": _name(rng), "hint": "h", "field_type": "1"}
    return rng.choice(
        (
            ("POST", "/realm/filters", filters),
            ("PATCH", f"/realm/filters/{number}", filters),
            ("DELETE", f"/realm/filters/{number}", {}),
            ("PATCH", "/realm/linkifiers", {"ordered_linkifier_ids": rng.choice(("[1,2]", "[2,1]"))}),
            ("POST", "/realm/domains", {"domain": domain, "allow_subdomains": _yes(rng)}),
            ("PATCH", f"/realm/domains/{domain}", {"allow_subdomains": _yes(rng)}),
            ("DELETE", f"/realm/domains/{domain}", {}),
            ("POST", "/realm/playgrounds", ground),
            ("DELETE", f"/realm/playgrounds/{number}", {}),
            ("POST", "/realm/profile_fields", field),
            ("PATCH", f"/realm/profile_fields/{number}", {"name": _name(rng), "hint": "i"}),
            ("DELETE", f"/realm/profile_fields/{number}", {}),
            ("PATCH", "/realm/profile_fields", {"order": rng.choice(("[1,2]", "[2,1]"))}),
        )
    )


@deed(2)
def _profile(rng: random.Random, world: World) -> Call:
    number = rng.randint(1, 4)
    if rng.random() < 0.3:
        return "DELETE", "/users/me/profile_data", {"data": json.dumps([number])}
    data = [{"id": number, "value": rng.choice(("one", "two", "**three**"))}]
    return "PATCH", "/users/me/profile_data", {"data": json.dumps(data)}


@deed(3)
def _keepsake(rng: random.Random, world: World) -> Call:
    number = rng.randint(1, 4)
    draft = {"type": "stream", "to": [_channel(rng, world)], "topic": "d", "content": rng.choice(WORDS)}
    fragment = rng.choice(("inbox", "recent", "narrow/is/starred", "narrow/x"))
    view = {"fragment": fragment, "is_pinned": _yes(rng)}
    return rng.choice(
        (
            ("POST", "/drafts", {"drafts": json.dumps([draft])}),
            ("PATCH", f"/drafts/{number}", {"draft": json.dumps(draft)}),
            ("DELETE", f"/drafts/{number}", {}),
            ("POST", "/saved_snippets", {"title": _name(rng), "content": rng.choice(WORDS)}),
            ("PATCH", f"/saved_snippets/{number}", {"title": _name(rng)}),
            ("DELETE", f"/saved_snippets/{number}", {}),
            ("POST", "/navigation_views", view | ({"name": _name(rng)} if fragment == "narrow/x" else {})),
            ("PATCH", f"/navigation_views/{fragment.replace('/', '%2F')}", {"is_pinned": _yes(rng)}),
            ("DELETE", f"/navigation_views/{fragment.replace('/', '%2F')}", {}),
            ("POST", "/users/me/onboarding_steps", {"onboarding_step": "intro_inbox_view_modal"}),
        )
    )


@deed(3)
def _later(rng: random.Random, world: World) -> Call:
    number, due = rng.randint(1, 6), str(int(world.clock.now()) + rng.randint(30, 900))
    place: dict[str, str] = {"type": "channel", "to": str(_channel(rng, world)), "topic": rng.choice(TOPICS)}
    if rng.random() < 0.5:
        place = {"type": "direct", "to": json.dumps(_people(rng, world))}
    told = {**place, "content": rng.choice(WORDS), "scheduled_delivery_timestamp": due}
    note = {"message_id": str(_message(rng, world)), "scheduled_delivery_timestamp": due}
    return rng.choice(
        (
            ("POST", "/scheduled_messages", told),
            ("PATCH", f"/scheduled_messages/{number}", {"content": rng.choice(WORDS)}),
            ("DELETE", f"/scheduled_messages/{number}", {}),
            ("POST", "/reminders", note),
            ("DELETE", f"/reminders/{number}", {}),
        )
    )


@deed(3)
def _personal(rng: random.Random, world: World) -> Call:
    words = {"alert_words": json.dumps([rng.choice(NAMES)])}
    method = rng.choice(("POST", "DELETE"))
    return rng.choice(
        (
            (method, "/users/me/alert_words", words),
            (method, f"/users/me/muted_users/{_person(rng, world)}", {}),
        )
    )


def kinds() -> list[Any]:
    """Return what can be done."""
    return [one for _, one in DEEDS]
