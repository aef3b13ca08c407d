// A pointer to a structure of which most is the array that comes first, moved in
// steps of other elements, stays in that array.
// RUN: sooth %s --entry=mixed --check=memory --explain-regions | FileCheck %s
// RUN: sooth %s --entry=mixed --check=memory --environment=valid | FileCheck %s --check-prefix=SAFE
// CHECK-DAG: region s: pointers of 8 bytes at 256
// CHECK-DAG: region s: integers of 4 bytes at 264
// CHECK-DAG: region s: integers of 2 bytes at 0 + 2k (128)
// SAFE: {{^}}Safe
// Of a smaller one that is not taken to be so.
// RUN: sooth %s --entry=words --check=memory --explain-regions | FileCheck %s --check-prefix=WORDS
// WORDS: region h: integers of 2 bytes at 0 + 2k
// RUN: sooth %s --entry=both --check=memory --explain-regions | FileCheck %s --check-prefix=BOTH
// BOTH: objects joined at {{.*}}first-array-of-other-elements.c:[[#@LINE+31]]:
struct state {
  unsigned table[64];
  const char *text;
  unsigned count;
};

unsigned mixed(struct state *s, unsigned i) {
  unsigned short *narrow = (unsigned short *)s;
  s->table[i % 64] = s->count;
  s->count = narrow[i % 128];
  return s->count + (s->text != 0);
}

struct header {
  unsigned id[2];
  unsigned length, sum, other;
};

unsigned words(struct header *h) {
  unsigned short *all = (unsigned short *)h;
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof *h / 2; ++i)
    sum += all[i];
  h->sum = sum;
  return sum;
}

int both(int *a, char *b, unsigned i) {
  *a = 1;
  // (What is joined is told where it is the reason for small cells.)
  void *some = i ? (void *)a : (void *)b;
  return ((char *)some)[i % 4];
}
