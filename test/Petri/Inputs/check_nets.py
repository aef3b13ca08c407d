# ===- check_nets.py - Small certificates of nets, right and wrong ----------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""For each kind of evidence that sooth-check knows of nets, one that it has to confirm,
and some of which one thing is wrong, so that they claim what is false."""

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import types
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(sys.argv.pop(1), "tools", "sooth-check"))
from sooth_certificates.asking import CONFIRMED, BadInput, Check
from sooth_certificates.nets import check_net_part


def net(places, *transitions, **more):
    """Places with their tokens; transitions as (inputs, outputs, inhibitors)."""
    keys = ("inputs", "outputs", "inhibitors")
    return {"places": [{"id": f"p{n}", "initial": tokens} for n, tokens in enumerate(places)],
            "transitions": [dict(zip(keys, arcs), id=f"t{n}")
                            for n, arcs in enumerate(transitions)], **more}


def atom(place, relation, bound):
    return {"sum": [[place, 1]], "relation": relation, "bound": bound}


def both(*goals):
    return {"and": list(goals)}


def tree(goal, *nodes, units=False):
    return {"goal": goal, "usesUnits": units, "nodes": list(nodes)}


def farkas(*rows):
    return {"kind": "farkas", "rows": [list(row) for row in rows]}


def is_confirmed(of, evidence, kind="unreachable", **more):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, data in (("net", of), ("evidence", evidence)):
            paths.append(os.path.join(folder, name))
            with open(paths[-1], "w", encoding="utf-8") as file:
                json.dump(data, file)
        solvers = ["z3"] if shutil.which("z3") else []
        check = Check(types.SimpleNamespace(solvers=solvers, timeout=20), folder)
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                check_net_part(check, "part", {"kind": kind, **more}, *paths)
            except BadInput:
                return False
        return set(check.outcomes) == {CONFIRMED}


# A transition that only reads place 0, and moves a token from place 1 to 2.
READS = ([[0, 1], [1, 1]], [[0, 1], [2, 1]])
SOURCE = ([], [[0, 1]])


class Runs(unittest.TestCase):
    def test_repetitions(self):
        move = net([5, 0], ([[0, 1]], [[1, 1]]))
        run = lambda times, goal: {"goal": goal, "runs": [{"word": [0], "times": times}]}
        self.assertTrue(is_confirmed(move, run(5, atom(1, "=", 5)), "run"))
        self.assertFalse(is_confirmed(move, run(6, atom(1, "=", 6)), "run"))
        self.assertFalse(is_confirmed(move, run(4, atom(1, "=", 5)), "run"))
        inhibited = net([5, 0], ([[0, 1]], [[1, 1]], [[1, 3]]))
        self.assertTrue(is_confirmed(inhibited, run(3, atom(1, "=", 3)), "run"))
        self.assertFalse(is_confirmed(inhibited, run(4, atom(1, "=", 4)), "run"))

    def test_bound(self):
        move = net([1, 0], ([[0, 1]], [[1, 2]]))
        run = {"goal": True, "runs": [{"word": [0], "times": 1}]}
        self.assertTrue(is_confirmed(move, run, "run", bound={"places": [1], "value": 2}))
        self.assertFalse(is_confirmed(move, run, "run", bound={"places": [1], "value": 3}))


class Markings(unittest.TestCase):
    def test_markings(self):
        move = net([1, 0], ([[0, 1]], [[1, 1]]))
        goal, first, second = atom(1, "=", 2), [[0, 1]], [[1, 1]]
        proof = lambda of, *markings: {"goal": of, "markings": list(markings)}
        self.assertTrue(is_confirmed(move, proof(goal, first, second)))
        self.assertFalse(is_confirmed(move, proof(goal, second)))  # not the first one
        self.assertFalse(is_confirmed(move, proof(atom(1, "=", 1), first)))  # not closed
        self.assertFalse(is_confirmed(move, proof(atom(1, "=", 1), first, second)))

    def test_bound(self):
        proof = {"goal": atom(0, ">=", 2), "markings": [[[0, 1]]]}
        self.assertTrue(is_confirmed(net([1]), proof, bound={"places": [0], "value": 1}))
        self.assertFalse(is_confirmed(net([1]), proof, bound={"places": [0], "value": 0}))

    def test_without_inputs(self):
        source = net([0], SOURCE)
        self.assertFalse(is_confirmed(source, {"goal": atom(0, "=", 1), "markings": [[]]}))


class Units(unittest.TestCase):
    UNITS = {"safeUnits": [{"places": [0], "subunits": [1, 2]},
                           {"places": [1], "subunits": []},
                           {"places": [2], "subunits": []}], "rootUnit": 0}

    def confirms(self, places, value, units=None):
        bound = {"places": places, "value": value}
        goal = {"sum": [[p, 1] for p in places], "relation": ">=", "bound": value + 1}
        return is_confirmed(net([1, 0, 0], **(units or self.UNITS)),
                            {"goal": goal, "usesUnits": True}, bound=bound)

    def test_units(self):
        self.assertTrue(self.confirms([0, 1], 1))
        self.assertTrue(self.confirms([0, 1, 2], 2))
        self.assertFalse(self.confirms([1, 2], 1))
        alone = {"safeUnits": [{"places": [1], "subunits": []}], "rootUnit": 0}
        self.assertFalse(self.confirms([0, 1], 1, alone))  # place 0 is in no unit

    def test_rows(self):
        # Both places of a unit, one token each: the rows of places, the unit, the goal.
        unit = {"safeUnits": [{"places": [0, 1], "subunits": []}], "rootUnit": 0}
        goal = both(atom(0, ">=", 1), atom(1, ">=", 1))
        moves = net([0, 0], ([], [[0, 1]]), ([], [[1, 1]]), **unit)
        self.assertTrue(is_confirmed(moves, tree(goal, farkas((2, 1), (3, 1), (4, 1)), units=True)))
        self.assertFalse(is_confirmed(moves, tree(goal, farkas((2, 1), (3, 1)), units=True)))
        del moves["safeUnits"]
        self.assertFalse(is_confirmed(moves, tree(goal, farkas((2, 1), (3, 1), (4, 1)), units=True)))


class Leaves(unittest.TestCase):
    def test_farkas(self):
        fixed = net([1])
        self.assertTrue(is_confirmed(fixed, tree(atom(0, ">=", 2), farkas((1, 1)))))
        self.assertFalse(is_confirmed(fixed, tree(atom(0, ">=", 1), farkas((1, 1)))))  # 0 >= 0
        self.assertFalse(is_confirmed(fixed, tree(atom(0, ">=", 1), farkas((0, -1)))))
        self.assertFalse(is_confirmed(fixed, tree(atom(0, ">=", 1), farkas((2, 1)))))
        grows = net([0], SOURCE)
        self.assertFalse(is_confirmed(grows, tree(atom(0, ">=", 1), farkas((1, 1)))))
        self.assertTrue(is_confirmed(fixed, tree(atom(0, "<=", 0), farkas((1, 1)))))
        self.assertFalse(is_confirmed(fixed, tree(atom(0, "<=", 1), farkas((1, 1)))))

    @unittest.skipUnless(shutil.which("z3"), "no z3 on the PATH")
    def test_integers(self):
        twos = net([0], ([], [[0, 2]]))
        leaf = {"kind": "integers"}
        self.assertTrue(is_confirmed(twos, tree(atom(0, "=", 1), leaf)))
        self.assertFalse(is_confirmed(twos, tree(atom(0, "=", 2), leaf)))
        self.assertTrue(is_confirmed(twos, tree({"or": [atom(0, "=", 1), False]}, leaf)))
        self.assertFalse(is_confirmed(twos, tree({"or": [atom(0, "=", 1), True]}, leaf)))
        self.assertFalse(is_confirmed(twos, tree(atom(0, "!=", 1), leaf)))
        self.assertFalse(is_confirmed(twos, tree({"or": [atom(0, "!=", 1), False]}, leaf)))
        # No transition fires a negative number of times.
        self.assertTrue(is_confirmed(net([1], SOURCE), tree(atom(0, "=", 0), leaf)))

    def test_unrealizable(self):
        leaf = {"kind": "unrealizable", "times": [[0, 1]]}
        split = {"kind": "split", "terms": [[0, 1]], "bound": 1, "children": [1, 2]}
        more = farkas((3, -1), (4, 1))
        nodes = (split, leaf, more)
        goal = atom(2, "=", 1)
        self.assertTrue(is_confirmed(net([0, 1, 0], READS), tree(goal, *nodes)))
        self.assertFalse(is_confirmed(net([1, 1, 0], READS), tree(goal, *nodes)))  # it can fire
        # It need not fire.
        self.assertFalse(is_confirmed(net([0, 1, 0], READS), tree(atom(2, "=", 0), *nodes)))
        # Others may fire: place 3 counts.
        others = net([0, 1, 0, 0], ([[0, 1], [1, 1]], [[0, 1], [2, 1], [3, 1]]),
                     ([], [[0, 1], [3, 1]]))
        self.assertFalse(is_confirmed(others, tree(both(atom(2, ">=", 1), atom(3, "<=", 5)), leaf)))


class Cases(unittest.TestCase):
    def test_split(self):
        twos = net([0], ([], [[0, 2]]))
        def nodes(bound, low, high):
            return ({"kind": "split", "terms": [[0, 1]], "bound": bound, "children": [1, 2]},
                    farkas(*low), farkas(*high))
        right = nodes(0, [(1, 1), (2, 2)], [(1, -1), (2, 2)])
        self.assertTrue(is_confirmed(twos, tree(atom(0, "=", 1), *right)))
        self.assertFalse(is_confirmed(twos, tree(atom(0, "=", 2), *right)))
        self.assertFalse(is_confirmed(twos, tree(atom(0, "=", 0), *right)))
        right[0]["children"] = [1]
        self.assertFalse(is_confirmed(twos, tree(atom(0, "=", 2), *right)))

    def test_choice(self):
        fixed = net([0])
        choice = {"kind": "choice", "index": 0, "children": [1, 2]}
        goal = lambda last: {"or": [atom(0, "=", 5), atom(0, "=", last)]}
        self.assertTrue(is_confirmed(fixed, tree(goal(6), choice, farkas((1, 1)), farkas((1, 1)))))
        self.assertFalse(is_confirmed(fixed, tree(goal(0), choice, farkas((1, 1)), farkas((1, 1)))))
        self.assertFalse(is_confirmed(fixed, tree(goal(0), {**choice, "children": [1]},
                                                  farkas((1, 1)))))
        # What one case has added is gone in the other.
        self.assertFalse(is_confirmed(fixed, tree(goal(0), choice, farkas((1, 1)), farkas((2, 1)))))

    def test_different(self):
        choice = {"kind": "choice", "index": 0, "children": [1, 2]}
        nodes = (choice, farkas((1, 1)), farkas((1, 1)))
        self.assertTrue(is_confirmed(net([0]), tree(atom(0, "!=", 0), *nodes)))
        self.assertFalse(is_confirmed(net([0]), tree(atom(0, "!=", 1), *nodes)))
        self.assertFalse(is_confirmed(net([2]), tree(atom(0, "!=", 1), *nodes)))

    def test_order(self):
        split = {"kind": "split", "terms": [[0, 1]], "bound": 0, "children": [1, 1]}
        self.assertFalse(is_confirmed(net([0], SOURCE), tree(atom(0, "=", 1), split, split)))


class Traps(unittest.TestCase):
    GOAL = both(atom(0, "=", 0), atom(1, "=", 0))
    NODES = ({"kind": "trap", "places": [[0, 1], [1, 1]], "children": [1]},
             farkas((2, -1), (3, -1), (4, 1)))
    ROUND = (([[0, 1]], [[1, 1]]), ([[1, 1]], [[0, 1]]))

    def test_trap(self):
        self.assertTrue(is_confirmed(net([1, 0], *self.ROUND), tree(self.GOAL, *self.NODES)))
        # No token at first; and a way out.
        self.assertFalse(is_confirmed(net([0, 0], *self.ROUND), tree(self.GOAL, *self.NODES)))
        self.assertFalse(is_confirmed(net([1, 0], *self.ROUND, ([[1, 1]], [])),
                                      tree(self.GOAL, *self.NODES)))


class Firings(unittest.TestCase):
    """Rows: three places, the goal, and those of the two cases."""

    LOW, HIGH = farkas((3, 1), (4, 1)), farkas((5, 1))

    def confirms(self, kind, of, group=((0, 0),), goal=atom(2, "=", 1), low=LOW, high=HIGH):
        node = {"kind": kind, "group": [list(g) for g in group], "places": [[0, 1]],
                "children": [1, 2]}
        return is_confirmed(of, tree(goal, node, low, high))

    def test_reading(self):
        for kind in ("first-firing", "last-firing"):
            self.assertTrue(self.confirms(kind, net([0, 1, 0], READS)), kind)
            self.assertFalse(self.confirms(kind, net([1, 1, 0], READS)), kind)  # the token is there
            # Another one makes it.
            self.assertFalse(self.confirms(kind, net([0, 1, 0], READS, SOURCE)), kind)
            # One of the group needs more, but that is not the one to fire.
            more = ([[0, 3], [1, 1]], [[0, 3], [2, 1]])
            self.assertFalse(self.confirms(kind, net([1, 1, 0], READS, more), ((0, 0), (1, 0))),
                             kind)
            # Once is not twice.
            self.assertFalse(self.confirms(kind, net([1, 1, 0], READS),
                                           high=farkas((3, -1), (4, 1))), kind)
            # The place of the second case is not the first one's.
            self.assertFalse(self.confirms(kind, net([0, 1, 0], READS), goal=True), kind)

    def test_inhibited(self):
        makes = ([], [[2, 1]], [[0, 1]])
        self.assertTrue(self.confirms("inhibited", net([1, 0, 0], makes)))
        self.assertFalse(self.confirms("inhibited", net([0, 0, 0], makes)))
        self.assertFalse(self.confirms("inhibited", net([1, 0, 0], makes, ([[0, 1]], []))))
        later = ([], [[2, 1]], [[0, 2]])
        group = ((0, 0), (1, 0))
        self.assertFalse(self.confirms("inhibited", net([1, 0, 0], makes, later), group))
        free = ([], [[2, 1]])
        self.assertFalse(self.confirms("inhibited", net([1, 0, 0], makes, free), group))

    @unittest.skipUnless(shutil.which("z3"), "no z3 on the PATH")
    def test_lemma(self):
        node = {"kind": "first-firing", "group": [[0, 0]], "places": [[0, 1]], "children": [1]}
        proof = tree(atom(2, "=", 1), node, {"kind": "integers"})
        self.assertTrue(is_confirmed(net([0, 1, 0], READS), proof))
        self.assertFalse(is_confirmed(net([1, 1, 0], READS), proof))


if __name__ == "__main__":
    unittest.main()
