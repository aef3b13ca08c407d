//===- ErrorNumber.cpp - What changes errno -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorNumber.h"

#include "LibraryCalls.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace sooth;

static bool leavesItAlone(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Case("__errno_location", true)
      .Cases("memcpy", "mempcpy", "memmove", "memset", "memcmp", true)
      .Cases("memchr", "memrchr", "memmem", "bcmp", "bcopy", "bzero", true)
      .Cases("strlen", "strnlen", "strcpy", "stpcpy", "strncpy", true)
      .Cases("strcat", "strncat", "strcmp", "strncmp", true)
      .Cases("strcasecmp", "strncasecmp", "strchr", "strrchr", true)
      .Cases("strspn", "strcspn", "strpbrk", "strstr", "strtok", true)
      .Cases("strtok_r", "strsep", "abs", "labs", "llabs", true)
      .Cases("isalnum", "isalpha", "isblank", "iscntrl", "isdigit", true)
      .Cases("isgraph", "islower", "isprint", "ispunct", "isspace", true)
      .Cases("isupper", "isxdigit", "tolower", "toupper", true)
      .Cases("__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
             true)
      .Default(false);
}

static bool mayChangeErrno(const CallBase &Call) {
  switch (classify(Call)) {
  case CalleeKind::Indirect:
    return true;
  case CalleeKind::External:
  case CalleeKind::Output:
  case CalleeKind::Allocation:
  case CalleeKind::Deallocation: {
    const Function *Callee = calledFunction(Call);
    return !Callee->isIntrinsic() && !leavesItAlone(Callee->getName());
  }
  default:
    return false;
  }
}

/// As callModel() names it.
bool sooth::changesErrnoOnly(const Function &F) {
  return F.getName() == "sooth_libc_change_errno";
}

static void change(Instruction &Before) {
  IRBuilder<> Build(&Before);
  callModel(Build, "change_errno", Build.getVoidTy(), {});
}

static void changeBehindCalls(Function &F) {
  SmallVector<Instruction *> Places;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && !Call->isMustTailCall() &&
                                             !Call->doesNotReturn() &&
                                             mayChangeErrno(*Call))
      Places.push_back(Call->getNextNode());
  for (Instruction *Place : Places)
    change(*Place);
}

static void changeBeforeCallbacks(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && classify(*Call) == CalleeKind::Indirect)
      change(*Call);
}

void sooth::letCallsChangeErrno(Module &Program, Module &Models) {
  const Function *Location = Program.getFunction("__errno_location");
  if (!Location || !Location->isDeclaration() || Location->use_empty())
    return;
  for (Function &F : Program)
    changeBehindCalls(F);
  for (Function &F : Models)
    changeBeforeCallbacks(F);
}
