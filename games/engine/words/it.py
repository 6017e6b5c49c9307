"""Italian words."""

NAMES = {
    "archer": "Arciere",
    "soldier": "Soldato",
    "spy": "Spia",
    "heir": "Erede",
    "shapeshifter": "Senza Volto",
    "lord": "Lord",
    "assassination": "Assassino",
    "royal_decree": "Decreto Reale",
    "ambush": "Imboscata",
    "conspiracy": "Cospirazione",
    "prince": "Principe",
    "twin": "Gemello",
    "schemer": "Intrigante",
    "queen": "Regina",
    "cutthroat": "Tagliagole",
    "apothecary": "Speziale",
    "criminal": "Criminale",
    "substitution": "Sostituzione",
    "bribe": "Corruzione",
    "combination": "Combinazione",
    "trap": "Trappola",
    "empress": "Imperatrice",
    "fanatic": "Fanatico",
    "informant": "Informatore",
    "diplomat": "Diplomatico",
    "deserter": "Disertore",
    "judge": "Giudice",
    "uprising": "Rivolta",
    "extortion": "Estorsione",
    "infiltration": "Infiltrazione",
    "treaty": "Trattato",
}

EFFECTS = {
    "archer": "eliminare ciò che sta per primo o per ultimo nella fila",
    "soldier": "eliminare la carta subito prima o subito dopo",
    "spy": "rubare 1 punto a chi ha una carta accanto",
    "heir": "prendere 2 punti finché è l'unica carta scoperta con quel nome",
    "shapeshifter": "fare ciò che fa un personaggio scoperto accanto, ma con il proprio nome",
    "lord": "prendere 1 punto, e 1 per ogni tua carta accanto",
    "assassination": "eliminare una carta ovunque nella fila; si usa una volta sola",
    "royal_decree": "mettere un'altra carta altrove nella fila; si usa una volta sola",
    "ambush": "se la elimina la carta di un avversario, prendi 4 punti e anche quella è persa; "
    "se la scopri tu: 1 punto",
    "conspiracy": "prendere il doppio dei suoi gettoni; si usa una volta sola",
    "prince": "prendere 1 punto; se lo scopri tu, entra il tuo Gemello; "
    "se è eliminato, il tuo Gemello scoperto è perso",
    "twin": "prendere 1 punto; se è eliminato, il tuo Principe scoperto è perso",
    "schemer": "prendere 1 punto, ma accanto a una pila lascia invece la fila",
    "queen": "prendere 2 punti; l'avversario che la elimina ne prende 1 in più",
    "cutthroat": "eliminare una carta accanto e le carte scoperte omonime degli altri; "
    "una sola non paga nulla",
    "apothecary": "eliminare una carta accanto a un'altra tua carta",
    "criminal": "ogni carta accanto costa 1 punto a chi la controlla, anche a te",
    "substitution": "eliminare una carta accanto; il tuo personaggio uguale prende il posto di uno "
    "altrui fuori pila; si usa una volta sola",
    "bribe": "portare dalla tua parte un personaggio scoperto fuori pila; si usa una volta sola",
    "combination": "prima se ne va; un tuo personaggio scoperto agisce, "
    "e di nuovo per ogni gettone che spendi",
    "trap": "se la elimina la carta di un avversario, anche quella carta è persa e lui ti paga "
    "3 punti; se la scopri tu: 1 punto",
    "empress": "prendere 2 punti e mettere 1 gettone su una carta coperta di un avversario",
    "fanatic": "prendere 1 punto, o 2 se non hai altre carte scoperte nella fila",
    "informant": "prendere tanti punti quanti gettoni sulle carte coperte avversarie accanto, "
    "o scambiarla con una carta della mano",
    "diplomat": "prendere 1 punto e mettere 2 gettoni su un altro Diplomatico scoperto, "
    "o prendere i gettoni da questo e scartarlo",
    "deserter": "eliminare una carta accanto, 1 punto in più per un personaggio; "
    "poi scappa, se accanto non ha un personaggio scoperto",
    "judge": "prendere 1 punto e mettere una condanna su una carta, "
    "o eliminare una carta con una condanna",
    "uprising": "costa uno dei suoi gettoni; eliminare le carte ai due lati e tornare coperta",
    "extortion": "se la elimina la carta di un avversario, 2 punti per ogni sua carta nella fila, "
    "e le sue carte coperte perdono un gettone; se la scopri tu: 1 punto",
    "infiltration": "mettere un gettone su ogni tua carta coperta, poi tenerla: "
    "ogni carta coperta che elimini paga 2 punti in più",
    "treaty": "tenerla con i suoi gettoni: pagano all'inizio di ogni round "
    "e contano per te alla fine",
}

