// To sanitize: overflow. 128-bit integers, bit-fields, _Bool, narrow types.
extern int __VERIFIER_nondet_0(int), __VERIFIER_nondet_1(int);
extern void reach_error(void);
struct Bits { unsigned A : 3; int B : 5; unsigned long long C : 40; _Bool D : 1; };
static struct Bits Global = {1, -3, 5, 1};
static unsigned __int128 power(unsigned Base, unsigned N) {
  unsigned __int128 Result = 1;
  while (N--)
    Result *= Base;
  return Result;
}
int main(void) {
  int X = __VERIFIER_nondet_0(0), Y = __VERIFIER_nondet_1(0);
  struct Bits Local = Global;
  Local.A += X;
  Local.B = Y;
  Local.C = ~0ull;
  Local.D = X & 4;
  Global.A = Y;
  __int128 Wide = -(__int128)power(Y & 7, 40) + X;
  signed char Narrow = X;
  _Bool Positive = X;
  unsigned long Shifted = 1ul << (X & 63);
  int Sum = X / 2 + Y / 2;
  int Overflows = Sum + (Y & 1 ? 1 : X);
  if (Local.A == 5 && Wide < 0)
    reach_error();
  return (Local.A + Local.B + (int)(Wide >> 70) + Narrow + Positive + Global.A +
          (int)(Shifted % 7) + Local.D + (Overflows & 1)) & 63;
}
