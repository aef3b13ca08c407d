# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether violations happen when the harnesses that are written for them run."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from . import checks
from .sources import Unit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "corpus"))

import replays  # noqa: E402

MISSED, REACHED, EXPLAINED = "missed", "reached", "explained"


def replay(unit: Unit, functions: list[dict], options: checks.Options) -> list[dict]:
    """For each violation of a second run, which writes harnesses: reached,
    missed, or explained (it says why it cannot be replayed)."""
    if not any(f.get("violated") for f in functions):
        return []
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as folder:
        said = subprocess.run(
            [*checks.command(unit, "", options.timeout, options),
             f"--harness={folder}/"],
            capture_output=True, text=True, errors="replace", check=False)
        report = json.loads(said.stdout)
        replayer = replays.Replayer(argparse.Namespace(
            clang=options.clang, symbolizer=None, emulator=""), folder)
        return [_replayed(replayer, a, report["notes"], unit)
                for a in report["assertions"] if a["result"] == "Unsafe"]


def _replayed(replayer, violated: dict, notes: list[str], unit: Unit) -> dict:
    place = f"{violated['file']}:{violated['line']}:{violated['column']}: "
    explained = [n for n in notes if "the run cannot be replayed: " in n
                 and (n.startswith(place) or n.startswith("the run"))]
    if explained:
        kind, why = EXPLAINED, explained[0]
    elif "replay" not in violated:
        kind, why = MISSED, "there is no harness"
    else:
        with tempfile.TemporaryDirectory(dir=replayer.folder) as folder:
            why, command = replayer.build(
                "sooth: note: replay it with: " + violated["replay"], folder)
            why = why or replayer.run(command, violated)
        kind = MISSED if why else REACHED
    return checks.placed({k: violated[k] for k in ("file", "line", "column", "message")},
                         unit) | {"kind": kind, "why": why}
