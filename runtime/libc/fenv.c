/*===- fenv.c - Models of fenv.h ------------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The rounding mode. What else is in fenv.h has no model: exceptions are
|* unknown, and what stores or restores the whole environment is refused.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

/* FE_TONEAREST and so on, as x86 has them. */
enum { ToNearest = 0, Downward = 0x400, Upward = 0x800, TowardZero = 0xc00 };

/* As FLT_ROUNDS has it; operations on floating-point numbers depend on it
   (Passes/RoundingModes.h). */
HIDDEN int sooth_libc_rounding = 1;

int fesetround(int mode) {
  switch (mode) {
  case TowardZero:
    sooth_libc_rounding = 0;
    return 0;
  case ToNearest:
    sooth_libc_rounding = 1;
    return 0;
  case Upward:
    sooth_libc_rounding = 2;
    return 0;
  case Downward:
    sooth_libc_rounding = 3;
    return 0;
  default:
    return 1;
  }
}

int fegetround(void) {
  switch (sooth_libc_rounding) {
  case 0:
    return TowardZero;
  case 2:
    return Upward;
  case 3:
    return Downward;
  default:
    return ToNearest;
  }
}
