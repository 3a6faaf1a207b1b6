"""The rest of the syntax: blocks, times, emoji, emphasis, widgets."""

import pytest

from dragoman_server.markdown import EmptyDirectory, Widget, render
from server_markdown.troupe import Troupe


def html(content: str) -> str:
    """Render a message to HTML."""
    return render(content, Troupe()).html


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("2 * 3 * 4 and _a_ __b__", "<p>2 * 3 * 4 and _a_ __b__</p>"),
        ("***a*** **b *c* d**", "<p><strong><em>a</em></strong> <strong>b <em>c</em> d</strong></p>"),
        ("*a\nb*", "<p>*a<br>\nb*</p>"),
        ("a ~~~b~~~ c", "<p>a ~~~b~~~ c</p>"),
        ("`` a`b ``", "<p><code>a`b</code></p>"),
        ("`<&>` **`*`**", "<p><code>&lt;&amp;&gt;</code> <strong><code>*</code></strong></p>"),
        ("`&amp;` &amp; & &copy; &#64;", "<p><code>&amp;amp;</code> &amp; &amp; © @</p>"),
        ("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"),
        ("# One\n###### Six", "<h1>One</h1>\n<h6>Six</h6>"),
        ("#nothing", "<p>#nothing</p>"),
        ("text\n---\nmore", "<p>text</p>\n<hr>\n<p>more</p>"),
        ("text\n===", "<p>text<br>\n===</p>"),
        ("3. x\n4. y", '<ol start="3">\n<li>x</li>\n<li>y</li>\n</ol>'),
        ("a  \n  b", "<p>a  <br>\n  b</p>"),
        ("a\n\n\n\nb", "<p>a</p>\n<p>b</p>"),
        ("\n\n  a  \n", "<p>a</p>"),
        ("", ""),
        (
            "    x < y",
            '<div class="codehilite"><pre><span></span><code>x &lt; y\n</code></pre></div>',
        ),
        (
            "| a |\n|:-:|\n| `b|c` |",
            (
                '<table>\n<thead>\n<tr>\n<th style="text-align:center">a</th>\n</tr>\n</thead>\n'
                '<tbody>\n<tr>\n<td style="text-align:center">`b</td>\n</tr>\n</tbody>\n</table>'
            ),
        ),
        ("![alt](https://a.example)", '<p>!<a href="https://a.example">alt</a></p>'),
        (
            "<time:`0`> $$`0`$$ @**`0`** #**Verona>`0`**",
            (
                "<p>&lt;time:<code>0</code>&gt; $$<code>0</code>$$ @<strong><code>0</code></strong> "
                "#<strong>Verona&gt;<code>0</code></strong></p>"
            ),
        ),
        ("\x02" + "0\x03 `a`", "<p>0 <code>a</code></p>"),
    ],
)
def test_text_is_marked_up(content: str, expected: str) -> None:
    assert html(content) == expected


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (
            "2026-01-31T10:00:00+01:00",
            '<time datetime="2026-01-31T09:00:00Z">2026-01-31T10:00:00+01:00</time>',
        ),
        ("2026-01-31", '<time datetime="2026-01-31T00:00:00Z">2026-01-31</time>'),
        ("1496774400", '<time datetime="2017-06-06T18:40:00Z">1496774400</time>'),
        ("soon", '<span class="timestamp-error">Invalid time format: soon</span>'),
        ("", '<span class="timestamp-error">Invalid time format: </span>'),
        ("nan", '<span class="timestamp-error">Invalid time format: nan</span>'),
        ("1e300", '<span class="timestamp-error">Invalid time format: 1e300</span>'),
        (
            "0001-01-01T00:00:00+23:59",
            '<span class="timestamp-error">Invalid time format: 0001-01-01T00:00:00+23:59</span>',
        ),
    ],
)
def test_a_time_is_a_time_or_says_that_it_is_none(written: str, shown: str) -> None:
    assert html(f"<time:{written}>") == f"<p>{shown}</p>"


def test_fences_nest_and_close_as_they_were_opened() -> None:
    assert html("````quote\n```\n> code\n```\n**b**\n````\nafter") == (
        '<blockquote>\n<div class="codehilite"><pre><span></span><code>&gt; code\n</code></pre></div>\n'
        "<p><strong>b</strong></p>\n</blockquote>\n<p>after</p>"
    )


