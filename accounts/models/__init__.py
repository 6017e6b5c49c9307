"""People and programs, and the keys by which programs act for people."""

from accounts.models.consent import Consent, Terms
from accounts.models.person import LANGUAGES, KeptHandle, User
from accounts.models.profile import HOLIDAYS_A_YEAR, Holiday, Profile
from accounts.models.relations import Relation
from accounts.models.tokens import ApiToken
from accounts.models.trail import SecurityEvent
