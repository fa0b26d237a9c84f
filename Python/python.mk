# The C library, the Python package and the engines; included by the Makefile.

.PHONY: c-library c-example-test install-c uninstall-c wheel sdist sdist-test python-test engines-test python-peers

# Where libdominantcolor is built, and the virtual environments of the tests.
C_LIBRARY := .build/libdominantcolor
PYTHON ?= python3
# The command whose answers the Python tests expect; built where none is named.
SHOWHIDE ?=
showhide_path = $(if $(SHOWHIDE),$(if $(filter /%,$(SHOWHIDE)),,$$PWD/)$(SHOWHIDE),$$PWD/.build/release/showhide)
build_showhide = $(if $(SHOWHIDE),,$(SWIFT) build $(RELEASE) --product showhide)
need_python = SWIFT="$(SWIFT)" PYTHON="$(PYTHON)" .ci/install-dependencies.sh --python
PYTHON_VENV := .venv-python
ENGINES_VENV := .venv-engines

# SHARED=1: the archive of the release tests, which holds the same code and is built already.
ARCHIVE = $(if $(SHARED),.build-testing/release/libDominantColorC.a)
c-library c-example-test python-test: export OPTIMISED_TESTS := $(if $(SHARED),$(if $(FULL),,1))
build_archive = $(if $(SHARED),$(call release_build,DominantColorC))

c-library: deps ## Build libdominantcolor, with Swift's runtime inside
	@$(build_archive)
	@ARCHIVE="$(ARCHIVE)" SWIFT="$(SWIFT)" SWIFT_BUILD_FLAGS="$(RELEASE)" Sources/Bindings/CDominantColor/link.sh $(C_LIBRARY)

c-example-test: deps ## Check libdominantcolor from C under the address sanitizer, its symbols and examples
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh cc=gcc c++=g++ readelf=binutils cmake=cmake
	@$(build_archive)
	@ARCHIVE="$(ARCHIVE)" SWIFT="$(SWIFT)" SWIFT_BUILD_FLAGS="$(RELEASE)" Tests/Bindings/CInterface/check.sh $(C_LIBRARY)

install-c: c-library ## Put libdominantcolor, its header and its files for pkg-config and CMake into PREFIX (/usr/local), LIBDIR (PREFIX/lib)
	@DESTDIR="$(DESTDIR)" LIBDIR="$(LIBDIR)" Sources/Bindings/CDominantColor/install.sh $(C_LIBRARY) "$(PREFIX)"

uninstall-c:
	@DESTDIR="$(DESTDIR)" LIBDIR="$(LIBDIR)" Sources/Bindings/CDominantColor/install.sh --remove "$(PREFIX)"

wheel: c-library ## Make a manylinux wheel for machines without Swift in Python/dist
	@$(need_python)
	@PYTHON="$(PYTHON)" Python/make-wheel.sh $(C_LIBRARY)

sdist: ## Make a source distribution of the Python package in Python/dist
	@$(need_python)
	@test -x .venv-wheel/bin/python || $(PYTHON) -m venv .venv-wheel
	@.venv-wheel/bin/python -m pip install --quiet --disable-pip-version-check 'setuptools>=77'
	@PYTHON="$$PWD/.venv-wheel/bin/python" Python/make-sdist.sh

sdist-test: sdist ## Install the source distribution in an empty environment, which builds the library
	@PYTHON="$(PYTHON)" Python/try-sdist.sh

python-test: c-library ## Install the Python package in a virtual environment and test it
	$(build_showhide)
	@$(need_python)
	@SHOWHIDE="$(showhide_path)" PYTHON="$(PYTHON)" Python/run-tests.sh $(C_LIBRARY) $(PYTHON_VENV)

engines-test: c-library ## The recipes for Spark, Ray, Dask and DuckDB on local clusters (PICTURES_COUNT=20000)
	$(build_showhide)
	@$(need_python)
	@SHOWHIDE="$(showhide_path)" PYTHON="$(PYTHON)" Python/run-tests.sh $(C_LIBRARY) $(ENGINES_VENV) engines

python-peers: c-library ## Race the Python package against Pillow, ColorThief, OpenCV and others
	@$(need_python)
	@PYTHON="$(PYTHON)" Python/run-tests.sh $(C_LIBRARY) .venv-python-peers peers
