// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <string.h>

// A database of a few people: insert, find by name, delete.
enum { Size = 2, Length = 4 };
struct person {
  int used;
  char name[Length];
  int age;
};
static struct person people[Size];
static int find(const char *name) {
  for (int i = 0; i < Size; i++)
    if (people[i].used && strcmp(people[i].name, name) == 0)
      return i;
  return -1;
}
static int insert(const char *name, int age) {
  for (int i = 0; i < Size; i++)
    if (!people[i].used) {
      people[i].used = 1;
      strncpy(people[i].name, name, Length - 1);
      people[i].age = age;
      return i;
    }
  return -1;
}
static void erase(int i) {
#ifndef BUG
  people[i].used = 0;
#endif
  people[i].age = 0;
}
int main(void) {
  int age = sooth_nondet_int();
  sooth_assume(age > 0);
  insert("ann", 30);
  insert("bob", age);
  assert(people[find("bob")].age == age);
  erase(0);
  assert(find("ann") == -1);
  assert(insert("eve", 3) == 0 && people[1].age == age);
}
