// Whatever is done with a stream after fclose or pclose is a violation, told in
// the line of the program that does it. The three streams that are there at the
// beginning, and those that are open at the end, are in order.
// RUN: not sooth %s --check=memory -DUSE='fgetc(f)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fprintf(f,"a %%d",3)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fscanf(f,"%%d",&n)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fputs("a",f)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fwrite(&n,1,1,f)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fseek(f,0,0)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fflush(f)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='feof(f)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='fclose(f)' | FileCheck %s
// RUN: not sooth %s --check=memory -DUSE='pclose(f)' -DOPEN='popen("a","r")' \
// RUN:   -DCLOSE=pclose | FileCheck %s
// RUN: sooth %s --check=memory -DUSE='fflush(NULL)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory -DUSE='fclose(g)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory -DUSE='again(f)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory -DUSE='puts("")' -DCLOSE=feof | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s --check=memory -DUSE='printf("")' -DOPEN=stdout | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --check=overflow -DUSE='fgetc(f)' | FileCheck %s --check-prefix=NONE
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: :[[#@LINE+23]]:{{.*}}memory of 216 bytes from '{{.}}open' in line [[#@LINE+19]], after it was freed in line [[#@LINE+22]]
// NONE: nothing to check
// SAFE: {{^}}Safe{{$}}
#include <stdio.h>
#ifndef OPEN
#define OPEN fopen("a", "r+")
#endif
#ifndef CLOSE
#define CLOSE fclose
#endif

void again(FILE *f) {
  f = fopen("b", "w");
  if (f)
    fclose(f);
}

int main(void) {
  int n = 0;
  FILE *f = OPEN, *g = fopen("c", "w");
  if (!f || !g)
    return 1;
  CLOSE(f);
  (void)USE;
  return n > 5;
}
