//===- steps.c - Steps through a program ----------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   steps OUTPUT FIRST LAST START PROGRAM [ARGUMENT...]
//
// Runs a program for x86-64, not position-independent, and writes for each
// instruction from the address FIRST up to LAST, from START on, two words of 64
// bits: the instruction pointer and the stack pointer before it. Of others that
// follow each other, the first one is written, with 0 in place of the former.
//
//===----------------------------------------------------------------------===//

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MaxSteps = 20 * 1000 * 1000, MaxRecords = 2 * 1000 * 1000 };

static void fail(const char *What) {
  perror(What);
  exit(3);
}

/// Runs up to \p Address; 0 if the program ends before.
static int runTo(pid_t Child, unsigned long Address) {
  struct user_regs_struct Regs;
  int Status;
  long Code = ptrace(PTRACE_PEEKTEXT, Child, Address, 0);
  ptrace(PTRACE_POKETEXT, Child, Address, (Code & ~0xffL) | 0xcc);
  ptrace(PTRACE_CONT, Child, 0, 0);
  if (waitpid(Child, &Status, 0) < 0 || !WIFSTOPPED(Status))
    return 0;
  ptrace(PTRACE_POKETEXT, Child, Address, Code);
  ptrace(PTRACE_GETREGS, Child, 0, &Regs);
  Regs.rip = Address;
  ptrace(PTRACE_SETREGS, Child, 0, &Regs);
  return 1;
}

static void step(pid_t Child, unsigned long First, unsigned long Last,
                 FILE *Out) {
  struct user_regs_struct Regs;
  int Status, IsInside = 0;
  for (long Steps = 0, Records = 0; Steps < MaxSteps && Records < MaxRecords;
       ++Steps) {
    if (ptrace(PTRACE_GETREGS, Child, 0, &Regs) < 0)
      return;
    int WasInside = IsInside;
    IsInside = First <= Regs.rip && Regs.rip < Last;
    if (IsInside || WasInside) {
      unsigned long Record[2] = {IsInside ? Regs.rip : 0, Regs.rsp};
      fwrite(Record, sizeof Record, 1, Out);
      ++Records;
    }
    ptrace(PTRACE_SINGLESTEP, Child, 0, 0);
    if (waitpid(Child, &Status, 0) < 0 || !WIFSTOPPED(Status) ||
        WSTOPSIG(Status) != SIGTRAP)
      return;
  }
}

int main(int argc, char **argv) {
  int Status;
  if (argc < 6)
    return 3;
  FILE *Out = fopen(argv[1], "wb");
  if (!Out)
    fail(argv[1]);
  pid_t Child = fork();
  if (Child == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execv(argv[5], argv + 5);
    _exit(3);
  }
  if (Child < 0 || waitpid(Child, &Status, 0) < 0 || !WIFSTOPPED(Status))
    fail("ptrace");
  if (runTo(Child, strtoul(argv[4], 0, 0)))
    step(Child, strtoul(argv[2], 0, 0), strtoul(argv[3], 0, 0), Out);
  kill(Child, SIGKILL);
  return fclose(Out) ? 3 : 0;
}
