/*===- ctype.c - Models of ctype.h ----------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* In the "C" locale. True is not 1, but what glibc's tables have for it. The
|* functions are defined for EOF and unsigned char, and answer no for others.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

enum {
  Upper = 1 << 8,
  Lower = 1 << 9,
  Alpha = 1 << 10,
  Digit = 1 << 11,
  HexDigit = 1 << 12,
  Space = 1 << 13,
  Print = 1 << 14,
  Graph = 1 << 15,
  Blank = 1 << 0,
  Control = 1 << 1,
  Punctuation = 1 << 2,
  AlphaNumeric = 1 << 3,
  Visible = Print | Graph,
  Letter = Alpha | AlphaNumeric | Visible
};

static _Bool digit(int c) { return c >= '0' && c <= '9'; }
static _Bool upper(int c) { return c >= 'A' && c <= 'Z'; }
static _Bool lower(int c) { return c >= 'a' && c <= 'z'; }
static _Bool letter(int c) { return upper(c) || lower(c); }
static _Bool visible(int c) { return c > ' ' && c < 127; }

int isdigit(int c) { return digit(c) ? Digit : 0; }
int isupper(int c) { return upper(c) ? Upper : 0; }
int islower(int c) { return lower(c) ? Lower : 0; }
int isalpha(int c) { return letter(c) ? Alpha : 0; }
int isalnum(int c) { return letter(c) || digit(c) ? AlphaNumeric : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? Blank : 0; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r') ? Space : 0; }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127 ? Control : 0; }
int isprint(int c) { return c == ' ' || visible(c) ? Print : 0; }
int isgraph(int c) { return visible(c) ? Graph : 0; }
int ispunct(int c) {
  return visible(c) && !letter(c) && !digit(c) ? Punctuation : 0;
}
int isxdigit(int c) {
  return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ? HexDigit
                                                                      : 0;
}
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
int tolower(int c) { return upper(c) ? c - 'A' + 'a' : c; }
int toupper(int c) { return lower(c) ? c - 'a' + 'A' : c; }

/* What glibc's macros use, in files that were preprocessed elsewhere. */
static const unsigned short Classes[384] = {
    [128 + 0 ... 128 + 31] = Control,
    [128 + '\t'] = Control | Space | Blank,
    [128 + '\n' ... 128 + '\r'] = Control | Space,
    [128 + ' '] = Space | Print | Blank,
    [128 + '!' ... 128 + '/'] = Visible | Punctuation,
    [128 + '0' ... 128 + '9'] = Digit | HexDigit | AlphaNumeric | Visible,
    [128 + ':' ... 128 + '@'] = Visible | Punctuation,
    [128 + 'A' ... 128 + 'F'] = Letter | Upper | HexDigit,
    [128 + 'G' ... 128 + 'Z'] = Letter | Upper,
    [128 + '[' ... 128 + '`'] = Visible | Punctuation,
    [128 + 'a' ... 128 + 'f'] = Letter | Lower | HexDigit,
    [128 + 'g' ... 128 + 'z'] = Letter | Lower,
    [128 + '{' ... 128 + '~'] = Visible | Punctuation,
    [128 + 127] = Control,
};
static const unsigned short *const ClassesPointer = Classes + 128;

const unsigned short **__ctype_b_loc(void) {
  return (const unsigned short **)&ClassesPointer;
}
