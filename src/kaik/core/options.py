"""Rule variants as data: one documented, validated field per option id.

A game's options are a frozen struct. Its fields give the allowed values (`Literal`, `bool`, bounded `int`),
the game's messages give their meaning (`option.<id>`, `option.<id>.<value>`), and everything else is
derived here: the JSON form, the `name=value` form of the command line, and the tables shown to people.

What is kept (records, positions, the rows of a database) states every option. An option that it does not
state means what it meant to the version that wrote it, which the struct itself knows (`Options.earlier`);
only what is newly set up takes today's default.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, ClassVar, Self, TypeVar

import msgspec
from msgspec import Struct

from kaik.core.errors import BadOptions
from kaik.core.messages import Message

VERSION = 2
"""The version of what is kept with options in it. It counts up whenever `Options.earlier` gets an entry."""
FIRST = 1
"""The version of what bears no number."""
NEAR = 0.6
"""How alike the name of an option and what was typed must be for it to be suggested."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Base of every game's options."""

    earlier: ClassVar[Mapping[str, Mapping[int, Any]]] = {}
    """By option and version: what an option meant that was not stated, up to this version.

    A new option stands here with the value by which was played before it existed, an option whose default
    changes with the default it had. `{"tie": {1: "last"}}`: what version 1 kept without a `tie` meant `last`.
    """

    def conflict(self) -> Message | None:
        """Why these values cannot be played together, if they cannot."""
        return None

    def changed(self, version: int = VERSION) -> dict[str, Any]:
        """The fields that differ from the default, in JSON form.

        `version`: from what goes without saying to this version, for a form that bears no version of its own
        and leaves something unsaid for good.
        """
        standard = full_values(type(self), {}, version)
        mine: dict[str, Any] = plain(self)
        return {name: value for name, value in mine.items() if value != standard[name]}

    def replace(self, **values: Any) -> Self:
        """A checked copy with other values."""
        return checked(type(self), {**msgspec.to_builtins(self), **values})


OptionsT = TypeVar("OptionsT", bound=Options)


class Field(Struct, frozen=True, omit_defaults=True):
    """One option as forms and tables show it."""

    id: str
    kind: str
    """`choice`, `flag`, `number`, `several` (a list of choices, each at most `most` times) or `data` (a
    structure, given as JSON)."""
    default: Any
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None


def fields(options: type[Options]) -> tuple[Field, ...]:
    """The documented fields of an options struct, in their order."""
    info = msgspec.inspect.type_info(options)
    assert isinstance(info, msgspec.inspect.StructType)
    standard = msgspec.to_builtins(options())
    return tuple(_field(f.name, f.type, standard[f.encode_name]) for f in info.fields)


def _field(name: str, kind: msgspec.inspect.Type, default: Any) -> Field:
    if isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    if isinstance(kind, msgspec.inspect.BoolType):
        return Field(name, "flag", default, (False, True))
    if isinstance(kind, msgspec.inspect.LiteralType):
        return Field(name, "choice", default, _default_first(kind.values, default))
    if isinstance(kind, msgspec.inspect.IntType):
        return Field(name, "number", default, (), kind.ge, kind.le)
    if isinstance(kind, msgspec.inspect.UnionType):
        return _union(name, kind, default)
    return Field(name, "data", default)


def _union(name: str, kind: msgspec.inspect.UnionType, default: Any) -> Field:
    """A choice that also knows `true` and `false`, or numbers; anything else is data."""
    values: list[Any] = []
    for part in kind.types:
        if isinstance(part, msgspec.inspect.LiteralType):
            values += part.values
        elif isinstance(part, msgspec.inspect.BoolType):
            values += (False, True)
        else:
            return Field(name, "data", default)
    return Field(name, "choice", default, _default_first(values, default))


def _default_first(values: Iterable[Any], default: Any) -> tuple[Any, ...]:
    """The source lists the default first; `Literal` does not promise its order."""
    rest = sorted((v for v in values if v != default), key=str)
    return (default, *rest)


def plain(value: Any) -> Any:
    """As it is read again from JSON: tables for structs, lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def earlier_values(options: type[Options], version: int) -> dict[str, Any]:
    """The options that meant something else than today's default where a version did not state them."""
    found = {}
    for id, values in options.earlier.items():
        lasting = [last for last in values if last >= version]
        if lasting:
            found[id] = values[min(lasting)]
    return found


def full_values(options: type[Options], values: Mapping[str, Any], version: int) -> dict[str, Any]:
    """What a version has kept, in JSON form, with every option stated; `values` are not checked."""
    return {**plain(options()), **earlier_values(options, version), **values}


@functools.cache
def _ids(options: type[Options]) -> frozenset[str]:
    return frozenset(field.id for field in fields(options))


def checked(options: type[OptionsT], values: Mapping[str, Any]) -> OptionsT:
    """Options from JSON-like values, or `BadOptions` with the reason."""
    known = _ids(options)
    for name in values:
        if name not in known:
            raise _unknown(name, known)
    try:
        made = msgspec.convert(dict(values), options)
    except msgspec.ValidationError:
        raise _blamed(options, values) from None
    conflict = made.conflict()
    if conflict is not None:
        raise BadOptions(conflict.key, **conflict.params)
    return made


def _unknown(name: str, known: Iterable[str]) -> BadOptions:
    """That there is no such option, and which ones may have been meant."""
    ids = sorted(known)
    near = [id for id in ids if len(name) > 2 and name in id] or get_close_matches(name, ids, 3, NEAR)
    if not near:
        return BadOptions("error.option_unknown", option=name)
    return BadOptions("error.option_near", option=name, near=" ".join(near[:3]))


def _blamed(options: type[Options], values: Mapping[str, Any]) -> BadOptions:
    """Name the one option whose value is wrong, and what it may be."""
    for field in fields(options):
        if field.id not in values:
            continue
        try:
            msgspec.convert({field.id: values[field.id]}, options)
        except msgspec.ValidationError:
            return BadOptions(
                "error.option_value", option=field.id, value=str(values[field.id]), allowed=allowed(field)
            )
    return BadOptions("error.options")


def allowed(field: Field) -> str:
    """The allowed values in words that need no translation."""
    if field.kind == "number":
        return f"{_bound(field.least)}–{_bound(field.most)}"
    if field.kind == "data":
        return "JSON"
    return " | ".join(spelled(value) for value in field.choices)


def _bound(number: int | None) -> str:
    return "…" if number is None else str(number)


def spelled(value: Any) -> str:
    """A value as it is typed on a command line."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def from_words(options: type[OptionsT], base: OptionsT, words: Iterable[str]) -> OptionsT:
    """`base` changed by words of the form `option=value`."""
    by_id = {field.id: field for field in fields(options)}
    values: dict[str, Any] = msgspec.to_builtins(base)
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise BadOptions("error.option_form", word=word)
        if name not in by_id:
            raise _unknown(name, by_id)
        values[name] = _read(by_id[name], text)
    return checked(options, values)


def _read(field: Field, text: str) -> Any:
    for value in field.choices:
        if spelled(value) == text:
            return value
    try:
        return msgspec.json.decode(text.encode())
    except msgspec.DecodeError:
        return text
