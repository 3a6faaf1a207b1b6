"""The state that a client keeps: what register told it, and what each event since then made of that."""

import copy
from collections.abc import Callable, Iterable
from typing import Any

Json = dict[str, Any]

ROLES = {100: "is_owner", 200: "is_admin", 600: "is_guest"}


class ToldState:
    """What one client knows; `apply` takes one event."""

    def __init__(self, registered: Json, capabilities: Iterable[str]) -> None:
        """Begin with the answer to register."""
        self.state = copy.deepcopy(registered)
        self.capabilities = frozenset(capabilities)
        self.places: dict[int, Json] = {}
        for told in registered.get("unread_msgs", {}).get("streams", ()):
            for message_id in told["unread_message_ids"]:
                self.places[message_id] = {"stream_id": told["stream_id"], "topic": told["topic"]}

    def apply(self, event: Json) -> None:
        """Change the state as the event says."""
        handler = HANDLERS.get(event["type"])
        if handler is None:
            assert event["type"] in STATELESS, f"nobody knows what {event['type']} means"
            return
        handler(self, event)

    @property
    def own_id(self) -> int:
        user_id: int = self.state["user_id"]
        return user_id


def by_id(rows: list[Json], wanted: Any, key: str = "id") -> Json | None:
    """Return the row with this ID."""
    return next((row for row in rows if row[key] == wanted), None)


def without(rows: list[Json], unwanted: Any, key: str = "id") -> list[Json]:
    """Return all rows but that with this ID."""
    return [row for row in rows if row[key] != unwanted]


# Messages


def message(told: ToldState, event: Json) -> None:
    """A message has come."""
    one, state = event["message"], told.state
    state["max_message_id"] = max(state["max_message_id"], one["id"])
    place = _place_of(told, one)
    told.places[one["id"]] = place
    if "user_ids" in place:
        others = sorted(set(place["user_ids"]) - {told.own_id})
        rest = [row for row in state["recent_private_conversations"] if sorted(row["user_ids"]) != others]
        state["recent_private_conversations"] = [*rest, {"max_message_id": one["id"], "user_ids": others}]
    if "read" not in event["flags"]:
        _add_unread(told, one["id"], place, mentioned=_is_mention(event["flags"]))
    if "starred" in event["flags"]:
        state["starred_messages"].append(one["id"])


def _is_mention(flags: list[str]) -> bool:
    mentions = {"mentioned", "wildcard_mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"}
    return not mentions.isdisjoint(flags)


def _place_of(told: ToldState, one: Json) -> Json:
    if one["type"] == "stream":
        return {"stream_id": one["stream_id"], "topic": one["subject"]}
    return {"user_ids": sorted(person["id"] for person in one["display_recipient"])}


def _add_unread(told: ToldState, message_id: int, place: Json, *, mentioned: bool) -> None:
    unread = told.state["unread_msgs"]
    if message_id in unread_ids(unread):
        return
    unread["count"] += 1
    if mentioned:
        unread["mentions"].append(message_id)
    _unread_row(told, place)["unread_message_ids"].append(message_id)


def _unread_row(told: ToldState, place: Json) -> Json:
    if "stream_id" in place:
        return _row("streams", told, stream_id=place["stream_id"], topic=place["topic"])
    people = place["user_ids"]
    if len(people) > 2:
        return _row("huddles", told, user_ids_string=",".join(map(str, people)))
    other = next((one for one in people if one != told.own_id), told.own_id)
    return _row("pms", told, other_user_id=other, sender_id=other)


def _row(kind: str, told: ToldState, **key: Any) -> Json:
    for row in told.state["unread_msgs"][kind]:
        if all(_same(row[name], value) for name, value in key.items()):
            found: Json = row
            return found
    made: Json = {**key, "unread_message_ids": []}
    told.state["unread_msgs"][kind].append(made)
    return made


def _same(one: Any, other: Any) -> bool:
    return bool(one.lower() == other.lower() if isinstance(one, str) else one == other)


def unread_ids(unread: Json) -> set[int]:
    """Return the IDs of all unread messages."""
    rows = [*unread["pms"], *unread["huddles"], *unread["streams"]]
    return {message_id for row in rows for message_id in row["unread_message_ids"]}


def _forget_unread(told: ToldState, ids: Iterable[int]) -> None:
    unread, gone = told.state["unread_msgs"], set(ids)
    unread["count"] -= len(unread_ids(unread) & gone)
    unread["mentions"] = [one for one in unread["mentions"] if one not in gone]
    for kind in ("pms", "huddles", "streams"):
        for row in unread[kind]:
            row["unread_message_ids"] = [one for one in row["unread_message_ids"] if one not in gone]
        unread[kind] = [row for row in unread[kind] if row["unread_message_ids"]]


