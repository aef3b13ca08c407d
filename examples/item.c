// RESULT: Safe
// OPTIONS: --check=memory
// A part of a library: nobody here calls these functions, and what is needed of
// those who do is found out.

struct item {
  struct item *next;
  int type;
};

int type_checked(const struct item *it) { return it ? it->type : -1; }

int type_raw(const struct item *it) { return it->type; }

int length(const struct item *it) {
  int n = 0;
  for (; it; it = it->next)
    n += n < 1000;
  return n;
}

unsigned sum(const unsigned *a, unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; ++i)
    s += a[i];
  return s;
}
