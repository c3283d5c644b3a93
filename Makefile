# Needs Python 3.11 or newer and make; everything else is installed into .venv at first use.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= auto
EXAMPLES ?= 2000
SEED ?= random
CORPUS ?= $(or $(MCPGEN_CORPUS),../shared/corpus)

.DEFAULT_GOAL := help
.PHONY: help demo test golden docs check fuzz scaling labels corpus wheel clean

help: ## Show the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | sort | expand -t 12

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(VENV)/.installed ## Generate the bookstore server and call it through a real MCP client
	@$(BIN)/python examples/demo.py

test: $(VENV)/.installed ## Run the whole test suite
	$(BIN)/python -m pytest -n $(JOBS)

golden: $(VENV)/.installed ## Rewrite what tests/golden expects
	$(BIN)/python -m tests.golden

docs: $(VENV)/.installed ## Rewrite docs/rules from the rules' docstrings
	$(BIN)/python -m mcpgen.lint.pages docs/rules

check: $(VENV)/.installed ## Check layout, style, types and layers of the project
	$(BIN)/black --quiet --check .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(VENV)/.installed ## Feed mutated descriptions to mcpgen: make fuzz EXAMPLES=20000 JOBS=2 SEED=7
	MCPGEN_FUZZ_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -n $(JOBS) --hypothesis-seed=$(SEED) tests/fuzz

scaling: $(VENV)/.installed ## Time generation from 100 to 6,400 operations; ARGS=--help tells more
	@$(BIN)/python -m benchmarks.scaling $(ARGS)

labels: $(VENV)/.installed ## Print precision and recall over the hand-judged operations
	@$(BIN)/python -m tests.shaping.labels

corpus: $(VENV)/.installed ## Generate from every document of CORPUS=DIR; with DEEP=1 run what was generated too
	@$(BIN)/python -m tests.corpus '$(CORPUS)' $(if $(DEEP),--deep) $(ARGS)

wheel: $(VENV)/.installed ## Build the wheel and the sdist into dist
	$(BIN)/python -m hatchling build

clean: ## Remove what was built, .venv included
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
