# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make-tasks.py DIR NAME=EXPECTED=WORDS...: tasks for fake-tool.py."""

import sys
from pathlib import Path

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for argument in sys.argv[2:]:
    name, expected, words = argument.split("=", 2)
    (folder / f"{name}.c").write_text(f"// fake: {words}\nint main(void);\n")
    (folder / f"{name}.yml").write_text(
        f"format_version: '2.0'\ninput_files: '{name}.c'\nproperties:\n"
        "  - property_file: ../properties/unreach-call.prp\n"
        f"    expected_verdict: {expected}\n"
        "options:\n  language: C\n  data_model: LP64\n")
