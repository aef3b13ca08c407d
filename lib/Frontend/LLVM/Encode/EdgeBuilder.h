//===- EdgeBuilder.h - Executes a part of a block symbolically ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An EdgeBuilder runs through a prefix of a basic block and gathers what an
// edge of the Cfa needs: the conditions that had to hold on the way, the inputs
// read, the values of the block's results, and the steps to tell the user.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_EDGEBUILDER_H
#define SOOTH_LIB_FRONTEND_LLVM_EDGEBUILDER_H

#include "ValueTable.h"
#include "sooth/Expr/HeldConditions.h"
#include "sooth/Model/Cfa.h"
#include "sooth/Model/SourceTable.h"

namespace llvm {
class BasicBlock;
class CallBase;
class AllocaInst;
class DbgVariableRecord;
class ICmpInst;
class Instruction;
class LoadInst;
class MemIntrinsic;
class StoreInst;
} // namespace llvm

namespace sooth {

struct MemoryCheck;

/// What an input is told to come from: a function or a variable by its name, or
/// what is not modelled.
struct InputSource {
  InputSource(llvm::StringRef Name) : Name(Name.str()) {}
  InputSource(Cause Why) : Why(std::make_shared<const Cause>(std::move(Why))) {}
  InputSource(Cause::Kind Why) : InputSource(Cause(Why)) {}

  std::string Name;
  std::shared_ptr<const Cause> Why;
};

class EdgeBuilder {
public:
  /// Starts at the beginning of \p B, where the stack of inlined calls is
  /// \p Stack.
  EdgeBuilder(ExprContext &Ctx, const ValueTable &Values,
              const llvm::BasicBlock &B, CallStack Stack);

  /// Gives the arguments of an entry function arbitrary values. At the start
  /// of its entry block only.
  void readArguments();

  /// What is taken to be true of the arguments of an entry function, which
  /// nothing assigns: it remains so.
  void knowArguments();

  /// Gives objects their places in memory, and globals what they begin with, if
  /// that depends on places. At the start of the program.
  void assignAddresses();

  /// Executes the block's instructions before \p End that were not executed
  /// yet, in the case that none of them ends the run, and tells the assignments
  /// up to \p End.
  void executeUntil(const llvm::Instruction &End);
  const llvm::BasicBlock &block() const { return B; }
  /// Whether \p I, an instruction of the block, was executed already.
  bool isBehind(const llvm::Instruction &I) const;

  /// The scalars of an operand of the current instruction; null if they are
  /// not available, which is never so for what decides something.
  const Scalars *value(const llvm::Value *V);
  /// The same, and for constants; null scalars for what is not modelled.
  Scalars operand(const llvm::Value *V);
  /// The same for one modelled scalar that decides something.
  Expr deciding(const llvm::Value *V);
  /// The condition that such a value is not zero.
  Expr isNonZero(const llvm::Value *V);
  /// For a value that is only shown, a null Expr if it is not available.
  Expr shown(const llvm::Value *V);

  /// The same with a name, for pointers, too.
  std::optional<ShownValue> shownAs(const AccessPath &Path,
                                    const llvm::Value *V, ValueStyle Style);

  /// Tells the texts in arrays that the user sees at \p Error, the next
  /// instruction.
  void tellTexts(const llvm::Instruction &Error);

  /// Something that goes wrong with memory in the current instruction.
  struct Fault {
    Expr When;
    Failure What;
    ErrorLocation::Kind Type;
    /// For limits: what C leaves undefined, or what the model does not say.
    enum class Reason { Undefined, Unsupported } Why = Reason::Undefined;
    /// If it is not that of the instruction.
    SourceLocation Where = {};
    std::vector<ShownValue> Shown = {};
    Remedy Help = Remedy::None;
  };
  /// Whether faultsOf() may find something.
  static bool mayFault(const llvm::Instruction &I, const MemoryModel &Model);
  /// What \p I, the next instruction, may do outside of objects. At most one of
  /// them happens.
  llvm::SmallVector<Fault, 2> faultsOf(const llvm::Instruction &I);

