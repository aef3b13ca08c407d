// Preloaded: from the question number SOOTH_TEST_HANGS_AT on, which processes
// count from what they inherit, z3 neither answers nor hears that it is
// interrupted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void ask(void) {
  static int Number;
  const char *At = getenv("SOOTH_TEST_HANGS_AT");
  if (At && Number++ >= atoi(At))
    while (1)
      pause();
}

int Z3_solver_check(void *Context, void *Solver) {
  ask();
  int (*Real)(void *, void *) = dlsym(RTLD_NEXT, "Z3_solver_check");
  return Real(Context, Solver);
}

int Z3_solver_check_assumptions(void *Context, void *Solver, unsigned Count,
                                void *const *All) {
  ask();
  int (*Real)(void *, void *, unsigned, void *const *) =
      dlsym(RTLD_NEXT, "Z3_solver_check_assumptions");
  return Real(Context, Solver, Count, All);
}

void Z3_solver_assert(void *Context, void *Solver, void *Formula) {
  void (*Real)(void *, void *, void *) = dlsym(RTLD_NEXT, "Z3_solver_assert");
  if (getenv("SOOTH_TEST_HANGS_IN_ASSERT"))
    ask();
  Real(Context, Solver, Formula);
}

int Z3_fixedpoint_query(void *Context, void *Fixedpoint, void *Query) {
  ask();
  int (*Real)(void *, void *, void *) = dlsym(RTLD_NEXT, "Z3_fixedpoint_query");
  return Real(Context, Fixedpoint, Query);
}