def test_a_fence_that_is_not_closed_goes_on_to_the_end() -> None:
    assert html("```\n**a**\n\n> b") == (
        '<div class="codehilite"><pre><span></span><code>**a**\n\n&gt; b\n</code></pre></div>'
    )


def test_a_fence_lies_within_its_list_item() -> None:
    assert html("* a\n  ```\n  b\n  ```\n* c") == (
        '<ul>\n<li>a<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>\n</li>\n'
        "<li>c</li>\n</ul>"
    )


@pytest.mark.parametrize(
    ("language", "name"),
    [("js", "JavaScript"), ("JSON", "JSON"), ("no-such", "no-such"), ("c++", "C++"), ("text", "Text only")],
)
def test_a_block_of_code_names_its_language(language: str, name: str) -> None:
    assert html(f"```{language}\nx\n```").startswith(
        f'<div class="codehilite" data-code-language="{name}"><pre><span></span><code>'
    )


def test_a_spoiler_may_do_without_a_header_and_holds_markdown() -> None:
    assert html("```spoiler\n* **x**\n```") == (
        '<div class="spoiler-block"><div class="spoiler-header">\n</div>'
        '<div class="spoiler-content" aria-hidden="true">\n<ul>\n'
        "<li><strong>x</strong></li>\n</ul>\n</div></div>"
    )


def test_a_formula_shows_its_source() -> None:
    assert html("```math\na < b\n```") == '<p><span class="tex-error">a &lt; b</span></p>'
    assert html("it costs $5 or $$6") == "<p>it costs $5 or $$6</p>"


def test_emoji_are_known_by_name_and_by_sign() -> None:
    tada = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>'
    heart = '<span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span>'
    assert html(":tada:🎉 \u2764\ufe0f\u2764 © 1") == f"<p>{tada}{tada} {heart}{heart} © 1</p>"
    assert html(":nothing: 12:30:45 :a:smile:").startswith("<p>:nothing: 12:30:45 ")
    assert html(":no_such_:smile:").endswith('title="smile">:smile:</span></p>')
    assert html("`🎉 :tada:`") == "<p><code>🎉 :tada:</code></p>"
    assert html("**🎉**") == f"<p><strong>{tada}</strong></p>"


def test_the_organisation_has_its_own_emoji() -> None:
    assert html(":green_tick:") == (
        '<p><img alt=":green_tick:" class="emoji" src="/user_avatars/6/emoji/images/2.png" '
        'title="green tick"></p>'
    )
    assert render(":green_tick:", EmptyDirectory()).html == "<p>:green_tick:</p>"


@pytest.mark.parametrize(
    ("content", "is_me"),
    [
        ("/me waves", True),
        ("/me waves\nand **sings**", True),
        ("/me", False),
        ("/mewl x", False),
        ("x /me waves", False),
        ("/me list:\n* a", False),
    ],
)
def test_a_message_may_tell_what_its_sender_does(content: str, is_me: bool) -> None:
    assert render(content, Troupe()).is_me_message is is_me


@pytest.mark.parametrize(
    ("content", "widget"),
    [
        (
            "/poll Lunch?\nPizza\n * Soup\n\n- Tea",
            Widget(
                widget_type="poll", extra_data={"question": "Lunch?", "options": ["Pizza", "Soup", "Tea"]}
            ),
        ),
        ("/poll", Widget(widget_type="poll", extra_data={"question": "", "options": []})),
        (
            "/todo Today\nshop: milk: fresh\nsleep",
            Widget(
                widget_type="todo",
                extra_data={
                    "task_list_title": "Today",
                    "tasks": [{"task": "shop", "desc": "milk: fresh"}, {"task": "sleep", "desc": ""}],
                },
            ),
        ),
        ("/polls x", None),
        (" /poll x", None),
        ("text /poll x", None),
    ],
)
def test_a_message_may_begin_a_widget(content: str, widget: Widget | None) -> None:
    assert render(content, Troupe()).widget == widget


def test_a_widget_travels_as_a_submessage() -> None:
    widget = render("/poll Lunch?\nPizza\nSoup", Troupe()).widget
    assert widget is not None
    assert widget.submessage_content == (
        '{"widget_type": "poll", "extra_data": {"question": "Lunch?", "options": ["Pizza", "Soup"]}}'
    )
