// Numbers in memory that are used as indices of arrays without a test: callers
// keep that they are.
// RUN: not sooth --check=memory,div,shift %s | FileCheck %s

// Elements of what is given, as in decoders of prefix codes.
// CHECK: :[[@LINE+3]]: histogram: {{.*}}proved if{{$}}
// CHECK: needs: 0 <= lengths[i] < 16
// CHECK-NOT: unknown
unsigned histogram(const unsigned short *lengths, unsigned n) {
  unsigned count[16] = {0};
  for (unsigned i = 0; i < n; ++i)
    ++count[lengths[i]];
  return count[0];
}

struct coder {
  unsigned short *symbols;
  unsigned used;
  int kind;
  unsigned char selector[18];
  int cost[6][20];
  int last[20];
};

// Members, and elements of members.
// CHECK: :[[@LINE+3]]: selected: {{.*}}proved if{{$}}
// CHECK-DAG: needs: in each struct coder, 0 <= selector[i] < 6
// CHECK-DAG: needs: in each struct coder, 0 <= kind < 20
int selected(const struct coder *c, unsigned i) {
  return i < 18 ? c->cost[c->selector[i]][c->kind] : 0;
}
// CHECK: :[[@LINE+2]]: coded: {{.*}}proved if{{$}}
// CHECK: needs: in each struct coder, 0 <= symbols[i] < 20
int coded(const struct coder *c) {
  int sum = 0;
  for (unsigned i = 0; i < c->used; ++i)
    sum ^= c->cost[0][c->symbols[i]];
  return sum;
}

// From one on. That one place is valid says as much.
// CHECK: :[[@LINE+2]]: before: {{.*}}proved if{{$}}
// CHECK: needs: in each struct coder, 1 <= kind < 21
int before(const struct coder *c) { return c->last[c->kind - 1]; }

// The program tests it itself, and the test is wrong.
// CHECK: :[[@LINE+3]]: tested: {{.*}}open{{$}}
// CHECK-NOT: kind <
// CHECK: open unless: c->last[c->kind] is valid
int tested(const struct coder *c) {
  return c->kind >= 0 && c->kind <= 20 ? c->last[c->kind] : 0;
}

// Bytes are indices of 256 elements in any case.
// CHECK: :[[@LINE+2]]: classes: {{.*}}proved if{{$}}
// CHECK-NOT: needs: {{.*}}text[i]
int classes(const unsigned char *text, unsigned n) {
  static int table[256];
  for (unsigned i = 0; i < n; ++i)
    ++table[text[i]];
  return table[0];
}

// It is another number by then.
// CHECK: :[[@LINE+1]]: changed: {{.*}} 1 unknown
int changed(struct coder *c) {
  c->kind++;
  return c->last[c->kind];
}

// A function that is not seen keeps it, where nothing else writes such numbers.
void log_coder(struct coder *c);
// CHECK: :[[@LINE+2]]: kept: {{.*}}proved if{{$}}
// CHECK: needs: in each struct coder, 0 <= kind < 20
int kept(struct coder *c) {
  log_coder(c);
  return c->last[c->kind];
}

// CHECK: :[[@LINE+1]]: written: {{.*}} {{[1-9]}} unknown
int written(struct coder *c) {
  c->kind = 20;
  log_coder(c);
  return c->last[c->kind];
}
