# Needs Python 3.11 or newer and make; everything else is installed into .venv at first use.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= auto
EXAMPLES ?= 2000
SEED ?= random
CORPUS ?= $(or $(MCPGEN_CORPUS),../shared/corpus)

.DEFAULT_GOAL := help
.PHONY: help demo test golden docs check fuzz scaling labels corpus wire clean

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

docs: $(VENV)/.installed ## Rewrite docs/rules from the rules' docstrings, docs/shaping.md from its cases
	$(BIN)/python -m mcpgen.lint.pages docs/rules
	$(BIN)/python -m tests.shaping.pages docs/shaping.md

check: $(VENV)/.installed ## Check layout, style, types and layers of the project
	$(BIN)/black --quiet --check .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(VENV)/.installed ## Feed mutated descriptions and generated schemas to mcpgen: make fuzz EXAMPLES=20000 JOBS=2 SEED=7
	MCPGEN_FUZZ_EXAMPLES=$(EXAMPLES) MCPGEN_FLATTEN_EXAMPLES=$(EXAMPLES) \
	    $(BIN)/python -m pytest -n $(JOBS) --hypothesis-seed=$(SEED) tests/fuzz tests/shaping/test_flattening.py

scaling: $(VENV)/.installed ## Time generation from 100 to 6,400 operations; ARGS=--help tells more
	@$(BIN)/python -m benchmarks.scaling $(ARGS)

labels: $(VENV)/.installed ## Print how often names, splits, ids and hints are right, and a plain request finds its tool
	@MCPGEN_CORPUS='$(CORPUS)' $(BIN)/python -m tests.shaping.labels
	@$(BIN)/python -m tests.retrieval '$(CORPUS)'

corpus: $(VENV)/.installed ## Generate from every document of CORPUS=DIR; DEEP=1 runs what is made, BODIES=1 measures request bodies
	@$(BIN)/python -m tests.$(if $(BODIES),coverage,corpus) '$(CORPUS)' $(if $(DEEP),--deep) $(ARGS)

wire: $(VENV)/.installed ## Call every tool of CORPUS=DIR and the examples; openapi-core judges each request by the description
	@$(BIN)/python -m tests.wire '$(CORPUS)' $(ARGS)

clean: ## Remove what was built, .venv included
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
