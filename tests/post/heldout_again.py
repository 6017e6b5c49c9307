"""Answers that were written before whoever wrote them had seen the reader; as in `heldout`."""

LINES = r"""W en wait := not yet
W en wait := I'll keep it hidden for now.
W en wait := Hold on to it, no reveal.
W en wait := Let it sleep another round :)
W en wait := Pass for me, cheers
W en wait := No thanks, not this time
W en wait := Wait please!\n\nAlice\n\n***\nFriends of the Old Mill, registered charity no. 1234567
W en wait := I choose to wait.
W en wait := stay closed
W en wait := I won't open it this round
W en reveal := Okay, reveal!
W en reveal := Yes, reveal it.
W en reveal := time to flip the ambush
W en reveal := show it
W en reveal := Let's turn that ambush face up, please.\n\nKind regards\nAnn
W en reveal := I want to reveal
W en reveal := revela it pls\n\nreveal
P en place lord start := Lord on the left
P en place heir end := Put the heir last, thank you
P en place spy on 2 := spy on top of my assassination
P en place archer end := I'd like to play the Archer at the far right
P en place soldier start := soldier first in line!
P en place ambush on 4 := cover the conspiracy with the ambush
P en place lord end := LORD AT END
P en place spy start := Spy, beginning of the queue
E en eliminate 2 := kill the spy
E en eliminate 4 := the one on the right
E en eliminate 4 := Carol's please
E en eliminate 2 := shoot Bohdan's card
X en eliminate 6 := the heir dies
X en eliminate 4 := Dmytro
X en eliminate 1 := get rid of the Lord
D en move 3 to 4 := spy to the end
S en steal 3 := from Carol
S en steal 1 := take one from Bohdan, sorry mate
W en =time := Could I have a bit longer? I'm travelling.
W en =stop := I don't want to receive these e-mails anymore.
W en =resign := I'd like to resign from this game
W en =hold := which cards are left in my hand?
W en =status := whose move is it now?
W en - := Should I reveal?
W en - := reveal only if Carol opened hers
W en - := I would reveal but I'm not sure it's wise
W en - := Sorry, I'm on a train, will answer tonight
W en - := Bohdan said "reveal", what do you all think?
W en - := maybe reveal
W en - := don't know yet
W en - := I was going to wait but then I saw the score
W en - := Once the lord is gone, reveal.
W en - := reveal or wait, who cares
P en - := Lord, I'm tired of this game.
P en - := If there's room at the start, the spy goes there
P en - := either the heir or the lord at the end
P en - := not the spy at the start
P en - := Where would you put the lord?
X en - := not the heir
X en - := I hate that lord
E en - := The spy or the other one, I can't decide
D en - := what happens when I move the spy to the end?
S en - := I'd never steal from Carol
W uk wait := поки чекаю
W uk wait := Зачекаю ще трохи, дякую!
W uk wait := хай лежить закрита
W uk wait := не відкриваю
W uk wait := ні, поки що ні
W uk wait := Пасую.\n\nНадіслано з мого Xiaomi
W uk reveal := відкриваю засідку
W uk reveal := Розкрити, будь ласка
W uk reveal := так, перевертаю
W uk reveal := Показую карту!
W uk reveal := ВІДКРИТИ!!!
P uk place lord end := лорда в кінець
P uk place spy start := Шпигуна на початок, будь ласка
P uk place heir start := спадкоємця першим
P uk place archer end := лучника останнім
P uk place ambush on 2 := засідку поверх отрути
P uk place soldier on 4 := солдата на змову
E uk eliminate 2 := вбити шпигуна
E uk eliminate 4 := ту, що справа
X uk eliminate 5 := п'яту
X uk eliminate 4 := карту Дмитра
X uk eliminate 6 := спадкоємця Carol
D uk move 3 to 0 := шпигуна на початок
D uk move 1 to 4 := карту Богдана в кінець
S uk steal 1 := краду в Богдана
S uk steal 3 := у Carol
W uk =time := дайте ще часу, прошу
W uk =stop := Не пишіть мені більше
W uk =resign := Я виходжу з гри, здаюсь
W uk =hold := які карти в мене лишилися?
W uk =status := чий зараз хід?
W uk - := Чи варто відкривати?
W uk - := Відкрию, якщо Carol відкриє свою
W uk - := може, відкрити...
W uk - := коли лорда приберуть, тоді відкривай
W uk - := ще думаю
W uk - := Богдан радить відкрити
W uk - := я б відкрила, але боюся
P uk - := шпигуна або лорда в кінець
P uk - := не спадкоємця
P uk - := куди краще покласти лорда?
X uk - := тільки не лорда
S uk - := ніколи не краду в Carol
E uk - := якби там був лорд, то вбила б його
W ru wait := пока жду
W ru wait := Подожду ещё, спасибо
W ru wait := пусть лежит закрытой
W ru wait := не вскрываю
W ru wait := Нет, не сейчас
W ru wait := пропускаю\n\n--\nС уважением, Анна Лучникова\nООО «Копия»
W ru reveal := открываю засаду
W ru reveal := Вскрыть, пожалуйста
W ru reveal := да, переворачиваю
W ru reveal := Показываю!
P ru place lord end := лорда в конец
P ru place spy start := Шпиона в начало, пожалуйста
P ru place heir start := наследника первым
P ru place archer end := лучника последним
P ru place ambush on 2 := засаду поверх убийства
P ru place soldier on 4 := солдата на заговор
E ru eliminate 2 := убить шпиона
E ru eliminate 4 := ту, что справа
X ru eliminate 3 := третью
X ru eliminate 4 := карту Дмитрия
X ru eliminate 6 := наследника убираю
D ru move 3 to 0 := шпиона в начало
D ru move 1 to 4 := карту Богдана в конец
S ru steal 1 := краду у Богдана
S ru steal 3 := у Carol
W ru =time := дайте ещё времени
W ru =stop := Не пишите мне больше
W ru =resign := я сдаюсь, выхожу
W ru =hold := что у меня осталось на руке?
W ru =status := чей сейчас ход?
W ru - := Стоит ли открывать?
W ru - := Открою, если Carol откроет свою
W ru - := может, открыть...
W ru - := когда лорда уберут, тогда открывай
W ru - := ещё думаю
W ru - := Богдан советует открыть
W ru - := я бы открыла, но боюсь
P ru - := шпиона или лорда в конец
P ru - := не наследника
P ru - := куда лучше положить лорда?
X ru - := только не лорда
S ru - := никогда не краду у Carol
E ru - := был бы там лорд, убила бы его
W it wait := per ora aspetto
W it wait := Aspetto ancora un po', grazie!
W it wait := lasciamola coperta
W it wait := non la scopro
W it wait := No, non adesso
W it wait := passo\n\nInviato dal mio Huawei
W it reveal := scopro l'imboscata
W it reveal := Rivelare, per favore
W it reveal := sì, la giro
W it reveal := La mostro!
P it place lord end := il signore alla fine
P it place spy start := La spia all'inizio, per piacere
P it place heir start := l'erede per primo
P it place archer end := l'arciere per ultimo
P it place ambush on 2 := l'imboscata sopra l'assassinio
P it place soldier on 4 := il soldato sulla cospirazione
E it eliminate 2 := uccido la spia
E it eliminate 4 := quella a destra
X it eliminate 5 := la quinta
X it eliminate 4 := la carta di Dmytro, grazie
D it move 3 to 0 := la spia davanti a tutti
D it move 1 to 4 := la carta di Bohdan in fondo
S it steal 1 := rubo da Bohdan
S it steal 3 := a Carol
W it =time := mi date ancora un po' di tempo?
W it =stop := non scrivetemi più
W it =resign := abbandono la partita
W it =hold := quali carte mi restano in mano?
W it =status := di chi è il turno?
W it - := Conviene scoprirla?
W it - := La scopro se Carol scopre la sua
W it - := forse la scopro...
W it - := quando il signore sarà fuori, scopri
W it - := ci sto ancora pensando
W it - := Bohdan consiglia di scoprire
W it - := la scoprirei, ma ho paura
P it - := la spia o il signore alla fine
P it - := non l'erede
P it - := dove metto il signore?
X it - := tutti tranne il signore
S it - := non ruberei mai a Carol
E it - := se ci fosse il signore, ucciderei lui
"""
