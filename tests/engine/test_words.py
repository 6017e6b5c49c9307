"""Every word in every language; nothing hidden in any sentence."""

import itertools
import re
import string

import pytest

from games.engine import words
from games.engine.events import EVENTS, QUESTIONS, redact
from games.engine.words import LANGUAGES, reading
from games.engine.words.plural import pick
from tests.engine.table import KINDS

CARDS = ["twin", *(card for kinds in KINDS.values() for card in kinds.split())]
VERBS = [
    *("place", "wait", "reveal", "eliminate", "steal", "copy", "move", "bribe", "use", "take"),
    *("give", "gain", "swap", "stay", "leave", "mark", "start", "end", "on", "to"),
]
NAMES = ["Alice", "Bob", "Carol", "Dave", "Erin"]
each_language = pytest.mark.parametrize("lang", LANGUAGES)


def an_event(kind, **fields):
    """A full event of its kind, every field filled with something plausible."""
    some = {
        "set": "ablaze",
        "edition": "uk",
        "deck": ["archer"],
        "seats": 3,
        "first": 0,
        "direction": "left_to_right",
        "round": 2,
        "seat": 1,
        "hand": ["archer", "spy"],
        "aside": ["heir"],
        "scores": [3, 9, 3],
        "row_cards": [1, 2, 1],
        "ranks": [2, 1, 2],
        "card": "soldier",
        "place": "on",
        "slot": 4,
        "to": 2,
        "tokens": 2,
        "amount": 5,
        "question": "eliminate",
        "move": "eliminate 4",
        "victim": 2,
        "by": "lord",
        "by_slot": 3,
        "controller": 0,
        "family": 0,
        "was_open": False,
        "verdicts": 2,
        "left": 3,
        "bribe": 2,
        "why": "effect",
        "cause": "trap",
        "source": "aside",
        "back": "informant",
        "before": 2,
        "returned": 0,
        "target": 5,
    }
    event = {"kind": kind, **{key: some[key] for key in EVENTS[kind].fields}, "knows": None}
    if kind == "lost":
        event["by"] = 2
    return event | fields


def variants():
    """All kinds, with each of the values that change the sentence."""
    ways = {
        "gained": {"why": ["tokens", "effect", "elimination", "bonus", "reaction", "kept", "end"]},
        "stole": {"why": ["effect", "reaction"], "amount": [0, 1], "victim": [1, 2]},
        "discarded": {"why": ["done", "effect", "reaction", "bond"], "bribe": [None, 2]},
        "entered": {"source": ["table", "discard", "aside"]},
        "played": {"place": ["start", "end", "on"]},
        "tokens_returned": {"why": ["reveal", "cost", "repeat", "extortion"]},
        "eliminated": {"controller": [0, 1], "tokens": [0, 1], "verdicts": [0, 1]},
        "no_target": {"slot": [None, 3]},
        "forced": {"slot": [None, 3]},
    }
    for kind in EVENTS:
        changing = ways.get(kind, {})
        for values in itertools.product(*changing.values()):
            yield an_event(kind, **dict(zip(changing, values, strict=True)))


@each_language
def test_every_card_has_a_name_and_an_effect(lang):
    assert set(LANGUAGES[lang].NAMES) == set(LANGUAGES[lang].EFFECTS) == set(CARDS)
    for card in CARDS:
        assert words.name(card, lang)
        assert words.effect(card, lang).endswith(".")
    assert len(set(LANGUAGES[lang].NAMES.values())) == len(CARDS)


def test_the_languages_have_the_same_words_and_the_same_blanks():
    def shape(value):
        if isinstance(value, dict):
            return {key: shape(inner) for key, inner in value.items()}
        if isinstance(value, str):
            plain = re.sub(r"\[(?:\w+:)?([^|\[\]]*)\|[^|\[\]]*\]", r"\1", value)
            return sorted(
                {name.lower() for _, name, _, _ in string.Formatter().parse(plain) if name}
            )
        return None

    for title in vars(LANGUAGES["en"]):
        if title.isupper() and title not in {"ALSO", "WORDS", "NAMES", "QUESTIONS"}:
            english = shape(getattr(LANGUAGES["en"], title))
            for language in LANGUAGES.values():
                assert shape(getattr(language, title)) == english, title


