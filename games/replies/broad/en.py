"""English."""

from games.replies.words.listed import listed

THIRD = r"e?s"
PAST = r"(?:e|\w)?d"
LET = {"let", "may", "be", "like", "want", "get", "gets"}
# What verbs begin with besides.
BEGIN = ("re", "un")

# Guards where a move is made, and say little where it is asked about.
SOFT = frozenset(
    listed("""
        whoever | whichever | whatever | who | wherever | even | given | because | upon | except
        | every | each | no | any | anything | anyone | nothing | nobody | wrong | forget |
        actually | stop | unlike | against | ignore | mistake | what | why | how | which | where
        | can | should | could | looks | seems | think | guess | need | needs | must | believe |
        feel | feels | hope | wish | question | example | um | uh | er | hm | hmm | oops | doubt
        | imagine | supposed | eventually | likely | already | moment | week | days | earlier |
        ago | back | office | round | always | usually | often | sometimes | yet | did | has |
        have | been | was | mean | means | meant | someone | somebody | quote | probably
    """)
)

BROAD = {
    "open": listed("visible | the one i can see | i can see | we can see | shown"),
    "n:2": listed("deuce | number two | the two"),
    "else": listed(
        "the other one | the other | other one | the others | the second of them | the opposite one"
    ),
    "n:1": listed("number one | slot one | card one"),
    "beside": listed("""
        next to | beside | adjacent to | alongside | right next to | neighbouring | neighboring
    """),
    "g:defer": listed("""
        will answer | will reply | ll answer | ll reply | get back to you | get back to this |
        answer later | reply later | answer tomorrow | decide later | decide tomorrow | will decide
        | ll decide | ll think | will think | let you know | need more time | need time
    """),
    "under": listed("under | beneath | below | underneath"),
    "ask": listed("""
        could you | can you | will you | would you mind | if you could | if you would | i d ask you
        to | please could you | may i ask you to | be obliged if | be grateful if | appreciate it
        if | would be nice if | be great if | be kind if | be obliged if you | be grateful if you |
        appreciate it if you | would be nice if you | be great if you | please would you | would
        you please | would you kindly
    """),
    "g:choice": listed("""
        or | either | or else | alternatively | the other way | other way round | vice versa
    """),
    "g:other": listed("""
        placed | moved | killed | eliminated | revealed | played | robbed | flipped | opened |
        turned | removed
    """),
    "left": listed("""
        left hand | lefthand | leftward | leftwards | to my left | on my left | neighbour on the
        left | neighbor on the left
    """),
    "right": listed("""
        right hand | righthand | rightward | rightwards | to my right | on my right | right side
        neighbour | neighbour on the right | neighbor on the right
    """),
    "x:": listed("""
        but | instead | rather | but no | but then | however | although | though | on second
        thought | on second thoughts | then again | so its | so it s | so i ll | so lets |
        so that one | no wait | scratch that | correction | or rather | no sorry | make that
        | strike that | no no | wait no | sorry i mean
    """),
    "r:": listed("""
        so that s why | so you re | so he s | so she s | so they re | it is useless | it s useless
        | useless otherwise | lets see what | let s see what | let s see who | let s see how | and
        then on to | and off to | because | cause | coz | cuz | bc | since | so that | as he | as
        she | in order to | so it | so he | so she | seeing as | given that | at least | sent from
        | sent while | sent on | sent by
    """),
    "v:wait": listed("""
        can carry on | carry on waiting | keep waiting | stays put | sits tight | chill* | sit back
        | sit still | relax* | lurk* | bide | biding | stall* | delay* | postpon* | dormant |
        asleep | snooze | nap | rest | resting | abstain* | hold fire | hold my fire | freeze |
        idle | do nothing | doing nothing | no action | no move | hang tight | hang back | lay low
        | lie low | laying low | lying low | stay low | under wraps | up my sleeve | ripen | grow |
        grows | cook | brew | marinate | simmer | accumulate | build up | pile up | stack up | save
        it | saving it | patience | patient | patiently | stand pat | stand by | standby | leave it
        alone | hands off | pass* | skip* | wait* | holding | hold the ambush | hold my card |
        gather tokens | gather more tokens | collect tokens | more tokens on it | another token |
        one more token | add one token | token on it | sitting | sit on it | sitting on it | sit on
        | sit | play it cool | wait and see | not today | not this round | not right now | not just
        yet | not now thanks | no thanks | nah | no flip | no flipping | no opening | no show |
        keeps sleeping | keep calm | let it lay | let it rest | let it wait | let it grow | kick
        back | take it slow | take it easy | slow play | slowplay | keep my cards close | keep
        quiet | stay quiet | stay silent | hibernate | park it | camp | camping | poker face | hang
        on to | hanging on to | hold on to | holding on to | hang onto | don t touch | dont touch |
        do not touch | leave alone | w8 | too early | too soon | undisturbed | nothing from me |
        nothing for me | lips are sealed | mum s the word | same as last round | same as before |
        as before | as last time | keep hiding | staying hidden | stay hidden | not happening
    """),
    "v:keep": listed("""
        keep* | leav* | remain* | stay* | hold* | maintain* | retain* | sits | lies | lie | lying
    """),
    "closed": listed("""
        dark | concealed | unseen | veiled | under cover | undercover | incognito | private |
        mystery | unopened | unflipped | as is | as it is | the way it is | where it is | down |
        unturned | quiet | a secret | unknown | hiding | under the radar | facing down | upside
        down | face-down | face downwards | downwards | untouched | alone | undisturbed | is hiding
        | keeps hidden | mysterious | kept closed | keeping closed
    """),
    "v:reveal": listed("""
        spring the trap | face up | reveal* | open it | open up | opening* | flip* | turn* |
        unmask* | uncover* | unveil* | expos* | show* | display* | disclos* | unleash* |
        spring | springing | trigger* | activat* | fire* | pop it | pop this | crack it open
        | faceup | face-up | facing up | go live | unwrap* | bring it out | out in the open
        | into the open | in the open | let it out | lift* | curtain | curtains up | spill |
        cat out of the bag | public | come out | coming out | detonate | boom | bust it out
        | time to shine | big reveal | ta da | tada | let it rip | bare | surface | see the
        light | light of day | daylight | turn it round | turn it around | other side up |
        right side up | upturn* | unhide | peel* | reveel | cards on the table | lay my
        cards on the table | let everybody see | let everyone see | let them see | let s see
        it | out it comes | out with it | up it goes | over it goes | upside | give them a
        look | show time | showtime | comes out | card round | card around | it round | up
        it comes | out comes | shine | to shine | on the table | onto the table | green
        light | turned | flipped | opened | revealed | shown | card up | let them all see |
        everybody look | everyone look | take a look | no more secrets | leaving the bag |
        look at my card | here s my card | here is my card | see it all | chuck her over |
        chuck it over | chuck him over | flop it over | over she goes | over he goes | bring
        him out | bring her out | face the music | roll over | onto its back | belly up |
        unshroud* | reveel*
    """),
    "v:eliminate": listed("""
        gets the boot | the boot | bites the dust | gets the chop | kick out | bye bye | goodbye |
        the axe | get lost | had it coming | kill* | elimin* | destroy* | murder* | slay* | slain |
        remov* | delet* | eras* | wip* | whack* | smash* | crush* | execut* | behead* | bump* |
        knock* | nuke* | axe* | chop* | stab* | shoot* | shot | snip* | attack* | strik* | tak* out
        | tak* down | take care of | dispos* | discard* | trash* | zap* | toast | waste* | snuff* |
        finish* | terminat* | annihilat* | obliterat* | ditch* | die | dies | dead | must go | has
        to go | needs to go | gotta go | rid | poison* | blast* | bury | nail* | slaughter* |
        exterminat* | eradicat* | dispatch* | off with | fire at | aim* | target* | hit | hits |
        victim | assassinate | killed | eliminated | removed | guillotine | the guillotine |
        gallows | the gallows | scaffold | chopping block | to the axe | goes under | is toast |
        has to die
    """),
    "v:steal": listed("""
        purse | wallet | pockets | pay up | steal* | stole | stolen | rob* | nick | nicking |
        pinch* | swip* | snatch* | loot* | mug* | pickpocket* | pilfer* | filch* | burgl* | thiev*
        | yoink | snag* | fleec* | plunder* | help myself | relieve | mooch* | leech* | siphon* |
        drain* | robbed
    """),
    "v:place": listed("""
        play* | put* | plac* | lay* | laid | drop* | plop* | stick* | stuck | deploy* | slap* |
        chuck* | throw* | threw | toss* | dump* | tuck* | insert* | park* | plant* | install* |
        plunk* | line up | go with | start with | put up | pop | placed | played
    """),
    "v:move": listed("""
        mov* | shift* | relocat* | send* | sent | slid* | transfer* | push* | pull* | drag* | shov*
        | shunt* | reposition* | bring* | brought | yank* | kick* | banish* | jump* | haul* |
        transport* | carr* | bump* | nudge* | promot* | demot* | relegat* | moved
    """),
    "v:copy": listed("copy* | copi* | imitat* | mimic* | clon* | impersonat* | mirror* | pretend*"),
    "v:bribe": listed("""
        brib* | corrupt* | pay off | paying off | buy* | recruit* | win* over | to my side | on my
        side | on my payroll | has a price | has his price | has her price | works for me now
    """),
    "v:use": listed("use* | using | activat* | repeat* | appl* | trigger* | reus* | again"),
    "v:take": listed("""
        the influence | influence | the points | tak* | grab* | collect* | pocket* | cash* | bank*
        | harvest* | keep the | the coin | give me the coin | coin for me | into my pocket
    """),
    "v:give": listed("giv* | grant* | hand* | donat* | award* | gift* | bestow* | load*"),
    "v:gain": listed("""
        the point | influence | a token | gain* | earn* | scor* | get | getting | income | profit*
        | cash* | collect* | points | the points | take the points | a point | the money | money |
        collect | my share | no trade | no trades | no swap | no swapping
    """),
    "v:swap": listed("swap* | exchang* | switch* | trad* | replac* | substitut*"),
    "v:stay": listed("""
        stay* | remain* | keep him | keep her | keep the diplomat | not going anywhere | isn t
        going anywhere | stays here | sits tight | remains | plus one for me
    """),
    "v:leave": listed("""
        leav* | go home | retir* | withdraw* | depart* | cash out | walk away | home | the exit |
        out the door | farewell | get him out | gets out | pack your bags | pack his bags | pack up
        | out of there | off he goes | time to go | bye bye diplomat | check out
    """),
    "v:mark": listed("mark* | condemn* | sentenc* | verdict* | tag* | brand* | label* | judg*"),
    "start": listed("""
        the queue s head | front of the queue | head | the head | front | leading | in the lead |
        lead | lead off | opener | kick off | kick things off | pole position | first in line |
        very first | leftmost | head of the line | front of the line | first of all | goes first |
        go first | begin | begins | beginning | to begin with | start with | starting | starts |
        starting with | vanguard | before the others | before all others | before the rest | ahead
        of everyone | ahead of everybody | ahead of all | foremost | left end | left edge | left
        side | left hand side | front row | frontmost | first up | first thing | at number one |
        slot zero | opens the row | leads | leads the way | lead the way | leads off | the way |
        takes the lead | at the helm | spearhead* | opens | before everyone else | ahead of
        everyone else | heads the row | heads | first position | the first position | first spot |
        first slot | the first spot | number one spot | position one | the first slot | b4 everyone
        | b4 everybody | b4 all
    """),
    "end": listed("""
        back of the queue | all the way on the right | all the way to the right | furthest right |
        far right | very right | last in the row | last in the queue | tail | the tail | rear | the
        rear | back | very back | bottom | very last | caboose | trailing | last in line | back of
        the line | end of the line | far end | closing | goes last | go last | rightmost | behind
        the others | behind all others | behind the rest | right end | right edge | right side |
        right hand side | after the others | after all others | the very last | rearmost | hindmost
        | last of all | rear guard | finally | last position | last slot | last spot | tail end |
        end position | back row | brings up the rear | bring up the rear | closes | closes the row
        | behind everyone else | behind everybody else | after everyone else | after everybody else
        | will close | close the row | closes out | close out | shut the door | follows everyone
        else | follows everyone | follows everybody | follows the others
    """),
    "on": listed("""
        cover* | covering | stack* | top of | on top of | upon | overlay | piled on | pile on |
        hide under | bury under
    """),
    "before": listed("prior to | preceding | just before | right before | immediately before"),
    "after": listed("following | just after | right after | immediately after"),
    "t:1": listed("""
        one coin | one token | one counter | one chip | one coins | one tokens | one
        counters | one chips | 1 coin | 1 token | 1 counter | 1 chip | 1 coins | 1 tokens |
        1 counters | 1 chips
    """),
    "t:2": listed("""
        two coin | two token | two counter | two chip | the two coins | the two tokens | two coins |
        two tokens | two counters | two chips | 2 coin | 2 token | 2 counter | 2 chip | 2 coins |
        2 tokens | 2 counters | 2 chips
    """),
    "t:3": listed("""
        three coin | three token | three counter | three chip | three coins | three tokens |
        three counters | three chips | 3 coin | 3 token | 3 counter | 3 chip | 3 coins | 3
        tokens | 3 counters | 3 chips
    """),
    "t:+": listed("""
        with the coin | with the token | with a coin | with a token | with coins | with
        tokens | with the coins | with the tokens | with coins on it | has tokens | has a
        token | has a coin | the fat one | the rich one | the loaded one | carrying tokens
    """),
    "t:most": listed("""
        most tokens | most coins | the most tokens | the most coins | the richest | the
        fattest | biggest pile
    """),
    "t:0": listed("""
        without tokens | without a token | without coins | with no tokens | no tokens on it
        | the bare one | the empty one
    """),
    "t:verdict": listed("""
        marked one | only marked | already marked | with the verdict | with a verdict | with
        verdicts | the condemned | condemned one | carries the verdict | has a verdict |
        convict | the marked | already condemned | already sentenced
    """),
    "c:spy": listed("""
        spook | agent | secret agent | spies | spyguy | spie | snoop | thief | robber | card that
        steals | one that steals | one who steals | the stealing one
    """),
    "c:archer": listed("bowman | archers | bow | robin hood | marksman | bowwoman"),
    "c:soldier": listed("warrior | trooper | soldiers | infantry | fighter | grunt | swordsman"),
    "c:heir": listed("successor | inheritor | heiress | hier | heirs"),
    "c:lord": listed("""
        lordship | nobleman | noble | lords | milord | my lord | overlord | his lordship
    """),
    "c:assassination": listed("assassin | assassins | killer | assasin | hitman"),
    "c:royal_decree": listed("decree | edict | royal order | royal edict"),
    "c:conspiracy": listed("plot | conspiration | conspiracies"),
    "c:queen": listed("queenie | her majesty | queens | her highness"),
    "c:prince": listed("princeling | his highness | young royal"),
    "c:twin": listed("""
        brother | little brother | twin brother | sibling | double | look alike | lookalike
    """),
    "c:schemer": listed("plotter | intriguer | schemers | intrigante | conniver | scheming lady"),
    "c:cutthroat": listed("thug | throat cutter | brigand | butcher | slasher"),
    "c:apothecary": listed("chemist | pharmacist | druggist | herbalist | poisoner"),
    "c:criminal": listed("crook | outlaw | felon | bandit | gangster | convict | villain"),
    "c:substitution": listed("swap card | switcheroo | stand in | replacement | swapper"),
    "c:bribe": listed("backhander | kickback | hush money | pay off | payoff"),
    "c:combination": listed("combo | combi"),
    "c:trap": listed("snare | booby trap | pitfall | mousetrap"),
    "c:empress": listed("her imperial majesty | tsarina | czarina | imperial lady"),
    "c:fanatic": listed("zealot | fanatical | extremist | true believer | fundamentalist"),
    "c:informant": listed("""
        informer | snitch | grass | stool pigeon | tipster | mole | whistleblower
    """),
    "c:diplomat": listed("ambassador | envoy | consul | diplo"),
    "c:deserter": listed("runaway | defector | turncoat | fugitive | renegade"),
    "c:judge": listed("magistrate | his honour | his honor | your honour | your honor | justice"),
    "c:uprising": listed("revolt | rebellion | riot | insurrection | mutiny | revolution"),
    "c:extortion": listed("racket | blackmail | protection money | shakedown | extortionist"),
    "c:infiltration": listed("infiltrator | intrusion | infiltrators | break in"),
    "c:treaty": listed("pact | accord | contract | peace deal | agreement"),
    "c:shapeshifter": listed("shifter | changeling | doppelganger | shape shifter"),
    "c:ambush": listed("ambushes | ambushcade | ambuscade | trap"),
    "others": listed("opponent | opponents | enemys | theirs"),
    "mine": listed("my own card | me | myself"),
    "": listed("""
        all the way | ty | tysm | cheers | nothing against | yours faithfully | yours truly
        | yours sincerely | faithfully | any more | anymore | i know | my head says | my gut
        says | my heart says | the trap | phone died | the queue | must pay | my dear fellow
        | hope | hopes | hoping | should | should like | would like | the one who | the one
        that | whoever is | lets | after long | after much | after some | after careful |
        after a long | see you sunday | long time no see | no problem | no worries | no
        doubt | no question | no mercy | no regrets | no offence | no offense | no hard
        feelings | hard feelings | nothing personal | no choice | no matter | not bad | why
        not | what the heck | what the hell | of course | without further ado | without a
        doubt | without hesitation | without mercy | no reason to wait | no point in waiting
        | no need to wait | no use waiting | no more waiting | done waiting | tired of
        waiting | waited long enough | have waited long enough | waited enough | waited too
        long | i think i ll | i guess i ll | i think i will | i guess i will | i think i m
        going to | i think | i guess | i feel like | i need to | i have to | have to | has
        to | need to | needs to | need | must | gotta | got to | i should | i must | i d
        rather | i would rather | i d prefer | i would prefer | prefer | i prefer | it s
        time | time for | time to | about time | high time | at last | finally time | as
        planned | as usual | as always | i have decided | i ve decided | i decided | decided
        | i ve chosen | i have chosen | i chose | i picked | made up my mind | my mind is
        made up | have made up my mind | after all | at this moment | at the moment | right
        now | in this moment | for the moment | for a while | once again | once more | if
        you please | if you don t mind | if you do not mind | if it s no trouble | if it is
        no trouble | if it s no bother | if it s not too much trouble | if it is not too
        much trouble | if it s all right | if it s alright | if i may | if possible | if
        that s ok | if that s okay | if it s ok | who cares | i don t care | i do not care |
        don t hate me | don t be mad | don t be angry | don t worry | don t cry | not sorry
        | sorry not sorry | hope that s ok | hope you don t mind | i hope | hopefully | hope
        it works | as soon as possible | last but not least | let s say | i say | i would
        say | i d say | that said | as i said | like i said | as discussed | as agreed | as
        promised | thanks for waiting | sorry for the wait | for waiting | for the wait |
        keeping you waiting | keep you waiting | kept you waiting | sorry for the delay |
        sorry i m late | sorry for being late | being late | late | long wait | now or never
        | sooner or later | let me | let me just | allow me to | allow me | here we go |
        here goes | here goes nothing | let s go | go ahead | go on | come on | come |
        fingers crossed | on my phone | wrong with that | not much to think about | no
        brainer | nothing else | not a hard choice | what a game | how exciting | you know
        what | guess what | know what | you know | i mean it | i really mean it | believe me
        | trust me | you never know | never mind | nevermind | would be great | would be
        nice | will be fun | i d love to | i would love to | i m sure | for sure | sure
        thing | definitely | absolutely | certainly | immediately | directly | right away |
        straight away | at once | quickly | might as well | may as well | better | best |
        then | this one | that one | of mine | of his | of hers | has | have | having | been
        | is | are | was | so | too | much | many | very | really | quite | going | gonna |
        wanna | want | wants to | will | ll | ve | re | m | d | my move | another | other |
        whole | more | some | again | out | away | off | up | all right | thing | things |
        guy | guys | him | them | you | your | he | she | they | let | since | as | not that
        it matters | easy choice | easy | simple | ready | choice | on it | with it | about
        it | for me | from me | my turn | i did | think so | today | tonight | even | both
        of us | ask | kindly | friend | friends | long | little | good | bad | old | big |
        dear | poor | damn | hell | fuck | fucking | bloody | darn | shit | well then |
        enough | after thinking | after some thought | after long thought | on my way | my
        decision | stays the same | longer | all week | all day | don t tell | dont tell |
        don t like | dont like | do not like | something | at this point | of the two |
        between the two | of both | out of the two | coming back to | come back to | go back
        to | therefore | hence | thus | so i | thought about it | i ve thought about it |
        have thought about it | thinking about it | anything left | nothing left | has left
        | points left | something left | much left | left over | is left | for a moment |
        for a minute | think i | think it s | think i ll | what i ve got | what i have |
        what i m holding | what s there | what is there | what s under | what it is | can go
        | can die | can lie | can stay | can be | can have | instead of him | instead of her
        | instead of it | in his place | in her place | in its place | instead | now that |
        alive | time s up | out of here | er | em | whatever | thought it over | thought
        this over | thought it through | slept on it | thanks for your patience | for your
        patience | your patience | i believe | i reckon | i suppose | i figure | shall |
        only | given | what happens | see what happens | see what happens next | what will
        happen | whatever it may be | whatever it is | from now on | for the time being |
        time being | prefer to | i feel | can wait | else | looks | look | looks like |
        seems | if you re asking me | if you are asking me | if you ask me | if i m honest |
        if you must know | if it s my turn | if it please you | believe it or not | like it
        or not | i said | mm | um | i m writing | in the end | let him think | of any use |
        worth more | you say | you ask | you asked | you want to know | she ll be right |
        wait for it
    """),
    "g:question": listed("""
        should i | shall i | must i | do i | do you | can i | may i | could i | would you rather |
        am i | is it wise | is it better | what if | how about | what about | which one | is it |
        are you | do we | should we | shall we | would it | any advice | advice | your opinion
    """),
    "g:negation": listed("""
        ain t | spare | sparing | leave him alone | leave her alone | leave him | leave her |
        except | anything but | anyone but | everyone but | everything but | aside from | not even
        | far from | avoiding | keep away | stay away | hands off | do not | does not | did not |
        would not | will not | should not | is not | refusing | unwilling | by mistake | by
        accident | accidentally | take back | i take it back | misread | typo | never ever |
        reconsider | too early | too soon | too early to | too soon to | let live | let him live |
        let her live | lives | may live | survives | is spared
    """),
    "g:time": listed("""
        we were | you were | they were | i was | were | had | next turn | following round | next
        week | last week | last turn | last game | when i get home | when i m home |
        at home | after work |
        after lunch | after dinner | in an hour | in a minute | used to | then i will | and then |
        first i wait | eventually | some day | someday | one day | before that | after that |
        afterwards | will have | had been | would have | could have | should have | was going to |
        were going to | was about to | was thinking | wanted | wanted to | was tempted | tempted to
        | thought about | thought of | considered | considering | i thought | my first thought | at
        first | have been | ve been | has been
    """),
    "g:speech": listed("""
        he will | she will | they will | you will | he ll | she ll | they ll | you ll | he d | she
        d | they d | he is | she is | they are | you are | he has | she has | they have | you have
        | he just | she just | they just | you just | did you | have you | told me to | would like
        me to | wants me to | expects me | expect | expects | begged | begs | plead | asks me |
        asked me | insists | hates | loves | likes | heard | read that | according to | my brother
        | my wife | my husband | my friend | my son | my daughter | my mom | my dad | yours
    """),
    "g:condition": listed("""
        had i | were i | had he | had she | had they | only if | if only | as long as | provided
        that | assuming that | in case of | whichever | whatever happens | depending on | until
        then | even if | only when | only after | only once
    """),
}
