// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// A small printf of the program's own.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static int format(char *to, const char *f, ...) {
  va_list list;
  int n = 0;
  va_start(list, f);
  for (; *f; ++f) {
    if (*f != '%') {
      to[n++] = *f;
      continue;
    }
    switch (*++f) {
    case 'd': {
      unsigned value = va_arg(list, int);
      if (value > 9)
        to[n++] = '0' + value / 10 % 10;
      to[n++] = '0' + value % 10;
      break;
    }
    case 'c':
      to[n++] = va_arg(list, int);
      break;
    case 's':
      for (const char *s = va_arg(list, const char *); *s; ++s)
        to[n++] = *s;
      break;
    }
  }
  va_end(list);
  to[n] = 0;
  return n;
}
int main(void) {
  char text[12];
  int d = sooth_nondet_uchar() & 15;
  int length = format(text, "%s=%d%c", "ab", d, 'm');
#ifdef BUG
  assert(length == 5);
#else
  assert(text[0] == 'a' && text[2] == '=');
  assert(length == (d > 9 ? 6 : 5) && text[length - 1] == 'm');
#endif
}
