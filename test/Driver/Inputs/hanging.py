"""Runs sooth with a solver that hangs from some question on: for each number."""
import os
import subprocess
import sys

library, numbers, *arguments = sys.argv[1:]
for number in numbers.split(","):
    environment = {**os.environ, "LD_PRELOAD": os.path.abspath(library),
                   "SOOTH_TEST_HANGS_AT": number}
    process = subprocess.Popen(["sooth", *arguments], env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        output, errors = process.communicate(timeout=100)
    except subprocess.TimeoutExpired:
        print("wrong: no end", number)
        os.killpg(process.pid, 9)
        continue
    if process.returncode not in (0, 2) or "Unsafe" in output:
        print("wrong:", number, process.returncode, output, errors)
print("done")
