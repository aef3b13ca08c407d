#include "program.h"

/* A loop with two entries, and jumps out of nested ones. */
int main(void) {
  int n = Uint() % 8, sum = 0, i = 0, j;
  if (Bool())
    goto inside;
again:
  i++;
  sum += 10;
inside:
  sum += i;
  if (i < n)
    goto again;
  observe(sum);
  for (i = 0; i < 5; i++)
    for (j = 0; j < 5; j++)
      if (i * j == n)
        goto found;
  observe(-1);
  goto end;
found:
  observe(i * 10 + j);
end:
  if (sum > 60)
    reach_error();
  return sum;
}
