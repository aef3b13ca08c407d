#!/usr/bin/env python3
# ===- fuzzlibc.py - Models of the C library against the library -----------===#
#
# Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
#
# Each function of runtime/libc has a row in the table below: what it returns,
# how its arguments are drawn, and what the standard leaves open. From the table
# a C program is made (its fixed part is fuzzlibc.c) that calls the models,
# compiled under other names, and the library with the same arguments. A function
# without a row is an error.
#
#   fuzzlibc.py --clang=CLANG [--seed=N] [--calls=N] [--only=NAME]
#
# ===----------------------------------------------------------------------===#

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LIBC = os.path.join(HERE, "..", "..", "runtime", "libc")

# Results: v none, i l d f L numbers, p a pointer into an argument, g the sign of
# a number, t whether it is 0, h a text on the heap.
#
# Arguments: s text, S text that is written, N text of a number, t U the same
# with an end for certain, m bytes, M bytes that are written, k K x objects of 4,
# 8 and 16 bytes, q 8 bytes or null, T a struct tm, H a struct timespec,
# F a file; n a size, r a size that fits into the objects, c a character,
# a one or EOF, b a base, i l d f L numbers; w text and o objects of wide characters,
# v a number of these.
#
# Flags: `reads`, `writes`: may read or write all that it is given, though the library
# does not always; `restrict`: what is written must not be read;
# `zero`: the sign of a zero and what becomes of a signaling NaN are left open; `written`: is not given constants; `apart`: is given an object once only;
# `undefined`: some arguments are not defined.
#
# The calls of a row may be written out: F is the function, A0 its first argument.
ROWS = {}
WORLD = {}


def rows(text, flags=""):
    for line in text.strip().splitlines():
        name, result, *more = line.split()
        ROWS[name] = (result, more[0] if more else "", flags, None, None)


def row(name, result, kinds, call, flags="", real=None):
    ROWS[name] = (result, kinds, flags, call, real)


def world(name, result, kinds, possible="1", call=None):
    """Depends on the world: what the model returns must be possible."""
    WORLD[name] = (result, kinds, possible, call)


# string.h
rows("""
memset p Mcn
bzero v Mn
explicit_bzero v Mn
memchr p mcn
strlen l s
strnlen l sn
strcmp g ss
strncmp g ssn
strcasecmp g ss
strncasecmp g ssn
strcoll g ss
strchr p sc
strrchr p sc
index p sc
rindex p sc
strchrnul p sc
strdup h s
strndup h sn
""")
rows("""
memcpy p Mmn
mempcpy p Mmn
stpcpy p Ms
strcpy p Ms
strncpy p Msn
strcat p Ss
memccpy p Mmcn
""", "restrict")
# The end is written, though it may be there. Nothing need be done where a block
# stays in its place, of whatever size.
rows("strncat p Ssn", "restrict writes")
rows("""
memmove p Mmn
bcopy v mMn
""", "reads writes")
# Bytes that come after what decides may be read, or not.
rows("""
memcmp g mmn
bcmp t mmn
memrchr p mcn
memmem p mnmn
strstr p ss
strcasestr p ss
strpbrk p ss
strspn l ss
strcspn l ss
""", "reads")
# What MemberWrites.cpp asks before a text is written.
row("sooth_libc_text_exceeds", "i", "sn", "sooth_libc_text_exceeds(A0, A1)", "reads",
    "(strnlen((char *)A0, A1) >= A1)")
row("sooth_libc_appended_exceeds", "i", "ssnn",
    "sooth_libc_appended_exceeds(A0, A1, A2, A3)", "reads",
    "({ size_t at = strnlen((char *)A0, A3), left = A3 - at;"
    " at >= A3 || strnlen((char *)A1, A2 < left ? A2 : left) >= left; })")
row("strtok_r", "p", "Ss",
    "({ char *rest, *t = F(A0, A1, &rest);"
    " for (int k = 0; k < 2 && t; k++) t = F(NULL, A1, &rest); t; })", "reads")
row("strtok", "p", "Ss",
    "({ char *t = F(A0, A1);"
    " for (int k = 0; k < 2 && t; k++) t = F(NULL, A1); t; })", "reads")
row("strsep", "p", "Ssi",
    "({ char *at = A0, *t = F(&at, A1);"
    " for (int k = 0; k < 2 && A2 & 1; k++) t = F(&at, A1); t; })")

