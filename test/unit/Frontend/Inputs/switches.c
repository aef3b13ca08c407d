#include "program.h"

static int classify(int x) {
  switch (x) {
  case -1:
    return 100;
  default:
    x += 1000;
  case 1: /* falls through */
    x += 1;
  case 2:
  case 3:
    return x;
  case 4 ... 9:
    x *= 2;
    break;
  case 0x7fffffff:
    return 7;
  }
  return x + 50;
}

static int nested(unsigned char a, long b) {
  int r = 0;
  switch (a & 3) {
  case 0:
    switch (b) {
    case 0:
      return 1;
    case 5:
      r = 2;
      break;
    case 0x100000000:
      r = 3;
    }
    r += 10;
    break;
  case 1:
    r = 20;
    if (b > 0)
      break;
  case 2:
    r++;
  }
  return r;
}

int main(void) {
  observe(classify(Int()));
  observe(nested(Uchar(), Long()));
  switch (Bool()) {
  case 1:
    observe(1);
    break;
  case 0:
    observe(2);
  }
  switch (Uint())
    ;
  return 0;
}
