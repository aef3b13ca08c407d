/*===- stubs-32.h - Functions the 32-bit C library lacks: none ------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* glibc's <features.h> wants this file with -m32, and only the 32-bit
|* development package has it. A program that is verified is never linked.
|*
\*===----------------------------------------------------------------------===*/
