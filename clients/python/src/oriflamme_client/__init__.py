"""A client for Oriflamme by post: sign in, play, follow what happens, be called by webhook.

    from oriflamme_client import Client

    Client("https://the.site", "ofl_the_token").play(choose)

`Client` blocks, `AsyncClient` awaits; both have a method for each operation of the site, typed, and
try again by themselves what a broken line or a restart has cut. Refusals are a `Problem`.
"""

from oriflamme_client._operations import Game, OwnEvent, StreamEvent, TableEvent
from oriflamme_client.asynchronous import AsyncClient
from oriflamme_client.blocking import Client
from oriflamme_client.calls import Problem, Tokens, Unreachable
from oriflamme_client.devices import sign_in_by_device
from oriflamme_client.webhooks import BadSignature, verify_webhook
