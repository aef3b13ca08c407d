/*===- runs.c - Runs of a program of the corpus ---------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Linked with a program whose main is called program_main, runs it with many
|* sequences of inputs: systematically first, then at random. Prints "failed"
|* and the inputs at the first run into an error, "survived N runs" otherwise.
|* A run that a sanitizer ends has failed, too.
|*
|*   program MODE SYSTEMATIC RANDOM EXTRA... [-- ARGUMENT...]
|*
|* With MODE "fork" each run is a process of its own, so that globals are
|* initialized anew; with "stay" all happen in one. EXTRA are values to try.
|* ARGUMENTs are the program's.
|* No header is used, so that it compiles for a machine without headers.
|*
\*===----------------------------------------------------------------------===*/

typedef __SIZE_TYPE__ word;
int printf(const char *, ...);
int fflush(void *);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));
long long atoll(const char *);
int strcmp(const char *, const char *);
int fork(void);
int waitpid(int, int *, int);
unsigned alarm(unsigned);
void *mmap(void *, word, int, int, int, long);
int _setjmp(void *) __attribute__((returns_twice));
void longjmp(void *, int) __attribute__((noreturn));

int program_main();

enum { MaxInputs = 128, MaxExtra = 32, RunSeconds = 5 };

/* What happened is told through memory that processes share. */
static struct shared {
  int Index[MaxInputs], Limit[MaxInputs];
  int Length, Position, Failed, Random;
  unsigned Seed;
  long long Value[MaxInputs];
  const char *Why;
  char Text[200];
} *S;

static long long Extra[MaxExtra];
static int NumExtra, Forks;
static word End[64];

static void leave(int Code) __attribute__((noreturn));
static void leave(int Code) {
  if (Forks)
    _exit(Code);
  longjmp(End, Code + 1);
}

static void report(const char *Why) {
  printf("failed: %s; inputs", Why);
  for (int I = 0; I < S->Position; ++I)
    printf(" %lld", S->Value[I]);
  printf("\n");
  fflush(0);
}

static void fail(const char *Why) {
  S->Failed = 1;
  report(Why);
  leave(0);
}

static unsigned random(void) {
  S->Seed = S->Seed * 1103515245u + 12345u;
  return S->Seed >> 8;
}

static const long long Common[] = {0,   1,   2,    3,   -1,    4,    5,
                                   127, 255, 128,  7,   6,     97,   8,
                                   65,  100, 1000, 10,  65535, -128, 0x7fffffff,
                                   -0x7fffffffll - 1};
enum { NumCommon = sizeof Common / sizeof *Common };

static long long candidate(int I) {
  return I < NumExtra ? Extra[I] : Common[I - NumExtra];
}

static long long draw(int IsBool) {
  unsigned Kind = random() % 4;
  if (IsBool)
    return Kind & 1;
  if (Kind < 2)
    return candidate(random() % (NumCommon + NumExtra));
  if (Kind == 2)
    return random() % 16;
  return (long long)random() << 40 ^ (long long)random() << 20 ^ random();
}

static long long next(int IsBool) {
  int Limit = IsBool ? 2 : NumCommon + NumExtra;
  if (S->Position == MaxInputs)
    leave(0);
  int P = S->Position++;
  if (S->Random)
    return S->Value[P] = draw(IsBool);
  if (P >= S->Length) {
    S->Index[P] = 0;
    S->Limit[P] = Limit;
    S->Length = P + 1;
  }
  return S->Value[P] = IsBool ? S->Index[P] : candidate(S->Index[P]);
}

#define NONDET(NAME, TYPE)                                                     \
  TYPE __VERIFIER_nondet_##NAME(void) { return (TYPE)next(0); }                \
  TYPE sooth_nondet_##NAME(void) { return (TYPE)next(0); }
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, word)
NONDET(double, double)
NONDET(float, float)
_Bool __VERIFIER_nondet_bool(void) { return next(1); }
_Bool sooth_nondet_bool(void) { return next(1); }

