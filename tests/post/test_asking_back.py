"""What is likely is asked back; a yes is bound to what was asked. Plain requests are heard."""

import re
from email.utils import getaddresses
from typing import NamedTuple
from urllib.parse import quote

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import post, replies, selectors
from games.models import Correspondence, Game, Message, Move, OrderList
from games.post import addresses, answering, tokens
from games.post.asking import Proposal
from games.replies import Reading
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.post.positions import position as strikes
from tests.post.posting import post_reply, reply, sent
from tests.post.test_answering import other_than, to_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


def last_move(game: Game) -> str:
    game.refresh_from_db()
    return Move.objects.get(game=game, seq=game.seq).move


Sent = EmailMultiAlternatives | None


def answer_to(letter: Sent, game: Game, who: User, text: str) -> Sent:
    """To that very letter, by the address that it bears."""
    assert letter is not None
    (address,) = [address for _name, address in getaddresses([letter.extra_headers["Reply-To"]])]
    token = addresses.token_of(address)
    assert token
    return post_reply(game, who, text, token=token)


def yes_page(letter: Sent) -> str:
    assert letter is not None
    (page,) = set(re.findall(r"/turn/\w+/yes", str(letter.body)))
    return str(page)


class Both(NamedTuple):
    first: EmailMultiAlternatives
    second: EmailMultiAlternatives


@pytest.fixture(params=["sent", "waits"])
def two(request: pytest.FixtureRequest, tables: OpenTable) -> tuple[Game, User, Both]:
    """Asked back twice within a second; the first letter goes out before the second mail comes,
    or only after it."""
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    with time_machine.travel(timezone.now(), tick=False):
        texts = ("revael", "wiat")
        if request.param == "sent":
            letters = [post_reply(game, who, text) for text in texts]
        else:
            for text in texts:
                post.receive(reply(game, who, text))
            sent("receipt")
            letters = [*mail.outbox]  # type: ignore[list-item]
    first, second = letters
    assert first is not None
    assert second is not None
    assert "Did you mean: reveal" in first.body
    assert "Did you mean: wait" in second.body
    return game, who, Both(first, second)


def test_a_yes_does_what_its_own_letter_asked(two: tuple[Game, User, Both]) -> None:
    game, who, letters = two
    game.refresh_from_db()
    before = game.seq
    told = answer_to(letters.first, game, who, "yes")
    assert told is not None
    assert "does not ask what you are asked now" in told.body
    assert "Did you mean: wait" in told.body
    answer_to(letters.first, game, who, "no")
    game.refresh_from_db()
    assert game.seq == before
    answer_to(letters.second, game, who, "yes")
    assert last_move(game) == "wait"


def test_a_yes_to_the_question_that_is_asked_again_does_it(two: tuple[Game, User, Both]) -> None:
    game, who, letters = two
    answer_to(answer_to(letters.first, game, who, "yes"), game, who, "yes")
    assert last_move(game) == "wait"


def test_a_button_does_what_its_own_letter_asked(
    two: tuple[Game, User, Both], client: Client
) -> None:
    game, _who, letters = two
    game.refresh_from_db()
    before = game.seq
    for ask in (client.get, client.post):
        shown = ask(yes_page(letters.first), secure=True)
        assert shown.status_code == 409
        assert "You are asked something else now" in shown.content.decode()
    game.refresh_from_db()
    assert game.seq == before
    assert client.post(yes_page(letters.second), secure=True).status_code == 303
    assert last_move(game) == "wait"


