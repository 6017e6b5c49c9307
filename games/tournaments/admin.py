from django.contrib import admin
from django.db.models import Count, OuterRef, Q, Subquery
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin_base import Discreet, ReadOnly, Unchanged
from games.models import Seat
from games.tournaments import admin_desk
from games.tournaments.models import (
    Entry,
    Organiser,
    Round,
    Step,
    Tournament,
    TournamentTable,
)


class OrganiserInline(Unchanged, Discreet, admin.TabularInline):
    model = Organiser
    extra = 0
    raw_id_fields = ("person",)
    can_delete = False


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Looked at here, changed at the desk: there every step is checked, recorded, undone."""

    list_display = (
        *("key", "title", "desk", "status", "entered", "capacity", "open_tables", "creator"),
        *("due_at", "paused_at", "announced_at"),
    )
    list_filter = ("status", "admission", "rated", "visibility")
    search_fields = ("key", "title", "creator__handle")
    inlines = (OrganiserInline,)

    def get_queryset(self, request):
        running = Q(rounds__status="running", rounds__tables__how="")
        return (
            super()
            .get_queryset(request)
            .annotate(
                _entered=Count("entries", filter=Q(entries__state="entered"), distinct=True),
                _open=Count("rounds__tables", filter=running, distinct=True),
            )
        )

    def get_urls(self):
        at_desk = self.admin_site.admin_view(admin_desk.desk)
        return [path("<int:pk>/desk/", at_desk, name="tournament_desk"), *super().get_urls()]

    @admin.display(description=_("desk"))
    def desk(self, tournament):
        at = reverse("admin:tournament_desk", args=[tournament.pk])
        return format_html('<a href="{}">{}</a>', at, _("desk"))

    @admin.display(description=_("entered"), ordering="_entered")
    def entered(self, tournament):
        return tournament._entered

    @admin.display(description=_("tables that play"), ordering="_open")
    def open_tables(self, tournament):
        return tournament._open


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("tournament", "number", "person", "state", "confirmed_for", "entered_at")
    list_filter = ("state",)
    search_fields = ("tournament__key", "tournament__title", "person__handle")


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = (
        *("tournament", "ordinal", "stage", "status", "open_tables"),
        *("began_at", "deadline", "ended_at", "quality"),
    )
    list_filter = ("status",)
    search_fields = ("tournament__key", "tournament__title")

    def get_queryset(self, request):
        return (
            super().get_queryset(request).annotate(_open=Count("tables", filter=Q(tables__how="")))
        )

    @admin.display(description=_("tables that play"), ordering="_open")
    def open_tables(self, each):
        return each._open


@admin.register(TournamentTable)
class TournamentTableAdmin(ReadOnly):
    """Every table, with who is waited for and since when."""

    list_display = ("tournament", "round", "number", "how", "game", "waits_for", "since")
    list_select_related = ("round__tournament",)
    list_filter = ("how", "round__status")
    search_fields = ("round__tournament__key", "round__tournament__title", "game__key")

    def get_queryset(self, request):
        decides = Seat.objects.filter(
            game=OuterRef("game"), game__asks_all=False, number=OuterRef("game__to_move"), bot=""
        )
        return (
            super()
            .get_queryset(request)
            .annotate(_waits=Subquery(decides.values("person__handle")[:1]))
        )

    @admin.display(ordering="round__tournament")
    def tournament(self, table):
        return table.round.tournament

    @admin.display(description=_("waits for"), ordering="_waits")
    def waits_for(self, table):
        return table._waits

    @admin.display(ordering="game__changed_at")
    def since(self, table):
        return table.game.changed_at if table.game and not table.how else None


@admin.register(Step)
class StepAdmin(ReadOnly):
    list_display = ("tournament", "kind", "by", "reason", "at", "undoes")
    list_filter = ("kind",)
    search_fields = ("tournament__key", "by__handle", "reason")
