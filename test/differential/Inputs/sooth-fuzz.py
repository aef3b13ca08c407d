#!/usr/bin/env python3
# Says what it is asked, and that something was wrong with seed 1030.
import re
import sys

kind, seeds = (next(a.partition("=")[2] for a in sys.argv if a.startswith(f"--{name}="))
               for name in ("kind", "seeds"))
first, last = map(int, re.findall(r"\d+", seeds))
print(f"asked {kind} {seeds}")
sys.exit(first <= 1030 <= last)