RULINGS = {
    "archer": "di una pila cade solo la carta in cima; se ai capi non c'è altro, cade l'Arciere "
    "stesso",
    "soldier": "se può colpisce, anche una carta tua, e anche questo vale 1 punto",
    "spy": "prende i punti del giocatore, mai i gettoni della carta; una carta tua accanto "
    "non rende nulla",
    "heir": "contano solo le carte scoperte in cima, di chiunque siano; non quelle coperte o "
    "sotto altre",
    "shapeshifter": "come Erede guarda i Senza Volto scoperti; copiare un altro Senza Volto non "
    "serve a nulla",
    "lord": "contano anche le tue carte coperte accanto; di una pila solo quella in cima",
    "assassination": "può scegliere anche sé, se nient'altro ne vale la pena",
    "royal_decree": "di una pila si sposta solo la carta in cima con ciò che porta; ciò che "
    "finisce dopo il Decreto agisce al suo turno, anche una seconda volta",
    "ambush": "scatta solo se viene eliminata; se la scopri tu, i suoi gettoni tornano nella "
    "riserva",
    "conspiracy": "eliminata mentre aspetta non rende nulla: ciò che porta torna nella riserva",
    "prince": "il Gemello arriva solo quando scopri il Principe; si perde solo un Gemello "
    "scoperto in cima",
    "twin": "si perde solo un Principe scoperto in cima; uno coperto è al sicuro",
    "schemer": "contano solo i posti accanto, non ciò su cui sta",
    "queen": "il punto in più vale anche per una Regina coperta",
    "cutthroat": "una carta coperta viene prima scoperta, e il suo nome conta",
    "apothecary": "arriva ovunque ci sia un'altra tua carta e può colpire sé o una tua; senza "
    "un'altra tua carta non succede nulla",
    "criminal": "costano anche le carte coperte; nessuno scende sotto 0",
    "substitution": "la tua copia viene da ciò che hai perso o dalle tre messe da parte, e se "
    "può deve entrare",
    "bribe": "chi corrompe la stessa carta più tardi se la prende, e il tuo gettone torna",
    "combination": "per ogni gettone scegli di nuovo: prenderlo, o spenderlo per un'altra azione",
    "trap": "chi ha meno di 3 punti paga tutto ciò che ha",
    "empress": "il gettone sarà di chi gioca quella carta, quando viene scoperta",
    "fanatic": "le tue carte coperte e quelle sotto altre non gli nuocciono",
    "informant": "la carta che metti al suo posto sta coperta e agisce dal prossimo round",
    "diplomat": "i gettoni che porta si perdono se viene eliminato e restano se viene coperto "
    "da un'altra carta",
    "deserter": "il punto in più vale anche per un personaggio coperto; se accanto non c'è "
    "nulla non colpisce e se ne va",
    "judge": "le condanne sono cinque per tutti; si può eseguire anche quella di un altro",
    "uprising": "senza gettoni può solo aspettare; dopo tutti la conoscono, ma conta sempre "
    "come coperta",
    "extortion": "conta anche la carta che l'ha colpita, se è ancora nella fila",
    "infiltration": "una volta tenuta nulla la tocca; eliminata prima, è persa",
    "treaty": "all'inizio del round paga solo se una tua carta sta nella fila",
}

REVEALS = {
    "ambush": "i suoi gettoni sono persi, prendi 1 punto e la carta è scartata",
    "trap": "i suoi gettoni sono persi, prendi 1 punto e la carta è scartata",
    "extortion": "i suoi gettoni sono persi, prendi 1 punto e la carta è scartata",
    "conspiracy": "prendi il doppio dei suoi gettoni e la carta è scartata",
    "combination": "i suoi gettoni restano in gioco; se ne va, e i tuoi personaggi agiscono",
    "uprising": "un gettone è speso, gli altri sono tuoi; le carte ai due lati sono eliminate, "
    "e torna coperta",
    "treaty": "la tieni, e i suoi gettoni restano su di essa",
}

AT_ONCE = {
    "prince": "prendere 1 punto e far entrare il tuo Gemello",
    "queen": "prendere 2 punti",
}

