"""English words."""

NAMES = {
    "archer": "Archer",
    "soldier": "Soldier",
    "spy": "Spy",
    "heir": "Heir",
    "shapeshifter": "Shapeshifter",
    "lord": "Lord",
    "assassination": "Assassination",
    "royal_decree": "Royal Decree",
    "ambush": "Ambush",
    "conspiracy": "Conspiracy",
    "prince": "Prince",
    "twin": "Twin",
    "schemer": "Schemer",
    "queen": "Queen",
    "cutthroat": "Cutthroat",
    "apothecary": "Apothecary",
    "criminal": "Criminal",
    "substitution": "Substitution",
    "bribe": "Bribe",
    "combination": "Combination",
    "trap": "Trap",
    "empress": "Empress",
    "fanatic": "Fanatic",
    "informant": "Informant",
    "diplomat": "Diplomat",
    "deserter": "Deserter",
    "judge": "Judge",
    "uprising": "Uprising",
    "extortion": "Extortion",
    "infiltration": "Infiltration",
    "treaty": "Treaty",
}

EFFECTS = {
    "archer": "eliminate whatever lies first or last in the row",
    "soldier": "eliminate the card just before or just after it",
    "spy": "steal 1 from somebody whose card lies beside it",
    "heir": "gain 2 while it is the only open card of its name",
    "shapeshifter": "do what an open character beside it does, under its own name",
    "lord": "gain 1, and 1 for each of your cards beside it",
    "assassination": "eliminate one card anywhere in the row; gone after use",
    "royal_decree": "put another card somewhere else in the row; gone after use",
    "ambush": "if an opponent's card eliminates it, gain 4 and that card is lost too; "
    "turned over by yourself: gain 1",
    "conspiracy": "collect twice its tokens; gone after use",
    "prince": "gain 1; turned over by yourself, bring your Twin in; "
    "when he is eliminated, your open Twin is lost",
    "twin": "gain 1; when eliminated, your open Prince is lost",
    "schemer": "gain 1, but beside a stack she leaves the row instead",
    "queen": "gain 2; an opponent who eliminates her gets 1 extra",
    "cutthroat": "eliminate a card beside it and its open namesakes of other players; "
    "a single one pays nothing",
    "apothecary": "eliminate a card that lies beside another card of yours",
    "criminal": "each card beside it costs its player 1, yourself included",
    "substitution": "eliminate a card beside it; your own copy of a lone foreign character "
    "takes its place; gone after use",
    "bribe": "win over an open character that is in no stack; gone after use",
    "combination": "it leaves first; an open character of yours acts, "
    "and once more for each token you spend on it",
    "trap": "if an opponent's card eliminates it, that card is lost too and its player pays you 3; "
    "turned over by yourself: gain 1",
    "empress": "gain 2, and put 1 token on an opponent's closed card",
    "fanatic": "gain 1, or 2 if you have no other open card in the row",
    "informant": "gain the count of tokens on opponents' closed cards beside it, "
    "or trade places with a card from your hand",
    "diplomat": "gain 1 and put 2 tokens on another open Diplomat, "
    "or take the tokens from this one and discard it",
    "deserter": "eliminate a card beside it, 1 extra for a character; "
    "then it runs away unless an open character is beside it",
    "judge": "gain 1 and put a verdict on a card, or eliminate a card that bears one",
    "uprising": "costs one of its tokens; eliminate the cards on both sides and turn it down again",
    "extortion": "if an opponent's card eliminates it, gain 2 for each card that player has "
    "in the row, and the closed ones lose a token; turned over by yourself: gain 1",
    "infiltration": "put a token on each of your closed cards, then keep it: "
    "every closed card you eliminate pays 2 more",
    "treaty": "keep it with its tokens: they pay you at the start of each round "
    "and count for you at the end",
}

