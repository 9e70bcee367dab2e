# make run      serve the app and open the browser
# make install  set up .venv alone
# make test     all checks, as CI runs them

SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One thread a process, so that results do not depend on the number of cores.
export OMP_NUM_THREADS ?= 1

.PHONY: run install install-dev browser lint types imports tests test

run: install
	$(BIN)/streamlit run app.py

install: $(VENV)/.installed

install-dev: $(VENV)/.installed-dev

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=/path/to/it")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	$(BIN)/python -m pip install --disable-pip-version-check -r requirements-dev.txt
	touch $@

# As root a missing browser is installed; else the browser tests say what is missing.
browser:
	@if ! $(PYTHON) tests/browser/find_chromium.py >/dev/null && [ "$$(id -u)" = 0 ] \
		&& command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; \
	fi

lint: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install-dev
	$(BIN)/mypy

imports: install-dev
	$(BIN)/lint-imports

# Whole files on every core at once; then the browser tests, which want the machine to themselves.
tests: install-dev browser
	$(BIN)/python -m pytest -m "not browser" -n auto --dist loadfile
	$(BIN)/python -m pytest -m browser

test: lint types imports tests
