"""A whole turn by mail: what is written is done once, and answered to the one whose right it is."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import engine, post
from games.models import Correspondence, Game, Message, Move, ReceivedMail
from games.moderation import services as care
from games.post import agreements, answering, tokens
from notifications.models import Delivery, Notification
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, play_out, position
from tests.post.posting import post_reply, reply, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


def to_events(game: Game) -> User:
    """Play until somebody has to leave a card closed or turn it over."""
    bound = bounded()
    while next(bound) and "wait" not in engine.legal_moves(position(game)):
        move_on(game)
    return decider(game)


def other_than(game: Game, who: User) -> User:
    return next(seat.person for seat in game.chairs.all() if seat.person != who)


def test_a_right_is_printed_by_nothing() -> None:
    right = tokens.make("2" * 16, 7, 41)
    assert {str(right), repr(right), f"{right}"} == {"[secret]"}
    assert tokens.read(right.reveal()).seq == 41


def test_a_reply_moves_and_the_answer_says_so(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    letter = post_reply(game, who, "wait")
    game.refresh_from_db()
    assert game.seq == before + 1
    row = Move.objects.get(game=game, seq=game.seq)
    assert (row.move, row.door, row.by_id) == ("wait", "mail_reply", who.pk)
    assert letter is not None
    assert letter.to == [who.email]
    assert letter.body.startswith("Your move is made: wait.")
    assert "What happened" in letter.body
    assert "You left your" in letter.body


def test_the_answer_asks_on_when_the_same_player_decides_on(tables: OpenTable) -> None:
    game = tables("alice", "alicia")
    for _ in range(200):
        who = decider(game)
        for move in engine.legal_moves(position(game)):
            later = position(game).copy()
            engine.play(later, move)
            if engine.to_move(later) == game.to_move:
                letter = post_reply(game, who, move)
                assert letter is not None
                assert "Answer this mail with one of these:" in letter.body
                latest = tokens.make(game.key, who.pk, game.seq + 1).reveal()[:20]
                assert latest in letter.extra_headers["Reply-To"]
                return
        move_on(game)
    raise AssertionError("no such moment came up")


def test_several_moves_are_made_all_or_none(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    card = position(game).hands[game.to_move or 0][0]
    letter = post_reply(game, who, f"place {card} end\nwait\n\ntalk: hello")
    game.refresh_from_db()
    assert game.seq == 0
    assert not Message.objects.exists()
    assert letter is not None
    assert "Nothing of your mail has been done." in letter.body
    assert "Answer this mail with one of these:" in letter.body


def test_the_same_mail_twice_moves_once_and_is_answered_once(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    raw = reply(game, to_events(game), "wait")
    before = game.seq
    post.receive(raw)
    post.receive(raw)
    game.refresh_from_db()
    assert game.seq == before + 1
    assert Notification.objects.filter(kind="done").count() == 1


def test_a_reply_to_a_position_that_has_passed_is_told_so(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    passed = game.seq
    move_on(game)
    game.refresh_from_db()
    before = game.seq
    letter = post_reply(game, who, "wait", seq=passed)
    game.refresh_from_db()
    assert game.seq == before
    assert letter is not None
    assert letter.subject == "[Friday table] Your answer was not carried out"
    assert "Somebody has moved since." in letter.body
    assert "Round 1 of 6" in letter.body


def test_the_answer_goes_to_whose_right_it_is_and_not_to_the_sender(
    tables: OpenTable, mallory: User
) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    token = tokens.make(game.key, who.pk, game.seq).reveal()
    letter = post_reply(game, mallory, "wait", token=token)
    assert letter is not None
    assert letter.to == [who.email]


def test_a_right_cannot_be_changed_into_another(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    token = tokens.make(game.key, who.pk, game.seq).reveal()
    for at in range(len(token)):
        letter = "a" if token[at] != "a" else "b"
        forged = token[:at] + letter + token[at + 1 :]
        if at == len(token) - 1:
            break  # the last letter holds one bit of padding
        with pytest.raises(tokens.BadToken):
            tokens.read(forged)
    for text in ("", "x", "a" * 53, token[:-3], token + "aa", "я" * 53):
        with pytest.raises(tokens.BadToken):
            tokens.read(text)
    assert post_reply(game, who, "wait", token="a" * 53) is None


def test_a_right_survives_a_change_of_key(tables: OpenTable, settings: object) -> None:
    game = tables("alice", "alicia", "alison")
    token = tokens.make(game.key, 7, 41).reveal()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "another " * 10  # type: ignore[attr-defined]
    assert tokens.read(token.upper()).seq == 41
    settings.SECRET_KEY_FALLBACKS = []  # type: ignore[attr-defined]
    with pytest.raises(tokens.BadToken):
        tokens.read(token)


def test_an_answer_is_taken_while_the_site_is_closed(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    care.close_site(staff=who, note="New disks")
    post_reply(game, who, "wait")
    game.refresh_from_db()
    assert game.seq == before + 1


def test_a_right_ends_with_time(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    raw = reply(game, who, "wait")
    before = game.seq
    with time_machine.travel(timezone.now() + tokens.LASTS + timedelta(days=1)):
        post.receive(raw)
        letter = sent("receipt")
    game.refresh_from_db()
    assert game.seq == before
    assert letter is not None
    assert "no longer valid" in letter.body


def test_a_right_can_be_revoked_and_the_next_letter_has_a_new_one(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    raw = reply(game, who, "wait")
    agreements.revoke(game.key, who.pk)
    post.receive(raw)
    letter = sent("receipt")
    assert letter is not None
    assert "no longer valid" in letter.body
    with time_machine.travel(timezone.now() + timedelta(seconds=2)):
        post_reply(game, who, "wait")
    game.refresh_from_db()
    assert game.seq == before + 1


def test_programs_are_never_answered(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    for head in (
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "Subject: Автоответ: нет меня",
    ):
        assert post_reply(game, who, "wait", head=head) is None
    game.refresh_from_db()
    assert game.seq == before
    assert not ReceivedMail.objects.exists()


def test_mail_of_somebody_suspended_moves_nothing_and_is_not_answered(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    User.objects.filter(pk=who.pk).update(is_active=False)
    before = game.seq
    assert post_reply(game, who, "wait") is None
    game.refresh_from_db()
    assert game.seq == before
    assert not ReceivedMail.objects.exists()


def test_above_the_limit_moves_are_made_and_the_rest_may_come_again(
    tables: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs that write to each other end; nobody's move is lost, and no mail unread."""
    monkeypatch.setattr(answering, "MOST", 3)
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    for _ in range(3):
        assert post_reply(game, who, "What is this?") is not None
    one_more = reply(game, who, "status")
    for _ in range(2):
        with pytest.raises(answering.TooMuchMail):
            post.receive(one_more)
    assert ReceivedMail.objects.count() == 3
    before = game.seq
    assert post_reply(game, who, "wait") is not None
    game.refresh_from_db()
    assert game.seq == before + 1
    with time_machine.travel(timezone.now() + answering.WITHIN + timedelta(seconds=1)):
        post.receive(one_more)
    assert ReceivedMail.objects.count() == 5


