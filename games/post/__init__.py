"""The post of a table: letters out, answers in.

receive(raw)      a mail that came in: read, carried out, answered – or left alone
register_kinds()  the letters that go out
register_events() what of it webhooks are told
"""

from games.post.addresses import token_of
from games.post.answering import answer, forget_old_mail, receive
from games.post.kinds import register_kinds
from games.post.programs import register_events

__all__ = [
    "answer",
    "forget_old_mail",
    "receive",
    "register_events",
    "register_kinds",
    "token_of",
]
