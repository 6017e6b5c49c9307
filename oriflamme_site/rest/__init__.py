"""The frame of the API: REST framework, as this site uses it.

Rooms build their views on `endpoint.Endpoint` and describe them with `describe.operation`; what
goes wrong becomes problem details in `exceptions`, what comes in is checked by `serializers`.
It knows no room: who calls and what they may is said by `accounts.api`, named in the settings.
"""
