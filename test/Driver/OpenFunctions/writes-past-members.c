// Whether what is copied fits into a member is for callers to see to, as long as
// the function has no bound for it.
// RUN: not sooth --check=bounds %s | FileCheck %s
// RUN: not sooth --check=bounds %s | FileCheck --check-prefix=OPEN %s

#include <stdio.h>
#include <string.h>

struct item {
  char name[8];
  int number;
};
struct list {
  char names[4][8];
  unsigned count;
};

// OPEN: :[[@LINE+2]]: counts: 1 check: 1 open
// OPEN: open unless: 0 <= n < 9
void counts(struct item *i, const char *s, unsigned n) {
  memcpy(i->name, s, n);
}
// OPEN: :[[@LINE+1]]: copies: 1 check: 1 open
void copies(struct item *i, const char *s) { strcpy(i->name, s); }
// OPEN: :[[@LINE+1]]: of_member: 1 check: 1 open
void of_member(struct item *i, const struct item *j) {
  strcpy(i->name, j->name);
}
// OPEN: :[[@LINE+1]]: with_length: 1 check: 1 open
void with_length(struct item *i, const struct item *j) {
  memcpy(i->name, j->name, strlen(j->name) + 1);
}
// OPEN: :[[@LINE+1]]: appends: 1 check: 1 open
void appends(struct item *i, const char *s) { strcat(i->name, s); }
// OPEN: :[[@LINE+1]]: prints: 1 check: 1 open
void prints(struct item *i, int n) { sprintf(i->name, "%d", n); }

// The length is for something else, and others keep the limit.
// OPEN: :[[@LINE+1]]: notes_length: {{.*}} 1 open
void notes_length(struct item *i, const char *s) {
  i->number = (int)strlen(s);
  strcpy(i->name, s);
}
// OPEN: :[[@LINE+1]]: has_limit: {{.*}} 1 open
int has_limit(struct item *i, const char *s, unsigned n) {
  if (n > (unsigned)i->number)
    return 0;
  memcpy(i->name, s, n);
  return 1;
}

// CHECK: Unsafe
// CHECK-NEXT: :[[@LINE+4]]:3: write past the end of 'name' (8 bytes)
int is_long(struct item *i, const char *s, unsigned n) {
  if (n > 9)
    return 0;
  memcpy(i->name, s, n);
  return 1;
}
// CHECK: :[[@LINE+5]]:3: write past the end of 'name' (8 bytes)
int without_end(struct item *i, const char *s) {
  size_t n = strlen(s);
  if (n > 8)
    return 0;
  memcpy(i->name, s, n + 1);
  return 1;
}
// CHECK: :[[@LINE+4]]:3: write past the end of 'names' (32 bytes)
int add(struct list *l) {
  if (l->count > 4)
    return 0;
  memcpy(l->names[l->count++], "1234567", 8);
  return 1;
}
// CHECK-NOT: write past
// OPEN: :[[@LINE+1]]: fits: 1 check: 1 proved
int fits(struct item *i, const char *s) {
  size_t n = strlen(s);
  if (n > 7)
    return 0;
  memcpy(i->name, s, n + 1);
  return 1;
}
