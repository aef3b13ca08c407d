/*===- errno.c - Model of errno -------------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A variable that calls of the library may change, to anything. The calls of
|* sooth_libc_change_errno() behind them are put in by CLibrary/ErrorNumber.cpp.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

ANY(int, anyErrno, "errno after a call")

HIDDEN static int errorNumber;

int *__errno_location(void) { return &errorNumber; }

HIDDEN void sooth_libc_change_errno(void) { errorNumber = anyErrno(); }
