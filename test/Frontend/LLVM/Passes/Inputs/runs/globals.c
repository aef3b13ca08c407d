// Globals, static locals, structures and arrays of globals, a constructor.
extern int __VERIFIER_nondet_0(int), __VERIFIER_nondet_1(int);
extern void reach_error(void);
int Counter;
static unsigned char Small = 250;
_Bool Flag;
struct { int A; short B[2]; } State = {1, {2, 3}};
static int Table[4] = {1, 2, 3, 4};
const int Limit = 6;
int *Pointer = &Counter;
static long long Before;

__attribute__((constructor)) static void start(void) { Before += 5; }

static int ticks(void) {
  static int Ticks = 1;
  return Ticks++;
}
static void step(int N) {
  Counter += N;
  Small += 3;
  Flag = N > 2;
  State.B[1] += ticks();
  (*Pointer)++;
}
int main(void) {
  int N = __VERIFIER_nondet_0(0) & 7;
  for (int I = 0; I < N; I++)
    step(I);
  if (Counter > 9 && Flag && __VERIFIER_nondet_1(0) > 0)
    reach_error();
  Table[N & 3] = 9;
  return (Counter + Small + State.A + State.B[1] + Table[2] + Limit + (int)Before) & 63;
}
