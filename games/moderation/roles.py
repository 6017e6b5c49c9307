"""What each role of staff may do: groups of Django's permissions, made after each migration.

A role is given by putting somebody with `is_staff` into its group; a superuser may do everything.
What a group is given by hand beside this table is taken away at the next migration.
"""

from django.db import transaction

ROLES: dict[str, set[str]] = {
    # Keeps the peace: reports, decisions, appeals, hints, and what is needed to judge.
    "moderator": {
        "care.view_report",
        "care.handle_report",
        "care.view_decision",
        "care.view_appeal",
        "care.answer_appeal",
        "care.view_hint",
        "care.set_aside_hint",
        "care.look_into_game",
        "care.view_look",
        "accounts.view_user",
        "accounts.suspend_user",
        "accounts.rename_user",
        "accounts.view_securityevent",
        "games.view_game",
        "games.view_seat",
        "ratings.view_annulment",
        "ratings.add_annulment",
        "ratings.delete_annulment",
    },
    # Runs tournaments; tables, but no secrets of games and nothing about accounts.
    "organiser": {
        "games.view_game",
        "games.view_seat",
        "games.view_invitation",
        "tournaments.add_tournament",
        "tournaments.view_tournament",
        "tournaments.change_tournament",
        "tournaments.view_entry",
        "tournaments.view_round",
        "tournaments.view_tournamenttable",
        "tournaments.view_step",
        "ratings.view_annulment",
        "ratings.add_annulment",
        "ratings.delete_annulment",
    },
    # Helps people: finds them, gives a handle, sends letters again.
    "support": {
        "accounts.view_user",
        "accounts.rename_user",
        "accounts.merge_user",
        "accounts.view_apitoken",
        "accounts.view_consent",
        "accounts.view_securityevent",
        "notifications.view_delivery",
        "notifications.change_delivery",
        "games.view_game",
        "games.view_seat",
        "games.view_invitation",
    },
    # Keeps it running: numbers, clocks, maintenance, word to everybody, terms.
    "operator": {
        "care.see_numbers",
        "care.view_backuptrial",
        "care.close_site",
        "care.view_closure",
        "care.view_announcement",
        "care.add_announcement",
        "care.change_announcement",
        "care.delete_announcement",
        "care.view_look",
        "games.view_game",
        "games.view_standstill",
        "games.add_standstill",
        "games.change_standstill",
        "notifications.view_delivery",
        "notifications.change_delivery",
        "notifications.view_keptmail",
        "notifications.delete_keptmail",
        "notifications.view_takenmail",
        "notifications.view_maillane",
        "notifications.view_mailreport",
        "notifications.delete_maillane",
        "accounts.view_terms",
        "accounts.add_terms",
        "accounts.change_terms",
        "accounts.anonymise_user",
        "accounts.view_user",
    },
}


@transaction.atomic
def make(**_of_the_signal: object) -> None:
    """May be called twice. A right of a room that is not installed is left out."""
    from django.contrib.auth.models import Group, Permission

    known = {
        f"{row.content_type.app_label}.{row.codename}": row
        for row in Permission.objects.select_related("content_type")
    }
    for name, rights in ROLES.items():
        group, _is_new = Group.objects.get_or_create(name=name)
        group.permissions.set([known[right] for right in sorted(rights) if right in known])
