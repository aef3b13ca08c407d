/*===- fuzzlibc.c - Models of the C library against the library -----------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* The fixed part of what fuzzlibc.py makes. For each row of its table a function
|* of the library and the model of it are called with the same arguments. Objects
|* are of exact size, next to a page that cannot be accessed, and on pages of
|* their own, of which all is compared afterwards; now and then they cannot be
|* written, are shared by two arguments, or are texts without an end.
|*
|* What a model leaves open it asks for; the answers are drawn from a few numbers,
|* among them what the library returned, until the model does what the library
|* did.
|*
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include <complex.h>
#include <ctype.h>
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

typedef uint64_t word;
enum { Page = 4096, MaxObjects = 4, MaxArguments = 7, MaxSize = 40 };

/* Random numbers: xorshift. */
static word randomState = 88172645463325252ull;
static word anyWord(void) {
  randomState ^= randomState << 13;
  randomState ^= randomState >> 7;
  randomState ^= randomState << 17;
  return randomState;
}
static unsigned below(unsigned n) { return (unsigned)(anyWord() >> 11) % n; }
static _Bool oneIn(unsigned n) { return below(n) == 0; }

/* What a call did. */
enum ending { Returned, Faulted, Undefined, Rejected };

union result {
  word bits[2];
  long l;
  double d;
  float f;
  long double x;
  void *p;
};

/* A library's or model's copy of the objects. */
struct side {
  unsigned char *pages[MaxObjects];
};
static struct side library, model;

struct object {
  unsigned size, start; /* in its page */
  unsigned char content[Page];
  _Bool isReadOnly;
};
static struct object objects[MaxObjects];
static unsigned objectCount;

/* An argument: a number, or a place in an object. */
struct argument {
  char kind;
  int object; /* -1: a number */
  unsigned offset;
  union result value;
};
static struct argument arguments[MaxArguments];
static unsigned argumentCount;
static _Bool areShared;

static const struct row {
  const char *name, *arguments, *flags;
  char result;
} rows[];
static const struct row *now;
static long calls, failures, openRuns;

/* The way back from a call that does not return. Not that of longjmp, which does
   more than that where it leaves functions of the library. */
static void *back[5];
static enum ending leaves;
static void leave(enum ending how) {
  leaves = how;
  __builtin_longjmp(back, 1);
}
static volatile sig_atomic_t isInside;
static word pool[48];
static unsigned poolSize;

/* Whether the last fault was a write. */
static _Bool isWrite;

static void onFault(int signal, siginfo_t *what, void *context) {
  isWrite = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
  if (!isInside) {
    printf("%s: the test itself fails\n", now->name);
    fflush(stdout);
    _exit(3);
  }
  leave(Faulted);
}

static _Bool has(const char *flag) { return strstr(now->flags, flag) != NULL; }

static word choose(void) {
  openRuns++;
  return poolSize && !oneIn(8) ? pool[below(poolSize)] : anyWord();
}

/* What models ask for. */
void sooth_assume(_Bool condition) {
  if (!condition)
    leave(Rejected);
}
/* Where it is 0, opened files are elements of an array. */
static _Bool checksAccesses = 1;
_Bool sooth_libc_checks_accesses(void) { return checksAccesses; }
_Bool sooth_libc_compares_moved(void) { return 1; }
_Bool sooth_libc_io_may_fail(void) { return oneIn(2); }
_Bool sooth_libc_keeps_files(void) { return 0; }
_Bool sooth_libc_keeps_settings(void) { return 0; }
_Bool sooth_libc_sets_streams(void) { return 0; }
double sooth_nondet_libc_float_bound(int function, double x, double y,
                                     int digits, _Bool isUpper) {
  return __builtin_nan("");
}
int sooth_libc_effect_of_comparisons(void) { return 0; }
_Bool isSameObject(const void *p, const void *q) __asm__("sooth.same.object");
_Bool isSameObject(const void *p, const void *q) { return p == q; }
void undefinedFrom(const char *what) __asm__("sooth.undefined");
void undefinedFrom(const char *what) { leave(Undefined); }
void checkRead(const void *p, word n) __asm__("sooth.check.read");
void checkRead(const void *p, word n) {
  for (word i = 0; i < n; i++)
    (void)((const volatile char *)p)[i];
}
static _Bool overlap(const char *to, word n, const char *from, word m) {
  return n && m && ((word)(to - from) < m || (word)(from - to) < n);
}
void checkOverlap(const void *to, word n, const void *from, word m,
                  _Bool countsSame) __asm__("sooth.check.overlap");
