# swift-dominant-color: the targets people call.
#
#   make bench       set up, build in release, run the default benchmark suite
#   make test        set up, build strictly, run every test and check
#   make help        list all targets, the finer ones too
#
# The two above are all a newcomer needs. Targets that take a value:
#
#   make fuzz TIME=SECONDS          fuzz each target for that long (TARGETS='webp heif': only these)
#   make faults KILLS=N SEED=N      number of kills, and the seed of their moments
#   make builds-by-hand CLONES=…    what bench builds equals the build by hand
#   make injected-source SESSIONS=N comparisons of each slowdown that is written into the source
#   make fleet-size RUNS=N          number of runs (10000000 take 56 GB and an hour)
#   make hostile CORPUS=DIR         read broken files made from the pictures in DIR (COUNT=100000)
#   make corpus CORPUS=DIR          compare decoded pixels with DIR/expectations.csv
#   make serve ARGS='holiday/ --port 9000'   the page of a folder of pictures
#   make install PREFIX=DIR         install `bench` and `showhide` into DIR/bin
#   make uninstall PREFIX=DIR       remove them
#   make bench ARGS='--kernel simd --image photo.jpg'
#   make test-long STEPS='fuzz faults'   only these steps (STEPS=--list lists them)
#   make test COVERAGE=1            the same with line coverage, which must be 93 %
#   make check-symbols SHARED=1     look at the release tests' build instead of one of its own;
#                                   the same for counts, c-example-test and python-test
#   make page PAGE=DIR              Show & Hide as static files in DIR instead of page
#   make release VERSION=0.3.0      archives, packages and checksums of a tagged clone
#   make release-test TWICE=1       the same from two clones, one after the other, whose bytes must agree
#   make python-test SHOWHIDE=PATH  compare with this showhide instead of building one

# Tools ---------------------------------------------------------------------------------------

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
RECORD_COUNTS ?=
TIME ?= 60
KILLS ?= 200
RUNS ?= 100000
SESSIONS ?= 100
SEED ?= 1
SEEDS ?= 1,2,3
COUNT ?= 100000
HEADERS ?= 1000000
GENERATED ?= 100000
STEPS ?=
FULL ?=
RECORD ?=
RECORD_INTERFACES ?=
COVERAGE ?=
# Compiled modules of a debug build (for `docs`) and a folder of built commands (for `audit`), where
# another target has made them already.
MODULES ?=
COMMANDS_IN ?=
# The pictures that are broken on purpose: those of CORPUS, or this repository's.
PICTURES = $(if $(CORPUS),$(abspath $(CORPUS)),Tests/Fixtures/Corpus)

# An import that the manifest does not declare is an error, not a warning. Debug information, which only debuggers
# read, is not written: it takes a part of every build's time.
STRICT := --explicit-target-dependency-import-check error -debug-info-format none
# PerfTests times huge images: only `make perftest` runs them, in release.
TESTS := $(STRICT) --skip PerfTests
# Release tests see internal declarations, which changes the code: they stay apart from `.build`.
RELEASE_TESTS := -c release --scratch-path .build-testing
# SHARED=1: checks of release code look at the build of the release tests, which saves one build.
# The recorded counts and the weak symbols hold for both.
SHARED ?=
RELEASE_DIRECTORY = $(if $(SHARED),.build-testing/release,.build/release)
# Builds of `.build` in release, all with the same flags, so that each module is compiled once: programs hold
# Swift's runtime and the C++ library, and keep only what they call.
RELEASE := -c release $(STRICT)
ifeq ($(shell uname -s),Linux)
  RELEASE += --static-swift-stdlib -Xlinker --no-export-dynamic $(shell SWIFT="$(SWIFT)" .ci/cxx-archive.sh)
endif
# Builds a product in release, or with SHARED everything that the release tests need.
release_build = $(if $(SHARED),$(SWIFT) test list $(STRICT) $(RELEASE_TESTS) >/dev/null,\
  $(SWIFT) build $(RELEASE) --product $(1))
