/*===- enumerate.c - All runs of a C program ------------------------------===*\
|*
|* Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Linked with a program whose main is called program_main, runs it for every
|* sequence of inputs it asks for and prints, for each checkpoint, how often
|* each value was seen, and how many runs reached an error:
|*
|*   runs N
|*   errors N
|*   value CHECKPOINT VALUE COUNT
|*
|* Stops with code 2 if there are too many runs or values.
|*
\*===----------------------------------------------------------------------===*/

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

enum { MaxInputs = 64, MaxRuns = 300000, MaxEntries = 4096 };

int program_main(void);
void reset_globals(void);

static int Tape[MaxInputs], Limit[MaxInputs];
static int Length, Position;
static jmp_buf End;
static long long Errors;

static struct {
  int Checkpoint;
  long long Value, Count;
} Seen[MaxEntries];
static int NumSeen;

static void giveUp(const char *Why) {
  fprintf(stderr, "too many %s\n", Why);
  exit(2);
}

/* The next input, less than Values. */
static int input(int Values) {
  if (Position == MaxInputs)
    giveUp("inputs");
  if (Position == Length) {
    Tape[Length] = 0;
    Limit[Length++] = Values;
  }
  return Tape[Position++];
}

unsigned char __VERIFIER_nondet_uchar(void) { return input(256); }
_Bool __VERIFIER_nondet_bool(void) { return input(2); }

void __VERIFIER_assume(int Condition) {
  if (!Condition)
    longjmp(End, 1);
}

void reach_error(void) {
  ++Errors;
  longjmp(End, 1);
}

void probe(int Checkpoint, long long Value) {
  for (int I = 0; I < NumSeen; ++I)
    if (Seen[I].Value == Value && Seen[I].Checkpoint == Checkpoint) {
      ++Seen[I].Count;
      return;
    }
  if (NumSeen == MaxEntries)
    giveUp("values");
  Seen[NumSeen].Checkpoint = Checkpoint;
  Seen[NumSeen].Value = Value;
  Seen[NumSeen++].Count = 1;
}

/* The next sequence of inputs, or 0 if that was the last. */
static int advance(void) {
  while (Length > 0 && Tape[Length - 1] + 1 == Limit[Length - 1])
    --Length;
  if (Length == 0)
    return 0;
  ++Tape[Length - 1];
  return 1;
}

int main(void) {
  long long Runs = 0;
  do {
    if (++Runs > MaxRuns)
      giveUp("runs");
    Position = 0;
    reset_globals();
    if (!setjmp(End))
      program_main();
  } while (advance());
  printf("runs %lld\nerrors %lld\n", Runs, Errors);
  for (int I = 0; I < NumSeen; ++I)
    printf("value %d %lld %lld\n", Seen[I].Checkpoint, Seen[I].Value,
           Seen[I].Count);
  return 0;
}
