SHELL := /bin/sh
BIN := .venv/bin
CODE := shared services frontend infra tests
CORES := $$(getconf _NPROCESSORS_ONLN)
PYTEST := $(BIN)/python -m pytest
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-config --no-header --upgrade pyproject.toml

help:  ## print this list
	@grep -hE '^[a-z -]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/	/' | expand -t 16

install:  ## what it takes to run, in .venv, from requirements.lock; again only when something changed
	@sh infra/install.sh requirements.lock

develop:  ## and what it takes to test, from requirements-dev.lock
	@sh infra/install.sh requirements-dev.lock

run: install  ## the whole product on this machine, at http://127.0.0.1:8000 (PORT=..., HOST=... for others); Ctrl-C ends it
	@exec $(BIN)/python -m infra.run

test: lint types imports chromium firefox nginx tests  ## all that CI runs: one command from a fresh checkout

tests: develop chromium firefox nginx  ## both runs of tests at once: one mostly computes, the other mostly waits for pages and processes
	@$(MAKE) --no-print-directory --jobs=2 counted others

# Hundreds of processes start in a run of tests: where an environment forbids bytecode beside the source, it is kept here.
counted others test-long: export PYTHONDONTWRITEBYTECODE =
counted others test-long: export PYTHONPYCACHEPREFIX = $(CURDIR)/.venv/bytecode

counted: develop  ## the tests with coverage: they cover all of shared/games, shared/platform and shared/ledger
	@rm -rf .coverage
	$(PYTEST) -n $(CORES) -m "counted and not slow" -p tests.lines
	$(BIN)/python -m tests.lines

others: develop  ## all other tests
	$(PYTEST) -n $$(($(CORES) + 1)) -m "not counted and not slow"

test-long: develop chromium firefox nginx  ## what takes too long for every commit: statistics, soaks, kills; each release runs it
	$(BIN)/python -m pytest -n 1 -m "slow or drawn" --hypothesis-profile=thorough

lint: develop  ## ruff
	$(BIN)/ruff check $(CODE)

types: develop  ## mypy, strict
	$(BIN)/mypy

imports: develop  ## who may import whom
	$(BIN)/lint-imports

chromium: develop  ## find Chromium for the tests of pages, or install it where that is allowed
	@$(BIN)/python -m tests.chromium

firefox: develop  ## find Firefox for whole matches in it, or install it where that is allowed
	@$(BIN)/python -m tests.firefox

nginx: develop  ## find nginx for the test of the proxy recipe, or install it where that is allowed
	@$(BIN)/python -m tests.nginx

bench: develop  ## the figures of the README
	$(BIN)/python -m tests.bench

load: develop  ## what the whole product carries: many matches at once through the door (LOAD="--help" lists options)
	$(BIN)/python -m tests.bench.load $(LOAD)

beside: develop  ## the same load on a server of boardgame.io and on ours (BESIDE="--help"); it needs Node, npm and the network
	$(BIN)/python -m tests.bench.boardgameio $(BESIDE)

soak: develop  ## the server and its archive after 1,000, 10,000 and 100,000 finished matches (MATCHES=2000 for fewer), with a plot
	$(BIN)/python -m tests.bench.soak --matches $(or $(MATCHES),100000) --plot soak.svg

lock: develop  ## resolve both lock files anew from pyproject.toml
	$(LOCK) --output-file requirements.lock
	$(LOCK) --extra dev --extra rl --constraint requirements.lock --output-file requirements-dev.lock

pictures: develop chromium  ## every page in every state, light and dark, desk and phone, in pictures/; the six of the README anew
	$(BIN)/python -m tests.frontend.look.shots $(or $(FOLDER),pictures) $(PAGES)

translations: develop  ## bring all catalogues up to today's sentences (LANGUAGE=pt-BR begins one)
	$(BIN)/python -m tests.translations $(LANGUAGE)

settings: develop  ## write the table of all settings into docs/hosting.md
	$(BIN)/python -m infra.listed

rights: develop  ## write docs/rights.md from the table of who may what, shared/rights/rights.csv
	$(BIN)/python -m shared.rights.listed

clean:  ## remove what was installed and built; var/ with its matches stays
	rm -rf .venv build ./*.egg-info pictures .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache test-results
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help install develop run test tests test-long counted others lint types imports chromium firefox nginx pictures bench load beside soak lock settings rights clean