# wchar.h
rows("""
wmemset p oiv
wmemchr p oiv
wcslen l w
wcsnlen l wv
wcscmp g ww
wcsncmp g wwv
wcschr p wi
wcsrchr p wi
wcsdup h w
""")
rows("""
wmemcpy p oov
wmempcpy p oov
wcscpy p ow
wcpcpy p ow
wcsncpy p owv
wcpncpy p owv
wcscat p ww
stpncpy p Msn
""", "restrict")
rows("wcsncat p wwv", "restrict writes")
rows("wmemmove p oov", "reads writes")
rows("""
wmemcmp g oov
wcsstr p ww
wcspbrk p ww
wcsspn l ww
wcscspn l ww
""", "reads")
row("wcstok", "p", "ww",
    "({ wchar_t *rest, *t = F(A0, A1, &rest);"
    " for (int k = 0; k < 2 && t; k++) t = F(NULL, A1, &rest); t; })", "reads")

# ctype.h
for name in ("alnum alpha blank cntrl digit graph lower print punct space upper"
             " xdigit").split():
    rows("is" + name + " i a")
rows("""
tolower i a
toupper i a
isascii t i
toascii i i
""")
row("__ctype_b_loc", "i", "a", "(*F())[A0]")

# stdlib.h
rows("""
abs i i
labs l l
llabs l l
imaxabs l l
ffs i i
ffsl i l
ffsll i l
atoi i N
atol l N
atoll l N
""")
rows("""
strtod d Nq
strtof f Nq
atof d N
nan d s
nanf f s
nanl L s
""", "reads")
rows("""
strtol l Nqb
strtoll l Nqb
strtoul l Nqb
strtoull l Nqb
""", "undefined")
for name, kind, kinds in (("div", "div_t", "ii"), ("ldiv", "ldiv_t", "ll"),
                          ("lldiv", "lldiv_t", "ll"),
                          ("imaxdiv", "imaxdiv_t", "ll")):
    row(name, "l", kinds + "i",
        "({ %s both = F(A0, A1); A2 & 1 ? both.quot : both.rem; })" % kind)
row("bsearch", "p", "mmr", "F(A0, A1, A2 / 2, 2, compareHalves)", "reads apart")
row("qsort", "v", "Mr", "F(A0, A1 % 14 / 2, 2, compareHalves)", "written")
row("realloc", "h", "ci",
    "({ char *p = malloc(24); memset(p, A0 | 1, 8); p[7] = 0;"
    " p = F(p, 8 + (A1 & 15)); p; })")

# math.h
for f in "fabs floor ceil trunc round rint nearbyint roundeven sqrt".split():
    rows("%s d d\n%sf f f\n%sl L L" % (f, f, f))
for f in "fmin fmax".split():
    rows("%s d dd\n%sf f ff\n%sl L LL" % (f, f, f), "zero")
for f in "copysign fdim fmod".split():
    rows("%s d dd\n%sf f ff\n%sl L LL" % (f, f, f))
for f in "remainder drem nextafter".split():
    rows("%s d dd\n%sf f ff" % (f, f))
for f in "lrint llrint lround llround".split():
    rows("%s l d\n%sf l f\n%sl l L" % (f, f, f))
for f in "isnan __isnan __signbit finite __finite".split():
    rows("%s t d\n%sf t f\n%sl t L" % (f, f, f))
for f in "isinf __isinf __fpclassify".split():
    rows("%s i d\n%sf i f\n%sl i L" % (f, f, f))
for f in "sin cos tan atan tanh exp exp2 log log2 log10 logb".split():
    rows("%s d d\n%sf f f" % (f, f))
for f, kinds in (("scalbn", "i"), ("ldexp", "i"), ("scalbln", "l")):
    rows("%s d d%s\n%sf f f%s" % (f, kinds, f, kinds))
rows("hypot d dd\nhypotf f ff\npow d dd\npowf f ff", "zero")
rows("""
fma d ddd
fmaf f fff
fmal L LLL
modf d dK
modff f fk
modfl L Lx
frexp d dk
frexpf f fk
ilogb i d
ilogbf i f
difftime d ll
""")
row("__muldc3", "d", "ddddi",
    "({ double _Complex z = F(A0, A1, A2, A3);"
    " A4 & 1 ? __real__ z : __imag__ z; })")
row("__mulxc3", "L", "LLLLi",
    "({ long double _Complex z = F(A0, A1, A2, A3);"
    " A4 & 1 ? __real__ z : __imag__ z; })")
for s, kind in (("", "d"), ("l", "L")):
    for f in ("creal", "cimag"):
        row(f + s, kind, kind * 2, "F(__builtin_complex(A0, A1))")
    row("conj" + s, kind, kind * 2 + "i",
        "({ __auto_type z = F(__builtin_complex(A0, A1));"
        " A2 & 1 ? __real__ z : __imag__ z; })")

