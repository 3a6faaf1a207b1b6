"""The documentation page, made from the OpenAPI document so that the two cannot differ."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

import msgspec

from dragoman_server.guide.contract import DEVICE_TYPES, GUIDE_PATH, INDEX_PATH, OPENAPI_PATH
from dragoman_server.guide.guidance import api_index, guide_for
from dragoman_server.guide.lifecycle import http_date, is_deprecated
from dragoman_server.guide.openapi import Json, openapi_document
from dragoman_server.guide.problems import KINDS
from dragoman_server.guide.settings import GuideSettings


def documentation_page(settings: GuideSettings, origin: str, now: float) -> str:
    """Return the page that explains the guide as it is served at ``origin``."""
    document = openapi_document(settings, origin, deprecated=is_deprecated(settings, now))
    sections = {
        "start": ("Start here", _start(settings, origin)),
        "operations": ("Operations", _operations(document)),
        "devices": ("Device types", _devices(settings)),
        "limits": ("Read limit", _limits(settings)),
        "problems": ("Problems", _problems(settings)),
        "schemas": ("Bodies", _schemas(document)),
        "versions": ("Versions", _versions(settings, now)),
    }
    title = escape(settings.name)
    links = _join(f'<li><a href="#{name}">{heading}</a></li>' for name, (heading, _) in sections.items())
    body = _join(
        f'<section id="{name}" aria-labelledby="{name}-h"><h2 id="{name}-h">{heading}</h2>\n{html}</section>'
        for name, (heading, html) in sections.items()
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="/docs/guide.css">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>{title}</h1>
<p>Version {escape(settings.version)} · public · read-only · no key needed ·
<a href="{OPENAPI_PATH}">OpenAPI document</a></p>
</header>
<div class="columns">
<nav aria-label="On this page"><ul>
{links}</ul></nav>
<main id="content" tabindex="-1">
{body}</main>
</div>
</body>
</html>
"""


def _start(settings: GuideSettings, origin: str) -> str:
    example = guide_for(settings, DEVICE_TYPES[3:4])
    guardrails = _join(f"<li>{escape(sentence)}</li>" for sentence in settings.guardrails)
    return (
        "<p>This service knows one thing: which official page is the right one for a device.</p>\n"
        f"{_code(f'curl {origin}{GUIDE_PATH}?device_type={DEVICE_TYPES[3]}')}"
        f"{_example(example)}"
        f"<p>The index at {_mono(INDEX_PATH)} names every address:</p>\n"
        f"{_example(api_index(settings, origin))}"
        f'<h3>What it does not do</h3>\n<ul class="guardrails">\n{guardrails}</ul>\n'
        f'<p><a href="{escape(settings.mail_in_url)}">Mail in a device</a> · '
        f'<a href="{escape(settings.contact_url)}">Contact</a> · {escape(settings.lab_address)}</p>\n'
    )


def _operations(document: Json) -> str:
    return _join(
        _operation(path, operation)
        for path, methods in document["paths"].items()
        for operation in methods.values()
    )


def _operation(path: str, operation: Json) -> str:
    parameters = [
        (_mono(entry["name"]), escape(entry["description"]), _values(entry["schema"]))
        for entry in operation["parameters"]
    ]
    deprecated = ' <strong class="deprecated">deprecated</strong>' if operation.get("deprecated") else ""
    return (
        f'<article>\n<h3><span class="method">GET</span> {_mono(path)}{deprecated}</h3>\n'
        f"<p>{escape(operation['summary'])}. {escape(operation['description'])}</p>\n"
        + (_table(("Parameter", "Meaning", "Values"), parameters) if parameters else "")
        + _table(("Status", "Meaning", "Type", "Body"), _answers(operation["responses"]))
        + _answer_headers(operation["responses"])
        + "</article>\n"
    )


