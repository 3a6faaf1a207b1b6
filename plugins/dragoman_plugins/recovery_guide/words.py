"""The everyday words by which people name a device, table by table: to read, and to mend.

Phrases are in lower case, without accents or apostrophes, separated by commas. When they are looked up,
spaces do not matter ("hard drive" also finds "harddrive" and "hard-drive"), nor does a plural; the longest
phrase wins.
"""

from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.tables import phrases

HDD, PHONE, LAPTOP, NAS = Category.HARD_DRIVE, Category.PHONE, Category.LAPTOP, Category.NAS
RAID, CARD, SSD, USB = Category.RAID, Category.SD_CARD, Category.SSD, Category.USB_DRIVE


NAMES: dict[Category, tuple[str, ...]] = {
    HDD: phrases("""
        hard drive, hard disk, hard disc, hard disk drive, hard drive disk, hdd, hhd, hdd drive, hd, hd
        drive, hardrive, hardisk, external hard drive, external hard disk, external hdd, external hd,
        external drive, external disk, external disc, external usb hard drive, usb external hard drive, usb
        hard drive, usb hard disk, usb hdd, portable hard drive, portable hard disk, portable hdd, portable
        drive, portable disk, internal hard drive, mechanical drive, mechanical disk, mechanical hard drive,
        spinning disk, spinning rust, spinning drive, magnetic disk, platter drive, sata hard drive, sata
        hdd, ide drive, ide disk, ide hard drive, sshd, hybrid drive, seagate, barracuda, ironwolf, seagate
        expansion, seagate backup plus, freeagent, iomega, iomega drive, g drive, g technology, seagate
        portable, seagate one touch, storejet, freecom, ministation, samsung spinpoint, maxtor, lacie, lacie
        rugged, western digital, wd, wd drive, wd passport, wd my passport, my passport ultra, my passport
        drive, passport drive, wd elements, wd easystore, easystore, wd my book, my book drive, wd blue, wd
        black, wd red, wd green, wd purple, caviar, hgst, hitachi drive, toshiba drive, toshiba canvio,
        canvio, ultrastar, deskstar, travelstar, xbox hard drive, playstation hard drive, fireball drive,
        festplatte, externe festplatte, disque dur, disque dur externe, disco duro, disco duro externo,
        disco rigido, disco rigido esterno, harde schijf, externe harde schijf, hd externo, disque externe,
        disco externo, disco esterno, externe schijf, vaste schijf, harde schijven, festplatten, externe
        platte, disques durs, discos duros, disco duro portatil, disco rigido portatile, disco rigido
        portatil, disco rigido externo, disque dur portable, hard disk esterno, dysk twardy, time machine
        drive, time machine disk, time machine hard drive
    """),
    PHONE: phrases("""
        phone, mon telephone, un telephone, le telephone, du telephone, son telephone, notre telephone, my
        telephone, smartphone, mobile phone, cell phone, cellular, cellular phone, mobile device, telephone
        handset, handset, iphone, android, android phone, android device, android mobile, samsung galaxy,
        samsung phone, galaxy s, galaxy note, galaxy fold, galaxy phone, google pixel, pixel phone, pixel
        pro, huawei, xiaomi, redmi, oneplus, motorola, moto g, sony xperia, xperia, realme, fairphone, oppo,
        blackberry phone, feature phone, flip phone, company phone, work phone, handphone, fone, phon,
        iphone pro, iphone pro max, iphone mini, htc, nexus phone, windows phone, lg phone, mobiltelefon,
        telephone portable, telefono movil, telefono celular, telefono, telefon, celular, telemovel,
        cellulare, telefonino, mobieltje, gsm, poco phone, moto e, zte, alcatel, honor phone, nothing phone,
        mobiele telefoon, telefoon, telefone, telefone celular, mobilfunktelefon, smartphones, smartfon
    """),
    LAPTOP: phrases("""
        laptop, labtop, laptop computer, notebook computer, notebook pc, notebook laptop, netbook,
        ultrabook, chromebook, macbook, macbook pro, macbook air, mac book pro, mac book air, mbp,
        powerbook, ibook, thinkpad, ideapad, elitebook, probook, zenbook, vivobook, dell xps, dell latitude,
        dell inspiron, inspiron, hp pavilion, hp spectre, hp envy, lenovo yoga, lenovo legion, surface
        laptop, surface book, surface pro, microsoft surface, acer aspire, acer swift, toshiba satellite,
        sony vaio, vaio, razer blade, portable computer, work laptop, gaming laptop, ordinateur portable, pc
        portable, ordi portable, ordenador portatil, computadora portatil, portatil, portatile, computer
        portatile, laptop computador, klapprechner, alienware, vostro, matebook, thinkbook, travelmate,
        galaxy book, lg gram, hp omen, hp envy, hp zbook, zbook, expertbook, rog laptop, swift laptop,
        compaq presario, framework laptop
    """),
    NAS: phrases("""
        nas, nas box, nas server, nas device, nas drive, nas disk, nas hard drive, nas system, nas unit, nas
        enclosure, network attached storage, network storage, networked storage, network drive, networked
        drive, network disk, network hard drive, networked hard drive, shared network drive, network share,
        network backup drive, storage box, synology, sinology, synology drive, diskstation, rackstation,
        qnap, qnap drive, qnab, turbostation, turbo nas, readynas, netgear nas, terramaster, asustor,
        linkstation, buffalo linkstation, terastation, wd my cloud, my cloud home, my cloud ex2, mycloud, my
        book live, wd my book live, wd ex2, wd ex4, iomega storcenter, storcenter, truenas, freenas, unraid,
        openmediavault, xpenology, seagate central, netzwerkspeicher, netzlaufwerk, netzwerkfestplatte,
        serveur nas, servidor nas, stockage reseau, disque reseau
    """),
    RAID: phrases("""
        raid, raid array, raid volume, raid set, raid system, raid controller, raid server, raid card, raid
        group, raid mirror, raid pack, raid disk, raid drive, hardware raid, software raid, raidz, raid z,
        raid zero, raid one, raid five, raid six, raid ten, disk array, drive array, hard drive array,
        storage array, array of disks, array of drives, array of hard drives, striped array, striped volume,
        striped disk, striped drive, stripe set, mirrored drive, mirrored disk, mirrored volume, mirrored
        hard drive, mirrored hard disk, mirrored pair, mirrored array, mirror set, disk mirror, drive
        mirror, mdadm, md0, md127, g raid, zfs, zfs pool, zpool, vdev, storage spaces, storage space,
        storage pool, jbod, spanned volume, megaraid, perc, perc controller, adaptec, lsi, areca, 3ware,
        highpoint, hp smart array, proliant, poweredge, hot spare, lvm, synology hybrid raid, raidverbund,
        raid verbund, grappe raid, ssd array
    """),
    CARD: phrases("""
        sd, sd card, sd memory card, sd chip, memory card, memory cards, micro sd, micro sd card, micro
        card, mini sd, mini sd card, sdhc, sdxc, sdhc card, sdxc card, micro sdhc, micro sdxc, tf card,
        transflash, cf card, compact flash, compact flash card, cfexpress, cf express card, cfast, xqd, xqd
        card, xd card, xd picture card, mmc, mmc card, multimedia card, smartmedia, camera card, camera sd
        card, camera memory card, camera chip, photo card, picture card, flash card, flash memory card,
        gopro card, drone card, dashcam card, switch card, card reader card, storage card, memory chip card,
        media card, memory stick pro, memory stick duo, memory stick pro duo, sony memory stick,
        speicherkarte, sd karte, carte sd, carte memoire, carte micro sd, tarjeta sd, tarjeta de memoria,
        tarjeta micro sd, scheda sd, scheda di memoria, cartao sd, cartao de memoria, geheugenkaart,
        geheugenkaartje, sd kaart, sd kaartje, sd karten, speicherkarten, cartes sd, tarjetas de memoria,
        schede di memoria, cartoes de memoria, microsd, trail cam card, trail camera card, karta pamieci
    """),
    SSD: phrases("""
        ssd, sdd, ssd drive, ssd disk, ssd hard drive, ssd hard disk, ssd card, ssd stick, external ssd,
        external ssd drive, portable ssd, usb ssd, solid state, solid state drive, solid state disk, solid
        state hard drive, solid state storage, nvme, nvme drive, nvme disk, nvme ssd, nvme ssd drive, nvme
        m2, m2 nvme, m2, m2 drive, m2 disk, m2 ssd, m2 stick, m2 ssd drive, msata, sata ssd, pcie drive,
        pcie ssd, u2 drive, samsung evo, 850 evo, 860 evo, 870 evo, 970 evo, 980 evo, 980 pro, 990 pro,
        samsung t3, samsung t5, samsung t7, samsung t9, mx500, bx500, crucial mx, sandisk extreme portable,
        sandisk extreme pro portable, optane, emmc, flash storage, ssd festplatte, ssd platte, disque ssd,
        disco ssd, disco solido, disco de estado solido, unidad de estado solido, disco a stato solido,
        unita ssd, unidad ssd, ssd schijf, ssd interne, ssd externe, ssd externo, ssd esterno, wd blue ssd,
        wd black ssd, wd green ssd
    """),
    USB: phrases("""
        usb, usb drive, usb stick, usb key, usb flash drive, usb flash, usb flash disk, usb flash stick, usb
        pen, usb pen drive, usb thumb drive, usb thumb, usb thumb stick, usb memory, usb memory stick, usb
        memory drive, usb disk, usb dongle, usb storage, usb storage device, usb device, flash drive, flash
        disk, flash stick, flash pen, flash memory stick, flash memory drive, thumb drive, thumb stick,
        thumb disk, pen drive, pen disk, jump drive, key drive, keychain drive, memory stick, memory key,
        memory pen, data stick, data traveler, data traveller, cruzer, stick drive, finger drive, disk on
        key, jumpdrive, jetflash, jet flash, ultra fit, ultra flair, store n go, cruzer blade, cruzer glide,
        usb c stick, usb c drive, usb c flash drive, usb c thumb drive, speicherstick, usb speicherstick,
        cle usb, clef usb, cles usb, clefs usb, geheugenstick, chiavette usb, memoria flash, memorias usb,
        memoria usb, llave usb, lapiz usb, chiavetta, chiavetta usb, penna usb, pen usb, stick usb
    """),
}
"""Words that name a category by themselves."""

