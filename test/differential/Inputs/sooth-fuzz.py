#!/usr/bin/env python3
# Says what it is asked, and that something was wrong with seed 1030. Of Horn
# clauses it is stopped.
import os
import re
import signal
import sys

kind, seeds = (next(a.partition("=")[2] for a in sys.argv if a.startswith(f"--{name}="))
               for name in ("kind", "seeds"))
if kind == "horn":
    os.kill(os.getpid(), signal.SIGTERM)
first, last = map(int, re.findall(r"\d+", seeds))
print(f"asked {kind} {seeds}")
sys.exit(first <= 1030 <= last)