def update_message(told: ToldState, event: Json) -> None:
    """Messages were edited or moved."""
    unread = told.state["unread_msgs"]
    if not event["rendering_only"]:
        _mention_anew(unread, event)
    if "subject" not in event and "new_stream_id" not in event:
        return
    mine = unread_ids(unread)
    for message_id in event["message_ids"]:
        place = told.places.get(message_id)
        if place is None:
            continue
        if _moves_away(told, place["stream_id"], event.get("new_stream_id")):
            _forget_message(told, message_id)
            continue
        was_mentioned = message_id in unread["mentions"]
        place = {
            "stream_id": event.get("new_stream_id", place["stream_id"]),
            "topic": event.get("subject", place["topic"]),
        }
        told.places[message_id] = place
        if message_id in mine:
            _forget_unread(told, [message_id])
            _add_unread(told, message_id, place, mentioned=was_mentioned)


def _moves_away(told: ToldState, old: int, new: int | None) -> bool:
    """Tell whether a message leaves a channel that one follows for one that one does not follow."""
    followed = {one["stream_id"] for one in told.state["subscriptions"]}
    return new is not None and old in followed and new not in followed


def _forget_message(told: ToldState, message_id: int) -> None:
    _forget_unread(told, [message_id])
    told.state["starred_messages"] = [one for one in told.state["starred_messages"] if one != message_id]
    told.places.pop(message_id, None)
    if told.state["max_message_id"] == message_id:
        told.state["max_message_id"] = 0


def _mention_anew(unread: Json, event: Json) -> None:
    message_id = event["message_id"]
    if "content" not in event or message_id not in unread_ids(unread):
        return
    unread["mentions"] = [one for one in unread["mentions"] if one != message_id]
    if _is_mention(event["flags"]):
        unread["mentions"].append(message_id)


def delete_message(told: ToldState, event: Json) -> None:
    """Messages are gone."""
    ids = event["message_ids"] if "message_ids" in event else [event["message_id"]]
    _forget_unread(told, ids)
    told.state["starred_messages"] = [one for one in told.state["starred_messages"] if one not in ids]
    for message_id in ids:
        told.places.pop(message_id, None)
    if told.state["max_message_id"] in ids:
        # No event tells which message is the newest now.
        told.state["max_message_id"] = 0


def update_message_flags(told: ToldState, event: Json) -> None:
    """Messages were marked."""
    ids, adds = event["messages"], event["op"] == "add"
    match event["flag"]:
        case "read" if adds:
            _forget_unread(told, unread_ids(told.state["unread_msgs"]) if event["all"] else ids)
        case "read":
            for message_id, details in event["message_details"].items():
                _mark_unread(told, int(message_id), details)
        case "starred":
            rest = [one for one in told.state["starred_messages"] if one not in ids]
            told.state["starred_messages"] = [*rest, *ids] if adds else rest


def _mark_unread(told: ToldState, message_id: int, details: Json) -> None:
    if details["type"] == "stream":
        place = {"stream_id": details["stream_id"], "topic": details["topic"]}
    else:
        place = {"user_ids": sorted({*details["user_ids"], told.own_id})}
    told.places[message_id] = place
    _add_unread(told, message_id, place, mentioned=details.get("mentioned", False))


# Channels


def stream(told: ToldState, event: Json) -> None:
    """Channels have come, gone or changed."""
    match event["op"]:
        case "create":
            _add_channels(told, event["streams"])
        case "delete":
            ids = (
                event["stream_ids"]
                if "stream_ids" in event
                else [one["stream_id"] for one in event["streams"]]
            )
            for stream_id in ids:
                _drop_channel(told, stream_id)
        case "update":
            _change_channel(told, event)


_SHELVES = ("subscriptions", "unsubscribed", "never_subscribed")


def _add_channels(told: ToldState, channels: list[Json]) -> None:
    for channel in channels:
        if by_id(told.state["streams"], channel["stream_id"], "stream_id") is None:
            told.state["streams"].append(copy.deepcopy(channel))
        known = any(by_id(told.state[shelf], channel["stream_id"], "stream_id") for shelf in _SHELVES)
        if not known:
            told.state["never_subscribed"].append({**copy.deepcopy(channel), "subscribers": []})


