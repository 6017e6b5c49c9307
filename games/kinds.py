"""What the outbox calls the kinds of letter about a table; what each is, `games.post.kinds` and
`plain_kinds` say.

Here because whoever promises one, a service, must not know how it is worded.
"""

YOUR_TURN = "your turn"
REMINDER = "reminder"
TIME_IS_UP = "time is up"
ABSENT = "absent"
GAME_BEGAN = "game began"
GAME_OVER = "game over"
RECEIPT = "receipt"
DONE = "done"
LETTERS_STOPPED = "no more letters"
TABLE_CLOSED = "table closed"
SEAT_TAKEN_OVER = "seat taken over"
SEAT_PASSED_ON = "seat passed on"
SEAT_IN_DOUBT = "seat in doubt"
EVENING_PROPOSED = "evening proposed"
EVENING_AGREED = "evening agreed"
INVITATION = "invitation"
# By a table's own webhooks alone.
AT_TABLE = "at table"
