# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One process tree under limits of time, memory and output.

The tree is the process in a session of its own, and everything descended from
it or in that session. It is watched from outside by polling /proc: an address
space limit would hit tools that reserve more than they use, and control
groups need privileges. Memory may therefore pass the limit for one polling
interval before the tree is killed.
"""

import ctypes
import dataclasses
import os
import resource
import select
import signal
import subprocess
import time
from pathlib import Path

POLL_SECONDS = 0.03
OUTPUT_LIMIT = 128 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICK = os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36


@dataclasses.dataclass
class Execution:
    """What happened. `stopped` is why the tree was killed from here: time,
    cpu, memory, output, or empty. Exit is negative for a signal."""

    stdout: str
    stderr: str
    exit: int
    wall: float
    cpu: float
    peak_mb: float
    stopped: str


def prepare_runner() -> None:
    """Once per runner: orphaned grandchildren come to us, so that they can be
    found; no core files."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def execute(command: list[str], cwd: Path, wall_limit: float, cpu_limit: float,
            memory_mb: float) -> Execution:
    """Runs command in cwd, kills its tree once a limit (0: none) is
    passed, and leaves no process behind. Raises OSError if it cannot start."""
    out_path, err_path = cwd / "stdout", cwd / "stderr"
    own_rss = _own_rss_mb()
    with open(out_path, "wb") as out, open(err_path, "wb") as err:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=err,
                                   start_new_session=True)
    watch = _Watch(process.pid)
    handle = os.pidfd_open(process.pid)
    try:
        stopped = _watch_until_end(handle, watch, start, wall_limit, cpu_limit,
                                   memory_mb, (out_path, err_path))
        if stopped:
            _kill_tree(process.pid, watch.seen)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
    finally:
        # Also on an interrupt of the runner, and for a tool that leaves
        # children behind.
        _kill_tree(process.pid, watch.seen)
        os.close(handle)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu = max(usage.ru_utime + usage.ru_stime, watch.cpu)
    # A child's ru_maxrss starts at ours, as it began as a copy of us.
    exact = usage.ru_maxrss / 1024
    peak = max(watch.peak_mb, exact if exact > own_rss * 1.05 else 0)
    return Execution(_read(out_path), _read(err_path), process.returncode, wall,
                     cpu, peak, stopped)


def _watch_until_end(handle, watch, start, wall_limit, cpu_limit, memory_mb,
                     outputs) -> str:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    interval = 0.002  # short runs deserve a memory figure as well
    while not poll.poll(interval * 1000):
        interval = min(POLL_SECONDS, interval * 2)
        watch.sample()
        if wall_limit and time.monotonic() - start > wall_limit:
            return "time"
        if cpu_limit and watch.cpu > cpu_limit:
            return "cpu"
        if memory_mb and watch.now_mb > memory_mb:
            return "memory"
        if any(p.stat().st_size > OUTPUT_LIMIT for p in outputs):
            return "output"
    return ""


class _Watch:
    """Memory and time of a tree, from /proc. The time of processes that are
    gone is kept; what was never seen alive is only in the parent's rusage."""

    def __init__(self, root: int):
        self.root, self.now_mb, self.peak_mb = root, 0.0, 0.0
        self.seen: dict[int, float] = {}  # pid -> its cpu seconds

    @property
    def cpu(self) -> float:
        return sum(self.seen.values())

    def sample(self) -> None:
        total, pending = 0.0, [self.root, *self.seen]
        visited: set[int] = set()
        while pending:
            pid = pending.pop()
            if pid in visited:
                continue
            visited.add(pid)
            try:
                stat = Path(f"/proc/{pid}/stat").read_text()
                fields = stat[stat.rindex(")") + 2:].split()
                self.seen[pid] = (int(fields[11]) + int(fields[12])) / _TICK
                total += int(fields[21]) * _PAGE / 2**20
                for task in os.listdir(f"/proc/{pid}/task"):
                    children = Path(f"/proc/{pid}/task/{task}/children")
                    pending += map(int, children.read_text().split())
            except (OSError, ValueError):
                continue  # ended meanwhile
        self.now_mb = total
        self.peak_mb = max(self.peak_mb, total, self._high_water())

    def _high_water(self) -> float:
        try:
            for line in Path(f"/proc/{self.root}/status").read_text().splitlines():
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
        except OSError:
            pass
        return 0.0


def _session_members(session: int) -> list[int]:
    members = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                if os.getsid(int(entry)) == session:
                    members.append(int(entry))
            except OSError:
                pass
    return members


def _kill_tree(root: int, seen) -> None:
    """Kills the group, then whoever of the session or of the processes seen
    below the root (they may have left the session) still runs. Reaps them,
    all but the root, whose usage the caller wants."""
    try:
        os.killpg(root, signal.SIGKILL)
    except OSError:
        pass
    for _ in range(20):
        left = {p for p in [*_session_members(root), *seen]
                if p != root and _is_ours(p, root, seen)}
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
            except OSError:
                pass
        if not left:
            return
        time.sleep(0.01)


def _is_ours(pid: int, root: int, seen) -> bool:
    """A number in seen could have been given to a stranger since: a process
    of ours is in the session, or has become a child of this runner."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
        fields = stat[stat.rindex(")") + 2:].split()
        if os.getsid(pid) == root:
            return True
        parent = int(fields[1])
        return parent == os.getpid() or parent in seen
    except (OSError, ValueError):
        return False


def _own_rss_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * _PAGE / 2**20


def _read(path: Path) -> str:
    with open(path, "rb") as file:
        return file.read(OUTPUT_LIMIT).decode(errors="replace")