  /// Takes the edge only if \p Condition holds.
  void require(Expr Condition);
  /// The same for what holds in the real program.
  void know(Expr Fact);
  /// Records that the way taken is an over-approximation: an input decides
  /// whether it is taken, and a trace that needs the input is not claimed.
  void approximate(Cause Why, SourceLocation Where);
  /// The same on runs on which \p Condition holds.
  void approximateIf(Expr Condition, Cause Why, SourceLocation Where);
  void addStep(SourceStep Step) { Source.Steps.push_back(std::move(Step)); }
  /// What the edge is in the source. Requires that it is finished; once only.
  EdgeSource takeSource() { return std::move(Source); }
  /// The steps into and out of inlined calls, up to \p To.
  void moveTo(const CallStack &To);
  /// The same for a jump to \p To that was a call of \p Callee, where the last
  /// instruction is.
  void tellTailCall(const llvm::DISubprogram &Callee, const CallStack &To);

  /// Assigns what \p Call passes to the variables of \p Callee.
  void pass(const llvm::CallBase &Call, const ValueTable &Callee);
  /// Goes on after \p Call, an encoded one, up to the end of the block.
  void resumeAfter(const llvm::CallBase &Call);

  /// Assigns the state variables for this block's inputs.
  void leave();
  /// The same, and the φs of \p Next. The last thing to do.
  void enter(const llvm::BasicBlock &Next);
  void assign(Expr Var, Expr New);
  /// The same for several, some of which may be null.
  void assign(const Scalars &Vars, llvm::ArrayRef<Expr> NewValues);

