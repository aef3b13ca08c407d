/*===- scan.c - What sscanf reads from text -------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* A call of sscanf whose format is known becomes calls of a model for each part
|* of the format (lib/Frontend/LLVM/CLibrary), which goes on where the one
|* before it stopped. Where C and glibc differ, nothing is known of the rest.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

/* Told as what happens in the call of sscanf: they have no places. */
#define SCANS __attribute__((nodebug))

SCANS void sooth_libc_sscan_begin(struct scan *s, const char *text) {
  s->start = s->at = text;
  s->assigned = s->converted = 0;
  s->state = Goes;
  s->assigns = 1;
}

/* The next conversion has a "*". */
SCANS void sooth_libc_sscan_suppress(struct scan *s) { s->assigns = 0; }

ANY(_Bool, anyEnd, "result of sscanf after a conversion that assigns nothing")

SCANS int sooth_libc_sscan_result(struct scan *s) {
  if (s->state != Ended || s->assigned)
    return s->assigned;
  return s->converted && anyEnd() ? 0 : -1;
}

SCANS void sooth_libc_sscan_space(struct scan *s) {
  if (s->state == Goes)
    while (isspace((byte)*s->at))
      s->at++;
}

SCANS void sooth_libc_sscan_literal(struct scan *s, char c) {
  if (s->state != Goes)
    return;
  if (*s->at == c)
    s->at++;
  else
    s->state = *s->at ? Mismatched : Ended;
}

/* Whether there is something to read, after white space unless it is not to be
   skipped. */
SCANS static _Bool begins(struct scan *s, _Bool skips) {
  if (skips)
    sooth_libc_sscan_space(s);
  if (s->state == Goes && !*s->at)
    s->state = Ended;
  return s->state == Goes;
}

SCANS static void convert(struct scan *s) {
  s->converted++;
  s->assigned += s->assigns;
  s->assigns = 1;
}

/* As strtol or strtoul reads, but \p width characters at most; the largest
   number is \p most. */
SCANS static _Bool readInteger(struct scan *s, int width, int base,
                               unsigned long long most, _Bool isSigned,
                               unsigned long long *to) {
  if (!begins(s, 1))
    return 0;
  const char *p = s->at, *end = width ? p + width : NULL;
  _Bool isNegative = *p == '-', hasDigits = 0, isTooLarge = 0;
  if (*p == '-' || *p == '+')
    p++;
  if ((base == 0 || base == 16) && p != end && *p == '0' && p + 1 != end &&
      tolower((byte)p[1]) == 'x') {
    if (p + 2 == end || digitValue(p[2]) > 15)
      noRoom();
    p += 2;
    base = 16;
  }
  if (base == 0)
    base = p != end && *p == '0' ? 8 : 10;
  unsigned long long limit = most + (isSigned && isNegative), n = 0;
  for (; p != end && digitValue(*p) < base; p++) {
    if (isAbove(n, most, isSigned && isNegative, digitValue(*p), base))
      isTooLarge = 1;
    else
      n = n * base + digitValue(*p);
    hasDigits = 1;
  }
  if (!hasDigits) {
    s->state = Mismatched;
    return 0;
  }
  s->at = p;
  n = isTooLarge ? limit : n;
  *to = isNegative && (isSigned || !isTooLarge) ? -n : n;
  return 1;
}

#define INTEGER(name, type, most)                                              \
  SCANS void sooth_libc_sscan_##name(struct scan *s, type *to, int width,      \
                                     int base, _Bool isSigned) {               \
    unsigned long long n;                                                      \
    unsigned long long limit =                                                 \
        isSigned ? most : (unsigned long long)most * 2 + 1;                    \
    if (!readInteger(s, width, base, limit, isSigned, &n))                     \
      return;                                                                  \
    if (s->assigns)                                                            \
      *to = (type)n;                                                           \
    convert(s);                                                                \
  }
INTEGER(char, char, __LONG_MAX__)
INTEGER(short, short, __LONG_MAX__)
INTEGER(int, int, __LONG_MAX__)
INTEGER(long_long, long long, __LONG_LONG_MAX__)

/* How many characters were read so far; this is no conversion. */
#define COUNT(name, type)                                                      \
  SCANS void sooth_libc_sscan_count_##name(struct scan *s, type *to) {         \
    if (s->state == Goes && s->assigns)                                        \
      *to = (type)(s->at - s->start);                                          \
    s->assigns = 1;                                                            \
  }
COUNT(char, char)
COUNT(short, short)
COUNT(int, int)
COUNT(long_long, long long)

/* Numbers that strtod would read in another way are left open. */
#define REAL(name, type)                                                       \
  SCANS void sooth_libc_sscan_##name(struct scan *s, type *to) {               \
    if (!begins(s, 1))                                                         \
      return;                                                                  \
    char *end;                                                                 \
    type x = sizeof(type) == sizeof(float) ? strtof(s->at, &end)               \
                                           : strtod(s->at, &end);              \
    char first = tolower((byte) * s->at), next = *end;                         \
    if (next == 'e' || next == 'E' || first == 'n' || first == 'i')            \
      noRoom();                                                                \
    if (end == s->at) {                                                        \
      s->state = Mismatched;                                                   \
      return;                                                                  \
    }                                                                          \
    s->at = end;                                                               \
    if (s->assigns)                                                            \
      *to = x;                                                                 \
    convert(s);                                                                \
  }
REAL(float, float)
REAL(double, double)

/* What is assigned must not be where it is read. */
SCANS static void checkAssigned(struct scan *s, const char *to, size_t n) {
  if (s->assigns)
    apart(to, n, s->start, s->at - s->start + 1);
}

SCANS void sooth_libc_sscan_characters(struct scan *s, char *to, int width) {
  if (!begins(s, 0))
    return;
  for (int i = 0; i < (width ? width : 1); i++) {
    if (!*s->at)
      noRoom(); /* glibc takes fewer. */
    if (s->assigns)
      to[i] = *s->at;
    s->at++;
  }
  checkAssigned(s, to, width ? width : 1);
  convert(s);
}

SCANS void sooth_libc_sscan_string(struct scan *s, char *to, int width) {
  if (!begins(s, 1))
    return;
  size_t n = 0;
  for (; *s->at && !isspace((byte)*s->at) && (!width || n < (size_t)width);
       s->at++, n++)
    if (s->assigns)
      to[n] = *s->at;
  if (s->assigns)
    to[n] = 0;
  checkAssigned(s, to, n + 1);
  convert(s);
}

/* Characters that are in \p set, or not in it. */
SCANS static _Bool isIn(const byte *set, int length, byte c) {
  for (int i = 0; i < length; i++) {
    /* As glibc reads "z-a", which the standard leaves open. */
    if (i > 0 && i + 1 < length && set[i] == '-' && set[i - 1] <= set[i + 1]) {
      if (c >= set[i - 1] && c <= set[i + 1])
        return 1;
    } else if (set[i] == c) {
      return 1;
    }
  }
  return 0;
}

SCANS void sooth_libc_sscan_set(struct scan *s, char *to, int width,
                                const char *set, int length, _Bool isIncluded) {
  if (!begins(s, 0))
    return;
  size_t n = 0;
  for (; *s->at && isIn((const byte *)set, length, *s->at) == isIncluded &&
         (!width || n < (size_t)width);
       s->at++, n++)
    if (s->assigns)
      to[n] = *s->at;
  if (n == 0) {
    s->state = Mismatched;
    return;
  }
  if (s->assigns)
    to[n] = 0;
  checkAssigned(s, to, n + 1);
  convert(s);
}
