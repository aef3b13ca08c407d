#!/usr/bin/env python3
# ===- campaigns.py - Random models and programs, night after night --------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Gives campaigns of random models and programs their turns, each on seeds that it has
not had yet, until the time is up or each has had as many as it is to have.

    campaigns.py --hours=8           goes on where the last run stopped
    campaigns.py --report            what was tried so far, as a table
    campaigns.py nets c-memory ...   only these

The log (BUILD/campaigns.jsonl) has a line in JSON for each turn: the campaign, its first
and last seed, the seconds, whether something was wrong, what the campaign said at its
end, and of which revision the programs are. What was said of a turn in which something
was wrong is kept in the folder BUILD/campaigns, as are the programs that show it. Exit
code 1 if something was wrong in this run. A turn that is stopped is had again."""

import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# What is tried, by which command, how many seeds in a turn (about a minute), how many
# in all, and by how much its seeds are larger than those of others, which otherwise
# make the same programs. {seeds} and {first} are those of the turn.
Campaign = collections.namedtuple("Campaign", "name what command turn total offset",
                                  defaults=[0])
MODELS, NETS, C, LIBRARY = "models", "nets", "C programs", "calls of library functions"


def with_fuzz(name, kind, engines, turn, total, seconds=1, what=MODELS):
    return Campaign(name, what, ["{build}/bin/sooth-fuzz", f"--kind={kind}",
                                 "--seeds={seeds}", f"--engine={engines}",
                                 f"--timeout={seconds}"], turn, total)


def with_script(name, script, arguments, turn, total, what=C):
    return Campaign(name, what, [sys.executable, os.path.join(HERE, script),
                                 *arguments], turn, total)


def programs(name, mode, turn, total, *more):
    # What a program does is found out faster by tcc, which does not know all of C, nor
    # where a double is rounded. Most of the rest of the time would be for replays.
    by_tcc = shutil.which("tcc") and mode not in ("floats", "jumps") and \
        not any(word.startswith("--damage") for word in more)
    return with_script(name, "fuzzc.py",
                       [f"--mode={mode}", "--tool={build}/bin/sooth", "--clang={clang}",
                        "--seeds={seeds}", "--keep={kept}", "--replay-each=4",
                        *(["--tcc=tcc"] if by_tcc else []), *more], turn, total)


def small(number, engine, turn, total):
    """Small programs that no other campaign has, for one engine or the default."""
    name = f"c-small-{engine}" if engine else "c-small"
    more = [f"--engine={engine}", "--timeout=3"] if engine else []
    made = programs(name, "small", turn, total, *more, "--replay-each=16")
    return made._replace(offset=number * 1000000)


def files(mode, turn, total, *more):
    return with_script(f"open-{mode}", "fuzzopen.py",
                       [f"--mode={mode}", "--tool={build}/bin/sooth",
                        "--clang={clang}", "--seeds={seeds}", *more], turn, total)


def units(name, turn, total, *more):
    return with_script(f"units{name}", "fuzzunits.py",
                       ["--tool={build}/bin/sooth", "--clang={clang}",
                        "--seeds={seeds}", "--keep={kept}", "--replay-each=4", *more],
                       turn, total)


def self_checks(mode, turn, total):
    return with_script(f"self-check-{mode}", "selfcheck.py",
                       [f"--random={mode}", "--tool={build}/bin/sooth",
                        "--seeds={seeds}", "--jobs=1", "--keep={kept}"], turn, total)


CAMPAIGNS = [
    with_fuzz("nets", "petri", "walk,explore,reduce,state", 20000, 1000000, what=NETS),
    with_fuzz("net-models", "petri", "kind,ic3ia", 120, 5000, 0.5, what=NETS),
    with_script("net-certificates", "fuzzcertificates.py",
                ["--pnml={build}/bin/sooth-pnml", "--seeds={seeds}"], 250, 20000, what=NETS),
    with_fuzz("systems", "ts", "kind,euf", 200, 20000),
    with_fuzz("systems-pdr", "ts", "pdr", 1500, 60000, 2),
    with_fuzz("systems-cegar", "ts", "cegar:any", 500, 20000),
    with_fuzz("systems-sts-cegar", "ts", "clustered,visibility,interpolating:any",
              200, 10000),
    with_fuzz("automata-kind", "cfa", "kind", 2000, 60000),
    with_fuzz("automata", "cfa", "euf,explicit", 800, 30000),
    with_fuzz("automata-abstract", "cfa", "abstract", 2000, 60000, 2),
    with_fuzz("automata-cegar", "cfa", "cegar:any", 800, 30000),
    with_fuzz("automata-symbolic", "cfa", "symbolic", 120, 5000),
    with_fuzz("automata-facts", "cfa",
              "facts:kind,facts:euf,facts:cegar:EXPL,facts:cegar:PRED_CART", 100, 5000),
    with_fuzz("automata-runs", "cfa", "simulate,run", 500, 20000),
    with_fuzz("values", "values", "kind,euf", 300, 20000),
    with_fuzz("clauses", "horn", "kind,euf", 400, 20000),
    with_fuzz("paths", "path", "all", 1000, 50000, 2),
    programs("c-scalars", "scalars", 150, 20000),
    programs("c-procedures", "scalars", 100, 5000, "--procedures=wait"),
    *(small(*each) for each in [
        (0, "", 600, 60000), (1, "symbolic", 800, 60000), (2, "cegar", 800, 20000),
        (3, "kind", 500, 20000), (4, "euf", 300, 5000), (5, "abstract", 800, 5000)]),
    programs("c-memory", "memory", 150, 20000),
    programs("c-memory-checked", "memory", 100, 10000, "--check=memory"),
    programs("c-recursion", "recursion", 100, 10000),
    programs("c-contracts", "recursion", 60, 5000, "--recursion-depth=0", "--timeout=3"),
    programs("c-contracts-asked", "recursion", 60, 5000, "--recursion-depth=0", "--property",
             "--timeout=3"),
    programs("c-recursion-memory", "recursion-memory", 120, 10000),
    programs("c-floats", "floats", 40, 3000),
    programs("c-jumps", "jumps", 30, 2000, "--timeout=3"),
    with_script("c-scopes", "fuzzscopes.py",
                ["--tool={build}/bin/sooth", "--clang={clang}", "--native",
                 "--seeds={seeds}", "--keep={kept}"], 60, 5000),
    programs("c-leaks", "memory", 100, 3000, "--damage=leak"),
    with_script("whole-programs", "fuzzprograms.py",
                ["--bin={build}/bin", "--clang={clang}", "--seeds={seeds}"], 60, 5000),
    with_script("whole-programs-values", "fuzzprograms.py",
                ["--bin={build}/bin", "--clang={clang}", "--seeds={seeds}", "--values"],
                20, 3000),
    with_script("edits", "fuzzedits.py",
                ["--bin={build}/bin", "--clang={clang}", "--seeds={seeds}"], 10, 2000),
    *(with_script(f"values-{mode}", "fuzzvalues.py",
                  ["--bin={build}/bin", "--clang={clang}", f"--mode={mode}",
                   "--seeds={seeds}"], 150, 20000)
      for mode in ("files", "objects", "scopes", "scalars", "memory", "recursion-memory")),
    programs("c-uninitialized", "memory", 100, 3000, "--damage=uninitialized"),
    with_script("c-changed", "fuzzcorpus.py",
                ["--tool={build}/bin/sooth", "--mutate={build}/bin/sooth-mutate",
                 "--clang={clang}", "--seeds={seeds}", "--keep={kept}"], 80, 20000),
    *(files(mode, 60, 3000)
      for mode in ("one", "checks", "calls", "strings", "unseen", "around")),
    files("ordered", 40, 2000),
    files("needs", 20, 1000, "--timeout=20"),
    files("given", 20, 1000),
    files("replay", 20, 1000),
    with_script("open-shared", "fuzzneeds.py",
                ["--tool={build}/bin/sooth", "--clang={clang}", "--seeds={seeds}"],
                60, 10000),
    units("", 12, 100000),
    units("-overflow", 12, 10000, "--check=memory,overflow,shift,div")._replace(
        offset=1000000),
    *(self_checks(mode, 60, 2000)
      for mode in ("scalars", "memory", "recursion", "recursion-memory", "floats")),
    with_script("cache", "fuzzcache.py",
                ["--tool={build}/bin/sooth", "--seeds={seeds}"], 10, 500),
    with_script("library", "fuzzlibc.py",
                ["--clang={clang}", "--seed={first}", "--calls=1000"],
                1, 200, what=LIBRARY),
]
NAMES = [c.name for c in CAMPAIGNS]


class Log:
    """What was done, which outlives the run."""

    def __init__(self, path):
        self.path, self.lock = path, threading.Lock()
        self.lines = []
        if os.path.exists(path):
            with open(path) as f:
                self.lines = [json.loads(line) for line in f if line.endswith("\n")]

    def add(self, **line):
        with self.lock:
            self.lines.append(line)
            with open(self.path, "a") as f:
                f.write(json.dumps(line) + "\n")

    def of(self, campaign):
        return [line for line in self.lines if line["campaign"] == campaign.name]

    def done(self, campaign):
        return sum(line["last"] - line["first"] + 1 for line in self.of(campaign))

    def next_seed(self, campaign, first):
        return max([first + campaign.offset - 1] +
                   [line["last"] for line in self.of(campaign)]) + 1


def revision():
    try:
        found = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                               capture_output=True, text=True)
    except FileNotFoundError:
        return "unknown"
    return found.stdout.strip() or "unknown"


class Night:
    def __init__(self, options, log):
        self.options, self.log = options, log
        self.end = time.monotonic() + 3600 * options.hours
        self.revision = revision()
        self.wrong, self.turns = False, options.turns
        # What takes turns; the lock is for it, too.
        self.lock = threading.Lock()
        self.due = collections.deque(c for c in CAMPAIGNS if c.name in options.names)

    def turn(self, campaign):
        """A turn; whether there is to be another."""
        todo = campaign.total - self.log.done(campaign)
        if todo <= 0:
            return False
        first = self.log.next_seed(campaign, self.options.first_seed)
        size = max(1, round(campaign.turn * self.options.size))
        last = first + min(size, todo) - 1
        kept = os.path.join(self.options.kept, campaign.name)
        words = {"seeds": f"{first}..{last}", "first": first, "kept": kept,
                 "build": self.options.build, "clang": self.options.clang}
        command = [word.format(**words) for word in campaign.command]
        start = time.monotonic()
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", cwd=ROOT)
        seconds = time.monotonic() - start
        # (A negative code says which signal ended it.)
        if done.returncode in (-signal.SIGINT, -signal.SIGTERM):
            print(f"{campaign.name} {first}..{last}: stopped", flush=True)
            return False
        said = [line for line in done.stdout.splitlines() if line.strip()]
        self.log.add(campaign=campaign.name, first=first, last=last,
                     seconds=round(seconds, 1), wrong=done.returncode != 0,
                     said=said[-1] if said else "", revision=self.revision,
                     date=datetime.datetime.now().isoformat(timespec="seconds"))
        if done.returncode:
            self.wrong = True
            with open(f"{kept}-{first}.txt", "w") as f:
                f.write(f"{command}\n{done.stdout}\nexit code {done.returncode}\n")
        print(f"{campaign.name} {first}..{last}, {seconds:.0f} s: "
              f"{f'WRONG, see {kept}-{first}.txt: ' if done.returncode else ''}"
              f"{said[-1] if said else 'nothing said'}", flush=True)
        return True

    def work(self):
        """Takes turns until the time is up or nothing is due."""
        while time.monotonic() < self.end:
            with self.lock:
                if not self.due or self.turns == 0:
                    return
                self.turns -= 1
                campaign = self.due.popleft()
            if self.turn(campaign):
                with self.lock:
                    self.due.append(campaign)


def report(log):
    print("| campaign | of | seeds | of so many | turns with something wrong | hours |")
    print("|---|---|---|---|---|---|")
    sums = collections.Counter()
    for c in CAMPAIGNS:
        lines = log.of(c)
        done = log.done(c)
        sums[c.what] += done
        print(f"| {c.name} | {c.what} | {done} | {c.total} | "
              f"{sum(line['wrong'] for line in lines)} | "
              f"{sum(line['seconds'] for line in lines) / 3600:.2f} |")
    print("\n" + "; ".join(f"{what}: {sums[what]}" for what in sums))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="CAMPAIGN",
                        help="only these: " + " ".join(NAMES))
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--log", help="(default: BUILD/campaigns.jsonl)")
    parser.add_argument("--hours", type=float, default=8)
    parser.add_argument("--turns", type=int, default=-1, help="so many at most")
    parser.add_argument("--size", type=float, default=1, metavar="FACTOR",
                        help="of turns, compared with the usual")
    parser.add_argument("--first-seed", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    for name in options.names:
        if name not in NAMES:
            parser.error(f"no campaign is called '{name}'")
    options.names = options.names or NAMES
    options.build = os.path.abspath(options.build)
    log = Log(options.log or os.path.join(options.build, "campaigns.jsonl"))
    if options.report:
        report(log)
        return 0
    options.kept = os.path.splitext(log.path)[0]
    os.makedirs(options.kept, exist_ok=True)
    night = Night(options, log)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for worker in [pool.submit(night.work) for _ in range(options.jobs)]:
            worker.result()
    return 1 if night.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