ALSO = {
    "archer": ["arciera"],
    "shapeshifter": ["mutaforma", "senzavolto"],
    "lord": ["signore"],
    "assassination": ["assassinio", "omicidio", "veleno"],
    "royal_decree": ["decreto", "editto reale"],
    "conspiracy": ["complotto", "congiura"],
    "twin": ["gemella"],
    "apothecary": ["farmacista"],
    "combination": ["combo"],
    "informant": ["informatrice"],
    "diplomat": ["diplomatica"],
    "uprising": ["insurrezione", "sommossa"],
    "treaty": ["patto"],
}

WORDS = {
    "place": ["piazza", "piazzare", "piazzo", "gioca", "giocare", "gioco", "metti", "mettere"],
    "wait": ["aspetta", "aspettare", "aspetto", "attendi", "attendo", "passa", "passo"],
    "reveal": ["rivela", "rivelare", "rivelo", "scopri", "scoprire", "scopro"],
    "eliminate": ["elimina", "eliminare", "elimino", "uccidi"],
    "steal": ["ruba", "rubare", "rubo"],
    "copy": ["copia", "copiare", "copio"],
    "move": ["sposta", "spostare", "sposto", "muovi", "muovere", "muovo"],
    "bribe": ["corrompi", "corrompere", "corrompo"],
    "use": ["usa", "usare", "uso", "ripeti"],
    "take": ["prendi", "prendere", "prendo"],
    "give": ["dai", "dare", "dona"],
    "gain": ["guadagna", "guadagnare", "guadagno", "ottieni", "ottengo"],
    "swap": ["scambia", "scambiare", "scambio"],
    "stay": ["resta", "restare", "resto", "rimani", "rimango"],
    "leave": ["vai", "andare", "lascia", "lasciare", "lascio"],
    "mark": ["condanna", "condannare", "condanno", "segna"],
    "start": ["inizio", "all'inizio", "prima", "primo"],
    "end": ["fine", "alla fine", "ultima", "ultimo"],
    "on": ["su", "sopra"],
    "to": ["a", "in", "verso"],
}

FAMILIES = {
    "crimson": "Cremisi",
    "azure": "Azzurra",
    "emerald": "Smeraldo",
    "amber": "Ambra",
    "violet": "Viola",
}
SETS = {
    "oriflamme": "Oriflamme",
    "ablaze": "Oriflamme: In fiamme",
    "alliance": "Oriflamme: Alleanza",
    "mixed": "Mazzo misto",
}
EDITIONS = {
    "uk": "Edizione ucraina: la tua carta che elimina la tua Imboscata resta",
    "it": "Edizione italiana: la tua Imboscata paga 1, e la tua carta che la elimina è persa",
}
PHASES = {"planning": "piazzamento", "events": "risoluzione", "over": "fine"}

# Counts, and the marks in sentences: see `en`.
COUNTS = {
    "points": ("{n} punto", "{n} punti"),
    "tokens": ("{n} gettone", "{n} gettoni"),
    "verdicts": ("{n} condanna", "{n} condanne"),
    "players": ("{n} giocatore", "{n} giocatori"),
}
YOU = ("Tu", "te")
CARD = ("la carta «{card}» di {owner}", "la tua carta «{card}»", "la propria carta «{card}»")
UNKNOWN = ("la carta coperta di {owner}", "la tua carta coperta", "la propria carta coperta")
CARD_OBJECT = CARD
UNKNOWN_OBJECT = UNKNOWN
PLACES = {
    "start": "all'inizio della fila",
    "end": "alla fine della fila",
    "on": "in cima al posto {slot}",
}

