# swift-dominant-color: the targets people call.
#
#   make bench       set up, build in release, run the default benchmark suite
#   make test        set up, build strictly, run every test and check
#   make help        list all targets, the finer ones too
#
# The two above are all a newcomer needs. Targets that take a value:
#
#   make fuzz TIME=SECONDS       fuzz each target for so long
#   make faults KILLS=N SEED=N   kill so often, at other moments
#   make hostile CORPUS=DIR      read broken files made of DIR's pictures (COUNT=100000)
#   make corpus CORPUS=DIR       compare decoded pixels with DIR/expectations.csv
#   make install PREFIX=DIR      put `bench` and `showhide` into DIR/bin
#   make uninstall PREFIX=DIR    take them out again
#   make bench ARGS='--kernel simd --image photo.jpg'

# Tools ---------------------------------------------------------------------------------------

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
RECORD_COUNTS ?=
TIME ?= 60
KILLS ?= 200
SEED ?= 1
COUNT ?= 100000
# The pictures that are broken: those of CORPUS, or this repository's.
PICTURES = $(if $(CORPUS),$(abspath $(CORPUS)),Tests/Fixtures/Corpus)

# An import that the manifest does not declare is an error, not a warning.
STRICT := --explicit-target-dependency-import-check error
# PerfTests times huge images: only `make perftest` runs them, in release.
TESTS := $(STRICT) --skip PerfTests
# Release tests see internal declarations, which changes the code: they stay apart from `.build`.
RELEASE_TESTS := -c release --scratch-path .build-testing
SOURCES := Package.swift Sources Tests PerfTests
COMMANDS := bench showhide
FLOWER := Tests/Fixtures/Corpus/photos/flower.jpg
CORPUS_PICTURES := $(addprefix Tests/Fixtures/Corpus/,photos exif png/valid)

.DEFAULT_GOAL := help
# SwiftPM uses every core by itself, and two of it in one folder only wait for each other.
.NOTPARALLEL:
.PHONY: help deps build bench test test-debug test-release check-symbols qemu perftest counts fuzz \
  sanitize valgrind hostile load faults audit \
  corpus coverage nightly-install format lint install uninstall clean peers picture dashboard-shot \
  dashboard-test

help: ## List every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' \
	  $(firstword $(MAKEFILE_LIST))

# Set-up --------------------------------------------------------------------------------------

deps: ## Install libpng, libjpeg, lcms2, sqlite and tools if missing (apt or brew); quiet when all is there
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh

build: deps ## Build the commands in release
	@for command in $(COMMANDS); do \
	  $(SWIFT) build -c release $(STRICT) --product $$command || exit; done

# Benchmarks ----------------------------------------------------------------------------------

bench: build ## Run the default benchmark suite (or what ARGS says), under a minute
	@$(SWIFT) run -c release $(STRICT) --skip-build bench run $(ARGS)

perftest: deps ## XCTest `measure` of every kernel on huge synthetic images, in release
	$(SWIFT) test $(STRICT) $(RELEASE_TESTS) --filter PerfTests

peers: deps ## Set up other software to race against (PyPI, a virtual environment); then `bench peers`
	@SWIFT="$(SWIFT)" Benchmarks/peers/set-up.sh .venv-peers
nightly-install: ## Benchmarks every night by systemd or cron (ARGS=--dry: say only)
	@Benchmarks/nightly/install.sh $(ARGS)

picture: build ## Make the README's pictures anew: a photo shown, hidden, its palette, and a sunflower
	@install -d Benchmarks/Pictures
	@.build/release/showhide both $(FLOWER) -o Benchmarks/Pictures/ --tolerance 45 --quality 85 --force
	@.build/release/showhide palette $(FLOWER) --method kmeans --format svg \
	  -o Benchmarks/Pictures/flower-palette.svg --force
	@.build/release/showhide sunflower $(CORPUS_PICTURES) --order hue --method hue --size 420 \
	  -o Benchmarks/Pictures/sunflower.svg --force

dashboard-shot: ## Make the picture of the dashboard anew, with Chromium (installed if missing)
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium python3=python3
	$(SWIFT) build $(STRICT) --product bench
	@Tests/Checks/dashboard.sh "$$($(SWIFT) build --show-bin-path)/bench" \
	  Benchmarks/Pictures/dashboard.webp

# Tests ---------------------------------------------------------------------------------------

test: test-debug check-symbols counts test-release qemu ## Run every test and check: what CI runs

test-debug: deps ## Run the tests in debug, with every run-time check on
	$(SWIFT) build --build-tests $(STRICT)
	$(SWIFT) test $(TESTS)

test-release: deps ## Run the tests in release: the code people run, and all 2^24 colours
	$(SWIFT) test $(TESTS) $(RELEASE_TESTS)

check-symbols: build ## Check that no instruction-set module defines a weak function
	@Tests/Checks/weak-symbols.sh .build/release

dashboard-test: ## Open the dashboard in a headless Chromium (installed if missing) and check it
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh chromium=chromium python3=python3
	$(SWIFT) build $(STRICT) --product bench
	@Tests/Checks/dashboard.sh "$$($(SWIFT) build --show-bin-path)/bench"