def test_moves_are_not_counted_against_who_makes_many(
    tables: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "MOST", 1)
    game = tables("alice", "alicia")
    for _ in range(6):
        move = engine.legal_moves(position(game))[0]
        assert post_reply(game, decider(game), move) is not None
    game.refresh_from_db()
    assert game.seq == 6


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("See you!", "No move was found"),
        ("What is this?", "It sounds like a question."),
        ("When she reveals hers, reveal", "It sounds like a condition"),
        ("wait, or else reveal", "so nothing has been done: “wait, or else reveal”"),
        ("I am away until Monday,\nplease wait", "could not be understood"),
        ("eliminate 77", "“eliminate 77” is not possible now"),
        ("status", "This is how the table stands."),
        ("help", "How to answer"),
    ],
)
def test_what_moves_nothing_is_answered_kindly(tables: OpenTable, text: str, says: str) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    letter = post_reply(game, who, text)
    game.refresh_from_db()
    assert game.seq == before
    assert letter is not None
    assert says in letter.body
    assert "Answer this mail with one of these:" in letter.body


def test_help_stands_below_what_can_be_pressed(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    letter = post_reply(game, to_events(game), "help")
    assert letter is not None
    html = str(letter.alternatives[0][0])
    for text, button in ((letter.body, "Answer this mail with"), (html, 'class="button"')):
        assert -1 < text.index("How to answer") < text.index(button) < text.index("takes your seat")


def test_who_waits_learns_nothing_of_the_choices(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    waiting = other_than(game, to_events(game))
    for text in ("wait", "reveal", "eliminate 1", "swap lord"):
        letter = post_reply(game, waiting, text)
        assert letter is not None
        assert "Somebody else decides now." in letter.body
        assert "Answer this mail with one of these:" not in letter.body


def test_talk_goes_to_the_table(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    letter = post_reply(game, who, "talk: Good luck, all!\nMay the best family win.")
    assert Message.objects.get().text == "Good luck, all!\nMay the best family win."
    assert letter is not None
    assert "The table hears: “Good luck, all!" in letter.body


def test_stop_ends_the_letters_of_this_table_and_resume_begins_them_again(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    letter = post_reply(game, who, "", head="Subject: stop")
    assert letter is not None
    assert "no more letters" in letter.body
    rows = Delivery.objects.filter(notification__person=who, notification__kind="game began")
    sent("game began")
    assert rows.get().state == "outdated"
    post_reply(game, who, "resume")
    assert not Correspondence.objects.get().stopped


@pytest.mark.parametrize(
    ("head", "text"),
    [
        ("", "Apple Mail sent this email to unsubscribe from the message “[Friday table]”."),
        ("", "This message was automatically generated by somebody's mail program."),
        ("Auto-Submitted: auto-generated\r\n", "Unsubscribe"),
    ],
)
def test_a_programs_button_that_ends_letters_is_heard_whatever_it_writes(
    tables: OpenTable, head: str, text: str
) -> None:
    game = tables("alice", "alicia")
    who = decider(game)
    raw = reply(game, who, text).decode().replace("Subject: Re: [Friday table]", "Subject: stop")
    for _ in range(2):
        post.receive((head + raw).encode())
    assert agreements.find(game.pk, who.pk).stopped
    told = Notification.objects.filter(person=who, kind__in=["no more letters", "receipt"])
    assert told.count() == 1


def test_a_program_ends_no_letters_by_another_subject(tables: OpenTable) -> None:
    game = tables("alice", "alicia")
    who = decider(game)
    post.receive(reply(game, who, "stop", head="Auto-Submitted: auto-replied"))
    assert not agreements.find(game.pk, who.pk).stopped


def test_cards_stay_out_of_letters_for_who_wants_that(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    mine = position(game).hands[game.to_move or 0] + position(game).aside[game.to_move or 0]
    names = [engine_name.replace("_", " ").title() for engine_name in mine]
    shown, hidden = post_reply(game, who, "status"), post_reply(game, who, "hide cards")
    assert shown is not None
    assert hidden is not None
    whole = hidden.body + str(hidden.alternatives)
    assert any(name in shown.body for name in names)
    assert not [name for name in names if name.casefold() in whole.casefold()]
    assert "CARD at the end" in hidden.body
    assert "Decide" in hidden.body or "Choose" in hidden.body
    again = post_reply(game, who, "show cards")
    assert again is not None
    assert any(name in again.body for name in names)


def test_everybody_is_answered_in_their_language(tables: OpenTable) -> None:
    game = tables("alice", "bob", "carol", "dave")
    heads = {"en": "This is how", "uk": "Ось що", "ru": "Вот что", "it": "Ecco com'è"}
    for seat in game.chairs.all():
        letter = post_reply(game, seat.person, "status")
        assert letter is not None
        assert letter.body.startswith(heads[seat.person.language])


def test_a_game_that_is_over_is_told_so(tables: OpenTable, alice: User) -> None:
    game = tables("alice", "alicia")
    play_out(game)
    letter = post_reply(game, alice, "wait")
    assert letter is not None
    assert "This game is over." in letter.body


@pytest.mark.parametrize("text", ["resign", "more time please", "pause", "back", "no orders"])
def test_nothing_is_asked_or_promised_of_a_game_that_is_over(tables: OpenTable, text: str) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    play_out(game)
    letter = post_reply(game, who, text)
    assert letter is not None
    assert "This game is over." in letter.body
    assert "Did you mean" not in letter.subject


def test_letters_about_a_game_that_is_over_stop_and_nothing_is_said_to_go_on(
    tables: OpenTable,
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    play_out(game)
    letter = post_reply(game, who, "stop")
    assert letter is not None
    assert "the game goes on" not in letter.body
    assert agreements.find(game.pk, who.pk).stopped


def test_what_a_card_does_is_a_sentence(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    letter = post_reply(game, decider(game), "What does the Spy do?")
    assert letter is not None
    first = letter.body.split("\n")[0]
    assert first.startswith("Spy: ")
    assert first.endswith(".")
    assert not first.endswith("..")


def test_old_notes_of_mails_are_forgotten(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    post_reply(game, decider(game), "status")
    assert post.forget_old_mail() == 0
    with time_machine.travel(timezone.now() + answering.KEPT + timedelta(days=1)):
        assert post.forget_old_mail() == 1
