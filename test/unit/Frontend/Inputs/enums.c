#include "program.h"

enum Color { Red = -2, Green, Blue = 10 };
typedef enum { Off, On } Switch;
typedef unsigned char Byte;

static const char *const unused = "text";
static const int limits[3] = {10, 20, 30};

static int rank(enum Color c) { return c == Green ? 1 : c > Green ? 2 : 0; }

int main(void) {
  enum Color c = Int() % 12;
  Switch s = Bool();
  Byte b = sizeof(struct { char c; long l; });
  observe(rank(c));
  observe(c);
  observe(c + Blue);
  observe(s == On);
  observe(b + sizeof(int) + sizeof(char[7]) + _Alignof(long));
  observe(sizeof c + sizeof(Byte) + sizeof 'a' + sizeof "four");
  observe(limits[1] + limits[2]);
  observe(c < 0 ? -c : c << 1);
  return 0;
}
