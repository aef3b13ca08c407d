#include "program.h"

/* Duff's device: a switch into a loop. */
int main(void) {
  int count = Uint() % 20 + 1, copied = 0, rounds = 0;
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      rounds++;
      copied += 1;
    case 3:
      copied += 1;
    case 2:
      copied += 1;
    case 1:
      copied += 1;
    } while (--n > 0);
  }
  observe(copied);
  observe(rounds);
  if (copied != count)
    reach_error();
  return 0;
}
