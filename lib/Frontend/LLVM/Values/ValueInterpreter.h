//===- ValueInterpreter.h - Abstract runs of a program ----------*- C++ -*-===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call is interpreted by itself, for what memory and arguments are there;
// so an object is named by the instruction that makes it and the calls that
// lead to it. Of what one such place makes again and again, the newest object
// is told apart from all older ones (Balakrishnan and Reps, Recency-Abstraction
// for Heap-Allocated Storage, SAS 2006). Where a function calls itself, its
// calls have one state in common, which grows until nothing is new.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_VALUES_VALUEINTERPRETER_H
#define SOOTH_LIB_FRONTEND_LLVM_VALUES_VALUEINTERPRETER_H

#include "Base/MemoryChecks.h"
#include "ValueState.h"
#include "sooth/Frontend/LLVM/Values/ValueAnalysis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>

namespace llvm {
class AllocaInst;
class GEPOperator;
class ICmpInst;
class MemTransferInst;
class LoadInst;
class MemSetInst;
class WithOverflowInst;
} // namespace llvm

namespace sooth {

/// A chain of calls, or several that end in one function.
struct CallChain {
  const llvm::Function *Callee;
  std::map<std::pair<const llvm::CallBase *, const llvm::Function *>,
           CallChain *>
      Calls;
  /// Whether the function is called again before it has returned: the chain
  /// stands for longer ones.
  bool IsRepeated = false;
};

/// How a function may return.
struct AbstractReturn {
  ValueState State;
  AbstractValue Result;
  /// What is known of pointers that it was given, by the numbers of parameters.
  std::map<unsigned, AbstractValue> Pointers = {};
};

class ValueInterpreter {
public:
  /// The larger \p Haste is, the sooner it goes on with less care.
  ValueInterpreter(const llvm::Module &M, const ValueAnalysisOptions &Options,
                   size_t Haste);
  /// All runs from \p Entry.
  llvm::Error run(const llvm::Function &Entry);
  /// What becomes of a kind of checks that models of the C library make.
  struct LibraryCheck {
    const llvm::CallBase *CalledAt; ///< by a function that is no model
    std::string Check;
    OperationsAt Operations; ///< of the model
    friend bool operator<(const LibraryCheck &A, const LibraryCheck &B) {
      return std::tie(A.CalledAt, A.Check, A.Operations) <
             std::tie(B.CalledAt, B.Check, B.Operations);
    }
  };
  /// What a call gives a pointer parameter, as in ArgumentByValues.
  struct GivenPointer {
    bool MayBeNull = false;
    std::optional<uint64_t> Bytes = UINT64_MAX;
    /// Numbers of parameters.
    std::set<unsigned> MayShareWith = {};
    void add(const GivenPointer &More);
  };
  using GivenPointers = std::map<unsigned, GivenPointer>;
  /// What becomes of checks.
  struct Findings {
    /// Those that may fail.
    llvm::DenseMap<const llvm::CallBase *, WaysToFail> Failing;
    /// Of these, those that may do so as a pointer leaves its array. If it
    /// stays in its object, others may say that the check holds; of what
    /// follows nothing is known then.
    llvm::DenseSet<const llvm::CallBase *> Leaving;
    /// How they may fail, of all that are come to.
    std::map<LibraryCheck, WaysToFail> MayFailInLibrary;
    /// By the numbers of parameters.
    std::map<std::pair<const llvm::CallBase *, const llvm::Function *>,
             GivenPointers>
        Given;
    /// What becomes of them in calls.
    std::set<std::shared_ptr<const Findings>> OfCalls;
    /// The same of calls that go on where these are made.
    llvm::DenseSet<const Findings *> OfOuterCalls;
  };
  /// Of all calls together.
  Findings findings() const;

private:
  using State = ValueState;
  using Value = AbstractValue;
  using States = llvm::SmallVector<State, 1>;

  /// What is found out of one chain of calls.
  struct Summary {
    std::optional<State> Entry;
    std::vector<AbstractReturn> Returns;
    std::shared_ptr<const Findings> Found;
    /// Of a chain that is being interpreted and repeated, whether a state was
    /// added while it was.
    bool HasGrown = false;
    /// As below, of this chain.
    bool LeavesModel = false;
    /// How many steps it has taken to interpret it, again and again.
    size_t Taken = 0;
    /// And how many of these the last time.
    size_t Last = 0;
  };

