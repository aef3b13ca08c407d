# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A verifier that does what the comment in its input tells it to, for the
test of the runner: `// fake: WORD WORD ...`."""

import os
import re
import subprocess
import sys
import time

EXIT = {"Safe": 0, "Unsafe": 1, "Unknown": 2}


def answer(word, *rest):
    print(word + (": " + " ".join(rest) if rest else ""), flush=True)
    return EXIT[word]


def main():
    path = sys.argv[-1]
    words = re.search(r"// fake: (.*)", open(path).read())[1].split()
    if words[0] == "hang":
        time.sleep(600)
    if words[0] == "answer-and-hang":
        answer("Safe")
        time.sleep(600)
    if words[0] == "late":
        time.sleep(float(words[1]))
        return answer("Safe")
    if words[0] == "allocate":
        hog = []
        for _ in range(int(words[1])):
            hog.append(bytearray(os.urandom(1 << 10) * (1 << 10)))
            time.sleep(0.002)
        return answer("Safe")
    if words[0] == "allocate-in-child":
        code = ("import time; hog = [bytearray(b'x' * (1 << 20)) for _ in "
                f"range({words[1]})]; time.sleep(600)")
        # In a session of its own, as a careless tool may start it.
        subprocess.run([sys.executable, "-c", code], start_new_session=True)
        return answer("Safe")
    if words[0] == "crash":
        os.abort()
    if words[0] == "lie":
        answer("Safe")
        return 2
    if words[0] == "alone":
        words = ["Safe"] if f"--engine={words[1]}" in sys.argv else ["Unknown", "timeout"]
    if words[0] == "later":
        asked = path + ".asked"
        words = ["Safe"] if os.path.exists(asked) else ["Unknown", "timeout"]
        open(asked, "w").close()
    if words[0] == "unsafe-if-eager":
        words[0] = "Unsafe" if "--eager" in sys.argv else "Safe"
    print_stats = answer(*words)
    print("euf.lemmas  7\neuf.solve.seconds  0.25")
    return print_stats


sys.exit(main())
