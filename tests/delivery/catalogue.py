"""What goes wrong, row by row, and the tests that show that nothing is lost or doubled by it.

    python tests/delivery/catalogue.py

Prints each row with its tests, and in how many variants pytest finds each of them.
"""

import contextlib
import io
import sys
from collections import Counter
from pathlib import Path

import pytest
from msgspec import Struct

TESTS = Path(__file__).resolve().parents[1]

DELIVERY = "delivery/test_delivery.py"
CLAIMS = "delivery/test_claims.py"
EDITS = "delivery/test_edits.py"
JOURNAL = "delivery/test_journal.py"
NTH = "delivery/test_nth.py"
PROCESSES = "delivery/test_processes.py"
QUEUE = "client/test_queue.py"
TRANSPORT = "client/test_transport.py"
LIMITS = "delivery/test_limits.py"
RELOAD = "delivery/test_reload.py"
STOP = "delivery/test_stop.py"
DAMAGE = "delivery/test_damage.py"
BOT = "runtime/test_bot.py"
SKEW = "together/test_skew.py"
TIMERS = "runtime/test_timers.py"


class Row(Struct, frozen=True):
    """One kind of failure."""

    fault: str
    tests: tuple[str, ...] = ()
    """The file below `tests/` and the function, `file::function`."""
    left: str = ""
    """What is not shown yet."""


