#!/usr/bin/env python3
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random Petri nets, certificates of what is said of them, and false ones.

  fuzzcertificates.py --pnml=sooth-pnml --seeds=1..50

What sooth-pnml says is compared with an enumeration of markings, and the modules of
sooth-check go through its certificate. Then the net, the goal, or the evidence is changed
at random: where the enumeration shows that what is claimed has become false, the
certificate must not be confirmed. Exit code 1 if it is, or if a true one is refuted.
"""

import argparse
import collections
import contextlib
import copy
import io
import json
import random
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.append(str(Path(__file__).resolve().parents[2] / "tools" / "sooth-check"))
# pylint: disable=wrong-import-position
from sooth_certificates.asking import CONFIRMED, REFUTED, BadInput, Check  # noqa: E402
from sooth_certificates.nets import check_net_part  # noqa: E402

MOST_MARKINGS, MOST_TOKENS = 3000, 40
ENGINES = ("state", "state", "explore", "explore", "reduce", None)
CHANGES = {"run": 6, "unreachable": 40}  # of a part


# Nets, as the certificate has them.


def random_net(rng):
    places = rng.randint(2, 5)

    def arcs(most):
        chosen = rng.sample(range(places), rng.randint(0, min(most, places)))
        return [[p, rng.choice((1, 1, 1, 2))] for p in sorted(chosen)]

    transitions = []
    for number in range(rng.randint(1, 6)):
        transition = {"id": f"t{number}", "inputs": arcs(2), "outputs": arcs(2)}
        if rng.random() < 0.5:  # reads a place, which the marking equation cannot see
            place = rng.randrange(places)
            for key in ("inputs", "outputs"):
                transition[key] = sorted([[p, w] for p, w in transition[key] if p != place]
                                         + [[place, 1]])
        if rng.random() < 0.25 and (inhibitors := arcs(1)):
            transition["inhibitors"] = inhibitors
        transitions.append(transition)
    return {"places": [{"id": f"p{p}", "initial": rng.choice((0, 0, 0, 1, 1, 2))}
                       for p in range(places)],
            "transitions": transitions}


def successors(net, marking):
    for transition in net["transitions"]:
        if all(marking[p] >= w for p, w in transition["inputs"]) and all(
                marking[p] < w for p, w in transition.get("inhibitors", [])):
            after = list(marking)
            for p, w in transition["inputs"]:
                after[p] -= w
            for p, w in transition["outputs"]:
                after[p] += w
            yield tuple(after)


def all_markings(net):
    """The markings that are reachable, and whether these are all."""
    first = tuple(p["initial"] for p in net["places"])
    found, work = {first}, [first]
    while work:
        for after in successors(net, work.pop()):
            if after not in found:
                if len(found) == MOST_MARKINGS or max(after) > MOST_TOKENS:
                    return found, False
                found.add(after)
                work.append(after)
    return found, True


def satisfies(goal, marking):
    if isinstance(goal, bool):
        return goal
    if "and" in goal:
        return all(satisfies(part, marking) for part in goal["and"])
    if "or" in goal:
        return any(satisfies(part, marking) for part in goal["or"])
    total = sum(factor * marking[p] for p, factor in goal["sum"])
    return {"<=": total <= goal["bound"], ">=": total >= goal["bound"],
            "=": total == goal["bound"], "!=": total != goal["bound"]}[goal["relation"]]


def is_reachable(net, goal):
    """Nothing if that is not found out."""
    markings, are_all = all_markings(net)
    if any(satisfies(goal, marking) for marking in markings):
        return True
    return False if are_all else None


# What is asked.


def random_goal(rng, places, depth=2):
    kind = rng.random()
    if depth and kind < 0.4:
        word = rng.choice((" and ", " or "))
        parts = [random_goal(rng, places, depth - 1) for _ in range(rng.randint(2, 3))]
        return "(" + word.join(parts) + ")"
    if depth and kind < 0.5:
        return "not (" + random_goal(rng, places, depth - 1) + ")"
    if kind < 0.55:
        return "deadlock"
    chosen = rng.sample(range(places), rng.randint(1, min(2, places)))
    left = " + ".join(rng.choice(("", "", "2*")) + f"p{p}" for p in chosen)
    return f"{left} {rng.choice(('>=', '>=', '<=', '=', '!='))} {rng.randint(0, 6)}"


def marking_by_equation(rng, net):
    """A marking that the initial one and some firings add up to, in whatever order."""
    marking = [p["initial"] for p in net["places"]]
    for transition in net["transitions"]:
        times = rng.choice((0, 0, 0, 1, 1, 2))
        for sign, key in ((-1, "inputs"), (1, "outputs")):
            for p, w in transition[key]:
                marking[p] += sign * times * w
    return marking if min(marking) >= 0 else None


def question_about(rng, net):
    """The argument for sooth-pnml."""
    if rng.random() < 0.6:
        for _ in range(5):
            marking = marking_by_equation(rng, net)
            if marking and marking != [p["initial"] for p in net["places"]]:
                return "--reach=" + " and ".join(
                    f"p{p} = {count}" for p, count in enumerate(marking))
    return "--reach=" + random_goal(rng, len(net["places"]))


def pnml(net):
    lines = ['<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" '
             'type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">']
    for place in net["places"]:
        lines.append(f'<place id="{place["id"]}"><initialMarking><text>{place["initial"]}'
                     '</text></initialMarking></place>')
    count = 0
    for transition in net["transitions"]:
        name = transition["id"]
        lines.append(f'<transition id="{name}"/>')
        for key, kind in (("inputs", ""), ("outputs", ""), ("inhibitors", "inhibitor")):
            for place, weight in transition.get(key, []):
                ends = [net["places"][place]["id"], name]
                if key == "outputs":
                    ends.reverse()
                type_of = f'<type value="{kind}"/>' if kind else ""
                count += 1
                lines.append(f'<arc id="a{count}" source="{ends[0]}" target="{ends[1]}">'
                             f'{type_of}<inscription><text>{weight}</text></inscription>'
                             '</arc>')
    return "\n".join([*lines, "</page></net></pnml>"])


def bound_query(rng, places):
    chosen = rng.sample(range(places), rng.randint(1, min(2, places)))
    names = "".join(f"<place>p{p}</place>" for p in sorted(chosen))
    return ('<property-set xmlns="http://mcc.lip6.fr/"><property><id>bound</id><description/>'
            f"<formula><place-bound>{names}</place-bound></formula></property></property-set>")


# Certificates.


def outcome_of(part, net, evidence, scratch):
    """CONFIRMED, REFUTED, UNDECIDED or BadInput, of changed contents."""
    paths = []
    for name, data in (("net", net), ("evidence", evidence)):
        paths.append(str(scratch / f"{name}.json"))
        Path(paths[-1]).write_text(json.dumps(data), encoding="utf-8")
    solvers = ["z3"] if shutil.which("z3") else []
    check = Check(types.SimpleNamespace(solvers=solvers, timeout=20), str(scratch))
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            check_net_part(check, "part", part, *paths)
        except (BadInput, ValueError, KeyError, TypeError, AttributeError, IndexError):
            return BadInput
    for worst in (REFUTED, CONFIRMED):
        if worst in check.outcomes and (worst == REFUTED or set(check.outcomes) == {worst}):
            return worst
    return None


def numbers_in(data, path=()):
    """The places of all numbers."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from numbers_in(value, (*path, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from numbers_in(value, (*path, at))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path


