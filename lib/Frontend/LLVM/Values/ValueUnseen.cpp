//===- ValueUnseen.cpp - Abstract runs: code that is not shown ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueInterpreter.h"

#include "CLibrary/UnmodelledFunctions.h"
#include "Memory/ObjectText.h"
#include "Passes/CheckConstructs.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/CLibrary/LibraryModels.h"
#include "sooth/Frontend/LLVM/Passes/SignalHandlers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace sooth;
using namespace llvm;

using AV = AbstractValue;
using Write = ByteContent::Write;

/// Whether a function of this name may tell the program of something by calling
/// a function that it is given, in a thread of its own.
static bool mayCallFromThread(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("timer_create", "mq_notify", "getaddrinfo_a", true)
      .Cases("lio_listio", "aio_read", "aio_write", "aio_fsync", true)
      .Default(false);
}

/// Whether a function of the C library may call a function that it is given
/// after it has returned.
static bool callsLater(StringRef Name) {
  return mayCallFromThread(Name) || registersSignalHandler(Name) ||
         StringSwitch<bool>(Name)
             .Cases("atexit", "at_quick_exit", "on_exit", "__cxa_atexit", true)
             .Cases("pthread_key_create", "tss_create", true)
             .Default(false);
}

/// Whether a function of the C library may call a function that it is given.
static bool callsWhatItIsGiven(StringRef Name) {
  Name.consume_back("64");
  return callsLater(Name) ||
         StringSwitch<bool>(Name)
             .Cases("qsort", "qsort_r", "bsearch", "lfind", "lsearch", true)
             .Cases("tsearch", "tfind", "tdelete", "twalk", "tdestroy", true)
             .Cases("ftw", "nftw", "glob", "scandir", "call_once", true)
             .Case("pthread_once", true)
             .Default(false);
}

/// Functions of the C library that give a program code from elsewhere.
static bool findsCode(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("dlopen", "dlmopen", "dlsym", "dlvsym", true)
      .Default(false);
}

/// Whether the models of the C library use it.
static bool ofModels(StringRef Name) {
  Name.consume_front("__");
  return Name.starts_with("sooth_libc_");
}

/// Whether it is known that \p F, without a body, is of the C library, and does
/// not bring along other code.
static bool isOnlyOfLibrary(const Function &F) {
  const StringRef Name = F.getName();
  return F.isIntrinsic() || isMadeByPasses(F) ||
         classify(F) != CalleeKind::External || ofModels(Name) ||
         Name == UnknownFormatName || Name == "freopen64" ||
         registersSignalHandler(Name) || isOfLibraryWithoutMemory(Name) ||
         (isOfLibrary(F) && !findsCode(Name) && !mayCallFromThread(Name));
}

bool ValueInterpreter::isRestOfLibrary(const Module &M) {
  auto IsSeen = [](const GlobalValue &G) {
    return !G.isDeclaration() || G.use_empty();
  };
  return all_of(M,
                [&](const Function &F) {
                  return IsSeen(F) || isOnlyOfLibrary(F);
                }) &&
         all_of(M.globals(), [&](const GlobalVariable &G) {
           return IsSeen(G) || isStandardStreamName(G.getName()) ||
                  isLibraryVariable(&G) || ofModels(G.getName());
         });
}

/// Whether a function of the C library may access what numbers in memory lead
/// to, or numbers that it is given. Others access what they are given, and what
/// pointers lead to that are found there.
static bool findsNumbers(StringRef Name) {
  Name.consume_back("64");
  return mayCallFromThread(Name) || Name.ends_with("scanf") ||
         Name.starts_with("vasprintf") || Name.starts_with("aio_") ||
         Name.starts_with("posix_spawn") ||
         StringSwitch<bool>(Name)
             .Cases("readv", "preadv", "preadv2", "process_vm_readv", true)
             .Cases("writev", "pwritev", "pwritev2", "process_vm_writev", true)
             .Cases("recvmsg", "recvmmsg", "sendmsg", "sendmmsg", true)
             .Cases("ioctl", "prctl", "ptrace", "syscall", true)
             .Cases("getopt", "getopt_long", "getopt_long_only", true)
             .Cases("getsubopt", "argp_parse", "iconv", "sigaltstack", true)
             .Cases("getline", "getdelim", "__getdelim", true)
             .Cases("asprintf", "strsep", "strtok_r", "__strtok_r", true)
             .Cases("open_memstream", "open_wmemstream", "fopencookie", true)
             .Cases("glob", "globfree", "wordexp", "wordfree", true)
             .Cases("scandir", "getaddrinfo", "freeaddrinfo", true)
             .Cases("mbsrtowcs", "wcsrtombs", "mbsnrtowcs", "wcsnrtombs", true)
             .Cases("hsearch_r", "hcreate_r", "getmntent_r", true)
             .Cases("getpwnam_r", "getpwuid_r", "getgrnam_r", "getgrgid_r",
                    true)
             .Cases("execv", "execve", "execvp", "execvpe", true)
             .Default(false);
}

