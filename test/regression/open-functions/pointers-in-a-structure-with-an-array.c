// That an index may lead out of its array makes bytes of the structure around
// it. A pointer in there is still one that callers have put there: neither
// null, where that is tested nowhere, nor one that leads nowhere.
// RUN: not sooth --check=memory %s | FileCheck %s
// CHECK: {{^}}Unsafe
// CHECK-NEXT: array.c:[[@LINE+23]]:{{[0-9]+}}: read through a null pointer
// CHECK-NOT: {{^[^ ].*}}: read
// CHECK: nth: 8 checks: 7 proved if, 1 open
// CHECK: open unless: s->bytes[s->at] and s->table[s->bytes[s->at]] are valid
// CHECK: tested: {{.*}} 1 violated
struct state {
  int count;
  unsigned char *bytes;
  unsigned short table[10];
  int at;
};

int nth(struct state *s) {
  int byte = s->bytes[s->at];
  return s->table[byte];
}

int tested(struct state *s) {
  int entry = s->table[s->at];
  if (!s->bytes)
    return entry;
  if (entry)
    s = 0;
  return s->table[1];
}
