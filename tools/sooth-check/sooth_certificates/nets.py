# ===- nets.py - Runs and proofs of Petri nets --------------------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Petri nets: runs to a marking, and proofs that none satisfies a goal.

A proof is the set of all markings, or a tree that leaves nothing of the marking
equation: with y(t) for how often transition t fires, the marking in the end is m = m0 +
C y. Nodes of the tree add rows that every run satisfies, or one of several of which every
run satisfies one; in the leaves the rows contradict each other. All numbers are exact, and
only leaves of the kind "integers" are questions for solvers.
"""

import json
import sys
import time

from .asking import BadInput, CONFIRMED, REFUTED, UNDECIDED

MOST_VECTORS = 1000000  # that are looked at to see whether one can fire


class Wrong(Exception):
    """A proof, or a run, is none."""


class Late(Exception):
    """Time is up."""


def pairs(value, first_end):
    """[[number, number], ...] as a dictionary; first numbers are below first_end."""
    found = dict(value)
    if len(found) != len(value) or not all(
            type(a) is int and type(b) is int and 0 <= a < first_end for a, b in value):
        raise BadInput(f"no list of different numbers with numbers: {value}"[:200])
    return found


def list_of(value):
    if not isinstance(value, list):
        raise BadInput(f"no list: {value}"[:200])
    return value


class Transition:
    def __init__(self, data, places):
        self.inputs, self.outputs, self.inhibitors = (
            pairs(data.get(key, []), places) for key in ("inputs", "outputs", "inhibitors"))
        if any(w < 1 for arcs in (self.inputs, self.outputs, self.inhibitors)
               for w in arcs.values()):
            raise BadInput("an arc has a weight from 1 on")
        changes = {p: self.outputs.get(p, 0) - self.inputs.get(p, 0)
                   for p in {**self.inputs, **self.outputs}}
        self.changes = {p: c for p, c in changes.items() if c}


class Net:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        self.initial = [p["initial"] for p in data["places"]]
        if not all(type(n) is int and n >= 0 for n in self.initial):
            raise BadInput("a place has tokens from 0 on")
        count = len(self.initial)
        self.transitions = [Transition(t, count) for t in data["transitions"]]
        self.changes = [{} for _ in self.initial]  # by place, then transition
        for number, transition in enumerate(self.transitions):
            for place, change in transition.changes.items():
                self.changes[place][number] = change
        self.safe_units = data.get("safeUnits")
        self.root_unit = data.get("rootUnit")

    def fired(self, number, marking):
        """The marking afterwards; None if the transition is not enabled."""
        transition = self.transitions[number]
        if any(marking[p] < w for p, w in transition.inputs.items()) or any(
                marking[p] >= w for p, w in transition.inhibitors.items()):
            return None
        after = list(marking)
        for place, change in transition.changes.items():
            after[place] += change
        return after


# ===- Goals ------------------------------------------------------------------===

HOLDS = {"<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
         "=": lambda a, b: a == b, "!=": lambda a, b: a != b}


def holds(goal, marking):
    if isinstance(goal, bool):
        return goal
    if "and" in goal:
        return all(holds(g, marking) for g in goal["and"])
    if "or" in goal:
        return any(holds(g, marking) for g in goal["or"])
    total = sum(c * marking[p] for p, c in pairs(goal["sum"], len(marking)).items())
    return HOLDS[goal["relation"]](total, goal["bound"])


def goal_of_bound(bound, more):
    return {"sum": [[p, 1] for p in bound["places"]], "relation": ">=",
            "bound": bound["value"] + more} if bound["places"] else False


# ===- Runs -------------------------------------------------------------------===


def marking_after(net, runs):
    """The marking in the end."""
    def fire_word(word, marking):
        for number in word:
            if type(number) is not int or not 0 <= number < len(net.transitions):
                raise BadInput(f"there is no transition {number}")
            marking = net.fired(number, marking)
            if marking is None:
                raise Wrong(f"transition {number} is not enabled")
        return marking

    marking = net.initial
    for run in runs:
        word, times = run["word"], run["times"]
        if type(times) is not int or times < 1:
            raise BadInput("a word fires once or more")
        after = fire_word(word, marking)
        # The marking before the nth firing of a transition of the word is linear
        # in n: what the first and the last time allow, all between them do.
        before_last = [m + (times - 1) * (a - m) for m, a in zip(marking, after)]
        marking = fire_word(word, before_last)
    return marking


def check_run(net, evidence, bound):
    marking = marking_after(net, list_of(evidence["runs"]))
    if bound:
        if sum(marking[p] for p in bound["places"]) < bound["value"]:
            raise Wrong("there are fewer tokens in the end")
    elif not holds(evidence["goal"], marking):
        raise Wrong("the marking in the end does not satisfy the goal")


# ===- All markings -----------------------------------------------------------===


def check_markings(net, goal, markings, deadline):
    """That they contain the first one, are closed, and none satisfies the goal."""
    def dense(tokens):
        marking = [0] * len(net.initial)
        for place, count in pairs(tokens, len(marking)).items():
            marking[place] = count
        return tuple(marking)

    known = {dense(tokens) for tokens in markings}
    if tuple(net.initial) not in known:
        raise Wrong("the initial marking is missing")
    consumers = [[] for _ in net.initial]
    always = []
    for number, transition in enumerate(net.transitions):
        place = next(iter(transition.inputs), None)
        (always if place is None else consumers[place]).append(number)
    for marking in known:
        if time.monotonic() > deadline:
            raise Late()
        if holds(goal, marking):
            raise Wrong("a marking satisfies the goal")
        candidates = always + [t for p, count in enumerate(marking) if count
                               for t in consumers[p]]
        for number in candidates:
            after = net.fired(number, marking)
            if after is not None and tuple(after) not in known:
                raise Wrong(f"a marking after transition {number} is missing")


# ===- Units -------------------------------------------------------------------===


def check_units(net, bound):
    """A unit has one token, or those that units in it have."""
    if not bound:
        raise BadInput("units alone say how many tokens there are, and nothing else")
    counted, found = set(bound["places"]), set()

    def most(number, above):
        if number in above:
            raise BadInput("a unit is in itself")
        unit = net.safe_units[number]
        own = counted & set(unit["places"])
        found.update(own)
        return max(1 if own else 0,
                   sum(most(sub, above | {number}) for sub in unit["subunits"]))

    if most(net.root_unit, frozenset()) > bound["value"] or found != counted:
        raise Wrong("there is room for more tokens")


# ===- The marking equation ---------------------------------------------------===


class Row:
    """The sum of terms[t] * y(t) is at least bound, or equal to it."""

    def __init__(self, terms, bound, equal=False):
        self.terms = {t: c for t, c in terms.items() if c}
        self.bound, self.equal = bound, equal

    def negated(self):
        return Row({t: -c for t, c in self.terms.items()}, -self.bound, self.equal)

    def text(self):
        left = " ".join(f"(* {number(c)} y{t})" for t, c in self.terms.items())
        return f"({'=' if self.equal else '>='} (+ 0 0 {left}) {number(self.bound)})"


def number(value):
    return str(value) if value >= 0 else f"(- {-value})"


def at_most(terms, bound):
    return Row(terms, bound).negated()


class Context:
    """What is known on the way from the root to a node."""

    def __init__(self, net):
        self.net, self.rows, self.choices, self.lemmas = net, [], [], []

    def marking_row(self, terms, bound, relation=">="):
        """A row about tokens, as one about firings."""
        sums, rest = {}, bound
        for place, factor in terms.items():
            rest -= factor * self.net.initial[place]
            for transition, change in self.net.changes[place].items():
                sums[transition] = sums.get(transition, 0) + factor * change
        row = Row(sums, rest, relation == "=")
        return row.negated() if relation == "<=" else row

    def atom_row(self, goal, relation, bound):
        return self.marking_row(pairs(goal["sum"], len(self.net.initial)), bound, relation)

    def add(self, goal):
        """Takes it to be true."""
        if isinstance(goal, bool):
            if not goal:
                self.rows.append(Row({}, 1))
        elif "and" in goal:
            for part in goal["and"]:
                self.add(part)
        elif "or" in goal:
            self.choices.append(goal["or"])
        elif goal["relation"] == "!=":
            self.choices.append([{**goal, "relation": "<=", "bound": goal["bound"] - 1},
                                 {**goal, "relation": ">=", "bound": goal["bound"] + 1}])
        elif goal["relation"] in HOLDS:
            self.rows.append(self.atom_row(goal, goal["relation"], goal["bound"]))
        else:
            raise BadInput(f"there is no relation {goal['relation']}")

    def text(self, goal):
        if isinstance(goal, bool):
            return "true" if goal else "false"
        for word, start in (("and", "(and true"), ("or", "(or false")):
            if word in goal:
                return " ".join([start, *map(self.text, goal[word])]) + ")"
        if goal["relation"] == "!=":
            return "(not " + self.atom_row(goal, "=", goal["bound"]).text() + ")"
        return self.atom_row(goal, goal["relation"], goal["bound"]).text()

    def sizes(self):
        return len(self.rows), len(self.choices), len(self.lemmas)

    def shrink(self, sizes):
        for what, size in zip((self.rows, self.choices, self.lemmas), sizes):
            del what[size:]


class EquationProof:
    def __init__(self, check, name, net, evidence):
        self.check, self.name, self.net = check, name, net
        self.nodes, self.context = list_of(evidence["nodes"]), Context(net)
        for place in range(len(net.initial)):
            self.context.rows.append(self.context.marking_row({place: 1}, 0))
        for unit in (net.safe_units or []) if evidence["usesUnits"] else []:
            self.context.rows.append(
                self.context.marking_row(dict.fromkeys(unit["places"], 1), 1, "<="))
        self.context.add(evidence["goal"])

    def run(self):
        sys.setrecursionlimit(10 * len(self.nodes) + 10000)
        self.visit(0)

    def visit(self, at):
        node = self.nodes[at]
        children = node.get("children", [])
        if any(type(c) is not int or not at < c < len(self.nodes) for c in children):
            raise BadInput(f"children of node {at} do not come after it")
        kinds = {"farkas": self.farkas, "integers": self.integers, "split": self.split,
                 "choice": self.choice, "first-firing": self.firing,
                 "last-firing": self.firing, "inhibited": self.firing, "trap": self.trap,
                 "unrealizable": self.unrealizable}
        if node["kind"] not in kinds:
            raise BadInput(f"there are no nodes of kind {node['kind']}")
        kinds[node["kind"]](at, node, children)

    def with_more(self, child, rows=(), lemma=None, goal=True):
        before = self.context.sizes()
        self.context.rows += rows
        if lemma:
            self.context.lemmas.append(lemma)
        self.context.add(goal)
        self.visit(child)
        self.context.shrink(before)

    # Leaves.

    def farkas(self, at, node, _):
        """The sum of the rows, as often as said, is 0 >= something positive: no y is
        negative."""
        sums, bound = {}, 0
        for index, times in node["rows"]:
            row = self.context.rows[index] if 0 <= index < len(self.context.rows) else None
            if row is None or (times < 0 and not row.equal):
                raise Wrong(f"node {at} has no such row, or turns an inequality around")
            for transition, factor in row.terms.items():
                sums[transition] = sums.get(transition, 0) + times * factor
            bound += times * row.bound
        if bound <= 0 or any(c > 0 for c in sums.values()):
            raise Wrong(f"the rows of node {at} do not contradict each other")

    def integers(self, at, _node, _children):
        lines = ["(set-logic ALL)"]
        for transition in range(len(self.net.transitions)):
            lines += [f"(declare-fun y{transition} () Int)", f"(assert (>= y{transition} 0))"]
        lines += [f"(assert {row.text()})" for row in self.context.rows]
        lines += [f"(assert {self.context.text({'or': c})})" for c in self.context.choices]
        for low, high in self.context.lemmas:
            both = " ".join(row.text() for row in high)
            lines.append(f"(assert (or {low.text()} (and {both})))")
        self.check.ask(self.name, f"node {at} has no integers",
                       "\n".join([*lines, "(check-sat)", ""]), "unsat")

    def unrealizable(self, at, node, _):
        """The rows say y; no order of these firings is possible."""
        times = pairs(node["times"], len(self.net.transitions))
        total = sum(times.values())
        rows = self.context.rows
        everything = {t: -1 for t in range(len(self.net.transitions))}
        if any(n < 1 or not any(r.terms == {t: 1} and r.bound >= n for r in rows)
               for t, n in times.items()) or not any(
                   r.terms == everything and r.bound >= -total for r in rows):
            raise Wrong(f"the rows of node {at} do not say how often all fire")
        order = list(times)
        seen, work = {(0,) * len(order)}, [((0,) * len(order), self.net.initial)]
        while work:
            fired, marking = work.pop()
            if sum(fired) == total:
                raise Wrong(f"what node {at} says cannot fire can")
            for i, transition in enumerate(order):
                after = fired[:i] + (fired[i] + 1,) + fired[i + 1:]
                if fired[i] == times[transition] or after in seen:
                    continue
                result = self.net.fired(transition, marking)
                if result is not None:
                    seen.add(after)
                    work.append((after, result))
            if len(seen) > MOST_VECTORS:
                raise Late()

    # Nodes with cases.

    def split(self, at, node, children):
        terms = pairs(node["terms"], len(self.net.transitions))
        low, high = self.cases(at, children, 2)
        self.with_more(low, [at_most(terms, node["bound"])])
        self.with_more(high, [Row(terms, node["bound"] + 1)])

    def choice(self, at, node, children):
        if type(node["index"]) is not int or not 0 <= node["index"] < len(self.context.choices):
            raise BadInput(f"node {at} has no choice")
        parts = self.context.choices[node["index"]]
        for child, part in zip(self.cases(at, children, len(parts)), parts):
            self.with_more(child, goal=part)

    def trap(self, at, node, children):
        """Who takes tokens from a trap puts some there: with tokens at first, it has
        some in the end."""
        places = set(pairs(node["places"], len(self.net.initial)))
        if not any(self.net.initial[p] for p in places):
            raise Wrong(f"the trap of node {at} has no tokens at first")
        if any(places & set(t.inputs) and not places & set(t.outputs)
               for t in self.net.transitions):
            raise Wrong(f"the places of node {at} are no trap")
        (child,) = self.cases(at, children, 1)
        self.with_more(child, [self.context.marking_row(dict.fromkeys(places, 1), 1)])

    def firing(self, at, node, children):
        """Either each transition t of a group fires at most times[t] times (and all of
        them at most as often as that together), or one does for the first time more,
        and that needs tokens, or that there are few."""
        times = pairs(node["group"], len(self.net.transitions))
        places = pairs(node["places"], len(self.net.initial))
        if not times or any(n < 0 for n in [*times.values(), *places.values()]):
            raise BadInput(f"node {at} has no group, or weights below 0")
        total = sum(times.values())
        once = dict.fromkeys(times, 1)
        cut = {"first-firing": self.needed_first, "last-firing": self.needed_last,
               "inhibited": self.removed_first}[node["kind"]](at, times, places)
        low, high = at_most(once, total), [Row(once, total + 1), cut]
        if len(children) == 1:
            self.with_more(children[0], lemma=(low, high))
        else:
            first, second = self.cases(at, children, 2)
            self.with_more(first, [low])
            self.with_more(second, high)

    def cases(self, at, children, count):
        if len(children) != count:
            raise Wrong(f"node {at} lacks a case")
        return children

    # What a firing needs. The weighted sum of tokens before the first firing of a
    # member beyond its times is at most what there is at first, and what other
    # transitions put there in the whole run, and members within their times.

    def weighted(self, places):
        sums = {}
        for place, weight in places.items():
            for transition, change in self.net.changes[place].items():
                sums[transition] = sums.get(transition, 0) + weight * change
        return sums, sum(w * self.net.initial[p] for p, w in places.items())

    def needed_first(self, _at, times, places):
        sums, initial = self.weighted(places)
        gains = {t: max(0, c) for t, c in sums.items()}
        need = min(sum(w * self.net.transitions[t].inputs.get(p, 0)
                       for p, w in places.items()) for t in times)
        return Row({t: g for t, g in gains.items() if t not in times},
                   need - initial - sum(n * gains.get(t, 0) for t, n in times.items()))

    def needed_last(self, _at, times, places):
        """The same of the net that runs backwards, from the last marking."""
        sums, initial = self.weighted(places)
        losses = {t: max(0, -c) for t, c in sums.items()}
        need = min(sum(w * self.net.transitions[t].outputs.get(p, 0)
                       for p, w in places.items()) for t in times)
        return Row({t: c + (0 if t in times else losses[t]) for t, c in sums.items()},
                   need - initial - sum(n * losses.get(t, 0) for t, n in times.items()))

    def removed_first(self, at, times, places):
        """A place that inhibits all members must lose tokens first."""
        if len(places) != 1:
            raise BadInput(f"node {at} is about one place")
        (place,) = places
        weights = [self.net.transitions[t].inhibitors.get(place) for t in times]
        if None in weights:
            raise Wrong(f"the place of node {at} does not inhibit all")
        losses = {t: max(0, -c) for t, c in self.net.changes[place].items()}
        return Row({t: c for t, c in losses.items() if t not in times},
                   self.net.initial[place] - (max(weights) - 1)
                   - sum(n * losses.get(t, 0) for t, n in times.items()))


# ===- Parts ------------------------------------------------------------------===


def check_net_part(check, name, part, model, evidence_path):
    start = time.monotonic()
    net = Net(model)
    with open(evidence_path, encoding="utf-8") as file:
        evidence = json.load(file)
    bound, goal = part.get("bound"), evidence["goal"]
    if bound and part["kind"] == "unreachable" and goal != goal_of_bound(bound, 1):
        raise BadInput(f"{name}: the goal is not that there are more tokens")
    if evidence.get("usesUnits"):
        if net.safe_units is None:
            raise BadInput(f"{name}: the net has no safe units")
        print(f"{name}: about a net whose units have at most one token, as it says")
    what = "the run"
    try:
        if part["kind"] == "run":
            check_run(net, evidence, bound)
        elif "nodes" not in evidence and evidence.get("usesUnits"):
            what = "units"
            check_units(net, bound)
        elif "markings" in evidence:
            what = f"{len(evidence['markings'])} markings"
            check_markings(net, goal, evidence["markings"], start + check.arguments.timeout)
        else:
            what = f"the marking equation, {len(evidence['nodes'])} nodes"
            EquationProof(check, name, net, evidence).run()
    except Wrong as error:
        check.note(REFUTED, f"{name}: {what}: REFUTED: {error}")
    except Late:
        check.note(UNDECIDED, f"{name}: {what}: not decided (timeout)")
    else:
        check.note(CONFIRMED, f"{name}: {what}: confirmed, {time.monotonic() - start:.2f} s")