# Runs the debug tests too, in a build of their own.
measure_coverage = SWIFT="$(SWIFT)" Tests/Checks/coverage.sh 93 $(TESTS)
SOURCES := Package.swift Sources Tests PerfTests JavaScript/module
COMMANDS := bench showhide kernels
# Where `bench` looks for the program of the suite that is installed with it.
WORKERS = $(DESTDIR)$(PREFIX)/libexec/swift-dominant-color
# The page's server. Its packages are in the manifest with SERVER only; what else it is built of is compiled for
# the other commands already.
server_build = SERVER=1 $(SWIFT) build $(1) --product showhide-serve
# The same for tests, with what it starts, or as part of a build of the tests with line coverage.
server_test_build = $(if $(COVERAGE),\
  OPTIMISED_PIXELS=1 $(call server_build,$(STRICT) --enable-code-coverage --scratch-path .build-coverage),\
  $(SWIFT) build $(STRICT) --product showhide && $(call server_build,$(STRICT)))
SERVER_TESTED = $(if $(COVERAGE),.build-coverage/debug,.build/debug)
FLOWER := Tests/Fixtures/Corpus/photos/flower.jpg
CORPUS_PICTURES := $(addprefix Tests/Fixtures/Corpus/,photos exif png/valid)

# Release tests leave out those of what starts programs, and of text (see Package.swift): optimising shows
# nothing new there. They run in `make test-long`, with FULL=1.
test-release counts qemu perftest: export OPTIMISED_TESTS := $(if $(FULL),,1)
check-symbols: export OPTIMISED_TESTS := $(if $(SHARED),$(if $(FULL),,1))

# Debug tests count millions of pixels: the libraries that do are optimised for them, with every check of a
# debug build (see Package.swift).
test-debug coverage: export OPTIMISED_PIXELS := 1

# This package's own builds leave out `swift package bench`, for which all of `bench` is built twice.
export NO_PLUGIN := 1

.DEFAULT_GOAL := help
# SwiftPM uses every core by itself, and two of it in one folder only wait for each other.
.NOTPARALLEL:
.PHONY: help deps test-deps build bench test test-debug test-release test-long check-symbols qemu perftest \
  arm64 counts consumer quality quality-picture fuzz sanitize robustness valgrind hostile load fleet-size faults builds-by-hand injected-source audit docs site corpus coverage nightly-install format lint install uninstall clean peers find-quality file-attempts file-many format-race picture-race format-sets picture dashboard-shot \
  dashboard-test serve serve-test theme-test completions-test container-test serve-shot build-server

help: ## List every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Set-up --------------------------------------------------------------------------------------

deps: ## Install libpng, zlib, libjpeg, lcms2, SQLite, libpq and tools if missing (apt or brew); silent if none is
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh

build: deps ## Build the commands in release
	@for command in $(COMMANDS); do \
	  $(SWIFT) build $(RELEASE) --product $$command || exit; done

build-server: build ## Build the page's server in release (with its packages, some minutes the first time)
	@$(call server_build,$(RELEASE))

serve: build-server ## Start the page: show and hide colours in the browser (`showhide serve` with ARGS)
	@.build/release/showhide serve $(ARGS)

# Benchmarks ----------------------------------------------------------------------------------

bench: deps ## Time every kernel on a photo and synthetic images, as built here (`bench run` with ARGS)
	$(SWIFT) build $(RELEASE) --product bench
	$(SWIFT) build $(RELEASE) --product kernels
	@.build/release/bench run --in-place $(ARGS)

perftest: deps ## XCTest `measure` of every kernel on huge synthetic images, in release
	$(SWIFT) test $(STRICT) $(RELEASE_TESTS) --filter PerfTests

peers: deps ## Install the other software that `lab peers` compares with (PyPI, virtual environment)
	@SWIFT="$(SWIFT)" Benchmarks/peers/set-up.sh .venv-peers

find-quality: build ## Count recall and precision of `showhide find` on parts of photos (SEEDS=1,2,3)
	@Benchmarks/find/run.sh .build/release/showhide "$(or $(CORPUS),Tests/Fixtures/Corpus)/photos" "$(SEEDS)"