def _drop_channel(told: ToldState, stream_id: int) -> None:
    for shelf in ("streams", *_SHELVES):
        told.state[shelf] = without(told.state[shelf], stream_id, "stream_id")
    defaults = told.state["realm_default_streams"]
    told.state["realm_default_streams"] = [
        one for one in defaults if (one["stream_id"] if isinstance(one, dict) else one) != stream_id
    ]


def _change_channel(told: ToldState, event: Json) -> None:
    names = (event["property"], "rendered_description", "history_public_to_subscribers", "is_web_public")
    changed = {name: event[name] for name in names if name in event} | {event["property"]: event["value"]}
    if event["property"] == "stream_post_policy":
        changed["is_announcement_only"] = event["value"] == 2
    defaults = [one for one in told.state["realm_default_streams"] if isinstance(one, dict)]
    for rows in (*(told.state[shelf] for shelf in ("streams", *_SHELVES)), defaults):
        channel = by_id(rows, event["stream_id"], "stream_id")
        if channel is not None:
            channel |= changed


def subscription(told: ToldState, event: Json) -> None:
    """Somebody follows a channel, or does so no longer, or the client itself follows it otherwise."""
    match event["op"]:
        case "add":
            for one in event["subscriptions"]:
                for shelf in _SHELVES:
                    told.state[shelf] = without(told.state[shelf], one["stream_id"], "stream_id")
                told.state["subscriptions"].append(copy.deepcopy(one))
        case "remove":
            for one in event["subscriptions"]:
                _leave(told, one["stream_id"])
        case "update":
            mine = by_id(told.state["subscriptions"], event["stream_id"], "stream_id")
            assert mine is not None, f"a change of what is not followed: {event}"
            mine[event["property"]] = event["value"]
        case "peer_add" | "peer_remove":
            for stream_id in event["stream_ids"]:
                _count_peers(told, stream_id, event["user_ids"], coming=event["op"] == "peer_add")


def _leave(told: ToldState, stream_id: int) -> None:
    mine = by_id(told.state["subscriptions"], stream_id, "stream_id")
    assert mine is not None, f"left what was not followed: {stream_id}"
    told.state["subscriptions"] = without(told.state["subscriptions"], stream_id, "stream_id")
    told.state["unsubscribed"].append(mine)
    if "subscribers" in mine:
        mine["subscribers"] = [one for one in mine["subscribers"] if one != told.own_id]


def _count_peers(told: ToldState, stream_id: int, user_ids: list[int], *, coming: bool) -> None:
    for shelf in _SHELVES:
        channel = by_id(told.state[shelf], stream_id, "stream_id")
        if channel is not None and "subscribers" in channel:
            there = set(channel["subscribers"])
            channel["subscribers"] = sorted(there | set(user_ids) if coming else there - set(user_ids))


# People


def realm_user(told: ToldState, event: Json) -> None:
    """An account has come, gone or changed."""
    person, state = event["person"], told.state
    match event["op"]:
        case "add":
            state["realm_users"] = without(state["realm_users"], person["user_id"], "user_id")
            state["realm_users"].append({k: v for k, v in person.items() if k != "is_active"})
        case "remove":
            state["realm_users"] = without(state["realm_users"], person["user_id"], "user_id")
        case "update":
            _change_person(told, dict(person))


def _change_person(told: ToldState, person: Json) -> None:
    state = told.state
    if person.get("is_active") is False:
        _stop_following(told, person["user_id"])
    if "is_active" in person:
        _move_person(state, person["user_id"], active=person.pop("is_active"))
    found = by_id([*state["realm_users"], *state["realm_non_active_users"]], person["user_id"], "user_id")
    assert found is not None, f"nobody knows {person}"
    if "new_email" in person:
        person["email"] = person.pop("new_email")
    if "custom_profile_field" in person:
        _fill_in(found, person.pop("custom_profile_field"))
    if "role" in person:
        person |= _powers(person["role"])
    # Which kind of picture it is, one is told of oneself only.
    found |= {name: value for name, value in person.items() if name in found or name not in _OWN}
    if person["user_id"] == told.own_id:
        if "role" in person:
            person["is_moderator"] = person["role"] <= 300
        state |= {name: value for name, value in person.items() if name in state}


_OWN = ("avatar_source", "avatar_url_medium", "is_moderator")


def _stop_following(told: ToldState, user_id: int) -> None:
    for channel in (channel for shelf in _SHELVES for channel in told.state[shelf]):
        channel["subscribers"] = [one for one in channel["subscribers"] if one != user_id]


def _powers(role: int) -> Json:
    return {"is_owner": role == 100, "is_admin": role <= 200, "is_guest": role == 600}


