#include <stddef.h>
struct item { struct item *next; int type; int values[4]; };
static int type_of(const struct item *it, unsigned tries) {
  return tries ? type_of(it, tries - 1) : it->type;
}
int passed(const struct item *it) { return type_of(it, 2); }
int wrong(void) { return type_of(NULL, 0); }
