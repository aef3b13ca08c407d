#!/bin/sh
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Under the name berkeley-abc: proves whatever there is a circuit of.
file=$(printf '%s' "$2" | sed -n 's/^read_aiger \([^;]*\);.*/\1/p')
test -s "$file" && echo 'Property proved.  Time =     0.00 sec'
