"""Words of django-allauth's pages that are worded here, in the site's own terms.

What stands in the site's catalogue goes before the library's: there headings are written with a
capital letter each, which is right in English alone, and an account is called otherwise.
"""

from django.utils.translation import gettext_noop

WORDS = (
    gettext_noop("Activate Authenticator App"),
    gettext_noop("Add Security Key"),
    gettext_noop("Already have an account? Then please %(link)ssign in%(end_link)s."),
    gettext_noop("Authenticator App"),
    gettext_noop("Change Email"),
    gettext_noop("Change Password"),
    gettext_noop("Confirm Access"),
    gettext_noop("Current Password"),
    gettext_noop("Deactivate Authenticator App"),
    gettext_noop("Edit Security Key"),
    gettext_noop("Email Address"),
    gettext_noop("Enter Sign-In Code"),
    gettext_noop(
        "If you have not created an account yet, then please %(link)ssign up%(end_link)s first."
    ),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Password Reset"),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("Recovery Codes"),
    gettext_noop("Remove Security Key"),
    gettext_noop("Request Code"),
    gettext_noop("Reset My Password"),
    gettext_noop("Security Keys"),
    gettext_noop("Set Password"),
    gettext_noop("Two-Factor Authentication"),
    gettext_noop(
        "Your account is protected by two-factor authentication. Please enter an authenticator "
        "code:"
    ),
)
