"""What a word says of the question that is asked: the rest of its meanings are left out. Pure."""

from games.engine.types import known
from games.replies.lexicon import Position, Token
from games.replies.matching import ALSO_CALLED

_PLACES = {
    "start",
    "end",
    "on",
    "to",
    "before",
    "after",
    "between",
    "beside",
    "left",
    "right",
    "under",
}
# To one's own card others are no place: "before Carol strikes" is a reason, "after" a condition.
_WHEN = {"before": "r:", "after": "g:condition"}


def _asked(position: Position) -> set[str]:
    """Which verbs are no other matter."""
    asked = {move.split()[0] for move in position.moves}
    also = {one for verb in asked for one in ALSO_CALLED.get(verb, ())}
    return asked | also | ({"keep"} if "wait" in asked else {"wait"})


def _at_table(position: Position) -> set[str]:
    """The cards of which loose words can speak."""
    view = position.view
    lie = {known(place["top"]["card"]) for place in view["row"] if place["top"]["card"]}
    played = {word for move in position.moves for word in move.split()[1:2]}
    return {*view["deck"], *lie, *played, known(view["question"])["card"] or ""}


def is_beside(token: Token, position: Position) -> bool:
    return any(map(is_verb, token.means)) and of_question(token, position).means == ("",)


def is_verb(means: str) -> bool:
    return means.startswith("v:")


def of_question(token: Token, position: Position) -> Token:
    """Without what is not asked about: other verbs (but that one waits), and places of the row."""
    asked = _asked(position)
    is_of_one_card = "keep" in asked and "stay" not in asked
    kept = []
    for one in token.means:
        is_plain = not token.is_loose and len(token.words) == 1
        is_elsewhere = one == "v:wait" and not (is_plain or is_of_one_card)
        if is_verb(one) and (one[2:] not in asked or is_elsewhere):
            continue
        if one[:2] == "c:" and token.is_loose and one[2:] not in _at_table(position):
            continue
        if one[:2] == "t:" and is_of_one_card:
            continue
        if not is_of_one_card:
            kept.append(one)
        elif one not in _PLACES or one in _WHEN:
            kept.append(_WHEN.get(one, one))
    if tuple(kept) == token.means:
        return token
    if any(map(is_verb, token.means)) and not any(map(is_verb, kept)):
        # Of another verb it does not matter whose it is.
        kept = [one for one in kept if one not in {"g:other", "g:time"}]
    return token._replace(means=tuple(kept) or ("",))
