from django.contrib import admin, messages
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import ReadOnly, StaffAdmin, Unchanged
from accounts.services.staff import note_work
from notifications import registry, services
from notifications.models import Delivery, KeptMail, MailLane, MailReport, TakenMail


class OfKind(admin.SimpleListFilter):
    """From what is registered: the rows themselves are too many to be asked."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request, model_admin):
        return [(kind.name, kind.called()) for kind in registry.kinds()]

    def queryset(self, request, queryset):
        return queryset.filter(notification__kind=self.value()) if self.value() else queryset


@admin.register(Delivery)
class DeliveryAdmin(StaffAdmin):
    """To look at, and to send again what did not arrive; what a letter says is not shown. Rooms
    keep back letters whose mere existence tells something."""

    list_display = ("id", "person", "kind", "channel", "state", "due_at", "tries", "done_at")
    list_filter = ("state", "channel", OfKind)
    ordering = ("-id",)
    search_fields = ("=person__handle", "=person__email")
    search_help_text = _(
        "A handle or a mail address, whole. Letters about tables that are not over are not listed."
    )
    actions = ("send_again",)
    fields = (
        *("person", "kind", "about", "created_at", "channel", "state", "due_at", "tries"),
        *("message_id", "last_error", "done_at"),
    )
    readonly_fields = fields

    def get_queryset(self, request):
        return registry.shown_to_staff(super().get_queryset(request))

    @admin.display(description=_("kind"))
    def kind(self, delivery):
        return registry.title(delivery.notification.kind)

    @admin.display(description=_("about"))
    def about(self, delivery):
        return delivery.notification.subject

    @admin.display(description=_("created"))
    def created_at(self, delivery):
        return delivery.notification.created_at

    @admin.action(description=_("Send again what did not arrive"), permissions=["change"])
    def send_again(self, request, queryset):
        chosen = list(queryset.select_related("notification"))
        sent = sum(services.send_again(delivery) for delivery in chosen)
        letters = ", ".join(str(delivery.pk) for delivery in chosen)
        note_work(staff=request.user, what=f"sent {sent} again of letters {letters}")
        messages.info(request, _("On their way again: %(sent)d.") % {"sent": sent})

    def has_add_permission(self, request):
        return False

    def has_delete_permission(self, request, obj=None):  # they go by themselves after 90 days
        return False


@admin.register(KeptMail)
class KeptMailAdmin(Unchanged, StaffAdmin):
    """That it came and where we fell over it; what it says is a person's and not shown."""

    list_display = ("id", "at", "reason", "size")
    fields = ("at", "reason", "size")


@admin.register(TakenMail)
class TakenMailAdmin(ReadOnly):
    """Where somebody's mail went; they go by themselves after 90 days."""

    list_display = ("id", "at", "came_to", "size")
    list_filter = ("came_to",)
    date_hierarchy = "at"
    fields = ("at", "came_to", "size")


@admin.register(MailLane)
class MailLaneAdmin(Unchanged, StaffAdmin):
    """Which domains take letters, and which rest; without its row a lane is as new."""

    list_display = ("domain", "since", "said", "free_at", "wakes_at")
    list_filter = (("since", admin.EmptyFieldListFilter),)
    ordering = ("domain",)
    search_fields = ("=domain",)
    fields = ("domain", "since", "said", "noes", "free_at", "wakes_at")


@admin.register(MailReport)
class MailReportAdmin(ReadOnly):
    """What other mail servers say of mail in our name."""

    list_display = ("began_at", "kind", "reporter", "passed", "failed", "said")
    list_filter = ("kind",)
    ordering = ("-began_at",)
    fields = ("kind", "reporter", "began_at", "received_at", "passed", "failed", "said")
