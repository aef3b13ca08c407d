#include <stdio.h>

static int first(const char *text, char c, int end) {
  int i;
  for (i = 0; i < end && text[i] != c; i++)
    ;
  if (i == end || !text[i])
    return -1;
  i += 1;
  return i - 1;
}

int main(void) {
  int found = first("abcabc", 'c', 6);
  printf("%d %d %d\n", found, first("abc", 'd', 3), first("abc", 'd', 5));
  return 0;
}
