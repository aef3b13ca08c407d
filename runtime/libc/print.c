/*===- print.c - What printf and its kin print ----------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Models have no variable arguments. A call whose format is known becomes calls
|* of a model for each piece of it (lib/Frontend/LLVM/CLibrary), which puts its
|* characters where the text has come to, and returns where it is then.
|* Characters from \p limit on are counted and not stored.
|*
|* How pointers look is left open, and how floating-point numbers do that are no
|* constants.
|*
\*===----------------------------------------------------------------------===*/

#include "libc.h"
#include <stdarg.h>

/* Told as what happens in the call of printf: they have no places. */
#define PRINTS __attribute__((nodebug))

/* As PrintCalls.cpp knows them. */
enum {
  Left = 1,
  Plus = 2,
  Gap = 4,
  Alternative = 8,
  Zeros = 16,
  UpperCase = 32
};

ANY(char, anyPrinted, "text that printf and its kin write")
ANY(size_t, anyLength, "length of what printf and its kin print")

PRINTS size_t sooth_libc_print_put(char *to, size_t limit, size_t at, char c) {
  if (at < limit)
    to[at] = c;
  return at + 1;
}
#define put sooth_libc_print_put

/* Most texts are padded by few characters, and what has no loop is one step to
   the verifier. */
PRINTS static size_t repeat(char *to, size_t limit, size_t at, char c, int n) {
#define ONE(i)                                                                 \
  if (n > i)                                                                   \
    at = put(to, limit, at, c);
  ONE(0)
  ONE(1)
  ONE(2)
  ONE(3)
  ONE(4)
  ONE(5) ONE(6) ONE(7) for (int i = 8; i < n; i++) at = put(to, limit, at, c);
  return at;
#undef ONE
}

PRINTS size_t sooth_libc_print_literal(char *to, size_t limit, size_t at,
                                       const char *text, size_t n) {
  if (!limit)
    return at + n;
  for (size_t i = 0; i < n; i++)
    at = put(to, limit, at, text[i]);
  return at;
}

/* What a negative width, from "*", means. */
#define WIDTH(flags, width)                                                    \
  if (width < 0) {                                                             \
    flags |= Left;                                                             \
    width = -width;                                                            \
  }

PRINTS size_t sooth_libc_print_char(char *to, size_t limit, size_t at, int c,
                                    int flags, int width, int precision) {
  WIDTH(flags, width)
  (void)precision;
  if (width > 1 && !(flags & Left))
    at = repeat(to, limit, at, ' ', width - 1);
  at = put(to, limit, at, (char)c);
  if (width > 1 && (flags & Left))
    at = repeat(to, limit, at, ' ', width - 1);
  return at;
}

/* How many bytes are, with the 0, where the text has come to \p at. */
PRINTS static size_t written(size_t limit, size_t at) {
  return (at < limit ? at : limit) + 1;
}

/* glibc prints "(null)" for null; C does not know it. */
PRINTS size_t sooth_libc_print_string(char *to, size_t limit, size_t at,
                                      const char *s, int flags, int width,
                                      int precision) {
  WIDTH(flags, width)
  if (!s)
    noRoom();
  if (width == 0 && precision < 0) {
    size_t i = 0;
    for (; s[i]; i++)
      if (at + i < limit)
        to[at + i] = s[i];
    if (limit)
      apart(to, written(limit, at + i), s, i + 1);
    return at + i;
  }
  size_t n = 0;
  while ((precision < 0 || n < (size_t)precision) && s[n])
    n++;
  if (limit)
    apart(to, written(limit, at + n), s, (size_t)precision == n ? n : n + 1);
  int pad = n < (size_t)width ? (int)(width - n) : 0;
  if (!(flags & Left))
    at = repeat(to, limit, at, ' ', pad);
  for (size_t i = 0; i < n; i++)
    at = put(to, limit, at, s[i]);
  if (flags & Left)
    at = repeat(to, limit, at, ' ', pad);
  return at;
}

/* Sign and zeros, and the blanks before them. \p n is the number of digits. */
PRINTS static size_t putHead(char *to, size_t limit, size_t at, char sign,
                             char base, int n, int flags, int width,
                             int precision) {
  int all = n > precision ? n : precision;
  int head = (sign != 0) + (base ? 2 : 0);
  if (precision < 0 && (flags & Zeros) && !(flags & Left) && width - head > all)
    all = width - head;
  if (!(flags & Left))
    at = repeat(to, limit, at, ' ', width - head - all);
  if (sign)
    at = put(to, limit, at, sign);
  if (base) {
    at = put(to, limit, at, '0');
    at = put(to, limit, at, base);
  }
  return repeat(to, limit, at, '0', all - n);
}

