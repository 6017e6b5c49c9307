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

# What turning a card over does at once, where that is not the effect after taking the tokens.
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
    "mark": ["verdict", "judge"],
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
