"""What one rendering carries along: whom to ask about names, where it is, and what it has met."""

from dragoman_server.markdown.directory import Directory, NamedGroup, NamedUser
from dragoman_server.markdown.links import attachment_path


class RenderContext:
    """The state of one rendering."""

    def __init__(self, directory: Directory) -> None:
        """Begin with nothing met."""
        self.directory = directory
        self.quoted = False
        """Whether the text at hand stands in a quotation, where nobody is mentioned aloud."""
        self.fence_depth = 0
        """How many quote and spoiler fences the text at hand stands in."""
        self.user_ids: set[int] = set()
        self.group_ids: set[int] = set()
        self.stream_wildcard = False
        self.topic_wildcard = False
        self.links: list[str] = []
        self.previews: list[tuple[str, str | None]] = []
        """Images that the inline text just rendered links to: address, and title if it has one."""
        self.preview_count = 0

    def mention_user(self, user: NamedUser) -> None:
        """Note that a user is mentioned."""
        self.user_ids.add(user.user_id)

    def mention_group(self, group: NamedGroup) -> None:
        """Note that a user group is mentioned."""
        self.group_ids.add(group.group_id)

    @property
    def attachment_paths(self) -> tuple[str, ...]:
        """The uploaded files linked to, each once."""
        found = filter(None, map(attachment_path, self.links))
        return tuple(dict.fromkeys(found))