# printf: what PrintCalls.cpp makes of a call with one conversion. The value, the
# flags, the width and the precision are arguments.
PRINTED = ("({ size_t limit = sooth_libc_print_room(A1);"
           " sooth_libc_print_end(A0, limit, A1,"
           " sooth_libc_print_%s(A0, limit, 0, %s, flagsOf(\"%s\", A3),"
           " widthOf(A4), precisionOf(\"%s\", A5))); })")
for model, letters, value, length in (
        ("char", "c", "(int)A2", ""),
        ("signed_int", "d", "(int)A2", ""), ("unsigned_int", "u", "(int)A2", ""),
        ("hex_int", "x", "(int)A2", ""), ("octal_int", "o", "(int)A2", ""),
        ("signed_long_long", "d", "A2", "ll"),
        ("unsigned_long_long", "u", "A2", "ll"),
        ("hex_long_long", "x", "A2", "ll"), ("octal_long_long", "o", "A2", "ll")):
    row("sooth_libc_print_" + model, "i", "Mrliii",
        PRINTED % (model, value, letters, letters), "written",
        "snprintf(A0, A1, formatOf(\"%s\", \"%s\", A3), widthOf(A4),"
        " precisionOf(\"%s\", A5), %s)" % (length, letters, letters, value))
row("sooth_libc_print_double", "i", "Mrdiii",
    "({ size_t limit = sooth_libc_print_room(A1);"
    " sooth_libc_print_end(A0, limit, A1,"
    " sooth_libc_print_double(A0, limit, 0, 1, 30, A2, 'g', flagsOf(\"g\", A3),"
    " widthOf(A4), precisionOf(\"g\", A5))); })", "written",
    "snprintf(A0, A1, formatOf(\"\", \"g\", A3), widthOf(A4),"
    " precisionOf(\"g\", A5), A2)")
# (Of one byte, which is the 0, nothing is copied.)
row("sooth_libc_print_string", "i", "Mrsiii",
    (PRINTED % ("string", "A2", "s", "s")).replace("A1", "(A1 == 1 ? 0 : A1)"),
    "written restrict",
    "snprintf(A0, A1 == 1 ? 0 : A1, formatOf(\"\", \"s\", A3), widthOf(A4),"
    " precisionOf(\"s\", A5), (char *)A2)")
row("sooth_libc_print_literal", "i", "Mrt",
    "({ size_t limit = sooth_libc_print_room(A1);"
    " sooth_libc_print_end(A0, limit, A1,"
    " sooth_libc_print_literal(A0, limit, 0, A2, strlen(A2))); })",
    "written apart", "snprintf(A0, A1, \"%s\", (char *)A2)")
row("sooth_libc_print_put", "i", "Mrc",
    "({ size_t limit = sooth_libc_print_room(A1);"
    " sooth_libc_print_end(A0, limit, A1,"
    " sooth_libc_print_put(A0, limit, 0, A2)); })", "written",
    "snprintf(A0, A1, \"%c\", (int)A2)")
row("sooth_libc_print_allocate", "h", "t",
    "({ char *to; size_t n = strlen(A0);"
    " if (sooth_libc_print_allocate(&to, n))"
    " sooth_libc_print_literal(to, n, 0, A0, n);"
    " sooth_libc_print_allocated(to, n); to; })", "",
    "({ char *to; asprintf(&to, \"%s\", (char *)A0); to; })")
COVERED = {"sooth_libc_print_room": "sooth_libc_print_put",
           "sooth_libc_print_end": "sooth_libc_print_put",
           "sooth_libc_print_allocated": "sooth_libc_print_allocate",
           "sooth_libc_copy": "realloc"}
world("sooth_libc_print_any", "i", "Mr", "r.l >= 1 && r.l <= 5",
      "sooth_libc_print_any(A0, A1, 0, 1, 5, 0)")
world("sooth_libc_print_unknown", "l", "", "r.l >= 0 && r.l <= INT_MAX")
world("sooth_libc_printed", "i", "", "r.l == 7 || r.l < 0",
      "sooth_libc_printed(7)")
world("sooth_libc_printed_to", "i", "F", "r.l == 7 || r.l < 0",
      "sooth_libc_printed_to(A0, 7)")
world("sooth_libc_printed_to_number", "i", "i", "r.l == 7 || r.l < 0",
      "sooth_libc_printed_to_number(A0, 7)")