file-attempts: build ## Processor time of `showhide palette` where a sample proves nothing, beside --exact (PyPI, virtual environment; ARGS='--processors 0')
	@Benchmarks/files/run.sh attempts .build/release/showhide "$(or $(CORPUS),Tests/Fixtures/Corpus)/photos" $(ARGS)

file-many: build ## Rate and memory of `palette` and `index` on 2000 files of 0.05 to 24 megapixels (PyPI, virtual environment; ARGS='--count 200')
	@Benchmarks/files/run.sh many .build/release/showhide "$(or $(CORPUS),Tests/Fixtures/Corpus)/photos" $(ARGS)

quality: build ## Figures of what palettes hold, beside other libraries (PyPI, virtual environment; ARGS='--seed 2'; PEOPLE=FOLDER: a checkout of MetBrewer; BRANDS='FOLDER FOLDER': of simple-icons and logos; BARS='FOLDER …': pictures to make bars around; OUTLINES=FOLDER: a checkout of BSDS500)
	@test -x .venv-quality/bin/python || python3 -m venv .venv-quality
	@.venv-quality/bin/pip install -q -r Benchmarks/Quality/requirements.txt
	@.venv-quality/bin/python Benchmarks/Quality/palette_quality.py --showhide .build/release/showhide $(ARGS)
	@test -z "$(PEOPLE)" || .venv-quality/bin/python Benchmarks/Quality/people_palettes.py --showhide .build/release/showhide $(PEOPLE)
	@test -z "$(BRANDS)" || .venv-quality/bin/python Benchmarks/Quality/brand_colours.py --showhide .build/release/showhide $(BRANDS)
	@test -z "$(BARS)" || .venv-quality/bin/python Benchmarks/Quality/made_bars.py --showhide .build/release/showhide $(BARS)
	@test -z "$(OUTLINES)" || .venv-quality/bin/python Benchmarks/Quality/outlined_areas.py --showhide .build/release/showhide $(OUTLINES)

format-race: build ## Time palettes of WebP, HEIC, AVIF and TIFF files beside their libraries (PyPI, virtual environment)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh --formats --python
	@Benchmarks/files/run.sh formats .build/release/showhide Tests/Fixtures/Photos/china.jpg $(ARGS)

picture-race: build ## Time palettes of the PNG and JPEG files in KINDS='FOLDER …' beside decoding them by today's libraries (PyPI, virtual environment; ARGS='--files')
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh --python
	@Benchmarks/files/run.sh pictures .build/release/showhide $(or $(KINDS),Tests/Fixtures/Corpus/photos) $(ARGS)

format-sets: build ## Compare the pixels of all files in SETS='DIR DIR' with reference decoders (PyPI, virtual environment)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh --formats --python dwebp=webp tiff2rgba=libtiff-tools heif-convert=libheif-examples
	@Benchmarks/files/run.sh sets .build/release/showhide $(or $(SETS),Tests/Fixtures/Formats) $(ARGS)

quality-picture: build ## Draw five photos with their palettes side by side again (PyPI, virtual environment)
	@test -x .venv-quality/bin/python || python3 -m venv .venv-quality
	@.venv-quality/bin/pip install -q -r Benchmarks/Quality/requirements.txt
	@.venv-quality/bin/python Benchmarks/Quality/palette_sheet.py --showhide .build/release/showhide \
	  -o Benchmarks/Pictures/palettes.webp

nightly-install: ## Run benchmarks every night by systemd or cron (ARGS=--dry: only print what it does)
	@Benchmarks/nightly/install.sh $(ARGS)

picture: build ## Make the README's pictures again: a photo shown, hidden, its palette, and a sunflower
	@install -d Benchmarks/Pictures
	@.build/release/showhide both $(FLOWER) -o Benchmarks/Pictures/ --tolerance 45 --quality 85 --force
	@.build/release/showhide palette $(FLOWER) --method kmeans --format svg \
	  -o Benchmarks/Pictures/flower-palette.svg --force
	@.build/release/showhide sunflower $(CORPUS_PICTURES) --order hue --method hue --size 420 \
	  -o Benchmarks/Pictures/sunflower.svg --force

