#!/usr/bin/env python3
# ===- protocol.py - What sooth-clangd says and does -------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Sessions of an editor with sooth-clangd, each in a folder of its own:

    protocol.py SERVER NAME...

Exit code 1, and what was said, if one does not go as it should."""

import json
import os
import sys
import tempfile
import time
import traceback

from chance import at_random, nonsense
from findings import columns, hints, internal_error, merge, no_related, states, unsaved
from lifetime import cancel, child_crash, clangd_crash, edit, save_ahead, shutdown
from real_clangd import real_crash, real_merge, same_replies
from session import Folder
from settings import alone, flags, many, settings, transparent

SESSIONS = {f.__name__: f for f in (
    merge, columns, states, edit, save_ahead, cancel, unsaved, child_crash, clangd_crash, no_related,
    shutdown, flags, settings, hints, internal_error, alone, transparent, many, at_random, nonsense,
    same_replies, real_merge, real_crash)}


def main():
    failed = 0
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory(prefix="lsp-") as place:
            folder = Folder(os.path.realpath(place), sys.argv[1])
            begin = time.monotonic()
            try:
                SESSIONS[name](folder)
                print(f"{name}: good, {time.monotonic() - begin:.1f} s", flush=True)
            except Exception:
                failed += 1
                print(f"{name}: FAILED")
                traceback.print_exc(file=sys.stdout)
                for editor in folder.editors:
                    for message in editor.seen:
                        print("  ", json.dumps(message)[:600])
            for editor in folder.editors:
                if editor.process.poll() is None:
                    editor.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
