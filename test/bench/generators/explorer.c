// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enumerates every reachable state of a generated program, breadth first, and
// so knows whether its error is reachable. The program comes as BODY_FILE: it
// defines STATE_VARS (X(name, initial value) each), VALUE and the loop's body
// as the macro's file body.inc, in which choose() stands for an input.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.inc"

#define X(name, init) VALUE name;
STATE_VARS
#undef X
enum {
#define X(name, init) Index_##name,
  STATE_VARS
#undef X
  Width
};
static const char *const Names[] = {
#define X(name, init) #name,
    STATE_VARS
#undef X
};

typedef struct {
  int Value[Width];
} State;

enum { MaxChoices = 64 };
static int Choice[MaxChoices], Limit[MaxChoices], Chosen[MaxChoices];
static int Used, Fixed; // choices made in this step; those replayed
static jmp_buf OnError;

static int choose(int N, const int *Values) {
  if (Used == MaxChoices)
    abort();
  if (Used >= Fixed) {
    Choice[Used] = 0;
    Fixed = Used + 1;
  }
  Limit[Used] = N;
  Chosen[Used] = Values[Choice[Used]];
  return Chosen[Used++];
}
static void reach_error(void) { longjmp(OnError, 1); }
#undef assert
#define assert(c) ((c) ? (void)0 : reach_error())

// 0: goes on, 1: the program ends.
static int runBody(void) {
  do {
#include "body.inc"
  } while (0);
  return 0;
out:
  __attribute__((unused));
  return 1;
}

static void load(const State *S) {
#define X(name, init) name = S->Value[Index_##name];
  STATE_VARS
#undef X
}
static void store(State *S) {
#define X(name, init) S->Value[Index_##name] = name;
  STATE_VARS
#undef X
}

static State *States;
static uint32_t *Parent, *Table, *InputsAt;
static int *Inputs;
static size_t Count, Capacity, TableSize, InputCount, InputCapacity;
static int Min[Width], Max[Width];

static uint32_t hash(const State *S) {
  uint64_t H = 1469598103934665603u;
  for (int I = 0; I < Width; ++I)
    H = (H ^ (uint32_t)S->Value[I]) * 1099511628211u, H ^= H >> 29;
  return H >> 16;
}

static void keepInputs(void) {
  if (InputCount + MaxChoices > InputCapacity)
    Inputs = realloc(Inputs, (InputCapacity = 2 * InputCapacity + 4096) *
                                 sizeof *Inputs);
  memcpy(Inputs + InputCount, Chosen, Used * sizeof *Inputs);
  InputCount += Used;
}

static int insert(const State *S, uint32_t From) {
  for (uint32_t I = hash(S) % TableSize;; I = (I + 1) % TableSize) {
    if (Table[I] && !memcmp(&States[Table[I] - 1], S, sizeof *S))
      return 1;
    if (Table[I])
      continue;
    if (Count == Capacity)
      return 0;
    States[Count] = *S;
    Parent[Count] = From;
    InputsAt[Count] = InputCount;
    keepInputs();
    InputsAt[Count + 1] = InputCount;
    Table[I] = ++Count;
    for (int K = 0; K < Width; ++K) {
      if (S->Value[K] < Min[K])
        Min[K] = S->Value[K];
      if (S->Value[K] > Max[K])
        Max[K] = S->Value[K];
    }
    return 1;
  }
}

static int depth(uint32_t At) {
  int D = 0;
  for (; At; At = Parent[At])
    ++D;
  return D;
}

static void printInputs(uint32_t At) {
  if (At)
    printInputs(Parent[At]);
  for (uint32_t I = InputsAt[At]; I < InputsAt[At + 1]; ++I)
    printf(" %d", Inputs[I]);
}

static void printRanges(void) {
  printf("ranges");
  for (int K = 0; K < Width; ++K)
    printf(" %s=%d..%d", Names[K], Min[K], Max[K]);
  printf("\n");
}

// explorer MAXSTATES [dump]: prints "error DEPTH" and "inputs ...", or
// "safe DEPTH", or "limit"; "states N"; with dump also every state.
int main(int Argc, char **Argv) {
  Capacity = strtoul(Argv[1], 0, 10);
  TableSize = 2 * Capacity + 7;
  States = malloc(Capacity * sizeof *States);
  Parent = malloc(Capacity * sizeof *Parent);
  InputsAt = calloc(Capacity + 1, sizeof *InputsAt);
  Table = calloc(TableSize, sizeof *Table);
  State Init = {{
#define X(name, init) init,
      STATE_VARS
#undef X
  }};
  memcpy(Min, Init.Value, sizeof Min);
  memcpy(Max, Init.Value, sizeof Max);
  insert(&Init, 0);
  for (volatile uint32_t At = 0; At < Count; ++At) {
    for (Fixed = 0;;) {
      State Next;
      load(&States[At]);
      Used = 0;
      if (setjmp(OnError)) {
        printf("error %d\nstates %zu\n", depth(At) + 1, Count);
        printRanges();
        printf("inputs");
        printInputs(At);
        for (int I = 0; I < Used; ++I)
          printf(" %d", Chosen[I]);
        printf("\n");
        return 0;
      }
      if (!runBody()) {
        store(&Next);
        if (!insert(&Next, At)) {
          printf("limit\nstates %zu\n", Count);
          printRanges();
          return 0;
        }
      }
      while (Used && Choice[Used - 1] + 1 == Limit[Used - 1])
        --Used;
      if (!Used)
        break;
      ++Choice[Used - 1];
      Fixed = Used;
    }
  }
  printf("safe %d\nstates %zu\n", depth(Count - 1), Count);
  printRanges();
  if (Argc > 2)
    for (size_t S = 0; S < Count; ++S) {
      printf("state %d", depth(S));
      for (int K = 0; K < Width; ++K)
        printf(" %d", States[S].Value[K]);
      printf("\n");
    }
  return 0;
}
