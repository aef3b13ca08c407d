# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of programmable logic controllers: a scan cycle without end that
reads its Boolean inputs, evaluates rungs one after the other, counts timers
and meets a requirement at the end of each scan."""

from .program import ASSERT, REACH_ERROR, SAFE, UNSAFE, Program, Reactive, check, header

INTERLOCK = [4, 8, 16, 32]
TIMERS = [(1, 5), (2, 8), (3, 12)]
CROSSING = [4, 12]
TANK = [20, 60]
PRESS = [5, 15]
BATCH = [6, 12, 24]


def tasks(recipes: dict):
    for expected in (SAFE, UNSAFE):
        yield from (_interlock(n, expected) for n in INTERLOCK)
        yield from (_timers(n, t, expected) for n, t in TIMERS)
        yield from (_crossing(t, expected) for t in CROSSING)
        yield from (_tank(m, expected) for m in TANK)
        yield from (_press(t, expected) for t in PRESS)
        yield from (_batch(n, expected) for n in BATCH)


def _program(name, expected, style, state, body, comment, witness=None,
             explore=True) -> Program:
    reactive = Reactive(state, body, style)
    source = (header(f"{comment}\nThe answer is {expected}.", style, ("bool",))
              + reactive.main("__VERIFIER_nondet_bool()"))
    return Program("plc", f"plc_{name}_{expected.lower()}", expected, source,
                   style, witness, reactive if explore else None)


def _interlock(n: int, expected: str) -> Program:
    """Neighbours in a ring of motors never run together. Each rung sees what
    the rungs before it have just decided, which is what makes it right; the
    unsafe one forgets the motor before it."""
    warm, style = 5, REACH_ERROR
    body = "_Bool estop = @bool@;\n"
    body += "".join(f"_Bool start{i} = @bool@;\n_Bool stop{i} = @bool@;\n"
                    for i in range(n))
    body += (f"if (estop) {{\n  warm = 0;\n}} else if (warm < {warm}) {{\n"
             "  warm = warm + 1;\n}\n")
    forgetful = n - 2 if expected == UNSAFE else -1
    for i in range(n):
        before = "" if i == forgetful else f" && !run{(i - 1) % n}"
        body += (f"run{i} = (start{i} || run{i}) && !stop{i} && warm == {warm}"
                 f"{before} && !run{(i + 1) % n};\n")
    for i in range(n):
        body += check(f"!(run{i} && run{(i + 1) % n})", style) + "\n"
    scan = [0] * (2 * n + 1)
    last = scan.copy()
    for i in (forgetful - 1, forgetful):
        last[1 + 2 * i] = 1
    witness = scan * (warm - 1) + last if expected == UNSAFE else None
    return _program(f"interlock_{n:02}", expected, style,
                    [("warm", 0)] + [(f"run{i}", 0) for i in range(n)], body,
                    f"{n} motors in a ring with interlocks.", witness,
                    explore=n <= 4)


def _timers(n: int, limit: int, expected: str) -> Program:
    """An alarm needs its input for so many scans in a row, which an observer
    counts as well. Unsafe: a short gap in the last input is tolerated."""
    style = ASSERT
    state, body = [], "_Bool acknowledge = @bool@;\n"
    for i in range(n):
        state += [(f"timer{i}", 0), (f"alarm{i}", 0), (f"seen{i}", 0)]
        body += f"_Bool input{i} = @bool@;\n"
    for i in range(n):
        reset = f"timer{i} = 0;"
        if expected == UNSAFE and i == n - 1:
            state.append((f"gap{i}", 0))
            reset = (f"if (gap{i} == 0 && timer{i} > {limit // 2}) {{ gap{i} = 1; }} "
                     f"else {{ gap{i} = 0; timer{i} = 0; }}")
        body += f"""\
if (input{i}) {{
  if (timer{i} < {limit}) {{
    timer{i} = timer{i} + 1;
  }}
}} else {{
  {reset}
}}
if (acknowledge) {{
  alarm{i} = 0;
}}
if (timer{i} == {limit}) {{
  alarm{i} = 1;
}}
if (!input{i}) {{
  seen{i} = 0;
}} else if (seen{i} < {limit}) {{
  seen{i} = seen{i} + 1;
}}
{check(f"!(alarm{i} && input{i} && timer{i} == {limit}) || seen{i} == {limit}", style)}
"""
    return _program(f"timers_{n}_{limit:02}", expected, style, state, body,
                    f"{n} alarms, each after {limit} scans of its input.")


def _crossing(amber: int, expected: str) -> Program:
    """Phases: 0 north green, 1 north amber, 2 east green, 3 east amber.
    Unsafe: an emergency vehicle from the east shortens the amber phase."""
    style = REACH_ERROR
    hurry = ""
    if expected == UNSAFE:
        hurry = (f"if (phase == 1 && emergency && timer > {amber // 2}) {{\n"
                 f"  timer = {amber};\n}}\n")
    body = f"""\
