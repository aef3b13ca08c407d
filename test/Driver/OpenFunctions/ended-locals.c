// A variable that may hold the address of a local of a function that has
// returned leads nowhere, and no need of callers can mend that.
// RUN: not sooth --check=memory %s | FileCheck %s
static int *kept;
void keep(int n) { kept = &n; }
// CHECK: ended-locals.c:[[#@LINE+1]]: read: {{.*}}unknown
int read(void) { return kept ? *kept : 0; }
// CHECK: unsupported: what 'kept' leads to when the function is called

// A local is there while its function calls others.
static int *given;
void other(void);
void give(int n) { given = &n; other(); given = 0; }
// CHECK-NOT: read_given{{.*}}unknown
int read_given(void) { return given ? *given : 0; }