LOOSE_NAMES: dict[Category, tuple[str, ...]] = {
    HDD: phrases("platter, my passport, platte, elements drive"),
    PHONE: phrases("""
        galaxy, pixel, poco, nothing phone, blackberry, handy, cell, mobile, nokia, movil, touch screen,
        vivo, nexus, sim card
    """),
    LAPTOP: phrases(
        "notebook, surface, latitude, pavilion, xps, omen, precision, aspire, yoga, portege, predator"
    ),
    NAS: phrases("shared drive, shared folder, file share, my cloud"),
    RAID: phrases("array, mirror, volume group"),
    CARD: phrases("""
        card, cf, camera, camcorder, dslr, gopro, drone, dash cam, trail cam, digital camera, video camera,
        action camera, action cam, nikon, canon, dji, kamera, appareil photo, camara, tarjeta, karte,
        nintendo switch, gopro hero, osmo, insta360, dashcam, body cam, bodycam, trail camera, game camera,
        lumix, fujifilm, olympus, coolpix, eos, spiegelreflexkamera, fotocamera, camera fotografica, mavic,
        powershot, handycam
    """),
    USB: phrases("stick, dongle, cle"),
}
"""Ordinary words that name a category where lost data or a broken device is talked about, or alone."""

BROAD: tuple[tuple[tuple[str, ...], tuple[Category, ...]], ...] = (
    (
        phrases("""
            disk, disc, disk drive, disque, schijf, internal disk, boot disk, boot drive, system disk,
            system drive, windows drive, c drive, fusion drive, laufwerk
        """),
        (HDD, SSD),
    ),
    (
        phrases("usb external drive, external usb drive, external usb disk, external usb, usb external"),
        (HDD, USB),
    ),
    (
        phrases("""
        storage device, external storage, external storage device, data storage device, data drive, storage
        drive
    """),
        (HDD, SSD, USB),
    ),
    (phrases("backup drive, backup disk, back up drive, backup device"), (HDD, NAS, SSD, USB)),
    (phrases("time capsule, time machine backup"), (HDD, NAS)),
    (
        phrases("""
        drobo, direct attached storage, drive enclosure, disk enclosure, 4 bay, four bay, 2 bay, two bay, 5
        bay, 8 bay
    """),
        (RAID, NAS),
    ),
    (
        phrases("""
        file server, home server, media server, office server, plex server, backup server, rack server,
        serveur, servidor
    """),
        (RAID, NAS, HDD),
    ),
    (
        phrases("flash memory, removable media, removable drive, removable disk, removable storage"),
        (USB, CARD),
    ),
)
"""Words that several categories share: they make the guide ask, unless something clearer is there."""

