// Switches with fall through, goto into a loop, nested loops, short circuits.
extern int __VERIFIER_nondet_0(int), __VERIFIER_nondet_1(int),
    __VERIFIER_nondet_2(int);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
  int N = __VERIFIER_nondet_0(0) & 15, Sum = 0, I = 0;
  switch (N) {
  case 0:
    Sum = 1;
  case 1:
    Sum += 2;
    break;
  case 2 ... 5:
    goto inside;
  default:
    Sum = __VERIFIER_nondet_1(0) & 3;
  }
  for (I = 0; I < N; I++) {
    Sum += I;
  inside:
    if (Sum > 20 || (I == 3 && Sum & 1))
      continue;
    Sum += 2;
    for (int J = N; J; J >>= 1)
      if (J == 5)
        goto out;
  }
out:
  __VERIFIER_assume(Sum != 11);
  while (__VERIFIER_nondet_2(Sum++) & 3)
    Sum = Sum * 3 % 17;
  if (Sum == 4 || Sum == 7)
    reach_error();
  return Sum & 63;
}
