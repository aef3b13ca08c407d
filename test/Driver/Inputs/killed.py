# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills a verification while its program is compiled, which takes long, and looks
for temporary files that are left."""

import os
import signal
import subprocess
import sys
import time

program, scratch = sys.argv[1:]
sooth = subprocess.Popen(["sooth", program, "-include", "/dev/stdin"],
                         env=dict(os.environ, TMPDIR=scratch), stdin=subprocess.PIPE)


def wait_for(condition):
    end = time.time() + 20
    while not condition() and time.time() < end:
        time.sleep(0.02)


wait_for(lambda: os.listdir(scratch))
print("files at first", len(os.listdir(scratch)))
time.sleep(0.2)
sooth.send_signal(signal.SIGKILL)
sooth.wait()
wait_for(lambda: not os.listdir(scratch))
print("files left", os.listdir(scratch))
