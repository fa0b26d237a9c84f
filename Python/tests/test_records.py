"""Answers are frozen dataclasses in all that shows, though none is made when the package starts."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys

import pytest

import dominantcolor
from dominantcolor import Swatch

RECORDS = [
    getattr(dominantcolor, name)
    for name in ("Average", "Background", "Bars", "Description", "DisplayP3", "Hue", "Name", "Palette", "Place", "Roles", "Swatch")
]  # fmt: skip


def test_start_loads_little():
    """Each of these takes as long to load as the rest of the package."""
    program = "import sys, dominantcolor; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(found.stdout.split())
    assert "dominantcolor" in loaded
    assert not loaded & {"dataclasses", "inspect", "numpy", "PIL", "json", "concurrent.futures"}


def twin(record):
    """The same class as `dataclasses` makes it."""
    fields = dict(vars(record))
    names = ["__annotations__", "__qualname__", "__module__", *record.__annotations__]
    return dataclasses.dataclass(frozen=True)(
        type(record.__name__, (), {name: fields[name] for name in names if name in fields})
    )


def outcome(function):
    """What a call gives, or its exception."""
    try:
        return repr(function())
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_like_a_dataclass(record):
    expected = twin(record)
    names = [field.name for field in dataclasses.fields(record)]
    assert names == [field.name for field in dataclasses.fields(expected)]
    assert record.__match_args__ == tuple(names)
    assert inspect.signature(record) == inspect.signature(expected)
    assert str(inspect.signature(record)) == str(inspect.signature(expected))

    def answers(kind):
        value = kind(*range(len(names)))
        return [
            outcome(function)
            for function in (
                lambda: value,
                lambda: kind(**{name: name for name in names}),
                lambda: vars(value),
                lambda: hash(value),
                lambda: value == kind(*range(len(names))),
                lambda: value == kind(*range(1, len(names) + 1)),
                lambda: value == tuple(range(len(names))),
                lambda: value < value,
                lambda: dataclasses.asdict(value),
                lambda: dataclasses.replace(value, **{names[0]: "other"}),
                lambda: setattr(value, names[0], 1),
                lambda: setattr(value, "other", 1),
                lambda: delattr(value, names[-1]),
                lambda: kind(),
                lambda: kind(0),
                lambda: kind(*range(len(names) + 1)),
                lambda: kind(*range(len(names)), **{names[0]: 1}),
                lambda: kind(other=1),
            )
        ]

    assert answers(record) == answers(expected)
    value = record(*range(len(names)))
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value


def test_defaults():
    given = Swatch((1, 2, 3), 4, 0.5)
    assert given == Swatch(rgb=(1, 2, 3), count=4, population=0.5) == Swatch((1, 2, 3), 4, 0.5, None)
    assert vars(given) == {"rgb": (1, 2, 3), "count": 4, "population": 0.5, "where": None, "display_p3": None}


def test_classes_of_users():
    """Subclasses, with a constructor of their own and as dataclasses."""

    class Named(Swatch):
        def __init__(self, name):
            super().__init__((0, 0, 0), 1, 1.0)
            self.name = name

    @dataclasses.dataclass(frozen=True)
    class Noted(Swatch):
        note: str = ""

    black = Named("black")
    assert (black.name, black.hex) == ("black", "#000000")
    assert black == Named("noir") and black != Swatch((0, 0, 0), 1, 1.0)
    assert list(inspect.signature(Named).parameters) == ["name"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        black.rgb = (1, 1, 1)
    assert Noted((0, 0, 0), 1, 1.0, note="ink") == Noted((0, 0, 0), 1, 1.0, None, None, "ink")