void checkOverlap(const void *to, word n, const void *from, word m,
                  _Bool countsSame) {
  if (overlap(to, n, from, m) && (countsSame || to != from))
    leave(Undefined);
}
void expectApart(const void *to, word n, const void *from, word m,
                 _Bool countsSame) __asm__("sooth.check.apart");
void expectApart(const void *to, word n, const void *from, word m,
                 _Bool countsSame) {
  checkOverlap(to, n, from, m, countsSame);
}
/* As of a constant. */
int floatLength(double x, int letter, int flags, int width,
                int precision) __asm__("sooth_nondet_libc_float_length");
word floatWord(double x, int letter, int flags, int width, int precision,
               int which) __asm__("sooth_nondet_libc_float_word");
static char floatText[64];
int floatLength(double x, int letter, int flags, int width, int precision) {
  char format[16], *p = format;
  *p++ = '%';
  for (int i = 0; i < 5; i++)
    if (flags >> i & 1)
      *p++ = "-+ #0"[i];
  sprintf(p, "*.*%c", letter);
  return snprintf(floatText, sizeof floatText, format, width, precision, x);
}
word floatWord(double x, int letter, int flags, int width, int precision,
               int which) {
  word text;
  floatLength(x, letter, flags, width, precision);
  memcpy(&text, floatText + 8 * which, sizeof text);
  return text;
}
char sooth_libc_environment[1 << 23];
char __sooth_libc_files[300][216];

static union result asResult(word bits) {
  union result r = {{0}};
  r.bits[0] = bits;
  return r;
}

