"""Signs of trouble that tell which kind of device it is, where its name does not."""

from dragoman_plugins.recovery_guide.categories import Category
from dragoman_plugins.recovery_guide.tables import pattern

HEARD = pattern(
    r"click(?:s|ing|ed)? (?:\w+ )?(?:sounds?|noises?)|click of death",
    r"(?:sounds?|noises?) (?:like |of )?(?:a )?click\w*",
    r"(?:is|its|keeps|starts?|started|just) click(?:s|ing)?|clicking drive|clicks",
    r"clicking(?! (?:on|the|a|this|that|here|links?|buttons?))|klackert|klickt",
    r"ticking|grind(?:s|ing)|scraping|scratching (?:sound|noise)s?|screech\w*|clunk\w*|knocking|whirring",
    r"beep(?:s|ing)?|head crash",
    r"heads? (?:parked|stuck|crash\w*|assembly|failed|failure)|read heads?",
    r"platters?|spindle|(?:7200|5400) ?rpm",
    r"spin(?:s|ning)?(?: \w+)? (?:up|down)|(?:not|wont|doesnt|stopped) spin\w*",
)
"""What only moving parts do."""

ON_A_PHONE = pattern(
    r"whatsapp|sms|text messages?|call (?:log|history)|voice ?mails?|ios update|passcode|imessages?",
    r"(?:cracked|shattered|smashed) (?:\w+ )?screen",
)

IN_AN_ARRAY = pattern(
    r"rebuil[dt]\w*|degraded|parity|resync\w*|resilver\w*|foreign config\w*|dropped out of the array",
    (
        r"(?:two|2|three|3|several|both) (?:of \w+ )?(?:\w+ )?(?:drives|disks|hdds|hard drives)"
        r" (?:have |has |had )?(?:failed|died|dropped|dead)"
    ),
)

IN_A_CAMERA = pattern(r"footage|photo ?shoot|dslr")

SIGNS = (
    (HEARD, Category.HARD_DRIVE),
    (ON_A_PHONE, Category.PHONE),
    (IN_AN_ARRAY, Category.RAID),
    (IN_A_CAMERA, Category.SD_CARD),
)
"""In the order of their weight."""