  // Calls.
  std::vector<AbstractReturn> interpret(CallChain &Chain, State Entry);
  std::vector<AbstractReturn> interpretBody(CallChain &Chain, State Entry);
  std::vector<AbstractReturn> call(const llvm::CallBase &Call,
                                   const llvm::Function &Callee,
                                   const State &S);
  GivenPointer given(const State &S, const llvm::Value &Argument);
  void noteGiven(const State &S, const llvm::CallBase &Call,
                 const llvm::Function &Callee);
  std::vector<AbstractReturn> enter(const llvm::CallBase &Call,
                                    const llvm::Function &Callee, State Entry);
  Summary &summaryOf(const CallChain &Chain, const State &Entry);
  void forgetCalls(const CallChain &Chain);
  CallChain &chainOf(const llvm::CallBase &Call, const llvm::Function &Callee);
  CallChain *repeated(const llvm::Function &Callee);
  State entryState(const llvm::CallBase &Call, const llvm::Function &Callee,
                   const State &S);
  /// Nothing if the call cannot return so.
  std::optional<State> afterReturn(const llvm::CallBase &Call,
                                   const llvm::Function &Callee,
                                   const State &Before,
                                   const AbstractReturn &R);
  void addReturn(std::vector<AbstractReturn> &All, AbstractReturn New) const;
  void endLocals(AbstractReturn &R);

  // Blocks.
  struct Body;
  void interpretWaiting(Body &B);
  void arrive(Body &B, const llvm::BasicBlock *From, const llvm::BasicBlock &To,
              State S);
  void interpretBlock(Body &B, const llvm::BasicBlock &Block, State S);
  void branch(Body &B, const llvm::Instruction &End, State S);
  /// What comes after \p I, once for each way in which it goes on.
  States execute(const llvm::Instruction &I, State S);
  States executeCall(const llvm::CallBase &Call, State S);
  States executeDefined(const llvm::CallBase &Call,
                        const llvm::Function &Callee, const State &S);
  States executeIndirect(const llvm::CallBase &Call, State S);
  States executeUnseen(const llvm::CallBase &Call, State S);

  // Operations.
  unsigned numberOf(const llvm::Value &V) const { return Numbers.lookup(&V); }
  Value valueOf(const State &S, const llvm::Value *V);
  Value constantOf(const llvm::Constant &C);
  void set(State &S, const llvm::Instruction &I, Value V);
  Value compute(const State &S, const llvm::Instruction &I);
  Value sizeOf(const State &S, const Value &P, const llvm::Type *T) const;
  Value computeIntrinsic(const State &S, const llvm::CallBase &Call);
  Value overflowOf(const State &S, const llvm::WithOverflowInst &I);
  void boundByArray(const State &S, const llvm::GEPOperator &Gep, Value &P);
  Value stepped(const State &S, const llvm::GEPOperator &Gep);
  std::optional<bool> compare(const State &S, llvm::CmpInst::Predicate P,
                              const Value &A, const Value &B);
  std::optional<bool> comparePointers(const State &S,
                                      llvm::CmpInst::Predicate P,
                                      const Value &A, const Value &B);

  // Conditions. Each returns whether runs go on.
  bool assume(State &S, const llvm::Value *Condition, bool IsTrue);
  bool assumeCompared(State &S, const llvm::ICmpInst &C, bool IsTrue);
  Value withAddressOf(const State &S, const Value &A, const Value &B) const;
  bool assumePointers(State &S, const llvm::ICmpInst &C,
                      llvm::CmpInst::Predicate P);
  bool assumeOverflow(State &S, const llvm::WithOverflowInst &I, bool IsTrue);
  bool constrain(State &S, const llvm::Value *V, Value New);
  bool constrainSource(State &S, const llvm::Value *V, const Value &New);
  void constrainCell(State &S, const Value &New);
  bool constrainAddress(State &S, const llvm::LoadInst &Load, const Value &New);
  bool constrainIndex(State &S, const llvm::GEPOperator &Gep, const Value &Of);
  void constrainBases(State &S, const llvm::Value *Pointer, const Value &Of);

