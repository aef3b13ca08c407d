// RUN: %corpus %s
// EXPECT: safe --check=leak
// EXPECT: unsafe --check=leak -DBUG
// The environment keeps what putenv is given, and copies what setenv is.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4);
  if (!text)
    return 0;
#ifdef BUG
  strcpy(text, "b");
  setenv("A", text, 1);
#else
  strcpy(text, "A=b");
  putenv(text);
#endif
}
