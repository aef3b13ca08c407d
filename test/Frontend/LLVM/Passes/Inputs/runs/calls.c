// Nested calls, recursion, mutual recursion, out parameters, K&R definitions and
// calls without prototypes, function pointers, abort as an assumption.
extern int __VERIFIER_nondet_0(int), __VERIFIER_nondet_1(int),
    __VERIFIER_nondet_2(int);
extern void reach_error(void);
extern void abort(void);
static int Depth, Unused;
static void assume_abort_if_not(int C) {
  if (!C)
    abort();
}
void __VERIFIER_assert(int C) {
  if (!C) {
  ERROR:
    reach_error();
    abort();
  }
}
static int fib(int N) {
  Depth++;
  return N < 2 ? N : fib(N - 1) + fib(N - 2);
}
static int odd(unsigned N);
static int even(unsigned N) { return N == 0 ? 1 : odd(N - 1); }
static int odd(unsigned N) { return N == 0 ? 0 : even(N - 1); }
static void divide(int X, int Y, int *Quotient, int *Rest) {
  *Quotient = X / Y;
  *Rest = X % Y;
  Unused += X;
}
int old(A, B) char A; short B; { return A - B; }
static int twice(int (*F)(int), int X) { return F(F(X)); }
static int inc(int X) { return X + 1; }
static int dec(int X) { return X - 1; }
int main() {
  int X = __VERIFIER_nondet_0(0) & 7, Y = __VERIFIER_nondet_1(0) & 7, Q, R;
  assume_abort_if_not(X + Y != 3);
  divide(X * 5 + Y, Y + 1, &Q, &R);
  int F = fib(fib(X) & 7);
  __VERIFIER_assert(Depth < 50 || even(Y));
  __VERIFIER_assert(Q != R + 3);
  int T = twice(__VERIFIER_nondet_2(0) & 1 ? inc : dec, X);
  return (Q + R + F + old(X, Y) + T + untyped(X, Y)) & 63;
}
int untyped(int A, int B) { return A * B; }
