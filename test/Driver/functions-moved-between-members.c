// Where the program moves a pointer to a function from one member to another, by
// whatever route, it may be called through that: each of these fails after move
// was called, and is not proved. What only copies structures moves nothing.
// RUN: not sooth %s | FileCheck %s
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int function(int);

// CHECK-NOT: proved
// CHECK: unmoved: 1 check: 1 proved if
// CHECK: copied: 1 check: 1 proved if
// CHECK: 105 functions, 26 checks: 2 proved if, 24 violated
#define ROUTE(NAME, HELPERS, ...)                                              \
  struct NAME {                                                                \
    function *first, *second;                                                  \
  };                                                                           \
  static int NAME##_one(int n) { return 1; }                                   \
  static int NAME##_two(int n) { return 2; }                                   \
  struct NAME NAME##_table = {NAME##_one, NAME##_two};                         \
  HELPERS                                                                      \
  void NAME##_move(struct NAME *o, int n) { __VA_ARGS__ }                      \
  void NAME(struct NAME *o) { assert(o->first(1) != 2); }
#define NOTHING

ROUTE(unmoved, NOTHING, )
ROUTE(copied, NOTHING, struct copied other = *o; *o = other;
      memcpy(&other, o, sizeof other);)

ROUTE(by_pointer, NOTHING, function **at = &o->first; *at = o->second;)
ROUTE(from_pointer, NOTHING, function **at = &o->second; o->first = *at;)
ROUTE(by_index, NOTHING, function **at = &o->first; at[0] = at[n & 1];)
ROUTE(by_memcpy, NOTHING, memcpy(&o->first, &o->second, sizeof o->first);)
ROUTE(by_memmove, NOTHING,
      memmove(o, (char *)o + sizeof o->first, sizeof o->first);)
ROUTE(by_union, union word { function *f; long n; };
      , union word a; union word b; a.f = o->second; b.n = a.n; o->first = b.f;)
ROUTE(by_atomics, NOTHING,
      __atomic_store_n(&o->first, __atomic_load_n(&o->second, 5), 5);)
ROUTE(by_exchange, NOTHING, __atomic_exchange_n(&o->first, o->second, 5);)
ROUTE(as_number, NOTHING, *(uintptr_t *)&o->first = (uintptr_t)o->second;)
ROUTE(as_masked_number, NOTHING, uintptr_t x = (uintptr_t)o->second;
      o->first = (function *)((x ^ 5) ^ 5);)
ROUTE(as_bytes, NOTHING, char *to = (char *)o; const char *from = to + 8;
      for (int i = 0; i < 8; i++) to[i] = from[i];)
ROUTE(as_bytes_of_array, NOTHING, char bytes[8];
      memcpy(bytes, &o->second, 8); memcpy(&o->first, bytes, 8);)
ROUTE(as_other_structure, struct turned { function *second; function *first; };
      , struct turned *t = (struct turned *)o; t->second = t->first;)
ROUTE(as_double, NOTHING, *(double *)&o->first = *(double *)&o->second;)
ROUTE(by_local, NOTHING, function *f; function **at = &f; *at = o->second;
      o->first = f;)
ROUTE(by_array, NOTHING, function *all[2]; all[n & 1] = o->second;
      o->first = all[0];)
ROUTE(by_variable, static function *kept;, kept = o->second; o->first = kept;)
ROUTE(by_callee, static void set(function **to, function *f) { *to = f; },
      set(&o->first, o->second);)
ROUTE(by_swap, static void swap(function **a, function **b) {
        function *f = *a; *a = *b; *b = f; },
      swap(&o->first, &o->second);)
ROUTE(by_copier, static void copy(void *to, const void *from, int size) {
        char *t = to; const char *f = from; while (size--) *t++ = *f++; },
      copy(&o->first, &o->second, 8);)
ROUTE(by_variadic, static void put(struct by_variadic *o, ...) {
        va_list all; va_start(all, o); o->first = va_arg(all, function *);
        va_end(all); },
      put(o, o->second);)
ROUTE(by_heap, NOTHING, void **at = malloc(8); if (!at) return;
      *at = (void *)o->second; o->first = (function *)*at; free(at);)
ROUTE(by_value, static struct by_value turn(struct by_value o) {
        function *f = o.first; o.first = o.second; o.second = f; return o; },
      *o = turn(*o);)
ROUTE(by_sorting, static int order(const void *a, const void *b) { return 0; },
      qsort(o, 2, sizeof o->first, order);)
