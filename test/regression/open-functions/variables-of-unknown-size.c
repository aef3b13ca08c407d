// How far a variable goes whose size another file says is not known: that an
// access leaves it is not said, nor that what comes after is not reached.
// RUN: not sooth --check=memory,div --all --calls=summarized %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK-NOT: {{^[^ ].*}}: read outside of {{.*}}, size = 0
// CHECK-DAG: no read outside of 'table': unknown: unsupported: read outside of 'table'
// CHECK-DAG: no read outside of 'names': unknown
// CHECK-DAG: no read outside of 'record': unknown
// CHECK-DAG: no read outside of 'table' or 'own' (16 bytes, line [[@LINE+14]]): can fail
// CHECK-DAG: size.c:[[@LINE+20]]:{{[0-9]+}}: no division by zero or overflow: can fail
// CHECK-DAG: size.c:[[@LINE+20]]:{{[0-9]+}}: no write outside of 'table': unknown
// CHECK-DAG: size.c:[[@LINE+19]]:{{[0-9]+}}: no division by zero or overflow: holds
// RUN: not sooth --check=memory --entry=at_two --calls=summarized %s | FileCheck %s --check-prefix=ONE
// ONE: Unknown: unsupported: read outside of 'table'
// An engine that finds such an access first does not hide the one of 'own'.
// RUN: not sooth --check=memory --entry=either --engine=bmc %s | FileCheck %s --check-prefix=EITHER
// EITHER: {{^}}Unsafe
// EITHER-NEXT: read outside of 'table' or 'own'
// EITHER-NEXT: which = 0
extern int table[];
extern const char names[][8];
extern struct { int first, rest[]; } record;
static int own[4];

int at(unsigned i) { return table[i]; }
int at_two(void) { return table[2]; }
int letter(unsigned i) { return names[i][3]; }
int nth(int i) { return record.rest[i]; }
int either(int which, unsigned i) { return (which ? table : own)[i]; }
int behind(int z, unsigned i) { return table[i] + 10 / z; }
int tested(int z, unsigned i) { table[i] = 1; return z ? 10 / z : 0; }
