"""What changes reports, decisions and the state of the site. Arguments are by keyword.

Pages, the API and the admin call it; to people it refuses by games.errors.Refusal, to staff by
ValidationError. It touches a table or an account by the services of their rooms alone.
"""

from games.moderation.services.appealing import answer_appeal, appeal, find_by_appeal
from games.moderation.services.deciding import decide, give_back, take
from games.moderation.services.looking import look
from games.moderation.services.reporting import open_case, report_at_table, report_person
from games.moderation.services.site import close_site, open_site, publish, run_clocks, stop_clocks
