// What code without a body may write, and what it finds.
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s
#include <stdlib.h>

void fill(int *p);
void call(void (*f)(void));
struct outer { int *inner; int own; };
void look(struct outer *o);

void (*get(void))(void);
void look_at_number(const unsigned long *number);

static int hidden = 1;
static unsigned long number = (unsigned long)&hidden;
static int counter = 1, untouched = 1;
static void count(void) { counter = 0; }
__attribute__((section("sums"), used)) static int in_section = 1;
extern int __start_sums[];

// Of a table that is this large, some entries are joined.
#define ENTRY(i) {i, 0}, {i + 1, 0}, {i + 2, 0}, {i + 3, 0}, {i + 4, 0}
#define ENTRIES(i) ENTRY(i), ENTRY(i + 5), ENTRY(i + 10), ENTRY(i + 15)
static int in_table = 1;
static struct entry {
  long id;
  int *leads;
} table[] = {{1, &in_table}, ENTRIES(2),   ENTRIES(22),  ENTRIES(42), ENTRIES(62),
             ENTRIES(82),    ENTRIES(102), ENTRIES(122), ENTRIES(142)};
void look_at_table(struct entry *all);

int main(int argc, char **argv) {
  int given = 1, mine = 1, found = 1;
  fill(&given);
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  argc += 100 / given;
  // CHECK-DAG: :[[#@LINE+1]]:15: div: holds
  argc += 100 / (mine | 1);
  struct outer o = {&found, 1};
  look(&o);
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  argc += 100 / found;
  // It may be written later, too.
  given = 1;
  fill(&mine);
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  argc += 100 / given;
  // CHECK-DAG: :[[#@LINE+1]]:15: div: holds
  argc += 100 / counter;
  call(count);
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  argc += 100 / counter;
  // CHECK-DAG: :[[#@LINE+1]]:15: div: holds
  argc += 100 / untouched;
  // A number may be an address,
  look_at_number(&number);
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  argc += 100 / hidden;
  look_at_table(table);
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  found = 100 / in_table;
  // and a pointer lead to a function that is not shown, which returns.
  void (*other)(void) = get();
  other();
  // CHECK-DAG: :[[#@LINE+1]]:15: div: may fail
  argc += 100 / (argc - 5);
  // Linkers say where sections begin.
  __start_sums[0] = 0;
  // CHECK-DAG: :[[#@LINE+1]]:14: div: may fail
  argc = 100 / in_section;
  return argc;
}
