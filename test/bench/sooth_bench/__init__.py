# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark runner. tasks/conventions say what to run and what is known,
tools how to call a verifier, limits runs one process, runner runs them all,
results is the CSV in between, compare and plot read it."""