def change_number(rng, data):
    paths = list(numbers_in(data))
    if not paths:
        return
    *way, last = rng.choice(paths)
    for step in way:
        data = data[step]
    data[last] += rng.choice((-2, -1, 1, 2))


def is_well_formed(net):
    places = range(len(net["places"]))
    return all(p["initial"] >= 0 for p in net["places"]) and all(
        len({p for p, _ in arcs}) == len(arcs) and all(p in places and w > 0 for p, w in arcs)
        for t in net["transitions"] for arcs in (t["inputs"], t["outputs"],
                                                 t.get("inhibitors", [])))


class Seed:
    def __init__(self, seed, options, tally):
        self.rng, self.options, self.tally = random.Random(seed), options, tally
        self.seed, self.wrong = seed, []

    def complain(self, text):
        self.wrong.append(f"seed {self.seed}: {text}")

    def run(self):
        with tempfile.TemporaryDirectory() as name:
            self.folder = Path(name)
            net = random_net(self.rng)
            (self.folder / "net.pnml").write_text(pnml(net), encoding="utf-8")
            question = question_about(self.rng, net)
            if self.rng.random() < 0.15:
                (self.folder / "bound.xml").write_text(
                    bound_query(self.rng, len(net["places"])), encoding="utf-8")
                question = f"--mcc={self.folder}/bound.xml"
            engine = self.rng.choice(ENGINES)
            subprocess.run([self.options.pnml, str(self.folder / "net.pnml"), question,
                            *([f"--engine={engine}"] if engine else []), "--timeout=0.5",
                            f"--certificate={self.folder}/made"],
                           stdout=subprocess.DEVNULL, check=False)
            manifest = json.loads((self.folder / "made" / "manifest.json").read_text())
            (assertion,) = manifest["assertions"]
            self.tally[assertion["result"] + (
                "" if assertion["parts"] or assertion["result"] == "Inconclusive"
                else " without a certificate")] += 1
            for part in manifest["parts"]:
                self.check_part(part, net)

    def check_part(self, part, net):
        made = self.folder / "made"
        stored = json.loads((made / part["model"]["file"]).read_text())
        evidence = json.loads((made / part["evidence"]["file"]).read_text())
        if stored["places"] != net["places"] or stored["transitions"] != net["transitions"]:
            self.complain("the net is another one")
        claim = part["kind"] == "run"
        if is_reachable(net, evidence["goal"]) is (not claim):
            self.complain(f"{part['kind']}, which is false")
        outcome = outcome_of(part, stored, evidence, self.folder)
        if outcome is not CONFIRMED:
            self.complain(f"{part['kind']} is not confirmed: {outcome}")
        kinds = {n["kind"] for n in evidence.get("nodes", [])} or {"markings"}
        for kind in kinds if not claim else {"run"}:
            self.tally[f"with {kind}"] += 1
        for _ in range(CHANGES[part["kind"]]):
            self.check_changed(part, stored, evidence, claim)

    def check_changed(self, part, net, evidence, claim):
        net, evidence = copy.deepcopy(net), copy.deepcopy(evidence)
        part = copy.deepcopy(part)
        part.pop("bound", None)
        for _ in range(self.rng.randint(1, 2)):
            change_number(self.rng, self.rng.choice((net, net, evidence)))
        if not is_well_formed(net):
            return
        try:
            is_true = is_reachable(net, evidence["goal"])
        except (IndexError, KeyError):
            return
        outcome = outcome_of(part, net, evidence, self.folder)
        if is_true is (not claim):
            self.tally[f"false {part['kind']}"] += 1
            if outcome is CONFIRMED:
                self.complain(f"a false {part['kind']} is confirmed: "
                              f"{json.dumps(net)} {json.dumps(evidence)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pnml", required=True, help="sooth-pnml")
    parser.add_argument("--seeds", default="1..20", metavar="FIRST..LAST")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    tally, wrong = collections.Counter(), []
    for number in range(first, last + 1):
        seed = Seed(number, options, tally)
        seed.run()
        wrong += seed.wrong
        for text in seed.wrong:
            print(text, flush=True)
    print(f"{last - first + 1} nets:",
          ", ".join(f"{count} {what}" for what, count in sorted(tally.items())))
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
