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

long long imaxabs(long long x) { return llabs(x); }
lldiv_t imaxdiv(long long a, long long b) { return lldiv(a, b); }

/* The number of the lowest bit that is set, from 1 on; or 0. */
int ffsll(long long x) {
  for (int i = 0; i < 64; i++)
    if ((unsigned long long)x >> i & 1)
      return i + 1;
  return 0;
}
int ffsl(long x) { return x ? ffsll(x) : 0; }
int ffs(int x) {
  for (int i = 0; i < 32; i++)
    if ((unsigned)x >> i & 1)
      return i + 1;
  return 0;
}

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

/* Whether \p n, with one more \p digit, is larger than \p most, or, where that
   counts, than \p most + 1. What is divided is constant mostly. */
static _Bool isAbove(unsigned long long n, unsigned long long most,
                     _Bool isOneMore, unsigned digit, int base) {
  unsigned long long whole = most / base;
  unsigned rest = most % base;
  if (isOneMore) {
    rest++;
    if (rest == (unsigned)base)
      whole++, rest = 0;
  }
  return n > whole || (n == whole && digit > rest);
}

/* Sets the magnitude to \p limit where it is larger than \p limit, or than
   \p limit + 1 for negative numbers if \p isSigned. */
static struct number readNumber(const char *s, int base,
                                unsigned long long limit, _Bool isSigned) {
  struct number n = {0, 0, 0, NULL};
  if (base < 0 || base == 1 || base > 36)
    noRoom(); /* Not defined. */
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
    if (isAbove(n.magnitude, limit, isSigned && n.isNegative, digit, base))
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

ANY(double, anyReal, "number that a text is")
ANY(float, anySingle, "number that a text is, as float")
ANY(size_t, anyRealLength, "length of a number in a text")

/* Digits before, or after, the point. */
static const char *readDigits(const char *s, unsigned long long *number,
                              int *count) {
  for (; *s >= '0' && *s <= '9'; s++)
    if (*number != 0 || *s != '0') {
      *number = *number * 10 + (*s - '0');
      ++*count;
    }
  return s;
}

static const double powersOfTen[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* A decimal number of at most 15 digits, and a power of ten that is a number,
   too, are rounded once only. Others, "inf", "nan" and hexadecimal digits are
   left open, and all where the locale may say what the point looks like. Returns
   where the number ends, null if there is none; \p isExact tells whether \p to
   is the number. */
static const char *readReal(const char *s, double *to, _Bool *isExact) {
  while (isspace((byte)*s))
    s++;
  _Bool isNegative = *s == '-';
  if (*s == '-' || *s == '+')
    s++;
  const char *start = s;
  *isExact = 0;
  if (isOtherLocale || tolower((byte)*s) == 'i' || tolower((byte)*s) == 'n' ||
      (*s == '0' && tolower((byte)s[1]) == 'x')) {
    size_t n = anyRealLength();
    sooth_assume(n <= strlen(s));
    return n ? s + n : NULL;
  }
  unsigned long long number = 0;
  int digits = 0, after = 0, power = 0;
  _Bool hasDigits = *s >= '0' && *s <= '9';
  s = readDigits(s, &number, &digits);
  if (*s == '.') {
    const char *fraction = ++s;
    s = readDigits(s, &number, &digits);
    after = (int)(s - fraction);
    hasDigits |= after != 0;
  }
  if (!hasDigits)
    return NULL;
  if (*s == 'e' || *s == 'E') {
    const char *e = s + 1;
    _Bool isDown = *e == '-';
    if (*e == '-' || *e == '+')
      e++;
    if (*e >= '0' && *e <= '9') {
      for (; *e >= '0' && *e <= '9'; e++)
        power = power < 1000 ? power * 10 + (*e - '0') : power;
      if (isDown)
        power = -power;
      s = e;
    }
  }
  power -= after;
  if (digits <= 15 && power >= -22 && power <= 22) {
    double x = isNegative ? -(double)number : number;
    if (power > 0)
      x *= powersOfTen[power];
    if (power < 0)
      x /= powersOfTen[-power];
    *to = x;
    *isExact = 1;
  }
  return s;
}

double strtod(const char *s, char **end) {
  double x = 0;
  _Bool isExact;
  const char *after = readReal(s, &x, &isExact);
  if (end)
    *end = (char *)(after ? after : s);
  return !after ? 0 : isExact ? x : anyReal();
}

/* Rounded twice, if it was not a float before. */
float strtof(const char *s, char **end) {
  double x = strtod(s, end);
  float y = (float)x;
  return y == x ? y : anySingle();
}

double atof(const char *s) { return strtod(s, NULL); }

/* Which elements are compared, how often and in which order is left open, and
   which of those that compare equal is found, or comes first. What comparisons
   do besides that: */
enum { Nothing, MayFail, Writes };
int sooth_libc_effect_of_comparisons(void);
ANY(size_t, anyElement, "elements that qsort or bsearch compares")
ANY(_Bool, anyOfEqual, "order of elements that compare equal")
ANY(_Bool, anyOrderOfWrites, "order of comparisons that write")

typedef int comparison(const void *, const void *);

/* Two elements, or \p key and one, for what becomes of it. */
static void compareSome(const void *key, const void *array, size_t count,
                        size_t size, comparison *compare) {
  int effect = sooth_libc_effect_of_comparisons();
  if (effect == Nothing || count < 1)
    return;
  /* Who asks about what follows is told so: that is not out of reach. */
  if (effect == Writes && anyOrderOfWrites())
    undefinedFrom("order of comparisons that write");
  if (!key) {
    if (count < 2)
      return;
    key = (const byte *)array + anyElement() % count * size;
  }
  compare(key, (const byte *)array + anyElement() % count * size);
}

/* Whether more than the element at \p at equals \p key: in a sorted array that
   would be beside it. Nobody sees these comparisons. */
static _Bool hasOthers(const void *key, const byte *a, size_t at, size_t count,
                       size_t size, comparison *compare) {
  return sooth_libc_effect_of_comparisons() != Nothing ||
         (at > 0 && compare(key, a + (at - 1) * size) == 0) ||
         (at + 1 < count && compare(key, a + (at + 1) * size) == 0);
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  compareSome(key, array, count, size, compare);
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const byte *element = (const byte *)array + middle * size;
    int order = compare(key, element);
    if (order == 0) {
      if (!hasOthers(key, array, middle, count, size, compare))
        return (void *)element;
      const byte *other = (const byte *)array + anyElement() % count * size;
      _Bool isEqual = compare(key, other) == 0;
      return (void *)(isEqual && anyOfEqual() ? other : element);
    }
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

/* Insertion sort. */
void qsort(void *array, size_t count, size_t size,
           int (*compare)(const void *, const void *)) {
  byte *a = array;
  compareSome(NULL, array, count, size, compare);
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0; j--) {
      byte *right = a + j * size, *left = right - size;
      int order = compare(left, right);
      if (order < 0 || (order == 0 && anyOfEqual()))
        break;
      swapBytes(left, right, size);
    }
}

int sooth_libc_real_rand(void);
long sooth_libc_real_random(void);
ANY(int, anyRandom, "random number from the same seed")

/* From the same seed the same numbers follow. */
HIDDEN static _Bool isDrawn, isRepeated;

HIDDEN static int drawn(int x) {
  isDrawn = 1;
  return isRepeated ? anyRandom() & __INT_MAX__ : x;
}

int rand(void) {
  int x = sooth_libc_real_rand();
  x = drawn(x);
  sooth_assume(x >= 0);
  return x;
}

long random(void) {
  long x = sooth_libc_real_random();
  x = drawn((int)x);
  sooth_assume(x >= 0);
  return x;
}

void srand(unsigned seed) {
  (void)seed;
  isRepeated |= isDrawn;
}
void srandom(unsigned seed) { srand(seed); }

int rand_r(unsigned *seed) {
  *seed = anyRandom();
  return anyRandom() & __INT_MAX__;
}

/* Objects from realloc are new ones, but it may have left them in their places:
   a pointer to what it freed may equal any other, in programs that compare them
   (lib/Frontend/LLVM/CLibrary/LibraryModels.cpp). Those of its first calls are
   known. */
_Bool sooth_libc_compares_moved(void);
enum { MaxMoved = 4 };
HIDDEN static const void *moved[MaxMoved];
HIDDEN static unsigned movedCount;
ANY(_Bool, anyPlaceOfMoved, "whether realloc leaves memory in its place")

_Bool isSameObject(const void *p, const void *q) __asm__("sooth.same.object");
HIDDEN static _Bool isInOld(const void *p, const void *old) {
  return old && isSameObject(p, old);
}
/* Or a pointer into such an object. */
HIDDEN static _Bool isMoved(const void *p) {
  return isInOld(p, moved[0]) || isInOld(p, moved[1]) || isInOld(p, moved[2]) ||
         isInOld(p, moved[3]);
}

HIDDEN _Bool sooth_libc_is_same(const void *p, const void *q) {
  _Bool isOpen = movedCount > MaxMoved || isMoved(p) || isMoved(q);
  return p == q || (p && q && isOpen && anyPlaceOfMoved());
}

/* As many bytes as both have. To copy what was never written is no read. (The
   analysis of values takes a call of this as one copy.) */
void sooth_libc_copy(byte *to, size_t has, const byte *from, size_t had) {
  for (size_t i = 0; i < has && i < had; i++)
    __builtin_memcpy(to + i, from + i, 1);
}

void *realloc(void *old, size_t size) {
  /* As glibc, where C lets it choose. */
  if (old && !size) {
    free(old);
    return NULL;
  }
  if (!old)
    return malloc(size);
  void *new = malloc(size);
  if (!new)
    return NULL;
  size_t had = __builtin_dynamic_object_size(old, 0);
  sooth_libc_copy(new, size, old, had);
  if (sooth_libc_compares_moved()) {
    if (movedCount < MaxMoved)
      moved[movedCount] = old;
    movedCount += movedCount <= MaxMoved;
  }
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

/* What the environment has. */
enum { EnvironmentBytes = 1 << 23 };
extern char sooth_libc_environment[EnvironmentBytes];
ANY(_Bool, anySetting, "variable of the environment, asked for or set before")
ANY(size_t, anyPlace, "place of a variable of the environment")
ANY(char, anyCharacter, "variable of the environment, written over")
HIDDEN static _Bool isSet;

/* Of what putenv was given: a variable of another name stays beside it, one of
   the same name takes its place. */
HIDDEN static char *heldSetting;
/* Whether it is known to have succeeded, and whether there may be more. */
HIDDEN static _Bool isHeld, mayHoldOthers;

/* Whether the program calls putenv. */
_Bool sooth_libc_keeps_settings(void);

/* What putenv was given is a part of the environment. So it must be there when
   anybody looks for a variable. */
HIDDEN void sooth_libc_use_environment(void) {
  if (sooth_libc_keeps_settings() && isHeld && heldSetting)
    readToEnd(heldSetting);
}

/* What getenv has returned may be written over by functions that set variables.
   (C17 7.22.4.6p4 allows that of the next getenv, too; glibc leaves it alone.)
   So any character may have changed; four of them, as nobody could follow
   all. */
HIDDEN static void overwriteOne(void) {
  sooth_libc_environment[anyPlace() % EnvironmentBytes] = anyCharacter();
}
HIDDEN static void overwriteSettings(void) {
  overwriteOne();
  overwriteOne();
  overwriteOne();
  overwriteOne();
}

/* The value in \p setting, if that is of \p name. */
HIDDEN static char *valueIn(char *setting, const char *name) {
  size_t i = 0;
  while (name[i] && setting[i] == name[i])
    i++;
  return !name[i] && setting[i] == '=' ? setting + i + 1 : NULL;
}

/* Any variable may be set, to any text. Which of them are the same, and what
   was set by the program, is left open. */
char *getenv(const char *name) {
  readToEnd(name);
  sooth_libc_use_environment();
  if (!*name)
    return NULL;
  if (sooth_libc_keeps_settings()) {
    char *value = isHeld && heldSetting ? valueIn(heldSetting, name) : NULL;
    if (value && anySetting())
      return value;
    if (mayHoldOthers && anySetting())
      return (char *)anyPlace();
  }
  size_t start = 0;
  if (isSet) {
    if (anySetting())
      return NULL;
    start = anyPlace() % EnvironmentBytes;
  } else if (sooth_nondet_libc_bool()) {
    isSet = 1;
    return NULL;
  }
  isSet = 1;
  sooth_assume(sooth_libc_environment[EnvironmentBytes - 1] == 0);
  return sooth_libc_environment + start;
}

static int set(char *held) {
  if (isSet)
    overwriteSettings();
  isSet = 1;
  if (held && heldSetting && held != heldSetting)
    mayHoldOthers = 1;
  if (heldSetting)
    heldSetting = anySetting() ? held : heldSetting;
  else
    heldSetting = held;
  return sooth_nondet_libc_bool() ? -1 : 0;
}
int setenv(const char *name, const char *value, int overwrite) {
  readToEnd(name);
  readToEnd(value);
  sooth_libc_use_environment();
  return set(NULL);
}
int unsetenv(const char *name) {
  readToEnd(name);
  sooth_libc_use_environment();
  return set(NULL);
}
int putenv(char *setting) {
  readToEnd(setting);
  sooth_libc_use_environment();
  int result = set(setting);
  /* Without '=' nothing is held. */
  if (sooth_libc_keeps_settings()) {
    const char *end = setting;
    while (*end && *end != '=')
      end++;
    isHeld = isHeld || (!result && *end);
  }
  return result;
}
int clearenv(void) { return set(NULL); }
char *secure_getenv(const char *name) { return getenv(name); }

int system(const char *command) {
  if (command)
    readToEnd(command);
  sooth_libc_use_environment();
  loseKept();
  return sooth_nondet_libc_int();
}

HIDDEN static int process, parent;
static int known(int *number) {
  if (*number == 0) {
    int n = sooth_nondet_libc_int();
    sooth_assume(n > 0);
    *number = n;
  }
  return *number;
}
int getpid(void) { return known(&process); }
int getppid(void) { return known(&parent); }

ANY(_Bool, anyTerminal, "whether a file is a terminal, asked again")
int isatty(int file) {
  HIDDEN static _Bool isAsked;
  _Bool result = sooth_nondet_libc_bool();
  if (isAsked)
    result = anyTerminal();
  isAsked = 1;
  return result;
}
