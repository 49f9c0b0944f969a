# `make help` lists the commands. All of them work in .venv, which is made when it is needed.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The first Python of a supported version; `make app PYTHON=/path/to/python` chooses another.
PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && echo $(name))))
VENV := .venv
BIN := $(VENV)/bin
SAY := @printf '\n\033[1m== %s\033[0m\n'

.PHONY: help app test check static format lint types imports unit cover lock audit clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

app: $(VENV)/.app ## cài mọi thứ rồi mở ứng dụng · install what is needed and open the app
	$(SAY) "Mở ứng dụng · opening the app"
	@$(BIN)/maubinh app $(ARGS)

test: static ## cài rồi chạy mọi kiểm thử · install what is needed and run every check and test
	$(SAY) "Every test"
	$(BIN)/python -m pytest --durations=20 $(ARGS)

check: static unit ## the fast half: format, lint, types, import contract, unit tests

static: format lint types imports

format: $(VENV)/.dev
	$(SAY) "Format (ruff format)"
	$(BIN)/ruff format --check

lint: $(VENV)/.dev
	$(SAY) "Lint (ruff check)"
	$(BIN)/ruff check

types: $(VENV)/.dev
	$(SAY) "Types (mypy --strict)"
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(SAY) "Import contract (import-linter)"
	$(BIN)/lint-imports

unit: $(VENV)/.dev
	$(SAY) "Unit tests (the quick ones)"
	$(BIN)/python -m pytest -q -m "not slow"

cover: $(VENV)/.dev ## run the tests again and show which lines and branches they reach
	$(SAY) "Coverage; the exhaustive tests take several times as long"
	$(BIN)/python -m pytest --cov --cov-report=term $(ARGS)

lock: $(VENV)/.dev ## write constraints.txt anew from the ranges in pyproject.toml
	$(SAY) "Lock every version for Python 3.11 to 3.13"
	$(BIN)/python -m pip install --quiet 'uv>=0.13,<0.14'
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --no-header \
		--no-annotate --no-emit-index-url --no-emit-find-links --output-file constraints.txt

audit: $(BIN)/python ## compare every pinned library with the database of known vulnerabilities
	$(SAY) "Known vulnerabilities (pip-audit)"
	@[ -x $(VENV)/audit/bin/pip ] || $(BIN)/python -m venv $(VENV)/audit
	@$(VENV)/audit/bin/pip install --disable-pip-version-check --quiet 'pip-audit>=2.10,<3' 2>/dev/null || echo "pip-audit could not be installed"
	@$(VENV)/audit/bin/python .ci/audit.py

clean: ## remove .venv and what the tools left
	$(SAY) "Removing .venv and caches"
	rm -rf $(VENV) .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info

$(BIN)/python:
	@[ -n "$(PYTHON)" ] || { echo "Cần Python 3.11–3.13 · Python 3.11 to 3.13 is needed: sudo apt-get install python3 python3-venv" >&2; exit 2; }
	$(SAY) "Tạo môi trường · making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Thiếu venv · the venv module is missing: sudo apt-get install python3-venv" >&2; exit 2; }

$(VENV)/.app: pyproject.toml constraints.txt | $(BIN)/python
	$(SAY) "Cài thư viện, lần đầu vài phút và khoảng 7 GB · installing libraries, some minutes and about 7 GB the first time"
	$(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt --editable .
	@$(BIN)/python -c "import scorer.advice as advice; advice.warm_up()"  # compiles once
	@touch $@

$(VENV)/.dev: $(VENV)/.app
	$(SAY) "Installing the tools for tests"
	$(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@