_Bool car_east = @bool@;
_Bool pedestrian = @bool@;
_Bool emergency = @bool@;
int old = phase;
if (pedestrian) {{
  request = 1;
}}
if (phase == 0 && (car_east || request)) {{
  phase = 1;
  timer = 0;
}} else if (phase == 1 && timer >= {amber}) {{
  phase = 2;
  request = 0;
  timer = 0;
}} else if (phase == 2 && !car_east && timer >= 2) {{
  phase = 3;
  timer = 0;
}} else if (phase == 3 && timer >= {amber}) {{
  phase = 0;
  timer = 0;
}} else if (timer < {amber + 5}) {{
  timer = timer + 1;
}}
{hurry}if (phase == 1 || phase == 3) {{
  amber = amber + 1;
}}
if (phase == 2 && old == 1) {{
  {check(f"amber > {amber}", style)}
}}
if (phase == 0 || phase == 2) {{
  amber = 0;
}}
"""
    return _program(f"crossing_{amber:02}", expected, style,
                    [("phase", 0), ("timer", 0), ("request", 0), ("amber", 0)],
                    body, f"Traffic lights with amber for {amber} scans.")


def _tank(high: int, expected: str) -> Program:
    """The valve closes at a mark; two more scans of inflow may follow, as the
    sensor is slow. Unsafe: the mark is one too high."""
    style = ASSERT
    mark = high - 6 if expected == SAFE else high - 5
    body = f"""\
_Bool more = @bool@;
_Bool pump = @bool@;
int inflow = 0;
if (open) {{
  inflow = more ? 2 : 1;
}}
level = level + inflow;
if (pump && level > 0 && !open) {{
  level = level - 1;
}}
if (sensor2) {{
  open = 0;
}} else if (level < {high // 3}) {{
  open = 1;
}}
sensor2 = sensor1;
sensor1 = level >= {mark};
{check(f"level >= 0 && level < {high}", style)}
"""
    return _program(f"tank_{high:02}", expected, style,
                    [("level", 0), ("open", 1), ("sensor1", 0), ("sensor2", 0)],
                    body, f"A tank that overflows at {high}.")


def _press(limit: int, expected: str) -> Program:
    """Both buttons within so many scans, else let go of both first. Unsafe:
    an emergency stop forgets that a button is still held."""
    style = REACH_ERROR
    after_stop = "mode = 3;" if expected == SAFE else (
        f"mode = (mode == 1 && timer == {limit}) ? 0 : 3;")
    body = f"""\
_Bool left = @bool@;
_Bool right = @bool@;
_Bool stop = @bool@;
if (left != 0 && held < {limit + 3}) {{
  held = held + 1;
}}
if (!left) {{
  held = 0;
}}
if (stop) {{
  {after_stop}
}} else if (mode == 0 && left && right) {{
  mode = 2;
}} else if (mode == 0 && (left || right)) {{
  mode = 1;
  timer = 0;
}} else if (mode == 1 && left && right) {{
  mode = 2;
}} else if (mode == 1 && !left && !right) {{
  mode = 0;
}} else if (mode == 1 && timer >= {limit}) {{
  mode = 3;
}} else if (mode == 1) {{
  timer = timer + 1;
}} else if (mode == 2 && !(left && right)) {{
  mode = 3;
}} else if (mode == 3 && !left && !right) {{
  mode = 0;
}}
if (mode == 2 && !down) {{
  {check(f"held <= {limit + 2}", style)}
}}
down = mode == 2;
"""
    return _program(f"press_{limit:02}", expected, style,
                    [("mode", 0), ("timer", 0), ("held", 0), ("down", 0)], body,
                    f"A two-hand press with a window of {limit} scans.")


def _batch(n: int, expected: str) -> Program:
    """A sequence of steps that set and reset the latches of two valves.
    Unsafe: cancelling one of the later steps leaves the fill valve open."""
    style = ASSERT
    late = 2 * n // 3
    body = "_Bool done = @bool@;\n_Bool cancel = @bool@;\n_Bool flush = @bool@;\n"
    reset = "  fill = 0;\n"
    if expected == UNSAFE:
        reset = f"  if (step != {late}) {{\n    fill = 0;\n  }}\n"
    body += f"if (cancel) {{\n{reset}  drain = flush;\n  step = 0;\n}}"
    for i in range(n):
        if i == 1 or i == late - 1:
            action = "fill = 1;\n    drain = 0;"
        elif i == n // 3 or i == late:
            action = "fill = 0;"
        elif i == n - 1:
            action = "drain = 1;"
        elif i == 0:
            action = "drain = 0;"
        else:
            action = f"heat = {i % 2};"
        following = (i + 1) % n
        body += (f" else if (step == {i}) {{\n  if (done) {{\n    {action}\n"
                 f"    step = {following};\n  }}\n}}")
    body += "\n" + check("!(fill && drain)", style) + "\n"
    return _program(f"batch_{n:02}", expected, style,
                    [("step", 0), ("fill", 0), ("drain", 0), ("heat", 0)], body,
                    f"A batch of {n} steps with a fill and a drain valve.")