@each_language
def test_every_kind_of_event_and_question_has_its_sentence(lang):
    assert {key.split(".")[0] for key in LANGUAGES[lang].SAYINGS} == set(EVENTS)
    assert set(LANGUAGES[lang].QUESTIONS) == set(QUESTIONS)
    for kind, about in EVENTS.items():
        assert (f"{kind}.unseen" in LANGUAGES[lang].SAYINGS) == bool(about.secret), kind


@each_language
@pytest.mark.parametrize("you", [None, 0, 1, 2])
def test_every_event_is_one_whole_sentence_for_every_reader(lang, you):
    for event, reader in itertools.product(variants(), [None, 1, 2]):
        secret = bool(EVENTS[event["kind"]].secret)
        [seen] = redact([event | {"knows": 1 if secret else None}], reader)
        said = words.say(seen, lang, you, NAMES)
        assert said.endswith("."), said
        assert not re.search(r"[\[\]{}|\n]|None|  ", said), said
        assert said[0].isupper(), said


@each_language
def test_a_sentence_for_an_onlooker_never_names_a_card_that_it_may_not_know(lang):
    for kind, about in EVENTS.items():
        if not about.secret:
            continue
        for you, reader in itertools.product([None, 0, 2], [None, 2]):
            told = set()
            for card in CARDS:
                hidden = {
                    field: [card, card] if field in {"hand", "aside"} else card
                    for field in about.secret
                }
                [seen] = redact([an_event(kind, **hidden) | {"knows": 1}], reader)
                assert all(seen[field] is None for field in about.secret)
                told.add(words.say(seen, lang, you, NAMES))
            assert len(told) == 1, kind
            [sentence] = told
            named = {"tokens_put": {"lord"}, "marked": {"lord"}, "swapped": {"informant"}}
            for card in set(CARDS) - named.get(kind, set()):
                assert words.name(card, lang) not in sentence
                assert card not in sentence


@each_language
def test_the_reader_is_you_and_others_are_called_by_their_names(lang):
    event = an_event("revealed")
    assert "Bob" in words.say(event, lang, 0, NAMES)
    assert "Bob" not in words.say(event, lang, 1, NAMES)
    mine = an_event("eliminated", seat=2, controller=1)
    assert "Bob" not in words.say(mine, lang, 1, NAMES)
    assert "Carol" in words.say(mine, lang, 1, NAMES)


def test_log_lines_read_naturally():
    assert words.say(an_event("revealed", slot=1, card="queen"), "en", 0, NAMES) == (
        "Bob revealed the Queen in slot 1."
    )
    eliminated = an_event("eliminated", tokens=1, verdicts=0, bribe=None)
    assert words.say(eliminated, "en", 0, NAMES) == (
        "Bob eliminated your Soldier in slot 4 with the Lord; 1 token on it is lost."
    )
    assert words.say(an_event("played"), "uk", 1, NAMES) == (
        "Ви кладете карту «Солдат» долілиць зверху на місце 4."
    )
    assert words.say(an_event("gained", amount=21), "ru", 0, NAMES) == (
        "Bob получает 21 очко: карта «Солдат»."
    )
    assert words.say(an_event("stole", amount=1), "it", 2, NAMES) == (
        "Bob ha rubato 1 punto a te con la carta «Soldato»."
    )
    assert words.say(an_event("game_over"), "en", 0, NAMES) == (
        "The game is over: 1. Bob (9), 2. you (3), 2. Carol (3)."
    )


def test_without_names_the_families_stand_in():
    assert words.say(an_event("revealed"), "en") == "Azure revealed the Soldier in slot 4."
    assert words.family(4, "it") == "Viola"


def test_a_name_full_of_marks_is_only_a_name():
    wild = ["{who}", "[a|b] {card}", "Carol"]
    said = words.say(an_event("revealed"), "en", 0, wild)
    assert said == "[a|b] {card} revealed the Soldier in slot 4."


