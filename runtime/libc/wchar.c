/*===- wchar.c - Models of wchar.h ----------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* As those of string.h, in characters of a wchar_t.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"

typedef __WCHAR_TYPE__ wchar_t;

HIDDEN static int orderOf(wchar_t a, wchar_t b) { return (a > b) - (a < b); }

/* The same for all of a string. */
HIDDEN static void readText(const wchar_t *s) {
  if (sooth_libc_checks_accesses())
    while (*s)
      s++;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = c;
  return to;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
  apart(to, n * sizeof *to, from, n * sizeof *to);
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
  return wmemcpy(to, from, n) + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  if (to <= from)
    for (size_t i = 0; i < n; i++)
      to[i] = from[i];
  else
    for (size_t i = n; i > 0; i--)
      to[i - 1] = from[i - 1];
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  readAll(a, n * sizeof *a);
  readAll(b, n * sizeof *b);
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return signOf(orderOf(a[i], b[i]));
  return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c)
      return (wchar_t *)(s + i);
  return NULL;
}

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  return n;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  apart(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *to);
  return to + i;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  wcpcpy(to, from);
  return to;
}

/* Returns where the first 0 is, or the end. */
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++)
    to[i] = from[i];
  apart(to, n * sizeof *to, from, (i < n ? i + 1 : n) * sizeof *to);
  for (size_t rest = i; rest < n; rest++)
    to[rest] = 0;
  return to + i;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
  wchar_t *end = to + wcslen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++)
    end[i] = from[i];
  end[i] = 0;
  apart(end, (i + 1) * sizeof *to, from, (i < n ? i + 1 : n) * sizeof *to);
  return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return signOf(orderOf(a[i], b[i]));
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!a[i] || a[i] != b[i])
      return signOf(orderOf(a[i], b[i]));
  return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (; *s != c; s++)
    if (!*s)
      return NULL;
  return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *last = NULL;
  for (;; s++) {
    if (*s == c)
      last = s;
    if (!*s)
      return (wchar_t *)last;
  }
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  readText(set);
  while (s[n] && wcschr(set, s[n]))
    n++;
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  readText(set);
  while (s[n] && !wcschr(set, s[n]))
    n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += wcscspn(s, set);
  return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  size_t n = wcslen(part);
  for (;; s++) {
    size_t i = 0;
    while (i < n && s[i] == part[i])
      i++;
    if (i == n)
      return (wchar_t *)s;
    if (!*s)
      return NULL;
  }
}

wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest) {
  if (!s)
    s = *rest;
  if (!s)
    return NULL;
  s += wcsspn(s, set);
  if (!*s) {
    *rest = NULL;
    return NULL;
  }
  wchar_t *end = s + wcscspn(s, set);
  *rest = *end ? end + 1 : NULL;
  /* At the end of the text nothing is written: it may be a constant. */
  if (*end)
    *end = 0;
  return s;
}

wchar_t *wcsdup(const wchar_t *s) {
  wchar_t *copy = malloc((wcslen(s) + 1) * sizeof *copy);
  return copy ? wcscpy(copy, s) : NULL;
}
