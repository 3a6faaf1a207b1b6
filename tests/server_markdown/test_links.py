"""Links, where they lead, and the pictures below them."""

import pytest

from dragoman_server.markdown import encode_component, message_path, render
from server_markdown.troupe import Troupe


@pytest.mark.parametrize(
    ("content", "html"),
    [
        (
            "#**core team & co**",
            (
                '<a class="stream" data-stream-id="30" '
                'href="/#narrow/stream/30-core-team-.26-co">#core team &amp; co</a>'
            ),
        ),
        (
            "#**Verona>a.b%/c**",
            (
                '<a class="stream-topic" data-stream-id="17" '
                'href="/#narrow/stream/17-Verona/topic/a.2Eb.25.2Fc">#Verona &gt; a.b%/c</a>'
            ),
        ),
        (
            "#**Verona>lunch@123**",
            (
                '<a class="message-link" href="/#narrow/stream/17-Verona/topic/lunch/near/123">'
                "#Verona &gt; lunch @ 💬</a>"
            ),
        ),
        ("#**Atlantis**", "#<strong>Atlantis</strong>"),
        ("x#**Verona**", "x#<strong>Verona</strong>"),
        ("`#**Verona**`", "<code>#**Verona**</code>"),
        ("(https://a.example/b(c)).", '(<a href="https://a.example/b(c)">https://a.example/b(c)</a>).'),
        ("see example.com, now", 'see <a href="http://example.com">example.com</a>, now'),
        ("README.md and setup.py", "README.md and setup.py"),
        ("me@example.com", "me@example.com"),
        ("**https://a.example**", '<strong><a href="https://a.example">https://a.example</a></strong>'),
        ("https://a.example/x_y_z*", '<a href="https://a.example/x_y_z">https://a.example/x_y_z</a>*'),
        ("[**a** :tada:](https://a.example)", '<a href="https://a.example">**a** :tada:</a>'),
        ("[`a`](https://a.example)", '<a href="https://a.example"><code>a</code></a>'),
        ("[](https://a.example)", '<a href="https://a.example">https://a.example</a>'),
        ('[a](https://a.example "t")', '<a href="https://a.example">a</a>'),
        ("[a](example.org/x)", '<a href="http://example.org/x">a</a>'),
        ("[a](me@example.org)", '<a href="mailto:me@example.org">a</a>'),
        ("[a](/help/)", '<a href="/help/">a</a>'),
        ("[a](#narrow/dm/5)", '<a href="#narrow/dm/5">a</a>'),
        ("[a](//evil.example/x)", '<a href="http://evil.example/x">a</a>'),
        ("[a](https://chat.example/user_uploads/1/f.txt)", '<a href="user_uploads/1/f.txt">a</a>'),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
        ("[a](JaVaScRiPt:alert(1))", "[a](JaVaScRiPt:alert(1))"),
        ("[a](java\tscript:alert)", "[a](java\tscript:alert)"),
        ("[a](data:text/html,x)", "[a](data:text/html,x)"),
        ("[a](http://[broken)", "[a](http://[broken)"),
        ("[a]: http://b.example\n\n[a]", None),
    ],
)
def test_a_link_leads_where_it_may(content: str, html: str | None) -> None:
    rendered = render(content, Troupe()).html
    if html is None:
        assert "[a]</p>" in rendered
    else:
        assert rendered == f"<p>{html}</p>"


def test_links_and_files_are_found() -> None:
    found = render(
        "[f](/user_uploads/6/ab/x.txt) #**Verona** https://a.example [g](/user_uploads/6/ab/x.txt)", Troupe()
    )
    assert sorted(found.links) == [
        "/#narrow/stream/17-Verona",
        "/user_uploads/6/ab/x.txt",
        "/user_uploads/6/ab/x.txt",
        "https://a.example",
    ]
    assert found.attachment_paths == ("6/ab/x.txt",)
    assert (found.has_link, found.has_attachment, found.has_image) == (True, True, False)


def test_an_image_alone_becomes_its_picture() -> None:
    found = render("https://a.example/b.PNG?x=1", Troupe())
    assert found.has_image
    assert found.html == (
        '<div class="message_inline_image"><a href="https://a.example/b.PNG?x=1">'
        '<img src="https://a.example/b.PNG?x=1"></a></div>'
    )


def test_an_image_in_a_quotation_has_no_picture() -> None:
    assert not render("> https://a.example/b.png", Troupe()).has_image


def test_only_so_many_pictures_are_shown() -> None:
    found = render("\n\n".join(f"https://a.example/{number}.png" for number in range(30)), Troupe())
    assert found.html.count("<img") == 24
    assert len(found.links) == 30


def test_names_are_encoded_for_paths() -> None:
    assert encode_component("a b.c%d/e~f_g-h") == "a.20b.2Ec.25d.2Fe~f_g-h"
    assert encode_component("žluť") == ".C5.BElu.C5.A5"
    assert message_path(5, "core team", "x y", 9) == "#narrow/stream/5-core-team/topic/x.20y/near/9"
