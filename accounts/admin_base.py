"""What every page of the admin is made of: staff play too, so it answers nothing beyond what its
lists show.

Django lets whoever may open a list ask it by any column (`?seed__startswith=…`), shown or not.
Here a list is asked by its own filters and its search box alone; and what a model names in
`SECRETS` is neither shown nor read from the database.
"""

from collections.abc import Iterator

from django.contrib import admin
from django.contrib.admin.filters import SimpleListFilter

from accounts.discretion import without_secrets

# What the filters of Django's lists put behind the name of their field.
_ASKED_AS = ("", "__exact", "__isnull", "__isempty")


class Discreet:
    """For lists and for the rows below another one alike."""

    list_select_related = ()  # beyond what a row names itself, which is always joined

    def get_queryset(self, request):
        named = [field.name for field in self.opts.concrete_fields if field.is_relation]
        rows = super().get_queryset(request)
        if joined := (*named, *self.list_select_related):
            rows = rows.select_related(*joined)
        return without_secrets(rows)

    def get_exclude(self, request, obj=None):
        return (*(super().get_exclude(request, obj) or ()), *getattr(self.model, "SECRETS", ()))

    def lookup_allowed(self, lookup, value, request=None):
        return lookup in set(self._questions(request))

    def _questions(self, request) -> Iterator[str]:
        for one in self.get_list_filter(request):
            if isinstance(one, type) and issubclass(one, SimpleListFilter):
                yield one.parameter_name
            else:
                field = one[0] if isinstance(one, tuple) else one
                yield from (field + asked for asked in _ASKED_AS)
        if self.date_hierarchy:
            yield from (f"{self.date_hierarchy}__{part}" for part in ("year", "month", "day"))

    def to_field_allowed(self, request, to_field):
        return to_field == self.opts.pk.name


class StaffAdmin(Discreet, admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50


class Unchanged:
    """Rows to look at and perhaps to delete: what makes and changes them are services."""

    def has_add_permission(self, request, obj=None):
        return False

    def has_change_permission(self, request, obj=None):
        return False


class ReadOnly(Unchanged, StaffAdmin):
    ordering = ("-pk",)

    def has_delete_permission(self, request, obj=None):
        return False
