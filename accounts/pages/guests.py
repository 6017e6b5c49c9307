"""Where a guest becomes a person with an account, and keeps the tables that they play at."""

from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.core import ratelimit
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms import SignupPage
from accounts.models import User
from accounts.pages.asking import me
from accounts.services import guests


class KeepForm(SignupPage):
    """The form of signing up, filled in by somebody who plays already."""

    def __init__(self, *args: object, guest: User) -> None:
        super().__init__(*args)
        self.guest = guest

    def clean_username(self) -> str:
        # Sent a second time, it is their own by now.
        handle: str = self.cleaned_data["username"]
        return handle if handle == self.guest.handle else super().clean_username()

    def save_guest(self, request: HttpRequest) -> None:
        said = self.cleaned_data
        guests.name_oneself(guest=self.guest, handle=said["username"], password=said["password1"])
        update_session_auth_hash(request, self.guest)
        self.signup(request, self.guest)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def keep(request: HttpRequest) -> HttpResponse:
    guest = me(request)
    if not guest.is_guest:
        return redirect("account")
    form = KeepForm(request.POST or None, guest=guest)
    if request.method != "POST":
        return render(request, "account/pages/keep.html", {"form": form})
    too_often: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
    if too_often is not None:
        return too_often
    if not form.is_valid():
        return render(request, "account/pages/keep.html", {"form": form}, status=400)
    with transaction.atomic():
        form.save_guest(request)
        email = form.cleaned_data["email"]
        # Of an address that somebody here has, its owner is told; the page looks the same.
        EmailVerificationProcess.initiate(
            request=request, user=None if form.account_already_exists else guest, email=email
        )
    return redirect("account_email_verification_sent")
