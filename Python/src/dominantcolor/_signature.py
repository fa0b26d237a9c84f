"""Signatures of functions that are made when somebody looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    import inspect


class LazySignature:
    """A `__signature__` for `help`, editors and `inspect.signature`, which loads `inspect` at its first use.

    `inspect` takes as long to load as the rest of the package, and calls do not need it. It looks whether
    what it finds is a `Signature`; this says so of itself, and is one in all that it is asked.
    """

    def __init__(self, make: Callable[[], inspect.Signature]) -> None:
        self._make = make
        self._made: inspect.Signature | None = None

    def _signature(self) -> inspect.Signature:
        if self._made is None:
            self._made = self._make()
        return self._made

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._signature())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._signature(), name)

    def __repr__(self) -> str:
        return repr(self._signature())

    def __str__(self) -> str:
        return str(self._signature())

    def __eq__(self, other: object) -> bool:
        return self._signature() == other

    def __hash__(self) -> int:
        return hash(self._signature())
