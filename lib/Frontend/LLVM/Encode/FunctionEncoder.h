//===- FunctionEncoder.h - Locations and edges of one function ------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location per basic block, an edge per edge of the control flow and per
// error. A procedure has, besides,
//
//  * a location where it returns, to which its `ret` lead;
//  * a variable that says which of its calls is waiting, if there are several:
//    `site = k` is the wait state w_k of the dissertation (Figure 5.2);
//  * for each of its calls a location where the caller goes on, the return
//    state r_k.
//
// A call edge leads from the call's block to the callee's entry, with the
// arguments and the site; a return edge, where the site is the call's, from
// where the callee returns to where the caller goes on, with the result.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_LLVM_FUNCTIONENCODER_H
#define SOOTH_LIB_FRONTEND_LLVM_FUNCTIONENCODER_H

#include "Base/AfterRecursion.h"
#include "EdgeBuilder.h"
#include "EntryNeeds.h"
#include "Source/ConditionText.h"
#include "sooth/Frontend/LLVM/Encode/EncodeOptions.h"
#include "sooth/Model/ModularProgram.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

#include <map>

namespace llvm {
class BranchInst;
class ReturnInst;
class SwitchInst;
} // namespace llvm

namespace sooth {

class FunctionEncoder;

/// What the encoders of a program's functions share.
struct ProgramEncoding {
  ProgramEncoding(ExprContext &Ctx, const llvm::Function &Entry,
                  const EncodeOptions &Options,
                  Procedures::Recursion R = Procedures::Recursion::Refused)
      : Ctx(Ctx), Options(Options), Called(Entry, R), Live(Called),
        Names(Called.topDown()), Conditions(*Entry.getParent()),
        Recursion(*Entry.getParent()),
        Memory(Ctx, Entry, Options.HowMembers, Options.Outside,
               Options.TakesKept),
        Model(std::make_unique<Cfa>(Ctx)) {}

  std::string uniqueName(const llvm::Twine &Wanted);
  FunctionEncoder &encoderOf(const llvm::Function &F) const {
    return *Encoders.find(&F)->second;
  }

  ExprContext &Ctx;
  const EncodeOptions &Options;
  const Procedures Called;
  const LiveValues Live;
  const SourceMap Names;
  ConditionTexts Conditions;
  const AfterRecursion Recursion;
  /// One for all functions.
  const MemoryModel Memory;
  std::unique_ptr<Cfa> Model;
  SourceTable Source;
  /// In Called's order.
  llvm::MapVector<const llvm::Function *, std::unique_ptr<FunctionEncoder>>
      Encoders;
  /// Their numbers in the model, by message and place.
  /// By place. An access that is checked now and then is a limit, too.
  std::map<std::tuple<std::string, Failure, ErrorLocation::Kind>, size_t>
      Errors;
  /// By error location: where it is raised.
  std::map<LocationId, llvm::SetVector<const llvm::Instruction *>> RaisedAt;
  llvm::StringSet<> LocationNames;
  /// By name: of those that were made of it, as it was taken.
  llvm::StringMap<unsigned> LastNumbers;
  /// Of the function where runs begin, once it is asked for.
  std::optional<EntryNeeds> Needs;
  /// Functions that code which is not shown may call back.
  std::vector<NamedObject> CalledBack;
  /// Whether calls end where the callee begins, or before it.
  enum class Calls { Edges, Modular } Encode = Calls::Edges;
};

class FunctionEncoder {
public:
  /// The encoders of the functions that call \p F must be there already.
  FunctionEncoder(ProgramEncoding &Program, const llvm::Function &F);

  /// The first step, for all functions before the second one.
  void addLocationsAndVariables();
  void encodeBlocks();
  /// The last step: the edges back to the callers.
  void encodeReturns();
  /// The last step for a modular program instead: what is known of this
  /// function and its calls. Requires Calls::Modular.
  Procedure describe() const;
  std::vector<ProcedureCall> describeCalls() const;

  LocationId start() const { return Starts.lookup(&F.getEntryBlock()); }

private:
  std::optional<Scalars> passedByAll(const llvm::Argument &A) const;
  std::optional<Scalars> fixedScalars(const llvm::Value *V) const;
  std::optional<Scalars> passedInTheEnd(const llvm::Argument &A) const;
  std::string nameOf(llvm::StringRef Block) const;
  bool isEntry() const { return &F == &Program.Called.entry(); }
  void addSite();
  void addResult();
  void encodeBlock(const llvm::BasicBlock &B);
  void encodeError(const llvm::CallBase &Call);
  void encodeCall(const llvm::CallBase &Call);
  void encodeContinuation(const llvm::CallBase &Call);
  void encodeModularCall(const llvm::CallBase &Call);
  std::vector<Expr> parameters() const;
  void encodeReturnTo(const llvm::CallInst &Call, unsigned Number);
  void encodeTerminator(const llvm::Instruction &I);
  void encodeBranch(const llvm::BranchInst &I);
  void encodeSwitch(const llvm::SwitchInst &I);
  void encodeReturn(const llvm::ReturnInst &I);
  void encodeUnknownChoice(const llvm::Instruction &I);
  EdgeBuilder executeUntil(const llvm::Instruction &End);
  void addEdge(EdgeBuilder &Builder, const llvm::BasicBlock &From,
               const llvm::BasicBlock &To);
  void addEdge(EdgeBuilder &Builder, LocationId From, LocationId To);
  LocationId errorLocationOf(const llvm::CallBase &Call);
  /// The one like \p E, whose location is not known yet; \p At, which checks
  /// \p Check, leads there.
  LocationId errorLocation(ErrorLocation E, const llvm::Instruction &At);
  std::optional<std::vector<Need>> needsAgainst(const Failure &What,
                                                const llvm::Instruction &At);
  void encodeFaults(const llvm::Instruction &I);
  void encodeCallBack(const llvm::CallBase &Call);
  void tellCondition(EdgeBuilder &Builder, const llvm::Value *Condition,
                     SourceLocation Where, Expr Holds);
  void tellOperands(EdgeBuilder &Builder, const llvm::Instruction &Operation);
  /// The condition that \p Call is waiting, or true if it is the only one.
  Expr isWaiting(unsigned Call) const;

  ProgramEncoding &Program;
  ExprContext &Ctx;
  Cfa &Model;
  const llvm::Function &F;
  const MemoryModel &Memory;
  ValueTable Values;
  llvm::ReversePostOrderTraversal<const llvm::Function *> Blocks;
  llvm::DenseMap<const llvm::BasicBlock *, LocationId> Starts;
  llvm::DenseMap<const llvm::BasicBlock *, CallStack> Stacks;
  /// Of the entry, if nothing calls it.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> LoopHeaders;
  std::optional<LocationId> Exit;
  /// Of the block that is encoded, what was executed so far.
  std::optional<EdgeBuilder> Executed;
  /// Which call is waiting; null for the entry, and if there is only one.
  Expr Site;
  /// What is returned, over state variables at Exit.
  Scalars Result;
  /// Whether Result are variables that each `ret` assigns.
  enum class ResultKind {
    Expression,
    Variable
  } ResultIs = ResultKind::Expression;
  /// Where calls end, and in which variables their arguments are then, by call.
  struct Passed {
    LocationId Before;
    std::vector<Expr> Args;
  };
  llvm::DenseMap<const llvm::CallBase *, Passed> Passing;
  /// Where callers go on, by call.
  llvm::DenseMap<const llvm::Instruction *, LocationId> Continuations;
};

} // namespace sooth

#endif
