/*===- string.c - Models of string.h --------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "libc.h"

void *memcpy(void *to, const void *from, size_t n) {
  byte *t = to;
  const byte *f = from;
  if (to != from) /* as clang makes of `*p = *p` */
    apart(to, n, from, n);
  for (size_t i = 0; i < n; i++)
    t[i] = f[i];
  return to;
}

void *mempcpy(void *to, const void *from, size_t n) {
  memcpy(to, from, n);
  return (byte *)to + n;
}

/* Where the objects differ, which is "behind" has no influence. */
void *memmove(void *to, const void *from, size_t n) {
  byte *t = to;
  const byte *f = from;
  if (t <= f)
    for (size_t i = 0; i < n; i++)
      t[i] = f[i];
  else
    for (size_t i = n; i > 0; i--)
      t[i - 1] = f[i - 1];
  return to;
}

void *memset(void *to, int c, size_t n) {
  byte *t = to;
  for (size_t i = 0; i < n; i++)
    t[i] = (byte)c;
  return to;
}

/* All bytes are compared; that the result may be known before is nothing to
   rely on. */
int memcmp(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  readAll(a, n);
  readAll(b, n);
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return signOf(x[i] - y[i]);
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  const byte *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)c)
      return (void *)(p + i);
  return NULL;
}

/* Other than memchr, which reads one by one until it finds it. */
void *memrchr(const void *s, int c, size_t n) {
  const byte *p = s;
  readAll(s, n);
  for (size_t i = n; i > 0; i--)
    if (p[i - 1] == (byte)c)
      return (void *)(p + i - 1);
  return NULL;
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  return n;
}

/* Whether \p s and its end have more than \p room bytes; computed from the
   text, so that it is known whose choice that is. */
HIDDEN _Bool sooth_libc_text_exceeds(const char *s, size_t room) {
  char last = 1;
  for (size_t n = 0; n < room && last; n++)
    last = s[n];
  return last != 0;
}

/* The same of \p to with up to \p max characters of \p s behind it. */
HIDDEN _Bool sooth_libc_appended_exceeds(const char *to, const char *s,
                                         size_t max, size_t room) {
  size_t n = 0;
  while (n < room && to[n])
    n++;
  char last = 1;
  for (size_t i = 0; n < room && last; n++, i++)
    last = i < max ? s[i] : 0;
  return last != 0;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  apart(to, i + 1, from, i + 1);
  return to + i;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  apart(to, n, from, i < n ? i + 1 : n);
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

/* Returns where the first 0 is, or the end. */
char *stpncpy(char *to, const char *from, size_t n) {
  strncpy(to, from, n);
  return to + strnlen(to, n);
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  char *end = to + strlen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++)
    end[i] = from[i];
  end[i] = 0;
  apart(end, i + 1, from, i < n ? i + 1 : n);
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return signOf((byte)a[i] - (byte)b[i]);
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!a[i] || a[i] != b[i])
      return signOf((byte)a[i] - (byte)b[i]);
  return 0;
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && tolower((byte)a[i]) == tolower((byte)b[i]))
    i++;
  return signOf(tolower((byte)a[i]) - tolower((byte)b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!a[i] || tolower((byte)a[i]) != tolower((byte)b[i]))
      return signOf(tolower((byte)a[i]) - tolower((byte)b[i]));
  return 0;
}

char *strchr(const char *s, int c) {
  for (; *s != (char)c; s++)
    if (!*s)
      return NULL;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)c)
      last = s;
    if (!*s)
      return (char *)last;
  }
}

/* Of the set all is read, whether it is needed or not. */
size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  readToEnd(set);
  while (s[n] && strchr(set, s[n]))
    n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  readToEnd(set);
  while (s[n] && !strchr(set, s[n]))
    n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : NULL;
}

char *strstr(const char *s, const char *part) {
  size_t n = strlen(part);
  for (;; s++) {
    size_t i = 0;
    while (i < n && s[i] == part[i])
      i++;
    if (i == n)
      return (char *)s;
    if (!*s)
      return NULL;
  }
}

char *strtok_r(char *s, const char *set, char **rest) {
  if (!s)
    s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  /* At the end of the text nothing is written: it may be a constant. */
  char *end = s + strcspn(s, set);
  if (*end)
    *end++ = 0;
  *rest = end;
  return s;
}

char *strtok(char *s, const char *set) {
  static char *rest;
  return strtok_r(s, set, &rest);
}

