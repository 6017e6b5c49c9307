from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.services.staff import note_work
from games.models import Game, Invitation, Seat, Standstill


class ReadOnly(admin.ModelAdmin):
    """Games are changed by their services alone; staff may play, so no secret is shown."""

    show_full_result_count = False

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ("key", "name", "set", "seats", "status", "seq", "created_at", "changed_at")
    list_filter = ("status", "set", "rated", "anonymous")
    search_fields = ("key", "name")
    ordering = ("-id",)
    # `state` and `seed` are every hand at the table; `link` is a right to sit down.
    exclude = ("state", "seed", "link")

    def get_exclude(self, request, obj=None):
        hidden = obj is not None and obj.anonymous and obj.status != Game.Status.OVER
        return (*self.exclude, "creator") if hidden else self.exclude


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("id", "game", "number", "person", "bot", "stand_in", "joined_at")
    list_select_related = ("game", "person")
    list_filter = ("stand_in",)
    search_fields = ("game__key",)
    ordering = ("-id",)

    def get_queryset(self, request):
        # Who sits at an anonymous table is hidden from staff too, until its end.
        return super().get_queryset(request).exclude(game__anonymous=True, game__status__in=OPEN)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("id", "game", "by", "state", "at")
    list_select_related = ("game", "by")
    list_filter = ("state",)
    search_fields = ("game__key",)
    ordering = ("-id",)
    exclude = ("token",)

    def get_queryset(self, request):
        return super().get_queryset(request).exclude(game__anonymous=True, game__status__in=OPEN)


@admin.register(Standstill)
class StandstillAdmin(admin.ModelAdmin):
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


OPEN = ("gathering", "running")
