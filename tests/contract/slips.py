"""Where a tower departs from what is documented: checks that fail today, and turn red when they pass."""

MARKING = "Conventions 6: not known where a topic is marked as read"
TYPING = "Conventions 6: not known where one types"

SLIPS: dict[str, str] = {
    "test_the_empty_topic_is_marked_as_read_under_any_name[(no topic)]": MARKING,
    "test_the_empty_topic_is_marked_as_read_under_any_name[general chat]": MARKING,
    "test_the_empty_topic_is_typed_in_under_any_name[(no topic)]": TYPING,
    "test_the_empty_topic_is_typed_in_under_any_name[general chat]": TYPING,
    "test_a_reaction_is_kept_under_its_type[extra]": "reaction_type: told as zulip_extra_emoji",
}
"""By name of the check: the heading, and what the tower does."""
