"""Mentions of users, of user groups and of everyone, said aloud or silently."""

import re

from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.directory import NamedUser
from dragoman_server.markdown.stash import escape_text

# A mention begins a word: what stands before it is nothing, white space or one of ' " ( { [ / <
USER_MENTION = re.compile(r"(?<![^\s'\"({\[/<])@(_?)\*\*([^*\x02]+)\*\*")
GROUP_MENTION = re.compile(r"(?<![^\s'\"({\[/<])@(_?)\*([^*\x02]+)\*")

STREAM_WILDCARDS = frozenset({"all", "everyone", "stream", "channel"})
TOPIC_WILDCARD = "topic"

_WITH_ID = re.compile(r"(.+)?\|([0-9]{1,18})", re.DOTALL)


def user_mention(match: re.Match[str], context: RenderContext) -> str | None:
    """Render a mention of a user or of everyone; None for a name that nobody bears."""
    name, silent = match[2], bool(match[1]) or context.quoted
    if name in STREAM_WILDCARDS:
        context.stream_wildcard |= not silent
        return _span("user-mention", ' data-user-id="*"', name, silent=silent)
    if name == TOPIC_WILDCARD:
        context.topic_wildcard |= not silent
        return _span("topic-mention", "", name, silent=silent)
    user = _mentioned_user(name, context)
    if user is None:
        return None
    silent = silent or not user.is_active
    if not silent:
        context.mention_user(user)
    return _span("user-mention", f' data-user-id="{user.user_id}"', user.full_name, silent=silent)


def group_mention(match: re.Match[str], context: RenderContext) -> str | None:
    """Render a mention of a user group; None for a name that no group bears."""
    group = context.directory.group_named(match[2])
    if group is None:
        return None
    silent = bool(match[1]) or context.quoted or not group.is_active
    if not silent:
        context.mention_group(group)
    return _span("user-group-mention", f' data-user-group-id="{group.group_id}"', group.name, silent=silent)


def _mentioned_user(name: str, context: RenderContext) -> NamedUser | None:
    with_id = _WITH_ID.fullmatch(name)
    if with_id is None:
        return context.directory.user_named(name)
    user = context.directory.user_with_id(int(with_id[2]))
    if user is None or (with_id[1] and with_id[1] != user.full_name):
        return None
    return user


def _span(kind: str, attribute: str, name: str, *, silent: bool) -> str:
    shown = escape_text(name).replace("\n", " ")
    if silent:
        return f'<span class="{kind} silent"{attribute}>{shown}</span>'
    return f'<span class="{kind}"{attribute}>@{shown}</span>'
