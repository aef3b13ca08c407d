// A member that is tested before a call, and counted on after it, is in bounds if
// nothing that is called writes it. Where that is not known, nothing is kept.
// RUN: not sooth --check=memory,bounds --timeout=20 %s | FileCheck %s
#include <stddef.h>
#include <string.h>

struct log {
  char text[64];
  size_t used;
  unsigned places[8], count;
};

void log_init(struct log *l) { memset(l, 0, sizeof *l); }

static size_t keep(struct log *l, const char *text, size_t length) {
  if (length >= 64 - l->used)
    return 64;
  memcpy(l->text + l->used, text, length);
  l->used += length;
  return l->used - length;
}

// CHECK: log_add: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct log, 0 <= count < 9
int log_add(struct log *l, const char *text, size_t length) {
  if (l->count >= 8)
    return 0;
  const size_t at = keep(l, text, length);
  if (at == 64)
    return 0;
  l->places[l->count] = (unsigned)at;
  ++l->count;
  return 1;
}
// CHECK: log_sum: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct log, 0 <= count < 9
unsigned log_sum(const struct log *l) {
  unsigned sum = 0;
  for (unsigned i = 0; i < l->count; ++i)
    sum += l->places[i];
  return sum;
}

// What is called may count, too: by a callee of its own, by code that is not
// shown, or through another pointer.
struct twice { unsigned places[8], count; };
static void count_once(struct twice *t) { ++t->count; }
static void count(struct twice *t) { count_once(t); }
void twice_init(struct twice *t) { t->count = 0; }
void twice_add(struct twice *t) {
  if (t->count >= 8)
    return;
  count(t);
  ++t->count;
}
// CHECK: twice_last: {{.*}}open
// CHECK-NOT: keeps
unsigned twice_last(const struct twice *t) { return t->places[t->count]; }

void notify(void);
struct told { unsigned places[8], count; };
void told_init(struct told *t) { t->count = 0; }
void told_add(struct told *t) {
  if (t->count >= 7)
    return;
  notify();
  ++t->count;
}
// CHECK: told_last: {{.*}}open
// CHECK-NOT: keeps
unsigned told_last(const struct told *t) { return t->places[t->count]; }

struct copied { unsigned places[8], count; };
void copied_init(struct copied *c) { c->count = 0; }
void copied_add(struct copied *c, struct copied *d) {
  if (c->count >= 7)
    return;
  ++d->count;
  ++c->count;
}
// CHECK: copied_last: {{.*}}open
// CHECK-NOT: keeps
unsigned copied_last(const struct copied *c) { return c->places[c->count]; }

struct whole { unsigned places[8], count; };
static void take(struct whole *w, const struct whole *from) { *w = *from; }
void whole_init(struct whole *w) { w->count = 0; }
void whole_add(struct whole *w, const struct whole *from) {
  if (w->count >= 7)
    return;
  take(w, from);
  ++w->count;
}
// CHECK: whole_last: {{.*}}open
// CHECK-NOT: keeps
unsigned whole_last(const struct whole *w) { return w->places[w->count]; }

// How far a number gets that is compared and then counted on in steps, behind a
// loop.
// CHECK: steps_init:
struct steps { unsigned char bytes[33], length; };
void steps_init(struct steps *s) { s->length = 0; }
void steps_add(struct steps *s, const unsigned char *from, unsigned count) {
  if (s->length > 20)
    return;
  for (unsigned i = 0; i < count && from[i]; ++i)
    s->bytes[0] = from[i];
  s->length = (unsigned char)(s->length + 5);
}
// CHECK: steps_last: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct steps, 0 <= length < 26
unsigned steps_last(const struct steps *s) { return s->bytes[s->length]; }
// CHECK: functions
