"""Every act of the fault injector, at each of its points."""

from dataclasses import dataclass

from dragoman_server import Act

PAGE = "<html><body>502 Bad Gateway</body></html>"
HTML = "text/html; charset=utf-8"
DATE = "Fri, 15 Jan 2027 08:00:07 GMT"
"""Seven seconds after the time at which the server stands still."""


@dataclass(frozen=True)
class Befalling:
    """What happens to the first of the requests, and whose time is let pass meanwhile."""

    act: Act
    server_time: bool = False
    client_time: bool = False


ACTS = {
    "500 before": Befalling(Act(status=500)),
    "502 page after": Befalling(Act(status=502, at="after_commit", body=PAGE, content_type=HTML)),
    "503 wait before": Befalling(Act(status=503, headers={"Retry-After": "2"})),
    "504 after": Befalling(Act(status=504, at="after_commit", body=PAGE)),
    "401 page before": Befalling(Act(status=401, body=PAGE, content_type=HTML)),
    "403 page before": Befalling(Act(status=403, body=PAGE, content_type=HTML)),
    "404 page before": Befalling(Act(status=404, body=PAGE, content_type=HTML)),
    "302 before": Befalling(Act(status=302, headers={"Location": "https://login.test/"})),
    "200 page before": Befalling(Act(status=200, body=PAGE, content_type=HTML)),
    "200 page after": Befalling(Act(status=200, at="after_commit", body=PAGE, content_type=HTML)),
    "empty after": Befalling(Act(truncate=0)),
    "cut short after": Befalling(Act(truncate=12)),
    "no JSON's type": Befalling(Act(content_type=HTML)),
    "no type": Befalling(Act(headers={"Content-Type": None})),
    "falsely packed": Befalling(Act(headers={"Content-Encoding": "gzip"})),
    "drop before": Befalling(Act(drop="before_commit")),
    "drop after": Befalling(Act(drop="after_commit")),
    "drop mid body": Befalling(Act(drop="mid_body")),
    "reset before": Befalling(Act(rst="before_commit")),
    "reset after": Befalling(Act(rst="after_commit")),
    "reset mid body": Befalling(Act(rst="mid_body")),
    "late before": Befalling(Act(delay_before=5.0), server_time=True),
    "late after": Befalling(Act(delay_after_commit=5.0), server_time=True),
    "trickle": Befalling(Act(trickle=200.0), server_time=True),
    "too late before": Befalling(Act(delay_before=1e6), client_time=True),
    "too late after": Befalling(Act(delay_after_commit=1e6), client_time=True),
    "trickle for ever": Befalling(Act(trickle=0.001), client_time=True),
    "black hole": Befalling(Act(blackhole=True), client_time=True),
    "429 1.5": Befalling(Act(rate_limit=1, retry_after=1.5)),
    "429 text": Befalling(Act(rate_limit=1, retry_after="2")),
    "429 date": Befalling(Act(rate_limit=1, retry_after=DATE)),
    "429 untold": Befalling(Act(rate_limit=1, retry_after=None)),
    "429 page": Befalling(Act(status=429, body=PAGE, content_type=HTML)),
    "429 two hours": Befalling(Act(rate_limit=1, retry_after=7200.0)),
    "queue killed": Befalling(Act(kill_queue=True)),
    "restart, kept": Befalling(Act(queue_restart="keep")),
    "restart, lost": Befalling(Act(queue_restart="lose")),
    "restart, stale": Befalling(Act(queue_restart="stale")),
    "events twice": Befalling(Act(dup_events=True)),
    "events reversed": Befalling(Act(reorder_events=True)),
    "no heartbeats": Befalling(Act(suppress_heartbeat=True)),
    "clock askew": Befalling(Act(skew_date_header=-86400.0)),
    "done later": Befalling(Act(commit_lag=5.0), server_time=True),
}