# What is asked about a card when it lies on the table; not every card needs one.
RULINGS = {
    "archer": "of a stack only the card on top falls; with no other card at an end it falls itself",
    "soldier": "it strikes if it can, your own card too, and that pays 1 as well",
    "spy": "it takes from the player's influence, never from the card; your own card beside "
    "it brings nothing",
    "heir": "only open cards on top count, whoever played them; closed and covered ones do not",
    "shapeshifter": "as an Heir it looks for open Shapeshifters; another Shapeshifter cannot be "
    "copied to any use",
    "lord": "closed cards of yours beside it count, too; of a stack only the card on top",
    "assassination": "it may choose itself, too, if nothing else is worth it",
    "royal_decree": "of a stack the top card alone moves, with all that lies on it; what comes "
    "to lie behind the Decree acts when its turn comes, even a second time",
    "ambush": "only an elimination sets it off; turned over by yourself its tokens go back to "
    "the supply",
    "conspiracy": "eliminated while it waits it brings nothing: what lies on it goes back to "
    "the supply",
    "prince": "the Twin comes when you turn him over and at no other time; only a Twin who lies "
    "open on top is lost with him",
    "twin": "only a Prince who lies open on top is lost with it; a closed one is safe",
    "schemer": "only the slots beside her matter, not what she lies on",
    "queen": "the 1 extra is paid for a closed Queen, too",
    "cutthroat": "a closed card is turned over first, and its name counts",
    "apothecary": "it reaches wherever another card of yours lies, and may strike itself or "
    "your own; without another card of yours nothing happens",
    "criminal": "closed cards cost as well; nobody falls below 0",
    "substitution": "your copy comes from what you have lost or from your three set aside, and "
    "it has to come if it can",
    "bribe": "whoever bribes the same card later takes it over, and your token comes home",
    "combination": "for each token you choose anew: take it, or spend it on another deed",
    "trap": "whoever has less than 3 pays all there is",
    "empress": "the token belongs to the card's player once the card is turned over",
    "fanatic": "closed cards of yours and covered ones do not count against him",
    "informant": "what you put in its place lies closed and acts from the next round on",
    "diplomat": "tokens on it are lost when it is eliminated, and stay when it is covered",
    "deserter": "the extra 1 is paid for a closed character, too; beside nothing it strikes "
    "nobody and leaves",
    "judge": "there are five verdicts for all; anybody's verdict may be carried out",
    "uprising": "without a token on it, it can only wait; known to all afterwards, it still "
    "counts as closed",
    "extortion": "the card that struck it counts as well, if it is still in the row",
    "infiltration": "once kept, nothing can touch it; eliminated before, it is lost",
    "treaty": "it pays at the start of a round only while a card of yours lies in the row",
}

# What turning a card over does, where its tokens are not simply taken first.
REVEALS = {
    "ambush": "its tokens are lost, you gain 1, and it is gone",
    "trap": "its tokens are lost, you gain 1, and it is gone",
    "extortion": "its tokens are lost, you gain 1, and it is gone",
    "conspiracy": "you get twice its tokens, and it is gone",
    "combination": "its tokens are not taken yet; it leaves, and your open characters may act",
    "uprising": "one token is spent, you take the others; both neighbours are eliminated, "
    "and it lies closed again",
    "treaty": "you keep it, and its tokens stay on it",
}

# The same for cards whose text goes on about what may befall them later.
AT_ONCE = {
    "prince": "gain 1, and bring your Twin in",
    "queen": "gain 2",
}

ALSO = {
    "archer": ["bowman"],
    "spy": ["scout"],
    "shapeshifter": ["changeling", "shape shifter"],
    "lord": ["seigneur"],
    "assassination": ["assassin", "murder", "poison"],
    "royal_decree": ["decree", "royal edict"],
    "conspiracy": ["plot"],
    "schemer": ["intriguer"],
    "cutthroat": ["cut throat", "thug"],
    "substitution": ["substitute"],
    "combination": ["combo"],
    "informant": ["informer"],
    "deserter": ["defector"],
    "uprising": ["revolt", "rebellion"],
    "infiltration": ["infiltrate"],
    "treaty": ["pact"],
}

WORDS = {
    "place": ["play", "put", "lay"],
    "wait": ["pass", "keep closed", "leave closed"],
    "reveal": ["open", "turn over", "flip", "show"],
    "eliminate": ["kill", "remove"],
    "steal": ["rob"],
    "copy": ["imitate"],
    "move": ["shift"],
    "bribe": ["buy"],
    "use": ["apply", "repeat"],
    "take": ["collect"],
    "give": ["grant"],
    "gain": ["earn"],
    "swap": ["exchange", "trade"],
    "stay": ["remain"],
    "leave": ["go"],
    "mark": ["verdict"],
    "start": ["first", "front", "beginning", "at the start"],
    "end": ["last", "back", "at the end"],
    "on": ["onto", "over", "on top of"],
    "to": ["into"],
}

