"""What people, channels and messages are to each other, by the rules of the service and without its code."""

from dataclasses import dataclass, field


@dataclass
class Person:
    """Somebody with a role."""

    user_id: int
    name: str
    role: int

    @property
    def is_admin(self) -> bool:
        return self.role <= 200

    @property
    def is_guest(self) -> bool:
        return self.role == 600


@dataclass
class Place:
    """A channel: who follows it, and what of its past is shown."""

    channel_id: int
    name: str
    private: bool = False
    web_public: bool = False
    shared_history: bool = True
    archived: bool = False
    followers: set[int] = field(default_factory=set)


@dataclass
class Said:
    """A message, and what each of those who received it made of it."""

    message_id: int
    sender: int
    content: str
    channel_id: int | None = None
    topic: str = ""
    people: frozenset[int] = frozenset()
    flags: dict[int, set[str]] = field(default_factory=dict)
    reactions: set[tuple[int, str]] = field(default_factory=set)


class Society:
    """An organisation as the rules say it must be."""

    def __init__(self, people: list[Person], places: list[Place]) -> None:
        """Begin without messages."""
        self.people = {one.user_id: one for one in people}
        self.places = {one.channel_id: one for one in places}
        self.said: dict[int, Said] = {}

    # What somebody may do

    def knows(self, who: Person, place: Place) -> bool:
        """Tell whether a channel's messages may be read at all."""
        if who.user_id in place.followers or place.web_public:
            return True
        return not place.private and not who.is_guest

    def sees(self, who: Person, said: Said) -> bool:
        """Tell whether somebody may read a message."""
        if said.channel_id is None:
            return who.user_id in said.people
        place = self.places[said.channel_id]
        if not self.knows(who, place):
            return False
        return not place.private or place.shared_history or who.user_id in said.flags

    def may_write(self, who: Person, place: Place) -> bool:
        """Tell whether somebody may write in a channel."""
        if place.archived:
            return False
        # Even guests may write where the whole web may read.
        return who.user_id in place.followers or place.web_public or not (place.private or who.is_guest)

    def may_join(self, who: Person, place: Place) -> bool:
        """Tell whether somebody may follow a channel of their own will."""
        if who.is_guest:
            return who.user_id in place.followers
        return not place.private or who.user_id in place.followers

    def may_bring(self, who: Person, place: Place) -> bool:
        """Tell whether somebody may let others follow a channel."""
        return not who.is_guest and (not place.private or who.user_id in place.followers)

    # What happens

    def say(self, message_id: int, who: Person, place: Place, topic: str, content: str) -> None:
        """Write in a channel: those who follow it receive it; a name reaches no other person."""
        said = Said(message_id, who.user_id, content, place.channel_id, topic)
        said.flags = {user_id: set() for user_id in place.followers}
        self._mention(said)
        self.said[message_id] = said

    def _mention(self, said: Said) -> None:
        for user_id, flags in said.flags.items():
            flags.discard("mentioned")
            if f"@**{self.people[user_id].name}**" in said.content:
                flags.add("mentioned")

    def whisper(self, message_id: int, who: Person, others: set[int], content: str) -> None:
        """Write to people."""
        people = frozenset({*others, who.user_id})
        said = Said(message_id, who.user_id, content, people=people, flags={one: set() for one in people})
        self._mention(said)
        self.said[message_id] = said

    def edit(self, said: Said, content: str) -> None:
        """Say something else."""
        said.content = content
        self._mention(said)

    def forget(self, said: Said) -> None:
        """Delete a message."""
        del self.said[said.message_id]

    def retitle(self, said: Said, topic: str, mode: str) -> None:
        """Move a message, or others of its topic with it, to another topic of the channel."""
        old = said.topic.lower()
        for one in self.said.values():
            same = one.channel_id == said.channel_id and one.topic.lower() == old
            later = mode == "change_all" or (mode == "change_later" and one.message_id > said.message_id)
            if one is said or (same and later):
                one.topic = topic

    def follow(self, who: int, place: Place) -> None:
        """Let somebody follow a channel."""
        place.followers.add(who)

    def leave(self, who: int, place: Place) -> None:
        """Let somebody leave a channel: what they had not read there counts as read."""
        place.followers.discard(who)
        for said in self.said.values():
            if said.channel_id == place.channel_id and who in said.flags:
                said.flags[who].add("read")

    def mark(self, who: Person, said: Said, flag: str, *, add: bool) -> None:
        """Set or unset a flag; what one never received becomes history that one has read."""
        if who.user_id not in said.flags:
            said.flags[who.user_id] = {"read", "historical"}
        flags = said.flags[who.user_id]
        if add:
            flags.add(flag)
        else:
            flags.discard(flag)

    # What somebody is told

    def shown(self, who: Person) -> dict[int, frozenset[str]]:
        """Return the messages that somebody has received, also where they have left, with their flags."""
        return {
            one.message_id: frozenset(one.flags[who.user_id])
            for one in self.said.values()
            if who.user_id in one.flags
        }

    def unread(self, who: Person) -> set[int]:
        """Return what somebody has not read."""
        return {message_id for message_id, flags in self.shown(who).items() if "read" not in flags}

    def topics(self, place: Place) -> dict[str, int]:
        """Return the topics of a channel, spelled as the newest message has it, with that message."""
        newest: dict[str, Said] = {}
        for one in sorted(self.said.values(), key=lambda said: said.message_id):
            if one.channel_id == place.channel_id:
                newest[one.topic.lower()] = one
        return {one.topic: one.message_id for one in newest.values()}
