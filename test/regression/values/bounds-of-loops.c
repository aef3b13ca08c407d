// What loops leave of the numbers and pointers that they change.
// RUN: sooth --emit=values --check=memory,overflow %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

struct buffer { int used, room; char *bytes; };
struct cell { int name; struct cell *link; };

static struct cell *made(int name) {
  struct cell *c = malloc(sizeof *c);
  if (!c)
    exit(1);
  c->name = name;
  c->link = NULL;
  return c;
}

// The bound is a member; more is written than is asked for.
static void put(struct buffer *b, char c) {
  // CHECK-DAG: :[[#@LINE+1]]:21: access: holds
  b->bytes[b->used] = c;
  b->used++;
  // CHECK-DAG: :[[#@LINE+1]]:21: access: holds
  b->bytes[b->used] = 0;
  b->used++;
}

// The bound is chosen before, so that it is one of several numbers.
static int chosen(int n) {
  unsigned char cost[6];
  int groups = n < 200 ? 2 : n < 600 ? 3 : n < 1200 ? 4 : 6;
  int total = 0;
  for (int round = 0; round < n; round++) {
    for (int i = 0; i < groups; i++)
      // CHECK-DAG: :[[#@LINE+1]]:15: access: holds
      cost[i] = (unsigned char)round;
    for (int i = 0; i < groups; i++)
      // CHECK-DAG: :[[#@LINE+1]]:16: access: holds
      total ^= cost[i];
  }
  return total;
}

// What is checked is known afterwards.
static int counted(const char *used) {
  static unsigned char list[256];
  int n = 0;
  for (int i = 0; i < 256; i++)
    if (used[i]) {
      // CHECK-DAG: :[[#@LINE+1]]:15: access: may fail
      list[n] = (unsigned char)i;
      // CHECK-DAG: :[[#@LINE+1]]:8: overflow: holds
      n++;
    }
  int sum = 0;
  for (int i = 0; i < n; i++)
    // CHECK-DAG: :[[#@LINE+1]]:12: access: holds
    sum += list[i];
  return sum;
}

// It is the cell that was asked about, wherever it is.
static void append(struct cell *root, int name) {
  // CHECK-DAG: :[[#@LINE+1]]:16: access: holds
  while (root->link)
    // CHECK-DAG: :[[#@LINE+1]]:18: access: holds
    root = root->link;
  // CHECK-DAG: :[[#@LINE+1]]:14: access: holds
  root->link = made(name);
}

// Those that are freed where something is missing are not those that are used.
static struct buffer *opened(int room) {
  struct buffer *b = malloc(sizeof *b);
  if (!b)
    return NULL;
  b->bytes = malloc((size_t)room);
  if (!b->bytes) {
    free(b);
    return NULL;
  }
  b->used = 0;
  b->room = room - 2;
  return b;
}

int main(int argc, char **argv) {
  struct buffer *b = opened(1000);
  char used[256] = {0};
  used[argc & 255] = 1;
  if (b) {
    // CHECK-DAG: :[[#@LINE+1]]:15: access: holds
    while (b->used < b->room)
      put(b, (char)argc);
    // CHECK-DAG: :[[#@LINE+1]]:5: access: holds
    free(b->bytes);
    free(b);
  }
  struct cell *list = made(0);
  for (int i = 1; i < argc; i++)
    append(list, i);
  char text[16];
  // CHECK-DAG: :[[#@LINE+1]]:3: access: holds
  strcpy(text, "hello");
  return chosen(argc) + counted(used) +
         // CHECK-DAG: :[[#@LINE+1]]:15: access: holds
         (int)strlen(text) + (strcmp("--help", text) == 0);
}
