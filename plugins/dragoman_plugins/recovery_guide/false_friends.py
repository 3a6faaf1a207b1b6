"""Words beside a device's name that make it something else: "credit card", "usb cable", "drive home"."""

FALSE_FRIENDS: dict[str, tuple[str, str]] = {
    "android": (
        "",
        "app, apps, developer, studio, game, games, tv, auto",
    ),
    "array": (
        """
        python, javascript, java, numpy, solar, microphone, wide, broad, string, json, an
        """,
        "in python, in java, in javascript, index, methods, list, of options",
    ),
    "camera": (
        "speed, security, web, phone, laptop, front, thermal",
        "lens, angle, crew, shop, bag, settings, app",
    ),
    "canon": (
        "",
        "law, event, printer, ink",
    ),
    "card": (
        """
        credit, debit, bank, business, gift, birthday, christmas, greeting, greetings, graphics, graphic,
        video, sound, sim, id, identity, playing, report, wild, library, green, score, post, network,
        wifi, membership, loyalty, yellow, red, pokemon, magic, tarot, insurance, access, key, payment,
        travel, valentine, valentines, invitation, trading, baseball, index, bus, train, visa, health,
        security, gathering, vaccination, capture, time, discount, parking, play, get well
        """,
        "game, games, trick, tricks, holder, payment, payments, number, deck, shop",
    ),
    "cell": (
        "stem, solar, prison, blood, spreadsheet, excel, jail, fuel, skin",
        "number, biology, membrane, division, tower, wall, service",
    ),
    "cle": (
        "mes, les, nos, vos, ses",
        "de la voiture, de la maison",
    ),
    "computer": (
        "",
        "science, game, games, chair, class, desk, mouse",
    ),
    "crucial": (
        "is, most, very, really",
        "for, to, that, point, role, part, information",
    ),
    "desktop": (
        "remote",
        "background, wallpaper, icon, icons",
    ),
    "disc": (
        "slipped, herniated, brake, vinyl",
        "golf, jockey, brake, brakes",
    ),
    "disk": (
        "slipped, herniated, brake, vinyl",
        "golf, jockey, brake, brakes",
    ),
    "dongle": (
        "bluetooth, wifi, wireless, wlan, vpn",
        "",
    ),
    "drive": (
        """
        to, i, we, you, they, can, cannot, cant, will, would, test, long, hour, minute, sunday, food,
        charity, blood, fund, wheel, scenic, he, she, sex, learn to, lets, please
        """,
        "me, us, him, her, home, safely, license, belt, crazy, through, thru, carefully",
    ),
    "drives": (
        "she, he, it, that, what, this",
        "me, us, you, him, her, to, home, a, sales, the",
    ),
    "drone": (
        "",
        "strike, strikes, show, license, racing",
    ),
    "external": (
        "",
        """
        company, consultant, link, links, users, examiner, auditor, monitor, display, factors, keyboard,
        mouse, battery, help
        """,
    ),
    "galaxy": (
        "our, the, andromeda, spiral, a, another",
        "far, cluster, quest",
    ),
    "handy": (
        "very, comes in, come in, really, so, pretty, quite",
        "man, tip, tool, trick",
    ),
    "hard drive": (
        "was a, been a, a long, it is a, its a",
        "home, through the mountains",
    ),
    "hd": (
        "full, ultra, in",
        """
        video, quality, movie, movies, tv, channel, stream, streaming, camera, webcam, monitor, screen
        """,
    ),
    "hp": (
        "",
        "printer, sauce, ink, lovecraft",
    ),
    "iphone": (
        "",
        "app, apps, case, charger, cover",
    ),
    "laptop": (
        "",
        "bag, stand, charger, case, sticker, stickers, sleeve, dock, backpack, cooler",
    ),
    "m2": (
        "macbook, macbook pro, macbook air, mac mini, mac, apple, imac, ipad, ipad pro, ipad air",
        "chip",
    ),
    "mac": (
        "big, fleetwood",
        "and cheese, n cheese, address",
    ),
    "mirror": (
        "bathroom, view, side, wing, car, black, wall, rear, hand, vanity, antique",
        "selfie, image, ball",
    ),
    "mobile": (
        "auto, upwardly",
        """
        home, number, plan, app, apps, game, games, contract, network, website, version, layout, view
        """,
    ),
    "nas": (
        "rapper",
        "album, song, lyrics, daq, concert",
    ),
    "notebook": (
        "paper, jupyter, spiral, school, writing, my old paper, handwritten, r",
        "paper, kernel, cell",
    ),
    "passport": (
        "",
        "office, photo, control, number, renewal, application",
    ),
    "pc": (
        "",
        "game, games",
    ),
    "phone": (
        """
        by, over the, somebody on the, someone on the, anyone on the, human on the, person on the, talk on
        the, talking on the, speak on the, spoke on the, was on the, am on the, via, your, lab, labs, to,
        can, i, will, office
        """,
        """
        number, numbers, nr, call, calls, support, line, lines, bill, bills, plan, plans, contract, case,
        charger, cover, holder, book, booth, interview, signal, me, you, us, them, him, her, ahead,
        company, shop, store, stand, addiction, etiquette, or email, and email
        """,
    ),
    "pixel": (
        "dead, per, stuck",
        "art, perfect, size",
    ),
    "platter": (
        "cheese, fruit, food, meat, party, serving, sushi, silver",
        "of",
    ),
    "playstation": (
        "",
        "game, games, plus, network, controller, account",
    ),
    "portable": (
        "",
        "charger, speaker, toilet, stove, generator, fan, heater, battery",
    ),
    "raid": (
        """
        police, air, drug, night, pokemon, wow, dawn, bombing, to, lets, we, they, gonna, mythic, guild,
        twitch, viking, ant
        """,
        """
        the, my, our, his, her, your, boss, bosses, party, leader, night, guild, tonight, shadow, spray,
        finder, battle, kitchen, fridge, on the village, on the town, on the house, on the bank, on the castle
        """,
    ),
    "raids": (
        "police, air, drug, night",
        "on, the, by",
    ),
    "samsung": (
        "",
        "tv, fridge, washing, monitor, printer, dryer, stock, dishwasher",
    ),
    "sd": (
        "",
        "wan",
    ),
    "server": (
        """
        our rude, game, minecraft, discord, mail, email, dns, web, proxy, sql, vpn, chat, zulip,
        restaurant, the restaurant, teamspeak
        """,
        "at the restaurant, room, was rude, returned, responded, response, deploy, config, logs, side",
    ),
    "stick": (
        """
        walking, hockey, glue, lip, fish, drum, carrot, joy, selfie, cinnamon, candle, pogo, match, non,
        to, will, joy
        """,
        "to, with, around, in the mud, together, figure, out, shift, it, up",
    ),
    "surface": (
        "on the, the, road, rough, hard",
        "area, tension, temperature, of",
    ),
    "tablet": (
        "sleeping, pain, headache, dishwasher, stone, vitamin, graphics",
        "",
    ),
    "time machine": (
        "a, build a, invent a",
        "movie, film, novel",
    ),
    "tower": (
        "eiffel, water, cell, control, church, bell, jenga",
        "bridge, block, of",
    ),
    "usb": (
        "via, over, through, by",
        """
        cable, cables, cord, port, ports, hub, charger, adapter, adaptor, connection, mouse, keyboard,
        microphone, headset, fan, lamp, light, connector, plug, socket, slot, c, type, typec, camera,
        webcam, tethering, debugging, printer
        """,
    ),
    "xbox": (
        "",
        "game, games, live, controller, account",
    ),
}
"""For a word that was found alone: the words before it, and the words after it, separated by commas."""
