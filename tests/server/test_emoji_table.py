"""The table of emoji names whose address register tells."""

from server.household import HI, Actor, House


async def test_register_tells_where_the_names_of_all_emoji_are(house: House, cleo: Actor) -> None:
    state = await cleo.post("/register", fetch_event_types='["realm"]')
    url = state["server_emoji_data_url"]
    assert url.startswith(f"{house.url}/static/generated/emoji/emoji_api.")
    async with house.session.get(url) as response:
        assert (response.status, response.content_type) == (200, "application/json")
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        (kind, table) = (await response.json()).popitem()
    assert kind == "code_to_names"
    assert table["1f389"][0] == "tada"
    assert table["1f419"][0] == "octopus"
    assert [code for code, names in table.items() if not names] == []
    for code in ("1f44d", "0031-20e3", "1f1f3-1f1f4"):
        await cleo.post(f"/messages/{HI}/reactions", emoji_name=table[code][0], emoji_code=code)


async def test_the_address_that_another_server_told_leads_to_the_table_too(house: House) -> None:
    async with house.session.get(
        f"{house.url}/static/generated/emoji/emoji_api.54c0e268d836.json"
    ) as response:
        assert (response.status, list(await response.json())) == (200, ["code_to_names"])
    async with house.session.get(f"{house.url}/static/generated/emoji/other.json") as response:
        assert response.status == 404
