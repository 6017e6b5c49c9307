"""REST framework's serializers, strict about what the API takes: nothing is guessed, and nothing
is dropped silently.

Rooms take their serializers and fields from here. Read with `read` or `read_query`, a field takes
its kind of JSON at its word – a number is no text, `true` is no number – and a field that nobody
knows is an error; all that is wrong is told at once. Filled in by a page they are as lenient as
the framework's own.
"""

import re
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.serializers import as_serializer_error

from oriflamme_site.rest.request import Request

# As the framework has them.
Field = serializers.Field
AnyField = serializers.Field[Any, Any, Any, Any]
# Of a union, by the words that tell its members apart.
Members = dict[str, serializers.Serializer[Any] | type[serializers.Serializer[Any]]]
FloatField = serializers.FloatField
JSONField = serializers.JSONField
ValidationError = serializers.ValidationError
empty = serializers.empty


# As `exactly` "json", but that fields which nobody knows are left out.
LENIENT = "json, leniently"
_left_out: ContextVar[list[str]] = ContextVar("fields left out")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
# So many are named: a header that a proxy does not take would lose the answer.
_MOST_NAMED = 20


class _Exact(serializers.Field[Any, Any, Any, Any]):
    # The kind of JSON that it takes, as JSON calls it and as Python reads it.
    _json: ClassVar[tuple[str, type]] = ("string", str)
    # How it is written in an address, where texts have more than one way.
    _written: ClassVar[tuple[re.Pattern[str], str] | None] = None

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is not serializers.empty and not (data is None and self.allow_null):
            exactly = self.context.get("exactly")
            if exactly in {"json", LENIENT}:
                self._check_kind(data)
            elif exactly == "query":
                self._check_writing(data)
        return super().run_validation(data)

    def _check_kind(self, given: Any) -> None:
        if isinstance(given, float) and given.is_integer():
            given = int(given)  # to JSON 5.0 and 5 are one number
        name, kind = self._json
        if not isinstance(given, kind) or (isinstance(given, bool) and kind is not bool):
            detail = _("This must be a JSON %(kind)s.") % {"kind": name}
            raise ValidationError(detail, code="wrong_kind")

    def _check_writing(self, text: str) -> None:
        if self._written and not self._written[0].fullmatch(text):
            detail = _("Write it like this: %(like)s.") % {"like": self._written[1]}
            raise ValidationError(detail, code="wrong_kind")


class BooleanField(_Exact, serializers.BooleanField):
    _json = ("boolean", bool)
    _written = (re.compile("true|false"), "true | false")


class IntegerField(_Exact, serializers.IntegerField):
    _json = ("integer", int)
    _written = (re.compile("-?[0-9]{1,18}"), "0 1 2 …")


class CharField(_Exact, serializers.CharField):
    pass


class RegexField(_Exact, serializers.RegexField):
    pass


class EmailField(_Exact, serializers.EmailField):
    pass


class ChoiceField(_Exact, serializers.ChoiceField):
    default_error_messages = {
        "invalid_choice": gettext_lazy("“{input}” is none of these: {choices}.")
    }

    def fail(self, key: str, **facts: Any) -> Any:
        super().fail(key, **facts, choices=", ".join(map(str, self.choices)))


class DateTimeField(_Exact, serializers.DateTimeField):
    pass


class DateField(_Exact, serializers.DateField):
    pass


class ListField(_Exact, serializers.ListField):
    _json = ("array", list)


class DictField(_Exact, serializers.DictField):
    _json = ("object", dict)


class Serializer(_Exact, serializers.Serializer[Any]):
    _json = ("object", dict)
    Meta: type

    # Its name is its component's in the schema: HolidayShape describes a Holiday, BotForm reads a
    # BotRequest.
    def __init_subclass__(cls) -> None:
        name = cls.__name__.removesuffix("Serializer").removesuffix("Shape")
        if name.endswith("Form"):
            name = name.removesuffix("Form") + "Request"
        cls.Meta = type("Meta", (), {"ref_name": name})

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """What a body says, checked field by field; {} is an empty body."""
        if not _is_lenient(request):
            return dict(reader(cls, "json").run_validation(request.data))
        left_out: list[str] = []
        token = _left_out.set(left_out)
        try:
            said = dict(reader(cls, LENIENT).run_validation(request.data))
        finally:
            _left_out.reset(token)
        headers = request.parser_context["view"].headers
        headers["Preference-Applied"] = "handling=lenient"
        if left_out:
            named = ", ".join(left_out[:_MOST_NAMED])
            more = " and more" if len(left_out) > _MOST_NAMED else ""
            headers["Warning"] = f'299 - "unknown and left out: {named}{more}"'
        return said

    @classmethod
    def read_query(cls, request: Request) -> dict[str, Any]:
        """What the query string says; several values of one name are an error."""
        sent = request.query_params
        wrong: dict[str, Any] = {
            name: [_repeated()] for name, values in sent.lists() if len(values) > 1
        }
        try:
            read = dict(reader(cls, "query").run_validation(sent.dict()))
        except ValidationError as error:
            wrong |= as_serializer_error(error)
        if wrong:
            raise ValidationError({f"?{name}": errors for name, errors in wrong.items()})
        return read

    def to_internal_value(self, given: Any) -> Any:
        wrong: dict[str, Any] = {}
        if "exactly" in self.context and isinstance(given, Mapping):
            unknown = [name for name in given if name not in self.fields]
            if self.context["exactly"] == LENIENT:
                _left_out.get().extend(map(self._called, unknown))
            else:
                wrong = {name: [_unknown()] for name in unknown}
        try:
            value = super().to_internal_value(given)
        except ValidationError as error:
            if not isinstance(error.detail, dict):
                raise
            wrong |= error.detail
        if wrong:
            raise ValidationError(wrong)
        return value

    def _called(self, name: str) -> str:
        """A field by its way through the body, as far as it is a name at all."""
        way: list[str] = [name]
        place: AnyField | None = self
        while place is not None:
            way.append(place.field_name or "")
            place = place.parent
        return ".".join(one if _NAME.fullmatch(one) else "?" for one in reversed(way) if one)


def _is_lenient(request: Request) -> bool:
    """Whether fields that nobody knows shall be left out and named (RFC 7240)."""
    prefers = request.META.get("HTTP_PREFER", "")
    return any(
        one.partition(";")[0].replace(" ", "").replace('"', "") == "handling=lenient"
        for one in prefers.lower().split(",")
    )


@cache
def reader(of: type[Serializer], exactly: str) -> Serializer:
    """Reading leaves nothing in a serializer, and to make one costs more than to read."""
    return of(context={"exactly": exactly})


def _unknown() -> serializers.ErrorDetail:
    return serializers.ErrorDetail(_("There is no such field here."), code="unknown")


def _repeated() -> serializers.ErrorDetail:
    return serializers.ErrorDetail(_("Send it once."), code="repeated")