/* The blanks after a number, which began at \p from. */
PRINTS static size_t putTail(char *to, size_t limit, size_t from, size_t at,
                             int flags, int width) {
  if ((flags & Left) && width > 0 && at - from < (size_t)width)
    return repeat(to, limit, at, ' ', (int)(width - (at - from)));
  return at;
}

/* The digit of \p x at \p power is told, and taken off \p x. Without division,
   which is dear to solvers. */
#define DIGIT(power, more)                                                     \
  if (x >= power || begun) {                                                   \
    char d = '0';                                                              \
    more if (x >= power) x -= power, d += 1;                                   \
    begun = 1;                                                                 \
    at = put(to, limit, at, d);                                                \
  }
#define TIMES(n, power)                                                        \
  if (x >= power * n)                                                          \
    x -= power * n, d += n;
#define DIGIT4(power) DIGIT(power, TIMES(4, power) TIMES(2, power))
#define DIGIT9(power)                                                          \
  DIGIT(power, TIMES(8, power) TIMES(4, power) TIMES(2, power))
#define NINE_DIGITS                                                            \
  DIGIT9(100000000)                                                            \
  DIGIT9(10000000)                                                             \
  DIGIT9(1000000)                                                              \
  DIGIT9(100000)                                                               \
  DIGIT9(10000)                                                                \
  DIGIT9(1000)                                                                 \
  DIGIT9(100)                                                                  \
  DIGIT9(10)                                                                   \
  return put(to, limit, at, (char)('0' + x));

PRINTS static size_t putDecimal(char *to, size_t limit, size_t at, unsigned x) {
  _Bool begun = 0;
  DIGIT4(1000000000u)
  NINE_DIGITS
}

PRINTS static size_t putLongDecimal(char *to, size_t limit, size_t at,
                                    unsigned long long x) {
  _Bool begun = 0;
  DIGIT(10000000000000000000ull, )
  DIGIT9(1000000000000000000ull)
  DIGIT9(100000000000000000ull)
  DIGIT9(10000000000000000ull)
  DIGIT9(1000000000000000ull)
  DIGIT9(100000000000000ull)
  DIGIT9(10000000000000ull)
  DIGIT9(1000000000000ull)
  DIGIT9(100000000000ull)
  DIGIT9(10000000000ull)
  DIGIT9(1000000000ull)
  NINE_DIGITS
}

PRINTS static int decimals(unsigned x) {
  return 1 + (x > 9) + (x > 99) + (x > 999) + (x > 9999) + (x > 99999) +
         (x > 999999) + (x > 9999999) + (x > 99999999) + (x > 999999999);
}

PRINTS static int longDecimals(unsigned long long x) {
  return 1 + (x > 9) + (x > 99) + (x > 999) + (x > 9999) + (x > 99999) +
         (x > 999999) + (x > 9999999) + (x > 99999999) + (x > 999999999) +
         (x > 9999999999) + (x > 99999999999) + (x > 999999999999) +
         (x > 9999999999999) + (x > 99999999999999) + (x > 999999999999999) +
         (x > 9999999999999999) + (x > 99999999999999999) +
         (x > 999999999999999999) + (x > 9999999999999999999ull);
}

/* Those of a type of \p bits bits to base 16 or 8, which takes \p shift. */
PRINTS static int digitsOf(unsigned long long x, int bits, int shift) {
  int n = 1;
#define ONE(i)                                                                 \
  if (i * shift < bits)                                                        \
    n += x >> (i * shift) != 0;
#define ALL_DIGITS                                                             \
  ONE(21)                                                                      \
  ONE(20)                                                                      \
  ONE(19)                                                                      \
  ONE(18)                                                                      \
  ONE(17)                                                                      \
  ONE(16)                                                                      \
  ONE(15)                                                                      \
  ONE(14)                                                                      \
  ONE(13)                                                                      \
  ONE(12)                                                                      \
  ONE(11)                                                                      \
  ONE(10)                                                                      \
  ONE(9) ONE(8) ONE(7) ONE(6) ONE(5) ONE(4) ONE(3) ONE(2) ONE(1)
  ALL_DIGITS
  return n;
#undef ONE
}

