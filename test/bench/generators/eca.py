# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Event-condition-action systems: an endless loop reads an event from 1 to 6
and the first rule that applies changes the variables. Plain rules compare and
assign constants; arithmetic ones order, add and take remainders.

The error is a valuation of a few variables. For a safe system it is a near
miss: it is unreachable, but every part of it with one variable less is
reachable. Which valuation that is was found by enumerating the states
(generate.py --search) and is in recipes.json.
"""

import itertools
import random

from .program import ASSERT, REACH_ERROR, SAFE, UNSAFE, Program, Reactive, check, header, indent

# rules -> (variables, values of each at most)
SIZES = {12: (4, 3), 25: (4, 4), 50: (5, 5), 100: (7, 4), 200: (9, 4), 500: (13, 3), 1000: (18, 3)}
KINDS = ["plain", "arith"]
VARIANTS = 1
_EVENTS = "1,2,3,4,5,6"


class _System:
    def __init__(self, rules: int, kind: str, seed: int):
        self.rng = rng = random.Random(f"eca {rules} {kind} {seed}")
        count, width = SIZES[rules]
        self.kind = kind
        self.names = [f"a{i}" for i in range(1, count + 1)]
        self.domains = {}
        for number, name in enumerate(self.names):
            size = width if number < 3 else rng.randint(2, max(2, width - 1))
            low = rng.randint(0, 12) if kind == "plain" else 0
            self.domains[name] = list(range(low, low + size))
        self.initial = {n: rng.choice(d) for n, d in self.domains.items()}
        self.rules = [self._rule(i) for i in range(rules)]

    def _rule(self, number: int) -> tuple[str, str, int]:
        """Guard, updates, output. The first variable is the mode: each mode
        has rules for each event, so that something happens."""
        rng, mode = self.rng, self.names[0]
        modes = self.domains[mode]
        event = number % 6 + 1
        guards = [f"event == {event}",
                  f"{mode} == {modes[number // 6 % len(modes)]}"]
        others = rng.sample(self.names[1:], rng.choice([1, 2, 2, 3]))
        guards += [self._guard(n) for n in others]
        rng.shuffle(guards)
        changed = rng.sample(self.names, rng.choice([1, 1, 2, 3]))
        return (" && ".join(guards), "".join(map(self._update, changed)),
                rng.randint(20, 26))

    def _guard(self, name: str) -> str:
        rng, domain = self.rng, self.domains[name]
        if self.kind == "arith" and rng.random() < 0.5:
            operator = rng.choice([">", "<="])
            return f"{name} {operator} {rng.choice(domain[:-1])}"
        return f"{name} == {rng.choice(domain)}"

    def _update(self, name: str) -> str:
        rng, domain = self.rng, self.domains[name]
        if self.kind == "arith" and rng.random() < 0.4:
            other = rng.choice(self.names)
            term = rng.choice([f"{name} + {rng.randint(1, 5)}",
                               f"{name} * {rng.randint(2, 3)} + 1",
                               f"{name} + {other}", f"{other} + event"])
            return f"  {name} = ({term}) % {len(domain)};\n"
        return f"  {name} = {rng.choice(domain)};\n"

    def text(self, leave: str) -> str:
        """The rules; \"%d\" in leave is the output."""
        return "".join(
            f"if ({guard}) {{\n{updates}  {leave.replace('%d', str(output))}\n}}\n"
            for guard, updates, output in self.rules)


def make(rules: int, kind: str, expected: str, number: int, seed: int,
         error: list[tuple[str, int]]) -> Program:
    """error is a list of (variable, value); empty while searching."""
    system = _System(rules, kind, seed)
    style = ASSERT if seed % 2 else REACH_ERROR
    condition = " && ".join(f"{n} == {v}" for n, v in error)
    test = check(f"!({condition})", style) + "\n" if error else ""
    reactive = Reactive(list(system.initial.items()),
                        f"int event = @in:{_EVENTS}@;\n{test}"
                        + system.text("break;"), style)
    comment = (f"{rules} {'arithmetic' if kind == 'arith' else 'plain'} rules over "
               f"{len(system.names)} variables; the answer is {expected}.")
    return Program("eca", key(rules, kind, expected, number), expected,
                   header(comment, style) + _source(system, test), style,
                   reactive=reactive)


def _source(system: _System, test: str) -> str:
    variables = "".join(f"static int {n} = {v};\n"
                        for n, v in system.initial.items())
    return (f"\n{variables}\nstatic int react(int event) {{\n"
            f"{indent(test + system.text('return %d;'), 2)}  return -2;\n}}\n"
            "\nint main(void) {\n  int output = -1;\n  while (1) {\n"
            "    int event = __VERIFIER_nondet_int();\n"
            "    if (event < 1 || event > 6) {\n      return output;\n    }\n"
            "    output = react(event);\n  }\n}\n")


def names():
    return [(rules, kind, expected, number) for rules in SIZES for kind in KINDS
            for expected in (SAFE, UNSAFE) for number in range(1, VARIANTS + 1)]


def key(rules: int, kind: str, expected: str, number: int) -> str:
    return f"eca_{kind}_{rules:04}_{expected.lower()}_{number}"


def tasks(recipes: dict):
    for name in names():
        recipe = recipes[key(*name)]
        yield make(*name, recipe["seed"], [tuple(e) for e in recipe["error"]])


def choose_error(seed: int, expected: str, variables: list[str], dump):
    """A valuation as the module comment describes it, from all reachable
    states as (depth, values); None if this system has none."""
    rng = random.Random(f"error {seed}")
    for _ in range(60):
        chosen = sorted(rng.sample(range(len(variables)), rng.choice([3, 4])))
        depth: dict[tuple, int] = {}
        for at, values in dump:
            projected = tuple(values[i] for i in chosen)
            depth[projected] = min(depth.get(projected, at), at)
        found = (_deep(depth) if expected == UNSAFE
                 else _near_miss(depth, len(chosen)))
        if found:
            pick = rng.choice(found)
            return [(variables[i], v) for i, v in zip(chosen, pick)]
    return None


def _deep(depth: dict[tuple, int]) -> list[tuple]:
    return sorted(v for v, at in depth.items() if 6 <= at <= 14)


def _near_miss(depth: dict[tuple, int], size: int) -> list[tuple]:
    parts = [{v[:i] + v[i + 1:] for v in depth} for i in range(size)]
    values = [sorted({v[i] for v in depth}) for i in range(size)]
    return [v for v in itertools.product(*values)
            if v not in depth
            and all(v[:i] + v[i + 1:] in parts[i] for i in range(size))]
