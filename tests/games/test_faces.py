"""The picture and the text of a table say what its view says, in every language."""

import random
import re
import xml.etree.ElementTree as ET

import pytest
from django.utils import translation

from games import engine, faces
from games.engine import words
from games.engine.words import LANGUAGES
from games.faces import lettering
from games.faces.cards import WIDTH
from tests.engine.chance import deal, play_on
from tests.engine.table import KINDS, Table

NAMES = ["Alice", "Bob", "Carol", "Dave", "Erin"]
SVG = "{http://www.w3.org/2000/svg}"
ALL_KINDS = [*" ".join(KINDS.values()).split(), "twin"]


def seen(table: Table, player: str) -> engine.View:
    return engine.view(table.state, table.players.index(player))


def row_of_four() -> Table:
    """Alice's soldier lies open under nothing, her heir closed, the others' cards closed."""
    t = Table("oriflamme", Alice="soldier lord", Bob="archer", Carol="heir")
    t.plan(Alice="soldier end", Bob="archer end", Carol="heir end")
    t.play("Alice wait; Bob wait; Carol wait")
    return t


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_text_has_a_line_for_each_slot() -> None:
    t = row_of_four()
    assert faces.rows(seen(t, "Alice"), "en", NAMES[:3]).splitlines() == [
        "    1  you    Soldier, closed, 1 token",
        "    2  Bob    closed card, 1 token",
        "    3  Carol  closed card, 1 token",
    ]


def test_the_line_of_your_decision_says_so() -> None:
    t = Table("oriflamme", Alice="soldier", Bob="archer", Carol="heir")
    t.plan(Alice="soldier end", Bob="archer end", Carol="heir end")
    mine, theirs = (faces.rows(seen(t, who), "en").splitlines()[0] for who in ("Alice", "Bob"))
    assert mine == " >  1  you      Soldier, closed  <- your decision"
    assert theirs == " >  1  Crimson  closed card"


def test_what_lies_under_a_card_is_named_to_who_knows_it() -> None:
    t = row_of_four()
    t.play("Bob place spy start; Carol place lord start; Alice place lord on 3")
    assert "Lord, closed, on top of 1 card (Soldier)" in faces.rows(seen(t, "Alice"), "en")
    assert "closed card, on top of 1 card" in faces.rows(seen(t, "Bob"), "en")
    assert "Soldier" not in faces.rows(seen(t, "Bob"), "en")


def test_influence_is_told_greatest_first_and_hidden_cards_to_their_owner() -> None:
    t = Table("oriflamme", Alice="lord", Bob="heir", Carol="")
    carol = t.hand("Carol")[0]
    t.plan(Alice="lord end", Bob="heir start", Carol=f"{carol} end").play("Bob reveal")
    view = seen(t, "Alice")
    assert faces.standing(view, "en", NAMES[:3]) == "Influence: Bob 3, you 1, Carol 1."
    assert faces.holdings(view, "en").startswith("Your hand: ")
    assert faces.holdings(engine.view(t.state, None), "en") == ""