SAYINGS = {
    "game_began": "Si comincia: {set}, {players}; [inizia {who}|inizi tu].",
    "dealt": "[La mano di {who}|La tua mano]: {hand}; da parte: {aside}.",
    "dealt.unseen": "[{who} ha|Hai] sette carte in mano e tre da parte.",
    "round_began": "Comincia il round {round}; [la prima carta è di {who}|la prima carta è tua].",
    "events_began": "Tutte le carte sono giù: si risolve la fila del round {round}.",
    "round_ended": "Il round {round} è finito.",
    "game_over": "La partita è finita: {standing}.",
    "played": "[{who} ha|Hai] giocato coperta la carta «{card}» {place}.",
    "played.unseen": "[{who} ha|Hai] giocato una carta coperta {place}.",
    "waited": "[{who} ha|Hai] lasciato coperta la carta «{card}» al posto {slot}; "
    "sopra ora: {tokens}.",
    "waited.unseen": "[{who} ha|Hai] lasciato coperta la carta al posto {slot}; "
    "sopra ora: {tokens}.",
    "revealed": "[{who} ha|Hai] rivelato la carta «{card}» al posto {slot}.",
    "acts": "{Thing} al posto {slot} agisce.",
    "forced": "{Thing} ha una scelta sola.",
    "no_target": "{Thing} non trova bersagli.",
    "gained.tokens": "[{who} ha|Hai] preso {points} dai gettoni sulla carta «{card}».",
    "gained.effect": "[{who} ha|Hai] preso {points} con la carta «{card}».",
    "gained.elimination": "[{who} ha|Hai] preso {points} per l'eliminazione.",
    "gained.bonus": "[{who} ha|Hai] preso in più {points} con la carta «{card}».",
    "gained.reaction": "[{who} ha|Hai] preso {points} perché la carta «{card}» è stata eliminata.",
    "gained.kept": "[{who} ha|Hai] preso {points} dalla carta conservata «{card}».",
    "gained.end": "[{who} ha|Hai] preso alla fine {points} dalla carta conservata «{card}».",
    "lost": "[{who} ha|Hai] perso {points} per {thing}.",
    "stole.effect": "[{who} ha|Hai] rubato {points} a {victim} con la carta «{card}».",
    "stole.nothing": "[{who} non ha|Non hai] trovato nulla da prendere a {victim} "
    "con la carta «{card}».",
    "stole.own": "[{who} ha|Hai] puntato la carta «{card}» "
    "[contro il proprio campo|contro il tuo campo]: non cambia nulla.",
    "stole.reaction": "[{who} ha|Hai] preso {points} a {victim} con la carta «{card}».",
    "tokens_put": "[{who} ha|Hai] messo {coins} sopra {thing}, posto {slot}; ora sopra: {tokens}.",
    "tokens_put.unseen": "[{who} ha|Hai] messo {coins} sopra {thing}, posto {slot}; "
    "ora sopra: {tokens}.",
    "tokens_returned": "{Thing}: {coins} di nuovo nella riserva.",
    "tokens_returned.unseen": "{Thing}, posto {slot}: {coins} di nuovo nella riserva.",
    "marked": "[{who} ha|Hai] messo una condanna sopra {thing}, posto {slot}; ora: {verdicts}.",
    "marked.unseen": "[{who} ha|Hai] messo una condanna sopra {thing}, posto {slot}; "
    "ora: {verdicts}.",
    "eliminated": "[{who} ha|Hai] eliminato {thing}, posto {slot}, con la carta «{by}»{losses}.",
    "discarded.done": "{Thing} va negli scarti{losses}.",
    "discarded.effect": "{Thing} lascia la fila{losses}.",
    "discarded.reaction": "{Thing} è persa per la carta «{cause}»{losses}.",
    "discarded.bond": "{Thing} cade insieme alla carta «{cause}»{losses}.",
    "kept": "[{who} ha|Hai] conservato la carta «{card}»; sopra: {tokens}.",
    "moved": "[{who} ha|Hai] spostato {thing} dal posto {slot} al posto {to}.",
    "moved.unseen": "[{who} ha|Hai] spostato {thing} dal posto {slot} al posto {to}.",
    "entered.table": "[{who} ha|Hai] fatto entrare la carta «{card}», scoperta al posto {slot}.",
    "entered.discard": "[{who} ha|Hai] ripreso dagli scarti la carta «{card}», "
    "scoperta al posto {slot}.",
    "entered.aside": "[{who} ha|Hai] fatto entrare la carta «{card}» da quelle messe da parte, "
    "scoperta al posto {slot}.",
    "swapped": "[{who} ha|Hai] ripreso in mano la carta «{back}» e messo coperta "
    "la carta «{card}» al posto {slot}.",
    "swapped.unseen": "[{who} ha|Hai] ripreso in mano la carta «{back}» e messo "
    "una carta coperta al posto {slot}.",
    "turned_down": "{Thing} al posto {slot} è di nuovo coperta.",
    "bribed": "[{who} ha|Hai] comprato {thing}, posto {slot}{losses}.",
    "copied": "[{who} ha|Hai] copiato con «Senza Volto» (posto {slot}) "
    "la carta «{card}» (posto {target}).",
    "used": "[{who} ha|Hai] fatto agire la carta «{card}», posto {slot}, con «Combinazione».",
}
LOSSES = {
    "tokens": ("; {n} gettone perso", "; {n} gettoni persi"),
    "verdicts": ("; {n} condanna restituita", "; {n} condanne restituite"),
    "bribe": "; il gettone di corruzione torna a {briber}",
}
# Why nothing came of it; see `unsaid`.
NOTHING = {
    "heir": "Non porta nulla: nella fila c'è un'altra carta «{card}» scoperta.",
    "criminal": "Chi ha una carta accanto non ha influenza da perdere.",
    "conspiracy": "Sopra non c'erano segnalini: non c'è nulla da prendere.",
    "informant": "Non porta nulla: accanto, sulle carte coperte degli avversari, "
    "non ci sono segnalini.",
    "infiltration": "Nessun'altra carta di chi la gioca è coperta: nessun segnalino viene posto.",
    "uprising": "Accanto non c'è alcuna carta.",
    "shapeshifter": "Chi copia gli altri non può essere copiato.",
    "substitution": "Nessuna carta la sostituisce: serve un personaggio avversario non in pila "
    "e la stessa carta propria tra gli scarti o tra le carte messe da parte.",
    "cutthroat": "Una sola carta qui non rende nulla.",
    "own": "L'ha eliminata chi la controlla: non reagisce.",
}

