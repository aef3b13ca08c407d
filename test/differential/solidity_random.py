#!/usr/bin/env python3
"""Random contracts against their exhaustive execution.

    solidity_random.py --tool=PATH [--seed=N] [--count=N] [--solc=CMD]

Each contract has a few variables of eight bits and functions with arguments below
four. All states that transactions lead to are found by an interpreter of its own;
what sooth-sol says of the contract must be what was found: ERROR if some assertion
fails, OK if none does. UNKNOWN and TIMEOUT are counted.
"""
import argparse
import collections
import itertools
import os
import random
import subprocess
import sys
import tempfile

WORD = 256
STATES = 30000  # contracts with more are left out


class Revert(Exception):
    pass


class Failed(Exception):
    pass


class Generator:
    """Programs as trees: (kind, ...), which are printed and executed."""

    def __init__(self, rng, number):
        self.rng = rng
        self.name = "C%d" % number
        self.state = ["x", "y"]
        self.functions = []
        self.helpers = [self.helper()]
        for index in range(rng.randint(2, 3)):
            self.functions.append(("f%d" % index, ["a", "b"], self.block(["a", "b"], 2, 4)))
        self.assertion = self.condition(["x", "y"], 1)
        self.functions.append(("check", [], [("assert", self.assertion)]))

    def helper(self):
        body = [("set", "x", ("op", "+", ("var", "x"), ("number", 1)))]
        return ("next", [], body, ("var", self.rng.choice(["x", "y"])))

    def number(self, names, depth):
        rng = self.rng
        kind = rng.randint(0, 9)
        if depth == 0 or kind < 3:
            return ("var", rng.choice(names + self.state)) if rng.random() < 0.7 else ("number", rng.randint(0, 5))
        if kind < 6:
            return ("op", rng.choice("+-*"), self.number(names, depth - 1), self.number(names, depth - 1))
        if kind == 6:
            return ("op", rng.choice("/%"), self.number(names, depth - 1), self.number(names, depth - 1))
        if kind == 7:
            return ("choose", self.condition(names, depth - 1), self.number(names, depth - 1), self.number(names, depth - 1))
        if kind == 8:
            return ("map", self.number(names, depth - 1))
        return ("call", "next") if self.functions or names != self.state else ("number", 7)

    def condition(self, names, depth):
        rng = self.rng
        if depth == 0 or rng.random() < 0.6:
            return ("compare", rng.choice(["<", "<=", "==", "!=", ">", ">="]),
                    self.number(names, depth), self.number(names, depth))
        return ("logic", rng.choice(["&&", "||"]), self.condition(names, depth - 1), self.condition(names, depth - 1))

    def block(self, names, depth, length):
        return [self.statement(names, depth) for _ in range(self.rng.randint(1, length))]

    def statement(self, names, depth):
        rng = self.rng
        kind = rng.randint(0, 9)
        if kind < 4 or depth == 0:
            return ("set", rng.choice(self.state), self.number(names, 2))
        if kind == 4:
            return ("map=", self.number(names, 1), self.number(names, 1))
        if kind == 5:
            return ("require", self.condition(names, 1))
        if kind == 6:
            return ("repeat", rng.randint(1, 3), self.block(names, depth - 1, 2))
        if kind == 7:
            return ("add", rng.choice(self.state), self.number(names, 1))
        return ("if", self.condition(names, 1), self.block(names, depth - 1, 2), self.block(names, depth - 1, 2))

    # As Solidity.
    def show(self, e):
        if e[0] == "var":
            return e[1]
        if e[0] == "number":
            return "uint8(%d)" % e[1]
        if e[0] in ("op", "compare", "logic"):
            return "(%s %s %s)" % (self.show(e[2]), e[1], self.show(e[3]))
        if e[0] == "choose":
            return "(%s ? %s : %s)" % tuple(map(self.show, e[1:]))
        if e[0] == "map":
            return "m[%s]" % self.show(e[1])
        return "next()"

    def lines(self, block, indent):
        pad = "    " * indent
        for s in block:
            if s[0] == "set":
                yield "%s%s = %s;" % (pad, s[1], self.show(s[2]))
            elif s[0] == "add":
                yield "%s%s += %s;" % (pad, s[1], self.show(s[2]))
            elif s[0] == "map=":
                yield "%sm[%s] = %s;" % (pad, self.show(s[1]), self.show(s[2]))
            elif s[0] in ("require", "assert"):
                yield "%s%s(%s);" % (pad, s[0], self.show(s[1]))
            elif s[0] == "repeat":
                yield "%sfor (uint8 i = 0; i < %d; i++) {" % (pad, s[1])
                yield from self.lines(s[2], indent + 1)
                yield pad + "}"
            else:
                yield "%sif (%s) {" % (pad, self.show(s[1]))
                yield from self.lines(s[2], indent + 1)
                yield pad + "} else {"
                yield from self.lines(s[3], indent + 1)
                yield pad + "}"

    def solidity(self):
        yield "contract %s {" % self.name
        yield "    uint8 x;\n    uint8 y;\n    mapping(uint8 => uint8) m;"
        for name, _, body, result in self.helpers:
            yield "    function %s() private returns (uint8) {" % name
            yield from self.lines(body, 2)
            yield "        return %s;\n    }" % self.show(result)
        for name, parameters, body in self.functions:
            yield "    function %s(%s) public {" % (name, ", ".join("uint8 " + p for p in parameters))
            for p in parameters:
                yield "        require(%s < 4);" % p
            yield from self.lines(body, 2)
            yield "    }"
        yield "}"

    # As the machine: the right operand first.
    def value(self, e, env):
        if e[0] == "var":
            return env[e[1]]
        if e[0] == "number":
            return e[1]
        if e[0] == "op":
            right, left = self.value(e[3], env), None
            left = self.value(e[2], env)
            if e[1] in "/%":
                if right == 0:
                    raise Revert
                return left // right if e[1] == "/" else left % right
            return {"+": left + right, "-": left - right, "*": left * right}[e[1]] % WORD
        if e[0] == "compare":
            right = self.value(e[3], env)
            left = self.value(e[2], env)
            return {"<": left < right, "<=": left <= right, "==": left == right,
                    "!=": left != right, ">": left > right, ">=": left >= right}[e[1]]
        if e[0] == "logic":
            left = self.value(e[2], env)
            return self.value(e[3], env) if left == (e[1] == "&&") else left
        if e[0] == "choose":
            return self.value(e[2] if self.value(e[1], env) else e[3], env)
        if e[0] == "map":
            return env["m"].get(self.value(e[1], env), 0)
        _, _, body, result = self.helpers[0]
        self.run(body, env)
        return self.value(result, env)

    def run(self, block, env):
        for s in block:
            if s[0] == "set":
                env[s[1]] = self.value(s[2], env)
            elif s[0] == "add":
                right = self.value(s[2], env)
                env[s[1]] = (env[s[1]] + right) % WORD
            elif s[0] == "map=":
                right = self.value(s[2], env)
                env["m"][self.value(s[1], env)] = right
            elif s[0] == "require":
                if not self.value(s[1], env):
                    raise Revert
            elif s[0] == "assert":
                if not self.value(s[1], env):
                    raise Failed
            elif s[0] == "repeat":
                for _ in range(s[1]):
                    self.run(s[2], env)
            else:
                self.run(s[2] if self.value(s[1], env) else s[3], env)

    def explore(self):
        """Whether an assertion fails; nothing if there are too many states."""
        start = (0, 0, ())
        seen, todo = {start}, collections.deque([start])
        while todo:
            x, y, m = todo.popleft()
            for name, parameters, body in self.functions:
                for values in itertools.product(range(4), repeat=len(parameters)):
                    env = dict(zip(parameters, values), x=x, y=y, m=dict(m))
                    try:
                        self.run(body, env)
                    except Revert:
                        continue
                    except Failed:
                        return True
                    cells = tuple(sorted((k, v) for k, v in env["m"].items() if v))
                    after = (env["x"], env["y"], cells)
                    if after not in seen:
                        seen.add(after)
                        todo.append(after)
            if len(seen) > STATES:
                return None
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--solc")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--timeout", type=float, default=5, help="for each contract")
    parser.add_argument("--arithmetic", default="mod")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    expected, texts = {}, []
    while len(expected) < arguments.count:
        contract = Generator(rng, len(expected))
        fails = contract.explore()
        if fails is not None:
            expected[contract.name] = fails
            texts += contract.solidity()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "random.sol")
        with open(path, "w", encoding="utf-8") as file:
            file.write("pragma solidity >=0.7.0 <0.8.0;\n" + "\n".join(texts) + "\n")
        command = [arguments.tool, "--arithmetic=" + arguments.arithmetic, "--confirm=off",
                   "--timeout-each=%g" % arguments.timeout, path]
        if arguments.solc:
            command.append("--solc=" + arguments.solc)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    verdicts = dict(line.split(": ", 1) for line in done.stdout.splitlines()
                    if line.startswith("C") and ": " in line)
    if len(verdicts) != len(expected):
        print(done.stdout, done.stderr)
        return 1
    wrong, counts = [], collections.Counter()
    for name, fails in expected.items():
        counts["%s where it %s" % (verdicts[name], "fails" if fails else "holds")] += 1
        if verdicts[name] not in ("UNKNOWN", "TIMEOUT", "ERROR" if fails else "OK"):
            wrong.append(name)
    for what, count in sorted(counts.items()):
        print("%4d %s" % (count, what))
    if wrong:
        print("wrong: %s (seed %d)\n%s" % (", ".join(wrong), arguments.seed, "\n".join(texts)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
