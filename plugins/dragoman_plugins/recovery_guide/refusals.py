"""What people ask for that the guide never does, and the words they ask in."""

import re
from enum import StrEnum

from dragoman_plugins.recovery_guide import abroad
from dragoman_plugins.recovery_guide.tables import pattern, word_set


class Refusal(StrEnum):
    """Something the guide never does, and says so when asked."""

    DIAGNOSE = "diagnose"
    QUOTE = "quote"
    PROMISE = "promise"
    OPEN_CASE = "open_case"
    PERSONAL_DATA = "personal_data"


REFUSALS: dict[Refusal, re.Pattern[str]] = {
    Refusal.DIAGNOSE: pattern(
        r"diagnos\w+",
        (
            r"(?:what|whats|what is|anything|something|anyone know what)(?: \w+){0,2} wrong "
            r"(?:with|about)"
        ),
        r"what (?:could|might|may|can) be (?:wrong|the (?:problem|cause|matter|reason))",
        r"whats the (?:matter|cause|reason)|what (?:is|was) the (?:matter|cause|reason)",
        r"what (?:happened|has happened|caused|causes|is causing|broke)",
        r"(?:tell|say) (?:me )?(?:if|whether|why|what)\b.*",
        (
            r"why (?:is|does|did|do|wont|doesnt|isnt|cant|has|are|was|would|will|didnt|"
            r"cannot)\b(?!.* you\b)"
        ),
        r"what (?:does|do) (?:it|that|this|the (?:noise|sound|clicking|beeping|error))\b.* mean",
        r"(?:figure|find) out (?:what|why|whats)",
        (
            r"(?:inspect|examine|analy[sz]e|evaluate|assess|troubleshoot|test)(?: (?:my|the|this|"
            r"it|our))"
        ),
        r"(?:check|look at|look into) (?:my|the|this|our|it)(?: \w+){0,4}",
        (
            r"(?:is|are) (?:it|my(?: \w+){1,3}?|the \w+|this|they) (?:really |completely |just |"
            r"probably |physically |logically )?(?:dead|broken|fried|failing|dying|toast|faulty)"
        ),
        (
            r"is it (?:the|a) (?:head|heads|motor|board|pcb|controller|firmware|battery|cable|"
            r"power supply|hardware|software|logical|physical|mechanical)\b.*"
        ),
        r"do you (?:think|reckon|believe) (?:it|its|my|the|that)\b.*|was fehlt|woran liegt|que tiene",
        r"qu est ce qui",
    ),
    Refusal.QUOTE: pattern(
        r"how (?:much|many money|expensive|pricey|costly)(?! (?:data|space|storage|of my))",
        (
            r"(?:price|prices|pricing|priced|cost|costs|costing|quote|quotes|quotation|estimate|"
            r"estimates|fee|fees|rates|tariff|budget|ballpark|price list)"
        ),
        r"(?:do|would|will|what|you) (?:you )?charge|(?:cheap|cheaper|expensive|affordable)",
        r"(?:is|are) (?:it|the \w+|recovery|this) (?:for )?free|free of charge",
        r"do i (?:have to |need to )?pay|have to pay|payment|pay (?:for|you)|deposit",
        (
            r"how (?:long|many (?:days|weeks|hours)) (?:does|will|would|do|is|until|to|before|can|"
            r"it|for|should|till|the)\b.*"
        ),
        r"how (?:soon|quickly|fast) (?:can|will|could|would|do)\b",
        (
            r"when (?:will|can) (?:it|i|you|my \w+) (?:be (?:ready|done|finished)|have|expect|"
            r"finish|get (?:it|my|the))\b.*"
        ),
        r"turn ?around(?: time)?|was kostet|wie teuer|(?:wie ?viel|hoeveel|wat) (?:kost|kostet|kosten)",
        r"combien",
        r"cuanto (?:cuesta|vale|cobran|sale|es)|quanto (?:costa|custa|viene)|kosten|preis|prix|precio|prezzo",
        r"preco|prijs|was wurde|kostenvoranschlag|devis|presupuesto|preventivo|orcamento",
    ),
    Refusal.PROMISE: pattern(
        r"guarantee\w*|warrant(?:y|ies|ed)|promis\w+|assur(?:e|ance|ances)|swear",
        r"success (?:rate|rates|probability)|rate of success|recovery rate",
        r"(?:chance|chances|odds|likelihood|probability|percentage)",
        r"(?:any|is there|there is|have|some|no|little) hope",
        r"how (?:likely|probable|certain|sure|confident)|(?:are|r) you (?:sure|certain|confident)",
        (
            r"(?:will|would) (?:you|i|we|they|it|my \w+|all|everything|the "
            r"\w+)\b.*\b(?:definitely|certainly|surely|for sure|all|everything|be able|get|have|"
            r"recover\w*|restored?|saved?|back)"
        ),
        (
            r"(?:definitely|100 ?percent|100|hundred percent|surely|certainly) (?:get|recover|"
            r"save|restore|be|able)\b.*"
        ),
        (
            r"(?:is|are|was) (?:it|my \w+|the \w+|they|there|all|everything|anything|any "
            r"\w+)\b.{0,30}\b(?:recoverable|salvageable|possible|lost forever|gone forever|"
            r"saveable|retrievable)"
        ),
        r"recoverable|salvageable|any hope|still be saved",
        (
            r"can (?:it|they|my \w+|the \w+|everything|all|anything|that|this)(?: \w+){0,4} be "
            r"(?:saved|recovered|restored|rescued|retrieved|salvaged)"
        ),
        r"(?:100|hundred|hundred percent|100 percent|full) success",
        r"no (?:recovery|data) no (?:fee|charge|pay\w*)|garantier\w+|garanti\w*|versprech\w+|prometen",
        r"promets",
    ),
    Refusal.OPEN_CASE: pattern(
        (
            r"(?:open|create|start|file|raise|log|make|submit|register|begin|launch|lodge|set up|"
            r"get me|need|put in|initiate|place) (?:\w+ ){0,4}(?:case|cases|ticket|tickets|claim|"
            r"rma|job|order|work order|request|service request|incident)"
        ),
        r"(?:ticket|case|order|tracking|reference|rma|job) (?:number|id|status|no|ref)",
        r"status of (?:my|the|our|case|order)(?: \w+){0,3}",
        (
            r"(?:track|cancel|update|follow up on|check on|close|escalate|reopen) (?:my|the|our|"
            r"a) (?:\w+ )?(?:case|ticket|order|recovery|request|shipment|job|parcel)"
        ),
        (
            r"(?:book|schedule|arrange|make|order|reserve) (?:\w+ ){0,3}(?:appointment|pick ?up|"
            r"collection|courier|slot|drop ?off|evaluation|recovery|visit|callback|call back)"
        ),
        (
            r"(?:sign me up|place an order|put me (?:down|in the queue)|add me to the (?:queue|"
            r"list)|begin the recovery|start (?:the|my|a) recovery|start recovering)"
        ),
        (
            r"(?:is|has) my (?:case|order|ticket|recovery|drive|parcel|package)(?: \w+){0,2} "
            r"(?:done|ready|arrived|finished|complete|completed)"
        ),
    ),
    Refusal.PERSONAL_DATA: pattern(
        r"(?:delete|erase|remove|forget)(?: all)? (?:my|our) (?:personal |chat |own )?"
        r"(?:data|messages|details|information|chat|history|account)\b(?! (?:on|from))$",
        r"reach me (?:at|on|under|by|via)",
        (
            r"(?:my|the|our|its) (?:\w+ )?(?:serial(?: number)?|serial no|phone number|telephone "
            r"number|mobile number|cell number|number|e ?mail|email address|mail address|home "
            r"address|postal address|address|password|passcode|pin|pin code|customer number|date "
            r"of birth|credit card|credit card number|full name|social security number|imei|name "
            r"and \w+|name and address|details|contact details|personal details) (?:is|are|s|"
            r"for)\b(?! (?:on|to|wrong|not|lost|incorrect|expired|invalid|gone|too|broken|forgotten)\b)"
        ),
        (
            r"(?:take|note|save|store|record|remember|keep|write|jot|put|add|have|give|send|"
            r"tell)(?: \w+){0,2} (?:my|our) (?:\w+ )?(?:serial\w*|serial number|number|phone "
            r"number|e ?mail|email|email address|address|name|details|contact details|personal "
            r"details|contact data|data sheet|password|passcode|pin|imei|info|information|contact "
            r"info)"
        ),
        (
            r"(?:here is|heres|here are|this is|thats) my (?:\w+ )??(?:serial\w*|phone number|"
            r"mobile|mobile number|number|phone number|e ?mail|email|address|name|details|"
            r"password|passcode|pin|imei|contact|credit card)"
        ),
        (
            r"(?:call|phone|ring|text|sms|whatsapp|e ?mail|mail|reach|contact|message) (?:me|"
            r"us)\b(?: back| up| later| tomorrow| please)*(?: (?:on|at|by|via|under|in) (?:my |"
            r"the |our )?\w+)?"
        ),
        r"(?:give|want|need|send) (?:me|us) a (?:call|ring|call back|callback)",
        (
            r"(?:store|keep|save|collect|need|want) (?:\w+ )?(?:my|our|your) personal (?:data|"
            r"details|information)"
        ),
        r"serial(?: number| no)?(?: \w+| ,){0,5} (?:is|reads|was) ,?",
        r"(?:serial number|sn|s n|imei) [a-z0-9]*\d[a-z0-9]*|emailaddress|phonedigits",
    ),
}

