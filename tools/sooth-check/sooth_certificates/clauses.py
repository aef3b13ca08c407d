# ===- clauses.py - Models and derivations of Horn clauses --------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Constrained Horn clauses, as the file has them that was read.

That they are satisfiable is shown by definitions of the predicates: each formula of the
file is then asked about, whether it can be false. That they are not is shown by facts,
each of which follows from the one before and a formula; the last one is false.
"""

import json
import re

from .asking import BadInput
from .terms import expressions, name_of, parts_of, tokens_of, tokens_with_places

# What a definition may be called: of a predicate, or of an operator that is no other
# solver's.
HELPER = re.compile(r"fp-[-.\w]+")
PASSED_OVER = {"set-logic", "set-info", "set-option", "check-sat", "exit", "get-model",
               "get-info", "get-option", "get-proof", "get-unsat-core", "echo"}
KEPT = {"define-fun", "define-sort", "define-const"}


def text_of(tokens):
    return " ".join(tokens)


class Clauses:
    def __init__(self, path):
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            found = tokens_with_places(file.read())
        self.predicates = {}  # by name: the sorts of its parameters
        self.variables = {}  # of rules, by name: their sorts
        self.common = []  # texts, or names of predicates, in the order of the file
        self.formulas = []  # (line and column of the command, formula)
        tokens = [token for token, _, _ in found]
        at = 0
        for expression in expressions(tokens):
            self.add(parts_of(expression), found[at][1:])
            at += len(expression)

    def add(self, command, place):
        word = command[0][0]
        if word in PASSED_OVER:
            return
        if word in KEPT:
            self.common.append(text_of(["(", *sum(command, []), ")"]))
        elif word in ("declare-fun", "declare-rel", "declare-const"):
            name = name_of(command[1][0])
            sorts = command[2] if word != "declare-const" else ["(", ")"]
            self.predicates[name] = parts_of(sorts)
            self.common.append(name)
        elif word == "declare-var":
            self.variables[name_of(command[1][0])] = command[2]
        elif word in ("assert", "rule"):
            self.formulas.append((place, self.for_all(command[1], self.variables)))
        elif word == "query":
            self.formulas.append((place, self.not_derived(command[1])))
        else:
            raise BadInput(f"{word} has no place among clauses")

    @staticmethod
    def for_all(formula, variables):
        used = {name_of(token) for token in formula} & set(variables)
        if not used:
            return formula
        bound = [t for name in sorted(used) for t in ["(", f"|{name}|", *variables[name], ")"]]
        return ["(", "forall", "(", *bound, ")", *formula, ")"]

    def not_derived(self, goal):
        """(query P) is about any arguments."""
        sorts = self.predicates.get(name_of(goal[0]), []) if len(goal) == 1 else []
        if not sorts:
            return self.for_all(["(", "not", *goal, ")"], self.variables)
        names = [f"argument{number}" for number in range(len(sorts))]
        return self.for_all(["(", "not", "(", *goal, *names, ")", ")"],
                            dict(zip(names, sorts)))

    def script(self, meanings, assertions):
        """A script with these definitions of predicates, or any predicates."""
        lines = ["(set-logic ALL)"]
        for text in self.common:
            if text in self.predicates and text not in meanings:
                sorts = " ".join(map(text_of, self.predicates[text]))
                text = f"(declare-fun |{text}| ({sorts}) Bool)"
            lines.append(meanings.get(text, text))
        return "\n".join([*lines, *(f"(assert {a})" for a in assertions), "(check-sat)", ""])

    def formula_at(self, place):
        """The last one that begins before that."""
        before = [(at, f) for at, f in self.formulas if at <= place]
        if not before:
            raise BadInput(f"there is no formula at line {place[0]}")
        return max(before, key=lambda entry: entry[0])[1]


def check_predicates(check, name, clauses, path):
    meanings, helpers = {}, []
    with open(path, encoding="utf-8") as file:
        found = expressions(tokens_of(file.read()))
    for expression in found:
        command = parts_of(expression)
        defined = name_of(command[1][0]) if len(command) == 5 else ""
        if command[0] != ["define-fun"] or defined in meanings:
            raise BadInput(f"{path}: {command[0][0]} has no place here")
        if defined in clauses.predicates:
            meanings[defined] = text_of(expression)
        elif HELPER.fullmatch(defined):
            helpers.append(text_of(expression))
        else:
            raise BadInput(f"{path}: {defined} is no predicate")
    for missing in set(clauses.predicates) - set(meanings):
        raise BadInput(f"{path}: {missing} is not defined")
    clauses.common[:0] = helpers
    for (line, _), formula in clauses.formulas:
        check.ask(name, f"the formula at line {line} holds",
                  clauses.script(meanings, [f"(not {text_of(formula)})"]), "unsat")


def check_derivation(check, name, clauses, path):
    with open(path, encoding="utf-8") as file:
        steps = json.load(file)
    if not steps or steps[-1]["fact"] != "false":
        raise BadInput(f"{path}: false is not derived")
    known = "true"
    for number, step in enumerate(steps, 1):
        (fact,) = map(text_of, expressions(tokens_of(step["fact"])))
        place = (step["line"], step["column"])
        formula = text_of(clauses.formula_at(place))
        check.ask(name, f"step {number} follows from the formula at line {place[0]}",
                  clauses.script({}, [known, formula, f"(not {fact})"]), "unsat")
        known = fact


def check_clauses_part(check, name, part, model, evidence):
    clauses = Clauses(model)
    if part["kind"] == "predicates":
        check_predicates(check, name, clauses, evidence)
    else:
        check_derivation(check, name, clauses, evidence)