dashboard-shot: ## Make the picture of the dashboard again, with Chromium (installed if missing)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium python3=python3
	$(SWIFT) build $(STRICT) --product bench
	@Tests/Checks/dashboard.sh "$$($(SWIFT) build --show-bin-path)/bench" \
	  Benchmarks/Pictures/dashboard.webp

serve-shot: ## Make the pictures of the page again, with Chromium (installed if missing)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium python3=python3
	@$(server_test_build)
	@Tests/Checks/server.sh $(SERVER_TESTED) Benchmarks/Pictures

# Tests ---------------------------------------------------------------------------------------

test: ## Run every test in debug (COVERAGE=1: with line coverage), and those of optimised code in release
	@MAKE='$(MAKE)' .ci/steps.sh 'make test-debug' 'make test-release' \
	  'make check-symbols SHARED=1' 'make counts SHARED=1'

# Tests of a fleet's history start a server of their own; those of suites run others' frameworks; those of
# pictures open optional libraries.
test-deps: deps
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh --postgresql --frameworks --formats \
	  $(if $(filter Linux,$(shell uname -s)),valgrind=valgrind)

test-debug: test-deps ## Run the tests in debug, with all run-time checks
ifneq ($(COVERAGE),)
	@$(measure_coverage)
else
	$(SWIFT) build --build-tests $(STRICT)
	@SWIFT="$(SWIFT)" Tests/Checks/swift-test.sh $(TESTS)
endif

test-release: test-deps ## Run the tests of kernels, codecs and effects in release, with all 2^24 colours (FULL=1: every test)
	@SWIFT="$(SWIFT)" Tests/Checks/swift-test.sh $(TESTS) $(RELEASE_TESTS)

test-long: deps ## Run what takes too long for CI, every target here that CI does not run; resumes where it stopped
	@SWIFT="$(SWIFT)" TIME="$(if $(filter command line,$(origin TIME)),$(TIME))" \
	  Tests/Checks/long.sh $(STEPS)

check-symbols: deps ## Check that no instruction-set module defines a weak function
	@$(call release_build,kernels)
	@Tests/Checks/weak-symbols.sh $(RELEASE_DIRECTORY)

dashboard-test: ## Open the dashboard in a headless Chromium (installed if missing) and check it
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium python3=python3
	$(SWIFT) build $(STRICT) --product bench
	@Tests/Checks/dashboard.sh "$$($(SWIFT) build --show-bin-path)/bench"

theme-test: ## Check what `showhide theme` writes with Chromium (installed if missing), swiftc and Python's parsers
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium python3=python3
	@$(SWIFT) build $(STRICT) --product showhide
	@Tests/Checks/themes.py .build/debug/showhide

completions-test: ## Press tab in bash, zsh and fish (installed if missing) after what people type
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh bash=bash zsh=zsh fish=fish python3=python3
	$(if $(COMMANDS_IN),,@for product in $(COMMANDS); do $(SWIFT) build $(STRICT) --product $$product || exit; done)
	@Tests/Checks/completions.py $(or $(COMMANDS_IN),.build/debug)

serve-test: ## Check the page and its server: hostile clients, nginx and Caddy before it, a headless Chromium (installed if missing)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh --formats --proxies chromium=chromium curl=curl python3=python3
	@$(server_test_build)
	@$(if $(COVERAGE),LLVM_PROFILE_FILE=/dev/null )Tests/Checks/server.sh $(SERVER_TESTED)

qemu: deps ## Run conformance tests on emulated older CPUs: Nehalem, Haswell (FULL=1: all sizes)
	@SWIFT="$(SWIFT)" FULL="$(FULL)" Tests/Checks/emulated-cpus.sh $(STRICT) $(RELEASE_TESTS)

container-test: deps ## Run the steps of Benchmarks/github/examples/measure.yml in a Debian with its container's packages (needs root)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh debootstrap=debootstrap unshare=util-linux python3=python3
	@python3 Tests/Checks/container.py

arm64: deps ## Check every kernel, method and effect on an emulated arm64, bit for bit (FULL=1: all 2^24 colours)
	@FULL="$(FULL)" RECORD="$(RECORD)" Tests/Checks/arm64.sh .build-arm64

