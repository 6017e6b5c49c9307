"""A table for tests: hands by name, moves as lines of a script, the row in words."""

import re

from games import engine
from tests import bounded

CAST = ("Alice", "Bob", "Carol", "Dave", "Erin")
KINDS = {
    "oriflamme": (
        "archer soldier spy heir shapeshifter lord assassination royal_decree ambush conspiracy"
    ),
    "ablaze": (
        "prince schemer queen cutthroat apothecary criminal substitution bribe combination trap"
    ),
    "alliance": (
        "empress fanatic informant diplomat deserter judge uprising extortion infiltration treaty"
    ),
}


class Table:
    """`Table("oriflamme", Alice="soldier", Bob="heir")`: those cards are sure to be in those hands.

    Hands and cards set aside are filled up from the deck. `aside` names cards that must lie there.
    """

    def __init__(self, set, *, edition="uk", first="Alice", deck=None, aside=None, **hands):
        self.players = CAST[: len(hands)]
        assert tuple(hands) == self.players, "name the players in the order of the cast"
        kinds = (deck or KINDS[set]).split()
        aside = aside or {}
        dealt = [self._deal(kinds, hands[p].split(), aside.get(p, "").split()) for p in hands]
        self.events = []
        self.state = engine.new_game(
            set=set,
            deck=kinds if set == "mixed" else None,
            edition=edition,
            seats=len(hands),
            first=CAST.index(first),
            hands=[hand for hand, _ in dealt],
            aside=[rest for _, rest in dealt],
        )

    @staticmethod
    def _deal(kinds, hand, aside):
        assert {*hand, *aside} <= {*kinds}
        free = [kind for kind in kinds if kind not in hand and kind not in aside]
        hand = hand + free[: 7 - len(hand)]
        aside = aside + free[len(free) - (3 - len(aside)) :] if len(aside) < 3 else aside
        assert len({*hand, *aside}) == len(hand) + len(aside) == 10
        return hand, aside

    def plan(self, **cards):
        """Everybody plays a card, in turn order: `plan(Alice="soldier end", Bob="heir start")`."""
        assert {*cards} == {*self.players}
        for _ in cards:
            player = self.asked
            self.play(f"{player} place {cards[player]}")
        return self

    def play(self, script):
        """Lines (or parts between `;`) of a player and a move: `Alice reveal; Bob wait`."""
        for line in filter(None, map(str.strip, re.split(r"[;\n]", script))):
            player, move = line.split(maxsplit=1)
            self.events += engine.play(self.state, move, seat=CAST.index(player))
        return self

    def wait(self):
        """Everybody leaves everything closed until the round ends."""
        phase = self.position["phase"]
        assert phase == "events"
        round_ = self.position["round"]
        bound = bounded()
        while (
            next(bound) and self.position["phase"] == "events" and self.position["round"] == round_
        ):
            self.play(f"{self.asked} wait")
        return self

    def told(self, kind):
        """The last event of a kind."""
        return [event for event in self.events if event["kind"] == kind][-1]

    @property
    def position(self):
        return engine.position(self.state)

    @property
    def asked(self):
        seat = engine.to_move(self.state)
        return None if seat is None else CAST[seat]

    @property
    def legal(self):
        return sorted(engine.legal_moves(self.state))

    @property
    def influence(self):
        return dict(zip(self.players, self.position["influence"], strict=True))

    def discard(self, player):
        return self.position["discards"][CAST.index(player)]

    def hand(self, player):
        return self.position["hands"][CAST.index(player)]

    def aside(self, player):
        return self.position["aside"][CAST.index(player)]

    def kept(self, player):
        return self.position["kept"][CAST.index(player)]

    @property
    def row(self):
        """`["Alice spy open", "Bob heir closed 2"]`; a stack from the bottom: `"… < …"`."""
        return [" < ".join(map(self._words, slot)) for slot in self.position["row"]]

    @staticmethod
    def _words(card):
        parts = [
            CAST[card["controller"]],
            card["card"],
            "open" if card["open"] else "closed",
            str(card["tokens"] or ""),
            "!" * card["verdicts"],
        ]
        return " ".join(filter(None, parts))
