# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether violations happen when the harness that is written for them runs. A
run writes a harness for one violation, so each function is asked again."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from . import checks
from .sources import Unit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "corpus"))

import replays  # noqa: E402

NO_HARNESS = "no harness"


class _Replayer(replays.Replayer):
    def judge_run(self, said, folder):
        if not (Path(folder) / "replay.c").is_file():
            return replays.Verdict(NO_HARNESS, "")
        notes = json.loads(said.stdout)["notes"]
        said.stderr = "".join(f"sooth: note: {note}\n" for note in notes)
        return super().judge_run(said, folder)


def replay(unit: Unit, functions: list[dict], options: checks.Options) -> list[dict]:
    """For each function with a violation: reached, missed, no harness,
    explained (it says why it cannot be replayed), none (not found again)."""
    violated = [f["name"] for f in functions if f.get("violated")]
    if not violated:
        return []
    each = options.function_timeout or options.timeout / max(1, len(functions))
    program = checks.command(unit, "", each, options)[0]
    found = []
    with tempfile.TemporaryDirectory(prefix="sooth-bench-") as folder:
        replayer = _Replayer(argparse.Namespace(
            tool=program, clang=options.clang, symbolizer=None, emulator="",
            timeout=each), folder)
        for name in violated:
            flags = checks.arguments(unit, name, options)[len(unit.flags):]
            verdict = replayer.judge([*unit.flags, str(unit.path)], flags)
            found.append({"function": name, "kind": verdict.kind,
                          "why": verdict.why})
    return found
