#include "program.h"

struct Point {
  int x, y;
};
struct Segment {
  struct Point from, to;
  char name;
  long length;
};

static struct Point add(struct Point a, struct Point b) {
  struct Point r = {a.x + b.x, a.y + b.y};
  return r;
}
static struct Segment segment(struct Point a, struct Point b) {
  return (struct Segment){.to = b, .from = a, .name = 's',
                          .length = (long)b.x - a.x};
}
static long lengthOf(struct Segment s) {
  s.length += s.name; /* a copy */
  return s.length;
}

int main(void) {
  struct Point p = {Int(), 3}, q = {.y = Int()};
  struct Point r = add(p, q), copy = r;
  copy.x++;
  observe(r.x);
  observe(r.y);
  observe(copy.x - r.x);
  struct Segment s = segment(p, r);
  observe(lengthOf(s));
  observe(s.length);
  observe(s.from.y + s.to.y);
  s.to = add(s.to, s.from);
  observe(s.to.x);
  struct Segment t;
  t = s;
  t.from = (struct Point){1, 2};
  observe(t.from.x + s.from.x);
  return 0;
}
