"""English."""

from games.replies.words.listed import listed

MEANS = {
    "v:wait": listed("""
        let it sit | let it sit there | let it lie there | leave it lying | leave it face down |
        keep sitting | another turn | one more turn | for another turn | another round | one more
        round | for another round | for one more round | sit tight | sit it out | sit this one out
        | sit this round out | keep waiting | stay put | leave it be | let it be | let it lie |
        hold off | not touching it | keep it down | keep it secret | waiting | wait it out |
        passing | i am waiting | hold | hold it | skip | put a token on it | a token on it | add a
        token | put a token | stay closed | hold on to it | let it sleep | pass for me
        | i ll pass | i pass | leave it | leave it as it is | leave it there | stay hidden
    """),
    "v:keep": listed("keep | keeping | leave | leaving | let it stay | remains | stays | let"),
    "v:reveal": listed("""
        show it to everybody | show it to everyone | show it to all | turn over | flip this | flip
        that | flip that thing | open this | lift it | show the card | show my card | turn it |
        revealing | turn it over | turn | flip over | flip it over | flipping | uncover | turn it
        face up | turn face up | opening | unveil | expose | show it | open up | turn the card over
        | turn my card over | turn it up | face up | reveals | card up
    """),
    "v:place": listed("""
        goes | lay | lay down | put down | placing | playing | putting | deploy | set | add | drop
    """),
    "v:eliminate": listed("""
        poison | finish | finish off | bump off | slay | take down | knock out | killing off |
        eliminating | killing | destroy | attack | hit | shoot | discard | take out | get rid of |
        removing | murder | strike | execute | kill off
    """),
    "v:steal": listed("stealing | robbing | steal a point | steal 1 | take a point"),
    "v:copy": listed("copying | mimic | act as | become"),
    "v:move": listed("send | moving | relocate | shifting"),
    "v:bribe": listed("bribing | win over | buying | buy over"),
    "v:use": listed("using | activate | play again"),
    "v:take": listed("taking | pick up | grab"),
    "v:give": listed("giving"),
    "v:gain": listed("gaining | score | get points | take the points"),
    "v:swap": listed("swapping | change places with | switch"),
    "v:stay": listed("staying | he stays | she stays"),
    "v:leave": listed("leaving | he leaves | she leaves | go away"),
    "v:mark": listed("marking | condemn | sentence | put a verdict on"),
    "start": listed("""
        before everyone | before everybody | before everyone else | before all | in front of
        everyone | in front of everybody | in front of all | up front | the very front | at the
        start | at the front | in front | at the beginning | the beginning | the start | first
        place | at the head | to the front | at the very start | far left | at the far left | on
        the far left | leftmost | as the first | first in the row | first in row | the very start |
        top of the row
    """),
    "end": listed("""
        behind everyone | behind everybody | after everyone | after everybody | behind all | at the
        end | at the back | the end | last place | the back | at the very end | far right | at the
        far right | on the far right | rightmost | as the last | last in the row | the very end |
        at the tail | ending | in the end
    """),
    "on": listed("on top of | onto | over | atop | upon | on top"),
    "to": listed("to | into"),
    "before": listed("before | in front of | ahead of"),
    "after": listed("after | behind"),
    "between": listed("between"),
    "left": listed("""
        left | left of | to the left of | on the left | the left of | on the left of | from the
        left | from left
    """),
    "right": listed("""
        right | right of | to the right of | on the right | the right of | on the right of | from
        the right | from right
    """),
    "mine": listed("my | mine | my own | own"),
    "others": listed("opponent s | enemy | other player s | his | their"),
    "open": listed("""
        open | face up | opened | visible | revealed one | is open | s open | are open | lies open
        | is face up | lies face up | is up
    """),
    "closed": listed("""
        closed | face down | hidden | shut | facedown | covered | secret | unrevealed
    """),
    "token": listed("token | tokens | coin"),
    "o:1": listed("first | 1st"),
    "o:2": listed("second | 2nd"),
    "o:3": listed("third | 3rd"),
    "o:4": listed("fourth | 4th"),
    "o:5": listed("fifth | 5th"),
    "o:6": listed("sixth | 6th"),
    "o:7": listed("seventh | 7th"),
    "o:8": listed("eighth | 8th"),
    "o:9": listed("ninth | 9th"),
    "o:-2": listed("second to last | second last | last but one | next to last | penultimate"),
    "o:-1": listed("last | final"),
    "n:1": listed("one"),
    "n:2": listed("two"),
    "n:3": listed("three"),
    "n:4": listed("four"),
    "n:5": listed("five"),
    "n:6": listed("six"),
    "n:7": listed("seven"),
    "n:8": listed("eight"),
    "n:9": listed("nine"),
}
FILLERS = listed("""
    go | enough said | one more time | enough waiting | enough of waiting | no more waiting | for
    now | this round | in this round | a | an | the | i | i ll | i will | i m | i am | we | me | it
    | its | this | that | one | card | cards | of | s | with | from | in | at | by | for | is | i d
    like to | i would like to | i want to | i choose | i choose to | let s | us | i go for | i ll
    go for | go for | i pick | pick | i select | choose | my move is | my move | my answer | my
    answer is | my choice | my choice is | my decision is | i decide to | i ve decided to | i have
    decided to | my decision | this time | i m going to | i am going to | i prefer to | just | now
    | so | ok | okay | well | slot | position | number | nr | place | spot | row | the row | of the
    row | gap | player | answer | move | want to | to | down | up | simply | then | be | shall be |
    i d | alright | right | yes | sure | today | again | still | here | her | that s | it s | as |
    action | turn | option | choice | my turn | s turn | this turn | the turn | your turn | i ll
    just | do | i do | also | very | point | points | there | over
""")
POLITE = listed("""
    please | pls | plz | thanks | thank you | thx | many thanks | thanks a lot | thank you very
    much | good luck | good luck everybody | good luck all | have fun | well played | nice move |
    good game | gg | have a nice day | have a good day | have a nice evening | have a great day |
    have a nice weekend | see you | bye | sorry | lol | haha | hehe | mate | dear | everybody |
    everyone | all | folks | guys | friends | team | there | hi | hello | hey | good morning | good
    evening | ah | good afternoon | good day | greetings | oh | great | nice | cool | fine | cheers
    | kind | if you please | would you kindly | be so kind | sir | madam | love | yay | best |
    regards | best regards | kind regards | take care | enjoy | nice game
""")
GREETINGS = listed("""
    hi | hello | hey | dear | good | greetings | morning | evening | howdy
""")
SIGN_OFFS = listed("""
    regards | best regards | kind regards | best | best wishes | cheers | sincerely | yours | yours
    sincerely | thanks | thank you | many thanks | warm regards | bye | all the best | with best
    regards | love | take care | kindly | br | rgds | xx | have a nice day | thanks and regards |
    greetings | see you | yours truly | thx
""")
GUARDS = {
    "condition": listed("""
        if | when | whenever | unless | once | until | till | while | as soon as | asap | provided
        | providing | otherwise | depends | depending | whether | had | in case | as long as |
        whoever | whichever | whatever | only | after that | suppose | assuming | were | else | who
        | wherever | even | given | because | so long as | the moment | every time | each time |
        directly | immediately after | upon | in the event | contingent | lest | except | subject
        to | on condition
    """),
    "negation": listed("""
        not | don t | dont | no | never | none | neither | nor | cannot | can t | won t | shouldn t
        | isn t | without | nothing | instead | but | rather | cant | didn t | doesn t | wouldn t |
        haven t | wont | no way | hardly | nope | refuse | avoid | forget | cancel | undo | mistake
        | wrong | anything | anyone | nobody | ignore | disregard | scratch | actually | stop |
        retract | against | no longer | hate | unlike | don | aren t | wasn t | any | couldn t |
        not yet
    """),
    "doubt": listed("""
        maybe | perhaps | might | may | possibly | probably | guess | think | unsure | wonder |
        wondering | inclined | tempted | hmm | hm | or | either | could | would | should | seems |
        looks | leaning | consider | considering | thinking | let me think | hesitate | idk | dunno
        | doubt | kidding | joking | oops | undecided | not sure | what | why | how | which | where
        | can | shall | if so | suggest | recommend | advise | likely | supposed | must | need |
        ought | prefer | believe | feel | feels | imagine | hope | wish | don t care | changed my
        mind | on second thought | second thoughts | thought | tempting | um | uh | er | sort of |
        kind of | in theory | ideally | let me | try | eventually | question | example | turn it in
        | turn in | turning in | turn it in for now | turn it down
    """),
    "time": listed("""
        yesterday | tomorrow | later | soon | next | already | tonight | monday | tuesday |
        wednesday | thursday | friday | saturday | sunday | away | holiday | vacation | holidays |
        minute | minutes | moment | a second | a sec | sec | hold on | hang on | hours | hour |
        week | days | weekend | last time | yet | last round | next round | next time | afterwards
        | ago | earlier | previously | wait for | in the meantime | meanwhile | busy | back |
        office | for me | round | can t wait | a while | a bit | always | usually | often |
        sometimes | future
    """),
    "speech": listed("""
        said | says | say | told | tells | asked | asks | thinks | wrote | writes | quote |
        according | suggests | suggested | wants | wanted | called | means | reveals | waits |
        revealed | waited | played | placed | was | did | has | killed | eliminated | have | been |
        used | stole | moved | plays | places | mean | meant | claims | hers | theirs | somebody |
        someone | told me | tell
    """),
}
YES = listed("""
    yes | yes please | yep | yeah | yup | y | sure | correct | ok | okay | exactly | right |
    confirm | confirmed | do it | yes do it | that s right | that is right | please do | i do |
    indeed | agreed | yes i did | yes i do | yes that s right
""")
NO = listed("no | nope | no thanks | no thank you | not that | n | no i did not | no i didn t")
# To whoever is asked to wait or to reveal.
NOT_NOW = listed("""
    not yet | no not yet | not now | no not now | not this time | no not this time | no thanks not
    this time | no thanks not now | not for now | no not for now
""")
# Beside waiting they put nothing off.
STILL = listed(
    "longer | a bit longer | a little longer | some more | a bit more | yet | a bit | a while"
)
REQUESTS = {
    "stop": [
        r"(please )?(stop|quit|cease) (sending|mailing|emailing|e mailing|writing)( to)?( me)?"
        r"( (these|this|those|such|your|the|any more|any|more|all))*"
        r"( (letters?|e ?mails?|mails?|messages?|stuff|spam))?( any ?more| about this( table"
        r"| game)?)?",
        r"(please )?stop (the|these|those|all|your) (letters|mails|emails|e mails|messages)",
        r"(please )?unsubscribe( me)?( from (this|these|the list|this list|all))?",
        r"no more (letters|mails?|e ?mails|emails?|messages)( about this (table|game))?",
        r"(please )?(don t|do not) (send|write|mail|email)( to)?( me)?"
        r"( (these|this|any|more|such|any more))*( (letters?|mails?|emails?|messages?)"
        r")?( any ?more)?",
        r"(please )?(take|remove) me (off|from) (this|the|your)( mailing)? list",
        r"leave me alone",
        r"i (don t|do not) want (to (get|receive|have) )?(these|any more|more|any)( more)?"
        r" (letters|mails|e ?mails|messages)( any ?more)?",
    ],
    "resume": [
        r"(please )?(send|write) me (letters|mails|emails) again",
        r"start sending (me )?(letters|mails|emails) again",
    ],
    "pause": [
        r"(a )?pause( please)?( the game)?",
        r"(can|could|may|shall|let|let s|lets) (we |us |you )?(please )?"
        r"(pause|have a pause|take a pause|make a pause|take a break|have a break)"
        r"( the game| the table)?",
        r"i (would like|want|need|d like)( to)? (a |to )?(pause|break)( the game)?",
        r"i (offer|propose|suggest) a (pause|break)",
        r"pause (the |this )?(game|table|clock)",
    ],
    "time": [
        r"(i |we )?(need|want|would like|d like)? ?(some |a bit |a little |a )?(more|extra) time",
        r"(can|could|may) i (please )?(have|get) (some |a bit |a little )?(more|extra) time",
        r"(can|could|may|might) i (please )?(have|get|take) (some|a bit|a little) (more|longer)"
        r"( time)?",
        r"(please )?(give|grant) me (some |a bit )?(more|extra) time",
        r"(how much|how long) (time )?(do|have) i (have|got|left)( left)?( to decide)?",
        r"how much time (is left|have i left|remains|do i have left)",
        r"i need (another|one more|a) (day|hour|week)( more)?",
    ],
    "resign": [
        r"i (hereby )?(resign|give up|quit|surrender|concede)( the game| this game)?( now)?",
        r"(resign|give up|surrender|concede|i m out|i am out)",
        r"i (want|d like|would like|wish) to (resign|give up|quit|leave)( from)?"
        r"( (the|this) (game|table))?",
        r"i (leave|am leaving|m leaving) (the|this) (game|table)",
    ],
    "card": [
        r"what (does|do|is|can|would) (?:the |my |a |an )?(?P<card>.+?)( do| mean| for| effect)?",
        r"what s (?:the |my )?(?P<card>.+)",
        r"explain (?:the |my )?(?P<card>.+)",
        r"how does (?:the |my )?(?P<card>.+) (work|act)",
        r"what happens when i (?:reveal|open|play) (?:the |my )?(?P<card>.+)",
        r"what is (?:the )?effect of (?:the |my )?(?P<card>.+)",
    ],
    "hold": [
        r"what (do|have) i (hold|have|got)( in (my )?hand)?( left)?",
        r"(what|which) (are my|cards do i (have|hold|still have|have left)|is in my hand)( cards)?",
        r"what are my cards",
        r"(show|tell) (me )?my (hand|cards)",
        r"my (hand|cards)",
        r"what s in my hand",
        r"(what|which) (cards )?(is|are|remain|do i have) (still |left )?in my hand",
    ],
    "status": [
        r"who(se turn| s turn|se move) is it( now)?",
        r"who s next",
        r"who is next",
        r"is it my turn",
        r"(who|whom) (are|do) we (waiting|wait) for",
        r"who s turn",
        r"who is (to move|playing)",
        r"(how|where) (does|do) (the game|we|things) stand",
        r"what s (up|going on|happening)",
        r"(please )?(show|send) (me )?the (table|board|row|game)( again)?",
        r"what happened",
        r"who (decides|moves|plays)( now)?",
        r"(what is )?the (state|status)( of the (game|table))?",
        r"who are you waiting for",
        r"what is the (score|situation|standing)",
    ],
    "help": [
        r"how (do|can|should) i (answer|play|reply|move)",
        r"what (can|should|must) i (do|write)",
        r"(please )?help( me)?",
        r"i (don t|do not) understand",
        r"what do i (have to )?do",
    ],
    "no_orders": [
        r"(cancel|delete|remove|forget|revoke) (all )?(my )?(standing )?orders",
        r"take (back )?(all )?my (standing )?orders( back)?",
    ],
    "back": [r"i (m|am) back( again)?( now)?", r"i ve returned"],
    "hide": [r"hide my cards( please)?"],
    "show": [r"show my cards( again)? in (the )?letters"],
}
TALK = [
    r"(?:please )?(?:tell|write to|say to|message)\s+(?P<whom>the table|the others|everybody"
    r"|everyone"
    r"|all|them all|them|{names})\s*(?:[:,–-]\s*|that\s+|\s)(?P<words>.+)",
]
