"""Serializers made of types: what a room says of its data by a TypedDict becomes a component of
the schema, so that no field is written down twice.

    class Deal(TypedDict):
        seed: Annotated[str | None, "The seed in hex, when the game is over."]

In `Annotated` a text is the description; what has `least` and `most` bounds a number, what has
`words` names those that a text can be, and `pattern` says how it is written; what is `blank` may be
an empty text, what is `nullable` may be null although the type does not say so, and what has
`other` and `word` is there where that other field is this word, and only there. A union of
several is `called` something, and told apart `by` a field that each of them has:

    Shape = Annotated[Circle | Square, Tagged("Shape", "kind")]

What is made describes answers; what is sent may be read by it as well.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from re import Pattern
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer

from oriflamme_site.rest import serializers

# What a hint may stand in, beside what it is of.
_AROUND = {Annotated, NotRequired, Required, Union, UnionType}
# What a mark of a field is called there, and here.
_SAYS = {
    "words": "choices",
    "pattern": "regex",
    "least": "min_value",
    "most": "max_value",
    "blank": "allow_blank",
    "nullable": "allow_null",
}
_Maker = Callable[..., serializers.AnyField]


class TextOrData(serializers.AnyField):
    """What can be sent as a text, and as data of a union that stands for one. It is read as the
    text."""

    def __init__(
        self,
        *,
        of: object,
        written: Callable[[Any], str],
        text: serializers.CharField,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.text, self._written = text, written
        self.union = cast(PolymorphicProxySerializer, _field(of, {}))
        self._members = cast(dict[str, type[serializers.Serializer]], self.union.serializers)
        self._by = str(self.union.resource_type_field_name)

    def to_internal_value(self, given: object) -> str:
        if isinstance(given, str):
            return str(self.text.run_validation(given))
        if not isinstance(given, dict):
            detail = _("This must be a text or a JSON object.")
            raise serializers.ValidationError(detail, code="wrong_kind")
        try:
            word = serializers.ChoiceField(list(self._members)).run_validation(
                given.get(self._by, serializers.empty)
            )
        except serializers.ValidationError as error:
            raise serializers.ValidationError({self._by: error.detail}) from None
        reader = serializers.reader(self._members[str(word)], self.context.get("exactly", "json"))
        return self._written(reader.run_validation(given))


class Tag(serializers.ChoiceField):
    """The one word by which this member of a union is told from the others."""


_tag: _Maker = Tag
_proxy: _Maker = PolymorphicProxySerializer
_MADE_BY: dict[object, _Maker] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: serializers.DateTimeField,
    list: serializers.ListField,
    dict: serializers.DictField,
    Pattern: serializers.RegexField,
    Literal: serializers.ChoiceField,
}


def make_by(of: object, maker: _Maker) -> None:
    """Describe a type by a field of its own."""
    _MADE_BY[of] = maker


@cache
def serializer(of: type) -> type[serializers.Serializer]:
    """The serializer of a TypedDict, whose name and docstring are those of the component."""
    hints, needed = get_type_hints(of, include_extras=True), vars(of)["__required_keys__"]
    return type(
        f"{of.__name__}Shape",
        (serializers.Serializer,),
        {
            "__doc__": of.__doc__,
            "goes_with": {
                name: (mark.other, mark.word)
                for name, hint in hints.items()
                for mark in _marks(hint)
                if hasattr(mark, "other")
            },
            **{
                name: _field(hint, {} if name in needed else {"required": False})
                for name, hint in hints.items()
            },
        },
    )


def _marks(hint: object) -> Iterator[Any]:
    """What is said of a field, beside its type."""
    while get_origin(hint) in _AROUND:
        hint, *marks = get_args(hint)
        yield from marks


def field(hint: object) -> serializers.AnyField:
    """What describes a type: a TypedDict, a union, or a list of either."""
    return _field(hint, {})


def _field(hint: object, said: dict[str, object]) -> serializers.AnyField:
    """`said` is what is known from around the hint."""
    kind, parts = get_origin(hint), get_args(hint)
    while kind in _AROUND:
        hint, *marks = (part for part in parts if part is not NoneType)
        for mark in marks:
            said = _said(mark) | said
        for mark in marks:
            if hasattr(mark, "called"):
                return _union(hint, mark.called, mark.by, said)
        if NoneType in parts:
            said = {"allow_null": True} | said
        kind, parts = get_origin(hint), get_args(hint)
    if kind is Literal:
        if len(parts) == 1:
            return _tag(**{"choices": parts, **said})
        said = {"choices": parts, **said}
    elif kind is list and is_typeddict(parts[0]) and parts[0] not in _MADE_BY:
        hint, said = parts[0], {"many": True, **said}
    elif kind is list and get_origin(parts[0]) is Annotated and _is_tagged(parts[0]):
        return _field(parts[0], {"many": True, **said})
    elif kind in (list, dict):
        child = {} if parts[-1] is object else {"child": _field(parts[-1], {})}
        hint, said = kind, child | said
    elif "regex" in said:
        hint = Pattern
    return _maker(Literal if "choices" in said else hint)(**said)


def _is_tagged(hint: object) -> bool:
    return any(hasattr(mark, "called") for mark in get_args(hint))


def _union(hint: object, called: str, by: str, said: dict[str, object]) -> serializers.AnyField:
    by_word = {word: part for part in get_args(hint) for word in words(part, by)}
    return _proxy(
        component_name=called,
        serializers={word: serializer(part) for word, part in by_word.items()},
        resource_type_field_name=by,
        **said,
    )


def words(of: type, field: str) -> tuple[str, ...]:
    """What a text can be that a type names word by word."""
    hint = get_type_hints(of)[field]
    assert get_origin(hint) is Literal, f"{of.__name__}.{field} names no words"
    return get_args(hint)


def _maker(hint: object) -> _Maker:
    known = _MADE_BY.get(hint)
    if known is None:
        assert isinstance(hint, type), f"no field can be made of {hint!r}"
        return serializer(hint)
    return known


def _said(mark: object) -> dict[str, object]:
    if isinstance(mark, str):
        return {"help_text": mark}
    said = {_SAYS[name]: getattr(mark, name) for name in _SAYS if hasattr(mark, name)}
    if callable(words := said.get("choices")):
        said["choices"] = list(words())
    return {name: one for name, one in said.items() if one is not None}
