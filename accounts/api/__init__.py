"""The account over HTTP, and who calls and what they may for every room's API.

Rooms' views name its authentication and permissions. It knows no room but this one, and what no
program may do for a person wants a signed-in browser here.
"""
