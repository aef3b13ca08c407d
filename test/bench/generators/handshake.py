# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Handshake state machines: one endless loop over an integer state, flags,
packets of any content, retries and renegotiation. A progress counter in the
manner of BLAST's old SSH tasks goes up at certain states, and the error asks
for all of it at one of the last; what makes a variant safe is that flags rule
out the way, not that the graph has none.

Which seed gives what is in recipes.json, found and proved by enumerating the
states (generate.py --search, --validate).
"""

import random

from .program import ASSERT, REACH_ERROR, SAFE, Program, Reactive, check, header

SIZES = [30, 100, 300]
VARIANTS = 3  # of each size and answer
FLAGS = ["s__hit", "s__cert_request", "s__verify", "s__shutdown"]
_STATE = [("s__state", 0), ("s__next", 0), ("s__version", 0), ("s__cipher", 0),
          ("s__saved_cipher", 0), ("s__reneg", 0), ("s__retries", 0),
          ("blastFlag", 0)] + [(f, 0) for f in FLAGS]


class _Machine:
    """Layers of states; edges go to the next layer, but for retries (to the
    state itself), flushes (by way of one state) and renegotiation."""

    def __init__(self, size: int, seed: int):
        self.rng = random.Random(f"handshake {size} {seed}")
        rng = self.rng
        self.style = ASSERT if seed % 3 == 1 else REACH_ERROR
        self.layout = ["chain", "switch", "goto"][seed % 3]
        depth = rng.randint(6, 9)
        codes = [4096 + 16 * i for i in range(size)]
        rng.shuffle(codes)
        self.flush, rest = codes[0], codes[1:]
        self.layers: list[list[int]] = [[] for _ in range(depth)]
        for number, code in enumerate(rest):
            self.layers[number % depth if number >= depth else number].append(code)
        self.layers[0], extra = self.layers[0][:1], self.layers[0][1:]
        self.layers[1] += extra
        self.maximum_reneg = rng.randint(1, 2)
        self.packets = [rng.randint(1, 40) for _ in range(6)]
        self._choose_marks(depth)

    def _choose_marks(self, depth: int) -> None:
        """blastFlag becomes i at a state of the i-th marked layer; the error
        is in the last layer, or in the first ones after a renegotiation."""
        rng = self.rng
        self.goal = rng.randint(3, min(5, depth - 2))
        marked = sorted(rng.sample(range(1, depth - 1), self.goal))
        self.marks = {}
        for value, layer in enumerate(marked, 1):
            width = len(self.layers[layer])
            for state in rng.sample(self.layers[layer], max(1, width // 4)):
                guard = ""
                if rng.random() < 0.5:
                    guard = f" && @cond:{rng.choice(FLAGS)} == {rng.randint(0, 1)}@"
                self.marks[state] = (value, guard)
        last = self.layers[rng.choice([-1, -1, 1])]
        self.error_states = rng.sample(last, max(1, len(last) // 8))
        flag, other = rng.sample(FLAGS, 2)
        self.error_guard = (f"blastFlag == {self.goal} && @cond:{flag} == "
                            f"{rng.randint(0, 1)}@ && @cond:{other} == "
                            f"{rng.randint(0, 1)}@")

    def body(self) -> str:
        blocks = [(self.flush, "s__retries = 0;\ns__state = s__next;\n")]
        for number, layer in enumerate(self.layers):
            following = (self.layers[number + 1]
                         if number + 1 < len(self.layers) else None)
            blocks += [(s, self._block(s, following)) for s in layer]
        self.rng.shuffle(blocks)
        return getattr(self, f"_{self.layout}")(blocks)

    def _block(self, state: int, following: list[int] | None) -> str:
        text = ""
        if state in self.error_states:
            text += check(f"!({self.error_guard})", self.style) + "\n"
        if state in self.marks:
            value, guard = self.marks[state]
            text += (f"if (blastFlag == {value - 1}{guard}) {{\n"
                     f"  blastFlag = {value};\n}}\n")
        return text + (self._step(state, following) if following
                       else self._finish())

    def _finish(self) -> str:
        rng, first = self.rng, self.layers[0][0]
        reset = "".join(f"  {f} = 0;\n" for f in FLAGS if rng.random() < 0.3)
        return ("int ret = @bool@;\n"
                f"if (ret == 0 || s__reneg >= {self.maximum_reneg}) {{\n"
                "  goto out;\n} else {\n"
                f"  s__reneg = s__reneg + 1;\n{reset}"
                f"  s__saved_cipher = s__cipher;\n  s__state = {first};\n}}\n")

    def _to(self, target: int) -> str:
        if self.rng.random() < 0.15:
            return f"s__next = {target};\ns__state = {self.flush};\n"
        return f"s__state = {target};\n"

    def _step(self, state: int, following: list[int]) -> str:
        rng = self.rng
        a, b = rng.choice(following), rng.choice(following)
        if state == self.layers[0][0]:
            return self._dispatch(state, following)
        kind = rng.choices(
            ["receive", "packet", "branch", "set", "copy", "version", "cipher",
             "compare", "dispatch"], [2, 5, 4, 6, 2, 2, 2, 2, 4])[0]
        if kind == "dispatch":
            return self._dispatch(state, following)
        return getattr(self, f"_{kind}")(state, a, b)

    def _receive(self, state, a, b) -> str:
        return ("int ret = @in:0,1@;\nif (ret <= 0) {\n  goto out;\n}\n"
                + self._to(a))

    def _packet(self, state, a, b) -> str:
        first, second = self.rng.sample(sorted(set(self.packets + [41, 42])), 2)
        none = max(self.packets + [42]) + 1
        return (f"int packet = @in:{first},{second},{none}@;\n"
                f"if (packet == {first}) {{\n{_in(self._to(a))}"
                f"}} else if (packet == {second}) {{\n{_in(self._to(b))}}} else {{\n"
                "  s__retries = s__retries + 1;\n"
                "  if (s__retries > 2) {\n    goto out;\n  }\n}\n")

    def _dispatch(self, state, following) -> str:
        targets = self.rng.sample(following, min(len(following), 6))
        values = list(range(1, len(targets) + 2))
        text = f"int kind = @in:{','.join(map(str, values))}@;\n"
        for value, target in zip(values, targets):
            text += (f"{'} else if' if value > 1 else 'if'} (kind == {value}) {{\n"
                     f"{_in(self._to(target))}")
        return text + "} else {\n  goto out;\n}\n"

    def _branch(self, state, a, b) -> str:
        flag = self.rng.choice(FLAGS)
        return (f"if (@cond:{flag} != 0@) {{\n{_in(self._to(a))}}} else {{\n"
                f"{_in(self._to(b))}}}\n")

    def _set(self, state, a, b) -> str:
        rng = self.rng
        flag = rng.choice(FLAGS)
        value = rng.choice(["0", "1", "1", "(@bool@ != 0)"])
        return f"{flag} = {value};\n" + self._to(a)

    def _copy(self, state, a, b) -> str:
        one, two = self.rng.sample(FLAGS, 2)
        return f"if (@cond:{one} != 0@) {{\n  {two} = {one};\n}}\n" + self._to(a)

    def _version(self, state, a, b) -> str:
        return ("int version = @in:2,768,769@;\n"
                "if (version != 768 && version != 769) {\n  goto out;\n}\n"
                "s__version = version;\n"
                "if (@cond:s__version == 768@) {\n"
                f"{_in(self._to(a))}}} else {{\n{_in(self._to(b))}}}\n")

    def _cipher(self, state, a, b) -> str:
        return "s__cipher = @in:0,1@;\n" + self._to(a)

    def _compare(self, state, a, b) -> str:
        return ("if (@cond:s__cipher == s__saved_cipher@) {\n"
                f"{_in(self._to(a))}}} else {{\n{_in(self._to(b))}}}\n")

    def _chain(self, blocks) -> str:
        text = ""
        for state, block in blocks:
            word = "} else if" if text else "if"
            text += f"{word} (s__state == {state}) {{\n{_in(block)}"
        return text + "} else {\n  goto out;\n}\n"

    def _switch(self, blocks) -> str:
        text = "switch (s__state) {\n"
        for state, block in blocks:
            text += f"case {state}: {{\n{_in(block)}  break;\n}}\n"
        return text + "default:\n  goto out;\n}\n"

    def _goto(self, blocks) -> str:
        jumps = "".join(f"if (s__state == {s}) {{ goto state_{s}; }}\n"
                        for s, _ in blocks)
        text = "".join(f"state_{s}: {{\n{_in(b)}  goto next;\n}}\n"
                       for s, b in blocks)
        return f"{jumps}goto out;\n{text}next:;\n"


def _in(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


def make(size: int, expected: str, number: int, seed: int) -> Program:
    machine = _Machine(size, seed)
    body = machine.body()
    state = [(n, machine.layers[0][0] if n == "s__state" else v)
             for n, v in _STATE]
    reactive = Reactive(state, body, machine.style)
    word = expected.lower()
    comment = (f"A handshake of {size} states; progress {machine.goal} of "
               "blastFlag, flags and an error\nin one of the last states. "
               f"The answer is {expected}.")
    source = header(comment, machine.style) + reactive.main()
    return Program("ssh", f"ssh_n{size:03}_{word}_{number}", expected, source,
                   machine.style, reactive=reactive)


def tasks(recipes: dict):
    for name in names():
        size, expected, number = name
        recipe = recipes[key(*name)]
        yield make(size, expected, number, recipe["seed"])


def names():
    return [(size, expected, number) for size in SIZES
            for expected in (SAFE, "Unsafe") for number in range(1, VARIANTS + 1)]


def key(size: int, expected: str, number: int) -> str:
    return f"ssh_n{size:03}_{expected.lower()}_{number}"


def interesting(program: Program, exact, abstract) -> bool:
    """Unsafe deep enough, or safe only because of the flags and with most of
    the progress possible."""
    if exact.outcome != program.expected:
        return False
    if program.expected == "Unsafe":
        return 8 <= exact.depth <= 20
    goal = int(program.source.split("; progress ", 1)[1].split()[0])
    return abstract.outcome == "Unsafe" and exact.ranges["blastFlag"][1] >= goal - 1
