"""What people report and staff decide; what staff look at; what all are told."""

from games.moderation.models.cases import Appeal, Decision, Report
from games.moderation.models.hints import Hint
from games.moderation.models.site import Announcement, Closure, Look
