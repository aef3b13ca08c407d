#include "program.h"

int main(void) {
  unsigned a = Uint(), b = Uint();
  unsigned long h = 14695981039346656037UL;
  h = (h ^ a) * 1099511628211UL;
  h = (h ^ b) * 1099511628211UL;
  observe(h);
  observe(a * 2654435761u);
  observe(a + b < a); /* carry */
  observe(a - b > a);
  observe((a & b) + (a | b) == a + b);
  int i = Int();
  i = i * 1103515245 + 12345; /* wraps on the machine */
  observe(i);
  observe(-i);
  observe(i - 2000000000);
  long l = Long();
  observe(l * 3 + 1);
  observe(l + 1 > l);
  return 0;
}