LOOSE_BROAD: tuple[tuple[tuple[str, ...], tuple[Category, ...]], ...] = (
    (
        phrases("""
        drive, internal drive, second drive, secondary drive, main drive, d drive, e drive, f drive, unidad,
        lecteur
    """),
        (HDD, SSD, USB),
    ),
    (phrases("partition, external, sata, disco"), (HDD, SSD)),
    (
        phrases("""
            computer, pc, desktop, imac, mac, mac mini, mac pro, workstation, tower, rechner, ordinateur,
            ordenador, computadora, computador, dell, lenovo, hp, asus, acer, msi, linux box, linux machine,
            windows machine, gaming rig
        """),
        (LAPTOP, HDD, SSD),
    ),
    (
        phrases("""
        tablet, ipad, ipad pro, ipad air, ipad mini, galaxy tab, samsung tablet, android tablet, kindle,
        tablette
    """),
        (PHONE, LAPTOP),
    ),
    (phrases("portable"), (LAPTOP, PHONE)),
    (phrases("server"), (RAID, NAS, HDD)),
    (phrases("time machine"), (HDD, NAS)),
    (phrases("sandisk, san disk, kingston, lexar, pny, transcend, verbatim"), (USB, CARD, SSD)),
    (phrases("samsung"), (PHONE, SSD)),
    (
        phrases("crucial, corsair, sabrent, micron, adata, sk hynix, hynix, intenso, patriot, goodram"),
        (SSD, USB),
    ),
    (phrases("toshiba, hitachi"), (HDD, LAPTOP)),
    (phrases("xbox, playstation, ps3, ps4, ps5, game console"), (HDD, SSD)),
    (
        phrases("dvr, nvr, cctv, video recorder, security camera, surveillance camera, surveillance system"),
        (HDD, CARD, NAS),
    ),
)
"""The same, for words with another everyday meaning."""

