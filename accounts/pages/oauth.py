"""OAuth 2's pages: the toolkit's views, made a little stricter."""

import hashlib
import json
from http import HTTPStatus
from urllib.parse import urlsplit

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from oauth2_provider.models import AccessToken, DeviceGrant
from oauth2_provider.signals import app_authorized
from oauth2_provider.views import AuthorizationView, OAuthServerMetadataView, TokenView
from oauth2_provider.views.device import DeviceAuthorizationView, DeviceUserCodeView

from accounts.oauth import DEVICE


class Metadata(OAuthServerMetadataView):  # type: ignore[misc]
    """Names the device flow, and where it begins as well (RFC 8628, 4)."""

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response: HttpResponse = super().get(request, *args, **kwargs)
        begins = self._get_endpoint_url(request, "device-authorization")
        told = json.loads(response.content) | {"device_authorization_endpoint": begins}
        response.content = json.dumps(told)
        return response


class Consent(AuthorizationView):  # type: ignore[misc]
    """Asks every time, in plain words; an app cannot ask to be let through silently."""

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        asked = request.GET.copy()
        asked.pop("approval_prompt", None)
        if asked.get("code_challenge_method") != "S256":
            # Said now, rather than after the person has agreed.
            wrong = {
                "error": "invalid_request",
                "description": _("It has to ask with PKCE and S256."),
            }
            return render(request, self.template_name, {"error": wrong}, status=400)
        request.GET = asked  # type: ignore[assignment]
        response: HttpResponse = super().get(request, *args, **kwargs)
        _let_send_back(response, getattr(self, "oauth2_data", {}).get("redirect_uri"))
        return response


class Keys(TokenView):  # type: ignore[misc]
    """The toolkit would give a device as many keys as it asks for with one code, and break
    where it sends none."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.POST.get("grant_type") == DEVICE and not request.POST.get("device_code"):
            return JsonResponse({"error": "invalid_request"}, status=HTTPStatus.BAD_REQUEST)
        # Whoever else redeems the same code waits until this is written (accounts.oauth).
        with transaction.atomic():
            response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def device_flow_token_response(
        self, request: HttpRequest, device_code: str, *args: object, **kwargs: object
    ) -> HttpResponse:
        grant = DeviceGrant.objects.select_for_update().filter(device_code=device_code).first()
        response: HttpResponse = super().device_flow_token_response(
            request, device_code, *args, **kwargs
        )
        if grant is not None and response.status_code == HTTPStatus.OK:
            grant.delete()
            key = json.loads(response.content)["access_token"]
            checksum = hashlib.sha256(key.encode()).hexdigest()
            token = AccessToken.objects.get(token_checksum=checksum)
            app_authorized.send(sender=self, request=request, token=token)
        return response


FORM = "application/x-www-form-urlencoded"


class DeviceBegin(DeviceAuthorizationView):  # type: ignore[misc]
    """The toolkit takes a form only by its bare type; `fetch` names the alphabet behind it."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.content_type == FORM:
            request.META["CONTENT_TYPE"] = FORM
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response


class DeviceCode(DeviceUserCodeView):  # type: ignore[misc]
    """Codes on devices are short, so they are tried a few times only."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        from allauth.core import ratelimit

        refused: HttpResponse | None = ratelimit.consume_or_429(
            request, action="device_code", user=request.user
        )
        return refused or super().post(request, *args, **kwargs)


def _let_send_back(response: HttpResponse, redirect_uri: str | None) -> None:
    """Browsers hold a form's answer to form-action as well, and here it leads to the app."""
    if redirect_uri:
        parts = urlsplit(redirect_uri)
        response.content_security_also = {  # type: ignore[attr-defined]
            "form-action": f"{parts.scheme}://{parts.netloc}"
        }
