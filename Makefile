# Two commands do all: `make play` serves the site, `make test` tests it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
JOBS ?= 2
# The order of the tests, and the deals they meet: a failure comes again with its seed.
SEED ?= 1
PYTEST = $(BIN)/pytest --randomly-seed=$(SEED) -n $(JOBS) --dist loadfile --no-loadscope-reorder -r fE

.PHONY: play stack setup test test-units test-browser test-large test-large-sites test-large-rows soak lint audit format bench shots messages clean

play: $(VENV)/.installed
	@exec $(BIN)/python manage.py serve --port $(PORT)

# The large site on this machine's PostgreSQL and Redis, in plain processes; needs nginx too.
stack: $(VENV)/.installed
	@exec $(BIN)/python manage.py stack

setup: $(VENV)/.installed $(VENV)/.installed-dev

# What runs beside one another, each part's output in one piece: while one waits the other works.
test: setup
	$(MAKE) --no-print-directory --jobs 2 --output-sync=target test-units test-browser

# The site as `make play` runs it. What needs PostgreSQL or Redis is part of `make test-large`.
test-units: setup
	$(PYTEST) --max-worker-restart 0 --ignore=tests/browser -m "not postgres and not redis"

# What asks a browser that hangs waits for ever and cannot be called back: its whole process goes, and another
# one goes on.
test-browser: setup
	$(PYTEST) --timeout-method thread tests/browser

# The long proofs: every goal of reliability at its soak size, whole hands in a browser, and one table
# of what was wanted and what was reached, written as a dated report. SOAK_SCALE=0.1 for a tenth of it.
soak: setup
	$(BIN)/python -m tests.faults

# What needs PostgreSQL or Redis, and what depends on the database once more there, of tests with many rows one; the
# run starts its own services (tests/services.py). `make soak` runs all that asks for a database.
test-large: test-large-sites test-large-rows

# Whole sites that are driven, killed and moved; and what asks the database alone.
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

# Look every locked package up in the public advisories. It asks the network: no part of the tests.
audit: $(VENV)/bin/python
	$(BIN)/python -m venv var/audit
	var/audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	var/audit/bin/pip-audit --disable-pip --require-hashes -r requirements.txt -r requirements-dev.txt

format: setup
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/djade $$(git ls-files 'templates/*.html')

bench: setup .venv-bench/.installed
	$(BIN)/python -m tests.bench

# What the rules are measured against plays in an environment of its own, never beside the site.
.venv-bench/.installed: tests/bench/requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Pictures of every phase of every game, both sizes, light and dark, to look at.
shots: setup
	$(BIN)/python -m tests.table.gallery var/shots --shots --dark
	@echo "The pictures are in var/shots."

# Gather the words for people and compile the catalogue (needs gettext).
messages: setup
	$(BIN)/python manage.py messages

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null \
		|| { echo "Sifang needs Python 3.11: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Installed once for each state of the lock file: the second `make play` starts at once. Python compiles what is
# imported when it is: of the packages for AI players (300 MB, numba) the site itself imports nothing.
$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes \
		-r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@

clean:
	rm -rf $(VENV) var
