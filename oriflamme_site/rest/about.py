"""What the schema tells about the API as a whole. Plain data, read by the settings."""

from typing import Any

LANGUAGES = "en, uk, ru or it"

DESCRIPTION = f"""\
Slow, hidden-information card games: everything that a person can do at a table, a program can do
here. A guided tour is docs/api.md, a complete bot docs/bots.md.

**Who you are.** Send `Authorization: Bearer ofl_…`. A token carries scopes: `read`, `play`,
`talk`, `organise`, `account`. Browsers that are signed in may use their session with the
`X-CSRFToken` header. Some things are open to everybody.

**What you see** is what your seat may know, and nothing else. A table that you may not see answers
like one that does not exist.

**Errors** are `application/problem+json` with a stable `code`; `GET /api/v1/problems` lists them.
With what an operation refuses of its own stands with it; what any may refuse is its `default`.

**Headers** of every answer: `X-Request-ID`, its name in our logs, `RateLimit` and
`RateLimit-Policy`, as described there.

**Retrying** is safe: moves carry the `seq` they were made for, POSTs at tables take an
`Idempotency-Key`, and reads take `If-None-Match`.

**Times** are ISO 8601 with zone. **Texts** come in {LANGUAGES}, by `Accept-Language`.
"""

TAGS = [
    {"name": "tables", "description": "Finding, opening and filling tables."},
    {"name": "play", "description": "One game as you may see it, and your moves."},
    {"name": "talk", "description": "Words to the table, and letters to one player."},
    {"name": "events", "description": "Being told instead of asking: streams and long polls."},
    {
        "name": "webhooks",
        "description": "Your addresses to which the site calls, or the chat where it writes.",
    },
    # No operation of an address has it: generators make a class of each, and here nobody calls.
    {
        "name": "callbacks",
        "description": "What your address is sent. Each request carries `webhook-id` (the "
        "same in each try: what you have had, leave out), `webhook-timestamp` (when this try was "
        "signed, in seconds since 1970) and `webhook-signature`: `v1,` and the base64 of "
        "HMAC-SHA256 over id, `.`, timestamp, `.` and body, with the secret's base64 as the key; "
        "for a day after a rotation two of them, separated by a space.",
    },
    {"name": "cards", "description": "What the cards are called and what they do."},
    {"name": "tournaments", "description": "Entering one, its tables and standings, its desk."},
    {"name": "people", "description": "Who plays here, as everybody may see them."},
    {"name": "ratings", "description": "How strong people and bots are."},
    {"name": "me", "description": "You, your keys, and the games that wait for you."},
    {"name": "account", "description": "What no program does for you: sign in with a browser."},
    {"name": "service", "description": "The API itself."},
]

# The site that serves the schema.
SERVERS = [{"url": "/", "description": "This site."}]

SECURITY_SCHEMES: dict[str, dict[str, Any]] = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "ofl_…",
        "description": "Yours, made at `/account/tokens`. The scope that an operation needs stands "
        "with it.",
    },
    # The device flow has no word of its own in this version of OpenAPI; scopes are the settings'.
    "oauth2": {
        "type": "oauth2",
        "description": "The key of an app, registered at `/account/apps`, that its person has "
        "connected. The device flow (RFC 8628) begins at `/oauth/device-authorization/`.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize/",
                "tokenUrl": "/oauth/token/",
                "refreshUrl": "/oauth/token/",
                "scopes": {},
            }
        },
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "A signed-in browser; to change anything it sends X-CSRFToken as well.",
    },
}

HEADERS = {
    "ETag": {
        "description": "Send it back as If-None-Match: while nothing is new, the answer is an "
        "empty 304.",
        "schema": {"type": "string"},
    },
    "RequestId": {
        "description": "The name of this request in our logs.",
        "required": True,
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "What is left of your minute: `r` requests, for `t` more seconds.",
        "schema": {"type": "string"},
    },
    "RateLimitPolicy": {
        "description": "How much you may ask: `q` requests in `w` seconds.",
        "schema": {"type": "string"},
    },
    "RetryAfter": {
        "description": "With 429 and 503: how many seconds to wait before asking again.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
    },
    "WwwAuthenticate": {
        "description": "With 401: how to say who you are.",
        "schema": {"type": "string"},
    },
}
