"""Counted pixels that add up, of one picture or a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from . import _native, _source
from ._errors import InvalidArgumentError
from ._options import AUTOMATIC, METHODS, PRECISIONS, Options, pack, with_options
from ._palette import Palette, palette_from

if TYPE_CHECKING:
    from typing_extensions import Unpack

_LIMITS = ("allow_partial", "max_scans", "max_pixels", "max_file", "max_memory", "max_profile",
           "max_seconds", "count")  # fmt: skip


class Histogram:
    """The counted pixels of pictures, for all methods but k-means.

    Histograms of the same rules add up, in any order and grouping, to equal histograms with equal
    palettes, also across processes and machines: they pickle, and `to_bytes` is a documented,
    canonical format. Every pixel is counted; memory does not grow.

    >>> red, blue = (memoryview(bytes(c) * 4).cast("B", (2, 2, 3)) for c in ([255, 0, 0], [0, 0, 9]))
    >>> corpus = Histogram(count=2)
    >>> corpus.add(red)
    >>> corpus.add(blue)
    >>> corpus.counted, [swatch.hex for swatch in corpus.palette().swatches]
    (8, ['#000009', '#ff0000'])
    >>> Histogram.of(red) + Histogram.of(blue) == sum([Histogram.of(blue), Histogram.of(red)])
    True
    """

    __slots__ = ("_handle", "_given", "_options")
    __hash__ = None  # type: ignore[assignment]

    @with_options
    def __init__(self, **options: Unpack[Options]) -> None:
        self._given: dict[str, Any] = dict(options)
        self._options = pack(options)
        self._handle = _native.histogram(self._options)

    @classmethod
    @with_options
    def of(cls, source: _source.Source, **options: Unpack[Options]) -> Histogram:
        """The histogram of one picture; takes what `palette` takes."""
        histogram = cls(**options)
        histogram.add(source)
        return histogram

    def add(self, source: _source.Source) -> None:
        """Adds every pixel of a picture; when that fails, nothing is added."""
        part = _source.read(
            source, _native.histogram_of_buffer, _native.histogram_of_file, self._options
        )
        _native.histogram_merge(self._handle, part)

    def palette(self, count: int | Literal["auto"] | None = None) -> Palette:
        """The palette of all pixels: at most `count` colours, 1 to 64, or "auto" as in `Options`."""
        if count == "auto":
            return palette_from(_native.histogram_palette(self._handle, AUTOMATIC))
        if count is not None and not 1 <= count <= 64:
            raise InvalidArgumentError(f"count takes 1 to 64, not {count}.")
        return palette_from(_native.histogram_palette(self._handle, count or 0))

    @property
    def rules(self) -> Options:
        """What the pixels were counted by; only histograms of equal rules add up."""
        rules = _native.histogram_rules(self._handle)
        filters = [None if value < 0 else value for value in rules[3:6]]
        return Options(
            method=METHODS[rules[0]],
            precision=PRECISIONS[rules[1]],
            minimum_alpha=rules[2],
            white_above=filters[0],
            black_below=filters[1],
            grey_within=filters[2],
            hue_bins=rules[6],
            grey_threshold=rules[7],
        )

    @property
    def counted(self) -> int:
        """Pixels that count."""
        return self.palette(1).counted

    @property
    def transparent(self) -> int:
        """Pixels below the minimum alpha."""
        return self.palette(1).transparent

    @property
    def filtered(self) -> int:
        """Visible pixels that filters removed."""
        return self.palette(1).filtered

    def to_bytes(self) -> bytes:
        """The histogram in a versioned and canonical format: equal histograms, equal bytes."""
        return _native.histogram_to_bytes(self._handle)

    @classmethod
    def from_bytes(cls, source: Any, **options: Unpack[Options]) -> Histogram:
        """Reads what `to_bytes` wrote; the bytes are checked and may come from anyone.

        The rules are those of the bytes; of the options the limits and the count are used.
        """
        for name in options:
            if name not in _LIMITS:
                raise TypeError(f"The bytes say what {name} is: it cannot be given.")
        histogram = cls.__new__(cls)
        histogram._handle = _native.histogram_from_bytes(source, pack(options))
        histogram._given = {**histogram.rules, **options}
        histogram._options = pack(histogram._given)  # type: ignore[arg-type]
        return histogram

    def copy(self) -> Histogram:
        """A histogram of its own with the same pixels."""
        other = type(self)(**self._given)
        _native.histogram_merge(other._handle, self._handle)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Histogram:
        return self.copy()

    def __iadd__(self, other: object) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        _native.histogram_merge(self._handle, other._handle)
        return self

    def __add__(self, other: object) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        total = self.copy()
        total += other
        return total

    def __radd__(self, other: object) -> Histogram:
        # sum() begins with 0.
        return self.copy() if isinstance(other, int) and other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self.to_bytes(), {k: v for k, v in self._given.items() if k in _LIMITS}))

    def __repr__(self) -> str:
        found = self.palette(1)
        color = found.dominant.hex if found.dominant else found.absence
        return f"<Histogram of {found.counted} pixels: {color}>"


def _restored(source: bytes, options: dict[str, Any]) -> Histogram:
    return Histogram.from_bytes(source, **options)