/// The structures that fcntl is given have no addresses; but a number that it
/// is given may be one.
static bool findsNumberGivenTo(const Function &Fcntl) {
  return any_of(Fcntl.uses(), [](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return !Call || !Call->isCallee(&U) ||
           any_of(drop_begin(Call->args(), 2), [](const Use &Given) {
             return !Given->getType()->isPointerTy() &&
                    !isa<ConstantInt>(Given);
           });
  });
}

/// \p F and the functions with a body that are called from there.
static SmallSetVector<const Function *, 8> calledFrom(const Function &F) {
  SmallSetVector<const Function *, 8> All;
  All.insert(&F);
  for (size_t I = 0; I < All.size(); ++I)
    for (const Instruction &In : instructions(*All[I]))
      if (auto *Call = dyn_cast<CallBase>(&In);
          Call && classify(*Call) == CalleeKind::Defined)
        All.insert(calledFunction(*Call));
  return All;
}

bool ValueInterpreter::mayLeaveModel(const Function &F) {
  auto Leaves = [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const CalleeKind Kind = Call ? classify(*Call) : CalleeKind::Defined;
    return Kind == CalleeKind::Indirect ||
           (Kind == CalleeKind::Error && isOfWhatIsNotModelled(*Call)) ||
           (Kind == CalleeKind::MemoryCheck &&
            describeCheck(*Call).What == MemoryCheck::Kind::Apart);
  };
  return any_of(calledFrom(F), [&](const Function *In) {
    return any_of(instructions(*In), Leaves);
  });
}

/// Whether a function for which \p IsOne uses \p Address, or it is stored in a
/// variable. (That a check is about it is no use.)
static bool isUsedIf(const Constant &Address,
                     function_ref<bool(const Function &)> IsOne) {
  return any_of(Address.users(), [&](const User *U) {
    if (auto *I = dyn_cast<Instruction>(U)) {
      auto *Call = dyn_cast<CallBase>(I);
      return !(Call && classify(*Call) == CalleeKind::MemoryCheck) &&
             IsOne(*I->getFunction());
    }
    return !isa<ConstantExpr, ConstantAggregate>(U) ||
           isUsedIf(*cast<Constant>(U), IsOne);
  });
}

/// Whether the program may come to have \p Address from the models that use it.
static bool mayBeGivenAway(const llvm::Value &Address,
                           SmallPtrSetImpl<const llvm::Value *> &Asked) {
  if (!Asked.insert(&Address).second)
    return false;
  return any_of(Address.uses(), [&](const Use &U) {
    const User *By = U.getUser();
    if (isa<LoadInst, ICmpInst>(By))
      return false;
    if (auto *Store = dyn_cast<StoreInst>(By))
      return Store->getValueOperand() == &Address;
    if (isa<GEPOperator, PHINode, SelectInst, CastInst, FreezeInst>(By))
      return mayBeGivenAway(*By, Asked);
    auto *Call = dyn_cast<CallBase>(By);
    if (!Call || !Call->isArgOperand(&U))
      return true;
    if (classify(*Call) == CalleeKind::MemoryCheck || isa<MemIntrinsic>(Call))
      return false;
    const Function *Callee = calledFunction(*Call);
    const unsigned Number = Call->getArgOperandNo(&U);
    return classify(*Call) != CalleeKind::Defined || !Callee ||
           Number >= Callee->arg_size() ||
           mayBeGivenAway(*Callee->getArg(Number), Asked);
  });
}

/// The variables of the C library that the function of \p Model may use: not
/// those that only models of other functions know, and keep for themselves.
const std::vector<const GlobalVariable *> &
ValueInterpreter::variablesOfLibrary(const Function &Model) {
  auto [At, IsNew] = VariablesOfLibrary.try_emplace(&Model);
  if (!IsNew)
    return At->second;
  const auto Own = calledFrom(Model);
  for (const GlobalVariable &G : M.globals()) {
    if (!isLibraryVariable(&G))
      continue;
    SmallPtrSet<const llvm::Value *, 8> Asked;
    if (mayBeGivenAway(G, Asked) || isUsedIf(G, [&](const Function &By) {
          return !isLibraryModel(By) || Own.contains(&By);
        }))
      At->second.push_back(&G);
  }
  return At->second;
}

bool ValueInterpreter::mayFindNumbers(const Module &M) {
  return !isRestOfLibrary(M) || any_of(M, [](const Function &F) {
    if (F.use_empty())
      return false;
    const StringRef Name = F.getName();
    // (Where a model has no room, anything of the library may run.)
    if (isLibraryModel(F))
      return findsNumbers(Name) && mayLeaveModel(F);
    if (Name == "fcntl" || Name == "fcntl64")
      return F.isDeclaration() && findsNumberGivenTo(F);
    return F.isDeclaration() && findsNumbers(Name);
  });
}

