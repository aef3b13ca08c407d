// Functions also run before and after main if a pointer to them is in a certain section, and
// assembly may give variables other names. That is not modelled.
// RUN: not sooth --check=div -DSECTION='".init_array"' %s | FileCheck %s
// RUN: not sooth --check=div -DSECTION='".init_array.00200"' %s | FileCheck %s
// RUN: not sooth --check=div -DSECTION='".preinit_array"' %s | FileCheck %s
// RUN: not sooth --check=div -DSECTION='".fini_array"' %s | FileCheck %s
// RUN: not sooth --emit=values --check=memory,div -DSECTION='".init_array"' %s | FileCheck %s
// RUN: not sooth --check=div -DNAMES='".set other, divisor"' %s | \
// RUN:   FileCheck %s --check-prefix=NAMES
// RUN: not sooth --emit=values --check=memory,div -DNAMES='".set other, divisor"' %s | \
// RUN:   FileCheck %s --check-prefix=NAMES
// RUN: sooth --check=div -DSECTION='".data.mine"' -DNAMES='".hidden divisor"' %s | \
// RUN:   FileCheck %s --check-prefix=SAFE
// CHECK: Unknown: unsupported: {{con|de}}structor 'run'
// NAMES: Unknown: unsupported: inline assembly that names '{{divisor|other}}'
// SAFE: Safe
int divisor = 1;
extern int other;
static void run(void) { divisor = 10 / divisor - 10; }
#ifdef SECTION
__attribute__((section(SECTION), used)) static void (*pointer)(void) = run;
#endif
#ifdef NAMES
__asm__(NAMES);
#endif
int main(void) {
#ifndef SECTION
  other = 0;
#endif
  return 10 / divisor;
}