counts: deps ## Count allocations and instructions of every kernel (RECORD_COUNTS=1: record them)
	@$(call release_build,KernelCounts)
	@RECORD_COUNTS="$(RECORD_COUNTS)" Tests/Checks/kernel-counts.sh $(RELEASE_DIRECTORY)

sanitize: deps ## Run the address, undefined behaviour, leak and thread sanitizers (KINDS=hostile: a part)
	@SWIFT="$(SWIFT)" PICTURES="$(PICTURES)" Tests/Checks/sanitize.sh $(KINDS)

valgrind: deps ## Run broken files and the tests of pixels, codecs and kernels under valgrind
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh valgrind=valgrind
	@SWIFT="$(SWIFT)" PICTURES="$(PICTURES)" Tests/Checks/sanitize.sh valgrind

hostile: deps ## Read all files of CORPUS, a dozen cut at every byte, and COUNT broken ones, in every way; judge HEADERS=1000000 changed headers and GENERATED=100000 JPEGs of invented pictures
	$(SWIFT) build $(RELEASE) --product HostileCheck
	.build/release/HostileCheck files "$(PICTURES)"
	.build/release/HostileCheck mutations "$(PICTURES)" 0 $(COUNT)
	.build/release/HostileCheck mutations "$(PICTURES)" 0 $(COUNT) 64
	.build/release/HostileCheck headers 0 $(HEADERS)
	.build/release/HostileCheck generated 0 $(GENERATED)

site: docs page ## Make a site of guides, documentation, Show & Hide and an example of a dashboard in SITE=site (BASE: its path on the host)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh python3=python3
	$(if $(COMMANDS_IN),,$(SWIFT) build $(STRICT) --product bench)
	@SWIFT="$(SWIFT)" BASE="$(BASE)" .ci/site/make.sh .build-docs \
	  $(or $(COMMANDS_IN),$$($(SWIFT) build --show-bin-path))/bench "$(or $(PAGE),page)" "$(or $(SITE),site)"

audit: deps ## Print what is linked, in which version, and check it against SECURITY.md
	@SWIFT="$(SWIFT)" Tests/Checks/audit.sh $(COMMANDS_IN)

docs: deps ## Build the libraries' documentation into .build-docs, compare their interfaces (RECORD_INTERFACES=1: record them)
	@SWIFT="$(SWIFT)" RECORD="$(RECORD_INTERFACES)" Tests/Checks/docs.sh .build-docs $(MODULES)

load: deps ## 8 threads x 10,000 images without memory growth; 8 processes x 200 runs in one history
	$(SWIFT) build $(RELEASE) --product LoadCheck
	.build/release/LoadCheck images 8 10000
	.build/release/LoadCheck history 8 200

fleet-size: deps ## What RUNS=100000 runs on a PostgreSQL server take, and what commands cost then
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh --postgresql python3=python3
	$(SWIFT) build $(RELEASE) --product bench
	@Tests/Checks/fleet-size.py .build/release/bench $(RUNS)

builds-by-hand: deps ## Build CLONES="path …" by `bench` and by hand, at one place, and compare all files
	$(SWIFT) build $(RELEASE) --product bench
	@Tests/Checks/builds-by-hand.py .build/release/bench $(CLONES)

injected-source: deps ## Slow kernels in the source by 1 and 2 % and count SESSIONS=100 in which `bench compare` finds it
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh python3=python3
	$(SWIFT) build $(RELEASE) --product bench
	@Tests/Checks/injected-source.py .build/release/bench $(SESSIONS)

faults: deps ## kill -9 at KILLS=200 random moments (SEED=1) of run, nightly, tune and showhide
	@for product in bench kernels showhide FaultCheck; do \
	  $(SWIFT) build $(RELEASE) --product $$product || exit; done
	@.build/release/FaultCheck $(KILLS) $(SEED)

fuzz: deps ## Fuzz decoders and file readers, TIME=60 seconds each, under the address sanitizer
	@SWIFT="$(SWIFT)" TIME="$(TIME)" Tests/Checks/fuzz.sh $(TARGETS)

consumer: deps ## Build and run Examples/Package as others do: by version, from a clone with a tag
	@SWIFT="$(SWIFT)" Tests/Checks/consumer.sh $(STRICT)

