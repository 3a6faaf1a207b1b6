"""The words of lost data and of broken devices."""

from dragoman_plugins.recovery_guide import abroad
from dragoman_plugins.recovery_guide.tables import pattern, word_set

DATA = pattern(
    r"data|photos?|pictures?|pics?|images?|fotos?|files?|folders?|documents?|docs?|videos?|clips|footage",
    r"movies|music|songs|recordings?|spreadsheets?|thesis|dissertation|manuscript|homework|backups?",
    r"contents?|memories|contacts|messages|texts|database|databases|chats?|whatsapp",
    r"everything (?:on|from|off|in|that was)|stuff (?:on|from|that)|all my (?:stuff|work|things|projects)",
    r"projects|work files|selfies|snaps|raws|jpegs?|jpgs?|pdfs?|mp4s?|presentations?|archives?",
    r"accounts folder|notes|wedding|vacation|holiday",
    *abroad.DATA,
)

RESCUE = pattern(
    r"recover(?:s|ed|ing|y|able)?|rescu(?:e|ed|ing)|retriev(?:e|ed|ing|al)|restor(?:e|ed|ing|ation)",
    r"salvag(?:e|ed|ing)|undelet(?:e|ed|ing)|unformat|unerase|data (?:loss|recovery|rescue)",
    r"(?:get|getting|got|bring|have|want|need|give me)(?: \w+){0,7} back",
    r"get (?:\w+ ){1,5}off (?:of )?(?:it|my|the|this|a)",
    (
        r"(?:save|pull|extract|copy|get at|get to) (?:\w+ ){0,3}(?:data|files|photos|pictures|"
        r"documents|videos|footage|them|everything|contents?|anything|stuff)"
    ),
    r"get back",
    *abroad.RESCUE,
)

MISHAP = pattern(
    r"delet(?:e|ed|es|ing)|eras(?:e|ed|ing)|wip(?:e|ed|ing)|(?:re)?formatt?(?:ed|ing)?",
    r"overwr(?:ote|itten|ite)|corrupt(?:ed|ion|s)?|unreadable|inaccessible|unrecogni[sz]ed|unmountable",
    r"unbootable|bricked|boot ?loop(?:ing)?|bootlooping",
    (
        r"(?:not|wont|doesnt|cant|cannot|never|no longer|fails to|refuses to|unable to|didnt|"
        r"stopped|isnt|dont|wouldnt|failed to|will not|does not|can not|couldnt|without|trouble|"
        r"problems?)(?: \w+){0,3} (?:boot|booting|mount|mounting|mounted|spin|spinning|read|"
        r"reading|detect|detected|detecting|recogni[sz]e|recogni[sz]ed|recogni[sz]ing|see|seen|"
        r"show|showing|shows|appear|appearing|open|opening|start|starting|turn on|turning on|"
        r"power on|power up|powering|load|loading|access|accessible|wake|connect|connecting|"
        r"initiali[sz]e|respond|responding|work|working|works|charge|charging|find|seeing|visible|"
        r"rebuild|come (?:on|up|back)|switch on|light up|readable|play|copy|go on|online|assemble|"
        r"import|log in|login|unlock|reach|available)"
    ),
    (
        r"(?:raw|unallocated|unpartitioned|uninitiali[sz]ed|bad sectors?|bad blocks?|io errors?|i "
        r"o errors?|crc errors?|smart (?:error|warning|failure|status|errors)|read errors?|write "
        r"errors?|error (?:code|reading|message)|input output error|cyclic redundancy|needs? to "
        r"be formatted|(?:asks?|asking|wants?|wanting|says|saying)(?: \w+){0,5} format(?:ted)?|"
        r"write protect\w*|read only|disk failure|drive failure|hard ?ware failure|head crash|"
        r"firmware|ransomware|cryptolocker|encrypted|virus|malware)"
    ),
    r"deleted|emptied(?: \w+){0,2} (?:bin|trash)|emptied|power (?:cut|outage|surge|failure|loss|went)",
    r"(?:black|blue|blank|white|frozen) screen|water damage\w*|liquid damage|fire damage|degraded|rebuild",
    r"(?:screen|display)(?: \w+){0,2} (?:black|blank|white|dark|blue|green)|went (?:black|dark|dead)",
    r"offline|beeping|clicking|grinding|ticking|clunking|buzzing|overheat\w*|shorted",
    *abroad.MISHAP,
)

HARMED = (
    r"slipped|slid|torn|ripped|tore|tumbled|landed|threw|thrown|banged|whacked|squashed",
    r"heads? (?:parked|stuck)|chewed",
    r"(?:ran|run|drove|driven|rolled|backed|sat|stepped|trod|stood|spilled|spilt|poured) (?:over|on|onto)",
)
"""What people and accidents do to things."""

