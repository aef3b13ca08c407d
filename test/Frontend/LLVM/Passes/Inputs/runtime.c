// What programs under test call: inputs that depend only on the place that asks,
// on what it says, and on the seed, so that a program that lost some of its
// inputs still gets the same values for the others.
extern char *getenv(const char *Name);
extern int atoi(const char *Text);
extern void _exit(int Status);
extern int raise(int Signal);

static int input(unsigned Place, unsigned Key) {
  const char *Text = getenv("SEED");
  unsigned Seed = Text ? (unsigned)atoi(Text) : 0;
  unsigned Hash = Seed * 2654435761u + Place * 40503u + Key * 69069u;
  Hash ^= Hash >> 13;
  Hash *= 2246822519u;
  Hash ^= Hash >> 16;
  // Mostly small numbers: those decide branches.
  return Hash & 64 ? (int)(Hash >> 8) % 10 : (int)Hash;
}

int __VERIFIER_nondet_0(int Key) { return input(0, Key); }
int __VERIFIER_nondet_1(int Key) { return input(1, Key); }
int __VERIFIER_nondet_2(int Key) { return input(2, Key); }
int __VERIFIER_nondet_3(int Key) { return input(3, Key); }
int __VERIFIER_nondet_4(int Key) { return input(4, Key); }
int __VERIFIER_nondet_5(int Key) { return input(5, Key); }
int __VERIFIER_nondet_6(int Key) { return input(6, Key); }
int __VERIFIER_nondet_7(int Key) { return input(7, Key); }

void __VERIFIER_assume(int Condition) {
  if (!Condition)
    _exit(78);
}
void reach_error(void) { _exit(77); }

// What hardware-meaning puts before divisions, which would trap themselves.
void continueIf(_Bool Condition) __asm__("sooth.continue.if");
void continueIf(_Bool Condition) {
  if (!Condition)
    raise(8 /* SIGFPE */);
}

// What is asked where copies are taken apart: a limit of the model's.
void areApart(const void *To, unsigned long Size, const void *From,
              unsigned long Other, _Bool IsFound) __asm__("sooth.check.apart");
void areApart(const void *To, unsigned long Size, const void *From,
              unsigned long Other, _Bool IsFound) {
  (void)To, (void)Size, (void)From, (void)Other, (void)IsFound;
}