def _in(file: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{file}::test_{name}" for name in names)


CATALOGUE: dict[int, Row] = {
    1: Row(
        "the event queue is lost",
        (
            *_in(DELIVERY, "what_is_said_while_the_queue_is_lost_is_answered"),
            *_in(DELIVERY, "a_restart_without_its_queue_catches_up"),
            *_in(QUEUE, "a_lost_queue_is_replaced_at_once_and_counts_afresh"),
        ),
    ),
    2: Row(
        "the server restarts with an older state of the queue",
        (
            *_in(DELIVERY, "a_server_that_restarts_with_an_older_queue_loses_nothing"),
            *_in(QUEUE, "any_other_refusal_of_a_poll_means_a_lost_queue"),
        ),
    ),
    3: Row(
        "too many requests",
        (
            *_in(QUEUE, "a_429_is_waited_out_as_long_as_it_says"),
            *_in("client/test_pacing.py", "a_429_of_one_call_holds_the_others"),
            *_in("client/test_pacing.py", "polls_have_a_budget_and_pauses_of_their_own"),
            *_in("client/test_pacing.py", "replies_go_before_background_work"),
        ),
    ),
    4: Row(
        "the server fails while it is read",
        (
            *_in(QUEUE, "trouble_that_may_pass_is_waited_out_on_the_same_queue"),
            *_in(QUEUE, "pauses_stop_growing_at_ten_seconds"),
        ),
    ),
    5: Row(
        "an answer is sent and nobody knows whether it arrived",
        (
            *_in(DELIVERY, "an_answer_appears_once_when"),
            *_in(DELIVERY, "two_answers_that_look_the_same_are_not_taken_for_one_another"),
            *_in(BOT, "an_answer_in_doubt_that_the_history_has_is_not_sent_again"),
            *_in(BOT, "an_answer_in_doubt_is_looked_for_and_sent_again_when_it_surely_was_not"),
            *_in(NTH, "a_connection_that_breaks_costs_no_message"),
        ),
    ),
    6: Row(
        "what comes back is cut short or is no answer",
        (
            *_in(TRANSPORT, "whatever_happens_after_sending_leaves_doubt"),
            *_in("together/test_faults.py", "a_fault_is_overcome_or_told"),
        ),
    ),
    7: Row(
        "the connection is half open",
        _in(QUEUE, "a_poll_is_as_patient_as_the_server_advises")
        + _in(TRANSPORT, "silence_ends_a_poll_before_its_total"),
    ),
    8: Row("the server answers a byte a second", _in(TRANSPORT, "a_trickle_does_not_outlast_the_total")),
    9: Row(
        "the server cannot be reached at all",
        (
            *_in(TRANSPORT, "a_name_that_does_not_exist_means_that_nothing_was_sent"),
            *_in(TRANSPORT, "a_closed_port_means_that_nothing_was_sent"),
            *_in(TRANSPORT, "a_certificate_that_is_not_trusted_means_that_nothing_was_sent"),
            *_in(BOT, "an_answer_that_surely_was_not_sent_is_sent_later"),
        ),
    ),
    10: Row(
        "the clock jumps, the machine sleeps",
        (
            *_in(TIMERS, "nothing_comes_twice_when_the_clock_is_set"),
            *_in(TIMERS, "a_clock_that_was_set_is_followed_within_half_a_minute"),
            *_in(TIMERS, "what_came_while_nobody_lived_is_made_up_for_within_its_grace"),
            *_in(QUEUE, "a_hurried_poll_is_not_waited_for_and_the_next_does_not_wait_either"),
            *_in(DELIVERY, "what_is_said_while_the_queue_is_lost_is_answered"),
            *_in(SKEW, "after_a_jump_of_the_clock_no_open_connection_is_used"),
            *_in(SKEW, "a_bot_whose_clock_is_a_minute_off_is_not_ready"),
            *_in(SKEW, "bot_and_server_on_one_clock_never_differ"),
        ),
    ),
    11: Row(
        "events come twice",
        (
            *_in(DELIVERY, "events_that_come_twice_or_in_disorder_are_answered_once"),
            *_in(QUEUE, "events_that_come_twice_or_in_disorder_come_out_once_and_in_order"),
        ),
    ),
    12: Row(
        "events come out of order",
        _in(DELIVERY, "events_that_come_twice_or_in_disorder_are_answered_once")
        + _in(BOT, "one_conversation_keeps_its_order_while_another_goes_on"),
    ),
    13: Row(
        "a message is edited while it is handled",
        (
            *_in(DELIVERY, "a_message_that_is_edited_meanwhile_is_answered_as_it_was_said"),
            *_in(EDITS, "an_edit_changes_the_answer_in_its_place"),
            *_in(EDITS, "an_edit_while_it_is_handled_is_what_is_answered"),
            *_in(EDITS, "an_edit_while_the_answer_is_in_doubt_leaves_one_answer"),
            *_in(EDITS, "an_edit_is_followed_by_the_next_process"),
            *_in(EDITS, "an_edit_that_no_queue_held_is_found_in_the_history"),
            *_in("delivery/test_simulate.py", "no_schedule_of_edits_leaves_a_wrong_answer"),
        ),
    ),
    14: Row(
        "a message is deleted or moved while it is handled",
        (
            *_in(DELIVERY, "a_message_that_is_deleted_meanwhile_is_not_answered"),
            *_in(DELIVERY, "a_message_that_is_deleted_at_once_is_not_answered"),
            *_in(DELIVERY, "the_answer_to_a_deleted_message_may_be_deleted_too"),
            *_in(EDITS, "the_answer_in_doubt_to_a_deleted_message_is_deleted_too"),
            *_in(EDITS, "an_answer_to_what_was_deleted_while_the_bot_stopped_is_deleted_by_the_next"),
            *_in(DELIVERY, "an_answer_follows_a_message_that_is_moved_meanwhile"),
        ),
    ),
    15: Row(
        "bots answer each other for ever",
        (
            *_in(BOT, "its_own_messages_and_other_bots_are_ignored"),
            *_in(BOT, "too_many_answers_in_a_minute_silence_that_conversation_alone"),
        ),
    ),
    16: Row(
        "a handler fails",
        (
            *_in(BOT, "a_failing_handler_tells_an_id_that_the_log_explains"),
            *_in(DELIVERY, "a_failing_handler_leaves_a_dead_letter"),
            *_in(
                "runtime/test_breaker.py",
                "after_failures_in_a_row_it_rests_and_one_call_shows_whether_it_is_well",
            ),
        ),
    ),
    17: Row(
        "a handler never ends",
        (
            *_in(BOT, "a_handler_that_takes_too_long_is_ended_tried_twice_more_and_says_so"),
            *_in(BOT, "a_handler_that_cannot_be_ended_costs_no_other_conversation_its_worker"),
        ),
    ),
    18: Row(
        "a handler blocks the loop",
        _in("runtime/test_heartbeat.py", "what_blocks_the_loop_is_in_the_log_with_its_stack"),
    ),
    19: Row("more comes in than is dealt with", _in(BOT, "a_full_queue_slows_the_intake_and_loses_nothing")),
    20: Row("a long outage leaves a long backlog", _in(DELIVERY, "a_stale_message_is_skipped_and_noted")),
    21: Row(
        "the process is killed",
        (
            *_in("delivery/test_crash.py", "a_bot_killed_at_every_point_answers_each_message_once"),
            *_in("delivery/test_simulate.py", "no_schedule_loses_or_doubles_an_answer"),
            *_in(PROCESSES, "a_bot_that_is_killed_answers_once"),
        ),
    ),
    22: Row(
        "the process is told to stop amid its work",
        (
            *_in(DELIVERY, "what_a_stop_interrupts_is_done_by_the_next_process"),
            *_in(PROCESSES, "a_second_signal_ends_it_at_once_and_nothing_is_lost"),
            *_in(STOP, "a_stop_at_any_point_leaves_no_message_begun_and_loses_none"),
            *_in(STOP, "a_process_that_is_told_to_stop_ends_by_itself_and_loses_nothing"),
            *_in(STOP, "what_was_begun_in_the_journal_alone_when_the_stop_came_has_not_been_tried"),
            *_in(BOT, "stopping_does_not_wait_for_ever"),
        ),
    ),
    23: Row(
        "two copies of a bot run",
        (
            *_in(DELIVERY, "another_copy_with_the_same_state_is_refused"),
            *_in(DELIVERY, "another_copy_with_a_state_of_its_own_is_noticed"),
            *_in(PROCESSES, "a_second_process_of_a_bot_is_told_to_try_later"),
            *_in(CLAIMS, "each_message_is_answered_by_one_of_two_copies"),
            *_in(CLAIMS, "a_claim_whose_answer_was_lost_is_over_in_time"),
            *_in(CLAIMS, "a_copy_takes_over_what_another_claimed_before_it_was_killed"),
            *_in(CLAIMS, "a_copy_that_was_killed_after_its_claim_answers_when_it_is_back"),
            *_in("delivery/test_simulate.py", "no_schedule_of_two_copies_loses_or_doubles_an_answer"),
        ),
    ),
    24: Row(
        "the disk is full",
        (
            *_in(JOURNAL, "a_full_disk_is_waited_out_and_nothing_overtakes"),
            *_in(JOURNAL, "a_real_disk_that_is_full_is_trouble_that_passes"),
            *_in(NTH, "a_statement_that_fails_costs_no_message"),
            *_in(NTH, "a_commit_that_fails_costs_no_message"),
        ),
    ),
    25: Row(
        "the state file is damaged",
        (
            *_in(JOURNAL, "a_damaged_file_is_refused_with_the_command_that_mends_it_and_left_alone"),
            *_in(PROCESSES, "a_damaged_state_is_refused_restored_and_brought_up_to_date"),
            *_in(DELIVERY, "a_lost_state_is_rebuilt_from_the_history"),
            *_in(DAMAGE, "a_damaged_page_is_refused_or_nothing_is_lost_by_it"),
            *_in(DAMAGE, "a_damaged_log_is_refused_and_left_alone"),
            *_in(DAMAGE, "a_log_that_is_gone_is_missed"),
            *_in(DAMAGE, "a_state_whose_log_was_damaged_is_put_back_from_its_copy"),
            *_in(DAMAGE, "the_command_says_so_and_ends_with_78"),
            *_in("delivery/test_backups.py", "a_damaged_state_gives_no_copy_and_takes_none_away"),
        ),
    ),
    26: Row(
        "new settings are wrong",
        (
            *_in(RELOAD, "no_file_stops_a_bot_that_runs"),
            *_in(RELOAD, "no_file_stops_a_process"),
            *_in(RELOAD, "what_was_wrong_is_in_the_log_and_can_be_asked_for"),
            *_in(RELOAD, "the_account_cannot_change_and_its_key_can"),
            *_in("runtime/test_reload.py", "a_plugin_that_does_not_start_changes_nothing"),
            *_in(
                "runtime/test_reload.py",
                "what_is_being_handled_is_finished_by_the_plugin_that_began_it",
            ),
        ),
    ),
    27: Row(
        "the key is changed or the account closed",
        _in("together/test_restart.py", "a_bot_takes_up_a_new_key_while_it_runs")
        + _in(BOT, "a_key_that_is_revoked_while_running_ends_the_run"),
    ),
    28: Row(
        "an answer is longer than the server takes",
        (
            *_in(BOT, "a_long_answer_goes_out_in_parts_that_the_server_takes"),
            *_in(LIMITS, "an_answer_goes_out_whole_in_as_few_messages_as_the_server_takes"),
            *_in(LIMITS, "a_server_that_was_started_anew_is_asked_what_it_takes_now"),
            *_in(LIMITS, "another_queue_tells_what_the_server_takes_too"),
        ),
    ),
}
"""By number."""


class _Collector:
    """Counts the variants of each test that is found."""

    def __init__(self) -> None:
        self.variants: Counter[str] = Counter()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Count what was found."""
        for item in items:
            name = item.originalname if isinstance(item, pytest.Function) else item.name
            self.variants[f"{item.path.relative_to(TESTS).as_posix()}::{name}"] += 1


def variants() -> Counter[str]:
    """Return how many variants pytest finds of each test in the files that the catalogue names."""
    files = sorted({test.partition("::")[0] for row in CATALOGUE.values() for test in row.tests})
    collector = _Collector()
    with contextlib.redirect_stdout(io.StringIO()) as said:
        code = pytest.main(
            ["--collect-only", "-q", "-p", "no:cacheprovider", *(str(TESTS / file) for file in files)],
            plugins=[collector],
        )
    if code != pytest.ExitCode.OK:
        raise SystemExit(said.getvalue())
    return collector.variants


def table(found: Counter[str]) -> str:
    """Return the rows with their tests, and how many there are in all."""
    lines: list[str] = []
    for number, row in CATALOGUE.items():
        lines.append(f"{number:2}  {row.fault}" + (f": not yet, {row.left}" if row.left else ""))
        lines += [f"      {found[test]:3} x {test}" for test in row.tests]
    tests = {test for row in CATALOGUE.values() for test in row.tests}
    shown = sum(bool(row.tests) for row in CATALOGUE.values())
    total = sum(found[test] for test in tests)
    lines.append(f"{shown} of {len(CATALOGUE)} rows shown, by {len(tests)} tests in {total} variants")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))
    print(table(variants()))
