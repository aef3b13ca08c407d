// Variables that are written on some paths only, but read on those alone.
extern int __VERIFIER_nondet_0(int), __VERIFIER_nondet_1(int);
extern void reach_error(void);
struct Pair { int A, B; };
static int get(int Which, int *Out) {
  int Local;
  if (Which & 1)
    *Out = Local = 4;
  return Which & 1 ? Local : 0;
}
int main(void) {
  int X, Y, Z = 0;
  struct Pair P;
  int Array[3];
  for (int I = 0; I < 4; I++) {
    int Inner;
    int Which = __VERIFIER_nondet_0(I);
    if (get(Which, &X))
      Z += X;
    if (I == 2) {
      P.A = Z;
      Array[I] = Which & 3;
      Inner = 2;
    }
    if (I == 2)
      Z += Array[I] + Inner;
  }
  if (__VERIFIER_nondet_1(0) & 1) {
    Y = 5;
    P.B = 3;
  }
  if (P.A > 11)
    reach_error();
  return (Z + P.A) & 63;
}
