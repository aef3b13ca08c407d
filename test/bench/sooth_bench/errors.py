# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the commands report as `bench: error: …` rather than a Python trace."""


class BenchError(Exception):
    pass