robustness: ## Read broken files under the sanitizers, fuzz for TIME seconds each, build a package that uses this one
	@MAKE='$(MAKE)' .ci/steps.sh 'make sanitize KINDS=hostile' 'make fuzz TIME=$(TIME)' 'make consumer'

corpus: deps ## Check decoded pixels against CORPUS=DIR (its expectations.csv)
	@test -n "$(CORPUS)" || { echo "make corpus: name a folder: make corpus CORPUS=DIR" >&2; exit 64; }
	@test -f "$(CORPUS)/expectations.csv" || { \
	  echo "make corpus: there is no expectations.csv in '$(CORPUS)'" >&2; exit 66; }
	CORPUS="$(abspath $(CORPUS))" $(SWIFT) test $(TESTS) --filter Corpus

coverage: test-deps ## Line coverage of the libraries; fails under 93 %
	@$(measure_coverage)

# Source --------------------------------------------------------------------------------------

format: ## Format every Swift file in place
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint: ## Check the format, links, cycles of folders, rules of libraries, workflows, scripts, commits, and that a step runs every target
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh python3=python3 shellcheck=shellcheck
	@env -u NO_PLUGIN SERVER=1 $(SWIFT) package dump-package | python3 Tests/Checks/areas.py
	@python3 Tests/Checks/folder-cycles.py
	@python3 Tests/Checks/library-rules.py
	@python3 Tests/Checks/links.py
	@python3 Tests/Checks/workflows.py
	@python3 Tests/Checks/commits.py $(BASE_COMMIT)
	@shellcheck --severity=warning $$(git ls-files '*.sh' .ci/run)
	@Tests/Checks/long.sh --list >/dev/null

# Installing ----------------------------------------------------------------------------------

