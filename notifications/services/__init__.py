"""Write to the outbox, empty it, and hear what became of it.

Every room calls `enqueue` in the transaction of a cause; workers deliver; pages and the API change
wishes and hooks. It knows kinds by what they are registered for, and no game.
"""

from notifications.services.addresses import refuses_mail, try_again
from notifications.services.delivering import deliver, deliver_all, due_deliveries, outbox_waits
from notifications.services.devices import add_device, devices_of, remove_device
from notifications.services.feeding import (
    end_feeds,
    feed_token,
    find_by_feed,
    renew_feeds,
    told_lately,
)
from notifications.services.hooking import (
    change_hook,
    deliver_again,
    deliveries_of,
    find_hook,
    hooks_of,
    make_hook,
    ping,
    remove_hook,
    rotate_secret,
)
from notifications.services.lanes import away_for, let_go
from notifications.services.resending import send_again
from notifications.services.retention import forget_domain, forget_old
from notifications.services.waking import (
    AT_LEISURE,
    ask,
    is_too_late,
    sending_ourselves,
    wake_again,
)
from notifications.services.wishing import change_wishes, stop_mail
from notifications.services.writing import enqueue, enqueue_for, reword