def test_a_slip_of_the_finger_is_asked_back_and_done_after_a_yes(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    letter = post_reply(game, who, "revael")
    game.refresh_from_db()
    assert game.seq == before
    assert letter is not None
    assert letter.body.startswith("Did you mean: reveal – turn your")
    assert "/yes" in letter.body
    done = answer_to(letter, game, who, "Yes, please!")
    assert done is not None
    assert "Your move is made: reveal." in done.body
    assert last_move(game) == "reveal"


def test_the_button_says_yes_too_and_once(tables: OpenTable, client: Client) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    page = yes_page(post_reply(game, who, "revael"))
    shown = client.get(page, secure=True)
    assert "Did you mean: turn your" in shown.content.decode()
    game.refresh_from_db()
    assert game.seq == before
    assert client.post(page, secure=True).status_code == 303
    assert last_move(game) == "reveal"
    assert client.post(page, secure=True).status_code == 409


def test_a_yes_to_another_position_or_an_older_letter_does_nothing(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    game.refresh_from_db()
    seq, older = game.seq, tokens.make(game.key, who.pk, game.seq).reveal()
    letter = post_reply(game, who, "yes", token=older)
    assert letter is not None
    assert "You were asked nothing" in letter.body
    asked = post_reply(game, who, "revael")
    letter = post_reply(game, who, "yes", token=older)
    assert letter is not None
    assert "does not ask what you are asked now" in letter.body
    game.refresh_from_db()
    assert game.seq == seq
    move_on(game)
    letter = answer_to(asked, game, who, "yes")
    assert letter is not None
    assert "Somebody has moved since" in letter.body
    game.refresh_from_db()
    assert game.seq == seq + 1


def test_a_no_forgets_the_question(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    before = game.seq
    letter = post_reply(game, who, "revael")
    for word in ("no", "yes"):
        answer_to(letter, game, who, word)
    game.refresh_from_db()
    assert game.seq == before


def test_a_condition_is_offered_as_the_standing_order_that_it_is(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    letter = post_reply(game, who, "If a neighbour is open, reveal")
    assert letter is not None
    assert "Shall this be kept as a standing order" in letter.body
    assert not OrderList.objects.exists()
    answer_to(letter, game, who, "yes")
    (order,) = OrderList.objects.get(person=who).orders
    assert (order["order"]["do"], order["order"]["neighbour"]) == ("reveal", ["open"])


def test_wait_with_the_card_in_question_is_a_move_and_no_order(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    view = selectors.find_game(game.key, who).view("en")
    card = view["row"][view["question"]["slot"] - 1]["top"]["card"]
    post_reply(game, who, f"wait with {card.replace('_', ' ')}")
    assert last_move(game) == "wait"
    assert not OrderList.objects.exists()


def test_resigning_is_asked_back_once(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    letter = post_reply(game, who, "I give up")
    assert letter is not None
    assert "That is resigning." in letter.body
    assert not game.chairs.exclude(resigned_at=None).exists()
    letter = answer_to(letter, game, who, "yes")
    assert letter is not None
    assert "You have resigned" in letter.body
    assert game.chairs.get(person=who).resigned_at is not None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pause, please", "You offer a pause."),
        ("I need more time", "Nobody can take more time alone."),
        ("What does the Spy do?", "Spy: "),
        ("Who are we waiting for?", "This is how the table stands."),
        ("what do I hold?", "Your hand: "),
    ],
)
def test_plain_requests_are_heard(tables: OpenTable, text: str, says: str) -> None:
    game = tables("alice", "alicia", "alison")
    letter = post_reply(game, decider(game), text)
    assert letter is not None
    assert says in letter.body
    game.refresh_from_db()
    assert game.seq == 0


def test_letters_stop_for_who_says_so_in_plain_words(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    post_reply(game, decider(game), "please stop sending me these")
    assert Correspondence.objects.get().stopped


def test_word_for_one_player_goes_to_that_one_alone(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison", talk="full")
    who = decider(game)
    other = other_than(game, who)
    name = other.name or other.handle
    post_reply(game, who, f"tell {name}: shall we join?")
    seat = game.chairs.get(person=other).number
    assert (Message.objects.get().to_seat, Message.objects.get().text) == (seat, "shall we join?")


def test_who_hides_their_cards_is_asked_back_without_them(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = to_events(game)
    post_reply(game, who, "hide cards")
    letter = post_reply(game, who, "revael")
    assert letter is not None
    held = position(game).hands[game.to_move or 0]
    assert "Did you mean: reveal?" in letter.body
    assert not [card for card in held if card.replace("_", " ").title() in letter.body]


def test_who_is_not_asked_is_told_so_whatever_words_they_use(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    waiting: User = other_than(game, to_events(game))
    letter = post_reply(game, waiting, "leave it closed")
    assert letter is not None
    assert "Somebody else decides now." in letter.body


# --- several readings -------------------------------------------------------------------------


class Offered(NamedTuple):
    game: Game
    who: User
    letter: EmailMultiAlternatives
    first: str
    others: tuple[str, ...]

    def answered(self, text: str) -> Sent:
        return answer_to(self.letter, self.game, self.who, text)


@pytest.fixture
def offered(tables: OpenTable, monkeypatch: pytest.MonkeyPatch) -> Offered:
    """Three moves seem likely to somebody who plays a card."""
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    view = selectors.find_game(game.key, who).view("en")
    question = view["question"]
    assert question is not None
    first, *others = [one["move"] for one in question["moves"] or []][:3]
    wanted = Reading(moves=(first,), asks=True, others=tuple(others))
    with monkeypatch.context() as patched:
        patched.setattr(replies, "read", lambda *_said: wanted)
        letter = post_reply(game, who, "hm, somewhere over there")
    assert letter is not None
    return Offered(game, who, letter, first, tuple(others))


def test_what_else_may_be_meant_is_offered_beside_it(offered: Offered) -> None:
    _asked, _or, rest = offered.letter.body.partition("Or did you mean one of these?")
    (html,) = [body for body, kind in offered.letter.alternatives if kind == "text/html"]
    for move in offered.others:
        assert f"?move={quote(move)}" in str(html)
        card, where = move.split()[1:]
        assert f"{card.replace('_', ' ').title()} at the {where}" in rest
    offered.game.refresh_from_db()
    assert offered.game.seq == 0


def test_a_yes_is_to_the_first_alone(offered: Offered) -> None:
    offered.answered("yes")
    assert Move.objects.get(game=offered.game, seq=1).move == offered.first


def test_another_is_said_in_the_words_in_which_it_is_offered(offered: Offered) -> None:
    _place, card, where = offered.others[-1].split()
    offered.answered(f"{card} at the {where}")
    assert Move.objects.get(game=offered.game, seq=1).move == offered.others[-1]


def test_the_page_of_the_yes_offers_the_others_too(offered: Offered, client: Client) -> None:
    shown = client.get(yes_page(offered.letter), secure=True).content.decode()
    links = re.findall(r'href="[^"]*(/turn/\w+\?move=[^"]*)"', shown)
    assert len(links) == len(offered.others)
    page = client.get(links[0], secure=True).content.decode()
    assert f'name="move" value="{offered.others[0]}"' in page
    # The right of these is to no question.
    (token,) = re.findall(r"/turn/(\w+)", links[0])
    assert client.post(f"/turn/{token}/yes", secure=True).status_code == 409


def test_offers_of_a_position_that_has_passed_do_nothing(offered: Offered, client: Client) -> None:
    links = re.findall(r"/turn/\w+\?move=[^\"]*", str(offered.letter.alternatives[0][0]))
    game = offered.game
    move_on(game)
    game.refresh_from_db()
    seq = game.seq
    _place, card, where = offered.others[-1].split()
    for text in ("yes", f"{card} at the {where}", "2", "the second"):
        offered.answered(text)
    assert client.post(links[0], {"move": offered.others[0]}, secure=True).status_code == 409
    game.refresh_from_db()
    assert game.seq == seq


def test_who_hides_their_cards_is_offered_none_that_they_did_not_name(
    tables: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    post_reply(game, who, "hide cards")
    moves = selectors.find_game(game.key, who).view("en")["question"]["moves"]
    first, *_rest, last = [one["move"] for one in moves]
    wanted = Reading(moves=(first,), asks=True, others=(last,))
    monkeypatch.setattr(replies, "read", lambda *_said: wanted)
    letter = post_reply(game, who, "that one")
    assert letter is not None
    assert "Or did you mean" not in letter.body
    assert last.split()[1].replace("_", " ").title() not in letter.body


@pytest.mark.parametrize("text", ["2", "the second one", "yes, 2", "the 2nd, please"])
def test_a_number_in_answer_to_several_offers_that_may_count_them_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Slot 2, or the second offer?"""
    offers = Proposal(moves=("eliminate 4",), others=("eliminate 6", "eliminate 2"))
    monkeypatch.setattr("games.post.asking.asked_about", lambda _right: offers)
    at = strikes("X", "en")
    right = tokens.Right("k", 1, 1, timezone.now(), proposal=offers.number)
    number = replies.counted(text, at)
    assert number == 2
    reading = answering._as_offered(Reading(moves=("eliminate 2",)), right, number)
    assert (reading.asks, reading.others) == (True, ("eliminate 6",))
    same = Reading(moves=("eliminate 6",))
    assert answering._as_offered(same, right, number) == same


@pytest.mark.parametrize(
    "text", ["eliminate 2", "2 coins", "Carol's", "yes", "", "second thoughts"]
)
def test_what_says_more_than_a_number_counts_nothing(text: str) -> None:
    assert replies.counted(text, strikes("X", "en")) == 0