  // Memory.
  ObjectId objectOf(const llvm::Value &Site, const CallChain *Made);
  bool isHeap(ObjectId O) const;
  Value addressOf(const llvm::GlobalValue &G);
  void makeElsewhere(State &S);
  void loseAddressesInConstants(State &S);
  void makeGlobal(State &S, const llvm::GlobalVariable &G);
  void initialize(ByteContent &Content, const llvm::Constant &C, int64_t At,
                  LostTargets &Lost);
  void makeObject(State &S, ObjectId O, ObjectState New);
  void age(State &S, ObjectId O);
  void endNewest(State &S, ObjectId O);
  static void move(State &S, ObjectId O, ObjectId To);
  static void applyMoves(State &S, const PersistentMap<ObjectMoves> &Moved);
  States allocateLocal(const llvm::AllocaInst &I, State S);
  bool checkFreed(const State &S, const llvm::CallBase &Call);
  /// As the allocator \p Name does, which \p Call leads to.
  States allocate(const llvm::CallBase &Call, llvm::StringRef Name, State S);
  void free(State &S, const llvm::Value *Pointer);
  States load(const llvm::LoadInst &I, State S);
  void unset(State &S, const Value &Pointer, const llvm::Type *T);
  void store(State &S, const Value &Pointer, Value New, const llvm::Type *T);
  void storeScalar(State &S, const Value &Pointer, Value New, uint64_t Width);
  void forgetMemory(State &S);
  /// Their addresses are in memory as bytes.
  static void lose(State &S, const LostTargets &Lost);
  void keepAddresses(State &S, const Value &V);
  void copy(State &S, const Value &To, const Value &From, const Value &Size);
  void fill(State &S, const llvm::MemSetInst &I);
  void executeLifetime(State &S, const llvm::CallBase &Call);
  void beginLocal(State &S, ObjectId O);
  void endLocal(State &S, ObjectId O, bool IsSure);
  void callUnseen(State &S, const llvm::CallBase &Call, unsigned FirstArgument);
  void runUnseen(State &S, const llvm::CallBase &Call,
                 llvm::ArrayRef<ObjectId> Given = {});
  void endProgram(State &S, const llvm::CallBase &Call);
  /// The functions that code without a body may call and that are interpreted:
  /// those that it has kept, and of \p Given, which is there for this call.
  llvm::SmallVector<const llvm::Function *>
  calledBack(const State &S, llvm::ArrayRef<ObjectId> Given = {}) const;
  void callBack(State &S, const llvm::CallBase &Call,
                llvm::ArrayRef<ObjectId> Given);
  bool isFunction(ObjectId O) const;
  const std::vector<const llvm::GlobalVariable *> &
  variablesOfLibrary(const llvm::Function &Model);
  static bool isRestOfLibrary(const llvm::Module &M);
  static bool mayFindNumbers(const llvm::Module &M);
  /// Whether the library may do what the model \p F does not.
  static bool mayLeaveModel(const llvm::Function &F);
  /// Whether a function of this name has to be called by it, so that it is
  /// known what it does with others.
  static bool isCalledByName(llvm::StringRef Name);
  void registerHandlers(const llvm::CallBase &Call);
  void tellUnseen(State &S, const Value &V,
                  llvm::SmallVectorImpl<ObjectId> *Functions = nullptr);
  Value resultOfUnseen(const State &S, const llvm::CallBase &Call);

  // Checks. Each returns whether runs go on.
  bool check(State &S, const llvm::CallBase &Call);
  bool raise(const llvm::CallBase &Call);
  bool checkAccess(State &S, const llvm::CallBase &Call,
                   const MemoryCheck &Check);
  bool checkContent(State &S, const llvm::CallBase &Call,
                    const MemoryCheck &Check);
  bool isFreeable(const State &S, const Value &P) const;
  bool isAligned(const Value &P, uint64_t By) const;
  uint64_t alignOfHeap() const;
  bool areApart(const State &S, const MemoryCheck &Check);
  bool failsToBeApart(const State &S, const llvm::CallBase &Call,
                      const MemoryCheck &Of);
  void leaveModel(const llvm::Twine &Why);
  static bool isOfWhatIsNotModelled(const llvm::CallBase &Error);
  void comeTo(const llvm::CallBase &Check, WaysToFail MayFail = {});
  void fail(const llvm::CallBase &Call, WaysToFail By = WaysToFail::any()) {
    Found->Failing[&Call] |= By;
    comeTo(Call, By);
  }

