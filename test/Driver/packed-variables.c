// What functions find in variables at first is not stored by the program: no
// member needs to be aligned for that.
// RUN: not sooth %s --check=memory | FileCheck %s
// RUN: not sooth %s --check=memory -DBAD | FileCheck %s --check-prefix=BAD
struct __attribute__((packed)) packed {
  char kind;
  int number;
  void *pointer;
};
struct packed one;
static struct packed all[3];

#pragma pack(push, 2)
struct by_two {
  char kind;
  double value;
  struct packed in[2];
} two;
#pragma pack(pop)

struct bits {
  char kind;
  unsigned few : 5;
  int some : 7;
  char name[9];
  unsigned long many : 33;
} bits[2];

// CHECK: {{^}}nothing to check
// CHECK-NOT: violated
int kinds(void) { return one.kind + all[1].kind + two.kind + bits[1].kind; }
int numbers(void) { return one.number ^ all[2].number ^ two.in[1].number; }
double value(void) { return two.value; }
int some(void) { return bits[0].some + (bits[1].many == 3); }
void set(int n) {
  one.number = n;
  all[0].number = n;
  two.in[0].number = n;
  bits[1].few = n;
  bits[0].many = n;
}
int found(void) { return one.pointer != 0; }
#ifdef BAD
// BAD: {{^}}Unsafe
// BAD: address: {{.*}}violated
int address(void) {
  int *p = &one.number;
  return *p;
}
#endif