QUESTIONS = {
    "place": "[{who} sceglie|Scegli] quale carta giocare e dove.",
    "wait_or_reveal": "[{who} decide|Decidi]: lasciare coperta la carta al posto {slot} "
    "o rivelarla?",
    "place_twin": "[{who} sceglie|Scegli] dove entra il Gemello.",
    "eliminate": "[{who} sceglie|Scegli] quale carta eliminare.",
    "steal": "[{who} sceglie|Scegli] a chi rubare.",
    "copy": "[{who} sceglie|Scegli] quale carta scoperta accanto copiare.",
    "move": "[{who} sceglie|Scegli] quale carta spostare e dove.",
    "bribe": "[{who} sceglie|Scegli] quale personaggio scoperto comprare.",
    "use": "[{who} sceglie|Scegli] quale personaggio scoperto agisce.",
    "use_or_take": "[{who} decide|Decidi]: far agire un personaggio o prendere il gettone?",
    "give": "[{who} sceglie|Scegli] su quale carta mettere i gettoni.",
    "informant": "[{who} decide|Decidi]: prendere punti dai vicini o scambiare con una carta "
    "della mano?",
    "diplomat": "[{who} decide|Decidi]: il Diplomatico resta, o va via con i gettoni?",
    "judge": "[{who} decide|Decidi]: mettere una condanna, o eliminare una carta che ce l'ha?",
}

MOVES = {
    "place": "giocare coperta la carta «{card}» {where}",
    "place.start": "all'inizio della fila",
    "place.end": "alla fine della fila",
    "place.on": "sopra {target}",
    "place_twin": "mettere scoperta la carta «{card}» {where}",
    "wait": "mettere un gettone sulla tua carta «{card}» e lasciarla coperta",
    "reveal": "rivelare la tua carta «{card}»: {effect}",
    "reveal.tokens": "rivelare la tua carta «{card}» e prenderne {tokens}; poi {effect}",
    "eliminate": "eliminare {target}",
    "steal": "rubare 1 punto a [victim:{victim}|te: non cambia nulla]",
    "copy": "copiare {target}",
    "move": "spostare {target} {where}",
    "move.start": "proprio all'inizio",
    "move.end": "proprio alla fine",
    "move.between": "fra i posti {before} e {after}",
    "bribe": "comprare {target}",
    "use": "far agire {target}",
    "use_or_take": "spendere un gettone per far agire {target}",
    "take": "prendere un gettone",
    "give": "mettere {tokens} sopra {target}",
    "gain.informant": "prendere tanti punti quanti gettoni sulle carte coperte avversarie accanto",
    "gain.judge": "prendere 1 punto; non ci sono più condanne da mettere",
    "swap": "riprendere in mano questa carta e mettere coperta al suo posto la carta «{card}»",
    "stay": "prendere 1 punto e lasciare il Diplomatico; "
    "un altro scoperto, se c'è, riceve 2 gettoni",
    "leave": "prendere tutti i suoi gettoni e scartarlo",
    "mark": "prendere 1 punto e mettere una condanna sopra {target}",
}
TARGET = "{thing} (posto {slot})"