@pytest.mark.parametrize(
    ("lang", "what", "expected"),
    [
        ("en", "tokens", ["1 token", "2 tokens", "5 tokens", "11 tokens", "21 tokens"]),
        ("it", "tokens", ["1 gettone", "2 gettoni", "5 gettoni", "11 gettoni", "21 gettoni"]),
        ("uk", "tokens", ["1 жетон", "2 жетони", "5 жетонів", "11 жетонів", "21 жетон"]),
        ("ru", "tokens", ["1 жетон", "2 жетона", "5 жетонов", "11 жетонов", "21 жетон"]),
        ("uk", "points", ["1 очко", "2 очки", "5 очок", "11 очок", "21 очко"]),
        ("ru", "points", ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко"]),
    ],
)
def test_counts_take_the_right_form(lang, what, expected):
    forms = LANGUAGES[lang].COUNTS[what]
    assert [pick(forms, n).format(n=n) for n in (1, 2, 5, 11, 21)] == expected


def test_few_and_many_go_on_beyond_a_hundred():
    forms = ("one", "few", "many")
    assert [pick(forms, n) for n in (0, 12, 14, 22, 24, 101, 111, 112, 122)] == (
        ["many", "many", "many", "few", "few", "one", "many", "many", "few"]
    )


@each_language
def test_every_count_has_all_its_forms(lang):
    size = 3 if lang in {"uk", "ru"} else 2
    module = LANGUAGES[lang]
    counted = [*module.COUNTS.values(), module.LOSSES["tokens"], module.LOSSES["verdicts"]]
    assert {len(forms) for forms in counted} == {size}


@each_language
def test_questions_are_asked_of_you_and_told_of_others(lang):
    for kind in QUESTIONS:
        question = {"seat": 1, "kind": kind, "slot": 3}
        assert "Bob" in words.ask(question, lang, 0, NAMES)
        mine = words.ask(question, lang, 1, NAMES)
        assert "Bob" not in mine
        assert not re.search(r"[\[\]{}|]|None", mine)


def test_no_two_cards_and_no_two_verbs_share_a_word():
    for kind, table in (("ALSO", "NAMES"), ("WORDS", None)):
        meant = {}
        for language in LANGUAGES.values():
            for canonical, others in getattr(language, kind).items():
                said = [
                    canonical,
                    *others,
                    *([getattr(language, table)[canonical]] if table else []),
                ]
                for word in said:
                    assert meant.setdefault(reading.plain(word), canonical) == canonical, word


@each_language
def test_every_card_is_read_by_its_name_however_it_is_typed(lang):
    for card in CARDS:
        name = words.name(card, lang)
        for typed in (
            name,
            name.upper(),
            f" {name} ",
            name.replace(" ", "_"),
            name.replace(" ", "-"),
            name.replace(" ", "  "),
            name.replace("ё", "е"),
            card,
        ):
            assert words.read_card(typed) == card, typed


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("королеву", "queen"),
        ("Перевёртыш", "shapeshifter"),
        ("перевертыш", "shapeshifter"),
        ("СЕНЗА", None),
        ("senza-volto", "shapeshifter"),
        ("Royal Decree", "royal_decree"),
        ("decree", "royal_decree"),
        ("указ", "royal_decree"),
        ("спадкоє'мець", "heir"),
        ("спадкоємець", "heir"),
        ("", None),
        ("dragon", None),
    ],
)
def test_cards_are_read_forgivingly(typed, card):
    assert words.read_card(typed) == card


@each_language
def test_every_verb_is_read_in_every_language(lang):
    assert set(LANGUAGES[lang].WORDS) == set(VERBS)
    for verb in VERBS:
        assert words.read_word(verb) == verb
        assert LANGUAGES[lang].WORDS[verb]
    assert words.read_word("Wait!") == "wait"
    assert words.read_word("на початок") == "start"
    assert words.read_word("all’inizio") == "start"
    assert words.read_word("жду") == "wait"
    assert words.read_word("xyzzy") is None


@each_language
def test_sets_editions_phases_and_families_have_names(lang):
    for set_ in ("oriflamme", "ablaze", "alliance", "mixed"):
        assert words.set_name(set_, lang)
    for edition in ("uk", "it"):
        assert words.edition(edition, lang)
    for phase in ("planning", "events", "over"):
        assert words.phase(phase, lang)
    assert len({words.family(seat, lang) for seat in range(5)}) == 5
