# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scatter and cactus plots of result tables."""

from pathlib import Path

from .compare import Side, solved

_FLOOR = 0.01  # seconds; below, a log axis would show noise
# Told apart without colour as well.
_MARKERS = "o^sDvPX*<>"


def _pyplot():
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "sooth"
    import matplotlib.pyplot as plt

    return plt


def scatter(first: Side, second: Side, time: str, out: Path) -> int:
    """One point a task; what a side did not solve lies on the border. Returns
    the number of points."""
    plt = _pyplot()
    tasks = sorted(first.rows.keys() & second.rows.keys())
    limit = max([r.limit_s for s in (first, second) for r in s.rows.values()])
    border = 1.5 * limit
    figure, axes = plt.subplots(figsize=(6.4, 6.4), constrained_layout=True)
    groups = sorted({first.rows[t].set for t in tasks})
    for number, group in enumerate(groups):
        chosen = [t for t in tasks if first.rows[t].set == group]
        xs = [_seconds(first.rows[t], time, border) for t in chosen]
        ys = [_seconds(second.rows[t], time, border) for t in chosen]
        axes.scatter(xs, ys, s=30, alpha=0.75, linewidths=0.7,
                     marker=_MARKERS[number % len(_MARKERS)],
                     label=f"{group} ({len(chosen)})")
    span = [_FLOOR * 0.8, border * 1.3]
    axes.plot(span, span, color="0.4", linewidth=0.8)
    for factor in (10, 100):
        axes.plot(span, [v * factor for v in span], ":", color="0.7", linewidth=0.8)
        axes.plot(span, [v / factor for v in span], ":", color="0.7", linewidth=0.8)
    for line in (axes.axvline, axes.axhline):
        line(limit, color="0.6", linestyle="--", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlim=span, ylim=span, aspect="equal",
             xlabel=f"{first.name} [s]", ylabel=f"{second.name} [s]")
    axes.text(border, span[0] * 1.15, "not solved", rotation=90, fontsize=8,
              ha="center", va="bottom", color="0.35")
    axes.text(span[0] * 1.15, border, "not solved", fontsize=8, ha="left",
              va="center", color="0.35")
    axes.legend(loc="upper left", bbox_to_anchor=(0.01, 0.92), fontsize=8,
                framealpha=0.9)
    figure.savefig(out, dpi=150)
    plt.close(figure)
    return len(tasks)


def _seconds(row, time: str, border: float) -> float:
    return max(_FLOOR, getattr(row, time)) if solved(row) else border


def cactus(all_sides: list[Side], time: str, out: Path) -> int:
    """How many tasks a side solves within how much time each."""
    plt = _pyplot()
    figure, axes = plt.subplots(figsize=(7.2, 4.8), constrained_layout=True)
    limit = max([r.limit_s for s in all_sides for r in s.rows.values()])
    points = 0
    for number, side in enumerate(all_sides):
        times = sorted(max(_FLOOR, getattr(r, time))
                       for r in side.rows.values() if solved(r))
        points += len(times)
        axes.plot(range(1, len(times) + 1), times, drawstyle="steps-post",
                  marker=_MARKERS[number % len(_MARKERS)], markersize=4,
                  markevery=max(1, len(times) // 15), linewidth=1.4,
                  label=f"{side.name} ({len(times)} of {len(side.rows)})")
    axes.axhline(limit, color="0.6", linestyle="--", linewidth=0.8)
    axes.set(yscale="log", xlabel="tasks solved", ylabel="time per task [s]",
             ylim=(_FLOOR * 0.8, limit * 1.4))
    axes.set_xlim(left=0)
    axes.grid(True, which="major", linewidth=0.3)
    axes.legend(loc="upper left", fontsize=9, framealpha=0.9)
    figure.savefig(out, dpi=150)
    plt.close(figure)
    return points