world("sooth_libc_is_same", "i", "KK", "r.l == 0 || r.l == 1")
world("sooth_libc_read_string", "v", "t", "1", "sooth_libc_read_string(A0, -1)")
# The second of some variable arguments.
for model, kind, of in (("int", "i", "int"), ("long_long", "l", "long long"),
                        ("pointer", "p", "void *")):
    argument = "s" if kind == "p" else kind
    row("sooth_libc_next_" + model, kind, 2 * argument,
        "second_%s((%s (*)(va_list *))sooth_libc_next_%s, (%s)A0, (%s)A1)"
        % (model, of, model, of, of), "apart",
        "second_%s(next_%s, (%s)A0, (%s)A1)" % (model, model, of, of))
for f in "sprintf vsprintf".split():
    pass  # below: the text is as long as it likes
for f in "snprintf vsnprintf".split():
    world(f, "i", "Mrt", "r.l >= 0",
          "((int (*)(void *, size_t, void *))model_%s)(A0, A1, A2)" % f)

# sscanf: what ScanCalls.cpp makes of a call with one conversion.
SCANNED = ("({ char state[64]; sooth_libc_sscan_begin(state, A0); %s;"
           " sooth_libc_sscan_result(state); })")
for model, length in (("char", "hh"), ("short", "h"), ("int", ""),
                      ("long_long", "ll")):
    for letter, base, signed in (("d", 10, 1), ("u", 10, 0), ("i", 0, 1),
                                 ("o", 8, 0), ("x", 16, 0)):
        key = "sooth_libc_sscan_" + model + (
            "" if letter == "d" else "/" + letter)
        row(key, "i", "UKi",
            SCANNED % ("sooth_libc_sscan_%s(state, A1, (int)A2 & 7, %d, %d)"
                       % (model, base, signed)), "apart undefined written",
            "sscanf(A0, scanFormat((int)A2 & 7, \"%s%s\"), A1)"
            % (length, letter))
    COVERED["sooth_libc_sscan_count_" + model] = "sooth_libc_sscan_space"
for model, length in (("float", ""), ("double", "l")):
    row("sooth_libc_sscan_" + model, "i", "UK",
        SCANNED % ("sooth_libc_sscan_%s(state, A1)" % model),
        "apart undefined written", "sscanf(A0, \"%%%sf\", A1)" % length)
for model, letter in (("string", "s"), ("characters", "c")):
    row("sooth_libc_sscan_" + model, "i", "tMi",
        SCANNED % ("sooth_libc_sscan_%s(state, A1, (int)A2 & 3)" % model),
        "apart undefined written", "sscanf(A0, scanFormat((int)A2 & 3, \"%s\"), A1)"
        % letter)
for k, (included, text) in enumerate(((1, "a-c0"), (0, "-a z"), (1, "]x"))):
    row("sooth_libc_sscan_set" + ("/%d" % k if k else ""), "i", "tMi",
        SCANNED % ("sooth_libc_sscan_set(state, A1, (int)A2 & 3, \"%s\", %d, %d)"
                   % (text, len(text), included)), "apart undefined written",
        "sscanf(A0, scanFormat((int)A2 & 3, \"[%s%s]\"), A1)"
        % ("" if included else "^", text))
row("sooth_libc_sscan_space", "i", "UKK",
    SCANNED % ("sooth_libc_sscan_int(state, A1, 0, 10, 1);"
               " sooth_libc_sscan_space(state);"
               " sooth_libc_sscan_literal(state, '.');"
               " sooth_libc_sscan_count_int(state, A2)"),
    "apart undefined written", "sscanf(A0, \"%d .%n\", A1, A2)")
for f in "begin result literal suppress".split():
    COVERED["sooth_libc_sscan_" + f] = "sooth_libc_sscan_space"

# scanf: any input.
world("sooth_libc_scan_result", "i", "", "r.l >= -1 && r.l <= 3",
      "sooth_libc_scan_result(3)")
for f in "char short int long_long float double".split():
    world("sooth_libc_scan_" + f, "v", "K", "1", "sooth_libc_scan_%s(1, A0)" % f)
    limits = "" if f in ("float", "double") else ", 99, 9"
    world("sooth_libc_scan_narrow_" + f, "i", "K",
          "1" if not limits else "isNarrow(r.l)",
          "({ sooth_libc_scan_narrow_%s(1, A0%s); *(%s *)A0; })"
          % (f, limits, "signed " + f.replace("_", " ") if limits else f))
world("sooth_libc_scan_characters", "v", "K", "1",
      "sooth_libc_scan_characters(1, A0, 8)")
world("sooth_libc_scan_string", "v", "K", "1", "sooth_libc_scan_string(1, A0, 7)")
world("sooth_libc_scan_set", "i", "K", "r.l >= 'a' && r.l <= 'c'",
      "({ sooth_libc_scan_set(1, A0, 7, \"a-c\", 3, 1); *(char *)A0; })")

