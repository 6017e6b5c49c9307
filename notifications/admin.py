from django.contrib import admin

from notifications.models import Delivery


@admin.register(Delivery)
class DeliveryAdmin(admin.ModelAdmin):
    list_display = ("id", "notification", "channel", "state", "due_at", "tries", "done_at")
    list_filter = ("state", "channel")
    list_select_related = ("notification",)
    raw_id_fields = ("notification", "hook")
    search_fields = ("notification__person__handle", "notification__kind", "message_id")
    show_full_result_count = False

    def has_add_permission(self, request):
        return False
