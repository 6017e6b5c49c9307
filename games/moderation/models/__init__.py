"""What people report and staff decide; what staff look at; what all are told.

This room's services write them, its admin and selectors read; no other room asks for these rows.
They tell nobody anything: services do, when something is decided.
"""

from games.moderation.models.cases import Appeal, Decision, Report
from games.moderation.models.hints import Hint
from games.moderation.models.site import Announcement, BackupTrial, Closure, Look
