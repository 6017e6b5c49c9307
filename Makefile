# `make` or `make help` tells what there is. Nothing here needs more than Python and make.
SHELL := /bin/sh
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
EACH ?= 50000
SEED ?= 1
DATA_DIR ?= $(CURDIR)/.oriflamme
BIN := .venv/bin
# The documented production environment: checks that need settings run under it.
CHECK_ENV := env DATABASE_WITHOUT_POOL=1 $(BIN)/python requirements/with_env.py .env.example
export HOST PORT DATA_DIR
export PYTHONDONTWRITEBYTECODE ?=

.DEFAULT_GOAL := help
.PHONY: help play test checks suite quick mutants secrecy release-notes api-diff fmt lint types bench bench-bots faults alerts cluster containers words screenshots icons lock clean clients generators schema-lint

help: ## What there is
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
	@echo "  make play PORT=8123 DATA_DIR=/some/dir HOST=127.0.0.1 PYTHON=python3.12"

play: ## Run everything on this machine: site, worker, beat, database, mailbox
	@$(PYTHON) requirements/install.py play
	@exec $(BIN)/python -m oriflamme_site.local

test: ## Every check and the whole test suite, on real services of its own
	@$(PYTHON) requirements/install.py dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory -j2 checks suite

# Types alone keep one processor busy for half a minute, so the suite begins beside them.
checks:
	$(CHECK_ENV) $(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(CHECK_ENV) $(BIN)/python manage.py check --deploy --fail-level WARNING

# A `make` that a test starts is no part of this one. Python translates each file the first time it
# is read: here once, and not in each worker. What is wrong with a file, the workers say.
suite:
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true
	env -u MAKEFLAGS -u MAKELEVEL $(BIN)/python -m pytest -n auto --dist worksteal

quick: ## One test file again and again, on services that stay between runs: FILE=tests/post/test_letters.py
	@$(BIN)/python -m tests.quick -q $(FILE)

mutants: ## Make lines wrong, one at a time, and tell which no test notices: WHAT="--since main"
	@$(PYTHON) requirements/install.py dev
	nice $(BIN)/python -m tests.mutants $(WHAT)

secrecy: ## Look for what tells two worlds apart, for long: EACH=50000 answers of each set, SEED=1, WHAT="-k nobody_asks"
	@$(PYTHON) requirements/install.py dev
	SECRECY=$(EACH) SEED=$(SEED) nice $(BIN)/python -m pytest -s tests/secrecy/at_length.py $(WHAT)

fmt: ## Format the code and sort its imports
	@$(PYTHON) requirements/install.py dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: ## Formatting, lint and import contracts
	@$(PYTHON) requirements/install.py dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo

types: ## Types
	@$(PYTHON) requirements/install.py dev
	$(CHECK_ENV) $(BIN)/mypy

bench: ## Measure: the rules beside python-chess, HTTP beside the floor, a thousand streams, a thousand who mean harm, mail, what orders save and whether times tell them, a million clocks, tournaments, what ratings foretell
	@$(PYTHON) requirements/install.py bench
	.venv-bench/bin/python -m tests.bench.engine
	.venv-bench/bin/python -m tests.bench.http
	.venv-bench/bin/python -m tests.bench.streams
	.venv-bench/bin/python -m tests.bench.hostile
	.venv-bench/bin/python -m tests.bench.mail
	.venv-bench/bin/python -m tests.bench.orders
	.venv-bench/bin/python -m tests.bench.waiting
	.venv-bench/bin/python -m tests.bench.ticks
	.venv-bench/bin/python -m tests.bench.together
	.venv-bench/bin/python -m tests.bench.clock
	.venv-bench/bin/python -m tests.bench.tournaments --people 64
	.venv-bench/bin/python -m tests.bench.ratings

faults: ## Break everything under the post, one part after the other, and count the letters
	@$(PYTHON) requirements/install.py dev
	$(BIN)/python -m tests.faults.post

alerts: ## Do twelve things to a site under a real Prometheus, and see which alert each fires
	@$(PYTHON) requirements/install.py dev
	$(BIN)/python -m tests.faults.alerts

cluster: ## Raise three hosts, play on them, break all of it (RIG="--rounds 20 --only kill,cut --rate 50")
	@$(PYTHON) requirements/install.py dev
	@$(PYTHON) requirements/install.py rig
	$(BIN)/python -m tests.cluster $(RIG)

containers: ## Start docker-compose.yml in a Docker engine, play there, scale, roll, freeze, back up (as root)
	@$(PYTHON) requirements/install.py dev
	$(BIN)/python -m tests.containers

bench-bots: ## Measure how strong the bots are: tables with rotated seats, for each set
	@$(PYTHON) requirements/install.py dev
	nice $(BIN)/python -m tests.bench.bots

clients: ## Build the clients for Python and TypeScript into clients/dist, and check their types (needs npm)
	@$(PYTHON) requirements/install.py dev
	$(BIN)/python clients/build.py

generators: ## Clients that generators make of the schema play a game of each box (needs npm and Java)
	@$(PYTHON) requirements/install.py dev
	nice $(BIN)/python -m pytest -q -rs tests/clients/generators.py

schema-lint: ## What Redocly and Spectral say of the schema (needs npm)
	@$(PYTHON) requirements/install.py dev
	@$(BIN)/python -m tests.schema_lint

words: ## Collect the texts to translate and compile the catalogs (needs gettext)
	@$(PYTHON) requirements/install.py dev
	$(CHECK_ENV) $(BIN)/python manage.py makemessages --exclude en --no-location --no-obsolete --ignore ".venv*" --ignore "tests/*"
	$(BIN)/pybabel compile --domain django --directory oriflamme_site/locale

screenshots: ## Pictures of every page at three widths, light and dark, and the README's (needs Chromium)
	@$(PYTHON) requirements/install.py dev
	nice $(BIN)/python -m pytest -q tests/browser/screenshots.py

icons: ## The app's icons as PNG, of the one drawing
	@$(PYTHON) requirements/install.py dev
	$(BIN)/python -m oriflamme_site.local.icons

api-diff: ## What the API promised with the last release and does not hold any more (AGAINST=commit)
	@$(BIN)/python -m tests.api_diff $(AGAINST)

release-notes: ## What the newest release brings, as CHANGELOG.md tells it (VERSION=0.2.0 chooses)
	@awk -v version="$(VERSION)" '/^## /{shown = 0; if ($$2 != "Unreleased" && !found && (version == "" || $$2 == version)) {shown = found = 1}} shown; END {exit !found}' CHANGELOG.md

lock: ## Make the pinned requirement lists anew from pyproject.toml (needs uv)
	requirements/lock.sh

clean: ## Remove what was installed and made (not DATA_DIR)
	rm -rf .venv .venv-bench .venv-rig .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .testing staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