FAMILIES = {
    "crimson": "Crimson",
    "azure": "Azure",
    "emerald": "Emerald",
    "amber": "Amber",
    "violet": "Violet",
}
SETS = {
    "oriflamme": "Oriflamme",
    "ablaze": "Oriflamme: Ablaze",
    "alliance": "Oriflamme: Alliance",
    "mixed": "Mixed deck",
}
EDITIONS = {
    "uk": "Ukrainian edition: your own card that eliminates your Ambush stays",
    "it": "Italian edition: your own Ambush pays 1, and your card that eliminates it is lost",
}
PHASES = {"planning": "planning", "events": "events", "over": "over"}

# Counts have the forms of `plural`. In sentences, `[a|b]` is a for others and b for the reader,
# judged by the seat of the event, or by the person named in front: `[victim:a|b]`.
COUNTS = {
    "points": ("{n}", "{n}"),
    "tokens": ("{n} token", "{n} tokens"),
    "verdicts": ("{n} verdict", "{n} verdicts"),
    "players": ("{n} player", "{n} players"),
}
YOU = ("You", "you")
# A card of another, of the reader, of the one who acts; known or not; as subject or as object.
CARD = ("{owner}'s {card}", "your {card}", "their own {card}")
UNKNOWN = ("{owner}'s closed card", "your closed card", "their own closed card")
CARD_OBJECT = CARD
UNKNOWN_OBJECT = UNKNOWN
PLACES = {
    "start": "at the start of the row",
    "end": "at the end of the row",
    "on": "on top of slot {slot}",
}

SAYINGS = {
    "game_began": "The game begins: {set}, {players}; [{who} starts|you start].",
    "dealt": "[{who} was|You were] dealt {hand}; set aside: {aside}.",
    "dealt.unseen": "{who} has seven cards in hand and three set aside.",
    "round_began": "Round {round} begins; [{who} plays|you play] first.",
    "events_began": "All cards are down; the row of round {round} is resolved.",
    "round_ended": "Round {round} is over.",
    "game_over": "The game is over: {standing}.",
    "played": "{who} played the {card} face down {place}.",
    "played.unseen": "{who} played a card face down {place}.",
    "waited": "{who} left [the|your] {card} in slot {slot} closed; {tokens} on it now.",
    "waited.unseen": "{who} left slot {slot} closed; {tokens} on it now.",
    "revealed": "{who} revealed [the|your] {card} in slot {slot}.",
    "acts": "{Thing} in slot {slot} acts.",
    "forced": "{Thing} has only one choice.",
    "no_target": "{Thing} finds nothing to act on.",
    "gained.tokens": "{who} gained {points} from the tokens on the {card}.",
    "gained.effect": "{who} gained {points} from the {card}.",
    "gained.elimination": "{who} gained {points} for the elimination.",
    "gained.bonus": "{who} gained {points} extra thanks to the {card}.",
    "gained.reaction": "{who} gained {points} because the {card} was eliminated.",
    "gained.kept": "{who} gained {points} from the kept {card}.",
    "gained.end": "{who} gained {points} at the end from the kept {card}.",
    "lost": "{who} lost {points} to {thing}.",
    "stole.effect": "{who} stole {points} from {victim} with the {card}.",
    "stole.nothing": "{who} found nothing to take from {victim} with the {card}.",
    "stole.own": "{who} aimed the {card} at [their|your] own side: nothing changes.",
    "stole.reaction": "{who} took {points} from {victim} with the {card}.",
    "tokens_put": "{who} put {coins} on {thing} in slot {slot}; {tokens} there now.",
    "tokens_put.unseen": "{who} put {coins} on {thing} in slot {slot}; {tokens} there now.",
    "tokens_returned": "{Thing}: {coins} back to the supply.",
    "tokens_returned.unseen": "{Thing} in slot {slot}: {coins} back to the supply.",
    "marked": "{who} put a verdict on {thing} in slot {slot}; it bears {verdicts} now.",
    "marked.unseen": "{who} put a verdict on {thing} in slot {slot}; it bears {verdicts} now.",
    "eliminated": "{who} eliminated {thing} in slot {slot} with the {by}{losses}.",
    "discarded.done": "{Thing} is discarded{losses}.",
    "discarded.effect": "{Thing} leaves the row{losses}.",
    "discarded.reaction": "{Thing} is lost to the {cause}{losses}.",
    "discarded.bond": "{Thing} falls along with the {cause}{losses}.",
    "kept": "{who} kept the {card}, with {tokens} on it.",
    "moved": "{who} moved {thing} from slot {slot} to slot {to}.",
    "moved.unseen": "{who} moved {thing} from slot {slot} to slot {to}.",
    "entered.table": "{who} brought the {card} in, open in slot {slot}.",
    "entered.discard": "{who} brought the {card} back from the discard, open in slot {slot}.",
    "entered.aside": "{who} brought the {card} in from the cards set aside, open in slot {slot}.",
    "swapped": "{who} took the {back} back to hand and put the {card} closed in slot {slot}.",
    "swapped.unseen": "{who} took the {back} back to hand and put a card closed in slot {slot}.",
    "turned_down": "{Thing} in slot {slot} lies closed again.",
    "bribed": "{who} won over {thing} in slot {slot} with a bribe{losses}.",
    "copied": "{who} had the Shapeshifter in slot {slot} copy the {card} in slot {target}.",
    "used": "{who} had the {card} in slot {slot} act through a Combination.",
}
LOSSES = {
    "tokens": ("; {n} token on it is lost", "; {n} tokens on it are lost"),
    "verdicts": ("; {n} verdict goes back", "; {n} verdicts go back"),
    "bribe": "; the bribe token goes back to {briber}",
}
# Why nothing came of it; see `unsaid`.
NOTHING = {
    "heir": "That brings nothing: another open {card} lies in the row.",
    "criminal": "Nobody with a card beside it has influence to lose.",
    "conspiracy": "No token lay on it, so there is nothing to collect.",
    "informant": "That brings nothing: no token lies on an opponent's closed card beside it.",
    "infiltration": "No other card of its player lies closed, so no token is put.",
    "uprising": "No card lies beside it.",
    "shapeshifter": "What copies others cannot be copied itself.",
    "substitution": "No card comes in for it: that takes a lone character of an opponent, "
    "and its like in the own discard or set aside.",
    "cutthroat": "A single card pays nothing here.",
    "own": "Its own player did it, so it does not strike back.",
}

