// What programs under test call: inputs that depend on the place that asks, on
// how often it asked, and on the seed, so that a program that lost some of its
// inputs still gets the same values for the others.
extern char *getenv(const char *Name);
extern int atoi(const char *Text);
extern void _exit(int Status);

static unsigned Calls[8];

static int input(unsigned Place) {
  const char *Text = getenv("SEED");
  unsigned Seed = Text ? (unsigned)atoi(Text) : 0;
  unsigned Hash = Seed * 2654435761u + Place * 40503u + Calls[Place]++ * 69069u;
  Hash ^= Hash >> 13;
  Hash *= 2246822519u;
  Hash ^= Hash >> 16;
  // Mostly small numbers: those decide branches.
  return Hash & 64 ? (int)(Hash >> 8) % 10 : (int)Hash;
}

int __VERIFIER_nondet_0(void) { return input(0); }
int __VERIFIER_nondet_1(void) { return input(1); }
int __VERIFIER_nondet_2(void) { return input(2); }
int __VERIFIER_nondet_3(void) { return input(3); }
int __VERIFIER_nondet_4(void) { return input(4); }
int __VERIFIER_nondet_5(void) { return input(5); }
int __VERIFIER_nondet_6(void) { return input(6); }
int __VERIFIER_nondet_7(void) { return input(7); }

void __VERIFIER_assume(int Condition) {
  if (!Condition)
    _exit(78);
}
void reach_error(void) { _exit(77); }
