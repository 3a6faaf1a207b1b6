"""What a plugin remembers, and what it does once."""

from dataclasses import replace

from msgspec import Struct

from dragoman.model import User
from dragoman.plugin import Change, Context, Conversation, MemoryStore, State
from plugins.desk import Desk


class Score(Struct, frozen=True):
    """A record of a plugin's own."""

    name: str
    points: int


async def test_a_value_comes_back_as_the_type_that_it_is_read_as() -> None:
    state = State(MemoryStore(), "game")
    state.set("best", Score("Nell", 7))
    assert await state.get("best", Score) == Score("Nell", 7)
    assert await state.get("worst", Score) is None
    assert await state.get("rounds", int, 0) == 0


async def test_changes_are_kept_together_and_seen_before_by_their_maker_alone() -> None:
    store = MemoryStore()
    state = State(store, "game")
    state.set("rounds", 1)
    assert await State(store, "game").get("rounds", int, 0) == 0
    store.apply("game", state.changes)
    assert await State(store, "game").get("rounds", int, 0) == 1
    assert await State(store, "other").get("rounds", int, 0) == 0


async def test_scopes_are_apart() -> None:
    store = MemoryStore()
    state = State(store, "game")
    nell, here = (
        User(user_id=5, full_name="Nell", email="n@example.org"),
        Conversation(channel_id=2, topic="T"),
    )
    state.of(nell).set("points", 3)
    state.of(here).set("points", 4)
    state.of("season 1").set("points", 5)
    store.apply("game", state.changes)
    again = State(store, "game")
    scopes = [again.of(nell), again.of(here), again.of("season 1")]
    assert [await scope.get("points", int) for scope in scopes] == [3, 4, 5]
    assert await again.get("points", int) is None


async def test_a_change_says_which_version_was_read() -> None:
    store = MemoryStore()
    first = State(store, "game")
    first.set("rounds", 1)
    store.apply("game", first.changes)
    state = State(store, "game")
    assert await state.get("rounds", int) == 1
    state.set("rounds", 2)
    state.forget("old")
    assert state.changes == (
        Change(scope="", key="rounds", value=b"2", read=1),
        Change(scope="", key="old", value=None),
    )
    assert await state.keys() == ["rounds"]


async def test_once_is_once() -> None:
    store = MemoryStore()
    assert [await store.once("game", "s", "prize") for _ in range(3)] == [True, False, False]


async def test_the_same_occasion_is_there_again_in_another_context() -> None:
    desk = Desk().surroundings
    first, again, other = (Context(desk, occasion=occasion) for occasion in ("a", "a", "b"))
    assert [await one.once("prize") for one in (first, again, other)] == [True, False, True]


class KeepsNothing(MemoryStore):
    """A store in which no mark may be made."""

    async def once(self, plugin: str, scope: str, key: str) -> bool:
        raise AssertionError("nobody could ever forget it")


async def test_what_has_no_name_leaves_no_mark_behind() -> None:
    desk = replace(Desk().surroundings, store=KeepsNothing())
    context = Context(desk)
    assert [await context.once(name) for name in ("prize", "prize", "other")] == [True, False, True]
    assert await Context(desk).once("prize")
