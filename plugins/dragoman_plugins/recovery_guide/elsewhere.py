"""The words of other business: shopping, everyday use, and things that are nobody's storage."""

from dragoman_plugins.recovery_guide.tables import pattern, word_set

FOREIGN_THINGS = pattern(
    (
        r"(?:cat|dog|pet|kid|son|daughter|wife|husband|mom|mum|dad|friend|brother|sister|baby|child)"
        r" (?:is|was|feels|died|got sick|got hurt|ran away|passed away|left)"
    ),
    r"passwords?|accounts?|keys|wallet|purse|car|cars|bike|bicycle|truck|bus|train|flight|plane|boat",
    r"engine|tyre|tire|fridge|refrigerator|oven|toaster|dishwasher|washing machine broke|dryer|kettle",
    r"microwave|coffee machine|printer|monitor|tv|television|radio|speaker|headphones|earbuds|watch|router",
    r"modem|wifi|internet|website|web site|site|vpn|login|zoom|teams|slack|excel|word|powerpoint|browser",
    r"chrome|firefox|windows update|software|app|apps|game|games|match|team|heart|leg|arm|hand|finger",
    r"thumb|foot|back pain|tooth|teeth|knee|hip|surgery|flu|cold|covid|illness|injury|hangover|breakup",
    r"divorce|marriage|job|money|weight|mind|patience|sleep|faith|trust|economy|stock|stocks|debt|loan",
    r"ball|glasses|umbrella|luggage|suitcase|passport|ring|necklace|jacket|coat|hat|shoe|shoes|dog ran",
    r"cat ran|house|door|window|roof|pipe|toilet is|sink|shower|heating|heater|air conditioning|elevator",
    r"lift|plant|plants|garden|tree|recipe|cake|soup|song|movie|poem|essay|tweet|comment|reddit|post|posts",
    r"everest|mountain|horse|bank|bill|bills|tax|taxes|homework help|exam|test|interview|girlfriend",
    r"boyfriend|relationship|friendship|virus going|vaccine|lottery|poker|voice|virginity|hearing|eyesight",
    r"memory of|temper|appetite|hope in|bet|election|war|battle|lunch|dinner|breakfast|pizza|order|meeting",
    r"appointment|ticket|tickets|reservation|skin|hair|acne|emails?|inbox|contact lens|contact lenses",
    r"light bulb|lamp|glass|vase|plate|chair|table|sofa|zip|zipper|belt",
    r"(?:my|the|source|our|python|some|write) code|code review",
    r"program|script|build|deploy",
    r"deployment|pipeline|branch|commit|git|merge|repo|python|java|javascript|sql|kubernetes|docker",
    r"library|function|bug|api|calculator|piano|guitar|bridge",
)
"""Things that break or get lost and are nobody's storage."""

CIRCUMSTANCES = pattern(
    r"(?:dear|hello|hi|hey) (?:\w+ )?team",
    (
        r"(?:in|into|inside|on|onto|under|by|over|off|out of|against|behind|near|at|during|through)"
        r" (?:the|a|an|my|our|his|her|their|its) (?:\w+ )?(?=\w)"
    )
    + FOREIGN_THINGS.pattern,
    r"(?:a|the|my|our|his|her) \w+ (?:drove|ran|rolled|backed|sat|stepped|jumped|walked) (?:over|on)",
)
"""Where or how it happened to a device: "in the car", "a bus drove over it"."""

DEVICE = "_"
"""Stands for a device in what the next pattern is matched against."""
HOSTS = pattern(
    rf"{FOREIGN_THINGS.pattern} _",
    rf"_ (?:of|from|in|out of|for) (?:my|the|our|a|his|her) (?:\w+ )?{FOREIGN_THINGS.pattern}",
)
"""A thing that the device belongs to: "the printer's hard disk", "the SD card from my 3D printer"."""

BRANDS = word_set(
    """
    samsung sony lg huawei xiaomi motorola hp dell lenovo asus acer canon nikon toshiba hitachi panasonic
    philips pixel galaxy iomega apple google msi fujifilm olympus gopro nokia android
    """
)
"""Makers of many things: before another thing, such a word says only who made it ("Samsung TV")."""