bool ValueInterpreter::isFunction(ObjectId O) const {
  return isa_and_nonnull<Function>(Infos[O].Site);
}

/// It knows what \p V leads to, and what is found from there. Adds to
/// \p Functions those that it is given by themselves or in a structure of its
/// own: the C library calls none that it would have to look for in the
/// program's data.
void ValueInterpreter::tellUnseen(State &S, const Value &V,
                                  SmallVectorImpl<ObjectId> *Functions) {
  SmallVector<ObjectId> Next;
  bool IsData = false;
  auto AddObject = [&](ObjectId O) {
    if (!S.isFound(O))
      Next.push_back(O);
    S.tell(O, KnownTo::Unseen);
    if (Functions && !IsData && isFunction(O))
      Functions->push_back(O);
  };
  auto Add = [&](const Value &Of) {
    LostTargets Targets;
    addLost(Of, Targets);
    // Where it leads that nothing is known of.
    if (Of.isPointer() && Of.MayBeAny)
      S.Known.forEach(
          [&](uint64_t O, KnownTo) { Targets.push_back(ObjectId(O)); });
    for (ObjectId O : Targets)
      AddObject(O);
  };
  keepAddresses(S, V);
  Add(V);
  LostTargets Given;
  addLost(V, Given);
  for (ObjectId O : Given)
    if (const ObjectState *Object = S.Objects.find(O))
      Object->Content.forEachValue(Add);
  IsData = true;
  while (!Next.empty())
    if (const ObjectState *O = S.Objects.find(Next.pop_back_val()))
      O->Content.forEachValue(Add);
}

/// Whether no call of \p F returns: all of its paths end the program. \p Asked
/// are functions of which that is being asked.
static bool neverReturns(const Function &F,
                         SmallPtrSetImpl<const Function *> &Asked) {
  if (F.isDeclaration() || !Asked.insert(&F).second)
    return false;
  SmallPtrSet<const BasicBlock *, 16> Reached;
  SmallVector<const BasicBlock *> Next{&F.getEntryBlock()};
  while (!Next.empty()) {
    const BasicBlock *B = Next.pop_back_val();
    if (!Reached.insert(B).second)
      continue;
    auto Ends = [&](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? calledFunction(*Call) : nullptr;
      return Callee && (classify(*Call) == CalleeKind::Exit ||
                        (classify(*Call) == CalleeKind::Defined &&
                         neverReturns(*Callee, Asked)));
    };
    if (any_of(*B, Ends))
      continue;
    if (isa<ReturnInst>(B->getTerminator()))
      return false;
    append_range(Next, successors(B));
  }
  return true;
}

/// Handlers run at any time. So they must end the program, or set nothing but
/// flags; and nothing is known of their checks.
void ValueInterpreter::registerHandlers(const CallBase &Call) {
  const bool SetsFlags = registersOnlyFlagSetters(Call);
  SmallSetVector<const Function *, 8> Run;
  for (const Use &U : Call.args())
    if (auto *Handler = dyn_cast<Function>(U);
        Handler && !Handler->isDeclaration()) {
      SmallPtrSet<const Function *, 8> Asked;
      if (!SetsFlags && !neverReturns(*Handler, Asked))
        return giveUp("a handler of signals returns");
      Run.insert(Handler);
    } else if (U->getType()->isPointerTy() && !isa<ConstantPointerNull>(U) &&
               !isa<ConstantExpr>(U)) {
      if (!SetsFlags)
        return giveUp("it is not known which functions handle signals");
      for (const Function &F : M)
        if (!F.isDeclaration() && F.hasAddressTaken() && !isLibraryModel(F))
          Run.insert(&F);
    }
  for (size_t I = 0; I < Run.size(); ++I)
    for (const Instruction &In : instructions(*Run[I]))
      if (auto *Inner = dyn_cast<CallBase>(&In)) {
        fail(*Inner);
        if (classify(*Inner) == CalleeKind::Indirect)
          return giveUp("a handler of signals calls through a pointer");
        if (classify(*Inner) == CalleeKind::Defined)
          Run.insert(calledFunction(*Inner));
      }
}

bool ValueInterpreter::isCalledByName(StringRef Name) {
  return startsThread(Name) || registersSignalHandler(Name) ||
         mayCallFromThread(Name);
}

SmallVector<const Function *>
ValueInterpreter::calledBack(const State &S, ArrayRef<ObjectId> Given) const {
  SmallVector<const Function *> All;
  S.Known.forEach([&](uint64_t O, KnownTo Whom) {
    auto *F = dyn_cast_or_null<Function>(Infos[O].Site);
    if (F && classify(*F) == CalleeKind::Defined &&
        (!IsRestOfLibrary || Whom == KnownTo::Caller || is_contained(Given, O)))
      All.push_back(F);
  });
  return All;
}

