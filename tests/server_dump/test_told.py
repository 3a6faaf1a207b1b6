"""What a dump tells of an organisation is told to whoever registers."""

from typing import Any

from dragoman_server import Clock, ServerSettings, WorldFile, running_server
from dragoman_server.payloads.settings import default_settings
from server_dump.calls import call, loaded
from server_dump.small import START, changed

CAPABLE = '{"notification_settings_null": true, "linkifier_url_template": true, "user_settings_object": true}'


async def registered(
    world: WorldFile, fetch: str, *, who: str = "Vera", level: int = 496, capabilities: str = CAPABLE
) -> dict[str, Any]:
    settings = ServerSettings(feature_level=level)
    async with running_server(world, clock=Clock(START), settings=settings) as server:
        return await call(
            server, who, "POST", "/register", fetch_event_types=fetch, client_capabilities=capabilities
        )


async def test_the_organisations_settings_are_told() -> None:
    state = await registered(loaded(), '["realm"]')

    assert state["realm_default_language"] == "nb"
    assert state["realm_name"] == "Ship"
    assert state["realm_message_content_edit_limit_seconds"] == 300
    assert state["realm_message_content_delete_limit_seconds"] is None


async def test_settings_that_became_permissions_are_told_at_old_levels_only() -> None:
    old = await registered(loaded(), '["realm"]', level=263)
    new = await registered(loaded(), '["realm"]', level=264)

    assert old["realm_create_public_stream_policy"] == 1
    assert "realm_create_public_stream_policy" not in new


async def test_a_place_left_for_the_servers_address_is_filled() -> None:
    document = changed(("realm", "settings", "logo_url"), "{{base}}/logo.svg")
    async with running_server(loaded(document), clock=Clock(START)) as server:
        state = await call(server, "Vera", "POST", "/register", fetch_event_types='["realm"]')
        assert state["realm_logo_url"] == f"{server.url}/logo.svg"


async def test_a_persons_settings_stand_over_the_organisations_and_these_over_the_servers() -> None:
    vera = await registered(loaded(), '["user_settings"]')
    otto = await registered(loaded(), '["user_settings"]', who="Otto")
    defaults = await registered(loaded(), '["realm_user_settings_defaults"]')

    sizes = [one["web_font_size_px"] for one in (vera["user_settings"], otto["user_settings"])]
    assert sizes == [20, 14]
    assert defaults["realm_user_settings_defaults"]["web_font_size_px"] == 14
    assert vera["user_settings"]["receives_typing_notifications"] is False
    assert vera["user_settings"]["send_stream_typing_notifications"] is False


async def test_a_setting_is_told_from_the_level_on_at_which_it_came() -> None:
    names = {}
    for level in (261, 268, 364, 496):
        settings = ServerSettings(feature_level=level)
        async with running_server(loaded(), clock=Clock(START), settings=settings) as server:
            names[level] = set(default_settings(server.world))

    assert "web_navigate_to_sent_message" in names[268] - names[261]
    assert "dense_mode" in names[261] - names[364]
    assert "web_inbox_show_channel_folders" in names[496] - names[364]


async def test_clients_of_old_are_told_settings_at_the_top() -> None:
    display = await registered(
        loaded(),
        '["update_display_settings"]',
        level=261,
        capabilities='{"notification_settings_null": true}',
    )
    capable = await registered(loaded(), '["update_display_settings"]', level=261)

    assert display["web_home_view"] == "inbox"
    assert "enable_sounds" not in display
    assert "web_home_view" not in capable


async def test_what_an_account_keeps_is_told() -> None:
    vera = await registered(loaded(), '["alert_words"]')
    otto = await registered(loaded(), '["alert_words"]', who="Otto")

    assert (vera["alert_words"], otto["alert_words"]) == (["fire"], [])


async def test_linkifiers_are_told_to_clients_that_know_their_templates() -> None:
    told = await registered(loaded(), '["realm_linkifiers"]')
    untold = await registered(
        loaded(), '["realm_linkifiers"]', capabilities='{"notification_settings_null": true}'
    )

    assert told["realm_linkifiers"] == [
        {
            "pattern": "#(?P<id>[0-9]+)",
            "url_template": "https://ship.test/{id}",
            "id": 3,
            "example_input": None,
            "reverse_template": None,
            "alternative_url_templates": [],
        }
    ]
    assert untold["realm_linkifiers"] == []


async def test_profiles_are_told_with_the_people() -> None:
    async with running_server(loaded(), clock=Clock(START)) as server:
        answer = await call(server, "Otto", "GET", "/users/51", include_custom_profile_fields="true")

    assert answer["user"]["profile_data"] == {"4": {"value": "Captain", "rendered_value": "<p>Captain</p>"}}


async def test_a_system_bot_belongs_to_nobody() -> None:
    state = await registered(loaded(), '["realm_user"]')

    assert [(one["user_id"], one["bot_owner_id"]) for one in state["cross_realm_bots"]] == [
        (40, None),
        (41, None),
    ]


async def test_a_time_zone_is_told_by_its_current_name() -> None:
    document = changed(("users", 3, "timezone"), "US/Eastern")
    async with running_server(loaded(document), clock=Clock(START)) as server:
        answer = await call(server, "Vera", "GET", "/users/me")

    assert answer["timezone"] == "America/New_York"


async def test_the_version_of_the_dumps_server_is_lent_at_its_own_level_only() -> None:
    document = changed(("server",), {"zulip_version": "9.0-dev", "zulip_feature_level": 261})
    same = await registered(loaded(document), "[]", level=261)
    newer = await registered(loaded(document), "[]", level=300)

    assert same["zulip_version"] == "9.0-dev"
    assert newer["zulip_version"] == "10.0-dragoman"
    assert "server_feature_level" not in same
    assert newer["server_feature_level"] == 300


async def test_a_new_channel_is_announced_where_the_organisation_announces() -> None:
    document = changed(("realm", "settings", "new_stream_announcements_stream_id"), 80)
    async with running_server(loaded(document), clock=Clock(START)) as server:
        await call(
            server,
            "Vera",
            "POST",
            "/users/me/subscriptions",
            subscriptions='[{"name": "galley"}, {"name": "hold"}]',
            announce="true",
        )
        heard = await call(
            server,
            "Otto",
            "GET",
            "/messages",
            anchor="newest",
            num_before="1",
            num_after="0",
            narrow='[{"operator": "channel", "operand": "bridge"}]',
            apply_markdown="false",
        )

    (message,) = heard["messages"]
    assert (message["subject"], message["content"]) == (
        "new channels",
        "@_**Vera|51** created the following channels: #**galley**, #**hold**.",
    )
