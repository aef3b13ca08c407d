# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs whose size is in their calls.

`repeat` is the microbenchmark of the EUFORIA dissertation, Figure 5.8: one
loop in a function that is called n times in a row. In `tree`, n functions each
call the one below twice, so that the lowest is called 2^n times. In `helpers`,
a loop uses small functions from many places.
"""

from .program import REACH_ERROR, SAFE, UNSAFE, Program, check, header

REPEATS = [2, 3, 5, 8, 10, 15, 25, 50, 100]
HEIGHTS = [3, 4, 6, 8, 10, 14]
USES = [2, 5, 10, 20]


def tasks(recipes: dict):
    for make, sizes in ((_repeat, REPEATS), (_tree, HEIGHTS),
                        (_helpers, USES)):
        for size in sizes:
            for expected in (SAFE, UNSAFE):
                yield make(size, expected)


def _program(name, size, expected, comment, text, witness) -> Program:
    functions = ("int",) if "nondet_int" in text else ()
    return Program(
        "procedures", f"{name}_{size:03}_{expected.lower()}", expected,
        header(f"{comment}\nThe answer is {expected}.", REACH_ERROR,
               functions) + "\n" + text,
        REACH_ERROR, witness if expected == UNSAFE else None)


def _repeat(n, expected) -> Program:
    """Only the last call can fail."""
    starts = [0] * (n - 1) + [0 if expected == SAFE else 1]
    calls = "".join(f"  i = {start}; loop();\n" for start in starts)
    text = f"""int i;

void loop(void) {{
  do {{
    i += 3;
  }} while (i < 5);
  {check('i < 7', REACH_ERROR)}
}}

int main(void) {{
{calls}  return 0;
}}
"""
    return _program("repeat", n, expected,
                    f"The microbenchmark of the EUFORIA dissertation, Figure "
                    f"5.8, with {n} calls:\nwhat holds in the loop can be "
                    "found out once for all calls.", text, [])


def _tree(n, expected) -> Program:
    """A switch, which the lowest function turns over."""
    wrong = "" if expected == SAFE else "  if (uses == 2) { side = 0; }\n"
    functions = ["void level0(void) {\n"
                 f"  {check('side == 1 || side == 2', REACH_ERROR)}\n"
                 f"  if (uses < 2) {{ uses++; }}\n  side = 3 - side;\n"
                 f"{wrong}}}\n"]
    for level in range(1, n):
        functions.append(f"void level{level}(void) {{\n"
                         f"  level{level - 1}();\n"
                         f"  if (__VERIFIER_nondet_int()) {{ kind = {level}; }}\n"
                         f"  level{level - 1}();\n}}\n")
    text = ("int side;\nint uses;\nint kind;\n\n" + "\n".join(functions) + f"""
int main(void) {{
  side = __VERIFIER_nondet_int() ? 1 : 2;
  level{n - 1}();
  return 0;
}}
""")
    return _program("tree", n, expected,
                    f"{n} levels of functions, each of which calls the one "
                    f"below twice:\n{2 ** (n - 1)} calls of the lowest.", text,
                    [0] * 2 ** n)


def _helpers(n, expected) -> Program:
    """Bounded counters; one of them is bounded too late."""
    bound = "10" if expected == SAFE else "11"
    counters = "".join(f"static int c{k};\n" for k in range(n))
    steps = "".join(
        f"    if (__VERIFIER_nondet_int()) {{ c{k} = next(c{k}, "
        f"{bound if k == n - 1 else '10'}); }}\n" for k in range(n))
    checks = "".join(f"    {check(f'inside(c{k})', REACH_ERROR)}\n"
                     for k in range(n))
    text = f"""{counters}
static int next(int c, int bound) {{
  return c < bound ? c + 1 : 0;
}}

static int inside(int c) {{
  return c >= 0 && c <= 10;
}}

int main(void) {{
  while (1) {{
{steps}{checks}  }}
  return 0;
}}
"""
    return _program("helpers", n, expected,
                    f"{n} counters in a loop, which share two small functions.",
                    text, [int(k % n == n - 1) for k in range(11 * n)])