  /// The edge. Leaves out inputs without influence that a replay need not
  /// know.
  Edge finish(LocationId From, LocationId To);

private:
  void moveTo(const llvm::DebugLoc &L);
  void execute(const llvm::Instruction &I);
  // EdgeMemory.cpp
  bool executeMemory(const llvm::Instruction &I);
  bool executeObjectSize(const llvm::CallBase &Call);
  bool executeMemoryQuery(const llvm::CallBase &Call);
  bool executeMemoryCall(const llvm::CallBase &Call);
  void executeLoad(const llvm::LoadInst &I);
  void executeStore(const llvm::StoreInst &I);
  void executeAlloca(const llvm::AllocaInst &I);
  void executePointerNumber(const llvm::Instruction &I);
  void executeDifference(const llvm::Instruction &I, const llvm::Value *A,
                         const llvm::Value *B);
  void executeOrder(const llvm::ICmpInst &I);
  bool executeUncertainComparison(const llvm::ICmpInst &I);
  void requireOneObject(const llvm::Value *Pointer, const Address &P,
                        const Address &Q);
  void executeToNumber(const llvm::Instruction &I);
  void executeToPointer(const llvm::Instruction &I);
  void beginLifetime(const llvm::AllocaInst &Local);
  void executeAllocation(const llvm::CallBase &Call);
  void tellFailure(const llvm::CallBase &Call, Expr Fails);
  void executeTransfer(const llvm::MemIntrinsic &I);
  /// Whether \p I only reads what the block then stores: a copy.
  void knowKept(const llvm::Instruction &I, Expr Valid, const Scalars &Read);
  void knowFound(const llvm::LoadInst &I, const std::optional<Access> &A);
  bool isHandedOn(const llvm::LoadInst &I);
  llvm::SmallVector<Expr> uninitializedBytes(const llvm::LoadInst &I,
                                             const Access &A);
  llvm::SmallVector<Expr> uninitializedBytes(const llvm::Value *New);
  // MemoryFaults.cpp
  using Faults = llvm::SmallVector<Fault, 2>;
  Failure failureAt(Failure::Kind What, const llvm::Value *Pointer);
  Failure accessAfterEnd(const llvm::Value *Pointer,
                         const llvm::Instruction &Access);
  Fault violation(Expr When, Failure What);
  Fault limit(Expr When, Failure What);
  Expr mayBeOther(const llvm::Value *Pointer, const Address &At, Failure What);
  Faults faultsOfFreed(const llvm::CallBase &Call, const MemoryCheck &Check,
                       const Address &At);
  Faults faultsOfFree(const llvm::CallBase &Call, const MemoryCheck &Check,
                      const Address &At);
  Faults faultsOfCall(const llvm::CallBase &Call, const MemoryCheck &Check,
                      const Address &At);
  Faults faultsOfAccess(const MemoryCheck &Check, const Address &At,
                        const llvm::Instruction &Access);
  enum class Operation { Read, Write };
  Faults faultsOfMember(const Access &A, Operation What,
                        const llvm::Value *Pointer);
  Faults faultsOfContent(const MemoryCheck &Check, const Address &At);
  Faults faultsOfCopy(const llvm::CallBase &Call);
  Faults faultsOfOverlap(const MemoryCheck &Check);
  Faults faultsOfGiven(const llvm::CallBase &Call, const MemoryCheck &Check,
                       const Address &At);
  Faults faultsOfArgument(const llvm::CallBase &Call, const MemoryCheck &Check,
                          const Address &At);
  Faults faultsOfDistinct(const llvm::CallBase &Call, const MemoryCheck &Check);
  Expr overlapOf(const llvm::MemCpyInst &Copy);
  Expr leadsToUnseen(const llvm::Value *Pointer, const Address &At);
  void excludeNumbers(Fault &Of, Faults &All, const llvm::Value *Pointer,
                      const Address &At);
  void excludeUnknownSizes(Fault &Of, Faults &All, const llvm::Value *Pointer,
                           const Address &At);
  Faults faultsOfComparison(const llvm::Instruction &I);
  Faults faultsOfOrder(const llvm::Value *A, const llvm::Value *B);
  Faults faultsOfLeak(const llvm::CallBase &Call);
  static uint64_t storedBytes(const llvm::Instruction &I, llvm::Type *T);
  AccessPath firstPart(const llvm::Value *Pointer);
  void tellStore(const llvm::StoreInst &I);
  llvm::SmallVector<Fault, 2> faultsOfCheck(const llvm::CallBase &Call);
  void executeCheck(const llvm::CallBase &Call);
  Expr isValid(const MemoryCheck &Check, const Address &At);
  std::optional<Address> addressIn(const llvm::Value *Pointer);
  std::optional<Access> accessOf(const llvm::Value *Pointer, uint64_t Bytes);
  std::optional<Access> accessOf(const llvm::LoadInst &I);
  Origin originOf(const llvm::Value *Pointer);
  void havoc(MemoryModel::Reach What, const Cause &Why);
  Expr fresh(Input::Kind What, Sort S, Cause Why, Remedy Help = Remedy::None);
  void executeCall(const llvm::CallBase &Call);
  void executeSummarized(const llvm::CallBase &Call);
  void knowContent(const Access &A, uint64_t Bytes);
  void knowTable(const llvm::LoadInst &I, Expr Valid, const Scalars &Read);
  void knowFirstLoads();
  void knowLaterLoads(const llvm::CallBase &Call, const llvm::Function *Callee);
  void knowResult(const llvm::Instruction &I);
  void knowAfterUnseen(const llvm::CallBase &Call);
  void knowUnseenResult(const llvm::CallBase &Call);
  void executeInitialPointer(const llvm::CallBase &Call);
  bool mayBegin(const llvm::CallBase &Call) const;
  void tellInput(const llvm::CallBase &Call);
  void restrict(const llvm::CallBase &Call);
  void tell(const llvm::DbgVariableRecord &R);
  bool haveOperands(const llvm::Instruction &I);
  Expr freshInput(Input::Kind What, llvm::Type *T, llvm::StringRef Prefix,
                  const InputSource &From);
  Scalars freshInputs(Input::Kind What, llvm::Type *T, llvm::StringRef Prefix,
                      const InputSource &From);
  /// The same where pointers are among what a replay is given.
  Scalars freshScalars(Input::Kind What, llvm::Type *T, llvm::StringRef Prefix,
                       const InputSource &From);
  void noteInlined(Expr Input);
  void dropUnusedInputs();
  void replaceDropped(const ExprSet &Dropped);
  std::shared_ptr<const ChangedVariables> memoryNow();

  ExprContext &Ctx;
  const ValueTable &Values;
  const llvm::BasicBlock &B;
  /// The first one that was not executed; null if none was.
  const llvm::Instruction *Next = nullptr;
  CallStack Stack;
  const llvm::DILocation *LastLocation = nullptr;
  SourceLocation Here;
  /// Of the instruction that is executed; null if it has none, or there is
  /// none.
  const llvm::DILocation *HereInlined = nullptr;
  llvm::DenseMap<const llvm::Value *, Scalars> Local;
  /// Of loads that are copies: which bytes are uninitialized.
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<Expr>> Uninitialized;
  MemoryState Memory;
  std::shared_ptr<const ChangedVariables> LastShown;
  llvm::SmallVector<Expr, 4> Conditions, Known;
  /// What was required.
  HeldConditions Required;
  Edge Result;
  EdgeSource Source;
};

} // namespace sooth

#endif
