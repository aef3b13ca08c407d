"""Runs sooth with a solver that hangs from some question on: for each number, a few
at a time, as they wait."""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

library, numbers, *arguments = sys.argv[1:]


def problem(number):
    """What is wrong when the solver hangs from question NUMBER on; nothing if
    nothing is."""
    environment = {**os.environ, "LD_PRELOAD": os.path.abspath(library),
                   "SOOTH_TEST_HANGS_AT": number}
    process = subprocess.Popen(["sooth", *arguments], env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        output, errors = process.communicate(timeout=100)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        return f"no end {number}"
    if process.returncode not in (0, 2) or "Unsafe" in output:
        return f"{number} {process.returncode} {output} {errors}"
    return None


with ThreadPoolExecutor(4) as pool:
    for found in pool.map(problem, numbers.split(",")):
        if found:
            print("wrong:", found)
print("done")