char *strndup(const char *s, size_t max) {
  size_t n = strnlen(s, max);
  char *copy = malloc(n + 1);
  if (!copy)
    return NULL;
  for (size_t i = 0; i < n; i++)
    copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  return copy ? strcpy(copy, s) : NULL;
}

char *strsep(char **at, const char *set) {
  char *s = *at;
  if (!s)
    return NULL;
  char *end = s + strcspn(s, set);
  if (*end) {
    *end = 0;
    *at = end + 1;
  } else {
    *at = NULL;
  }
  return s;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c)
    s++;
  return (char *)s;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  byte *t = to;
  const byte *f = from;
  for (size_t i = 0; i < n; i++) {
    byte next = f[i];
    t[i] = next;
    if (next == (byte)c) {
      apart(to, i + 1, from, i + 1);
      return t + i + 1;
    }
  }
  apart(to, n, from, n);
  return NULL;
}

void *memmem(const void *all, size_t n, const void *part, size_t length) {
  const byte *s = all, *p = part;
  readAll(all, n);
  readAll(part, length);
  for (size_t at = 0; length <= n && at <= n - length; at++) {
    size_t i = 0;
    while (i < length && s[at + i] == p[i])
      i++;
    if (i == length)
      return (void *)(s + at);
  }
  return NULL;
}

char *strcasestr(const char *s, const char *part) {
  readToEnd(s);
  size_t n = strlen(part);
  for (;; s++) {
    size_t i = 0;
    while (i < n && tolower((byte)s[i]) == tolower((byte)part[i]))
      i++;
    if (i == n)
      return (char *)s;
    if (!*s)
      return NULL;
  }
}

void bzero(void *to, size_t n) { memset(to, 0, n); }
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }
void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

ANY(char, anyText, "text of the C library")
ANY(size_t, anyTextLength, "length of a text of the C library")
ANY(_Bool, anyLocale, "whether a locale exists")
ANY(int, anyOrder, "order of texts in another locale")

enum { TextBytes = 256 };

/* Some text. A mask shows to everyone that it fits. */
static char *someText(char *to) {
  size_t n = anyTextLength() & (TextBytes - 1);
  for (size_t i = 0; i < n; i++) {
    char c = anyText();
    to[i] = c + (c == 0);
  }
  to[n] = 0;
  return to;
}

char *strerror(int number) {
  static char text[TextBytes];
  return someText(text);
}

/* How numbers are written, as struct lconv of glibc. */
enum { Conventions = 10, ConventionNumbers = 14, ConventionBytes = 32 };
static struct conventions {
  char *texts[Conventions];
  char numbers[ConventionNumbers];
} conventions;
HIDDEN static _Bool isConventionAsked;

/* Only the first of the texts, the decimal point, is not empty in "C". In other
   locales it is any but empty, as the others may be, and they may be in another
   place. */
HIDDEN static void fillConventions(void) {
  static char points[2 * ConventionBytes], others[2 * ConventionBytes];
  int at = isOtherLocale && anyLocale() ? ConventionBytes : 0;
  for (int i = 0; i < 2 * ConventionBytes; i++) {
    _Bool isOpen = isOtherLocale && i % ConventionBytes != ConventionBytes - 1;
    points[i] = others[i] = 0;
    if (isOpen) {
      points[i] = anyText();
      others[i] = anyText();
    }
    if (i % ConventionBytes == 0 && points[i] == 0)
      points[i] = '.';
  }
  for (int i = 0; i < Conventions; i++)
    conventions.texts[i] = i ? others + at : points + at;
  for (int i = 0; i < ConventionNumbers; i++)
    conventions.numbers[i] = isOtherLocale ? anyText() : __SCHAR_MAX__;
}

struct conventions *localeconv(void) {
  isConventionAsked = 1;
  fillConventions();
  return &conventions;
}

char *setlocale(int category, const char *locale) {
  static char text[TextBytes];
  if (locale) {
    readToEnd(locale);
    if (!locale[0])
      sooth_libc_use_environment();
    _Bool fails = sooth_nondet_libc_bool();
    if (isOtherLocale)
      fails = anyLocale(); /* As it did before, if it is the same. */
    isOtherLocale = 1;
    if (isConventionAsked)
      fillConventions(); /* C17 7.11.2.1p8 */
    /* These exist. */
    if (fails && locale[0] && strcmp(locale, "C"))
      return NULL;
  }
  return someText(text);
}

int strcoll(const char *a, const char *b) {
  return isOtherLocale ? anyOrder() : strcmp(a, b);
}
