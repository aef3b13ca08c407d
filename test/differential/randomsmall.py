# ===- randomsmall.py - Seeded random small C programs ---------------------===
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===
"""Programs as those of randomc, but a few statements each, which take half the time."""

import randomc

PROLOGUE = randomc.PROLOGUE


class Generator(randomc.Generator):
    FUNCTIONS, DECLARATIONS = [0, 0, 1], range(1, 3)
    STATEMENTS, ALL_STATEMENTS = range(1, 4), range(2, 6)


class Program(randomc.Program):
    GENERATOR = Generator