void __VERIFIER_assume(int C) { if (!C) leave(0); }
void sooth_assume(_Bool C) { if (!C) leave(0); }
void __VERIFIER_assert(int C) { if (!C) fail("assertion"); }
void sooth_assert(_Bool C) { if (!C) fail("assertion"); }
void reach_error(void) { fail("error"); }
void sooth_error(void) { fail("error"); }
void __VERIFIER_error(void) { fail("error"); }
void __assert_fail(const char *Text, const char *File, unsigned Line,
                   const char *Function) {
  (void)File, (void)Line, (void)Function;
  fail(Text);
}
/* --wrap=exit and the like. */
void __wrap_exit(int Code) { (void)Code; leave(0); }
void __wrap_abort(void) { leave(0); }

/* Called by the address sanitizer before it ends the process. */
void __asan_on_error(void) { report("address sanitizer"); }

/* The next sequence of inputs, or 0 if that was the last. */
static int advance(void) {
  while (S->Length > 0 && S->Index[S->Length - 1] + 1 == S->Limit[S->Length - 1])
    --S->Length;
  if (S->Length == 0)
    return 0;
  ++S->Index[S->Length - 1];
  return 1;
}

__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);

static char *Arguments[MaxExtra + 2] = {"program", 0};
static int NumArguments = 1;

static void runHere(void) {
  S->Position = 0;
  if (!_setjmp(End))
    program_main(NumArguments, Arguments, Arguments + NumArguments);
}

static void runForked(void) {
  int Status = 0, Child = fork();
  if (Child == 0) {
    alarm(RunSeconds);
    S->Position = 0;
    program_main(NumArguments, Arguments, Arguments + NumArguments);
    if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check())
      fail("leak");
    _exit(0);
  }
  waitpid(Child, &Status, 0);
  int Signal = Status & 127;
  if (Signal == 14)
    printf("a run takes too long\n");
  else if (Status != 0 && !S->Failed) {
    S->Failed = 1;
    if (Signal)
      report("signal");
    else
      report("sanitizer");
  }
}

int run_all(int Given, char **Argument) {
  S = mmap(0, sizeof *S, 3, 0x21, -1, 0);
  Forks = !strcmp(Argument[1], "fork");
  long Systematic = atoll(Argument[2]), Random = atoll(Argument[3]);
  int I = 4;
  for (; I < Given && strcmp(Argument[I], "--") && NumExtra < MaxExtra; ++I)
    Extra[NumExtra++] = atoll(Argument[I]);
  for (++I; I < Given && NumArguments <= MaxExtra; ++I)
    Arguments[NumArguments++] = Argument[I];
  long Runs = 0;
  int More = 1;
  for (; More && Runs < Systematic && !S->Failed; ++Runs) {
    Forks ? runForked() : runHere();
    S->Length = S->Position < S->Length ? S->Position : S->Length;
    More = advance();
  }
  S->Random = 1;
  int HasInputs = Runs > 1;
  for (long I = 0; HasInputs && I < Random && !S->Failed; ++I, ++Runs)
    Forks ? runForked() : runHere();
  if (!S->Failed)
    printf("survived %ld runs\n", Runs);
  fflush(0);
  _exit(S->Failed);
}

#ifdef OWN_START
/* Where the C library's start files are missing. */
int __libc_start_main(int (*)(int, char **), int, char **, void *, void *,
                      void *, void *);
__asm__(".globl _start\n_start:\n xor %ebp,%ebp\n pop %esi\n mov %esp,%ecx\n"
        " and $-16,%esp\n push %eax\n push %esp\n push %edx\n push $0\n"
        " push $0\n push %ecx\n push %esi\n push $run_all\n"
        " call __libc_start_main\n hlt\n");
#else
int main(int NumArguments, char **Argument) {
  return run_all(NumArguments, Argument);
}
#endif
