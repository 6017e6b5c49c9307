"""People and programs, and the keys by which programs act for people, as PostgreSQL keeps them.

Services of this room write them, every room may read a `User`. No key, password or code is kept
here, only what tells whether one is right.
"""

from accounts.models.apps import AppReader
from accounts.models.consent import Consent, Terms
from accounts.models.person import LANGUAGES, KeptHandle, User
from accounts.models.profile import HOLIDAYS_A_YEAR, Holiday, Profile
from accounts.models.relations import Relation
from accounts.models.tokens import ApiToken
from accounts.models.trail import SecurityEvent
