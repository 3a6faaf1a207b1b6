"""Greetings, thanks, and questions about the guide itself."""

from dragoman_plugins.recovery_guide.tables import pattern, word_set

LIST = pattern(
    (
        r"(?:list|show|see|give|name|display|tell)(?: \w+){0,4} (?:categories|pages|services|"
        r"links|devices|topics|options|device types|kinds|types|urls|media types|everything "
        r"you)(?! i)"
    ),
    (
        r"(?:what|which)(?: \w+){0,3} (?:categories|devices|device types|media|kinds?|types?|"
        r"storage|gadgets|hardware|things|stuff|pages|services|sorts?|brands|drives)(?: \w+){0,3} "
        r"(?:do|can|are|does|is) (?:you|there|it|the|covered|supported|your|this|available|your "
        r"lab|on offer)\b.*"
    ),
    (
        r"what (?:all )?(?:do|can|does) (?:you|u|the lab|this|your lab|it|you guys) (?:actually |"
        r"all )?(?:cover|support|recover|handle|repair|work on|deal with|take|accept|fix|offer|"
        r"service|recover data from|recover from)"
    ),
    (
        r"(?:all|available|supported|list of|full list of|overview of)(?: the| your| of| device| "
        r"of the| of your)? (?:categories|devices|pages|services|device types|links|topics|kinds|"
        r"types)"
    ),
    (
        r"^(?:categories|list|pages|links|services|devices|all|overview|index|menu|everything|"
        r"catalogue|catalog|device types|category)$"
    ),
    r"(?:categories|devices) (?:do you|are there|you (?:have|cover|support|offer|know))|which pages",
    r"what else do you cover|what (?:all )?can be recovered",
    r"(?:give|show|send) me (?:the|a) (?:full |whole )?list|alle kategorien",
)

HELP = pattern(
    r"^what (?:is it (?:that )?you do|do you do|exactly do you do|do you actually do)$",
    (
        r"^(?:help|help me|help please|please help|please help me|can you help|can you help me|"
        r"could you help me|i need help|need help|help needed|i need some help|man|usage|commands|"
        r"info|about|question|i have a question|can i ask (?:you )?(?:something|a question)|hilfe|"
        r"aide|ayuda|sos|how to use|instructions|start|i need assistance|assist me|what now)$"
    ),
    (
        r"what (?:can|do|could|would) (?:you|u|this bot|the bot|this thing) (?:do|help with|know|"
        r"answer|offer|help me with)(?: for (?:me|us))?(?: exactly| here)?"
    ),
    r"^(?:who|what)(?: exactly)? (?:are|r) (?:you|u)$|whats your (?:purpose|job|name|function)",
    r"what is your (?:purpose|job|name|function)|your name|what are you for|what is this(?: bot)?",
    r"what does this bot do|introduce yourself|tell me about yourself",
    (
        r"how (?:do|does|can|should) (?:you|i|this|it|the bot)(?: bot)? (?:work$|use you|use this|"
        r"use it|ask you|talk to you|use the bot)"
    ),
    r"are you (?:a |an )?(?:bot|robot|human|real|ai|machine|there|person|alive|chatgpt)",
    r"what are you (?:able to do|good at|good for|capable of)",
    r"^how (?:can|could|do|would) you help(?: me| us| people)?$",
    (
        r"^(?:can|could|would|will) you help(?: me| us)?(?: out)?(?: with (?:something|this|a "
        r"problem))?$"
    ),
    r"(?:what|how) (?:can|should|could|may) i ask(?: you)?|show (?:me )?(?:your |the )?(?:commands|help)",
    r"was kannst du|was machst du",
)

GREETING = word_set(
    """
    hi hello hey hiya howdy yo heya greetings good morning afternoon evening day gday hallo hola bonjour
    moin
    buongiorno buonasera bom dia boa tarde noite goedemorgen goedemiddag goedendag hoi coucou bonsoir tardes
    noches abend gruss gott grus
    servus ciao salut guten tag morgen ola sup whats up how are you doing today is it going things there all
    everyone bot guide team folks dear nice to meet dragoman helo hii hellooo hej salve aloha again buenos
    dias night welcome
    """
)

THANKS = word_set(
    """
    thanks thank you thx ty tks cheers great perfect awesome brilliant danke merci gracias grazie obrigado
    obrigada dankjewel dankeschon
    bedankt very much so a lot for the your help that was helped helpful really nice one wonderful cool
    super
    ok okay good bye goodbye bot got it see ya later all me lovely this sehr vielen schon excellent
    fantastic
    job well done understood alright appreciated appreciate thats is works now link have day kind of page
    sorted solved never mind nevermind problem no beaucoup muchas mil mille molte muito dank je wel u tausend
    vielmals saved my day life made perfekt top merci
    """
)

THANKS_KEYS = word_set(
    """
    thanks thank thx ty tks cheers great perfect awesome brilliant danke merci gracias grazie obrigado
    obrigada dankjewel dankeschon
    bedankt wonderful cool super ok okay bye goodbye lovely excellent fantastic understood alright
    appreciated appreciate helpful helped sorted solved nevermind mind works well nice good got
    """
)
