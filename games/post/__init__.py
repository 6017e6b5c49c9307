"""The post of a table: letters out, answers in.

    receive(raw)  a mail that came in: read, carried out, answered – or left alone
    kinds         the letters that go out, and what webhooks are told

The outbox asks for letters, inbound mail and the page behind a letter's buttons bring answers. A
letter is worded from what selectors give its reader; an answer plays by the right that it carries
and through services, like everybody.
"""

from games.post.addresses import token_of
from games.post.answering import forget_old_mail
from games.post.receiving import receive
