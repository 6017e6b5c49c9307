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
    "ambush": "se la elimina la carta di un avversario, 4 punti per te e anche quella carta è persa; "
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
