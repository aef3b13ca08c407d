#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says what $SAYS/FILE.json has, as sooth --json would, and ends as sooth
does with that result; without such a file it crashes."""

import json
import os
import sys
from pathlib import Path

says = Path(os.environ["SAYS"]) / (Path(sys.argv[-1]).stem + ".json")
if not says.is_file():
    os.abort()
text = says.read_text().replace("FILE", sys.argv[-1])
print(text)
sys.exit({"Safe": 0, "Unsafe": 1, "Unknown": 2}[json.loads(text)["result"]])
