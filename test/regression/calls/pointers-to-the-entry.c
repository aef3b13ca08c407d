// A pointer may lead to the function where runs begin, and to one that is called
// by its name, also where only code that is not reached takes their addresses.
// RUN: not sooth --check=div --all %s | FileCheck %s
// CHECK-NOT: division {{.*}}: holds{{$| if (what|after|c !=|pointers)}}
struct coder {
  struct coder *next;
  void (*end)(struct coder *);
  int (*size)(int);
};
static int count = 1, total = 1, sum = 1;
static void finish(struct coder *c) {
  if (c->next) {
    count = 1;
    c->next->end(c->next);
    count = 10 / count;
  }
  count = 0;
}
static void other(struct coder *c) { c->next = 0; }
void init(struct coder *c, int n) {
  c->end = n ? finish : other;
}

static int size_of(int n) { total = 0; return n; }
int sized(struct coder *c) {
  total = 1;
  int n = c->size(3) + size_of(2);
  total = 1;
  c->size(n);
  return 10 / total;
}
void init_size(struct coder *c) { c->size = size_of; }

void called(struct coder *c) {
  sum = 1;
  c->end(c);
  sum = 10 / sum;
  sum = 0;
}
void init_called(struct coder *c) { c->end = called; }