# Files, the environment, time.
CHARACTER = "r.l >= -1 && r.l <= 255"
for f in "fgetc getc _IO_getc".split():
    world(f, "i", "F", CHARACTER)
world("getchar", "i", "", CHARACTER)
world("fgets", "p", "MrF", "!r.p || (r.p == A0 && isText(A0, A1))")
world("fread", "l", "MrF", "r.l >= 0 && r.l <= A1 / 2",
      "model_fread(A0, 2, A1 / 2, A2)")
world("fwrite", "l", "mrF", "r.l >= 0 && r.l <= A1", "model_fwrite(A0, 1, A1, A2)")
for f in "fputc putc _IO_putc".split():
    world(f, "i", "cF", "r.l == -1 || r.l == (unsigned char)A0")
world("putchar", "i", "c", "r.l == -1 || r.l == (unsigned char)A0")
world("ungetc", "i", "cF", "r.l == -1 || r.l == (unsigned char)A0")
world("puts", "i", "t", "r.l >= -1")
world("fputs", "i", "tF", "r.l >= -1")
world("perror", "v", "t")


def file_function(name, result, kinds, possible):
    """One that opens or closes a file, where these are no objects of the heap."""
    arguments = ", ".join(f"A{i}" for i in range(len(kinds)))
    world(name, result, kinds, possible,
          f"({{ checksAccesses = 0; __auto_type done = model_{name}({arguments});"
          " checksAccesses = 1; done; })")


for f in "fopen popen".split():
    file_function(f, "p", "tt", "!r.p || isFile(r.p)")
file_function("fdopen", "p", "it", "!r.p || isFile(r.p)")
file_function("tmpfile", "p", "", "!r.p || isFile(r.p)")
world("freopen", "p", "ttF", "!r.p || r.p == A2")
world("tmpnam", "p", "", "!r.p || isText(r.p, 20)", "model_tmpnam(0)")
# Where nothing is kept there is no room.
world("sooth_libc_print_kept_room", "l", "F", "r.l == 0")
for f in ("lose_kept lose_kept_in result_unasked print_kept"
          " print_kept_end print_kept_result scan_kept scan_kept_end"
          " scan_kept_fails stdin stdout").split():
    COVERED["sooth_libc_" + f] = "sooth_libc_print_kept_room"
world("fflush", "i", "F", "r.l == 0 || r.l == -1")
file_function("fclose", "i", "F", "r.l == 0 || r.l == -1")
file_function("pclose", "i", "F", "r.l >= -1")
for f in "feof ferror".split():
    world(f, "i", "F", "r.l == 0 || r.l == 1")
for f in "clearerr rewind".split():
    world(f, "v", "F")
for f in "fseek fseeko".split():
    world(f, "i", "Flc", "r.l == 0 || r.l == -1")
for f in "ftell ftello".split():
    world(f, "l", "F", "r.l >= -1")
world("setvbuf", "i", "Fl", "r.l == 0 || r.l == -1", "model_setvbuf(A0, 0, 2, 0)")
world("setbuf", "v", "F", "1", "model_setbuf(A0, 0)")
world("sooth_libc_lend_buffer", "v", "i", "1", "sooth_libc_lend_buffer(0, A0)")
world("remove", "i", "t", "r.l == 0 || r.l == -1")
world("rename", "i", "tt", "r.l == 0 || r.l == -1")
world("sooth_libc_use_file", "v", "F")
world("rand", "i", "", "r.l >= 0")
world("random", "l", "", "r.l >= 0 && r.l <= INT_MAX")
world("rand_r", "i", "k", "r.l >= 0")
for f in "srand srandom".split():
    world(f, "v", "i")
world("atexit", "i", "", "r.l == 0", "model_atexit(count)")
world("sooth_libc_run_exit_handlers", "i", "", "r.l == 3",
      "({ sooth_libc_run_exit_handlers(); counted = 0;"
      " for (int k = 0; k < 3; k++) model_atexit(count);"
      " sooth_libc_run_exit_handlers(); counted; })")
for f in "getenv secure_getenv".split():
    world(f, "p", "t", "!r.p || isSetting(r.p)")
world("setenv", "i", "tti", "r.l == 0 || r.l == -1")
for f in "unsetenv putenv".split():
    world(f, "i", "t", "r.l == 0 || r.l == -1")
world("clearenv", "i", "")
world("sooth_libc_use_environment", "v", "")
world("system", "i", "t")
for f in "getpid getppid".split():
    world(f, "i", "", "r.l > 0")