SHOPPING = pattern(
    r"how many (?:disks|drives|bays|hard drives)",
    r"^best\b(?! way| method| page| option)",
    r"buy|buying|bought me|purchase|purchasing|shop for|recommend|recommends|recommendation",
    r"recommendations|recommended|suggest|suggestions",
    (
        r"which(?: \w+){0,3} (?:is best|is better|is the best|should i get|should i choose|do you "
        r"like|do you prefer|would you)"
    ),
    r"best(?: \w+){0,4} (?:for|under|to|in|of|on|brand|brands)",
    r"(?:whats|what is|which is|what are|the) (?:\w+ )?best|better (?:than|for)|good deals?|deals? on",
    r"discounts?|coupons?|on sale|for sale|sell|selling|sold|trade in|second hand|new model|newest|latest",
    r"release date|review|reviews|specs|specifications|benchmark|benchmarks|worth it|black friday",
    r"pre ?order|in stock",
    r"a new(?! (?:case|ticket|request|order|job|card|one))|cheapest",
    r"reasonably priced|top 10|top ten|upgrading|brand should|how big",
    r"how many (?:gb|tb|gigabytes|terabytes)|vs|versus|compare|comparison|difference between",
    r"differences between|pros and cons|advantages|disadvantages|faster than|how fast|speed of",
    r"who (?:invented|makes|made|founded|owns|manufactures)|history of|when was|stock price|share price",
    r"invented|comprar|kaufen|acheter|comprare|kopen|verkaufen|vendre|vender|empfehl\w+|recommand\w+",
)

EVERYDAY_USE = pattern(
    r"^(?:please )?(?:restart|reboot|deploy|redeploy)",
    r"(?:disk|storage|drive) (?:usage|space|quota|utili[sz]ation|is full|almost full)",
    r"(?:usage|space|cpu) alert",
    (
        r"how (?:do|can|to|should|would|does|could|might) (?:i |we |you |one |a |an )?(?:to "
        r")?(?:use|set ?up|setup|configure|install|reinstall|uninstall|upgrade|update|charge|"
        r"clean|connect|pair|partition|clone|defrag\w*|speed up|increase|improve|change|turn "
        r"(?:on|off|up|down)|switch|unlock|encrypt|decrypt|back ?up|format|erase|wipe|factory "
        r"reset|reset|sync|share|stream|print|screenshot|take|make|build|create|copy|move|"
        r"transfer|eject|expand|add|remove|replace|insert|open up|disassemble|dispose|recycle|"
        r"destroy|securely|safely|block|mute|silence|record|download|choose|pick|test|benchmark|"
        r"benchmarking|overclock|cool|name|rename|mount|access|play|run|enable|disable|jailbreak|"
        r"root|track|find my|draw|write|spell|pronounce|say|allocate|migrate|swap|delete|"
        r"translate|join|text|call|customi[sz]e|boot from|make a bootable)\b.*"
    ),
    (
        r"(?:install|installing|upgrade to|upgrading|configure|configuring|set ?up|setting up|"
        r"setup) (?:\w+ ){0,5}(?:on|for|windows|linux|ubuntu|macos|a|my|the|new)\b.*"
    ),
    (
        r"(?:wallpaper|ringtone|screenshot|screen protector|wifi|wi fi|bluetooth|hotspot|"
        r"reception|signal|roaming|turn (?:up|down) the volume|speakers?|microphone|webcam|"
        r"brightness|printer|print|battery life|resolution|fps|gaming performance|more ram|"
        r"ram upgrade|airplane mode|playlist|autocorrect|emoji|netflix|youtube|spotify|"
        r"zoom call|zoom meeting|keyboard shortcut|shortcut|translate|ringing|vibrate|"
        r"notifications?|caller id|voicemail greeting|text my|texted|texting)"
    ),
    (
        r"(?:write|tell|sing|make|draw|compose|give) (?:me |us )?(?:a|an|some|the) (?:\w+ "
        r")?(?:poem|joke|story|song|haiku|limerick|essay|letter|code|script|program|picture|"
        r"function|rap|speech|email)"
    ),
    r"what is (?:the )?(?:difference|point|capital|meaning)|convert|calculate|stands? for|warcraft",
    r"minecraft|fortnite|what does (?:\w+ ){1,2}mean$",
)

OTHER_TOPICS = pattern(
    r"game|games|gaming|poem|joke|song|essay|story|recipe|insurance|tax|taxes|invoice|policy number",
)
"""What a text may be about, and what may just as well stand in the story of a device."""

PERIPHERALS_FAILING = pattern(
    (
        r"(?:printer|scanner|monitor|headphones|headset|earbuds|airpods|speakers?|smart ?watch|watch"
        r"|wi ?fi|internet|bluetooth|router|modem|keyboard|mouse|webcam|microphone"
        r"|zoom|teams|tv|app|vpn|charger|projector)"
        r" (?:is |are |has |have )?"
        r"(?:wont|doesnt|dont|cant|cannot|isnt|not|will not|does not|stopped|keeps|fails|broken"
        r"|slow|died|broke)"
        r"(?! (?:see|read|recogni[sz]e|detect|find|show|play|open|accept|mount))"
        r"(?: \w+){0,3} (?:with|to|on|from|for|in|of) (?:my|the|our|his|her|,)"
    ),
)
"""Something that is no storage does not get on with a device that is named, and well."""
