// A border of what is filled may cut through a number.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
#include <string.h>

static int all[400];
struct pair { int one, other; };
static struct pair pairs[20];

int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < 400; i++)
    all[i] = -1;
  int at = argc > 7 ? 7 : argc;
  memset((char *)all + at, 0, 1001);
  // All ones, all zeros, or three bytes of zeros.
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  sum += 100 / (all[0] - 255);
  for (int i = 0; i < 20; i++)
    pairs[i].one = pairs[i].other = 0;
  at = argc & 15;
  memset(&pairs[at], 0, 2 * sizeof(struct pair));
  // CHECK-DAG: :[[#@LINE+1]]:14: div: holds
  sum += 100 / (pairs[3].one + 1);
  return sum;
}