QUESTIONS = {
    "place": "[{who} chooses|Choose] a card to play, and where.",
    "wait_or_reveal": "[{who} decides|Decide]: leave the card in slot {slot} closed, "
    "or turn it over?",
    "place_twin": "[{who} chooses|Choose] where the Twin comes in.",
    "eliminate": "[{who} chooses|Choose] a card to eliminate.",
    "steal": "[{who} chooses|Choose] whom to steal from.",
    "copy": "[{who} chooses|Choose] an open neighbour to copy.",
    "move": "[{who} chooses|Choose] a card to move, and where to.",
    "bribe": "[{who} chooses|Choose] an open character to win over.",
    "use": "[{who} chooses|Choose] an open character to act.",
    "use_or_take": "[{who} decides|Decide]: let a character act for a token, or take the token?",
    "give": "[{who} chooses|Choose] a card to put tokens on.",
    "informant": "[{who} decides|Decide]: collect from the neighbours, or swap with a hand card?",
    "diplomat": "[{who} decides|Decide]: let the Diplomat stay, or take the tokens and leave?",
    "judge": "[{who} decides|Decide]: put a verdict on a card, or eliminate one that bears it?",
}

MOVES = {
    "place": "play the {card} face down {where}",
    "place.start": "at the start of the row",
    "place.end": "at the end of the row",
    "place.on": "on top of {target}",
    "place_twin": "put the {card} open {where}",
    "wait": "put a token on your {card} and leave it closed",
    "reveal": "turn your {card} over: {effect}",
    "reveal.tokens": "turn your {card} over and take {tokens} from it; then {effect}",
    "eliminate": "eliminate {target}",
    "steal": "steal 1 from [victim:{victim}|yourself: nothing changes]",
    "copy": "copy {target}",
    "move": "move {target} {where}",
    "move.start": "to the very start",
    "move.end": "to the very end",
    "move.between": "between slots {before} and {after}",
    "bribe": "win over {target}",
    "use": "let {target} act",
    "use_or_take": "spend a token to let {target} act",
    "take": "take one token",
    "give": "put {tokens} on {target}",
    "gain.informant": "gain as many as there are tokens on opponents' closed cards beside it",
    "gain.judge": "gain 1; no verdict is left to put",
    "swap": "take this card back to hand and put your {card} closed in its place",
    "stay": "gain 1 and let the Diplomat stay; another open one, if any, gets 2 tokens",
    "leave": "take all its tokens and discard it",
    "mark": "gain 1 and put a verdict on {target}",
}
TARGET = "{thing} (slot {slot})"