world("isatty", "i", "i", "r.l == 0 || r.l == 1")
world("strerror", "p", "i", "isText(r.p, 256)")
world("setlocale", "p", "it", "!r.p || isText(r.p, 256)")
world("localeconv", "p", "", "isText(*(char **)r.p, 32)")
world("time", "l", "K", "*(long *)A0 == r.l")
world("clock", "l", "", "r.l >= -1")
for f in "gmtime localtime".split():
    world(f, "p", "K", "!r.p || isDate(r.p)")
    world(f + "_r", "p", "KT", "!r.p || (r.p == A1 && isDate(r.p))")
for f in "mktime timegm".split():
    world(f, "l", "T")
world("asctime", "p", "T", "isText(r.p, 33)")
world("ctime", "p", "K", "isText(r.p, 33)")
world("strftime", "l", "MrtT", "r.l == 0 || r.l < A1")
world("clock_gettime", "i", "iH",
      "r.l == -1 || ((long *)A1)[1] <= 999999999")
world("gettimeofday", "i", "H", "r.l == 0 && ((long *)A0)[1] <= 999999",
      "model_gettimeofday(A0, 0)")
world("__errno_location", "p", "", "r.p == model___errno_location()")
world("sooth_libc_change_errno", "v", "", "1", "sooth_libc_change_errno()")
world("fesetround", "i", "i", "r.l == 0",
      "model_fesetround(0x400 * ((unsigned)A0 % 4))")
world("fegetround", "i", "",  "r.l == 0x800",
      "({ model_fesetround(0x800); model_fesetround(1); model_fegetround(); })")
for f, kinds in (("read", "iMr"), ("pread", "iMrl"), ("recv", "iMri"),
                 ("write", "imr"), ("pwrite", "imrl"), ("send", "imri")):
    world(f, "l", kinds, "r.l >= -1 && r.l <= A2")
for f, kinds, of in (("stat", "t", "A0"), ("lstat", "t", "A0"), ("fstat", "i", "A0")):
    world(f, "i", kinds, "r.l == 0 || r.l == -1",
          "({ struct stat s; model_%s(%s, &s); })" % (f, of))
for f, end in (("getline", ""), ("getdelim", "'\\n', ")):
    world(f, "i", "F", "r.l == 1",
          "({ char *line = 0; size_t room = 0; long n = model_%s(&line, &room, %sA0);"
          " n == -1 || (n > 0 && n < room && !line[n] && !memchr(line, '\\n', n - 1)); })"
          % (f, end))
world("sleep", "l", "i", "(unsigned)r.l <= (unsigned)A0")
world("usleep", "i", "i", "r.l == 0 || r.l == -1")
world("nanosleep", "i", "HH", "r.l == 0 || r.l == -1")

# As long as the model likes: nothing can be said of how much is written.
NO_BOUND = {"sprintf", "vsprintf", "asprintf", "vasprintf"}

NUMBERS = {"d": "d", "f": "f", "L": "x"}
OBJECTS = "sSNtUmMkKxqTHFwo"


def argument(i, kind):
    if kind in OBJECTS:
        return "(a[%d].p)" % i
    return "(a[%d].%s)" % (i, NUMBERS.get(kind, "l"))


def call(name, kinds, text, function):
    text = text or "F(%s)" % ", ".join("A%d" % i for i in range(len(kinds)))
    text = re.sub(r"\bF\b", function, text)
    for i, kind in reversed(list(enumerate(kinds))):
        text = re.sub(r"\bA%d\b" % i, argument(i, kind), text)
    return text


def assign(result, text):
    member = {"d": "d", "f": "f", "L": "x", "p": "p", "h": "p"}.get(result, "l")
    if result == "v":
        return text + ";"
    cast = "(void *)" if member == "p" else "(long)" if member == "l" else ""
    return "r.%s = %s%s;" % (member, cast, text)


TYPES = {"i32": "int", "i64": "word", "i8": "char", "i16": "short",
         "i1": "_Bool", "double": "double", "float": "float"}


def primitives(ir):
    """Definitions of what the models ask for."""
    known = set(re.findall(r'__asm__\("([^"]*)"\)',
                           open(os.path.join(HERE, "fuzzlibc.c")).read()))
    known |= {"malloc", "free", "sooth_assume", "sooth_libc_checks_accesses",
              "sooth_libc_effect_of_comparisons", "sooth_libc_io_may_fail",
              "sooth_libc_compares_moved", "sooth_libc_keeps_files",
              "sooth_libc_keeps_settings", "sooth_libc_sets_streams",
              "sooth_nondet_libc_float_bound"}
    out = []
    pattern = r'^declare (?:\w+ )*?(\w+) @"?([^"(]+)"?\('
    for kind, name in re.findall(pattern, ir, re.M):
        if name in known or name.startswith("llvm."):
            continue
        if not name.startswith("sooth"):
            sys.exit("models call '%s', which nobody provides" % name)
        c = "primitive%d" % len(out)
        member = {"double": "d", "float": "f"}.get(kind)
        value = ("asResult(choose()).%s" % member if member
                 else "(%s)choose()" % TYPES[kind] if kind != "i1"
                 else "choose() & 1")
        out.append('%s %s(void) __asm__("%s");\n%s %s(void) { return %s; }'
                   % (TYPES[kind], c, name, TYPES[kind], c, value))
    return "\n".join(out)


