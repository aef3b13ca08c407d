#!/usr/bin/env python3
# Stands for a program with faults: comes to the places 1 to 5, and says Safe
# but for some faults.
import os
import sys

places = os.environ.get("SOOTH_MUTANT_MAP")
if places:
    with open(places, "r+b") as f:
        f.seek(1)
        f.write(b"\1" * 5)
fault = int(os.environ.get("SOOTH_MUTANT", "0"))
if fault == 1:
    print("Unsafe")
    sys.exit(1)
if fault == 2:
    print("Unknown: internal error: the invariant is not inductive")
    sys.exit(4)
if fault == 3:
    os.abort()
if fault == 4:
    print("Unknown: no time is left")
    sys.exit(2)
print("Safe")