  uint64_t newIdentity(ObjectId O);
  /// The object number \p O if it is there and may be written.
  const ObjectState *writable(const State &S, ObjectId O) const;
  void giveUp(const llvm::Twine &Why);
  bool isOver() const { return GivenUp.has_value(); }
  /// What a limit is now that is \p Most where there is no haste: of steps
  /// after which it goes on with less care, or of what is told apart.
  size_t patience(size_t Most) const { return Most / Haste; }
  void lookAtClock();
  Thresholds thresholdsOf(const llvm::Function &F);
  /// The arguments and instructions whose values matter where a block begins,
  /// after its phis.
  struct LiveValues {
    std::vector<const llvm::Value *> All;
    /// Of these, sorted.
    std::vector<unsigned> Numbers;
  };
  const llvm::DenseMap<const llvm::BasicBlock *, LiveValues> &
  liveIn(const llvm::Function &F);
  void findEarlierLoads(const llvm::Function &F);

  const llvm::Module &M;
  const llvm::DataLayout &Layout;
  const ValueAnalysisOptions &Options;
  /// Of arguments and instructions.
  llvm::DenseMap<const llvm::Value *, unsigned> Numbers;
  std::vector<const llvm::Value *> ByNumber{nullptr};
  struct ObjectInfo {
    const llvm::Value *Site;
    const CallChain *Made;
  };
  /// Each site has three: the newest object, all older ones, and those that
  /// were freed while they were the newest.
  std::vector<ObjectInfo> Infos;
  std::map<std::pair<const llvm::Value *, const CallChain *>, ObjectId> Ids;
  /// In which object a value was read that has this identity.
  std::vector<ObjectId> Identities{{}};
  /// By what shapeOfValues says of the entry.
  std::map<const CallChain *, std::map<uint64_t, Summary>> Summaries;
  /// Of those that are being interpreted.
  llvm::DenseMap<const CallChain *, Summary *> Interpreted;
  std::deque<CallChain> Chains;
  /// What calls of a function have taken, and the last chain of these.
  struct Spent {
    size_t Steps = 0;
    CallChain *Last = nullptr;
  };
  llvm::DenseMap<const llvm::Function *, Spent> SpentIn;
  /// Those that are being interpreted, outermost first.
  llvm::SmallVector<CallChain *> Active;
  CallChain *Current = nullptr;
  /// Where the functions that are being interpreted were called.
  llvm::SmallVector<const llvm::CallBase *> Sites;
  /// Whether all code without a body is that of the C library.
  const bool IsRestOfLibrary;
  /// Whether code without a body may access what is known to numbers only.
  const bool FindsNumbers;
  std::map<const llvm::Function *, std::vector<const llvm::GlobalVariable *>>
      VariablesOfLibrary;
  /// Functions that pointers may lead to, with a body or not.
  llvm::SmallVector<const llvm::Function *> Pointed;
  /// Where code without a body was last run.
  const llvm::CallBase *LastUnseen = nullptr;
  /// In the call that is being interpreted.
  std::shared_ptr<Findings> Found = std::make_shared<Findings>();
  /// Those of calls that repeat themselves.
  std::set<std::shared_ptr<const Findings>> OfRepeated;
  std::map<const llvm::Function *, std::vector<int64_t>> Steps;
  std::map<const llvm::Function *,
           llvm::DenseMap<const llvm::BasicBlock *, LiveValues>>
      Live;
  /// Loads from the same address that dominate it: if nothing was written
  /// since, it loads what one of them did.
  llvm::DenseMap<const llvm::LoadInst *,
                 llvm::SmallVector<const llvm::LoadInst *, 2>>
      EarlierLoads;
  size_t Taken = 0;
  size_t Haste;
  /// Whether a model of the C library was left where it has no room for what
  /// the library does.
  bool LeavesModel = false;
  std::optional<std::string> GivenUp;
};

} // namespace sooth

#endif
