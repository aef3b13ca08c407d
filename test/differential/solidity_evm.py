#!/usr/bin/env python3
"""Random contracts against an Ethereum Virtual Machine.

    solidity_evm.py --tool=PATH --node-path=FOLDER[:FOLDER] [--seed=N] [--count=N]
                    [--solc=CMD] [--checked | --modern]

The contracts have numbers of several sizes, structures, arrays in storage and in
memory, storage pointers, mappings, bases, modifiers, tuples, loops and money. What
sooth-sol says of one is put to the machine: a violation must be one there
(--replay), and of what is OK no random transactions may fail an assertion
(solidity_evm.js). FOLDER is a node_modules with solc and @ethereumjs/evm; with
--checked, contracts are for compilers since 0.8, where arithmetic reverts; with
--modern, they have what compilers since 0.8.28 have, too.
"""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

SIZES = {"uint8": (0, 255), "int8": (-128, 127), "uint16": (0, 65535)}
STATE = {"uint8": ["a", "s.p", "m[msg.sender]"], "int8": ["b", "s.q", "g.inner.q"],
         "uint16": ["c", "g.r"]}


class Generator:
    def __init__(self, rng, number, checked, modern):
        self.rng, self.name, self.checked, self.modern = rng, "R%d" % number, checked, modern
        self.locals = {}
        self.callable = []  # functions that messages to the contract itself may be for
        self.serial = 0
        self.payable = False

    def pick(self, *options):
        return self.rng.choice(options)

    def fresh(self):
        self.serial += 1
        return "v%d" % self.serial

    def literal(self, kind):
        low, high = SIZES[kind]
        value = self.pick(0, 1, 2, 3, 5, high, low, self.rng.randint(max(low, -9), 9))
        return "%s(%d)" % (kind, value)

    def variables(self, kind):
        return [v for v, of in self.locals.items() if of == kind]

    def place(self, kind):
        """Something to write to."""
        options = STATE[kind] + self.variables(kind) * 2
        if kind == "uint8":
            options += ["arr[%s]" % self.number("uint8", 0), "ms[%s].p" % self.number("uint8", 0)]
            options += ["ss[%s].p" % self.number("uint8", 0), "fix[%s]" % self.number("uint8", 0),
                        "ma[%s][%s]" % (self.number("uint8", 0), self.number("uint8", 0)), "nest[a][msg.sender]"]
            options += [v + "[%s]" % self.number("uint8", 0) for v in self.variables("memory array")]
            options += [v + ".p" for v in self.variables("memory struct") + self.variables("pointer")]
        if kind == "int8":
            options += ["ss[%s].q" % self.number("uint8", 0), "ms[%s].q" % self.number("uint8", 0)]
            options += [v + ".q" for v in self.variables("memory struct") + self.variables("pointer")]
        return self.rng.choice(options)

    def number(self, kind, depth):
        choice = self.rng.randint(0, 11)
        if depth == 0:
            if choice < 4:
                return self.literal(kind)
            return self.rng.choice(STATE[kind] + self.variables(kind) * 2)
        if choice < 2:
            return self.place(kind)
        if choice < 5:
            return "(%s %s %s)" % (self.number(kind, depth - 1), self.pick("+", "-", "*", "+", "-"),
                                   self.number(kind, depth - 1))
        if choice == 5:
            return "(%s %s %s)" % (self.number(kind, depth - 1), self.pick("/", "%"),
                                   self.number(kind, depth - 1))
        if choice == 6:
            return "(%s ? %s : %s)" % (self.condition(depth - 1), self.number(kind, depth - 1),
                                       self.number(kind, depth - 1))
        if choice == 7:
            others = [k for k in SIZES if (k, kind) != ("uint16", "int8") and (k, kind) != ("int8", "uint16")]
            return "%s(%s)" % (kind, self.number(self.rng.choice(others), depth - 1))
        if choice == 9 and kind == "uint8" and self.modern:
            return self.pick(
                "Small.unwrap(sm)", "im", "tr", "uint8(by.length)", "uint8(by[%s])" % self.number("uint8", 0),
                "uint8(bytes(st).length)", "uint8(type(E).max)", "uint8(block.chainid %% 4)",
                "(msg.sig == 0x919840ad ? 1 : %s)" % self.number("uint8", 0),
                "(address(this).code.length > 0 ? 1 : 0)", "Small.unwrap(sm + Small.wrap(%s))" % self.number("uint8", 0),
                "uint8(uint160(address(block.coinbase)))").replace("%%", "%")
        if choice == 8 and kind == "uint8":
            return self.pick("%s.mix(%s)" % (self.rng.choice(STATE["uint8"]), self.number("uint8", depth - 1)),
                             "(fix.length > 2 ? fix[%s] : a)" % self.number("uint8", 0), "(ma[a].length > 0 ? ma[a][0] : s.p)",
                             "uint8(arr.length)", "uint8(ss.length)", "a++", "--a", "uint8(msg.value)" if self.payable else "(b++ > 0 ? a : 0)",
                             "helper(%s)" % self.number("uint8", depth - 1), "uint8(uint(e))")
        if choice == 9 and kind == "uint16":
            return self.pick("uint16(address(this).balance)", "twice(%s)" % self.number("uint16", depth - 1))
        if choice == 10:
            return "(%s = %s)" % (self.rng.choice(STATE[kind]), self.number(kind, depth - 1))
        return self.number(kind, depth - 1)

    def condition(self, depth):
        choice = self.rng.randint(0, 9)
        kind = self.rng.choice(list(SIZES))
        if depth > 0 and choice < 2:
            return "(%s %s %s)" % (self.condition(depth - 1), self.pick("&&", "||"), self.condition(depth - 1))
        if choice == 2:
            return self.pick("d", "!d", "w == msg.sender", "w != address(0)", "e == E.B", "arr.length > 1",
                             "w == address(this)", "w == tx.origin", "msg.sender == address(this)")
        return "(%s %s %s)" % (self.number(kind, depth), self.pick("<", "<=", "==", "!=", ">", ">="),
                               self.number(kind, depth))

    def block(self, depth, length, indent):
        outer = dict(self.locals)
        for _ in range(self.rng.randint(1, length)):
            yield from self.statement(depth, indent)
        self.locals = outer

    def statement(self, depth, indent):
        pad = "    " * indent
        choice = self.rng.randint(0, 21)
        kind = self.rng.choice(list(SIZES))
        if self.callable and self.rng.random() < 0.05:
            yield "%sthis.%s(%s, 1);" % (pad, self.rng.choice(self.callable), self.number("uint8", 0))
        if self.modern and self.rng.random() < 0.25:
            yield pad + self.pick(
                "if (%s) revert Bad(%s);" % (self.condition(1), self.number("uint8", 0)),
                "require(%s, Bad(%s));" % (self.condition(1), self.number("uint8", 0)),
                "by.push(bytes1(%s));" % self.number("uint8", 1), "by.push();", "by.pop();",
                "by[%s] = bytes1(%s);" % (self.number("uint8", 0), self.number("uint8", 0)),
                "sm = Small.wrap(%s);" % self.number("uint8", 1), "sm = sm + Small.wrap(1);",
                "arr.push() = %s;" % self.number("uint8", 1), "ss.push().p = %s;" % self.number("uint8", 1),
                "st = string.concat(st, \"ab\");", "tr = %s;" % self.number("uint8", 1), "delete tr;", "delete by;",
                "e = type(E).max;", "(a, s.p) = (im, tr);")
        elif choice < 5:
            yield "%s%s = %s;" % (pad, self.place(kind), self.number(kind, 2))
        elif choice == 5:
            yield "%s%s %s= %s;" % (pad, self.place(kind), self.pick("+", "-", "*"), self.number(kind, 1))
        elif choice == 6:
            yield "%srequire(%s);" % (pad, self.condition(1))
        elif choice == 7:
            yield pad + self.pick("arr.push(%s);" % self.number("uint8", 1), "arr.pop();", "ss.pop();",
                                  "ss.push(s);", "ss.push();", "delete arr;", "delete s;", "delete ss[0];",
                                  "delete ms[%s];" % self.number("uint8", 0), "delete a;",
                                  "ma[%s].push(%s);" % (self.number("uint8", 0), self.number("uint8", 1)),
                                  "arr = ma[%s];" % self.number("uint8", 0), "ma[1] = arr;", "delete fix;",
                                  "s.bump(%s);" % self.number("uint8", 1), "ms[x > 1 ? 1 : 2].bump(3);"
                                  if "x" in self.locals else "s.bump(1);",
                                  "(a, b) = pair(%s);" % self.number("uint8", 1), "(, b) = pair(a);")
        elif choice == 8:
            yield pad + self.pick("s = ss[%s];" % self.number("uint8", 0), "ms[%s] = s;" % self.number("uint8", 0),
                                  "s = S(%s, %s);" % (self.number("uint8", 1), self.number("int8", 1)),
                                  "g.inner = s;", "s = g.inner;", "ss.push(S(%s, 1));" % self.number("uint8", 0))
        elif choice == 9:
            yield pad + self.pick("d = !d;", "w = msg.sender;", "d = %s;" % self.condition(1),
                                  "e = E.B;", "e = %s ? E.C : E.A;" % self.condition(1), "delete w;")
        elif choice == 10:
            one, two = self.rng.sample(["a", "s.p", "m[msg.sender]", "ms[1].p"], 2)
            yield "%s(%s, %s) = (%s, %s);" % (pad, one, two, self.pick(two, self.number("uint8", 1)), one)
        elif choice == 11:
            name = self.fresh()
            yield "%s%s %s = %s;" % (pad, kind, name, self.number(kind, 2))
            self.locals[name] = kind
        elif choice == 12:
            name = self.fresh()
            yield "%sS storage %s = %s;" % (pad, name, self.pick("s", "g.inner", "ms[%s]" % self.number("uint8", 0),
                                                                 "ss[%s]" % self.number("uint8", 0)))
            self.locals[name] = "pointer"
        elif choice == 13:
            name = self.fresh()
            known = self.variables("memory struct")
            yield "%sS memory %s = %s;" % (pad, name, self.rng.choice(
                ["s", "ms[2]", "S(%s, %s)" % (self.number("uint8", 0), self.number("int8", 0))] + known * 2))
            self.locals[name] = "memory struct"
        elif choice == 14:
            name = self.fresh()
            known = self.variables("memory array")
            yield "%suint8[] memory %s = %s;" % (pad, name, self.rng.choice(
                ["arr", "new uint8[](2)", "new uint8[](x)"] + known * 2))
            self.locals[name] = "memory array"
        elif choice == 15 and self.variables("memory struct"):
            yield "%s%s = %s;" % (pad, self.pick("s", "ms[0]", "g.inner"), self.rng.choice(self.variables("memory struct")))
        elif choice == 16 and self.variables("memory array"):
            yield "%sarr = %s;" % (pad, self.rng.choice(self.variables("memory array")))
        elif choice == 17 and depth > 0:
            name = self.fresh()
            yield "%sfor (uint8 %s = 0; %s < %d; %s++) {" % (pad, name, name, self.rng.randint(1, 3), name)
            yield from self.block(depth - 1, 2, indent + 1)
            if self.rng.random() < 0.4:
                yield "%s    if (%s) %s;" % (pad, self.condition(1), self.pick("break", "continue"))
                yield "%s    %s = %s;" % (pad, self.rng.choice(STATE[kind]), self.number(kind, 1))
            yield pad + "}"
        elif choice == 21 and depth > 0:
            name = self.fresh()
            yield "%suint8 %s = 0;" % (pad, name)
            first = self.pick("do", "while (%s < 3)" % name)
            yield "%s%s {" % (pad, first)
            yield "%s    %s++;" % (pad, name)
            yield from self.block(depth - 1, 2, indent + 1)
            yield pad + ("} while (%s < 2);" % name if first == "do" else "}")
        elif choice == 18 and depth > 0 and self.rng.random() < 0.5:
            yield "%sif (%s) return;" % (pad, self.condition(1))
        elif choice == 19 and depth > 0 and self.checked:
            yield pad + "unchecked {"
            yield from self.block(0, 2, indent + 1)
            yield pad + "}"
        elif choice == 20 and self.rng.random() < 0.3:
            yield "%sassert(%s);" % (pad, self.condition(1))
        elif depth > 0:
            yield "%sif (%s) {" % (pad, self.condition(1))
            yield from self.block(depth - 1, 2, indent + 1)
            if self.rng.random() < 0.6:
                yield pad + "} else {"
                yield from self.block(depth - 1, 2, indent + 1)
            yield pad + "}"

    def function(self, name, indent=1, extra=""):
        self.locals = {"x": "uint8", "y": "int8"}
        self.payable = extra == "payable"
        yield "    function %s(uint8 x, int8 y) public %s {" % (name, extra)
        yield "        require(x < 4 && y > -3 && y < 3);"
        yield from self.block(2, 4, 2)
        self.payable = False
        yield "    }"

    def solidity(self):
        rng = self.rng
        base = "B" + self.name
        library = "L" + self.name
        self.locals = {}
        if self.modern and self.name == "R0":
            yield "type Small is uint8;\nusing {add as +} for Small global;"
            yield "function add(Small p, Small q) pure returns (Small) { return Small.wrap(Small.unwrap(p) + Small.unwrap(q)); }"
        yield "library %s {" % library
        yield "    function mix(uint8 p, uint8 q) internal pure returns (uint8) { %s }" % self.pick(
            "return p;", "return q;", "if (p > q) return p - q; return q;", "return p * 2 + q;")
        yield "    function bump(%s.S storage self, uint8 by) internal { self.p += by; if (by > 2) self.q--; }" % base
        yield "}"
        yield "contract %s {" % base
        yield "    using %s for uint8; using %s for S;" % (library, library)
        yield "    struct S { uint8 p; int8 q; }"
        yield "    struct G { uint16 r; S inner; }"
        yield "    enum E { A, B, C }"
        yield "    uint8 a; int8 b; uint16 c; bool d; address w; E e; S s; G g;"
        yield "    mapping(address => uint8) m; mapping(uint8 => S) ms; uint8[] arr; S[] ss;"
        yield "    uint8[3] fix; mapping(uint8 => uint8[]) ma; mapping(uint8 => mapping(address => uint8)) nest;"
        yield "    modifier guarded(uint8 z) { require(z != a); _; %s++; }" % self.pick("a", "c")
        if self.modern:
            yield "    error Bad(uint8 z); bytes by; string st; Small sm; uint8 immutable im; uint8 transient tr;"
        yield "    constructor() { %s = 3; w = %s; %s%s}" % (
            self.pick("a", "b", "c"), self.pick("w", "msg.sender", "tx.origin", "address(this)"),
            "im = %s; " % self.pick("4", "a", "b < 0 ? 1 : 2") if self.modern else "",
            self.pick("", "", "", "(d, ) = address(this).call(\"\"); ", "d = payable(address(this)).send(0); "))
        self.locals = {"z": "uint8"}
        yield "    function helper(uint8 z) internal virtual returns (uint8) { %s = %s; return %s; }" % (
            self.rng.choice(["a", "s.p"]), self.number("uint8", 1), self.number("uint8", 1))
        yield "    function pair(uint8 z) internal returns (uint8, int8 r) { if (z > 3) { a++; return (z, b); } r = int8(z); }"
        self.locals = {"z": "uint16"}
        yield "    function twice(uint16 z) internal returns (uint16 r) { r = z + z; if (z > 9) r = %s; }" % (
            self.number("uint16", 1))
        if rng.random() < 0.5:
            yield from self.function("f0", extra="virtual")
        yield "}"
        yield "contract %s is %s {" % (self.name, base)
        yield "    using %s for uint8; using %s for S;" % (library, library)
        if rng.random() < 0.4:
            self.locals = {"z": "uint8"}
            yield "    function helper(uint8 z) internal override returns (uint8) { return super.helper(%s); }" % (
                self.number("uint8", 1))
        for index in range(1, rng.randint(2, 4)):
            yield from self.function("f%d" % index, extra=self.pick("", "payable", "guarded(x)"))
            self.callable.append("f%d" % index)
        self.locals, self.callable = {}, []
        yield "    function check() public {\n        assert(%s);\n    }" % self.condition(2)
        yield "}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--node-path", required=True)
    parser.add_argument("--solc")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--timeout", type=float, default=5, help="for each contract")
    parser.add_argument("--arithmetic", default="mod")
    parser.add_argument("--checked", action="store_true")
    parser.add_argument("--modern", action="store_true")
    parser.add_argument("--keep", help="a folder for the contracts that are wrong")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    names, texts = [], []
    for number in range(arguments.count):
        contract = Generator(rng, number, arguments.checked or arguments.modern, arguments.modern)
        names.append(contract.name)
        texts += contract.solidity()
    environment = dict(os.environ, NODE_PATH=arguments.node_path)
    runner = os.path.join(os.path.dirname(os.path.abspath(__file__)), "solidity_evm.js")
    with tempfile.TemporaryDirectory() as folder:
        path, replay = os.path.join(folder, "random.sol"), os.path.join(folder, "replay.js")
        text = "pragma solidity >=0.7.0;\n" + "\n".join(texts) + "\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        # What is wrong is not to be hidden by a machine that refutes it.
        command = [arguments.tool, "--arithmetic=" + arguments.arithmetic, "--replay=" + replay,
                   "--confirm=off", "--timeout-each=%g" % arguments.timeout, path]
        if arguments.solc:
            command.append("--solc=" + arguments.solc)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        verdicts = dict(re.findall(r"^(R\d+): ([A-Z ]+)$", done.stdout, re.M))
        if len(verdicts) != len(names):
            print(done.stdout, done.stderr)
            return 1
        again = subprocess.run(["node", replay], capture_output=True, text=True, check=False, env=environment)
        proved = [n for n in names if verdicts[n] == "OK"]
        tried = subprocess.run(["node", runner, path, str(arguments.seed)] + proved,
                               capture_output=True, text=True, check=False, env=environment)
    counts = collections.Counter("%s" % verdicts[n] for n in names)
    counts["violations confirmed"] = again.stdout.count(": confirmed")
    # The machine cannot have several messages in one transaction.
    several = ": cannot be replayed: several messages"
    counts["violations not replayed"] = again.stdout.count(several)
    wrong = [line for line in again.stdout.splitlines() if ": confirmed" not in line and several not in line]
    wrong += tried.stdout.splitlines()
    if again.returncode not in (0, 1, 2) or tried.returncode != 0:
        wrong.append((again.stderr + tried.stderr)[:500])
    for what, count in sorted(counts.items()):
        print("%4d %s" % (count, what))
    for line in re.findall(r"^ - .*not modelled.*$", done.stdout, re.M):
        print(line)
    if wrong:
        print("wrong (seed %d):\n  %s" % (arguments.seed, "\n  ".join(wrong)))
        if arguments.keep:
            with open(os.path.join(arguments.keep, "evm-%d.sol" % arguments.seed), "w", encoding="utf-8") as file:
                file.write(text)
            with open(os.path.join(arguments.keep, "evm-%d.txt" % arguments.seed), "w", encoding="utf-8") as file:
                file.write(done.stdout + "\n" + "\n".join(wrong) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