PRINTS static char digitCharacter(unsigned d, int flags) {
  return (char)(d < 10                ? '0' + d
                : (flags & UpperCase) ? 'A' + d - 10
                                      : 'a' + d - 10);
}

PRINTS static size_t putDigits(char *to, size_t limit, size_t at,
                               unsigned long long x, int bits, int shift,
                               int flags) {
  const unsigned most = (1u << shift) - 1;
#define ONE(i)                                                                 \
  if (i * shift < bits && x >> (i * shift) != 0)                               \
    at = put(to, limit, at,                                                    \
             digitCharacter((unsigned)(x >> (i * shift)) & most, flags));
  ALL_DIGITS
  return put(to, limit, at, digitCharacter((unsigned)x & most, flags));
#undef ONE
}

#define NUMBERS(name, type, bits, decimals, decimal)                           \
  PRINTS size_t sooth_libc_print_unsigned_##name(char *to, size_t limit,       \
                                                 size_t at, type x, int flags, \
                                                 int width, int precision) {   \
    WIDTH(flags, width)                                                        \
    if (width == 0 && precision < 0)                                           \
      return limit ? decimal(to, limit, at, x) : at + decimals(x);             \
    size_t from = at;                                                          \
    int n = x || precision ? decimals(x) : 0;                                  \
    at = putHead(to, limit, at, 0, 0, n, flags, width, precision);             \
    if (n)                                                                     \
      at = decimal(to, limit, at, x);                                          \
    return putTail(to, limit, from, at, flags, width);                         \
  }                                                                            \
  PRINTS size_t sooth_libc_print_signed_##name(char *to, size_t limit,         \
                                               size_t at, type x, int flags,   \
                                               int width, int precision) {     \
    _Bool isNegative = x >> (bits - 1);                                        \
    if (isNegative)                                                            \
      x = -x;                                                                  \
    char sign = isNegative       ? '-'                                         \
                : (flags & Plus) ? '+'                                         \
                : (flags & Gap)  ? ' '                                         \
                                 : 0;                                           \
    WIDTH(flags, width)                                                        \
    if (width == 0 && precision < 0) {                                         \
      if (sign)                                                                \
        at = put(to, limit, at, sign);                                         \
      return limit ? decimal(to, limit, at, x) : at + decimals(x);             \
    }                                                                          \
    size_t from = at;                                                          \
    int n = x || precision ? decimals(x) : 0;                                  \
    at = putHead(to, limit, at, sign, 0, n, flags, width, precision);          \
    if (n)                                                                     \
      at = decimal(to, limit, at, x);                                          \
    return putTail(to, limit, from, at, flags, width);                         \
  }                                                                            \
  PRINTS size_t sooth_libc_print_hex_##name(char *to, size_t limit, size_t at, \
                                            type x, int flags, int width,      \
                                            int precision) {                   \
    WIDTH(flags, width)                                                        \
    size_t from = at;                                                          \
    int n = x || precision ? digitsOf(x, bits, 4) : 0;                         \
    char base = !x || !(flags & Alternative) ? 0                               \
                : (flags & UpperCase)        ? 'X'                             \
                                             : 'x';                                   \
    at = putHead(to, limit, at, 0, base, n, flags, width, precision);          \
    if (n)                                                                     \
      at = putDigits(to, limit, at, x, bits, 4, flags);                        \
    return putTail(to, limit, from, at, flags, width);                         \
  }                                                                            \
  PRINTS size_t sooth_libc_print_octal_##name(char *to, size_t limit,          \
                                              size_t at, type x, int flags,    \
                                              int width, int precision) {      \
    WIDTH(flags, width)                                                        \
    size_t from = at;                                                          \
    int n = x || precision ? digitsOf(x, bits, 3) : 0;                         \
    _Bool more = (flags & Alternative) && (x || !n) && precision <= n;         \
    /* The additional zero counts as a digit. */                               \
    at = putHead(to, limit, at, 0, 0, n + more, flags, width, precision);      \
    if (more)                                                                  \
      at = put(to, limit, at, '0');                                            \
    if (n)                                                                     \
      at = putDigits(to, limit, at, x, bits, 3, flags);                        \
    return putTail(to, limit, from, at, flags, width);                         \
  }

NUMBERS(int, unsigned, 32, decimals, putDecimal)
NUMBERS(long_long, unsigned long long, 64, longDecimals, putLongDecimal)