def _move_person(state: Json, user_id: int, *, active: bool) -> None:
    source, target = "realm_users", "realm_non_active_users"
    if active:
        source, target = target, source
    found = by_id(state[source], user_id, "user_id")
    if found is not None:
        state[source] = without(state[source], user_id, "user_id")
        state[target].append(found)


def _fill_in(found: Json, field: Json) -> None:
    key = str(field["id"])
    if field["value"] is None:
        found["profile_data"].pop(key, None)
    else:
        found["profile_data"][key] = {k: v for k, v in field.items() if k != "id"}


def realm_bot(told: ToldState, event: Json) -> None:
    """A bot has come, gone or changed."""
    bot, bots = event["bot"], told.state["realm_bots"]
    match event["op"]:
        case "add":
            told.state["realm_bots"] = [*without(bots, bot["user_id"], "user_id"), dict(bot)]
        case "delete" | "remove":
            told.state["realm_bots"] = without(bots, bot["user_id"], "user_id")
        case "update":
            found = by_id(bots, bot["user_id"], "user_id")
            assert found is not None, f"a change of an unknown bot: {event}"
            found |= bot


def user_group(told: ToldState, event: Json) -> None:
    """A group has come, gone or changed."""
    groups = told.state["realm_user_groups"]
    if event["op"] == "add":
        groups.append(dict(event["group"]))
        return
    group = by_id(groups, event["group_id"])
    assert group is not None, f"a change of an unknown group: {event}"
    match event["op"]:
        case "remove":
            told.state["realm_user_groups"] = without(groups, event["group_id"])
        case "update":
            group |= event["data"]
        case "add_members":
            group["members"] = sorted({*group["members"], *event["user_ids"]})
        case "remove_members":
            group["members"] = sorted({*group["members"]} - {*event["user_ids"]})
        case "add_subgroups":
            group["direct_subgroup_ids"] = sorted(
                {*group["direct_subgroup_ids"], *event["direct_subgroup_ids"]}
            )
        case "remove_subgroups":
            gone = {*event["direct_subgroup_ids"]}
            group["direct_subgroup_ids"] = sorted({*group["direct_subgroup_ids"]} - gone)


def user_status(told: ToldState, event: Json) -> None:
    """Somebody says something else about themselves."""
    statuses, key = told.state["user_status"], str(event["user_id"])
    known = statuses.get(key, {}) | {k: v for k, v in event.items() if k not in ("id", "type", "user_id")}
    if not known.get("emoji_name", ""):
        known = {k: v for k, v in known.items() if k not in ("emoji_name", "emoji_code", "reaction_type")}
    known = {name: value for name, value in known.items() if value not in ("", False)}
    statuses.pop(key, None)
    if known:
        statuses[key] = known


def presence(told: ToldState, event: Json) -> None:
    """Somebody is there."""
    if "presences" in event:
        told.state["presences"] |= event["presences"]
    elif "email" in event:
        told.state["presences"][event["email"]] = event["presence"]
    else:
        told.state["presences"][str(event["user_id"])] = event["presence"]


# The organisation


def realm(told: ToldState, event: Json) -> None:
    """The organisation was changed."""
    if event["op"] == "update":
        told.state[f"realm_{event['property']}"] = event["value"]
        return
    assert event["op"] == "update_dict", event
    for name, value in event["data"].items():
        told.state[f"realm_{name}"] = value


def realm_domains(told: ToldState, event: Json) -> None:
    """The domains of addresses were changed."""
    domains = told.state["realm_domains"]
    name = event["domain"] if event["op"] == "remove" else event["realm_domain"]["domain"]
    rest = without(domains, name, "domain")
    told.state["realm_domains"] = rest if event["op"] == "remove" else [*rest, event["realm_domain"]]


def realm_emoji(told: ToldState, event: Json) -> None:
    """The organisation's own emoji were changed."""
    emoji = told.state["realm_emoji"]
    match event["op"]:
        case "update":
            told.state["realm_emoji"] = event["realm_emoji"]
        case "add":
            emoji[event["emoji"]["id"]] = event["emoji"]
        case "update_one":
            emoji[event["emoji_id"]] |= event["data"]


def custom_profile_fields(told: ToldState, event: Json) -> None:
    """The profile has other fields; what was in those that are gone is gone."""
    told.state["custom_profile_fields"] = event["fields"]
    there = {str(field["id"]) for field in event["fields"]}
    for person in (*told.state["realm_users"], *told.state["realm_non_active_users"]):
        if "profile_data" in person:
            person["profile_data"] = {k: v for k, v in person["profile_data"].items() if k in there}


