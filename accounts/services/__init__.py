"""What changes people and their keys. Every writer of accounts' tables is here.

Arguments are by keyword; each function keeps its promise whole or not at all.
"""

from accounts.scopes import SCOPES
from accounts.services.people import change_profile
from accounts.services.tokens import (
    LAST_USED_STEP,
    create_api_token,
    find_api_token,
    revoke_api_token,
    tokens_of,
)