def _answers(responses: Json) -> Iterator[tuple[str, ...]]:
    for status, answer in responses.items():
        for media_type, content in answer["content"].items():
            yield status, escape(answer["description"]), _mono(media_type), _type(content["schema"])


def _answer_headers(responses: Json) -> str:
    statuses: dict[str, list[str]] = {}
    descriptions: dict[str, str] = {}
    for status, answer in responses.items():
        for name, header in answer.get("headers", {}).items():
            statuses.setdefault(name, []).append(status)
            descriptions[name] = header["description"]
    rows = [(_mono(name), escape(descriptions[name]), ", ".join(statuses[name])) for name in statuses]
    return _table(("Header", "Meaning", "On"), rows) if rows else ""


def _devices(settings: GuideSettings) -> str:
    links = guide_for(settings, DEVICE_TYPES).services
    rows = [
        (_mono(link.device_type), f'<a href="{escape(link.url)}">{escape(link.url)}</a>') for link in links
    ]
    return _table(("Device type", "Official service page"), rows)


def _limits(settings: GuideSettings) -> str:
    return (
        f"<p>A caller may read the guide {settings.limit} times in {settings.window:g} seconds, counted from "
        "the first read. Callers are told apart by their address, those of IPv6 by their network of 64 bits. "
        "Answers about unsupported device types count too; the index and the documents do not.</p>\n"
    )


def _problems(settings: GuideSettings) -> str:
    rows = [
        (str(kind.status), _mono(kind.code), escape(kind.title), escape(kind.resolution)) for kind in KINDS
    ]
    base = _mono(settings.problem_base)
    return (
        f"<p>Problems are <code>application/problem+json</code>. Their <code>type</code> is {base} "
        "followed by the code.</p>\n" + _table(("Status", "Code", "Title", "What to do"), rows)
    )


def _schemas(document: Json) -> str:
    return _join(_schema(name, schema) for name, schema in document["components"]["schemas"].items())


def _schema(name: str, schema: Json) -> str:
    rows = [
        (_mono(field), _type(described), escape(described.get("description", "")))
        for field, described in schema["properties"].items()
    ]
    return (
        f'<h3 id="schema-{name}">{name}</h3>\n<p>{escape(schema.get("description", ""))} '
        "All fields are required, others are not allowed.</p>\n" + _table(("Field", "Type", "Meaning"), rows)
    )


def _versions(settings: GuideSettings, now: float) -> str:
    if not is_deprecated(settings, now) or settings.deprecation is None:
        state = "This version is current."
    elif settings.sunset is None:
        state = f"This version is deprecated since {http_date(settings.deprecation)}."
    else:
        since, until = http_date(settings.deprecation), http_date(settings.sunset)
        state = f"This version is deprecated since {since} and will be removed at {until}."
    return (
        f"<p>{state} Incompatible releases use a new path; before a version is removed, "
        "it says so in its <code>Deprecation</code> and <code>Sunset</code> headers.</p>\n"
    )


def _type(schema: Json) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#schema-{name}">{name}</a>'
    if "items" in schema:
        return f"array of {_type(schema['items'])}"
    if "enum" in schema:
        return _values(schema)
    kind = schema.get("format", schema.get("type", "any"))
    if "minimum" in schema:
        return escape(f"{kind}, {schema['minimum']} to {schema.get('maximum', '…')}")
    return escape(str(kind))


def _values(schema: Json) -> str:
    return " ".join(_mono(str(value)) for value in schema.get("enum", ()))


def _table(headings: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{heading}</th>' for heading in headings)
    body = _join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    label = f"{headings[0]} table"
    return (
        f'<div class="wide" role="region" aria-label="{label}" tabindex="0"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def _example(body: Any) -> str:
    return _code(msgspec.json.format(msgspec.json.encode(body), indent=2).decode())


def _code(text: str) -> str:
    return f'<pre tabindex="0"><code>{escape(text)}</code></pre>\n'


def _mono(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def _join(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
