/*===- stdlib.c - Models of stdlib.h --------------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "libc.h"

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int digitValue(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 36;
}

/* What all conversions of integers read. */
struct number {
  _Bool isNegative, isTooLarge;
  unsigned long long magnitude;
  const char *end; /* null where there is no number */
};

/* Sets the magnitude to \p limit where it is larger than \p limit, or than
   \p limit + 1 for negative numbers if \p isSigned. */
static struct number readNumber(const char *s, int base,
                                unsigned long long limit, _Bool isSigned) {
  struct number n = {0, 0, 0, NULL};
  while (isspace((byte)*s))
    s++;
  if (*s == '-' || *s == '+') {
    n.isNegative = *s == '-';
    s++;
  }
  unsigned long long most = limit + (isSigned && n.isNegative);
  if ((base == 0 || base == 16) && s[0] == '0' &&
      (s[1] == 'x' || s[1] == 'X') && digitValue(s[2]) < 16) {
    s += 2;
    base = 16;
  }
  if (base == 0)
    base = *s == '0' ? 8 : 10;
  for (; digitValue(*s) < base; s++) {
    unsigned digit = digitValue(*s);
    if (n.magnitude > (most - digit) / base)
      n.isTooLarge = 1;
    else
      n.magnitude = n.magnitude * base + digit;
    n.end = s + 1;
  }
  if (n.isTooLarge)
    n.magnitude = most;
  return n;
}

static void storeEnd(const char *s, const struct number *n, char **end) {
  if (end)
    *end = (char *)(n->end ? n->end : s);
}

long strtol(const char *s, char **end, int base) {
  struct number n = readNumber(s, base, __LONG_MAX__, 1);
  storeEnd(s, &n, end);
  return n.isNegative ? -n.magnitude : n.magnitude;
}

long long strtoll(const char *s, char **end, int base) {
  struct number n = readNumber(s, base, __LONG_LONG_MAX__, 1);
  storeEnd(s, &n, end);
  return n.isNegative ? -n.magnitude : n.magnitude;
}

unsigned long strtoul(const char *s, char **end, int base) {
  struct number n = readNumber(s, base, ~0ul, 0);
  storeEnd(s, &n, end);
  return n.isNegative && !n.isTooLarge ? -n.magnitude : n.magnitude;
}

unsigned long long strtoull(const char *s, char **end, int base) {
  struct number n = readNumber(s, base, ~0ull, 0);
  storeEnd(s, &n, end);
  return n.isNegative && !n.isTooLarge ? -n.magnitude : n.magnitude;
}

long atol(const char *s) { return strtol(s, NULL, 10); }
long long atoll(const char *s) { return strtoll(s, NULL, 10); }
int atoi(const char *s) { return (int)strtol(s, NULL, 10); }

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const byte *element = (const byte *)array + middle * size;
    int order = compare(key, element);
    if (order == 0)
      return (void *)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

static void swapBytes(byte *a, byte *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    byte old = a[i];
    a[i] = b[i];
    b[i] = old;
  }
}

/* Insertion sort. Elements that compare equal may be in any order, of which
   this is one: what holds here need not hold for another C library. */
void qsort(void *array, size_t count, size_t size,
           int (*compare)(const void *, const void *)) {
  byte *a = array;
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      byte *right = a + j * size, *left = right - size;
      if (compare(left, right) <= 0)
        break;
      swapBytes(left, right, size);
    }
}

int sooth_libc_real_rand(void);
long sooth_libc_real_random(void);

int rand(void) {
  int x = sooth_libc_real_rand();
  sooth_assume(x >= 0);
  return x;
}

long random(void) {
  long x = sooth_libc_real_random();
  sooth_assume(x >= 0 && x <= 0x7fffffff);
  return x;
}

void srand(unsigned seed) { (void)seed; }
void srandom(unsigned seed) { (void)seed; }

void *realloc(void *old, size_t size) {
  void *new = malloc(size);
  if (!new || !old)
    return new;
  size_t had = __builtin_dynamic_object_size(old, 0);
  for (size_t i = 0; i < size && i < had; i++)
    ((byte *)new)[i] = ((const byte *)old)[i];
  free(old);
  return new;
}

/* As many as C promises. What happens to more is not known. */
enum { MaxExitHandlers = 32 };
static void (*exitHandlers[MaxExitHandlers])(void);
static int exitHandlerCount;

int atexit(void (*handler)(void)) {
  if (exitHandlerCount == MaxExitHandlers)
    noRoom();
  exitHandlers[exitHandlerCount++] = handler;
  return 0;
}

/* In reverse order. Handlers may register others. */
void sooth_libc_run_exit_handlers(void) {
  while (exitHandlerCount > 0)
    exitHandlers[--exitHandlerCount]();
}
