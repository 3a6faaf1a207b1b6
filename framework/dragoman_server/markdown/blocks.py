"""The one shared parser: blocks by markdown-it, inline text by our own rules."""

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from dragoman_server.markdown.code import code_block
from dragoman_server.markdown.context import RenderContext
from dragoman_server.markdown.fences import fence
from dragoman_server.markdown.inline import render_inline
from dragoman_server.markdown.previews import MOST_PREVIEWS, preview
from dragoman_server.markdown.stash import escape_text

_DEEPEST = 30
"""How many blocks may lie in one another; deeper nesting is left out, which bounds the work."""

_BLOCK_RULES = ["table", "code", "blockquote", "hr", "list", "heading", "paragraph"]
_INTERRUPTED_BY_FENCES: RuleOptionsType = {"alt": ["paragraph", "blockquote", "list"]}


class MessageRenderer(RendererHTML):
    """Writes tokens as the HTML that the service's clients know."""

    def renderToken(  # noqa: N802 - markdown-it's own name
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Write one tag; a list inside a list item follows its text on the same line."""
        token = tokens[idx]
        html = super().renderToken(tokens, idx, options, env)
        if token.block and token.nesting != -1 and idx and tokens[idx - 1].hidden:
            return html.removeprefix("\n")
        return html

    def inline_html(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        """Write HTML that is ready."""
        return tokens[idx].content

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Write a block of code."""
        return f"{code_block(tokens[idx].content, tokens[idx].info)}\n"

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Write an indented block of code."""
        return f"{code_block(tokens[idx].content)}\n"

    def math_block(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        """Write a formula as its source."""
        return f'<p><span class="tex-error">{escape_text(tokens[idx].content.strip())}</span></p>\n'

    def spoiler_open(self, *_: object) -> str:
        """Begin a spoiler, its header first."""
        return '<div class="spoiler-block"><div class="spoiler-header">\n'

    def spoiler_content(self, *_: object) -> str:
        """End a spoiler's header and begin what it hides."""
        return '</div><div class="spoiler-content" aria-hidden="true">\n'

    def spoiler_close(self, *_: object) -> str:
        """End a spoiler."""
        return "</div></div>\n"


def render_blocks(content: str, context: RenderContext) -> str:
    """Return the HTML of a message, not yet sanitised."""
    html: str = _PARSER.render(content, {"context": context})
    return html


def _render_inline_tokens(state: StateCore) -> None:
    """Turn each inline token into ready HTML and put previews below paragraphs, as a rule of markdown-it."""
    state.tokens = list(_with_inline_html(state.tokens, state.env["context"]))


def _with_inline_html(tokens: list[Token], context: RenderContext) -> Iterator[Token]:
    quotes = 0
    for index, token in enumerate(tokens):
        quotes += _quote_step(token)
        if token.type == "inline":
            context.quoted = quotes > 0
            _fill(token, context)
            if tokens[index - 1].type != "paragraph_open":
                context.previews.clear()
            elif _is_bare_image(token, context):
                tokens[index - 1].hidden = tokens[index + 1].hidden = True
                token.children = []
        yield token
        if token.type == "paragraph_close":
            yield from _previews(context)


def _quote_step(token: Token) -> int:
    return token.nesting if token.tag == "blockquote" else 0


def _fill(token: Token, context: RenderContext) -> None:
    token.children = [Token("inline_html", "", 0, content=render_inline(token.content, context))]


def _is_bare_image(token: Token, context: RenderContext) -> bool:
    return context.previews == [(token.content.strip(), None)]


def _previews(context: RenderContext) -> Iterator[Token]:
    for url, title in context.previews[: MOST_PREVIEWS - context.preview_count]:
        context.preview_count += 1
        yield Token("inline_html", "", 0, content=preview(url, title))
    context.previews.clear()


def _build_parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"html": False, "maxNesting": _DEEPEST}, renderer_cls=MessageRenderer)
    parser.enable(_BLOCK_RULES)
    parser.block.ruler.before("blockquote", "message_fence", fence, _INTERRUPTED_BY_FENCES)
    parser.core.ruler.at("inline", _render_inline_tokens)
    return parser


_PARSER = _build_parser()