qemu: deps ## Run the conformance tests on emulated older CPUs (Nehalem, Haswell)
	@SWIFT="$(SWIFT)" Tests/Checks/emulated-cpus.sh $(STRICT) $(RELEASE_TESTS)

counts: deps ## Count allocations and instructions of every kernel (RECORD_COUNTS=1: anew)
	@SWIFT="$(SWIFT)" RECORD_COUNTS="$(RECORD_COUNTS)" Tests/Checks/kernel-counts.sh $(STRICT)

sanitize: deps ## Address, undefined behaviour, leak and thread sanitizers; all tests (KINDS=hostile: a part)
	@SWIFT="$(SWIFT)" PICTURES="$(PICTURES)" Tests/Checks/sanitize.sh $(KINDS)

valgrind: deps ## Run broken files, and the tests of pixels, codecs and kernels, under valgrind
	@SWIFT="$(SWIFT)" .ci/install-dependencies.sh valgrind=valgrind
	@SWIFT="$(SWIFT)" PICTURES="$(PICTURES)" Tests/Checks/sanitize.sh valgrind

hostile: deps ## Read every file of CORPUS, a dozen cut everywhere, and COUNT broken ones, in every way
	$(SWIFT) build -c release $(STRICT) --product HostileCheck
	.build/release/HostileCheck files "$(PICTURES)"
	.build/release/HostileCheck mutations "$(PICTURES)" 0 $(COUNT)
	.build/release/HostileCheck mutations "$(PICTURES)" 0 $(COUNT) 64

audit: deps ## Say what is linked, and check it against SECURITY.md
	@SWIFT="$(SWIFT)" Tests/Checks/audit.sh

load: deps ## 8 threads x 10,000 images without growth in memory; 8 processes x 200 runs in one history
	$(SWIFT) build -c release $(STRICT) --product LoadCheck
	.build/release/LoadCheck images 8 10000
	.build/release/LoadCheck history 8 200

faults: deps ## kill -9 at KILLS=200 random moments (SEED=1) of run, nightly, tune and showhide
	@for product in bench showhide FaultCheck; do \
	  $(SWIFT) build -c release $(STRICT) --product $$product || exit; done
	@.build/release/FaultCheck $(KILLS) $(SEED)

fuzz: deps ## Fuzz decoders and file readers, TIME=60 seconds each, under the address sanitizer
	@SWIFT="$(SWIFT)" TIME="$(TIME)" Tests/Checks/fuzz.sh

corpus: deps ## Check decoded pixels against CORPUS=DIR (its expectations.csv)
	@test -n "$(CORPUS)" || { echo "make corpus: say which folder: make corpus CORPUS=DIR" >&2; exit 64; }
	@test -f "$(CORPUS)/expectations.csv" || { \
	  echo "make corpus: there is no expectations.csv in '$(CORPUS)'" >&2; exit 66; }
	CORPUS="$(abspath $(CORPUS))" $(SWIFT) test $(TESTS) --filter Corpus

coverage: deps ## Line coverage of the libraries; fails under 93 %
	@SWIFT="$(SWIFT)" Tests/Checks/coverage.sh 93 $(TESTS)

# Source --------------------------------------------------------------------------------------

format: ## Format every Swift file in place
	$(SWIFT) format --in-place --recursive --parallel $(SOURCES)

lint: ## Check the format strictly, changing nothing
	$(SWIFT) format lint --strict --recursive --parallel $(SOURCES)

# Installing ----------------------------------------------------------------------------------

BIN = $(DESTDIR)$(PREFIX)/bin
BASH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
# The default suite's photo, which an installed `bench` looks for here.
SHARED = $(DESTDIR)$(PREFIX)/share/swift-dominant-color
PHOTO = Tests/Fixtures/Photos/china.jpg

install: build ## Put bench and showhide, with shell completions, into PREFIX (/usr/local)
	@install -d "$(BIN)" "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)" \
	  "$(SHARED)"
	@install -m 644 $(PHOTO) Tests/Fixtures/Photos/LICENSES.md "$(SHARED)"
	@for command in $(COMMANDS); do \
	  install -m 755 .build/release/$$command "$(BIN)/$$command" && \
	  "$(BIN)/$$command" --generate-completion-script bash > "$(BASH_COMPLETIONS)/$$command" && \
	  "$(BIN)/$$command" --generate-completion-script zsh > "$(ZSH_COMPLETIONS)/_$$command" && \
	  "$(BIN)/$$command" --generate-completion-script fish > "$(FISH_COMPLETIONS)/$$command.fish" && \
	  echo "installed $(BIN)/$$command" || exit; done

uninstall: ## Take out of PREFIX what `make install` put there
	@for command in $(COMMANDS); do \
	  rm -f "$(BIN)/$$command" "$(BASH_COMPLETIONS)/$$command" "$(ZSH_COMPLETIONS)/_$$command" \
	    "$(FISH_COMPLETIONS)/$$command.fish" && echo "removed $(BIN)/$$command" || exit; done
	@rm -rf "$(SHARED)"

# Cleaning ------------------------------------------------------------------------------------

clean: ## Remove everything that was built
	rm -rf .build .build-testing .build-coverage .build-address .build-address-release .build-thread
