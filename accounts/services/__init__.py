"""What changes people and their keys: every writer of accounts' tables is here.

Pages, the API, the admin, tasks and other rooms call it, with arguments by keyword. Each function
keeps its promise whole or not at all, and none hands out a secret but in answer to who made it.
"""

from accounts.scopes import SCOPES
from accounts.services.people import change_profile
from accounts.services.tokens import (
    LAST_USED_STEP,
    create_api_token,
    revoke_api_token,
    tokens_of,
)