/* Objects. */
static void makePages(struct side *s) {
  for (int i = 0; i < MaxObjects; i++) {
    unsigned char *p = mmap(NULL, 3 * Page, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    s->pages[i] = p + Page;
    mprotect(s->pages[i], Page, PROT_READ | PROT_WRITE);
  }
}

static void place(const struct side *s) {
  for (unsigned i = 0; i < objectCount; i++) {
    mprotect(s->pages[i], Page, PROT_READ | PROT_WRITE);
    memcpy(s->pages[i], objects[i].content, Page);
    if (objects[i].isReadOnly)
      mprotect(s->pages[i], Page, PROT_READ);
  }
}

static int newObject(unsigned size) {
  struct object *o = &objects[objectCount];
  o->size = size;
  o->start = oneIn(3) ? 0 : Page - size;
  o->isReadOnly = 0;
  memset(o->content, 'Z', Page);
  return (int)objectCount++;
}

static unsigned char *contentOf(int object) {
  return objects[object].content + objects[object].start;
}

static const char letters[] = "aAbBzZ019,;- \t\n+x.e%\x80\xff~";
static char letter(void) {
  return oneIn(3) ? "ab,"[below(3)] : letters[below(sizeof letters - 1)];
}

static int newBytes(void) {
  int o = newObject(below(oneIn(4) ? MaxSize : 9));
  for (unsigned i = 0; i < objects[o].size; i++)
    contentOf(o)[i] = oneIn(5) ? 0 : (unsigned char)letter();
  return o;
}

/* Of wide characters, with an end or without. */
static int newWide(_Bool isText) {
  unsigned length = below(oneIn(4) ? MaxSize / sizeof(wchar_t) - 2 : 6);
  _Bool ends = isText && !oneIn(10);
  int o = newObject((unsigned)sizeof(wchar_t) * (length + ends));
  for (unsigned i = 0; i < length + ends; i++) {
    wchar_t c = oneIn(8) ? (wchar_t)anyWord() : (unsigned char)letter();
    c = i == length || (!isText && oneIn(5)) ? 0 : c;
    memcpy(contentOf(o) + i * sizeof c, &c, sizeof c);
  }
  return o;
}

static int newText(_Bool isNumber, _Bool endsAlways) {
  static const char *const numbers[] = {
      "0", "-1", "+7", " 12", "0x", "0x1f", "-0x80000000", "077", "08", "0xg",
      "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "-9223372036854775809", "18446744073709551615", "18446744073709551616",
      "-18446744073709551615", "-18446744073709551616", "99999999999999999999999",
      "2147483648", "-2147483649", "z", "-z1", "  -\t3", "+-3", "1.5", "-.5e1",
      ".", "1e", "1e+", "1e22", "1e-22", "123456789012345", "0.1", "1.e3",
      "2.5e-3x", "1e400", "-1e-400", "", "\v9", "0b101", "1_0", "7fff"};
  char text[MaxSize];
  unsigned n = 0;
  if (isNumber && !oneIn(4)) {
    const char *number = numbers[below(sizeof numbers / sizeof *numbers)];
    n = (unsigned)strlen(number);
    memcpy(text, number, n);
  } else {
    unsigned length = below(oneIn(4) ? 30 : 6);
    while (n < length)
      text[n++] = isNumber ? "0123456789-+xXabfzZ. "[below(21)] : letter();
  }
  _Bool ends = endsAlways || !oneIn(10);
  unsigned room = ends && oneIn(3) ? below(6) : 0;
  if (!ends && n == 0)
    text[n++] = 'a';
  int o = newObject(n + ends + room);
  memcpy(contentOf(o), text, n);
  if (ends)
    contentOf(o)[n] = 0;
  for (unsigned i = 0; i < room; i++)
    contentOf(o)[n + 1 + i] = (unsigned char)letter();
  return o;
}

/* Numbers. */
static long anyInteger(void) {
  static const long all[] = {0,        1,        -1,       2,         7,
                             10,       127,      128,      255,       256,
                             INT_MAX,  INT_MIN,  LONG_MAX, LONG_MIN,  32,
                             UINT_MAX, 1l << 32, -2,       INT_MAX - 1, 97};
  return oneIn(3) ? (long)anyWord() : all[below(sizeof all / sizeof *all)];
}

static double anyReal(void) {
  static const double all[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5,
                               1e300, 1e-300, DBL_MIN, 5e-324, DBL_MAX,
                               INFINITY, -INFINITY, NAN, 0.1, 3.0, 1e10,
                               4503599627370495.5, 9007199254740992.0,
                               2147483647.5, 1e19, 0x1p-1030, FLT_MAX, FLT_MIN};
  if (oneIn(3)) {
    union result r = asResult(anyWord());
    return r.d;
  }
  if (oneIn(3))
    return (double)(long)(anyWord() % 2001 - 1000) / (1 << below(8));
  return all[below(sizeof all / sizeof *all)];
}

static unsigned objectSize(void) {
  unsigned least = MaxSize;
  for (unsigned i = 0; i < argumentCount; i++)
    if (arguments[i].object >= 0) {
      struct object *o = &objects[arguments[i].object];
      unsigned left = o->size - arguments[i].offset;
      least = left < least ? left : least;
    }
  return least;
}

static void drawArgument(char kind) {
  struct argument *a = &arguments[argumentCount];
  memset(a, 0, sizeof *a);
  a->kind = kind;
  a->object = -1;
  _Bool isObject = strchr("sSmMNtkKwo", kind) != NULL;
  if (isObject && objectCount && oneIn(7) && !has("apart")) {
    /* In an object that another argument is in, too. */
    a->object = (int)below(objectCount);
    a->offset = below(objects[a->object].size + 1);
    if (strchr("wo", kind))
      a->offset -= a->offset % sizeof(wchar_t);
    areShared = 1;
    for (struct argument *other = arguments; other < a && oneIn(2); other++)
      if (other->object == a->object) { /* Either may be the first one. */
        unsigned offset = other->offset;
        other->offset = a->offset;
        a->offset = offset;
      }
    argumentCount++;
    return;
  }
  switch (kind) {
  case 's':
  case 'S':
    a->object = newText(0, 0);
    break;
  case 't':
    a->object = newText(0, 1);
    break;
  case 'N': /* the text of a number */
    a->object = newText(1, 0);
    break;
  case 'U':
    a->object = newText(1, 1);
    break;
  case 'F':
    a->object = newObject(1);
    break;
  case 'T':
    a->object = newObject(sizeof(struct tm));
    break;
  case 'H':
    a->object = newObject(sizeof(struct timespec));
    break;
  case 'm':
  case 'M':
    a->object = newBytes();
    break;
  case 'w':
  case 'o':
    a->object = newWide(kind == 'w');
    break;
  case 'k': /* four bytes */
    a->object = newObject(4);
    break;
  case 'K':
    a->object = newObject(8);
    break;
  case 'x':
    a->object = newObject(sizeof(long double));
    break;
  case 'q': /* a pointer, perhaps null */
    if (!oneIn(3))
      a->object = newObject(8);
    break;
  case 'n':
    a->value.l = oneIn(5) ? (oneIn(8) ? (long)anyWord() >> 1
                                      : objectSize() + below(3))
                          : below(objectSize() + 1);
    break;
  case 'v': /* of wide characters */
    a->value.l = oneIn(9) ? (long)anyWord() >> 4
                          : below(objectSize() / sizeof(wchar_t) + 2);
    break;
  case 'r': /* that fits */
    a->value.l = below(objectSize() + 1);
    break;
  case 'c':
    a->value.l = oneIn(4) ? (int)anyWord() : letter();
    break;
  case 'a': /* for ctype.h */
    a->value.l = (int)below(257) - 1;
    break;
  case 'b':
    a->value.l = oneIn(4) ? (oneIn(4) ? 1 : 0) : 2 + below(35);
    if (oneIn(2))
      a->value.l = oneIn(2) ? 10 : 16;
    break;
  case 'i':
    a->value.l = (int)anyInteger();
    break;
  case 'l':
    a->value.l = anyInteger();
    break;
  case 'd':
    a->value.d = anyReal();
    break;
  case 'f':
    if (oneIn(3))
      a->value.bits[0] = (uint32_t)anyWord();
    else
      a->value.f = (float)anyReal();
    break;
  case 'L':
    a->value.x = (long double)anyReal();
    break;
  }
  argumentCount++;
}

static void draw(void) {
  objectCount = argumentCount = 0;
  areShared = 0;
  for (const char *k = now->arguments; *k; k++)
    drawArgument(*k);
  if (!has("written") && oneIn(12) && objectCount)
    objects[below(objectCount)].isReadOnly = 1;
}

static union result valueOn(const struct side *s, unsigned i) {
  const struct argument *a = &arguments[i];
  union result r = a->value;
  if (a->object >= 0) {
    r = asResult(0);
    r.p = s->pages[a->object] + objects[a->object].start + a->offset;
  }
  return r;
}

/* Pointers as what they are on the library's side. */
static word normalized(const struct side *s, word p) {
  for (unsigned i = 0; i < objectCount; i++)
    if (p - (word)s->pages[i] <= Page)
      return (word)library.pages[i] + (p - (word)s->pages[i]);
  return p;
}

struct outcome {
  enum ending how;
  union result result;
  char text[64];
  unsigned char content[MaxObjects][Page];
};

static union result call(int row, _Bool isModel, const union result *a);

static void run(struct outcome *to, const struct side *s, _Bool isModel) {
  union result a[MaxArguments];
  place(s);
  for (unsigned i = 0; i < argumentCount; i++)
    a[i] = valueOn(s, i);
  memset(to->text, 0, sizeof to->text);
  to->result = asResult(0);
  if (__builtin_setjmp(back) == 0) {
    isInside = 1;
    to->result = call((int)(now - rows), isModel, a);
    to->how = Returned;
  } else {
    to->how = leaves;
  }
  isInside = 0;
  for (unsigned i = 0; i < objectCount; i++)
    memcpy(to->content[i], s->pages[i], Page);
  if (to->how != Returned || has("world"))
    return;
  switch (now->result) {
  case 'p':
    to->result = asResult(normalized(s, to->result.bits[0]));
    break;
  case 'g': {
    int sign = (int)to->result.l;
    to->result = asResult((word)((sign > 0) - (sign < 0)));
    break;
  }
  case 't':
    to->result = asResult((int)to->result.l != 0);
    break;
  case 'h': { /* on the heap */
    char *text = to->result.p;
    to->result = asResult(text != NULL);
    if (text)
      snprintf(to->text, sizeof to->text, "%s", text);
    free(text);
    break;
  }
  case 'i':
    to->result = asResult((word)(int)to->result.l);
    break;
  case 'f':
    to->result = asResult(to->result.f != to->result.f ? 1
                                                       : (uint32_t)to->result.bits[0]);
    break;
  case 'd':
    if (to->result.d != to->result.d)
      to->result = asResult(1);
    break;
  case 'L':
    to->result.bits[1] &= 0xffff;
    if (to->result.x != to->result.x)
      to->result = asResult(1);
    break;
  }
  /* What was stored as a pointer. */
  for (unsigned i = 0; i < argumentCount; i++)
    if (arguments[i].kind == 'q' && arguments[i].object >= 0) {
      word p;
      unsigned char *at = to->content[arguments[i].object] +
                          objects[arguments[i].object].start;
      memcpy(&p, at, sizeof p);
      p = normalized(s, p);
      memcpy(at, &p, sizeof p);
    }
}

static double numberOf(union result r) {
  if (r.bits[0] == 1 && r.bits[1] == 0)
    return NAN;
  return now->result == 'f' ? r.f : now->result == 'd' ? r.d : (double)r.x;
}

static _Bool areSame(const struct outcome *a, const struct outcome *b) {
  if (has("zero")) {
    /* Nor is it said what becomes of a signaling NaN. */
    double x = numberOf(a->result), y = numberOf(b->result);
    if (x == y || x != x || y != y)
      return 1;
  }
  if (memcmp(&a->result.bits, &b->result.bits, sizeof a->result.bits) ||
      memcmp(a->text, b->text, sizeof a->text))
    return 0;
  for (unsigned i = 0; i < objectCount; i++)
    if (memcmp(a->content[i], b->content[i], Page))
      return 0;
  return 1;
}

static void show(const char *what, const struct outcome *o) {
  static const char *const names[] = {"returned", "faulted", "undefined",
                                      "rejected"};
  printf("  %s %s", what, names[o->how]);
  if (o->how == Returned)
    printf(" %#lx (%s)", (unsigned long)o->result.bits[0], o->text);
  for (unsigned i = 0; i < objectCount; i++) {
    printf(" {");
    for (unsigned k = 0; k < objects[i].size; k++)
      printf("%02x", o->content[i][objects[i].start + k]);
    printf("}");
  }
  printf("\n");
}

static void fail(const char *why, const struct outcome *real,
                 const struct outcome *modelled) {
  static const struct row *last;
  static int shown;
  shown = now == last ? shown + 1 : 1;
  last = now;
  failures++;
  if (shown > 3)
    return;
  printf("%s: %s\n ", now->name, why);
  for (unsigned i = 0; i < argumentCount; i++) {
    struct argument *a = &arguments[i];
    if (a->object < 0) {
      printf(" %ld(%.17g)", a->value.l, a->kind == 'f' ? a->value.f : a->value.d);
      continue;
    }
    struct object *o = &objects[a->object];
    printf(" #%d+%u%s{", a->object, a->offset, o->isReadOnly ? " const" : "");
    for (unsigned k = 0; k < o->size; k++)
      printf("%02x", contentOf(a->object)[k]);
    printf("}");
  }
  printf("\n");
  show("library", real);
  show("model  ", modelled);
}

static void fillPool(const struct outcome *real) {
  poolSize = 0;
  pool[poolSize++] = real->result.bits[0];
  pool[poolSize++] = real->result.bits[0];
  pool[poolSize++] = 0;
  pool[poolSize++] = 1;
  pool[poolSize++] = (word)-1;
  for (unsigned i = 0; i < argumentCount && poolSize < 20; i++)
    if (arguments[i].kind == 'k' && arguments[i].object >= 0) {
      int n;
      memcpy(&n, real->content[arguments[i].object] +
                     objects[arguments[i].object].start, 4);
      pool[poolSize++] = (word)n;
    } else if (arguments[i].kind == 'K' && arguments[i].object >= 0) {
      memcpy(&pool[poolSize++],
             real->content[arguments[i].object] +
                 objects[arguments[i].object].start, 8);
    } else if (arguments[i].kind == 'q' && arguments[i].object >= 0 &&
               arguments[0].object >= 0) {
      word end, start = valueOn(&library, 0).bits[0];
      memcpy(&end, real->content[arguments[i].object] +
                       objects[arguments[i].object].start, 8);
      pool[poolSize++] = end - start;
      pool[poolSize++] = end - start - 1;
    }
}

static void compare(void) {
  static struct outcome real, modelled;
  calls++;
  run(&real, &library, 0);
  fillPool(&real);
  long asked = openRuns;
  for (int attempt = 0; attempt < 3000; attempt++) {
    run(&modelled, &model, 1);
    if (modelled.how == Returned && real.how == Returned &&
        areSame(&real, &modelled))
      return;
    _Bool isWrong = modelled.how == Faulted || modelled.how == Undefined;
    if (isWrong && (real.how == Faulted || (areShared && has("restrict"))))
      return;
    if (modelled.how == Undefined && has("undefined"))
      return;
    if (modelled.how == Faulted && has(isWrite ? "writes" : "reads"))
      return; /* The library does not do all that it may. */
    if (openRuns == asked)
      break; /* Nothing to choose. */
  }
  fail(modelled.how == Faulted  ? "reads or writes more than the library"
       : real.how == Faulted    ? "reads or writes less than the library"
       : modelled.how == Undefined ? "is undefined"
                                   : "differs",
       &real, &modelled);
}

/* Of functions that depend on the world: with proper arguments no model leaves
   its objects, and the result is one that the row allows. */
static _Bool isPossible(int row, const union result *a, union result r);

static void explore(void) {
  static struct outcome modelled;
  calls++;
  poolSize = 0;
  for (word w = 0; w < 12; w++)
    pool[poolSize++] = w;
  pool[poolSize++] = (word)-1;
  pool[poolSize++] = '\n';
  for (int attempt = 0; attempt < 20; attempt++) {
    run(&modelled, &model, 1);
    union result a[MaxArguments];
    for (unsigned i = 0; i < argumentCount; i++)
      a[i] = valueOn(&model, i);
    if (modelled.how == Faulted)
      return fail("leaves its objects", &modelled, &modelled);
    if (modelled.how == Returned &&
        !isPossible((int)(now - rows), a, modelled.result))
      return fail("returns what it cannot", &modelled, &modelled);
  }
}
