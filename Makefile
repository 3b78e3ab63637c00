# `make help` lists what can be made. Everything lives in .venv and build.
PYTHON ?= python3
JOBS ?= 2

BIN := .venv/bin
READY := .venv/.ready
PACKAGES := bots cli engine protocol
LINKS := $(addprefix build/types/taku/,$(PACKAGES))
EXAMPLES = $(wildcard examples/*.py examples/*/*.py)

.PHONY: help setup play test lint types bench demo golden clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

setup: $(READY) ## make .venv ready (the other targets do it when needed)

$(READY): pyproject.toml requirements-dev.txt
	@echo "Setting up .venv ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -qq -r requirements-dev.txt
	@$(BIN)/python -m pip install -qq --no-build-isolation -c requirements-dev.txt -e .
	@touch $@

play: $(READY) ## play a game of Grimoire at the prompt
	@$(BIN)/taku play grimoire

test: $(READY) ## run all tests
	@$(BIN)/pytest -q -n $(JOBS) --dist worksteal

lint: $(READY) ## style, format, import layers
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/lint-imports --no-logo

types: $(READY) $(LINKS) ## check types, strictly
	@$(BIN)/mypy $(LINKS) tests $(EXAMPLES)

build/types/taku/%:
	@mkdir -p $(@D)
	@ln -sfn ../../../$* $@

bench: $(READY) ## measure speed
	@$(BIN)/taku bench

demo: $(READY) ## watch a short demonstration
	@$(BIN)/taku demo

golden: $(READY) ## write the golden playthroughs and screens anew, for review as a change
	@$(BIN)/python -m tests.support.playthrough --write
	@$(BIN)/python -m tests.support.screens --write

clean: ## remove all that was made, .venv too
	@rm -rf .venv build dist *.egg-info .hypothesis .*_cache
	@find $(PACKAGES) tests -name __pycache__ -exec rm -rf {} +
