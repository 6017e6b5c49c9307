"""A word to whoever plays for the first time: what this decision is about. By the view alone."""

from django.utils.translation import gettext as _

from games.types import Game

# By then each kind of decision has been met.
_LAST_ROUND = 3


def hint(view: Game) -> str:
    question = view["question"]
    if question is None or question["seat"] != view["you"] or view["round"] > _LAST_ROUND:
        return ""
    place = _("You may also cover a card of your own: only the uppermost acts.")
    if view["round"] == 1:
        place = _("These are your cards; nobody else sees them. Tap one to read what it does.")
    return {
        "place": place,
        "wait_or_reveal": _(
            "Closed, it gathers tokens for the day you turn it over. Open, it acts at once."
        ),
        "eliminate": _("Each card eliminated brings you 1, whoever's it is."),
        "steal": _("1 of their influence becomes yours."),
    }.get(question["kind"], "")


def lesson(view: Game) -> str:
    """The same in the first game of all, where more is new; "" where the hint says enough."""
    question, round_ = view["question"], view["round"]
    if question is None:
        return ""
    if question["kind"] == "place":
        return {
            1: _(
                "These seven are yours; nobody else sees them. Tap one to play it face down; "
                "later you turn it over."
            ),
            2: _(
                "Characters act each round, intrigues once. You may cover a card of your own: "
                "only the uppermost acts."
            ),
        }.get(round_, _("The last round of this lesson."))
    if question["kind"] == "wait_or_reveal" and round_ == 1:
        return _(
            "Each round that it waits puts 1 on it, yours when you turn it over. Open, it acts "
            "at once."
        )
    return ""
