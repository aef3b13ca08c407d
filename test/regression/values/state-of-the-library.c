// What one function of the library keeps, another does not change, also where its model does not
// say all that it does.
// RUN: sooth --emit=values --check=access %s | FileCheck %s
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char text[] = "a,b,c", line[32];
  static char *words[3];
  words[0] = strtok(text, ",");
  snprintf(line, sizeof line, "%s", argc > 1 ? words[0] : NULL);
  words[1] = strtok(NULL, ",");
  if (words[1])
    // CHECK: :[[@LINE+1]]:7: access: holds
    *(words[1]) = 'x';
  // CHECK: :[[@LINE+1]]:11: access: holds
  return (*words)[0];
}
