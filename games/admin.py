from django.contrib import admin
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Substr
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import ReadOnly, StaffAdmin
from accounts.services.staff import note_work
from games.models import Game, Invitation, Seat, Standstill
from notifications import registry

# Who sits at an anonymous table, or was asked to, is hidden from staff too until its end.
NAMED = Q(game__anonymous=False) | Q(game__status=Game.Status.OVER)


def of_what_is_over(deliveries):
    """By who was written to, and who was not, staff would know whose orders answer, and who sits
    at an anonymous table."""
    table = Game.objects.filter(key=Substr(OuterRef("notification__subject"), len("game ") + 1))
    is_on = Exists(table.exclude(status=Game.Status.OVER))
    return deliveries.exclude(is_on, notification__subject__startswith="game ")


registry.keep_from_staff(of_what_is_over)


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("key", "name", "set", "seats", "status", "seq", "created_at", "changed_at")
    list_filter = ("status", "set", "rated", "anonymous")
    search_fields = ("key", "name")

    def get_exclude(self, request, obj=None):
        hidden = obj is not None and obj.anonymous and obj.status != Game.Status.OVER
        return (*super().get_exclude(request, obj), *(["creator"] if hidden else []))


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("id", "game", "number", "person", "bot", "stand_in", "joined_at")
    list_filter = ("stand_in",)
    search_fields = ("game__key",)

    def get_exclude(self, request, obj=None):
        """How far somebody has read is theirs."""
        return (*super().get_exclude(request, obj), "talk_read", "seen_seq")

    def get_queryset(self, request):
        return super().get_queryset(request).filter(NAMED)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("id", "game", "by", "state", "at")
    list_filter = ("state",)
    search_fields = ("game__key",)

    def get_queryset(self, request):
        return super().get_queryset(request).filter(NAMED)


@admin.register(Standstill)
class StandstillAdmin(StaffAdmin):
    """Staff stop the clocks of the whole site by adding one without an end, and let them run by
    giving it one; one that is past and has an end makes up for an outage that nobody noticed."""

    list_display = ("since", "until", "why", "note", "is_made_up_for")
    ordering = ("-since",)
    fields = ("since", "until", "note")

    def save_model(self, request, obj, form, change):
        super().save_model(request, obj, form, change)
        until = f"{obj.until:%F %H:%M}" if obj.until else "-"
        what = f"standstill {obj.pk}, {obj.since:%F %H:%M} to {until}: {obj.note}"
        note_work(staff=request.user, what=what)

    def has_change_permission(self, request, obj=None):
        # What has an end is being made up for already.
        return super().has_change_permission(request, obj) and (obj is None or obj.until is None)

    def has_delete_permission(self, request, obj=None):
        return False

    @admin.display(boolean=True, description=_("deadlines moved"))
    def is_made_up_for(self, obj):
        return obj.settled_to is None
