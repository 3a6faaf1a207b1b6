"""The parts of the guide that people ask for by themselves, and the words they ask in."""

import re
from enum import StrEnum

from dragoman_plugins.recovery_guide.tables import pattern


class Resource(StrEnum):
    """A part of the guide that a person may ask for by itself."""

    MAIL_IN = "mail_in"
    CONTACT = "contact"
    LAB = "lab"
    GUARDRAILS = "guardrails"


RESOURCES: dict[Resource, re.Pattern[str]] = {
    Resource.MAIL_IN: pattern(
        (
            r"(?:where|how|what address|which address|who|whom|can|could|may|should|shall|do|want|"
            r"like|need|going|ready|able|prefer|about|have|trying|plan|planning|instructions|"
            r"address)\b(?: \w+){0,6} (?:ship|shipped|shipping|mail|mailed|mailing|post|posted|"
            r"posting|send|sent|sending|courier|parcel)\b(?! (?:me|us|a message|messages|an? e "
            r"?mail|email|emails|you an email|a text|texts|photos|pictures|files|a photo|on "
            r"(?:instagram|facebook|twitter|social)|pics|an invoice|you a message|flowers|money))"
        ),
        (
            r"(?:ship|mail|post|send|courier|fedex|ups|dhl) (?:it|them|this|that|you|my|our|the|a|"
            r"an|in|off|to)\b(?: (?:in|my|the|our|broken|dead|failed|failing|damaged|old|external|"
            r"hard|usb|micro|drive|disk|device|phone|laptop|nas|card|stick|ssd|\w+))? ?(?:to|in|"
            r"for|over|off|by|via|device|drive|drives|disk|phone|laptop|nas|card|stick|ssd|disks|"
            r"it|parcel)\b(?! (?:a )?(?:friend|message|email))"
        ),
        r"mail ?in|mail in|mailing (?:address|instructions|label)|shipping|shipment",
        r"ship(?:ping)? (?:address|label|instructions|to you)|postage|postal address|return label",
        r"prepaid label",
        (
            r"(?:pack|package|packing|wrap|box up|parcel|packaging)(?: \w+){0,5} (?:drive|disk|"
            r"device|phone|laptop|nas|it|card|stick|ssd|raid|shipping|up)"
        ),
        r"how (?:do|should|to)(?: i)? pack",
        r"(?:by|via|through|with|in) (?:the )?(?:post|mail|courier|fedex|ups|dhl|usps|royal mail)|fedex",
        r"dhl|usps|royal mail|einschick\w*|einsend\w*|wohin .*schick\w*|zuschicken|versenden|opsturen",
        r"envoyer|enviar|spedire",
    ),
    Resource.CONTACT: pattern(
        r"contact(?! lens| lenses|s\b| list| card)(?!s)",
        (
            r"(?<!my )(?<!his )(?<!her )(?:phone|telephone|contact|mobile|support|hotline|fax)"
            r" (?:number|numbers|no|nr|line|support|details|info|information|page|form)"
        ),
        r"(?:e ?mail|email)(?: address)?(?: \w+){0,4} (?:write|reach|contact you)\b",
        r"(?:e ?mail|email) (?:address|you|them|the lab|someone|support)",
        (
            r"(?:talk|speak|chat|spoken|talking|speaking|connect me|put me through|transfer me|"
            r"connect|hand me over)(?: directly)? (?:to|with) (?:\w+ )?(?:human|person|people|"
            r"someone|somebody|anyone|anybody|engineer|engineers|technician|expert|experts|"
            r"specialist|specialists|staff|agent|representative|rep|you|them|lab|support|operator|"
            r"team|customer service|real)"
        ),
        (
            r"(?:someone|somebody|anyone|anybody|person|people|human|technician|expert|one)(?: "
            r"\w+){0,3} (?:speak|talk|chat|ask|call|contact|phone|turn)\b"
        ),
        r"(?:real|actual|live) (?:human|person|people|agent|engineer)",
        r"(?:get|getting|put me) (?:in touch|hold of|through to|back to me)",
        r"reach (?:you|someone|somebody|the|a|them|out|anyone|support|a human|your)",
        (
            r"(?:call|phone|ring|telephone|e ?mail|write to|message|write) (?:you|someone|"
            r"somebody|the lab|them|the company|support|your|a technician)"
        ),
        (
            r"^(?:telephone|telephone number|phone number|support|contact|e ?mail|hotline|human|"
            r"operator|agent|person)$"
        ),
        r"customer (?:service|support|care)|tech(?:nical)? support|help ?desk|hotline|helpline",
        r"support line|support team",
        (
            r"(?:who|whom) (?:do|can|should|could|would) i (?:call|ask|talk|speak|contact|phone|"
            r"write|turn)\b.*"
        ),
        (
            r"(?:whats|what is|have|got|give me|is there) (?:the|your|a|you got a) (?:\w+ "
            r")?(?:number|phone|e ?mail|email|hotline|telephone)(?: number| address)?"
        ),
        (
            r"(?:are|is|when)(?: \w+){0,4} (?:open|closed|close)(?: \w+){0,3}(?: (?:today|"
            r"tomorrow|weekends?|sundays?|saturdays?|hours|now))"
        ),
        r"(?:opening|business|office|working) (?:hours|times)|kontakt(?:ieren|daten)?",
        r"telefonnummer|ansprechpartner",
        r"(?:do|can|could|will|would) you (?:pick up|collect|come to|come and|come here)",
        r"(?:what|which) (?:phone )?number (?:can|do|should|could|shall|would|to)\b.*",
        r"contacto|contacter|contatt\w+|joindre|hablar con|parler (?:a|avec)|parlare con",
        r"falar com|spreken met",
        r"mit (?:\w+ ){1,2}(?:sprechen|reden)",
        (
            r"(?:do|are|is) (?:you|anyone|anybody|somebody)(?: \w+)? (?:work|working|open|there|available)"
            r"(?: \w+)? (?:weekends?|sundays?|saturdays?|holidays|nights?|24|monday|today|tomorrow|now)"
        ),
    ),
    Resource.LAB: pattern(
        (
            r"(?:where|wheres|where is|where are)(?: \w+){0,4} (?:lab|labs|laboratory|office|"
            r"offices|located|location|locations|based|headquarters|hq|shop|store|you guys|"
            r"building|facility|workshop|situated|clean ?room)"
        ),
        r"where (?:are|r) (?:you|u|they)(?: guys| people)?(?: located| based| from| at)?",
        (
            r"where (?:can|do|could|should|would|may) i (?:bring|take|drop|deliver|hand|come|go|"
            r"carry|leave|find you|visit)\b.*"
        ),
        (
            r"(?:lab|labs|laboratory|office|street|visiting|physical|your|the|company|lab s)(?: "
            r"\w+)? (?:address|addresses|location|locations)"
        ),
        (
            r"(?:address|location|addresses) of (?:the |your |a )?(?:lab|labs|laboratory|office|"
            r"company)"
        ),
        (
            r"(?:whats|what is|give me|have|need|want|know|get|send me|show me|tell me) (?:me "
            r")?(?:the|your|an) (?:\w+ )?(?:address|location)"
        ),
        (
            r"(?:which|what) (?:city|country|town|state|street)(?: \w+){0,3} (?:you|lab|located|"
            r"based)\b"
        ),
        (
            r"(?:drop|bring|hand|take|carry|deliver)(?: \w+){0,5} (?:off|in person|by hand|"
            r"personally|to the lab|to your|to you|over|round|yourself|myself)"
        ),
        (
            r"(?:drop|bring|hand|take|carry|deliver)(?: \w+){0,4} (?:to|by|at|in|into|over to) "
            r"(?:your|the|you)\b(?: (?:lab|labs|office|laboratory|shop|place|location|address|"
            r"workshop|desk|guys))?$"
        ),
        (
            r"(?:visit|come to|come by|stop by|walk in|walk into|drive to|directions to|go to|get "
            r"to|near|nearest|closest|local)(?: \w+){0,2} (?:lab|labs|office|you|location|branch|"
            r"store|shop|place|laboratory|me)"
        ),
        r"(?:come|stop|drop|pop|swing) (?:by|over|round)",
        r"are (?:you|they)(?: guys)? (?:located|based|situated)|^can (?:i|we) (?:visit|come)\b",
        r"walk ?ins?",
        r"in person",
        r"how many (?:labs|locations|offices|branches|shops|stores|places)",
        r"other (?:locations|labs|branches|offices)",
        (
            r"(?:any|another|several|more|a) (?:labs?|branch|branches|offices|locations?) (?:in|"
            r"near|around|close)"
        ),
        (
            r"(?:lab|location|branch|office|service|recovery|drop off|place)(?: \w+){0,4} (?:near|"
            r"nearby|close to|around)"
        ),
        r"(?:your|the) lab\b(?! phone| number)|^(?:location|locations|address|lab|where|directions|visit)$",
        r"(?:more than one|only one|just one|second|main|another) (?:lab|location|office)|wo ist das labor",
        (
            r"(?:have|got|is there|are there)(?: \w+){0,3} (?:lab|labs|office|offices|branch|branches"
            r"|shop|store|location|locations) (?:in|near|at|around)"
        ),
        r"wo (?:seid|sind|ist|befindet|finde)(?: ich)? (?:ihr|sie|euch|das labor|sich)",
        r"ou (?:etes|se trouve)\b",
        r"donde (?:estan|esta|se encuentra)|dove (?:siete|si trova)",
        r"onde (?:ficam|fica|estao)|waar zijn jullie",
        r"labor|laboratoire|laboratorio|adresse|direccion|indirizzo|endereco",
    ),
    Resource.GUARDRAILS: pattern(
        r"guard ?rails?",
        (
            r"(?:your|the) (?:rules|limits|limitations|restrictions|policy|policies|terms|"
            r"disclaimer|boundaries|small print|fine print)"
        ),
        (
            r"(?:rules|limits|limitations|policies|disclaimers?|privacy(?: policy)?|terms (?:of|"
            r"and) \w+|gdpr|confidentiality|confidential|nda)"
        ),
        (
            r"what (?:things |stuff )?(?:cant|cannot|dont|wont|can not|do not|will not|shouldnt|arent"
            r"|are you not|can you not|do you not)(?: you)? (?:not |never )?(?:do|help|tell|say|allowed|able|"
            r"offer|promise|answer)\b.*"
        ),
        (
            r"(?:things|anything|something|what) you (?:cant|cannot|dont|wont|never|will not|do "
            r"not|will never|refuse to|are not allowed to) (?:ever )?(?:do|tell|help|say|answer|"
            r"offer)?"
        ),
        r"what (?:wont|will|do|would) you (?:never|not|refuse)\b.*|what do you never do",
        r"allowed to (?:do|tell|say)",
        (
            r"what (?:happens|do you do|becomes|will you do) (?:to|with|of) (?:my|our|the|all)(?: "
            r"\w+)? (?:data|information|details|messages|questions?|chat)"
        ),
        (
            r"(?:do|are|will|would) you (?:store|stor(?:e|ing)|record|recording|log|logging|keep|"
            r"keeping|save|saving|collect|collecting|sell|share|read|sharing) (?:my|our|this|what|"
            r"any|personal|the|everything|all)\b.*"
        ),
        r"how safe",
        (
            r"is (?:it|this|my data)(?: \w+)? (?:safe|secure|private|anonymous|confidential) "
            r"(?:with|to|here|in|at)\b.*"
        ),
        r"(?:is|are) (?:my|our) (?:data|files|photos|pictures|documents) (?:safe|private|secure)",
        r"can (?:i|we|one) trust (?:you|this|the)|are you (?:trustworthy|safe|legit|a scam)",
    ),
}
