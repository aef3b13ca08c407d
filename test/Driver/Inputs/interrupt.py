# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Interrupts a running verification and looks for what is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def processes_of(group_marker):
    """Processes that have the marker in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if group_marker.encode() in (entry / "environ").read_bytes():
                found.append(entry.name)
        except OSError:
            pass
    return found


def wait_for(condition, seconds):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def main():
    program, scratch, signal_name, engines, *options = sys.argv[1:]
    marker = f"SOOTH_TEST_MARKER=interrupt-{os.getpid()}"
    name, value = marker.split("=")
    environment = dict(os.environ, TMPDIR=scratch, **{name: value})
    sooth = subprocess.Popen(["sooth", program, "--harness=" + scratch + ".c",
                              *options],
                             env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    # This one, who removes its files, the worker, and the engines.
    if not wait_for(lambda: len(processes_of(marker)) >= 3 + int(engines), 60):
        sooth.kill()
        sys.exit("the engines do not start")
    for each in signal_name.split(","):
        sooth.send_signal(getattr(signal, each))
    out, err = sooth.communicate(timeout=20)
    # Who is killed cannot wait for the others.
    wait_for(lambda: not processes_of(marker), 5)
    print("exit", sooth.returncode)
    print("stdout", repr(out))
    print("stderr", repr(err))
    print("processes left", processes_of(marker))
    print("files left", os.listdir(scratch))
    print("harness written", os.path.exists(scratch + ".c"))


main()
