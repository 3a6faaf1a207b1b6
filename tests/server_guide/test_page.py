"""The documentation page: safe, complete, and its own."""

from html.parser import HTMLParser
from typing import Any

from dragoman_server.guide import GuidePages, GuideSettings
from server_guide.guide_server import running_guide

VOID = {"meta", "link", "br", "img"}


class Outline(HTMLParser):
    """Collects what a page is made of and checks that its elements close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        found = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag == "a" and (href := found.get("href")):
            self.links.append(href)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


async def page(settings: GuideSettings | None = None) -> tuple[str, dict[str, Any]]:
    """Fetch the page and its headers."""
    async with running_guide(settings) as client, client.get("/docs") as response:
        assert response.status == 200
        return await response.text(), dict(response.headers)


async def test_the_page_allows_itself_nothing_but_its_own_style() -> None:
    text, headers = await page()
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    outline = Outline()
    outline.feed(text)
    assert not outline.tags & {"script", "style", "iframe", "form"}
    assert not {name for name in outline.attributes if name.startswith("on") or name == "style"}


async def test_the_page_is_well_formed_and_its_links_within_lead_somewhere() -> None:
    outline = Outline()
    outline.feed((await page())[0])
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert {link[1:] for link in outline.links if link.startswith("#")} <= set(outline.ids)


async def test_the_page_names_every_path_problem_header_and_device() -> None:
    text, _ = await page()
    words = ["/api/v1/service-guide", "/api/v1", "unsupported_device_type", "rate_limit_exceeded"]
    words += [
        "Retry-After",
        "RateLimit-Remaining",
        "Sunset",
        "usb_drive",
        "physicalLocations",
        "60 times in 60 seconds",
    ]
    assert [word for word in words if word not in text] == []


async def test_what_is_configured_is_escaped() -> None:
    hostile = '"><script>alert(1)</script>'
    settings = GuideSettings(
        name=hostile,
        version=hostile,
        lab_address=hostile,
        guardrails=(hostile,),
        pages=GuidePages(nas=f"https://lab.example/{hostile}"),
        contact_url=f"https://lab.example/{hostile}",
        problem_base=hostile,
    )
    text, _ = await page(settings)
    assert "<script" not in text
    outline = Outline()
    outline.feed(text)
    assert outline.open == []


async def test_the_style_is_a_file_of_its_own() -> None:
    async with running_guide() as client, client.get("/docs/guide.css") as response:
        assert response.headers["Content-Type"] == "text/css; charset=utf-8"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "prefers-color-scheme: dark" in await response.text()
