# ===- systems.py - Proofs and runs of transition systems -------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Transition systems in VMT, and the questions about invariants and runs of them.

Questions are made here, of the model and of the function Inv: that it holds at first,
that every step preserves it, and that it excludes what is bad.
"""

import json
import re

from .asking import BadInput
from .terms import bound_by_lets, expressions, name_of, parts_of, tokens_of

STEPS_IN_QUESTION = 5


class Function:
    def __init__(self, command):
        if len(command) != 5 or len(command[1]) != 1:
            raise BadInput("define-fun has a name, parameters, a sort and a term")
        self.name = name_of(command[1][0])
        self.parameters = [parts_of(p) for p in parts_of(command[2])]
        self.sort, self.body, self.annotations = command[3], command[4], {}
        if self.body[:2] == ["(", "!"]:
            inner = parts_of(self.body)
            self.body = inner[1]
            words = [" ".join(word) for word in inner[2:]]
            self.annotations = dict(zip(words[::2], words[1::2]))
        if "!" in self.body:
            raise BadInput(f"{self.name}: an annotation inside a term")
        self.symbols = {name_of(token) for token in self.body}

    def tokens(self):
        declared = [t for p in self.parameters for part in [["("], *p, [")"]] for t in part]
        return ["(", "define-fun", f"|{self.name}|", "(", *declared, ")", *self.sort,
                *self.body, ")"]


def read_commands(path, allowed):
    with open(path, encoding="utf-8") as file:
        commands = [parts_of(e) for e in expressions(tokens_of(file.read()))]
    for command in commands:
        if not command or command[0][0] not in allowed:
            raise BadInput(f"{path}: {command[0][0] if command else '()'} has no place here")
    return commands


class Model:
    """A transition system."""

    def __init__(self, path):
        self.sorts, self.functions, self.next = {}, {}, {}
        self.init, self.trans, self.properties = [], [], []
        for command in read_commands(path, ("declare-fun", "define-fun")):
            if command[0] == ["declare-fun"]:
                if command[2] != ["(", ")"]:
                    raise BadInput(f"{path}: a function that is not defined")
                self.sorts[name_of(command[1][0])] = command[3]
                continue
            function = Function(command)
            self.annotate(function)
            self.functions[function.name] = function
        values_later = set(self.next.values())
        for function in self.functions.values():
            if function.symbols & {"forall", "exists"}:
                raise BadInput(f"{path}: a quantifier in a model")
            if bound_by_lets(function.body) & (set(self.sorts) | set(self.functions)):
                raise BadInput(f"{path}: {function.name} binds a name that has a meaning")
        if len(values_later) != len(self.next) or values_later & set(self.next):
            raise BadInput(f"{path}: a variable is the next value of two")
        if not self.properties:
            raise BadInput(f"{path}: no property")

    def annotate(self, function):
        for word, value in function.annotations.items():
            if function.parameters:
                raise BadInput(f"{function.name}: annotated, with parameters")
            if word == ":next":
                now, later = name_of(function.body[0]), name_of(value)
                if now not in self.sorts or self.sorts[now] != self.sorts.get(later):
                    raise BadInput(f"{function.name}: variables of different sorts")
                self.next[now] = later
            elif word in (":init", ":trans", ":invar-property"):
                part = {":init": self.init, ":trans": self.trans}.get(word, self.properties)
                part.append([function.name])
            else:
                raise BadInput(f"{function.name}: what {word} means is not known")


class Invariant:
    """The function Inv, and functions Case.N that tell states apart."""

    def __init__(self, path, model):
        self.functions = {}
        for command in read_commands(path, ("define-fun",)):
            function = Function(command)
            known = model.functions.get(function.name)
            if function.name in self.functions or (
                    known and known.tokens() != function.tokens()):
                raise BadInput(f"{path}: {function.name} is defined twice")
            if function.annotations or not re.fullmatch(
                    r"(Inv|Case)[.0-9]*|fp[-.\w]+", function.name):
                raise BadInput(f"{path}: {function.name} has no place here")
            self.functions[function.name] = function
        self.cases = [n for n in self.functions if n.startswith("Case")]
        for name in ["Inv", *self.cases]:
            function = self.functions.get(name)
            if not function:
                raise BadInput(f"{path}: no function {name}")
            for parameter in function.parameters:
                variable = name_of(parameter[0][0])
                if variable not in model.next or model.sorts[variable] != parameter[1]:
                    raise BadInput(f"{path}: {variable} is no variable of the model")


# ===- Questions -------------------------------------------------------------===


class Question:
    """A script about states that follow each other, numbered from 0."""

    def __init__(self, model, invariant=None):
        self.model = model
        self.shared = {n: f for n, f in model.functions.items() if f.parameters}
        if invariant:
            self.shared.update(invariant.functions)
        self.now = {later: now for now, later in model.next.items()}
        self.lines, self.known = ["(set-logic ALL)"], set()

    def symbol(self, name, frame):
        if name in self.now:
            name, frame = self.now[name], frame + 1
        return f"|{frame}:{name}|"  # names that begin with . or @ are reserved

    def declare(self, names, frame):
        """What these names need; definitions in an order that works."""
        pending = [(name, False) for name in names]
        while pending:
            name, is_ready = pending.pop()
            in_frame = name not in self.shared
            key = self.symbol(name, frame) if in_frame else f"|{name}|"
            if key in self.known:
                continue
            if in_frame and name in self.model.sorts:
                self.known.add(key)
                sort = " ".join(self.model.sorts[name])
                self.lines.append(f"(declare-fun {key} () {sort})")
                continue
            function = self.shared.get(name) or self.model.functions.get(name)
            if not function:
                continue  # of SMT-LIB
            if not is_ready:
                pending.append((name, True))
                own = {name_of(p[0][0]) for p in function.parameters}
                pending += [(s, False) for s in sorted(function.symbols - own - {name})
                            if in_frame or s in self.shared]
                continue
            self.known.add(key)
            self.lines.append(
                f"(define-fun {key} () {' '.join(function.sort)} "
                f"{self.text(function.body, frame)})" if in_frame
                else " ".join(function.tokens()))

    def text(self, tokens, frame):
        meant = lambda t: t not in "()" and (
            name_of(t) in self.model.sorts or
            name_of(t) in self.model.functions and name_of(t) not in self.shared)
        return " ".join(self.symbol(name_of(t), frame) if meant(t) else t for t in tokens)

    def term(self, terms, frame):
        """The conjunction of some terms of the model."""
        for tokens in terms:
            self.declare([name_of(t) for t in tokens if t not in "()"], frame)
        return " ".join(["(and true", *(self.text(t, frame) for t in terms)]) + ")"

    def call(self, name, frame):
        self.declare([name], frame)
        arguments = [name_of(p[0][0]) for p in self.shared[name].parameters]
        self.declare(arguments, frame)
        if not arguments:
            return f"|{name}|"
        return f"(|{name}| " + " ".join(self.symbol(a, frame) for a in arguments) + ")"

    def different(self, frame, other):
        self.declare(self.model.next, frame)
        self.declare(self.model.next, other)
        return "(or false " + " ".join(
            f"(not (= {self.symbol(n, frame)} {self.symbol(n, other)}))"
            for n in self.model.next) + ")"

    def add(self, text):
        self.lines.append(f"(assert {text})")

    def add_steps(self, first, last):
        for frame in range(first, last):
            self.add(self.term(self.model.trans, frame))

    def script(self):
        return "\n".join([*self.lines, "(check-sat)", ""])


def invariant_questions(model, invariant, part):
    """What has no model if the proof is right, with names."""
    k = part.get("k", 1)
    ends = part["kind"] == "runs-end"
    if not isinstance(k, int) or k < 1:
        raise BadInput("k is a number from 1 on")
    for length in range(k):
        q = Question(model, invariant)
        q.add(q.term(model.init, 0))
        q.add_steps(0, length)
        q.add(f"(not {q.call('Inv', length)})")
        yield "holds at first" + (f", after {length}" if length else ""), q
    if ends:
        q = Question(model, invariant)
        q.add(q.term(model.init, 0))
        q.add_steps(0, k)
        for j in range(k + 1):
            for i in range(j):
                q.add(q.different(i, j))
        yield f"no run has more than {k} different states", q
    elif k == 1 and len(invariant.cases) > 1:
        q = Question(model, invariant)
        q.add(q.call("Inv", 0))
        for case in invariant.cases:
            q.add(f"(not {q.call(case, 0)})")
        yield "one of the cases is there", q
        for case in invariant.cases:
            q = Question(model, invariant)
            q.add(q.call(case, 0))
            q.add(q.call("Inv", 0))
            q.add_steps(0, 1)
            q.add(f"(not {q.call('Inv', 1)})")
            yield f"is preserved from {case}", q
    else:
        q = Question(model, invariant)
        q.add_steps(0, k)
        for i in range(k):
            q.add(q.call("Inv", i))
            for j in range(i if part.get("different") else 0):
                q.add(q.different(i, j))
        q.add(f"(not {q.call('Inv', k)})")
        yield "is preserved", q
    q = Question(model, invariant)
    q.add(q.call("Inv", 0))
    q.add(f"(not {q.term(model.properties, 0)})")
    yield "excludes what is bad", q


def value_of(text):
    tokens = tokens_of(text)
    if len(expressions(tokens)) != 1:
        raise BadInput(f"no value: {text}")
    return " ".join(tokens)


def run_questions(model, run, violated):
    """What has a model if the run is right. States say the value of every
    variable, so that steps can be asked about apart from others."""
    states, inputs = run["states"], run.get("inputs", [])
    values = [{name_of(n): value_of(v) for n, v in s.items()} for s in states]
    if not values or any(set(s) != set(model.next) for s in values):
        raise BadInput("a run needs states, and these a value for each variable")

    def fix(q, frame, known):  # as definitions, so that terms can be computed
        for name, value in known.items():
            q.known.add(q.symbol(name, frame))
            q.lines.append(f"(define-fun {q.symbol(name, frame)} () "
                           f"{' '.join(model.sorts[name])} {value})")

    q = Question(model)
    fix(q, 0, values[0])
    q.add(q.term(model.init, 0))
    yield "begins as it may", q
    last = len(values) - 1
    length = max(STEPS_IN_QUESTION, last // 50)
    for first in range(0, last, length):
        end = min(first + length, last)
        q = Question(model)
        for frame in range(first, end + 1):
            fix(q, frame, values[frame])
        for frame in range(first, min(end, len(inputs))):
            known = {name_of(n): value_of(v) for n, v in inputs[frame].items()}
            if any(n not in model.sorts or n in q.now for n in known):
                raise BadInput("an input that the model does not have")
            fix(q, frame, known)
        q.add_steps(first, end)
        yield f"goes from state {first} to {end}", q
    q = Question(model)
    fix(q, last, values[last])
    q.add(f"(not {q.term([model.properties[violated]], last)})")
    yield "ends in a violation", q


def check_system_part(check, name, part, model_path, evidence):
    model, kind = Model(model_path), part["kind"]
    if kind == "run":
        with open(evidence, encoding="utf-8") as file:
            run = json.load(file)
        check.ask_all(name, run_questions(model, run, part["violated"]), "sat")
    else:
        invariant = Invariant(evidence, model)
        check.ask_all(name, invariant_questions(model, invariant, part), "unsat")
