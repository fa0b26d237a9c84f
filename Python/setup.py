"""Builds the extension module, and with Swift the library that it calls.

DOMINANTCOLOR_LIBRARY=FOLDER takes libdominantcolor from there (see Sources/Bindings/CDominantColor/link.sh)
instead of building it.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
# A source distribution has the Swift sources in a folder of its own.
DISTRIBUTED = HERE / "library"
ROOT = DISTRIBUTED if DISTRIBUTED.is_dir() else HERE.parent
INTERFACE = ROOT / "Sources" / "Bindings" / "CDominantColor"
HEADER = INTERFACE / "include" / "dominantcolor.h"


def version():
    text = HEADER.read_text()
    numbers = re.findall(r"^#define DOMINANTCOLOR_VERSION_[A-Z]+ (\d+)$", text, re.M)
    # As Python writes "-dev" (PEP 440).
    return ".".join(numbers) + (".dev0" if 'VERSION_SUFFIX "-dev"' in text else "")


class BuildWithLibrary(build_ext):
    """Puts libdominantcolor beside the extension module before linking with it."""

    def run(self):
        folder = os.environ.get("DOMINANTCOLOR_LIBRARY")
        if folder is None:
            if shutil.which(os.environ.get("SWIFT", "swift")) is None:
                raise SystemExit(
                    "dominantcolor: building needs Swift 6.3 or newer (swift.org), or a wheel made "
                    "where Swift is (make wheel)."
                )
            folder = str(pathlib.Path(self.build_temp).resolve() / "library")
            # Of a source distribution only the library is there, which needs no other package.
            only = {"C_LIBRARY": "1", "NO_PLUGIN": "1"} if ROOT == DISTRIBUTED else {}
            subprocess.run([str(INTERFACE / "link.sh"), folder], check=True, env={**os.environ, **only})
        self.library_folder = pathlib.Path(folder).resolve()
        for extension in self.extensions:
            extension.library_dirs.append(str(self.library_folder))
        super().run()
        soname = "libdominantcolor.so." + version().split(".")[0]
        for extension in self.extensions:
            module = pathlib.Path(self.get_ext_fullpath(extension.name))
            shutil.copyfile(self.library_folder / soname, module.parent / soname)


class StableInterfaceWheel(bdist_wheel):
    """Names the wheel for every CPython from 3.11 on."""

    def get_tag(self):
        return ("cp311", "abi3", super().get_tag()[2])


# The stable interface has buffers from 3.11 on; free-threaded CPython has none.
stable = sys.version_info >= (3, 11) and not sysconfig.get_config_var("Py_GIL_DISABLED")

setup(
    version=version(),
    ext_modules=[
        Extension(
            "dominantcolor._native",
            ["src/dominantcolor/_native.c"],
            include_dirs=[str(HEADER.parent)],
            libraries=["dominantcolor"],
            extra_link_args=["-Wl,-rpath,$ORIGIN"],
            extra_compile_args=["-std=c11", "-Wall", "-Wextra", "-Werror=implicit-function-declaration", "-Wno-missing-field-initializers"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")] if stable else [],
            py_limited_api=stable,
            depends=[str(HEADER)],
        )
    ],
    cmdclass={
        "build_ext": BuildWithLibrary,
        **({"bdist_wheel": StableInterfaceWheel} if stable else {}),
    },
)
