# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills one of two engines, both, or the process that has started them, and
prints what is told then, and whether a process is left."""

import os
import signal
import subprocess
import sys
import time

which, program = sys.argv[1:]
sooth = subprocess.Popen(["sooth", program, "--timeout=8", "--engine=kind,euf"],
                         stdout=subprocess.PIPE, text=True)


def children(process):
    try:
        with open(f"/proc/{process}/task/{process}/children") as f:
            return [int(word) for word in f.read().split()]
    except OSError:
        return []


def engines():
    return [(child, children(child)) for child in children(sooth.pid)
            if len(children(child)) == 2]


end = time.time() + 15
while not engines() and time.time() < end:
    time.sleep(0.05)
verifier, both = engines()[0]
for victim in {"one": both[:1], "both": both, "verifier": [verifier]}[which]:
    os.kill(victim, signal.SIGKILL)
print(sooth.communicate()[0].splitlines()[0])
print("code", sooth.returncode)
time.sleep(0.5)
print("left", [p for p in [verifier, *both] if os.path.exists(f"/proc/{p}")])
