// After a call of a function without a body, what was initialized still is, and
// a pointer that the program follows, and compares with no other one, leads to
// an element of an array and not to its end.
// RUN: sooth %s --check=memory --entry=next --environment=valid | FileCheck %s
// RUN: sooth %s --check=memory --entry=local --environment=valid | FileCheck %s
// RUN: not sooth %s --check=memory --entry=compared --environment=valid | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s --check=memory --entry=unset --environment=valid | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s --check=memory --entry=next | FileCheck %s --check-prefix=NEEDS
struct buffer { char *at, *end; };
struct reader { struct buffer text; };
int update(struct reader *);
int extend(char **, char **);
void note(int *);

// CHECK: {{^}}Safe
// OPEN: {{^}}Un{{known|safe}}
// NEEDS: needs: pointers that update() returns or stores are valid (NULL only where the code tests for it)
int next(struct reader *r) {
  for (int i = 0; i < 3; ++i) {
    r->text.at++;
    if (!update(r))
      return 0;
  }
  return *r->text.at;
}

int local(struct reader *r) {
  struct buffer own = {r->text.at, r->text.end};
  int n = 1;
  note(&n);
  if (!extend(&own.at, &own.end))
    return 0;
  return n + (own.at != own.end);
}

// It may be at the end.
int compared(struct reader *r) {
  r->text.at++;
  if (!update(r) || (r->text.at == r->text.end && !update(r)))
    return 0;
  return *r->text.at;
}

// Nobody says that such a function initializes anything.
int unset(void) {
  int n;
  note(&n);
  return n;
}