def test_the_moment_names_round_phase_and_slot() -> None:
    t = Table("oriflamme", Alice="soldier", Bob="archer", Carol="heir")
    assert faces.moment(seen(t, "Bob"), "en") == "Round 1 of 6, planning."
    t.plan(Alice="soldier end", Bob="archer end", Carol="heir end")
    assert faces.moment(seen(t, "Bob"), "en") == (
        "Round 1 of 6, events. Slot 1 of 3 is being resolved."
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_tells_every_moment(lang: str) -> None:
    """In its own words: no English sentence is left where there is another language."""
    english = re.compile(r"\b(?:card|slot|closed|influence|token|your|of)\b", re.IGNORECASE)
    state = deal(3)
    names = NAMES[: state.seats]
    for _ in play_on(state, random.Random(3)):
        view = engine.view(state, 0)
        told = [
            faces.moment(view, lang),
            faces.rows(view, lang, names),
            faces.standing(view, lang, names),
            faces.short(view, lang, names),
            faces.holdings(view, lang),
            *texts(faces.draw(view, lang, names)),
        ]
        assert all(told) or not view["yours"]
        if lang != "en":
            assert not english.search("\n".join(told))


def test_the_language_around_does_not_matter() -> None:
    view = engine.view(deal(5), 1)
    with translation.override("it"):
        assert faces.draw(view, "uk") == faces.draw(view, "uk")
        assert "Раунд 1 із 6" in faces.moment(view, "uk")
        assert translation.get_language() == "it"


def test_the_picture_names_own_closed_cards_and_nobody_elses() -> None:
    t = row_of_four()
    t.play("Bob place spy start")
    assert "Soldier" in texts(faces.draw(seen(t, "Alice"), "en"))
    drawn = texts(faces.draw(seen(t, "Carol"), "en"))
    assert "Heir" in drawn
    assert not {"Soldier", "Archer", "Spy"} & set(drawn)


def test_slots_are_numbered_and_the_active_one_is_framed() -> None:
    t = row_of_four()
    view = seen(t, "Bob")
    assert "frame" not in faces.draw(view, "en")
    t.play("Bob place spy start; Carol place lord start; Alice place lord end")
    drawn = faces.draw(seen(t, "Bob"), "en")
    assert {"1", "2", "3", "4", "5", "6"} <= set(texts(drawn))
    assert drawn.count("var(--ring)") == 2  # a frame and a pointer
    assert faces.draw(view, "en").count("var(--ring)") == 0


def test_more_than_ten_slots_wrap_and_every_card_lies_inside() -> None:
    rng = random.Random(1)
    most = 0
    for number in (12, 13, 14, 15):
        state = deal(number)
        for _ in play_on(state, rng):
            view = engine.view(state, None)
            for per_line in (faces.NARROW, faces.WIDE):
                picture = ET.fromstring(faces.draw(view, "en", per_line=per_line))
                width, height = int(picture.get("width", 0)), int(picture.get("height", 0))
                corners = [
                    tuple(map(float, re.findall(r"-?[\d.]+", group.get("transform", ""))))
                    for group in picture.findall(f"{SVG}g")
                ][: len(view["row"])]
                assert len(set(corners)) == len(view["row"])
                assert all(0 <= x <= width - WIDTH and 0 < y < height for x, y in corners)
                lines = len({y for _x, y in corners})
                assert lines == -(-len(view["row"]) // per_line)
            most = max(most, len(view["row"]))
    assert most > 10


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_every_name_fits_on_its_card_and_can_be_read(kind: str, lang: str) -> None:
    room = WIDTH - 16
    for line in lettering.fit(words.name(kind, lang), room, 25, weight=700, lines=2):
        assert lettering.width(line.text, line.size, 700, line.stretch) <= room + 0.5
        assert line.size >= 17  # 7 px on a phone 360 px wide


def test_a_name_in_letters_that_the_font_lacks_is_told_by_the_family() -> None:
    drawn = texts(
        faces.draw(engine.view(deal(8), 0), "en", ["王さん", "Ünal", "Богдана", "\U0001f600"])
    )
    assert {"Crimson", "Ünal", "Богдана", "Amber"} <= set(drawn)


def test_a_name_cannot_break_the_picture() -> None:
    drawn = faces.draw(engine.view(deal(8), 0), "en", ["<script>", "&", '"', "Dave"])
    assert "<script>" in texts(drawn)


def test_shapes_tell_the_families_apart_without_colour() -> None:
    state = deal(12)
    picture = ET.fromstring(faces.draw(engine.view(state, None), "en"))
    shapes = {
        element.get("d") for element in picture.iter(f"{SVG}path") if element.get("fill-rule")
    }
    assert len(shapes) == state.seats == 5


def test_the_row_is_drawn_from_the_side_on_which_it_begins() -> None:
    t = row_of_four()
    at = {}
    for direction in ("left_to_right", "right_to_left"):
        picture = ET.fromstring(faces.draw(seen(t, "Alice") | {"direction": direction}, "en"))
        first, second = (group.get("transform", "") for group in picture.findall(f"{SVG}g")[:2])
        at[direction] = [float(re.findall(r"[\d.]+", one)[0]) for one in (first, second)]
    assert at["left_to_right"][0] < at["left_to_right"][1]
    assert at["right_to_left"][0] > at["right_to_left"][1]
