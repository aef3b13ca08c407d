# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writers of C tasks, one module per family. Each has `tasks()`, which yields
Program objects; generate.py puts them on disk and checks them."""
