#!/usr/bin/env python3
# ===- in_terminal.py - Run a program as in a terminal ------------------------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Runs a program in a terminal of its own that nobody sees:

    in_terminal.py SECONDS PROGRAM ARGUMENT...

The exit code is the program's, or 124 if it was ended after SECONDS."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time


def main():
    end = time.monotonic() + float(sys.argv[1])
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execvp(sys.argv[2], sys.argv[2:])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                if not os.read(terminal, 65536):
                    break
            except OSError:  # the other side is closed
                break
    else:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return 124
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
