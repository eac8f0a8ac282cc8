"""What is hidden, declared on the data itself, and the views and redacted events that follow from it.

A field of a state or event is marked with `Annotated`:

* `EACH`    a tuple with one entry per seat; each seat sees its own entry;
* `NOBODY`  no seat sees it;
* `OWNER`   (events) only the seat named by the event's `seat` field, or else the seat that acted, sees it.

Hidden values are replaced one by one by `UNSEEN`, so that their number stays visible; `None` stays `None`.
Whatever a seat has learnt and may still use is kept in the state as data of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace


class Unseen(Struct, frozen=True, tag="unseen", cache_hash=True):
    """Stands where something is that the reader may not see."""


UNSEEN = Unseen()


class Hidden(Enum):
    """How a field is kept secret."""

    EACH = "each"
    NOBODY = "nobody"
    OWNER = "owner"


EACH, NOBODY, OWNER = Hidden.EACH, Hidden.NOBODY, Hidden.OWNER

T = TypeVar("T", bound=Struct)


def has_secrets(struct: type[Struct]) -> bool:
    """Whether any field of this struct is hidden from anybody."""
    return bool(_secret_fields(struct))


def masked(value: T, seat: int | None, actor: int | None = None) -> T:
    """The struct as `seat` sees it (`None`: a watcher); `actor` owns events without a `seat` field."""
    changes: dict[str, Any] = {}
    for name, hidden in _secret_fields(type(value)):
        old = getattr(value, name)
        new = _RULES[hidden](old, seat, getattr(value, "seat", actor))
        if new is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value


def unseen_in(value: Any) -> bool:
    """Whether anything in this value is hidden."""
    if isinstance(value, Unseen):
        return True
    if isinstance(value, Struct):
        return any(unseen_in(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, (tuple, frozenset)):
        return any(unseen_in(part) for part in value)
    return False


def veil(value: Any) -> Any:
    """Every single item of a value hidden, its shape kept."""
    if value is None:
        return None
    if not isinstance(value, tuple):
        return UNSEEN
    if any(issubclass(kind, _SHAPED) for kind in set(map(type, value))):
        return tuple(map(veil, value))
    return (UNSEEN,) * len(value)


_SHAPED = (tuple, type(None))
"""The types of what keeps its shape when it is veiled."""


def _each(value: Any, seat: int | None, _: int | None) -> Any:
    return tuple(part if index == seat else veil(part) for index, part in enumerate(value))


def _owner(value: Any, seat: int | None, owner: int | None) -> Any:
    return value if seat is not None and seat == owner else veil(value)


def _nobody(value: Any, _: int | None, __: int | None) -> Any:
    return veil(value)


_RULES: dict[Hidden, Callable[[Any, int | None, int | None], Any]] = {
    EACH: _each,
    OWNER: _owner,
    NOBODY: _nobody,
}


@functools.cache
def _secret_fields(struct: type[Struct]) -> tuple[tuple[str, Hidden], ...]:
    plain = get_origin(struct) or struct
    hints = get_type_hints(plain, include_extras=True)
    marks = ((name, _mark(hint)) for name, hint in hints.items() if name in plain.__struct_fields__)
    return tuple((name, mark) for name, mark in marks if mark is not None)


def _mark(hint: Any) -> Hidden | None:
    from typing import Annotated

    if get_origin(hint) is not Annotated:
        return None
    return next((extra for extra in get_args(hint)[1:] if isinstance(extra, Hidden)), None)
