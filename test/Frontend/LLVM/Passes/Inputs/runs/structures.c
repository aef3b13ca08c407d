// Structures by value, returned and passed, unions, arrays, pointers to locals.
extern int __VERIFIER_nondet_0(int), __VERIFIER_nondet_1(int);
extern void reach_error(void);
struct Pair { int A, B; };
struct Big { long Values[5]; struct Pair P; };
union Pun { unsigned U; unsigned char Bytes[4]; float F; struct { short L, H; } S; };
static struct Pair swap(struct Pair P) {
  struct Pair Q = {P.B, P.A};
  return Q;
}
static struct Big fill(struct Big B, int N) {
  for (int I = 0; I < 5; I++)
    B.Values[I] += N * I;
  B.P = swap(B.P);
  return B;
}
static int sum(const struct Big *B) {
  int S = 0;
  for (int I = 0; I < 5; I++)
    S += B->Values[I];
  return S + B->P.A;
}
int main(void) {
  struct Big B = {{1, 2, 3}, {4, 5}}, C;
  int N = __VERIFIER_nondet_0(0) & 15, M = __VERIFIER_nondet_1(0) & 15;
  C = fill(B, N);
  union Pun U;
  U.U = 0x3f800000;
  U.Bytes[0] = M;
  U.S.H += N == 3;
  int *Where = N > M ? &B.P.A : &C.P.B;
  *Where = 7;
  if ((U.S.L & 3) == 1 || C.P.B == B.P.A)
    reach_error();
  return (sum(&B) + sum(&C) + U.Bytes[1] + (U.F > 1.0f)) & 63;
}