def definitions(ir):
    """Names of the models, and the types of those that are no library's."""
    found = {}
    for line in ir.splitlines():
        if not line.startswith("define ") or " internal " in line:
            continue
        match = re.match(
            r"define (?:dso_local )?(?:\w+ )*?(\w+|\{.*?\}) @(\w+)\((.*)\)", line)
        found[match.group(2)] = (match.group(1), match.group(3))
    return found


def prototype(name, kind, parameters):
    types = dict(TYPES, void="void", ptr="void *")
    parts = [types[p.split()[0]] for p in parameters.split(", ")
             if p and p.split()[0] in types]
    return "%s %s(%s);" % (types[kind], name, ", ".join(parts) or "void")


EXTRA = r"""
static int compareHalves(const void *a, const void *b) {
  return (*(const unsigned char *)a >> 1) - (*(const unsigned char *)b >> 1);
}
static int counted;
static void count(void) { counted++; }
static _Bool isText(const char *s, size_t size) {
  return strnlen(s, size) < size;
}
static _Bool isFile(const void *p) {
  word n = (const char *)p - __sooth_libc_files[0];
  return n < sizeof __sooth_libc_files && n % 216 == 0 && n / 216 > 2;
}
static _Bool isSetting(const char *p) {
  return (word)(p - sooth_libc_environment) < sizeof sooth_libc_environment;
}
static _Bool isDate(const struct tm *t) {
  return t->tm_sec >= 0 && t->tm_sec <= 60 && t->tm_mon >= 0 && t->tm_mon <= 11;
}
static _Bool isNarrow(long n) { return n >= -9 && n <= 99; }

/* Flags as PrintFormat.cpp numbers them, for this letter only. */
static int flagsOf(const char *letter, long n) {
  int all = *letter == 'd'   ? 1 | 2 | 4 | 16
            : *letter == 'x' ? 1 | 8 | 16
            : *letter == 'o' ? 1 | 8 | 16
            : *letter == 'u' ? 1 | 16
                             : 1;
  return ((int)n & all) | (*letter == 'x' && n & 32 ? 32 : 0);
}
static int widthOf(long n) { return (int)(n % 13); }
static int precisionOf(const char *letter, long n) {
  return *letter == 'c' ? -1 : (int)(n % 12) < 0 ? -1 : (int)(n % 12);
}
static const char *formatOf(const char *length, const char *letter, long n) {
  static char text[32];
  int flags = flagsOf(letter, n);
  char *p = text;
  *p++ = '%';
  for (int i = 0; i < 5; i++)
    if (flags >> i & 1)
      *p++ = "-+ #0"[i];
  sprintf(p, "*.*%s%c", length, flags & 32 ? *letter - 'a' + 'A' : *letter);
  return text;
}
#define LISTED(T, NAME)                                                        \
  static T next_##NAME(va_list *l) { return va_arg(*l, T); }                   \
  static T second_##NAME(T (*next)(va_list *), ...) {                          \
    va_list l;                                                                 \
    va_start(l, next);                                                         \
    next(&l);                                                                  \
    T second = next(&l);                                                       \
    va_end(l);                                                                 \
    return second;                                                             \
  }
LISTED(int, int)
LISTED(long long, long_long)
LISTED(void *, pointer)
static const char *scanFormat(int width, const char *conversion) {
  static char text[32];
  if (width)
    sprintf(text, "%%%d%s", width, conversion);
  else
    sprintf(text, "%%%s", conversion);
  return text;
}
"""


