# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flip-expectation.py FAMILY NAME DIR: what the validation says of a generated
task whose expected answer has been turned around."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generate import FAMILIES
from generators.program import SAFE, UNSAFE
from generators.validate import validate

family, name, folder = sys.argv[1:]
program = next(p for p in FAMILIES[family].tasks({}) if p.name == name)
program.expected = SAFE if program.expected == UNSAFE else UNSAFE
program.witness = None
for problem in validate(program, program.write(Path(folder)), thorough=False):
    print(problem)
