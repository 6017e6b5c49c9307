"""Italian."""

from games.replies.words.listed import listed

MEANS = {
    "v:wait": listed("""
        aspetto un altro giro | un altro giro | aspettiamo ancora | attendo ancora | aspettare
        ancora | ancora un turno | un altro turno | per un altro turno | ancora un giro | aspetto
        ancora un turno | ancora un turno aspetto | aspetto un altro turno | aspetto ancora un giro
        | aspetto un giro | resto così | sto fermo | sto ferma | per ora la lascio | la tengo così
        | la lascio coperta | per ora niente | aspettiamo | attendiamo | passiamo | aspetterò |
        attenderò | metto un gettone | metti un gettone | un gettone sopra | la lascio così |
        lascia stare | resto fermo | aspetto ancora | aspetto ancora un po | ancora un po aspetto |
        per ora aspetto | aspettate | salto | rimango coperto | resto coperto
    """),
    "v:keep": listed("""
        lascio | lascia | lasciare | lasciate | lasciamo | lasciala | lasciarla | tengo | tieni |
        tenere | tenerla | tienila | resta | rimane | lascerò | mantengo | resti | rimanga |
        lasciamola | teniamola | lasciatela | teniamo
    """),
    "v:reveal": listed("""
        scopriamola | giriamola | riveliamola | apriamola | mostriamola | voltiamola | voltala | la
        giriamo | la scopriamo | la riveliamo | riveliamo | scopriamo | rivelate | scoprite
        | la giro | giro la carta | gira | girare | girala | girarla | rivelala | scoprila |
        rivelarla | scoprirla | apro |
        apri | aprire | aprila | mostro | mostra | mostrare | mostrala | svelo | svela | svelare |
        rivelerò | scoprirò | voltare | volta | giratela | gioco scoperta
    """),
    "v:place": listed("""
        va | vada | mettilo | mettila | metti | piazzo | piazza | metto | mettiamo | piazziamo |
        giochiamo | posiziono | posizionare | posiziona | metterò | poso | posa | posare | mettete
        | aggiungo | calo | schiero
    """),
    "v:eliminate": listed("""
        fuori | eliminiamola | eliminala | eliminalo | uccidila | uccidilo | leviamo | levo |
        uccidi | ammazza | ammazzare | uccidiamo | ammazziamo | fai fuori | fare fuori | avveleno |
        avvelena | avvelenare | abbatto | abbatti | elimina | eliminiamo | uccido | uccidere |
        ammazzo | distruggo | distruggi | distruggere | colpisco | colpisci | colpire | attacco |
        tolgo | togliere | togli | rimuovo | faccio fuori
    """),
    "v:steal": listed("prendo un punto | rubiamo | rubo un punto | derubo | derubare"),
    "v:copy": listed("copiamo | imito | imita | imitare"),
    "v:move": listed("spostiamo | trasferisco"),
    "v:bribe": listed("compro | comprare | compra | pago"),
    "v:use": listed("utilizzo | utilizzare | attivo | attivare | faccio agire | far agire"),
    "v:take": listed("prendiamo | raccolgo"),
    "v:give": listed("do | diamo | dono"),
    "v:gain": listed("incasso | prendo i punti | prendere i punti"),
    "v:swap": listed("scambiamo | cambio"),
    "v:stay": listed("resta | rimane | lo lascio"),
    "v:leave": listed("va via | vado | lo scarto | scarto | se ne va"),
    "v:mark": listed("condanniamo | metto una condanna | una condanna su"),
    "start": listed("""
        primo posto | in prima fila | come primo | in prima | inizio | all inizio | l inizio | in
        testa | davanti | davanti a tutti | prima di tutti | per prima | per primo | in cima alla
        fila | al primo posto | in prima posizione | proprio all inizio
    """),
    "end": listed("""
        ultimo posto | all ultimo | in ultima | come ultima | come ultimo | fine | alla fine | la
        fine | in fondo | in coda | per ultima | per ultimo | all ultimo posto | in ultima
        posizione | proprio alla fine | al fondo | dietro a tutti
    """),
    "on": listed("""
        copro | coprire | copri | su | sopra | sul | sullo | sulla | sull | sopra il | sopra la |
        sopra a | in cima a
    """),
    "to": listed("a | in | verso | al | alla | allo | all | nel | nella"),
    "before": listed("""
        prima di | prima del | prima della | prima dello | davanti a | davanti al | davanti alla
    """),
    "after": listed("""
        dopo | dopo di | dietro | dopo il | dopo la | dietro a | dietro al | dietro alla
    """),
    "between": listed("tra | fra"),
    "left": listed("sinistra | a sinistra | a sinistra di | a sinistra del | a sinistra della"),
    "right": listed("destra | a destra | a destra di | a destra del | a destra della"),
    "mine": listed("mia | mio | mie | miei | propria"),
    "others": listed("avversari* | altrui"),
    "open": listed("scoperta | scoperto | aperta | aperto | visibile"),
    "closed": listed("coperta | coperto | chiusa | chiuso | nascost* | a faccia in giù"),
    "token": listed("gettone | gettoni | moneta"),
    "o:1": listed("prima | primo"),
    "o:2": listed("seconda | secondo"),
    "o:3": listed("terza | terzo"),
    "o:4": listed("quarta | quarto"),
    "o:5": listed("quinta | quinto"),
    "o:6": listed("sesta | sesto"),
    "o:7": listed("settima | settimo"),
    "o:8": listed("ottava | ottavo"),
    "o:9": listed("nona | nono"),
    "o:-2": listed("penultim*"),
    "o:-1": listed("ultima | ultimo"),
    "n:1": listed("uno | una | un"),
    "n:2": listed("due"),
    "n:3": listed("tre"),
    "n:4": listed("quattro"),
    "n:5": listed("cinque"),
    "n:6": listed("sei"),
    "n:7": listed("sette"),
    "n:8": listed("otto"),
}
FILLERS = listed("""
    basta aspettare | basta attese | in questo round | questo round | il | lo | la | i | gli | le |
    l | un | una | uno | io | noi | carta | carte | questa | questo | quella | quello | di | del |
    della | dello | dell | d | da | dal | dalla | con | e | ed | posto | slot | numero | posizione
    | fila | in | a | giocatore | voglio | vorrei | scelgo | scelta | la mia scelta | la mia mossa
    | mossa | decido di | ho deciso di | la mia risposta | risposta | adesso | ora | allora |
    semplicemente | va bene | ok | dai | per ora | stavolta | questa volta | qui | che | è | sto |
    in gioco | sì | si | oggi | ancora una volta | delle | dei | punto | mi | ne | ci | al | alla |
    nella | nel | della fila | quindi | preferisco
""")
POLITE = listed("""
    buonanotte | buona notte | dai | forza | per favore | per piacere | per cortesia | grazie |
    grazie mille | ciao | ciao a tutti | buongiorno | buonasera | salve | a tutti | tutti | buona
    fortuna | buona partita | bella partita | buona giornata | buona serata | scusa | scusate | a
    presto | amici | bella mossa | ragazzi | evviva | ottimo | bene | perfetto | saluti | un saluto
    | ah | cordiali saluti | in bocca al lupo | complimenti | caro | cara | buon divertimento |
    prego
""")
GREETINGS = listed("""
    ciao | buongiorno | buonasera | salve | caro | cara | cari | carissim* | gentil* | buon | ehi
""")
SIGN_OFFS = listed("""
    cordiali saluti | saluti | un saluto | grazie | a presto | distinti saluti | ciao | buona
    giornata | un abbraccio | cari saluti | grazie mille | tanti saluti | buona serata
""")
GUARDS = {
    "condition": listed("""
        se | quando | appena | finché | finche | qualora | purché | purche | solo | soltanto | chi
        | chiunque | mentre | a meno | nel caso | caso | dipende | altrimenti | ogni volta | una
        volta che | dopo che | prima che | a condizione | patto | perché | anche | avesse | fosse |
        dovesse | non appena | subito dopo | finquando | fintanto
    """),
    "negation": listed("""
        non | no | mai | né | nessun* | niente | senza | tranne | invece | ma | però | annull* |
        errore | sbagli* | cambiato idea | anzi | neanche | nemmeno | dimentica* | nulla | stop |
        contro
    """),
    "doubt": listed("""
        forse | magari | penso | credo | probabilmente | può | potrei | potrebbe | dubb* | incert*
        | o | oppure | sarebbe | dovrei | conviene | sembra | chissà | boh | mah | cosa | quale |
        come | dove | meglio | devo | bisogna | hmm | mmm | pensarci | ci penso | pensando |
        tentat* | scherz* | sicur* | deciso | aspetta un | posso | suppongo | immagino | direi |
        tentato | proverei | provo | un attimo | idea
    """),
    "time": listed("""
        domani | ieri | più tardi | poi | tardi | già | prossim* | lunedì | martedì | mercoledì |
        giovedì | venerdì | sabato | domenica | ferie | vacanza | fino | minut* | attimo | momento
        | ora e | ore | settiman* | scors* | presto | stasera | occupat* | poi dopo | ancora |
        dopodomani | via | impegnat* | round | sempre | spesso | volta
    """),
    "speech": listed("""
        dice | detto | disse | pensa | chiede | ha | hanno | ho | rivelato | scoperto la | giocato
        | aspettato | vuole | voleva | consiglia | suggerisce | scrive | scritto | era | aveva |
        lei | lui | loro | rivela la | tu | dicono | è stato
    """),
}
YES = listed("""
    sì | si | sì grazie | sì per favore | certo | esatto | giusto | confermo | ok | va bene | d
    accordo | proprio così
""")
NO = listed("no | no grazie | non quello | non così")
# To whoever is asked to wait or to reveal.
NOT_NOW = listed("""
    no non adesso | non adesso | non ora | no non ora | per ora no | no per ora no | non ancora |
    no non ancora | non stavolta | no non stavolta | non questa volta
""")
# Beside waiting they put nothing off.
STILL = listed("ancora | ancora un po | per ora")
_LETTERS = r"(lettere|mail|email|e mail|messaggi|posta)"
REQUESTS = {
    "stop": [
        r"(per favore )?(non|smettete di|smetti di|basta|smettetela di) "
        r"(mandatemi|mandarmi|inviatemi|inviarmi|scrivetemi|scrivermi|mandare|inviare|scrivere)"
        r"( più)?( queste| altre| tali| più)*( " + _LETTERS + r")?( più| per favore)?",
        r"(non voglio|non desidero) (più )?(ricevere )?(più )?(queste |altre |più )*" + _LETTERS,
        r"(basta|niente più) (con )?(le |queste |più )*" + _LETTERS,
        r"(cancellatemi|disiscrivetemi|disiscrivimi|toglietemi)( dalla lista)?",
        r"disiscrizione",
    ],
    "resume": [r"(mandatemi|scrivetemi|inviatemi) di nuovo( le)?( lettere| mail)?"],
    "pause": [
        r"(una )?pausa",
        r"(vorrei|chiedo|propongo|serve|mi serve|facciamo|possiamo fare|si può fare) (fare "
        r")?una pausa",
        r"(mettete|mettiamo|mettere) (il gioco |la partita )?in pausa( la partita| il gioco)?",
    ],
    "time": [
        r"(mi serve|ho bisogno di|mi occorre|vorrei|datemi|dammi|avrei bisogno di) (un po di "
        r"|un po )?(più|altro|ancora)( di)? tempo",
        r"(mi )?(date|dai|dareste|daresti|concedete|concedi) (ancora )?(un po di )?"
        r"(altro |più )?tempo( in più)?",
        r"più tempo",
        r"quanto tempo (ho|mi resta|mi rimane|resta)( ancora)?",
        r"posso avere (un po )?(più|altro)( di)? tempo",
    ],
    "resign": [
        r"(io )?(mi arrendo|mi ritiro|abbandono|lascio la partita|rinuncio)( la partita)?",
        r"voglio (arrendermi|ritirarmi|abbandonare( la partita)?)",
    ],
    "card": [
        r"(che )?cosa (fa|è|significa|può fare) (?:il |lo |la |l |un |una )?(?P<card>.+)",
        r"che fa (?:il |lo |la |l )?(?P<card>.+)",
        r"come (funziona|agisce) (?:il |lo |la |l )?(?P<card>.+)",
        r"spiega(mi)? (?:il |lo |la |l )?(?P<card>.+)",
    ],
    "hold": [
        r"(che|quali) carte (ho|tengo|mi restano)( in mano)?",
        r"(che )?cosa (ho|tengo)( in mano)?",
        r"(quali sono )?le mie carte",
        r"mostrami le mie carte",
        r"la mia mano",
    ],
    "status": [
        r"(a )?chi (stiamo )?(aspettando|aspettiamo)",
        r"(di chi|a chi) (è il |il )?(turno|tocca)( ora| adesso)?",
        r"a chi tocca",
        r"di chi è il turno",
        r"tocca a me",
        r"chi (decide|gioca|tocca)( ora| adesso)?",
        r"(com è|qual è|come va) (la situazione|lo stato|la partita)",
        r"(che )?cosa è successo",
        r"mostrami il tavolo",
    ],
    "help": [
        r"come (devo |posso |si )?(rispondere|rispondo|risponde|giocare|gioco|gioca)",
        r"(che )?cosa (devo|posso) (fare|scrivere)",
        r"aiutatemi",
        r"non capisco",
        r"non ho capito",
    ],
    "no_orders": [r"(annulla|annullate|cancella) (tutti )?(i )?(miei )?ordini"],
    "back": [r"sono (tornato|tornata|di nuovo qui)"],
    "hide": [r"nascondi le mie carte"],
    "show": [r"mostra le mie carte"],
}
TALK = [
    r"(?:per favore,? )?(?:di|dì|di'|dite|scrivi|scrivete|dici)\s+(?:a\s+|al\s+|agli\s+"
    r")?(?P<whom>tutti|tavolo|"
    r"altri|{names})\s*(?:[:,–-]\s*|che\s+|\s)(?P<words>.+)",
]
