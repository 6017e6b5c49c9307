"""The post of a table: letters out, answers in.

receive(raw)  a mail that came in: read, carried out, answered – or left alone
kinds         the letters that go out, and what webhooks are told
"""

from games.post.addresses import token_of
from games.post.answering import answer, forget_old_mail, receive
