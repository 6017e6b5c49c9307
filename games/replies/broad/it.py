"""Italian."""

from games.replies.words.listed import listed

THIRD = r"e|isce|\w*[aio][sc]*(?:no)"
PAST = r"\w*(?:[aiu]t[oaie]|[aei]v[aeio])|erà|irà"
LET = {"che", "si"}
# What verbs begin with besides.
BEGIN = ("ri", "ra")

# Guards where a move is made, and say little where it is asked about.
SOFT = frozenset(
    listed("""
        solo | soltanto | chi | chiunque | mentre | caso | perché | anche | no | nessuno |
        nessuna | niente | senza | invece | ma | però | anzi | nulla | contro | penso | credo |
        può | sembra | cosa | quale | come | dove | meglio | devo | hmm | mmm | deciso | posso |
        direi | provo | già | minuti | attimo | momento | ancora | via | sempre | spesso | volta
        | ha | hanno | ho | era | aveva | loro | tu | detto | probabilmente
    """)
)

BROAD = {
    "else": listed("l altra | l altro | altra | altro"),
    "beside": listed("""
        accanto a | accanto al | accanto alla | accanto all | vicino a | vicino al | vicino alla |
        vicino all | a fianco di | di fianco a | di fianco all | adiacente a
    """),
    "g:defer": listed("""
        risponderò | rispondo dopo | rispondo domani | rispondo stasera | decido dopo | decido
        domani | decido stasera | decideremo | deciderò | vi faccio sapere | ti faccio sapere
    """),
    "under": listed("sotto | sotto a | sotto il | sotto la | sotto l"),
    "ask": listed("""
        puoi | potete | potresti | potreste | mi fai | mi fate | potrebbe | può | sarei grato se |
        sarei grata se | vi sarei grato se | vi sarei grata se
    """),
    "g:choice": listed("o | oppure | ovvero | viceversa | al contrario"),
    "x:": listed("""
        ma | però | bensì | invece | ma no | anche se | tuttavia | eppure | anzi | anzi no |
        no anzi | no aspetta | volevo dire | no no | mi correggo | come non detto | no scusa
        | no scusate
    """),
    "r:": listed("""
        vediamo chi | vediamo come | vediamo se | vediamo cosa | e vediamo | così non | cosi non |
        così impar* | cosi impar* | perché | perche | poiché | poiche | dato che | visto che |
        siccome | tanto | affinché | giacché | ché | così che | in modo che | almeno | perlomeno
    """),
    "v:wait": listed("""
        aspett* | attend* | attes* | pass* | salt* | temporegg* | indugi* | rimand* | rinvi* |
        pazient* | pazienza | riman* così | resto | restiamo | resto ferm* | sto buon* | sto buono
        | sto fermo | fermo | ferma | dorm* | che dorma | riposa | riposo | non faccio nulla |
        niente per ora | per ora niente | ancora un gettone | un altro gettone | gettone sopra |
        gettone in più | metto un segnalino | segnalino | aggiungo un gettone | accumul* | cresc* |
        matur* | cuoc* | troppo presto | è presto | ancora presto | non adesso | non ora | non oggi
        | più avanti | per ora no | lascia stare | lasciamo stare | lascia perdere | al prossimo
        giro | mi fermo | stiamo fermi | sto a guardare | me ne sto | zitto | zitta | in agguato |
        skip* | tempo al tempo | buona dove sta | lascio correre | tengo duro | un altro po | resto
        nascost* | come l altra volta | bocca cucita | non cambio niente | resta li | lasciatela lì
    """),
    "v:keep": listed("""
        lasc* | ten* | tien* | rest* | riman* | rimang* | manten* | mantien* | conserv* | stia |
        sta | stare | sto | custodi*
    """),
    "closed": listed("""
        copert* | chius* | nascost* | segret* | a faccia in giù | faccia in giù | a testa in giù |
        in giù | al buio | buio | velat* | oscur* | celat* | ignot* | misterios* | com è | così com
        è | dov è | dove sta | dove si trova | in ombra | ombra | sotto copertura | tranquill* | in
        pace | girata giù | intatt* | lì | giù | zitta | buona | sconosciut* | nascond* | ignota
    """),
    "v:reveal": listed("""
        rivel* | scopr* | scopert* tutto | gir* | apr* | mostr* | svel* | volt* | rivolt* |
        capovol* | capovolg* | esib* | palesa* | smascher* | manifest* | sfoder* | alz* |
        tir* fuori | tira fuori | espon* | espong* | fla* | flipp* | attiv* | scaten* |
        fatto vedere | faccio vedere | fai vedere | facciamo vedere | far vedere | vediam* |
        vedere | faccia in su | a faccia in su | in su | alla luce | luce del sole | alla
        luce del sole | carte in tavola | carte scoperte | giù la maschera | maschera |
        sorpresa | esca | esce | esci | uscire | viene fuori | fuori la carta | allo
        scoperto | scoperto | tolgo il velo | via il velo | al sole | spiattell* | spara |
        sparo la | show | ribalt* | disvel* | fuori | in tavola | carta in su | che tutti la
        vedano | che la vedano | la vedano tutti | guardate tutti | ecco la mia carta | ecco
        a voi | che vedano | gir* la | si scopre | a pancia all aria
    """),
    "v:eliminate": listed("""
        addio | ciao ciao | via di qui | ha chiuso | fuori dai piedi | ha rotto | men* | elimin* |
        uccid* | uccis* | ammazz* | distrugg* | assassin* la | togli* | tolgo | toglia* | rimuov* |
        cancell* | far* fuori | fai fuori | faccio fuori | facciamo fuori | fatto fuori | fuori |
        abbatt* | accopp* | fredd* | stend* | stermin* | annient* | giustizi* | secc* | spar* |
        colpisc* | colp* | attacc* | tagli* | pugnal* | accoltell* | avvelen* | strangol* | butt*
        giù | butto fuori | butta fuori | via | caccio | caccia | muor* | muoia | morte | mort* |
        crep* | bersaglio | miro | scart* | bruci* | schiacci* | polverizz* | liquid* | levat* |
        leva | levo | leviamo | tolt* | sbarazz* | liber* | decapit* | trafigg* | spedisco | al
        creatore | kill* | sopprim* | sbaragli* | disintegr* | muore | crepa | crepi | ghigliottina
        | patibolo | forca | al rogo | morte a | a morte
    """),
    "v:steal": listed("""
        portafogl* | tasc* | borsell* | rub* | frega* | fregh* | deruba* | svaligi* | sottra* |
        grattat* | gratt* | sgraffign* | scipp* | rapin* | borsegg* | prend* | preleva* | arraff* |
        soffi* | alleggeri* | pel* | saccheggi* | ciuff* | ciuccia* | spenn* | sfil* | furto |
        ladr* | depred* | intasc*
    """),
    "v:place": listed("""
        mett* | piazz* | gioc* | posizion* | pos* | cal* | schier* | butt* | lanci* | appoggi* |
        infil* | inser* | sistem* | colloc* | deposit* | piant* | ficc* | schiaff* | va | vada |
        vai | andare | apre | mand* | aggiung* | dispon* | metter* | tir* giù | lasc* | porto |
        porta
    """),
    "v:move": listed("""
        spost* | muov* | trasfer* | mand* | port* | sped* | sping* | tir* | trascin* | riloc* |
        slitt* | scal* | avvicin* | allontan* | retroce* | mett* | piazz* | va | vada | promuov* |
        cacc*
    """),
    "v:copy": listed("copi* | imit* | clon* | scimmiott* | finge* | divent*"),
    "v:bribe": listed("""
        corromp* | corrott* | compr* | pag* | recluta* | assold* | mazzett* | bustarell* | dalla
        mia parte | ha un prezzo | ha il suo prezzo | mazzetta | bustarella
    """),
    "v:use": listed("us* | utilizz* | attiv* | ripet* | sfrutt* | applic* | adoper*"),
    "v:take": listed("""
        prend* | raccol* | racco* | incass* | riscuot* | ritir* | intasc* | in tasca | il gettone
        per me
    """),
    "v:give": listed("dai | dà | dare | do | don* | regal* | assegn* | conced* | consegn*"),
    "v:gain": listed("""
        il punto | un punto | punto | guadagn* | otten* | ottien* | incass* | punti | prend* |
        ricav* | soldi | niente scambi | niente scambio | senza scambi
    """),
    "v:swap": listed("scambi* | cambi* | sostitu* | baratt* | rimpiazz*"),
    "v:stay": listed("""
        rest* | riman* | rimang* | ten* | tien* | non va da nessuna parte | non se ne va | rimane |
        resta qui
    """),
    "v:leave": listed("""
        va via | vada via | esce | lasc* | scart* | andarsene | se ne vada | congeda* | casa | a
        casa | se ne va | fa le valigie | fai le valigie | fuori di li | lo scarto | lo porto via
    """),
    "v:mark": listed("condann* | segn* | marc* | marchi* | verdetto | sentenzi* | bolla*"),
    "start": listed("""
        davanti a tutte | prima di tutte | avanti a tutte | inizi* | testa | in testa alla fila |
        apripista | comincia | cominci* | per cominciare | all inizio della fila | capo | a capo |
        capofila | in capo | primissim* | davanti a tutto | avanti | in avanti | avanti a tutti |
        prima degli altri | estrema sinistra | all estrema sinistra | bordo sinistro | lato
        sinistro | tutto a sinistra | tutta a sinistra | in apertura | apre la fila | apertura |
        partenza | primo della fila | prima della fila | principio | al principio | prima posizione
        | in pole | pole | prima di ogni altra | in prima linea | prima linea | in cima | cima |
        avanguardia | fronte | di fronte a tutti | davanti alle altre | dall inizio | guida la fila
        | in prima fila | capeggi* | guida* | più a sinistra possibile
    """),
    "end": listed("""
        fin* | fondo | coda | chiud* la fila | chiude | chiusura | in chiusura | ultimissim* | dopo
        tutti | dopo tutte | dopo gli altri | dopo le altre | dietro | dietro gli altri | dietro
        tutti | dietro tutte | estrema destra | all estrema destra | bordo destro | lato destro |
        tutto a destra | tutta a destra | ultima posizione | termine | al termine | ultimo della
        fila | ultima della fila | retroguardia | retro | in fondo alla fila | fanalino | fanalino
        di coda | ultima ruota | in fine | infine | in ultimo | per finire | conclusione | a
        chiudere | dietro alle altre | fondo fila | più a destra possibile
    """),
    "on": listed("""
        copr* | copro | in cima al | in cima alla | in cima all | sopra* | sullo | sulla | sul |
        sugli | addosso | a coprire | coprendo | sovrappo* | impil*
    """),
    "before": listed("subito prima | appena prima | prima"),
    "after": listed("subito dopo | subito dopo | appena dopo | dopo"),
    "left": listed("""
        vicina di sinistra | vicino di sinistra | sinistr* | sulla sinistra | alla sinistra | di
        sinistra | manca
    """),
    "right": listed("""
        vicina di destra | vicino di destra | destr* | sulla destra | alla destra | di destra
    """),
    "t:1": listed("""
        1 segnalino | 1 gettone | 1 moneta | 1 soldo | 1 segnalini | 1 gettoni | 1 monete |
        1 soldi
    """),
    "t:2": listed("""
        due segnalino | due gettone | due moneta | due soldo | due segnalini | due gettoni |
        due monete | due soldi | 2 segnalino | 2 gettone | 2 moneta | 2 soldo | 2 segnalini
        | 2 gettoni | 2 monete | 2 soldi
    """),
    "t:3": listed("""
        tre segnalino | tre gettone | tre moneta | tre soldo | tre segnalini | tre gettoni |
        tre monete | tre soldi | 3 segnalino | 3 gettone | 3 moneta | 3 soldo | 3 segnalini
        | 3 gettoni | 3 monete | 3 soldi
    """),
    "t:+": listed("""
        col segnalino | con il segnalino | con un segnalino | con i segnalini | con
        segnalini | col gettone | con il gettone | con i gettoni | con la moneta | con le
        monete | con i soldi | quella ricca | quella grassa | più ricca
    """),
    "t:most": listed("più segnalini | più gettoni | più monete | la più ricca | la più grassa"),
    "t:0": listed("senza segnalini | senza segnalino | senza gettoni | senza monete"),
    "t:verdict": listed("""
        col verdetto | con il verdetto | con un verdetto | ha il verdetto | ha già il
        verdetto | già il verdetto | condannata | la condannata | quella condannata | quella
        segnata | già segnata | il condannato | al condannato
    """),
    "c:spy": listed("""
        spi* | spie | spietta | spione | spiona | agente | agente segreto | ladro | ladra |
        ladruncol* | chi ruba | quella che ruba
    """),
    "c:archer": listed("arcier* | arcer* | tirator*"),
    "c:soldier": listed("soldat* | guerrier* | fante | militare | soldi* | truppa"),
    "c:heir": listed("ered* | successore | rampollo"),
    "c:lord": listed("lord* | signor* | nobile | nobiluomo | milord | barone"),
    "c:assassination": listed("assassin* | omicid* | sicari* | killer | velen*"),
    "c:royal_decree": listed("decret* | editt* | real* | ordine reale"),
    "c:ambush": listed("imbosc* | agguat* | trabocchett* | trappola"),
    "c:conspiracy": listed("cospir* | complott* | congiur* | intrig*"),
    "c:prince": listed("princip* | principin* | sua altezza"),
    "c:twin": listed("gemell* | fratell* | fratellin* | sosia"),
    "c:schemer": listed("intrigant* | macchinator* | tramator*"),
    "c:queen": listed("regin* | sua maestà"),
    "c:cutthroat": listed("tagliagol* | sicari* | scannator* | sgozzator*"),
    "c:apothecary": listed("speziale | farmacist* | erborist* | speziali"),
    "c:criminal": listed("criminal* | delinquent* | malvivent* | bandit* | furfant* | malfattor*"),
    "c:substitution": listed("sostitu* | scambio | rimpiazz*"),
    "c:bribe": listed("mazzett* | tangent* | bustarell* | corruzion*"),
    "c:combination": listed("combin* | combo"),
    "c:trap": listed("trappol* | tranell* | tagliol*"),
    "c:empress": listed("imperatric* | zarin*"),
    "c:fanatic": listed("fanatic* | zelot* | invasat* | estremist*"),
    "c:informant": listed("informat* | spion* | delator* | soffiat* | talp*"),
    "c:diplomat": listed("diplomatic* | ambasciat* | consol*"),
    "c:deserter": listed("disertor* | fuggiasc* | fuggitiv* | transfug* | voltagabban*"),
    "c:judge": listed("giudic* | magistrat* | vostro onore"),
    "c:uprising": listed("rivolt* | insurrezion* | sommoss* | ribellion* | rivoluzion*"),
    "c:extortion": listed("estorsion* | racket | pizzo | ricatt*"),
    "c:infiltration": listed("infiltraz* | infiltrat*"),
    "c:treaty": listed("trattat* | patto | accordo"),
    "c:shapeshifter": listed("senza volto | mutaform* | mutafac* | trasformist*"),
    "others": listed("avversari* | nemic* | altrui | rival*"),
    "mine": listed("mi* | propri* | me"),
    "open": listed("scopert* | apert* | visibil* | visibile | che vedo | si vede | che si vede"),
    "": listed("""
        buon | buon compleanno | tanti auguri | auguri | buon natale | buona pasqua | mi sa
        che | mi sa | se lo merita | se la merita | definitivo | arrabbiare | colui che |
        colei che | chi sta | chi è | deve | dovrebbe | spero che | niente di personale |
        nulla di personale | senza rancore | non te la prendere | non prendertela | non
        offenderti | scusami | scusatemi | scusate il ritardo | scusa il ritardo | mi
        dispiace | mi spiace | per il ritardo | per l attesa | ritardo | attesa | spero |
        speriamo | penso che | penso di | io penso | credo che | credo di | direi di | direi
        che | direi | bisogna | serve | è ora | è ora di | è il momento | è il momento di |
        è tempo di | ora di | tempo di | era ora | basta | basta aspettare | basta attendere
        | abbiamo aspettato abbastanza | ho aspettato abbastanza | inutile aspettare |
        inutile attendere | stanco di aspettare | stanca di aspettare | senza esitare |
        senza esitazione | senza dubbio | senza dubbi | senza pietà | nessuna pietà | nessun
        problema | nessun dubbio | senza pensarci | senza pensarci due volte | ci ho pensato
        | ci ho pensato e | dopo averci pensato | come sempre | come al solito | come
        promesso | come previsto | come d accordo | ho deciso | ho deciso di | deciso | ho
        scelto | scelgo | ho scelto di | la mia scelta | scelta | decisione | faccio | fai |
        fate | facciamo | fare | fa | voglio | vorrei | mi piacerebbe | preferisco |
        preferirei | preferisco di | ma sì | beh | be | bè | mah sì | ecco | dunque | allora
        | quindi | insomma | cioè | tipo | su | suvvia | orsù | ebbene | ahi | eh | oh | uff
        | uffa | cavolo | accidenti | diamine | cazzo | merda | chissene | chi se ne importa
        | chi se ne frega | me ne frego | non importa | fa niente | non fa niente | fa lo
        stesso | pazienza | gente | ragazzi | ragazze | amico | amica | bello | bella | caro
        mio | tesoro | fratello | via | andiamo | forza | vai | vai così | finalmente |
        stavolta | questa volta | sta volta | in questo turno | questo turno | per questo
        turno | per stavolta | per adesso | per il momento | al momento | per un po | così
        sia | subito | immediatamente | in fretta | veloce | rapidamente | adesso | proprio
        | proprio ora | lì | là | qui | qua | questi | queste | quel | quei | quegli |
        quelle | suo | sua | suoi | sue | tuo | tua | tuoi | tue | vostro | vostra | nostro
        | nostra | lui | lei | loro | gli | le | vi | ti | te | tu | voi | me | mi | ce | ve
        | se non ti dispiace | se non vi dispiace | se posso | se possibile | se permettete
        | se non è un problema | se non è un disturbo | se non disturbo | molto | troppo |
        troppa | troppi | tanto | tanta | tanti | più | meglio | il meglio | è meglio | più
        facile | facile | semplice | buono | cattivo | grande | piccolo | piccola | vecchio
        | povero | povera | furbo | furba | pericoloso | pericolosa | maledetto | maledetta
        | fastidioso | ricco | antipatico | simpatico | odioso | ancora una volta | di nuovo
        | una volta | giro | turno | questo giro | dal telefono | dal treno | rispondo |
        risposta | mio | mia | mossa | si può | possiamo | potete | per cortesia |
        cortesemente | gentilmente | che sta | che c è | che è | sta | stanno | che si trova
        | quello che | quella che | al bordo | bordo | della fila | fila | riga | accanto |
        vicino | cosa | pezzo | cartina | cartuccia | cart* | giocator* | posizion* | posto
        | casella | slot* | e basta | ed è tutto | è tutto | sicuramente | certamente |
        certo | certo che sì | ovviamente | naturalmente | assolutamente | decisamente | sì
        sì | okay | va benone | benissimo | dai dai | evviva | viva il re | viva la regina |
        urrà | ahah* | haha* | eheh* | lol | sono sicuro | sono sicura | sicuro | sicura |
        nessuna scelta | non ho scelta | niente da fare | c è poco da fare | non c è altro |
        non fa nulla | rischio | rischiamo | chi non risica | chi non risica non rosica |
        buona fortuna | in bocca al lupo | per forza | devo | dobbiamo | tocca a me | eccomi
        | il mio turno | è | sono | ho | ha | hai | abbiamo | era | tutto | tutta | anche |
        come | coi | col | agli | alle | dai | sugli | tra l altro | secondo me | qualcosa |
        fra le due | tra le due | fra i due | tra i due | delle due | dei due | non mi piace
        | non mi piacciono | non se ne può più | non ne posso più | non se ne puo piu | non
        ne posso piu | mi sembra che | mi pare | tutta la vita | dal cellulare | perciò |
        pertanto | per questo | così | al suo posto | al posto suo | quello che ha | ciò che
        | solo | soltanto | vediamo che succede | vediamo cosa succede | vediamo cosa c è |
        sembra | pare | se non disturbo | se devo essere sincer* | se ti va | se vi va | se
        proprio devo | se proprio volete | alla fine | stesso | stessa | mm | m | che ci
        pensi | peggio di così | non se ne parla più | non se ne parla piu | chiedete | mi
        chiedi | mi chiedete | se non è di disturbo | se non disturba | se non le dispiace
    """),
    "g:question": listed("""
        conviene | mi conviene | che dite | che ne dite | che ne pensate | che ne pensi | cosa ne
        pensate | secondo voi | secondo te | consigli | consiglio | consigliate | chi lo sa | e se
        | cosa succede | che succede | è meglio se | quale carta | posso | si può | dovrei | devo o
    """),
    "g:doubt": listed("""
        non so | non saprei | non sono sicur* | sono indecis* | indecis* | dubbi* | dubit* | può
        darsi | può essere | chissà | forse | magari | pensarci | ci devo pensare | ci penso | ci
        sto pensando | fammi pensare | fatemi pensare | sto pensando | non ho deciso | non ho
        ancora deciso | aspetta un attimo | un attimo | in teoria | avrei
    """),
    "g:negation": listed("""
        non voglio | non devo | non posso | non bisogna | non serve | non conviene | invece di |
        invece | risparmi* | pietà per | peccato | annull* | ritiro quello | ho cambiato idea |
        cambiato idea | ho sbagliato | sbagli* | per sbaglio | per errore | refuso | tranne |
        eccetto | a parte | salvo | evit* | ho paura | odio | neanche | nemmeno | giammai | men che
        meno | troppo presto | è presto | presto per | ancora presto | nn | lasciala vivere |
        lascialo vivere | lascialo stare | lasciala stare | lascia stare
    """),
    "g:time": listed("""
        poi | dopo di che | più tardi | al prossimo turno | il prossimo turno | la prossima volta |
        prossimo turno | prossimo giro | l ultima volta | l altra volta | dopo cena | dopo il
        lavoro | stasera | stanotte | domattina | un giorno | prima o poi | avrei | avevo | avevamo
        | stavo per | stavo pensando | ero | volevo ma | tra un ora | fra un ora | tra poco | fra
        poco | ho appena | appena finito | abbiamo appena | volevo | pensavo | pensavo a | pensavo
        di | ero tentato | ero tentata | avrei voluto
    """),
    "g:speech": listed("""
        dice | dicono | ha detto | hanno detto | dicev* | pensa | crede | vuole | vuole che |
        vorrebbe | chiede | ha chiesto | suggeri* | consiglia | ha consigliato | insiste | pretende
        | scrive | ha scritto | secondo lui | secondo lei | mio fratello | mia moglie | mio marito
        | mio figlio | mia figlia | a quanto pare | ama | teme | aspetta di | ha fatto | ha
        rivelato | ha scoperto | ha giocato | ha ucciso | ha rubato | scopre | uccide | muove |
        mette | rivelano | apre la sua | la tua | il tuo
    """),
    "g:condition": listed("""
        se | quando | appena | non appena | finché | qualora | purché | a patto | a meno che | nel
        caso | solo se | anche se | se solo | dipende | altrimenti | sempre che | ammesso che | a
        condizione | una volta che | fino a quando | fintanto
    """),
}