TROUBLE = pattern(
    *HARMED,
    r"dead|died|die|dies|dying|broken|broke|break|breaks|fail|fails|failed|failing|failure|failures|crash",
    r"crashed|crashes|crashing|damage|damaged|kaput|lost|lose|loses|losing|loss|missing|gone|vanish\w*",
    r"disappear\w*|unresponsive|fell|fall|fallen|drop|dropped|drops|drown\w*|wet|water|spill|spilled|spilt",
    r"coffee|soaked|flood|flooded|fire|burn|burned|burnt|burning|smoke|smoking|smells?|lightning|surge",
    r"crush\w*|bent|bend|snapped|crack|cracked|smash\w*|shatter\w*|scratch\w*|stepped|sat on|ran over",
    r"run over|washing machine|washed|laundry|chewed|kicked|ate|bit|stuck|frozen|freeze|freezes|freezing",
    r"hangs?|hanging|hung|error|errors|fault|faulty|malfunction\w*|defect\w*|hacked|stopped|stops|accident",
    r"accidentally|accidently|mistake|mistakenly|noise|noises|sound|sounds|weird|strange|disconnect\w*",
    r"unplugged|ejected|yanked|pulled|crap|toast|fried|busted|borked|screwed|ruined|destroyed|empty|blank",
    r"slow|sluggish|nothing|bad|unusable|useless|dodgy|playing up|acting up|messed up|mess|went|bust|blew",
    r"blown|swollen|shut (?:down|off) (?:by itself|suddenly|and)|turns off|turned (?:itself )?off",
    r"restart\w*|reboot\w*|conked|tripped|knocked|sank|submerged",
    (
        r"in (?:the|a) (?:rain|sea|pool|toilet|bath|sink|river|lake|snow|mud|ocean|bathtub|washer|"
        r"laundry)"
    ),
    r"wont|cant|cannot|doesnt|didnt|isnt|wouldnt|couldnt|not|no longer|never|unable|problem|problems",
    r"trouble|troubles|issue|issues|wrong|help|repair|repairs|repaired|fix|fixed|fixing|locked|forgot",
    r"forgotten|suddenly|emergency|urgent|urgently|worried|panic|desperate|please help|reset",
    r"replace|replaced|stolen",
    *abroad.BROKEN,
    *abroad.TROUBLE,
)

SERIOUS = pattern(
    *HARMED,
    r"died|dead|dying|broke|broken|fail(?:s|ed|ing|ure)|crash(?:ed|es)?|corrupt\w*|lost|gone|vanished",
    r"disappeared|accident\w*|by mistake|mistakenly|unreadable|clicking|clicks|beeping|grinding|dropped",
    r"fell|drowned|wet|spilled|spilt",
    r"water(?! (?:resist\w*|proof|bill|park|cooling|cooled))",
    r"(?:black|blue|blank|frozen) screen|burnt|burned|cracked|smashed|ransomware|deleted|formatted",
    r"overwritten|overwrote|bricked|degraded|damaged|fried|wont|recover\w*|rescue\w*|retriev\w*|restore",
    r"salvag\w*|missing|not (?:recognized|recognised|detected|mounting|booting|working|reading)|get back",
    r"lightning|fire|flood\w*|drown\w*|(?:screen|display)(?: \w+){0,2} (?:black|blank|dark)",
    r"(?:not|cant|cannot|doesnt|didnt|couldnt|no longer|never) (?:\w+ ){0,2}(?:boot|mount|start)",
    r"(?:not|cant|cannot|doesnt|didnt|couldnt|no longer|never) (?:\w+ ){0,2}(?:turn|power|switch) on",
    (
        r"(?:not|cant|cannot|doesnt|didnt|couldnt|isnt|no longer|never|stopped) (?:\w+ ){0,2}"
        r"(?:show\w*|appear\w*|found|visible|charg\w+|respond\w*|open\w*|load\w*|read\w*|detect\w*|recogni[sz]\w*|accessible)"
    ),
    *abroad.MISHAP,
    *abroad.BROKEN,
)
"""Trouble that outweighs shopping and everyday use: something has happened to a device."""

VAGUE_WORDS = word_set(
    abroad.OWNERS
    + abroad.SMALL_WORDS
    + """
    it its this that thing things device devices gadget machine unit hardware media storage everything
    anything something all stuff my mine the a an i im ive we our us you your he she they them is are was
    were be been am has have had do does did will would can could should may might just now today yesterday
    tonight morning week ago since last night suddenly please hi hello hey and or but so because then when
    after before while if as in on at to from of off up out for with by into over again any more some
    one two
    there here what how why where who which than too also still even only really very completely totally
    maybe probably think guess know need want like got get getting gets make makes making made me help
    someone somebody anyone anybody turn turned turning turns power powers powered switch start starts
    started starting work works working go goes went going show shows showing see sees anymore longer no not
    none way back light lights plug plugged plugging connect connected try tried trying use used using
    happen
    happened happens say says said keep keeps kept come comes came boss kid kids son daughter wife husband
    cat dog years year old new important whole copy many lots precious whats dont whether roughly about
    approximately around name address press pressed pressing button blinking blinks flashing red orange
    green
    blue led fan fans sea pool toilet bath sand heat hot update updated upgrade upgraded storm sudden own
    lately earlier must shall across ever ok alright both neither either delete recycle bin trash
    windows mac
    linux folder wrong drag dragged moved moving copied files file save saved click clicked urgent asap mum
    mom dad friend child baby brother sister accident accidentally mistake mistakenly right left entirely
    recently weeks days hours minutes first second feel let lets screen well oh god omg damn ugh hmm um uh
    ich mein meine meinen es ist sind habe hat der die das den bitte und auch mon ma mes est il elle je ne
    plus mi mis el la los las se un una ha que por favor yo
    floor ground table desk stairs pavement street concrete carpet mon ton son bad very sudden eau dans
    l tombe tombee boden wasser agua suelo
    """
)
"""Words that fit any trouble: a sentence of only these and of trouble may well be about a device."""
