"""What a tournament refuses, beside what tables refuse (games.errors)."""

from games.errors import BadTable, NotAllowed, NotFound, Refusal

__all__ = ["BadTournament", "NotAllowed", "NotFound", "NotNow", "Refusal"]


class NotNow(Refusal):
    """What would be possible at another time. facts: why – a sentence."""

    code = "not_now"
    sentence = "{why}"


class BadTournament(BadTable):
    """A tournament or a step that cannot be like this. facts: field, why – a sentence."""

    code = "bad_tournament"
    sentence = "{why}"
