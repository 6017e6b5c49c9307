from django.contrib import admin

from accounts.models import ApiToken, User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("handle", "name", "email", "language", "is_bot", "is_staff", "is_active")
    list_filter = ("is_bot", "is_staff", "is_active", "language")
    search_fields = ("handle", "name", "email")
    exclude = ("password",)
    readonly_fields = ("last_login", "created_at")
    filter_horizontal = ("groups", "user_permissions")


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    list_display = ("name", "user", "hint", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__handle", "name", "hint")
    readonly_fields = ("user", "name", "scopes", "hint", "created_at", "last_used_at")
    exclude = ("digest",)

    def has_add_permission(self, request):  # a key is shown once, to its owner, not here
        return False
