"""What people report and staff decide; what staff look at; what all are told."""

from games.care.models.cases import Appeal, Decision, Report
from games.care.models.hints import Hint
from games.care.models.site import Announcement, Closure, Look

__all__ = ["Announcement", "Appeal", "Closure", "Decision", "Hint", "Look", "Report"]