BIN = $(DESTDIR)$(PREFIX)/bin
BASH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
MANUALS = $(DESTDIR)$(PREFIX)/share/man/man1
# What installed commands look for: the suite of the kernels, with the licences of their photo, and
# the samples of the page's gallery.
SHARE = $(DESTDIR)$(PREFIX)/share/swift-dominant-color
SAMPLES = $(wildcard Tests/Fixtures/Corpus/photos/*)
SAMPLE_LICENSES = Tests/Fixtures/Corpus/README.md $(addprefix Tests/Fixtures/Corpus/LICENSES/,\
  500lines.LICENSE.md scikit-image.LICENSE.txt scikit-learn-images.README.txt)

# Now, while the packages of the server are there: the next build may need fewer.
.PHONY: linked-licences
linked-licences: build-server
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh python3=python3
	@rm -rf .build/licences
	@SWIFT="$(SWIFT)" .ci/release/licences.sh .build .build/licences linked

install: build-server linked-licences install-c ## Install bench, showhide, its server, their manual pages, licences and libdominantcolor into PREFIX (/usr/local)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh python3=python3
	@install -d "$(BIN)" "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)" \
	  "$(MANUALS)" "$(SHARE)" "$(SHARE)/samples"
	@install -m 644 Tests/Fixtures/Photos/LICENSES.md "$(SHARE)"
	@install -m 644 $(SAMPLES) $(SAMPLE_LICENSES) "$(SHARE)/samples"
	@install -d "$(SHARE)/licences"
	@install -m 644 .build/licences/* "$(SHARE)/licences"
	@install -d "$(WORKERS)"
	@install -m 644 Sources/Kernels/installed.toml "$(SHARE)/bench.toml"
	@ln -sf ../../bin/kernels "$(WORKERS)/kernels"
	@install -s -m 755 .build/release/showhide-serve "$(BIN)/showhide-serve"
	@for command in $(COMMANDS); do \
	  install -s -m 755 .build/release/$$command "$(BIN)/$$command" && \
	  "$(BIN)/$$command" --generate-completion-script bash > "$(BASH_COMPLETIONS)/$$command" && \
	  "$(BIN)/$$command" --generate-completion-script zsh > "$(ZSH_COMPLETIONS)/_$$command" && \
	  "$(BIN)/$$command" --generate-completion-script fish > "$(FISH_COMPLETIONS)/$$command.fish" && \
	  "$(BIN)/$$command" --experimental-dump-help > "$(SHARE)/help.json" && \
	  python3 .ci/release/manual.py "$(SHARE)/help.json" "$(MANUALS)" \
	    "$$("$(BIN)/$$command" --version | cut -d ' ' -f 1)" "$$(date +%F)" && rm "$(SHARE)/help.json" && \
	  echo "installed $(BIN)/$$command" || exit; done

uninstall: uninstall-c ## Remove from PREFIX what `make install` put there
	@for command in $(COMMANDS); do \
	  rm -f "$(BIN)/$$command" "$(BASH_COMPLETIONS)/$$command" "$(ZSH_COMPLETIONS)/_$$command" \
	    "$(FISH_COMPLETIONS)/$$command.fish" "$(MANUALS)/$$command".1* "$(MANUALS)/$$command"-*.1* && echo "removed $(BIN)/$$command" || exit; done
	@rm -f "$(BIN)/showhide-serve"
	@rm -rf "$(WORKERS)"
	@rm -rf "$(SHARE)"

# Cleaning ------------------------------------------------------------------------------------

clean: ## Remove everything that was built
	rm -rf .build .build-testing .build-coverage .build-address .build-address-release .build-thread \
	  .build-fuzz .build-docs .build-injected .build-arm64 .build-wasm .build-bundlers .build-container .build-release .release JavaScript/dominantcolor.wasm Python/build Python/dist .venv-python .venv-engines \
	  .venv-python-peers .venv-quality .venv-wheel .venv-find .venv-site .venv-deno site page

# JavaScript -----------------------------------------------------------------------------------

.PHONY: javascript javascript-test bundles-test deno-test page page-test firefox-test

javascript: deps ## Build the package for browsers and Node: JavaScript/dominantcolor.wasm
	@JavaScript/build.sh .build-wasm

javascript-test: javascript ## Compare the package with the native library's answers, in Node and in a headless Chromium
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium node=nodejs python3=python3
	@cd JavaScript && node --test test/*.test.js
	@PYTHONPATH=Tests/Checks/browser PYTHONDONTWRITEBYTECODE=1 python3 JavaScript/test/in_chromium.py

bundles-test: javascript ## Bundle the package by esbuild, rollup and webpack for a headless Chromium and Node, compile calls with TypeScript
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium node=nodejs python3=python3
	@JavaScript/test/bundlers/fetch.sh .build-bundlers
	@PYTHONPATH=Tests/Checks/browser PYTHONDONTWRITEBYTECODE=1 python3 JavaScript/test/bundles.py .build-bundlers

deno-test: javascript ## Run the package's tests and its example in Deno (PyPI, virtual environment)
	@test -x .venv-deno/bin/python || python3 -m venv .venv-deno
	@.venv-deno/bin/pip install -q -r JavaScript/test/requirements-deno.txt
	@.venv-deno/bin/deno test --no-check --allow-read --allow-env --allow-run JavaScript/test/module.test.js

page: javascript ## Write Show & Hide as static files that need no server of their own into PAGE=page
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh python3=python3
	@python3 JavaScript/page/make.py "$(or $(PAGE),page)"

page-test: page ## Do with that page what people do, in a headless Chromium, and compare with the native answers
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium
	@PYTHONPATH=Tests/Checks/browser PYTHONDONTWRITEBYTECODE=1 \
	  python3 JavaScript/page/test/checks.py "$(or $(PAGE),page)" Tests/Fixtures

firefox-test: page ## Compare the package in a headless Firefox (installed if missing), and do with the page what people do
	@command -v firefox >/dev/null || \
	  SWIFT="$(SWIFT)" .ci/install-dependencies.sh firefox-esr=firefox-esr python3=python3
	@export PYTHONPATH=Tests/Checks/browser PYTHONDONTWRITEBYTECODE=1; \
	  python3 JavaScript/test/in_firefox.py && \
	  python3 JavaScript/page/test/in_firefox.py "$(or $(PAGE),page)"

# C and Python ---------------------------------------------------------------------------------

include Python/python.mk

# Releases ------------------------------------------------------------------------------------

include .ci/release/release.mk