/// It may write what it knows, and frees nothing.
void ValueInterpreter::callUnseen(State &S, const CallBase &Call,
                                  unsigned FirstArgument) {
  S.forgetLoads();
  const Function *Callee = calledFunction(Call);
  SmallVector<ObjectId> Given;
  if (Callee && registersSignalHandler(Callee->getName()))
    registerHandlers(Call);
  else
    for (unsigned I = FirstArgument; I < Call.arg_size(); ++I)
      tellUnseen(S, valueOf(S, Call.getArgOperand(I)),
                 !Callee || callsWhatItIsGiven(Callee->getName()) ? &Given
                                                                  : nullptr);
  if (!Callee || callsLater(Callee->getName())) {
    for (ObjectId Function : Given)
      S.tell(Function, KnownTo::Caller);
    Given.clear();
  }
  if (Callee && mayCallFromThread(Callee->getName()) && !calledBack(S).empty())
    giveUp(Callee->getName() + " may start threads");
  runUnseen(S, Call, Given);
}

/// Code without a body runs, as \p Call lets it.
void ValueInterpreter::runUnseen(State &S, const CallBase &Call,
                                 ArrayRef<ObjectId> Given) {
  S.forgetLoads();
  LastUnseen = &Call;
  SmallVector<ObjectId> All;
  S.Known.forEach([&](uint64_t O, KnownTo Whom) {
    if (FindsNumbers || Whom >= KnownTo::Unseen)
      All.push_back(ObjectId(O));
  });
  // (Some may be known only as bytes: what is found from there is, too.)
  for (size_t I = 0; I < All.size(); ++I)
    if (const ObjectState *O = S.Objects.find(All[I]))
      O->Content.forEachValue([&](const Value &V) {
        LostTargets Targets;
        addLost(V, Targets);
        for (ObjectId Found : Targets)
          if (!S.isFound(Found)) {
            S.tell(Found, KnownTo::Unseen);
            All.push_back(Found);
          }
      });
  LostTargets Lost;
  for (ObjectId O : All) {
    const ObjectState *Old = writable(S, O);
    if (!Old)
      continue;
    ObjectState New = *Old;
    New.IsAddressKept = true;
    New.Content.fill(0, INT64_MAX, Bytes::Any, Write::Possible, Lost);
    S.Objects.set(O, std::move(New));
  }
  lose(S, Lost);
  callBack(S, Call, Given);
}

/// The program ends, at \p Call or after it: what code without a body has kept
/// for that is called, and in between what models of the C library have.
void ValueInterpreter::endProgram(State &S, const CallBase &Call) {
  if (calledBack(S).empty())
    return;
  for (const GlobalVariable &G : M.globals())
    if (const ObjectState *O = isLibraryVariable(&G)
                                   ? S.Objects.find(objectOf(G, nullptr))
                                   : nullptr)
      O->Content.forEachValue([&](const Value &V) {
        for (const AV::Target &T : V.Targets)
          if (isFunction(T.Object))
            S.tell(T.Object, KnownTo::Caller);
      });
  runUnseen(S, Call);
}

/// It may call the functions that it knows, as often as it likes.
void ValueInterpreter::callBack(State &S, const CallBase &Call,
                                ArrayRef<ObjectId> Given) {
  static constexpr unsigned MostRounds = 6;
  const SmallVector<const Function *> Known = calledBack(S, Given);
  Change Found = Change::Values;
  for (unsigned Round = 0; Found != Change::None && !isOver(); ++Round) {
    if (Round == MostRounds)
      return giveUp("what calls back changes too much");
    Found = Change::None;
    for (const Function *F : Known) {
      State Entry;
      Entry.Objects = S.Objects;
      Entry.Known = S.Known;
      Entry.FirstIdentity = Identities.size();
      for (const Argument &A : F->args())
        Entry.Values.set(numberOf(A), Value::anyOf(A.getType()));
      for (const AbstractReturn &R : enter(Call, *F, std::move(Entry)))
        if (auto Then = afterReturn(Call, *F, S, R))
          addChange(Found, S.joinWith(*Then, Round > 1 ? Growth::Widened
                                                       : Growth::Exact));
    }
  }
}

AbstractValue ValueInterpreter::resultOfUnseen(const State &S,
                                               const CallBase &Call) {
  Value V = Value::anyOf(Call.getType());
  if (!V.isPointer())
    return V;
  V = Value::null();
  S.Known.forEach([&](uint64_t O, KnownTo) {
    V.addTarget({ObjectId(O), Offsets::any()});
  });
  return V;
}