def program(ir, models, only):
    out = ['#include "%s"' % os.path.join(HERE, "fuzzlibc.c"),
           "#include <inttypes.h>", "#include <stdarg.h>", primitives(ir), EXTRA]
    for name, (kind, parameters) in sorted(models.items()):
        if name.startswith("sooth_libc_"):
            out.append(prototype(name, kind, parameters))
        elif name == "__muldc3":
            out.append("double _Complex __muldc3(double, double, double, double);")
        elif name == "__mulxc3":
            out.append("long double _Complex __mulxc3(long double, long double,"
                       " long double, long double);")
        elif name.startswith("_IO_"):
            out.append("int %s();" % name)
        elif name == "__ctype_b_loc":
            pass
        elif name in ("__isnan", "__finite", "__isinf", "__signbit",
                      "__fpclassify") or re.match(
                          r"__(isnan|finite|isinf|signbit|fpclassify)[fl]$", name):
            pass
    for name in sorted(models):
        if not name.startswith("sooth_libc_"):
            out.append("extern __typeof__(%s) model_%s;" % (name, name))
    table, calls, possible = [], [], []
    chosen = [n for n in list(ROWS) + list(WORLD)
              if not only or n.split("/")[0] == only]
    for i, key in enumerate(chosen):
        name = key.split("/")[0]
        function = name if name.startswith("sooth") else "model_" + name
        if key in ROWS:
            result, kinds, flags, text, real = ROWS[key]
            real = call(name, kinds, real or text, "(%s)" % name)
            calls.append("  case %d: if (isModel) { %s } else { %s } break;" % (
                i, assign(result, call(name, kinds, text, function)),
                assign(result, real)))
        else:
            result, kinds, test, text = WORLD[key]
            flags = "world written apart"
            calls.append("  case %d: %s break;" % (
                i, assign(result, call(name, kinds, text, function))))
            possible.append("  case %d: return %s;" % (
                i, call(name, kinds, test, function)))
        table.append('  {"%s", "%s", "%s", \'%s\'},' % (key, kinds, flags, result))
    out.append("static union result call(int row, _Bool isModel,"
               " const union result *a) {\n  union result r = asResult(0);\n"
               "  switch (row) {\n%s\n  }\n  return r;\n}" % "\n".join(calls))
    out.append("static _Bool isPossible(int row, const union result *a,"
               " union result r) {\n  switch (row) {\n%s\n  }\n  return 1;\n}"
               % "\n".join(possible))
    out.append("static const struct row rows[] = {\n%s\n};" % "\n".join(table))
    out.append(r"""
int main(int argc, char **argv) {
  randomState += strtoul(argv[1], NULL, 10) * 0x9e3779b97f4a7c15ull;
  long each = strtol(argv[2], NULL, 10);
  makePages(&library);
  makePages(&model);
  stack_t aside = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
  sigaltstack(&aside, NULL);
  struct sigaction action = {.sa_sigaction = onFault,
                             .sa_flags = SA_NODEFER | SA_ONSTACK | SA_SIGINFO};
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGFPE, &action, NULL);
  for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
    for (long k = 0; k < each; k++) {
      now = &rows[i];
      draw();
      has("world") ? explore() : compare();
    }
  printf("%d rows, %ld calls, %ld failures\n",
         (int)(sizeof rows / sizeof *rows), calls, failures);
  return failures != 0;
}""")
    return "\n".join(out)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--clang", required=True)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--calls", type=int, default=400)
    options.add_argument("--only")
    options.add_argument("--keep")
    args = options.parse_args()
    source = os.path.join(LIBC, "libc.c")
    flags = ["-std=c17", "-ffreestanding", "-fno-math-errno", "-ffp-contract=off",
             "-fwrapv", "-w", "-O0", "-g"]
    ir = subprocess.run([args.clang, *flags, "-S", "-emit-llvm", source, "-o", "-"],
                        check=True, capture_output=True, text=True).stdout
    models = definitions(ir)
    missing = sorted(n for n in models
                     if n not in ROWS and n not in WORLD and n not in COVERED
                     and n not in NO_BOUND)
    for name in missing:
        print("error: no row for '%s'" % name)
    unknown = sorted({n.split("/")[0] for n in [*ROWS, *WORLD, *COVERED]} -
                     set(models))
    for name in unknown:
        print("error: a row for '%s', which has no model" % name)
    if missing or unknown:
        sys.exit(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or folder
        renames = ["-D%s=model_%s" % (n, n)
                   for n in [*models, "stdin", "stdout", "stderr"]
                   if not n.startswith("sooth_libc_")]
        object_file = os.path.join(folder, "models.o")
        subprocess.run([args.clang, *flags, *renames, "-c", source, "-o",
                        object_file], check=True)
        c = os.path.join(folder, "fuzz.c")
        with open(c, "w") as file:
            file.write(program(ir, models, args.only))
        tool = os.path.join(folder, "fuzz")
        subprocess.run([args.clang, "-O0", "-g", "-w", "-fwrapv", "-fno-builtin",
                        "-ffp-contract=off", "-fno-math-errno", c, object_file,
                        "-lm", "-o", tool],
                       check=True)
        sys.exit(subprocess.run([tool, str(args.seed), str(args.calls)])
                 .returncode)


if __name__ == "__main__":
    main()
