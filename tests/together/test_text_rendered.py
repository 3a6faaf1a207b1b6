"""What the library writes, read by the bundled server's own renderer: nothing breaks out, all arrives."""

import html
import re
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from client.test_text_properties import mischief
from dragoman.model import ChannelName, User, UserGroup
from dragoman.text import (
    channel_link,
    code,
    escape,
    fence,
    file_link,
    group_mention,
    link,
    mention,
    quote,
    split,
    spoiler,
    table,
    time_tag,
    topic_link,
)
from dragoman.text.escaping import INVISIBLE
from dragoman_server.markdown import CustomEmoji, NamedChannel, NamedGroup, NamedUser, Rendered, render
from dragoman_server.markdown.link_pattern import LinkPattern

TAG = re.compile(r"<[^>]*>")
names = mischief.filter(str.strip)
SECOND_DAY = datetime(1970, 1, 2)  # noqa: DTZ001 - the zone is drawn apart


class Everybody:
    """An organisation in which every name exists, so that whatever can be meant is meant."""

    realm_url = "https://chat.example"
    linkifiers: tuple[LinkPattern, ...] = ()

    def user_named(self, full_name: str) -> NamedUser | None:
        return NamedUser(user_id=1, full_name=full_name)

    def user_with_id(self, user_id: int) -> NamedUser | None:
        return NamedUser(user_id=user_id, full_name="Somebody")

    def group_named(self, name: str) -> NamedGroup | None:
        return NamedGroup(group_id=2, name=name)

    def channel_named(self, name: str) -> NamedChannel | None:
        return NamedChannel(channel_id=3, name=name)

    def emoji_named(self, name: str) -> CustomEmoji | None:
        return None


class OneName(Everybody):
    """An organisation in which one person has the number 7 and whatever name was drawn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def user_named(self, full_name: str) -> NamedUser | None:
        return NamedUser(user_id=7, full_name=self.name) if full_name == self.name else None

    def user_with_id(self, user_id: int) -> NamedUser | None:
        return NamedUser(user_id=7, full_name=self.name) if user_id == 7 else None


def rendered(markdown: str) -> Rendered:
    return render(markdown, Everybody())


def is_powerless(message: Rendered) -> bool:
    """Tell whether nobody is called, nothing is linked to and nothing begins."""
    called = message.mentioned_user_ids or message.mentioned_group_ids
    calls_all = message.stream_wildcard or message.topic_wildcard
    leads = message.links or message.attachment_paths or "<a " in message.html or "<img" in message.html
    return not (called or calls_all or leads or message.widget or message.is_me_message)


def text_of(message: Rendered) -> str:
    """Return what is to be read, without what nobody sees."""
    return html.unescape(TAG.sub("", message.html)).replace(INVISIBLE, "")


@given(mischief)
@settings(max_examples=400)
def test_escaped_words_have_no_power(text: str) -> None:
    assert is_powerless(rendered(escape(text)))


@given(mischief, mischief)
def test_escaped_words_leave_alone_what_stands_around_them(before: str, after: str) -> None:
    around = rendered(f"{escape(before)}\n\nhere\n\n{escape(after)}")
    assert "here" in text_of(around)
    assert is_powerless(around)


@given(mischief, st.sampled_from(["https://lab.example/a?b=c", "http://x.example/ü", "mailto:a@b.example"]))
def test_a_link_has_one_end_and_no_other_power(label: str, address: str) -> None:
    message = rendered(f"See {link(label, address)} now")
    assert message.html.count("<a ") == 1
    assert message.links[0].startswith(address[:13])
    assert not message.mentioned_user_ids | message.mentioned_group_ids
    assert not message.stream_wildcard | message.topic_wildcard
    assert text_of(message).startswith("See ")
    assert text_of(message).endswith(" now")


@given(names)
def test_a_mention_calls_the_one_who_is_meant(name: str) -> None:
    message = render(f"{mention(User(user_id=7, full_name=name.strip()))} hello", OneName(name.strip()))
    assert message.mentioned_user_ids <= {7}
    assert not message.stream_wildcard | message.topic_wildcard
    assert message.links == ()


@given(names)
def test_a_silent_mention_calls_nobody(name: str) -> None:
    silent = mention(User(user_id=7, full_name=name.strip()), silent=True)
    message = render(silent, OneName(name.strip()))
    assert message.mentioned_user_ids == frozenset()
    assert not message.stream_wildcard | message.topic_wildcard


@given(names)
def test_a_group_s_mention_calls_no_more_than_the_group(name: str) -> None:
    message = rendered(group_mention(UserGroup(id=2, name=name)))
    assert not message.mentioned_user_ids
    assert not message.stream_wildcard | message.topic_wildcard
    assert message.mentioned_group_ids <= {2}


@given(names, mischief)
def test_links_to_channels_and_topics_lead_there_and_nowhere_else(name: str, topic: str) -> None:
    channel = ChannelName(stream_id=3, name=name)
    for written in (channel_link(channel), topic_link(channel, topic)):
        message = rendered(written)
        assert message.html.count("<a ") == 1, message.html
        assert re.search(r'href="/?#narrow/(channel|stream)/3-', message.html)
        assert not message.mentioned_user_ids | message.mentioned_group_ids
        assert not message.stream_wildcard | message.topic_wildcard


@given(mischief)
def test_a_file_s_link_leads_to_the_file(name: str) -> None:
    message = rendered(f"Here: {file_link(name, '/user_uploads/2/ab/x.md')}")
    assert message.attachment_paths == ("2/ab/x.md",)
    assert message.html.count("<a ") == 1
    assert not message.mentioned_user_ids | message.mentioned_group_ids


@given(mischief)
def test_a_quotation_calls_nobody_and_ends_where_it_should(text: str) -> None:
    message = rendered(f"{quote(text)}\nafterwards")
    assert is_powerless(message)
    assert "afterwards" in text_of(message)
    assert "afterwards" in message.html.rpartition("</blockquote>")[2]


@given(mischief, mischief)
def test_a_spoiler_ends_where_it_should(header: str, text: str) -> None:
    message = rendered(f"{spoiler(header, text)}\nafterwards")
    assert is_powerless(message)
    assert message.html.count("spoiler-block") == 1
    assert message.html.endswith("<p>afterwards</p>")


@given(mischief)
def test_code_is_shown_as_it_was_written(text: str) -> None:
    block = rendered(f"{fence(text)}\nafterwards")
    assert is_powerless(block)
    assert block.html.endswith("<p>afterwards</p>")
    assert is_powerless(rendered(f"before {code(text)} after"))


@given(st.lists(st.tuples(mischief, mischief), max_size=4))
def test_a_table_has_its_rows_and_no_power(rows: list[tuple[str, str]]) -> None:
    message = rendered(table(["a", "b"], rows))
    assert is_powerless(message)
    assert message.html.count("<tr>") == len(rows) + 1
    assert message.html.count("<td") == 2 * len(rows)


@given(st.datetimes(min_value=SECOND_DAY, timezones=st.just(UTC)))
def test_a_moment_is_a_moment(moment: datetime) -> None:
    assert rendered(time_tag(moment)).html.startswith("<p><time datetime=")


@given(mischief, st.integers(12, 60))
def test_no_part_of_escaped_words_has_power_either(text: str, limit: int) -> None:
    assert [part for part in split(escape(text), limit) if not is_powerless(rendered(part))] == []
