# Runs a program without a fault and with each, and prints how many change what
# it prints, and those that do not.
import os
import subprocess
import sys

program, listed, *compiler = sys.argv[1:]


def run(number):
    environment = dict(os.environ, SOOTH_MUTANT=str(number))
    if compiler:
        subprocess.run([*compiler, f"-DSOOTH_MUTANT={number}"], check=True)
    try:
        return subprocess.run([program], env=environment, capture_output=True,
                              timeout=10)
    except subprocess.TimeoutExpired:
        return None


right = run(-1)
print("without:", right.stdout.decode().strip())
changed, same = 0, []
for line in open(listed):
    number, _, _, kind, text, function = line.rstrip("\n").split("\t")
    it = run(number)
    if it and it.stdout == right.stdout and it.returncode == right.returncode:
        same.append(f"same: {kind} in {function}: {text}")
    else:
        changed += 1
print(changed, "noticed")
print("\n".join(same))
