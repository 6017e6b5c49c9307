"""Reading what a caller sent: strict, so that nothing is guessed and nothing is dropped silently.

Serializers describe what may be sent; here their kinds of field are taken at their word: a
number is no text, `true` is no number, and a field that nobody knows is an error.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.http.request import RawPostDataException
from django.utils.translation import gettext as _
from rest_framework import fields, serializers

from accounts.api import problems
from accounts.api.problems import FieldError, Problem

LARGEST_BODY = 64 * 1024
# Codes of what the schema cannot say of a field: a 422 then, and not the 400 of a wrong form.
UNFIT = {
    *("blank", "null_characters_not_allowed", "unknown_time_zone", "in_the_past", "overflow"),
    *("date", "make_aware", "no_address"),
}

_KINDS: list[tuple[type[fields.Field[Any, Any, Any, Any]], tuple[type, ...]]] = [
    (fields.BooleanField, (bool,)),
    (fields.IntegerField, (int,)),
    (fields.CharField, (str,)),
    (fields.ChoiceField, (str,)),
    (fields.DateTimeField, (str,)),
    (fields.DateField, (str,)),
    (fields.ListField, (list,)),
    (fields.DictField, (dict,)),
    (serializers.Serializer, (dict,)),
]


def body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that was sent; {} if nothing was."""
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
            raise Problem(problems.TOO_LARGE)
        raw = request.body
    except ValueError:
        raise Problem(problems.BAD_REQUEST) from None
    except (RequestDataTooBig, RawPostDataException):
        raise Problem(problems.TOO_LARGE) from None
    if len(raw) > LARGEST_BODY:
        raise Problem(problems.TOO_LARGE)
    if not raw:
        return {}
    if request.content_type != "application/json":
        raise Problem(problems.WRONG_MEDIA_TYPE)
    try:
        sent = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise Problem(problems.NOT_JSON) from None
    if not isinstance(sent, dict):
        raise Problem(problems.NOT_JSON)
    return sent


def read(form: type[serializers.Serializer[Any]], sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a body says, checked field by field."""
    reader = form(data=sent)
    wrong = list(_wrong_kinds(reader, sent))
    if wrong:
        raise Problem(problems.INVALID, errors=wrong)
    return _checked(reader, "")


def read_query(form: type[serializers.Serializer[Any]], request: HttpRequest) -> dict[str, Any]:
    """What the query string says; several values of one name are an error."""
    wrong: list[FieldError] = []
    known = form().fields
    for name, values in request.GET.lists():
        if name not in known:
            wrong.append(_unknown(f"?{name}"))
        elif len(values) > 1:
            wrong.append({"field": f"?{name}", "code": "repeated", "detail": _("Send it once.")})
        else:
            wrong += _wrong_text(f"?{name}", known[name], values[0])
    if wrong:
        raise Problem(problems.INVALID, errors=wrong)
    return _checked(form(data=request.GET.dict()), "?")


_TEXTS: list[tuple[type[fields.Field[Any, Any, Any, Any]], re.Pattern[str], str]] = [
    (fields.BooleanField, re.compile(r"true|false"), "true | false"),
    (fields.IntegerField, re.compile(r"-?[0-9]{1,18}"), "0 1 2 …"),
]


def _wrong_text(
    name: str, field: fields.Field[Any, Any, Any, Any], value: str
) -> Iterator[FieldError]:
    """Numbers and truth values have one way to be written, not all that Python reads."""
    for kind, form, like in _TEXTS:
        if isinstance(field, kind) and not form.fullmatch(value):
            detail = _("Write it like this: %(like)s.") % {"like": like}
            yield {"field": name, "code": "wrong_kind", "detail": detail}


def _checked(reader: serializers.Serializer[Any], prefix: str) -> dict[str, Any]:
    if not reader.is_valid():
        wrong = list(_flat(reader.errors, prefix))
        fits = any(error["code"] not in UNFIT for error in wrong)
        raise Problem(problems.INVALID if fits else problems.UNFIT, errors=wrong)
    return dict(reader.validated_data)


def _wrong_kinds(
    reader: serializers.Serializer[Any], sent: Mapping[str, Any], prefix: str = ""
) -> Iterator[FieldError]:
    for name, value in sent.items():
        field = reader.fields.get(name)
        if field is None:
            yield _unknown(prefix + name)
        elif not (value is None and field.allow_null):
            yield from _wrong_kind(prefix + name, field, value)


def _wrong_kind(
    name: str, field: fields.Field[Any, Any, Any, Any], value: Any
) -> Iterator[FieldError]:
    wanted = next((types for kind, types in _KINDS if isinstance(field, kind)), None)
    if wanted is None:
        return
    if isinstance(value, float) and value.is_integer():
        value = int(value)  # to JSON 5.0 and 5 are one number
    if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
        yield {
            "field": name,
            "code": "wrong_kind",
            "detail": _("This must be a JSON %(kind)s.") % {"kind": _NAMES[wanted[0]]},
        }
    elif isinstance(value, list) and isinstance(field, fields.ListField):
        for at, item in enumerate(value):
            yield from _wrong_kind(f"{name}.{at}", field.child, item)
    elif isinstance(value, dict) and isinstance(field, fields.DictField):
        for key, item in value.items():
            yield from _wrong_kind(f"{name}.{key}", field.child, item)
    elif isinstance(value, dict) and isinstance(field, serializers.Serializer):
        yield from _wrong_kinds(field, value, f"{name}.")


_NAMES: dict[type, str] = {
    bool: "boolean",
    int: "integer",
    str: "string",
    list: "array",
    dict: "object",
}


def _unknown(name: str) -> FieldError:
    return {"field": name, "code": "unknown", "detail": _("There is no such field here.")}


def _flat(errors: Any, at: str) -> Iterator[FieldError]:
    """Errors of a serializer, nested as they may be, as a list with a path each."""
    if isinstance(errors, Mapping):
        for name, inner in errors.items():
            separator = "" if at in {"", "?"} else "."
            # What concerns several fields at once has no name.
            own = at if name == "non_field_errors" else f"{at}{separator}{name}"
            yield from _flat(inner, own)
        return
    for error in errors:
        if isinstance(error, Mapping):
            yield from _flat(error, at)
        else:
            yield {"field": at, "code": error.code, "detail": str(error)}
