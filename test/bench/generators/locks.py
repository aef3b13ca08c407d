# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lock protocols: locks taken and given back under flags that the
environment chooses, in one endless loop.

rounds   every lock is requested or not anew in each round. Unsafe: one lock
         is kept unless another was requested too, and taken again next time.
counted  one operation a round; a counter has to agree with the locks held.
         Unsafe: taking the last lock while the first is held is not counted.
readers  readers and a writer. Unsafe: a reader is let in while the writer
         that upgraded from reading writes.
"""

from .program import ASSERT, REACH_ERROR, SAFE, UNSAFE, Program, Reactive, check, header

ROUNDS = range(2, 16)
COUNTED = [2, 4, 8, 12]
READERS = [2, 5, 10]


def tasks(recipes: dict):
    for expected in (SAFE, UNSAFE):
        for n in ROUNDS:
            yield _rounds(n, expected)
        for n in COUNTED:
            yield _counted(n, expected)
        for n in READERS:
            yield _readers(n, expected)


def _program(kind, n, expected, style, state, body, comment) -> Program:
    reactive = Reactive(state, body, style)
    return Program("locks", f"locks_{kind}_{n:02}_{expected.lower()}", expected,
                   header(f"{comment}\nThe answer is {expected}.", style)
                   + reactive.main(), style, reactive=reactive)


def _rounds(n: int, expected: str) -> Program:
    style = ASSERT if n % 2 else REACH_ERROR
    body = "if (@bool@ == 0) {\n  goto out;\n}\n"
    body += "".join(f"int want{i} = @bool@;\n" for i in range(1, n + 1))
    for i in range(1, n + 1):
        body += (f"if (want{i} != 0) {{\n  {check(f'held{i} == 0', style)}\n"
                 f"  held{i} = 1;\n}}\n")
    for i in range(n, 0, -1):
        extra = f" && want{(n + 1) // 2} != 0" if (
            expected == UNSAFE and i == n) else ""
        body += (f"if (want{i} != 0{extra}) {{\n  {check(f'held{i} == 1', style)}\n"
                 f"  held{i} = 0;\n}}\n")
    return _program("rounds", n, expected, style,
                    [(f"held{i}", 0) for i in range(1, n + 1)], body,
                    f"{n} locks, requested anew in each round.")


def _counted(n: int, expected: str) -> Program:
    style = REACH_ERROR if n % 4 else ASSERT
    body = f"int which = @in:{','.join(map(str, range(n + 1)))}@;\n"
    for i in range(1, n + 1):
        count = "count = count + 1;"
        if expected == UNSAFE and i == n:
            count = f"if (held1 == 0) {{ {count} }}"
        body += (f"if (which == {i}) {{\n  if (held{i} == 0) {{\n"
                 f"    held{i} = 1;\n    {count}\n  }} else {{\n"
                 f"    held{i} = 0;\n    count = count - 1;\n  }}\n}}\n")
    body += ("if (which == 0) {\n  "
             f"{check(f'count >= 0 && count <= {n}', style)}\n  goto out;\n}}\n")
    return _program("counted", n, expected, style,
                    [("count", 0)] + [(f"held{i}", 0) for i in range(1, n + 1)],
                    body, f"{n} locks and a counter of those held.")


def _readers(most: int, expected: str) -> Program:
    style = REACH_ERROR
    guard = "writing == 0" if expected == SAFE else "(writing == 0 || upgraded == 1)"
    body = f"""\
int request = @in:1,2,3,4,5,6@;
if (request == 1 && {guard} && readers < {most}) {{
  readers = readers + 1;
}} else if (request == 2 && readers > 0) {{
  readers = readers - 1;
}} else if (request == 3 && writing == 0 && readers == 0) {{
  writing = 1;
  upgraded = 0;
}} else if (request == 4 && writing == 0 && readers == 1) {{
  readers = 0;
  writing = 1;
  upgraded = 1;
}} else if (request == 5 && writing == 1) {{
  writing = 0;
}}
{check("!(writing == 1 && readers > 0)", style)}
"""
    return _program("readers", most, expected, style,
                    [("readers", 0), ("writing", 0), ("upgraded", 0)], body,
                    f"At most {most} readers, or one writer.")