/* Some text of a length within bounds. */
PRINTS size_t sooth_libc_print_any(char *to, size_t limit, size_t at,
                                   size_t least, size_t most, int width) {
  size_t n = anyLength(), wide = width < 0 ? -width : width;
  n = most - least + 1 ? least + n % (most - least + 1) : n;
  if (wide && n < wide)
    n = wide;
  for (size_t i = 0; i < n && at + i < limit; i++)
    to[at + i] = anyPrinted();
  return at + n;
}

/* Of a number that is a constant the verifier answers how long its text is, and
   what its characters are, eight in a word (Passes/FloatTexts.h). Of others, and
   of longer texts, the length is negative. */
int sooth_nondet_libc_float_length(double x, int letter, int flags, int width,
                                   int precision);
unsigned long long sooth_nondet_libc_float_word(double x, int letter, int flags,
                                                int width, int precision,
                                                int word);

PRINTS size_t sooth_libc_print_double(char *to, size_t limit, size_t at,
                                      size_t least, size_t most, double x,
                                      int letter, int flags, int width,
                                      int precision) {
  int n =
      sooth_nondet_libc_float_length(x, letter, flags, width, precision);
  if (n < 0 || n > 32)
    return sooth_libc_print_any(to, limit, at, least, most, width);
#define WORD(k)                                                                \
  unsigned long long word##k = sooth_nondet_libc_float_word(                   \
      x, letter, flags, width, precision, k);                                  \
  for (int i = 8 * k; i < n && i < 8 * k + 8; i++, word##k >>= 8)              \
    at = put(to, limit, at, (char)word##k);
  WORD(0) WORD(1) WORD(2) WORD(3)
  return at;
#undef WORD
}

/* How many characters fit before the 0. */
PRINTS size_t sooth_libc_print_room(size_t size) { return size ? size - 1 : 0; }

/* Ends the text, if there is room for that at all. */
PRINTS int sooth_libc_print_end(char *to, size_t limit, size_t size,
                                size_t at) {
  if (size)
    to[at < limit ? at : limit] = 0;
  return (int)at;
}

PRINTS char *sooth_libc_print_allocate(char **to, size_t length) {
  return *to = malloc(length + 1);
}

PRINTS int sooth_libc_print_allocated(char *to, size_t length) {
  if (!to)
    return -1;
  to[length] = 0;
  return (int)length;
}

/* Arguments that vprintf and its kin are given. */
PRINTS int sooth_libc_next_int(va_list *more) { return va_arg(*more, int); }

PRINTS long long sooth_libc_next_long_long(va_list *more) {
  return va_arg(*more, long long);
}

PRINTS void *sooth_libc_next_pointer(va_list *more) {
  return va_arg(*more, void *);
}

/* What is printed to a file is only read. */
PRINTS void sooth_libc_read_string(const char *s, int precision) {
  if (sooth_libc_checks_accesses()) {
    size_t n = 0;
    if (!s)
      noRoom();
    while ((precision < 0 || n < (size_t)precision) && s[n])
      n++;
  }
}

/* Where the format is not known. */
PRINTS size_t sooth_libc_print_unknown(void) {
  return anyLength() & __INT_MAX__;
}

/* Without the variable arguments, which are only read. */
int sprintf(char *to, const char *format) {
  (void)format;
  size_t limit = sooth_libc_print_unknown();
  size_t at = sooth_libc_print_any(to, limit, 0, limit, limit, 0);
  to[at] = 0;
  return (int)at;
}

int snprintf(char *to, size_t size, const char *format) {
  (void)format;
  size_t limit = sooth_libc_print_room(size);
  size_t n = sooth_libc_print_unknown();
  size_t at = sooth_libc_print_any(to, limit, 0, n, n, 0);
  return sooth_libc_print_end(to, limit, size, at);
}

int vsprintf(char *to, const char *format) { return sprintf(to, format); }

int vsnprintf(char *to, size_t size, const char *format) {
  return snprintf(to, size, format);
}

int asprintf(char **to, const char *format) {
  (void)format;
  size_t n = sooth_libc_print_unknown();
  char *text = sooth_libc_print_allocate(to, n);
  if (text)
    sooth_libc_print_any(text, n, 0, n, n, 0);
  return sooth_libc_print_allocated(text, n);
}

int vasprintf(char **to, const char *format) { return asprintf(to, format); }
