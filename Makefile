# Two commands do everything: `make play` serves the site, `make test` tests it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
JOBS ?= 2
# Decides the order of the tests and the deals in them: the same seed reproduces a failure.
SEED ?= 1
LOCK = pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
PYTEST = $(BIN)/pytest --randomly-seed=$(SEED) -n $(JOBS) --dist loadfile --no-loadscope-reorder -r fE

.PHONY: play stack setup test test-browser test-large test-large-sites test-large-rows soak lint audit lock format bench shots messages clean

play: $(VENV)/.installed
	@exec $(BIN)/python manage.py serve --port $(PORT)

# The large site in plain processes, on this machine's PostgreSQL, Redis and nginx.
stack: $(VENV)/.installed
	@exec $(BIN)/python manage.py stack

setup: $(VENV)/.installed $(VENV)/.installed-dev

# The daily command: the site as `make play` runs it, on this machine as it is. Tests that need a browser belong to
# `make test-browser`, those that need PostgreSQL or Redis to `make test-large`.
test: setup
	$(PYTEST) --max-worker-restart 0 --ignore=tests/browser -m "not postgres and not redis"

# Whole hands and every page in a real Chromium. A call to a browser that hangs cannot be interrupted: on a timeout the
# whole worker is replaced, and the next one carries on.
test-browser: setup
	$(PYTEST) --timeout-method thread tests/browser

# The long tests: every reliability goal at its soak size, and whole hands in a browser. Writes a dated report that
# compares each goal with what was measured. SOAK_SCALE=0.1 runs a tenth of it.
soak: setup
	$(BIN)/python -m tests.faults

# Tests that need PostgreSQL or Redis, and, once more there, those that depend on the database; of the examples of a
# parametrized test the seed draws some, `make soak` runs all. The run starts its own services (tests/services.py).
test-large: test-large-sites test-large-rows

# Whole sites that are played on, killed and moved; then tests of the database alone.
test-large-sites: setup
	$(PYTEST) -p tests.large --max-worker-restart 0 tests/deploy tests/faults

test-large-rows: setup
	$(PYTEST) -p tests.large --max-worker-restart 0 tests/abuse/test_every_address.py tests/accounts tests/clubs tests/community \
		tests/daily tests/duplicate tests/foundation tests/matches tests/puzzles tests/replays tests/rooms tests/table

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/djade --check $$(git ls-files 'templates/*.html')
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --fail-level WARNING

# Look up every locked package in the public advisories. Needs the network, so it is no part of the tests.
audit: $(VENV)/bin/python
	$(BIN)/python -m venv var/audit
	var/audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	var/audit/bin/pip-audit --disable-pip --require-hashes -r requirements.txt -r requirements-dev.txt

# Write the lock files anew (needs uv and the network); what the site locks already is not locked again for its tests.
lock:
	uv $(LOCK) requirements.in --output-file requirements.txt
	uv $(LOCK) requirements-dev.in --output-file requirements-dev.txt \
		$$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements.txt)
	uv $(LOCK) --no-deps tests/bench/requirements.in --output-file tests/bench/requirements.txt

format: setup
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/djade $$(git ls-files 'templates/*.html')

bench: setup .venv-bench/.installed
	$(BIN)/python -m tests.bench

# What the rules are measured against is installed in an environment of its own, apart from the site's.
.venv-bench/.installed: tests/bench/requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $<
	@touch $@

# Screenshots of every phase of every game, in both sizes, light and dark.
shots: setup
	$(BIN)/python -m tests.table.gallery var/shots --shots --dark
	@echo "The pictures are in var/shots."

# Collect the words for translation and compile the catalogue (needs gettext).
messages: setup
	$(BIN)/python manage.py messages

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null \
		|| { echo "Sifang needs Python 3.11: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Installed once per state of the lock file, so that a second `make play` starts at once. Not compiled ahead: Python
# compiles what it imports, and the site itself imports nothing of the packages for AI players (300 MB, numba).
$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes \
		-r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes \
		-r requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV) var
