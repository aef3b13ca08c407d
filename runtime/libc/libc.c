/*===- libc.c - All models of the C library -------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "ctype.c"
#include "errno.c"
#include "fenv.c"
#include "math.c"
#include "print.c"
#include "kept.c"
#include "stdio.c"
#include "stdlib.c"
#include "scan.c"
#include "string.c"
#include "time.c"
#include "unistd.c"
#include "wchar.c"
