"""Messages and their HTML as a server of feature level 261 (without KaTeX) has rendered them."""

import pytest

from dragoman_server.markdown import render
from server_markdown.troupe import Troupe

RECORDED = [
    ("both edited", "<p>both edited</p>"),
    ("**x**", "<p><strong>x</strong></p>"),
    ("now @**Iago**", '<p>now <span class="user-mention" data-user-id="29">@Iago</span></p>'),
    (
        "hello **bold** @**Cordelia, Lear's daughter** :smile:",
        (
            "<p>hello <strong>bold</strong> "
            '<span class="user-mention" data-user-id="26">@Cordelia, Lear\'s daughter</span> '
            '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>'
        ),
    ),
    (
        "hi @**King Hamlet** and @**all**",
        (
            '<p>hi <span class="user-mention" data-user-id="28">@King Hamlet</span> and '
            '<span class="user-mention" data-user-id="*">@all</span></p>'
        ),
    ),
    (
        "@*hamletcharacters* @**topic** @_**Iago**",
        (
            '<p><span class="user-group-mention" data-user-group-id="65">@hamletcharacters</span> '
            '<span class="topic-mention">@topic</span> '
            '<span class="user-mention silent" data-user-id="29">Iago</span></p>'
        ),
    ),
    (
        "second https://example.com #**Denmark**",
        (
            '<p>second <a href="https://example.com">https://example.com</a> '
            '<a class="stream" data-stream-id="24" href="/#narrow/stream/24-Denmark">#Denmark</a></p>'
        ),
    ),
    (
        "from #**Verona>moved later** by @_**King Hamlet|28**.",
        (
            '<p>from <a class="stream-topic" data-stream-id="17" '
            'href="/#narrow/stream/17-Verona/topic/moved.20later">#Verona &gt; moved later</a> by '
            '<span class="user-mention silent" data-user-id="28">King Hamlet</span>.</p>'
        ),
    ),
    (
        "[A message](https://chat.example/#narrow/stream/17-Verona/topic/both2/near/7) was moved",
        '<p><a href="#narrow/stream/17-Verona/topic/both2/near/7">A message</a> was moved</p>',
    ),
    (
        "time to celebrate :tada:! :earth_asia:  :thumbs_up:",
        (
            "<p>time to celebrate "
            '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>! '
            '<span aria-label="earth asia" class="emoji emoji-1f30f" role="img" title="earth asia">'
            ":earth_asia:</span>  "
            '<span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">'
            ":thumbs_up:</span></p>"
        ),
    ),
    (
        "who is in the :zulip:  audience",
        (
            '<p>who is in the <img alt=":zulip:" class="emoji" '
            'src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">  audience</p>'
        ),
    ),
    (
        "js code or python code\n`select id, first-name from users where active = 1;`",
        "<p>js code or python code<br>\n<code>select id, first-name from users where active = 1;</code></p>",
    ),
    (
        "in lightning, or in rain?\n* Myrmica ruginodis\n* Myrmica kotokui",
        "<p>in lightning, or in rain?</p>\n<ul>\n<li>Myrmica ruginodis</li>\n<li>Myrmica kotokui</li>\n</ul>",
    ),
    (
        "* bread\n* fruit\n  * apples\n  * oranges\n* cookies",
        (
            "<ul>\n<li>bread</li>\n<li>fruit<ul>\n<li>apples</li>\n<li>oranges</li>\n</ul>\n</li>\n"
            "<li>cookies</li>\n</ul>"
        ),
    ),
    (">put it on top.", "<blockquote>\n<p>put it on top.</p>\n</blockquote>"),
    (
        "sent with your provider\n```quote\nWord-work is sublime.\n -- Toni Morrison\n```",
        (
            "<p>sent with your provider</p>\n<blockquote>\n<p>Word-work is sublime.<br>\n"
            " -- Toni Morrison</p>\n</blockquote>"
        ),
    ),
    (
        "new technology.\n\n```\ndef write(file, *args):\n    file.write(*args)\n```",
        (
            '<p>new technology.</p>\n<div class="codehilite"><pre><span></span><code>'
            "def write(file, *args):\n    file.write(*args)\n</code></pre></div>"
        ),
    ),
    (
        "```python\ndef concat(*args, sep='/'):\n    return sep.join(args)\n```",
        (
            '<div class="codehilite" data-code-language="Python"><pre><span></span><code>'
            '<span class="k">def</span> <span class="nf">concat</span><span class="p">(</span>'
            '<span class="o">*</span><span class="n">args</span><span class="p">,</span> '
            '<span class="n">sep</span><span class="o">=</span><span class="s1">\'/\'</span>'
            '<span class="p">):</span>\n    <span class="k">return</span> <span class="n">sep</span>'
            '<span class="o">.</span><span class="n">join</span><span class="p">(</span>'
            '<span class="n">args</span><span class="p">)</span>\n</code></pre></div>'
        ),
    ),
    (
        "runs in $$O(n)$$ time",
        '<p>runs in <span class="tex-error">$$O(n)$$</span> time</p>',
    ),
    (
        "fell ~~in line with our expectations~~ & speak *to it*",
        "<p>fell <del>in line with our expectations</del> &amp; speak <em>to it</em></p>",
    ),
    (
        "in that narrow.\n[On_it!](/static/images/story-tutorial/zulip-compose.png)\n",
        (
            '<p>in that narrow.<br>\n<a href="/static/images/story-tutorial/zulip-compose.png">On_it!</a>'
            "</p>\n"
            '<div class="message_inline_image"><a href="/static/images/story-tutorial/zulip-compose.png" '
            'title="On_it!"><img src="/static/images/story-tutorial/zulip-compose.png"></a></div>'
        ),
    ),
    (
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n1. x\n2. y",
        (
            "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n"
            "<td>2</td>\n</tr>\n</tbody>\n</table>\n<ol>\n<li>x</li>\n<li>y</li>\n</ol>"
        ),
    ),
    (
        "~~s~~ `c` [l](http://x.y) http://zulip.com <time:2030-01-01T00:00:00Z> ||x||",
        (
            '<p><del>s</del> <code>c</code> <a href="http://x.y">l</a> '
            '<a href="http://zulip.com">http://zulip.com</a> '
            '<time datetime="2030-01-01T00:00:00Z">2030-01-01T00:00:00Z</time> ||x||</p>'
        ),
    ),
    (
        "```spoiler Head\nhidden\n```\n\n$$x^2$$",
        (
            '<div class="spoiler-block"><div class="spoiler-header">\n<p>Head</p>\n</div>'
            '<div class="spoiler-content" aria-hidden="true">\n<p>hidden</p>\n</div></div>\n'
            '<p><span class="tex-error">$$x^2$$</span></p>'
        ),
    ),
    ("/poll Lunch?\nPizza\nSoup", "<p>/poll Lunch?<br>\nPizza<br>\nSoup</p>"),
    ("/me waves", "<p>/me waves</p>"),
    (
        "Experiment here. :test_tube:",
        (
            '<p>Experiment here. <span aria-label="test tube" class="emoji emoji-1f9ea" role="img" '
            'title="test tube">:test_tube:</span></p>'
        ),
    ),
    (
        "I am:\n* The prince of Denmark\n* Nephew to the usurping Claudius",
        "<p>I am:</p>\n<ul>\n<li>The prince of Denmark</li>\n<li>Nephew to the usurping Claudius</li>\n</ul>",
    ),
]


@pytest.mark.parametrize(("content", "html"), RECORDED)
def test_a_message_is_rendered_as_recorded(content: str, html: str) -> None:
    assert render(content, Troupe()).html == html
