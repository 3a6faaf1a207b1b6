"""A machine that does things both on the server and in the model, and holds one against the other."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import aiohttp
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from dragoman_server import Clock, ServerSettings, running_server
from dragoman_server.world.file import parse_world
from model.society import Person, Place, Said, Society
from server.household import NOW, Actor, House

WORLD = """
organization: {name: Model House, domain: model.test}
people:
  - {name: Ann Owner, role: owner}
  - {name: Bob Member}
  - {name: Cat Member}
  - {name: Guy Guest, role: guest}
channels:
  - {name: open, subscribers: [Ann Owner, Bob Member]}
  - {name: shared, privacy: private, subscribers: [Ann Owner, Cat Member]}
  - {name: shut, privacy: private, history: protected, subscribers: [Bob Member, Guy Guest]}
  - {name: web, privacy: web-public, subscribers: [Guy Guest]}
"""
NAMES = {"Ann Owner": 100, "Bob Member": 400, "Cat Member": 400, "Guy Guest": 600}
PLACES = ("open", "shared", "shut", "web")
TOPICS = ("tea", "Tea", "bread")
WORDS = ("one", "two", "@**Cat Member** three", "@**Guy Guest** four")

who = st.sampled_from(tuple(NAMES))
where = st.sampled_from(PLACES)
topics = st.sampled_from(TOPICS)
words = st.sampled_from(WORDS)
numbers = st.integers(0, 30)


class Stage:
    """One server for all runs, put back to its beginning before each."""

    def __init__(self) -> None:
        """Start the server in a loop of its own."""
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self.house = self.loop.run_until_complete(self._open())
        self.beginning = self.house.server.snapshot()

    async def _open(self) -> House:
        world = parse_world(WORLD)
        chosen = ServerSettings(strict=True)
        server = await self.stack.enter_async_context(
            running_server(world, settings=chosen, clock=Clock(NOW))
        )
        session = await self.stack.enter_async_context(aiohttp.ClientSession())
        return House(server, session)

    def close(self) -> None:
        """Stop the server."""
        self.loop.run_until_complete(self.stack.aclose())
        self.loop.close()


def machine_on(stage: Stage) -> type[RuleBasedStateMachine]:
    """Return the machine that plays on a stage."""

    class Machine(RuleBasedStateMachine):
        """People write, read, come and go."""

        @initialize()
        def begin(self) -> None:
            stage.house.server.restore(stage.beginning)
            self.actors = {name: stage.house.actor(name) for name in NAMES}
            self.people = {
                name: Person(actor.account.user_id, name, NAMES[name]) for name, actor in self.actors.items()
            }
            ids = {name: person.user_id for name, person in self.people.items()}
            told = self.ask("Ann Owner", "GET", "/streams", include_all="true")[1]["streams"]
            channels = {one["name"]: one for one in told}
            follow = {
                "open": ("Ann Owner", "Bob Member"),
                "shared": ("Ann Owner", "Cat Member"),
                "shut": ("Bob Member", "Guy Guest"),
                "web": ("Guy Guest",),
            }
            places = [
                Place(
                    channels[name]["stream_id"],
                    name,
                    private=name in ("shared", "shut"),
                    web_public=name == "web",
                    shared_history=name != "shut",
                    followers={ids[one] for one in follow[name]},
                )
                for name in PLACES
            ]
            self.society = Society(list(self.people.values()), places)
            self.places = {one.name: one for one in places}

        def ask(self, name: str, method: str, path: str, **params: str) -> tuple[int, Any]:
            """Call the server as somebody."""
            actor: Actor = self.actors[name]
            return stage.loop.run_until_complete(actor.call(method, path, params))

        def expect(self, fine: bool, answer: tuple[int, Any]) -> bool:
            """Return whether it was done, when it was done exactly if it had to be."""
            assert (answer[0] == 200) is fine, (fine, answer)
            return fine

        def pick(self, number: int) -> Said | None:
            """Choose a message."""
            ids = sorted(self.society.said)
            return self.society.said[ids[number % len(ids)]] if ids else None

        @rule(name=who, place=where, topic=topics, content=words)
        def say(self, name: str, place: str, topic: str, content: str) -> None:
            here, person = self.places[place], self.people[name]
            to = {"type": "channel", "to": str(here.channel_id), "topic": topic}
            answer = self.ask(name, "POST", "/messages", content=content, **to)
            if self.expect(self.society.may_write(person, here), answer):
                self.society.say(answer[1]["id"], person, here, topic, content)

        @rule(name=who, others=st.sets(who, min_size=1, max_size=3), content=words)
        def whisper(self, name: str, others: set[str], content: str) -> None:
            ids = {self.people[one].user_id for one in others}
            to = {"type": "direct", "to": json.dumps(sorted(ids))}
            answer = self.ask(name, "POST", "/messages", content=content, **to)
            self.expect(True, answer)
            self.society.whisper(answer[1]["id"], self.people[name], ids, content)

        @rule(name=who, number=numbers, content=words)
        def edit(self, name: str, number: int, content: str) -> None:
            said = self.pick(number)
            if said is None:
                return
            person = self.people[name]
            place = self.society.places.get(said.channel_id or 0)
            fine = said.sender == person.user_id and self.society.sees(person, said)
            fine = fine and not (place and place.archived)
            answer = self.ask(name, "PATCH", f"/messages/{said.message_id}", content=content)
            if self.expect(fine, answer):
                self.society.edit(said, content)

        @rule(number=numbers)
        def delete(self, number: int) -> None:
            said = self.pick(number)
            ann = self.people["Ann Owner"]
            if said is None:
                return
            answer = self.ask("Ann Owner", "DELETE", f"/messages/{said.message_id}")
            if self.expect(self.society.sees(ann, said), answer):
                self.society.forget(said)

        @rule(name=who, place=where)
        def join(self, name: str, place: str) -> None:
            here, person = self.places[place], self.people[name]
            told = json.dumps([{"name": here.name}])
            answer = self.ask(name, "POST", "/users/me/subscriptions", subscriptions=told)
            fine = not person.is_guest and self.society.may_join(person, here) and not here.archived
            if self.expect(fine, answer):
                self.society.follow(person.user_id, here)

        @rule(name=who, other=who, place=where)
        def bring(self, name: str, other: str, place: str) -> None:
            here, person, guest = self.places[place], self.people[name], self.people[other]
            told = {"subscriptions": json.dumps([{"name": here.name}]), "principals": f"[{guest.user_id}]"}
            answer = self.ask(name, "POST", "/users/me/subscriptions", **told)
            if self.expect(self.society.may_bring(person, here) and not here.archived, answer):
                self.society.follow(guest.user_id, here)

        @rule(name=who, place=where)
        def leave(self, name: str, place: str) -> None:
            here, person = self.places[place], self.people[name]
            told = json.dumps([here.name])
            answer = self.ask(name, "DELETE", "/users/me/subscriptions", subscriptions=told)
            if person.user_id in here.followers:
                self.expect(True, answer)
                self.society.leave(person.user_id, here)

        @rule(
            name=who,
            number=numbers,
            flag=st.sampled_from(("read", "starred")),
            op=st.sampled_from(("add", "remove")),
        )
        def mark(self, name: str, number: int, flag: str, op: str) -> None:
            said, person = self.pick(number), self.people[name]
            if said is None or person.user_id not in said.flags or not self.society.sees(person, said):
                return
            place = self.society.places.get(said.channel_id or 0)
            told = {"messages": f"[{said.message_id}]", "op": op, "flag": flag}
            self.expect(True, self.ask(name, "POST", "/messages/flags", **told))
            if (flag, op) == ("read", "remove") and place and person.user_id not in place.followers:
                # Only what one follows can be unread.
                return
            self.society.mark(person, said, flag, add=op == "add")

        @rule(name=who, place=where, topic=topics)
        def read_topic(self, name: str, place: str, topic: str) -> None:
            here, person = self.places[place], self.people[name]
            narrow = [
                {"operator": "channel", "operand": here.channel_id},
                {"operator": "topic", "operand": topic},
            ]
            around = {"anchor": "newest", "num_before": "100", "num_after": "0", "narrow": json.dumps(narrow)}
            answer = self.ask(name, "POST", "/messages/flags/narrow", op="add", flag="read", **around)
            if not self.society.knows(person, here):
                return
            self.expect(True, answer)
            for said in self.society.said.values():
                fits = said.channel_id == here.channel_id and said.topic.lower() == topic.lower()
                if fits and person.user_id in said.flags:
                    self.society.mark(person, said, "read", add=True)

        @rule(
            number=numbers, topic=topics, mode=st.sampled_from(("change_one", "change_later", "change_all"))
        )
        def retitle(self, number: int, topic: str, mode: str) -> None:
            said, ann = self.pick(number), self.people["Ann Owner"]
            if said is None or said.channel_id is None or not self.society.sees(ann, said):
                return
            if said.topic == topic or any(
                not self.society.sees(ann, one) for one in self.society.said.values()
            ):
                return
            told = {"topic": topic, "propagate_mode": mode, "send_notification_to_new_thread": "false"}
            self.expect(True, self.ask("Ann Owner", "PATCH", f"/messages/{said.message_id}", **told))
            self.society.retitle(said, topic, mode)

        @rule(name=who, number=numbers, emoji=st.sampled_from(("tada", "octopus")), add=st.booleans())
        def react(self, name: str, number: int, emoji: str, add: bool) -> None:
            said, person = self.pick(number), self.people[name]
            if said is None:
                return
            mine = (person.user_id, emoji)
            fine = self.society.sees(person, said) and (mine in said.reactions) is not add
            path = f"/messages/{said.message_id}/reactions"
            if self.expect(fine, self.ask(name, "POST" if add else "DELETE", path, emoji_name=emoji)):
                # What one reacts to without having received it becomes history that one has read.
                if add:
                    said.flags.setdefault(person.user_id, {"read", "historical"})
                said.reactions ^= {mine}

        @invariant()
        def everybody_is_told_what_the_model_says(self) -> None:
            if not hasattr(self, "society"):
                return
            for name, person in self.people.items():
                self._look_at_messages(name, person)
                self._look_at_unread(name, person)

        def _look_at_messages(self, name: str, person: Person) -> None:
            around = {"anchor": "newest", "num_before": "1000", "num_after": "0", "apply_markdown": "false"}
            told = self.ask(name, "GET", "/messages", **around)[1]["messages"]
            told = [one for one in told if one["sender_id"] in self.society.people]
            own = {"read", "starred", "mentioned", "historical"}
            shown = {one["id"]: frozenset(own & set(one["flags"])) for one in told}
            assert shown == self.society.shown(person), name
            for one in told:
                said = self.society.said[one["id"]]
                assert (one["content"], one["subject"]) == (said.content, said.topic)
                assert {(each["user_id"], each["emoji_name"]) for each in one["reactions"]} == said.reactions

        def _look_at_unread(self, name: str, person: Person) -> None:
            types = '["message", "update_message_flags", "subscription", "starred_messages"]'
            state = self.ask(name, "POST", "/register", fetch_event_types=types, event_types="[]")[1]
            rows = [row for kind in ("pms", "huddles", "streams") for row in state["unread_msgs"][kind]]
            unread = {message_id for row in rows for message_id in row["unread_message_ids"]}
            assert state["unread_msgs"]["count"] == len(unread)
            # What the service itself writes to people is not looked at.
            assert unread & self.society.said.keys() == self.society.unread(person), name
            followed = {one["name"] for one in state["subscriptions"]}
            assert followed == {one.name for one in self.places.values() if person.user_id in one.followers}
            starred = {one for one, flags in self.society.shown(person).items() if "starred" in flags}
            assert set(state["starred_messages"]) & self.society.said.keys() == starred

        def teardown(self) -> None:
            """Look at the topics, and from outside of what one received, once a run."""
            if not hasattr(self, "society"):
                return
            for name, person in self.people.items():
                for place in self.places.values():
                    self._look_at_place(name, person, place)
            stage.loop.run_until_complete(asyncio.sleep(0))

        def _look_at_place(self, name: str, person: Person, place: Place) -> None:
            status, body = self.ask(name, "GET", f"/users/me/{place.channel_id}/topics")
            assert (status == 200) is self.society.knows(person, place), (name, place.name, body)
            seen = sum(1 for one in self.society.said.values() if self._is_seen(person, place, one))
            if status == 200 and (place.shared_history or not place.private):
                told = {one["name"]: one["max_id"] for one in body["topics"]}
                assert told == self.society.topics(place), (name, place.name)
            narrow = json.dumps([{"operator": "channel", "operand": place.channel_id}])
            around = {"anchor": "newest", "num_before": "1000", "num_after": "0", "narrow": narrow}
            status, body = self.ask(name, "GET", "/messages", **around)
            if self.society.knows(person, place):
                assert len(body["messages"]) == seen, (name, place.name)

        def _is_seen(self, person: Person, place: Place, said: Said) -> bool:
            return said.channel_id == place.channel_id and self.society.sees(person, said)

    return Machine


def run(runs: int, number: int, steps: int) -> None:
    """Run the machine; fails with the shortest story in which the two do not agree."""
    stage = Stage()
    chosen = settings(
        max_examples=runs,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    try:
        factory: type[RuleBasedStateMachine] = seed(number)(machine_on(stage))
        run_state_machine_as_test(factory, settings=chosen)
    finally:
        stage.close()


def check(runs: int, number: int, steps: int) -> str | None:
    """Run the machine and return how the two disagree, or `None`."""
    try:
        run(runs, number, steps)
    except AssertionError as error:
        return f"{error} {getattr(error, '__notes__', '')}"
    return None
