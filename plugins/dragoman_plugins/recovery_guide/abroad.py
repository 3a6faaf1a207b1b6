"""Trouble and lost data in German, French, Spanish, Italian, Portuguese and Dutch: alternatives for patterns.

Words are in lower case and without accents, as a reading has them.
"""

DATA = (
    r"daten|dateien|bilder|urlaubsfotos|familienfotos|aufnahmen|dokumente|sicherung",
    r"donnees|fichiers?|dossiers?|souvenirs|enregistrements",
    r"datos|archivos?|ficheros?|documentos|imagenes|fotografias|recuerdos",
    r"dati|immagini|documenti|filmati|ricordi",
    r"dados|arquivos?|ficheiros?|imagens|lembrancas",
    r"bestanden|bestand|gegevens|foto|filmpjes|documenten",
    r"zdjecia|filmy",
)
"""Words for what is lost."""

RESCUE = (
    r"wiederherst\w*|retten|rettung|datenrettung|datenverlust|wiederbekomm\w*|zuruckhol\w*",
    r"recuper\w+|restaurer|sauver|sauvetage|rescatar|salvare|salvar|resgatar",
    r"ripristin\w+|herstellen|terughalen|terugkrijgen|odzysk\w*",
)
"""Words for getting it back."""

MISHAP = (
    r"geloscht|loschen|formatiert|uberschrieben|versehentlich|aus versehen|verschlusselt",
    r"nicht (?:mehr )?(?:erkannt|gelesen|lesbar|erreichbar|gefunden)|unlesbar",
    r"efface\w*|supprime\w*|formate\w*|illisibles?|pas reconnu\w*|plus reconnu\w*|par erreur|corrompu\w*",
    (
        r"borr(?:e|o|ado|ada|ados|adas)|no (?:lo |la |me |se )?(?:reconoce|lee|detecta)"
        r"|formatee|ilegible|corrupt[ao]s?"
    ),
    (
        r"cancellat\w+|formattat\w+|illeggibil\w+|danneggiat\w+"
        r"|non (?:viene )?(?:riconosciut\w+|leggibile|rilevat\w+)"
    ),
    r"apagu?(?:ei|ou|ado|ada|ados|adas)|formatei|corrompid\w+|nao (?:e )?(?:reconhec\w+|le|abre)",
    r"gewist|verwijderd|geformatteerd|onleesbaar|niet (?:meer )?(?:herkend|leesbaar)|per ongeluk",
)
"""What happens to data and to storage, and to nothing else."""

BROKEN = (
    r"(?:display|bildschirm)(?: ist| bleibt)? (?:schwarz|dunkel|gesprungen)",
    r"ecran noir|pantalla negra|schermo nero",
    r"verschuttet|ausgekippt|renverse\w*|derram\w+|rovesciat\w+|gemorst|abgebrochen",
    (
        r"kaputt|defekt\w*|hinuber|abgesturzt|runtergefallen|heruntergefallen|hingefallen|ertrunken|zerstort\w*"
        r"|zerbrochen|ausgefallen|verschwunden|ins wasser"
    ),
    (
        r"(?:ne )?(?:marche|fonctionne|demarre|demarrent|allume|repond|s allume|ouvre"
        r"|lit) (?:plus|pas)|en panne"
        r"|casse\w*|tombee? (?:dans|par|en)|noye\w*|grille\w*|perdu\w*|disparu\w*|mouille\w*"
    ),
    (
        r"no (?:me |se |lo |la )?(?:enciende|prende|arranca|funciona|abre|carga|responde"
        r"|inicia|aparece)|dej(?:o|a) de"
        r"|se (?:me )?(?:cayo|rompio|mojo|murio|ha \w+)|estropead\w+|averiad\w+|danad\w+"
        r"|mojad\w+|perdid\w+|fallad\w+"
    ),
    (
        r"non (?:si |mi )?(?:accende|avvia|funziona|parte|apre|legge|carica|risponde|vede)"
        r"|cadut\w+|guast\w+|rott[oaie]"
        r"|bagnat\w+|rovinat\w+|ho perso|si e (?:rott\w+|spent\w+|bloccat\w+)|bloccat\w+"
    ),
    (
        r"nao (?:se )?(?:liga|arranca|funciona|inicia|carrega|responde|acende|abre|aparece)"
        r"|caiu|quebr(?:ou|ad\w+)"
        r"|avari(?:ou|ad\w+)|estrag(?:ou|ad\w+)|molh(?:ou|ad\w+)|queim(?:ou|ad\w+)|parou de"
        r"|perdi|morreu|falhou"
    ),
    (
        r"kapot|stuk|gevallen|(?:start|gaat|doet|werkt)(?: het)? niet|niet meer|kwijt"
        r"|kwijtgeraakt|verdwenen|overleden"
    ),
)
"""What happens to devices: enough to know that a question is serious."""

TROUBLE = (
    r"repar\w+|ripar\w+",
    r"kaffee|cafe|caffe|koffie",
    r"tot|nicht|verloren|weg|hilfe|gefallen|problem|probleme|fehler|nass|klackert|piept|spinnt|keine?",
    r"mort\w*|panne|pas|plus|aide|tombe|tombee|probleme|erreur|bruit|bloque\w*",
    (
        r"rot[oa]s?|perdi|perdido|muert[oa]|murio|ayuda|cayo|caido|fallo|ruido|error"
        r"|no funciona|quebrad\w+|dano"
    ),
    r"rott\w+|perso|persi|perse|guasto|aiuto|caduto|rumore|errore|mort[oaie]|non \w+",
    r"perdeu|ajuda|erro|barulho|problema|nao \w+",
    r"niet|geen|weg|defecte?|hulp|valt|tikt|leeg|probleem",
)
"""Words that mean trouble where a device is named."""

OWNERS = """
    mein meine meinem meinen meiner unser unsere unserem unserer sein seine ihr ihre der die das den dem ein
    eine mon ma mes notre nos son sa ses le la les un une mi mis nuestro nuestra su tu el los las una mio
    mia miei nostro nostra il lo meu minha meus nosso nossa o os mijn onze ons zijn haar de het een
"""
"""What stands before a thing that is somebody's."""

ASKING_WORDS = """
    kostet kosten wieviel viel teuer preis rettung datenrettung konnen konnt konnten kannst sie ihr
    garantieren
    dass gerettet werden schicken
    combien ca cela coute couter prix recuperation pouvez vous garantir
    cuanto cuesta costaria precio recuperacion pueden puede podeis garantizar
    quanto costa costerebbe prezzo recupero potete puo garantire
    custa preco podem voces
    hoeveel kost prijs kunt u kunnen jullie garanderen
"""
"""Words that fit any request for what is never done."""

SMALL_WORDS = """
    ich wir bin sind war wurde hat haben habe kann man mir mich ist sich an auf aus bei im in ins
    mit nach seit
    von vor zu zum und oder aber noch mehr nicht alles alle sehr bitte plotzlich gestern heute wie
    je nous ai avons est sont etait a ete ne s y tout toutes tous depuis apres avec dans sur et ou mais hier
    aujourd hui svp plait comment tres
    he hemos ha han esta estan era es con sin desde despues todo todos todas y pero ayer hoy favor como muy
    ho abbiamo e sono con da dopo tutto tutti tutte ma ieri oggi prego come molto piu miei al
    eu foi esta sao com sem depois tudo todos todas mas ontem hoje favor como muito de do da no na
    ik wij ben bent zijn heb hebben heeft is op in uit met na sinds al alle alles maar gisteren vandaag hoe
"""
"""Words that say nothing of what a text is about."""
