"""The paper by which a deal is checked: docs/fair-play.md tells how."""

from games import engine
from games.api.serializers import parts
from oriflamme_site.rest import serializers


def _hex(text: str, *, allow_null: bool = False) -> serializers.RegexField:
    return serializers.RegexField("^[0-9a-f]{64}$", help_text=text, allow_null=allow_null)


class ContributionShape(serializers.Serializer):
    place = serializers.IntegerField(
        allow_null=True, help_text="In the order of coming; the mix is made in this order."
    )
    mark = _hex(
        "The SHA-256 of the contribution; null before the deal of an anonymous table.",
        allow_null=True,
    )
    value = _hex("The contribution; before the deal only your own.", allow_null=True)
    by_site = serializers.BooleanField(
        allow_null=True,
        help_text="Whether the site drew it from its seed, as for bots and for who sent none; null "
        "before the deal, and at an anonymous table before the end.",
    )
    seat = parts.seat(
        "Where they sit; null before the deal, and at an anonymous table before the end.",
        allow_null=True,
    )
    yours = serializers.BooleanField(help_text="Whether it is yours.")

    class Meta:
        ref_name = "Contribution"


class DealtHandShape(serializers.Serializer):
    hand = parts.cards("The seven of the hand.")
    aside = parts.cards("The three set aside.")

    class Meta:
        ref_name = "DealtHand"


class DealtShape(serializers.Serializer):
    set = parts.SETS
    rules_version = serializers.IntegerField(help_text="By which version of the rules.")
    deck = parts.cards("The ten kinds that every family has.")
    first = parts.seat("The seat that plays first.")
    direction = parts.choice(engine.DIRECTIONS, "On which side the row begins.")
    hands = serializers.ListField(
        child=DealtHandShape(allow_null=True),
        help_text="What each seat was dealt; null for those that you may not know yet.",
    )

    class Meta:
        ref_name = "Dealt"


class PaperShape(serializers.Serializer):
    scheme = serializers.IntegerField(
        help_text="How it is dealt: 1, of tables opened before there was 2; 2, with contributions."
    )
    commitment = serializers.CharField(
        help_text="`sha256:` and the SHA-256 of the nine marks, in their order; in scheme 1 of the "
        "seed."
    )
    marks = serializers.DictField(
        child=_hex(""),
        help_text="The SHA-256 of each key, in order: shown before anybody sat down.",
    )
    contributions = ContributionShape(many=True, help_text="Of all who sit there.")
    keys = serializers.DictField(
        child=_hex(""), help_text="The keys that are open to you, by what they open."
    )
    seed = _hex("What all keys follow from, when the game is over.", allow_null=True)
    drawn = serializers.ListField(
        child=parts.choice(engine.PURPOSES[:4], ""),
        help_text="What was left to chance beside the hands; empty before the deal.",
    )
    dealt = DealtShape(allow_null=True, help_text="What it came to; null before the deal.")

    class Meta:
        ref_name = "DealPaper"
