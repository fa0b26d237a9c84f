"""`@dataclass(frozen=True)` without what it costs at the start of a program.

`dataclasses` loads a dozen modules of the standard library and compiles six functions for each class: more than a
third of what the package needed to start. Classes of this decorator have the same constructor, `repr`, equality,
hash, pickles and errors. The real dataclass of a class is made when somebody needs what only that has: keyword
arguments, `dataclasses.fields`, `asdict` and `replace`, or `inspect.signature`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ._signature import LazySignature

if TYPE_CHECKING:
    import inspect
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen):
        """What turns a class into one of frozen records."""
        assert frozen, "records do not change"
        return _record


def _record(cls: Any) -> Any:
    names = tuple(cls.__annotations__)
    count = len(names)
    defaults = tuple([vars(cls)[name] for name in names if name in vars(cls)])

    def __init__(self: object, *values: object, **named: object) -> None:
        if named or len(values) != count:
            values = completed(values, named)
        # `__setattr__` refuses.
        self.__dict__.update(zip(names, values))

    def completed(values: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        missing = count - len(values)
        if not named and 0 < missing <= len(defaults):
            return values + defaults[-missing:]
        return tuple(vars(_real_dataclass(cls)(*values, **named)).values())

    def __repr__(self: object) -> str:
        fields = [f"{name}={getattr(self, name)!r}" for name in names]
        return f"{type(self).__qualname__}({', '.join(fields)})"

    def __eq__(self: object, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return values_of(self) == values_of(other)

    def __hash__(self: object) -> int:
        return hash(values_of(self))

    def __setattr__(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise _frozen(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        if type(self) is cls or name in names:
            raise _frozen(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    def values_of(record: object) -> tuple[object, ...]:
        return tuple([getattr(record, name) for name in names])

    __init__.__signature__ = LazySignature(lambda: _signature(cls))  # type: ignore[attr-defined]
    for method in (__init__, __repr__, __eq__, __hash__, __setattr__, __delattr__):
        method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
        setattr(cls, method.__name__, method)
    for name in ("__dataclass_fields__", "__dataclass_params__", "__replace__"):
        setattr(cls, name, _OfRealDataclass(name, cls))
    cls.__match_args__ = names  # type: ignore[misc]
    return cls


class _OfRealDataclass:
    """An attribute of a record's dataclass."""

    def __init__(self, name: str, cls: type) -> None:
        self._name, self._cls = name, cls

    def __get__(self, instance: object, owner: type) -> Any:
        return getattr(_real_dataclass(self._cls), self._name)


@lru_cache(maxsize=None)
def _real_dataclass(cls: type) -> Any:
    """The dataclass with the fields of a record."""
    import dataclasses

    own = vars(cls)
    names = ("__module__", "__qualname__", "__annotations__", *own["__annotations__"])
    return dataclasses.dataclass(frozen=True)(
        type(cls.__name__, (), {name: own[name] for name in names if name in own})
    )


def _signature(cls: type) -> inspect.Signature:
    import inspect

    return inspect.signature(_real_dataclass(cls).__init__)


def _frozen(message: str) -> AttributeError:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(message)