def settings_defaults(told: ToldState, event: Json) -> None:
    """New accounts begin otherwise."""
    told.state["realm_user_settings_defaults"][event["property"]] = event["value"]


def channel_folder(told: ToldState, event: Json) -> None:
    """Channels lie in other folders."""
    folders = told.state["channel_folders"]
    match event["op"]:
        case "add":
            folders.append(event["channel_folder"])
        case "update":
            found = by_id(folders, event["channel_folder_id"])
            assert found is not None, event
            found |= event["data"]
        case "reorder":
            for place, folder_id in enumerate(event["order"]):
                found = by_id(folders, folder_id)
                assert found is not None, event
                found["order"] = place


# What is one's own


def user_settings(told: ToldState, event: Json) -> None:
    """One set something otherwise."""
    told.state["user_settings"][event["property"]] = event["value"]


def legacy_setting(told: ToldState, event: Json) -> None:
    """One set something otherwise, as clients of old are told."""
    told.state[event.get("setting_name") or event["notification_name"]] = event["setting"]


def user_topic(told: ToldState, event: Json) -> None:
    """One wants to see a topic otherwise."""
    row = {k: v for k, v in event.items() if k not in ("id", "type")}
    rest = [
        one
        for one in told.state["user_topics"]
        if (one["stream_id"], one["topic_name"].lower()) != (row["stream_id"], row["topic_name"].lower())
    ]
    told.state["user_topics"] = [*rest, row] if row["visibility_policy"] else rest


def _replaced(key: str, field: str | None = None) -> Callable[[ToldState, Json], None]:
    def handler(told: ToldState, event: Json) -> None:
        told.state[key] = event[field or key]

    return handler


def _listed(key: str, added: str, one: str, name: str) -> Callable[[ToldState, Json], None]:
    """Keep a list to which rows are added, and of which rows are changed and removed by `name`."""

    def handler(told: ToldState, event: Json) -> None:
        match event["op"]:
            case "add":
                rows = event[added] if added in event else [event[one]]
            case "update":
                rows = [_changed(told, event)]
            case _:
                rows = []
        ids = {row[name] for row in rows} | (
            {event[_ID.get(key, name)]} if event["op"] == "remove" else set()
        )
        told.state[key] = [row for row in told.state[key] if row[name] not in ids] + rows

    def _changed(told: ToldState, event: Json) -> Json:
        if one in event:
            changed: Json = event[one]
            return changed
        found = by_id(told.state[key], event[name], name)
        assert found is not None, event
        return {**found, **event["data"]}

    return handler


_ID = {"drafts": "draft_id", "saved_snippets": "saved_snippet_id"}

HANDLERS: dict[str, Callable[[ToldState, Json], None]] = {
    "message": message,
    "update_message": update_message,
    "delete_message": delete_message,
    "update_message_flags": update_message_flags,
    "stream": stream,
    "subscription": subscription,
    "default_streams": _replaced("realm_default_streams", "default_streams"),
    "channel_folder": channel_folder,
    "realm_user": realm_user,
    "realm_bot": realm_bot,
    "user_group": user_group,
    "user_status": user_status,
    "presence": presence,
    "realm": realm,
    "realm_domains": realm_domains,
    "realm_emoji": realm_emoji,
    "realm_linkifiers": _replaced("realm_linkifiers"),
    "realm_playgrounds": _replaced("realm_playgrounds"),
    "custom_profile_fields": custom_profile_fields,
    "realm_user_settings_defaults": settings_defaults,
    "user_settings": user_settings,
    "update_display_settings": legacy_setting,
    "update_global_notifications": legacy_setting,
    "user_topic": user_topic,
    "muted_topics": _replaced("muted_topics"),
    "muted_users": _replaced("muted_users"),
    "alert_words": _replaced("alert_words"),
    "onboarding_steps": _replaced("onboarding_steps"),
    "drafts": _listed("drafts", "drafts", "draft", "id"),
    "saved_snippets": _listed("saved_snippets", "saved_snippets", "saved_snippet", "id"),
    "navigation_view": _listed("navigation_views", "-", "navigation_view", "fragment"),
    "reminders": _listed("reminders", "reminders", "reminder", "reminder_id"),
    "scheduled_messages": _listed(
        "scheduled_messages", "scheduled_messages", "scheduled_message", "scheduled_message_id"
    ),
}

STATELESS = frozenset(
    ("heartbeat", "typing", "typing_edit_message", "reaction", "submessage", "attachment", "invites_changed")
)
"""What register has no state of."""