OUTRIGHT = pattern(
    r"diagnos\w+|(?:a|my|the|new|our|recovery) (?:case|service request|work order)",
    r"emailaddress|phonedigits|(?:here is|heres|here are|this is|take|note) my",
    r"my (?:\w+ )?(?:address|number|e ?mail|name|serial number) is",
)
"""Words that ask for what is never done, whatever else stands beside them."""

ASKING_WORDS = word_set(
    abroad.ASKING_WORDS
    + """
    recovery recoveries lab labs evaluation assessment analysis service services case cases ticket tickets
    job order repair rescue price prices pricing cost costs costing quote quotes quotation estimate
    estimates
    fee fees rate rates charge charges much many long days weeks hours expensive cheap free pay payment
    deposit money euros euro dollars dollar pounds usd eur bucks guarantee guaranteed guarantees promise
    promised warranty success chance chances odds likelihood probability percentage hope likely sure certain
    possible recoverable open create start file raise log submit register book appointment schedule pick
    pickup collection status number id reference tracking details contact call phone email e mail text
    message diagnose diagnosis reach diagnostics diagnostic inspect examine analyse analyze check test testing
    look ask asking upfront
    find out tell exactly cause reason matter what serial street road avenue main city name address personal
    information info save store remember note write down take give up customer client business company
    standard typical average usual normal range list offer ballpark figure total definitely certainly surely
    percent fully successful successfully outcome results result emailaddress phonedigits dear sir madam
    team
    guys process processing turnaround time takes finish finished done ready request requests new for place
    support
    """
)
"""Words that fit any request for what is never done."""