OTHER_MEDIA: tuple[str, ...] = phrases("""
    dvd, cd, cd rom, blu ray, dvd drive, cd drive, optical drive, optical disc, dvd disc, dvd disk, floppy,
    floppy disk, diskette, zip disk, zip drive, tape drive, lto tape, backup tape, vhs, vhs tape, cassette,
    lto, tape, tape cartridge, mini dv, minidv, minidisc, hi8, camcorder tape, smartwatch, smart watch,
    apple watch, ipod, mp3 player, voice recorder, dictaphone
""")
"""Things that hold data and have no page of their own."""

CLOUD: tuple[str, ...] = phrases("""
    google drive, gdrive, g suite, google cloud, one drive, onedrive, backblaze, pcloud, mega cloud,
    dropbox, icloud, icloud drive, google photos, google docs, google sheets, sharepoint, amazon drive, s3
    bucket, gmail, outlook, hotmail, yahoo mail, aws, azure, instagram, facebook, snapchat, tiktok, twitter,
    github, gitlab, google account, email account, netflix, youtube, spotify, mailbox
""")
"""Online places: nothing that could be sent to a lab."""

MODELS: tuple[tuple[str, Category], ...] = (
    (r"(?:ds|rs|dva|rn|readynas)\d{3,5}[a-z]*", NAS),
    (r"(?:ts|tvs|tbs|hs)\d{3,4}[a-z]*|ts\d{3}[a-z]*", NAS),
    (r"as\d{4}t|ls\d{3}d?[a-z]?|nas\d{3}|drobo\d?n\d?|ex[24]100|ex[24]ultra|pr[24]100", NAS),
    (r"raidz?\d{1,2}[a-z]?", RAID),
    (r"iphone\d{1,2}[a-z]*|iphonese|iphonex[rs]?", PHONE),
    (
        r"galaxy(?:[samjz]|note|fold|flip)\d{1,2}[a-z]*|pixel\d[a-z]*|oneplus\d+[a-z]*|moto[gexz]\d*[a-z]*",
        PHONE,
    ),
    (
        r"(?:redmi|redminote|note|poco|pocox|mi|p|mate|xperia|nokia|nexus|honor)\d{1,2}(?:pro|ultra|lite|t)",
        PHONE,
    ),
    (r"(?:redmi|redminote|poco|xperia|nokia|nexus|honor|huaweip|mate)\d{1,3}[a-z]*", PHONE),
    (r"nvme\d+|m2\d{4}|(?:mx|bx)\d{3}|sn\d{3,4}[a-z]*|(?:8[4-7]|9[5-9])0(?:evo|pro|qvo)[a-z]*", SSD),
    (
        r"[ast][24]000|a400|kc\d{3,4}|nv[123]|pm\d{3,4}a?|pm9[a-z]\d|[567][46]0p|s3[567]\d{2}|p[45][56]\d{2}|su[68]\d{2}|sx8\d{3}",
        SSD,
    ),
    (r"wd\d{2,4}[a-z]{2,5}\w*|st\d{3,5}[a-z]{2}\w*|st\d{4,5}|mybook", HDD),
    (r"(?:hds|hdt|hdn|hts|hua|hus|huh|hd\d{3}|mq0|dt01|mk)\w*\d{3}\w*", HDD),
    (
        r"thinkpad\w+|[txepl]\d{3}s|macbook\w+|x1carbon|x1yoga|(?:latitude|elitebook|probook|inspiron)\w?\d+\w*",
        LAPTOP,
    ),
    (
        r"(?:vostro|precision|travelmate|ideapad|zenbook|vivobook|zbook|xps|aspire)\w?\d+\w*|surfacepro\d",
        LAPTOP,
    ),
    (r"(?:dtse|dt10|dti)\w*\d+", USB),
    (r"(?:hero|gopro|mavic)\d+[a-z]*", CARD),
    (r"usb\d+(?:stick|drive|key)", USB),
)
"""Model numbers, as patterns over one whole word: Synology, QNAP, ReadyNAS, RAID levels, phones,
M.2 and SATA disks, laptops."""

LOOSE_MODELS: tuple[tuple[str, Category], ...] = (
    (r"[sa]\d{2}(?:ultra|plus|fe)?", PHONE),
    (r"t[579]|p[34]1|p[35](?:plus)?", SSD),
)
"""The same, for what may be the number of anything."""
