"""Answers as people write them, in four languages, and what each of them means.

A line: the position (see `positions`), the language, the meaning, and after `:=` what was written
(`\\n` is a line's end). A meaning is a move; `-` moves nothing; `=` is a request, by its name.
"""

# ruff: noqa: E501 – what somebody wrote stands on one line

from tests.post import heldout_again, heldout_phones
from tests.post.understanding import answers

_LINES = r"""
W en wait := wait
W en wait := I wait
W en wait := I'll wait, thanks!
W en wait := Leave it closed, please.
W en wait := leave it face down
W en wait := Keep it closed 🙂
W en wait := Not revealing... keep the Ambush closed
W en wait := PASS!!!
W en wait := Hi all,\n\nI will wait.\n\nCheers,\nAnn Archer
W en wait := wait with Ambush
W en wait := let's wait
W en wait := put a token on it
W en wait := I don't reveal it
W en wait := Wiat
W en wait := Hello!\n\nwait\n\nJack Lord\nHead of Sales\n+44 20 7946 0018
W en reveal := reveal
W en reveal := open it
W en reveal := I reveal the Ambush
W en reveal := Turn it over please
W en reveal := flip it!
W en reveal := Open.
W en reveal := please reveal my ambush, thank you
W en reveal := REVEAL
W en reveal := revael
W en reveal := I'd like to reveal it
W en reveal := reveal\n\n--\nJack Lord
W en reveal := reveal\n\nThis e-mail is confidential. Any use, copy or disclosure by anyone other than the intended recipient is prohibited. If you have received it in error, please delete it.
W en reveal := reveal\n\nSent from my iPhone
W en reveal := -----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nreveal\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----
W en reveal := Good morning everybody! Reveal it, please. Have a nice day!
W en reveal := Show it.
W en - := When she reveals hers, reveal
W en - := If Bohdan waits, reveal
W en - := reveal?
W en - := Should I reveal?
W en - := I think I might reveal
W en - := maybe wait
W en - := no wait, reveal
W en - := I am away until Monday, please wait
W en - := don't wait
W en - := As soon as Carol opens her card\nI will reveal
W en - := I would reveal, but not yet
W en - := wait, let me think
W en - := Carol said "reveal"
W en - := Reveal unless Bohdan has more than five points.
W en - := Yesterday I revealed the Spy
W en - := tomorrow I reveal
W en - := Once Dmytro has played, reveal it
W en - := reveal or wait, I do not care
W en - := What happens when I reveal it?
W en - := Not sure. Reveal looks good.
W en - := I never reveal so early
W en - := Had Carol waited, I would reveal
W en - := reveal it in the next round
W en - := wait a minute
W en - := I revealed it already
W en - := Reveal\n\nHmm, no, sorry, I changed my mind
W en - := I am thinking about whether\nto wait.
W en - := Provided that nobody attacks, wait
W en - := You should reveal
W en - := Why wait?
W en - := I'd rather not reveal
W en - := Bohdan: reveal
W en - := Whoever reveals first loses
W en - := asap after Carol: reveal
W en - := can't wait to see what happens
W en - := Only reveal with three tokens on it
W en - := I'm inclined to wait
W en - := "wait" is what my brother would do
W en - := I guess reveal
W en - := after Carol's turn reveal mine
W en - := wait until round 4 maybe
W en =stop := please stop sending me these
W en =stop := Unsubscribe
W en =stop := No more mails please
W en =pause := pause
W en =pause := Can we pause the game?
W en =time := I need more time
W en =time := More time please
W en =resign := I resign
W en =resign := I give up
W en =card ambush := What does the Ambush do?
W en =card spy := what does spy do
W en =hold := What do I hold?
W en =hold := what are my cards?
W en =status := Who are we waiting for?
W en =status := whose turn is it?
W en =talk := tell the table: good game everybody
W en =talk 1 := tell Bohdan: shall we join forces?
W en =help := help
P en place ambush end := the Ambush at the end please
P en place ambush end := I play Ambush at the end
P en place spy start := Spy first
P en place spy start := Put my Spy in front.
P en place spy start := place spy at the start of the row
P en place lord on 2 := Lord on slot 2
P en place lord on 2 := Lord on top of my Assassination
P en place heir on 4 := heir on my Conspiracy card
P en place soldier end := Soldier, last
P en place archer start := Archer at the beginning, please :)
P en place archer start := place archer before slot 1
P en place soldier end := soldier after slot 4
P en place spy on 4 := I'd like to put the spy on 4
P en place ambush end := ambsh end
P en place heir end := Play the heir.\nAt the end.
P en place spy end := place spy end\n\nAnn Archer
P en - := place spy
P en - := spy or lord at the end
P en - := at the end
P en - := Not the Spy at the end
P en - := I wonder about placing the Spy at the end
P en - := spy at the end, or should it be the lord?
P en - := place spy on 3
P en - := place queen end
P en - := If I place spy end, can Bohdan kill it?
P en - := place spy end in the next round perhaps
E en eliminate 2 := eliminate 2
E en eliminate 2 := slot 2
E en eliminate 2 := Kill the Spy
E en eliminate 2 := the spy
E en eliminate 2 := Bohdan's card please
E en eliminate 4 := Carol
E en eliminate 4 := kill Carol's closed card
E en eliminate 4 := the closed one
E en eliminate 2 := the open one
E en eliminate 4 := the last one
E en eliminate 2 := the first one
E en eliminate 2 := I eliminate Bohdan's Spy in slot 2, sorry mate
E en - := eliminate 3
E en - := not the spy
E en - := anything but Carol
E en - := the spy?
E en - := Is it wise to kill the spy?
E en - := either
E en - := Bohdan thinks I should take Carol
X en eliminate 6 := the Heir
X en eliminate 3 := Carol's Spy
X en eliminate 1 := the first card
X en eliminate 6 := the last one please
X en eliminate 4 := Dmytro's card
X en eliminate 5 := slot five
X en eliminate 5 := Kill number 5
X en eliminate 5 := 5th slot
X en - := Carol's card
X en - := one of Bohdan's
X en - := Lord Carol said hi
X en - := eliminate 3 or 4
D en move 3 to 0 := move 3 to 0
D en move 3 to 0 := move the Spy to the start
D en move 1 to 4 := slot 1 to the end
D en move 1 to 2 := move slot 1 between 2 and 3
D en - := move the Spy
S en steal 1 := steal from Bohdan
S en steal 1 := Bohdan
S en steal 3 := rob Carol please
S en steal 3 := take it from Carol
S en - := steal
W uk wait := чекаю
W uk wait := Я чекаю
W uk wait := Залишаю закритою
W uk wait := лишити закритою, будь ласка
W uk wait := не відкриваю
W uk wait := Не відкривати!
W uk wait := Добрий вечір!\n\nЗачекаю.\n\nЗ повагою,\nОлена Лорд
W uk wait := пас
W uk reveal := розкрити
W uk reveal := Розкриваю Засідку
W uk reveal := відкриваю
W uk reveal := Відкрийте, будь ласка
W uk reveal := ВІДКРИТИ!!!
W uk reveal := Відкриваю свою засідку. Дякую!
W uk reveal := відкриваємо
W uk reveal := відкритти
W uk - := якщо вона відкриє, відкрити
W uk - := Коли Карол відкриє свою, відкрити
W uk - := відкрити?
W uk - := Мабуть, відкрию
W uk - := не знаю, може відкрити
W uk - := Я у відпустці до понеділка, прошу зачекати
W uk - := відкрию завтра
W uk - := щойно він зіграє, відкривай
W uk - := А якщо відкрити?
W uk - := Богдан каже відкрити
W uk - := чекати чи відкрити
W uk - := Вона вже відкрила
W uk - := не чекати
W uk - := стривай, подумаю
W uk =stop := Будь ласка, не надсилайте мені більше цих листів
W uk =pause := пауза
W uk =time := Потрібно більше часу
W uk =resign := здаюся
W uk =card ambush := Що робить Засідка?
W uk =hold := Що в мене на руці?
W uk =status := На кого чекаємо?
W uk =talk := скажи всім: гарна гра
W uk =talk 1 := скажи Bohdan: привіт
P uk place ambush end := Засідку в кінець, будь ласка
P uk place spy start := шпигуна на початок
P uk place lord on 2 := Кладу Лорда на 2
P uk place heir end := Спадкоємця останнім
P uk place soldier on 4 := солдата на Змову
P uk place archer start := Граю лучницю першою
P uk - := шпигуна або лорда в кінець
P uk - := Може, засідку в кінець?
P uk - := тільки не шпигуна в кінець
E uk eliminate 2 := вилучаю шпигуна
E uk eliminate 2 := місце 2
E uk eliminate 4 := закриту
E uk eliminate 4 := Carol
E uk eliminate 2 := перша
E uk - := не шпигуна
X uk eliminate 6 := Спадкоємець Carol
X uk eliminate 6 := остання карта
X uk eliminate 4 := карту Dmytro
D uk move 3 to 0 := шпигуна на початок
W ru wait := жду
W ru wait := Я жду
W ru wait := оставляю закрытой
W ru wait := Оставить закрытой, пожалуйста
W ru wait := не открываю
W ru wait := Привет всем!\nПодожду.\nС уважением, Иван Лучник
W ru wait := пас
W ru reveal := раскрыть
W ru reveal := Раскрываю засаду
W ru reveal := открываю
W ru reveal := Откройте, пожалуйста.
W ru reveal := ОТКРЫВАЮ
W ru reveal := вскрываю
W ru reveal := переворачиваю
W ru reveal := Открываю.\n\n--\nОтправлено из Mail.ru для Android
W ru reveal := открвыаю
W ru - := если она откроет, открыть
W ru - := Когда Кэрол откроет свою, открывай
W ru - := открыть?
W ru - := наверное, открою
W ru - := не уверен, может открыть
W ru - := Я в отпуске до понедельника, прошу подождать
W ru - := открою завтра
W ru - := как только он сыграет, открывай
W ru - := Богдан сказал открыть
W ru - := ждать или открыть
W ru - := Она уже открыла
W ru - := не ждать
W ru - := подожди, я подумаю
W ru - := стоит ли открыть
W ru =stop := Пожалуйста, больше не присылайте мне этих писем
W ru =pause := давайте сделаем паузу
W ru =time := Мне нужно больше времени
W ru =resign := сдаюсь
W ru =card ambush := Что делает Засада?
W ru =hold := какие у меня карты?
W ru =status := Кого ждём?
W ru =talk := скажи всем: отличная игра
P ru place ambush end := Засаду в конец, пожалуйста
P ru place spy start := шпиона в начало
P ru place lord on 2 := Кладу Лорда на 2
P ru place heir end := Наследника последним
P ru place soldier on 4 := солдата на заговор
P ru - := шпиона или лорда в конец
P ru - := Может, засаду в конец?
P ru - := только не шпиона в конец
E ru eliminate 2 := устраняю шпиона
E ru eliminate 2 := слот 2
E ru eliminate 4 := закрытую
E ru eliminate 2 := убить открытую
E ru - := не шпиона
X ru eliminate 6 := последняя карта
X ru eliminate 1 := первая
X ru eliminate 3 := шпиона
D ru move 3 to 0 := шпиона в начало
S ru steal 1 := украсть у Bohdan
W it wait := aspetto
W it wait := Io aspetto
W it wait := la lascio coperta
W it wait := Lascia coperta, per favore
W it wait := non rivelo
W it wait := Buongiorno a tutti,\npasso.\nCordiali saluti\nMario Lord
W it reveal := rivelo
W it reveal := Rivelo l'Imboscata
W it reveal := scopro la carta
W it reveal := Girala, per favore
W it reveal := RIVELARE
W it reveal := la rivelo, grazie!
W it reveal := rivleo
W it - := se lei rivela, rivelo
W it - := Quando Carol scopre la sua, rivelo
W it - := rivelo?
W it - := forse rivelo
W it - := non so, magari aspetto
W it - := Sono via fino a lunedì, per favore aspetta
W it - := rivelo domani
W it - := appena gioca, rivelo
W it - := Bohdan dice di rivelare
W it - := aspetto o rivelo
W it - := Ha già rivelato
W it - := non aspetto
W it - := aspetta, ci penso
W it - := conviene rivelare
W it =stop := per favore non mandatemi più queste mail
W it =pause := pausa
W it =time := Mi serve più tempo
W it =resign := mi arrendo
W it =card ambush := Cosa fa l'Imboscata?
W it =hold := Che carte ho?
W it =status := Chi stiamo aspettando?
W it =talk := di' a tutti: bella partita
P it place ambush end := Metto l'Imboscata alla fine
P it place spy start := Spia all'inizio
P it place lord on 2 := Metto il Lord sul 2
P it place heir end := l'Erede per ultimo
P it place soldier on 4 := Soldato sopra la Cospirazione
P it - := spia o lord alla fine
P it - := Magari l'Imboscata alla fine?
P it - := non la spia alla fine
E it eliminate 2 := elimino la spia
E it eliminate 2 := posto 2
E it eliminate 4 := quella coperta
E it eliminate 2 := la prima
E it - := non la spia
X it eliminate 6 := l'ultima carta
X it eliminate 4 := la carta di Dmytro
D it move 3 to 0 := la spia all'inizio
S it steal 1 := rubo a Bohdan
"""


ANSWERS = answers("\n".join((_LINES, heldout_again.LINES, heldout_phones.LINES)))
