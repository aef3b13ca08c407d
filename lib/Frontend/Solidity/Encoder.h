//===- Encoder.h - From a function of a contract to edges -----------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of functions at hand are inlined. What is not modelled ends the
// encoding with a reason: unsupported() is called once, and what is built after
// that is of no meaning.
//
//===----------------------------------------------------------------------===//

#ifndef SOOTH_LIB_FRONTEND_SOLIDITY_ENCODER_H
#define SOOTH_LIB_FRONTEND_SOLIDITY_ENCODER_H

#include "Storage.h"

#include "sooth/Frontend/Solidity/Encode.h"

namespace sooth::solidity {

/// What an expression is.
struct Evaluated {
  const Type *T = nullptr;
  Operand E; ///< a number, truth value, text or object in memory
  Place P;   ///< a part of storage
  std::vector<Evaluated> Parts; ///< of a tuple
};

class Encoder {
public:
  /// Of the functions \p Summarized only their specifications count; in a
  /// whole life, no transaction calls them.
  Encoder(Cfa &C, const Program &P, Node Contract, const SolidityEncoding &How,
          llvm::ArrayRef<int64_t> Summarized);

  /// What is to verify about one function in any state that satisfies the
  /// invariants; or the creation of the contract, for a constructor or nothing.
  void encodeFunction(Node Function);
  void encodeCreation(Node Constructor);
  /// Somebody forces ether on the contract.
  void encodeGift();
  /// Creation, and then any public function, again and again.
  void encodeLife();

  const std::optional<NotModelled> &notModelled() const { return Why; }
  /// The function in which that is, if it is another than the verified one and
  /// may be given to another encoder as one to summarize. Of a whole life, the
  /// public function that needs it.
  Node culprit() const { return Culprit; }
  /// Whether that is an operator of bit-vectors, and these mean the same: sums
  /// of bit-vectors wrap around.
  bool needsBits() const { return NeedsBits && S.sums().empty(); }

private:
  /// A storage pointer, a local variable or a parameter.
  struct Local {
    const Tree *Node = nullptr;
    std::vector<Expr> Keys; ///< of a pointer: the variables that hold them
    unsigned Depth = 0;     ///< of branches around its declaration
  };
  /// What is executed only sometimes, or several times.
  struct Branched {
    explicit Branched(Encoder &E) : E(E), Before(E.QuestionCount) {
      ++E.BranchDepth;
    }
    ~Branched() {
      --E.BranchDepth;
      next();
    }
    /// What follows is another branch, or behind all of them.
    void next() { E.forgetQuestionsSince(Before); }
    Encoder &E;
    uint64_t Before;
  };
  struct Frame {
    Node Function, Home;
    llvm::DenseMap<int64_t, Local> Locals;
    std::vector<Local> Returns;
    LocationId Exit = 0; ///< where a return leads
    LocationId Break = 0, Continue = 0;
    size_t NextModifier = 0;
    Frame *Body = nullptr; ///< of a modifier: the function's
  };
  struct Environment {
    Expr Sender, Amount, Self, Origin, Time, Number, Price, Data, Signature;
  };

  bool failed() const { return Why.has_value(); }
  void unsupported(Node At, const llvm::Twine &What);
  SourceLocation where(Node N) const { return P.where(N); }
  bool isSpecification() const { return SpecificationDepth > 0; }

  // Encoder.cpp: beginnings and ends.
  void declareState();
  void begin();
  void finish();
  void receiveAmount(bool IsPayable);
  void bindParameters(Node Function, Frame &F, const char *Prefix);
  void construct(Node Constructor);
  void initialize(Node Variable);
  void runTransaction(Node Function);
  std::vector<Node> publicFunctions() const;
  ShownValue shown(std::string Name, const Type *Of, Expr E);
  void tellTransaction(Node Function, const Frame &F);
  void tellState();

  // Environment.cpp: the message, who sent it, the block.
  void declareEnvironment();
  void assumeEnvironment();
  void assumeCreatorIsOther();
  void assumeMessageFor(Node Function);
  void makeArbitraryMessage();
  Expr whetherItGoesOn();
  void changeTransaction(Expr GoesOn);
  void changeWithTransaction(Expr Var, llvm::StringRef Name, Expr GoesOn);
  void changeChain(Expr Id);
  Expr environment(llvm::StringRef Name) const;
  Evaluated codeOf(Node Access, Expr Address);

  // Specifications.cpp
  enum class Moment { FunctionEnd, FunctionEntry, ExternalCall, Event };
  struct Specified {
    Expr Holds, IsExact;
  };
  std::optional<Specified> specified(unsigned Annotation, const Frame *Of);
  std::vector<unsigned> contractInvariants() const;
  void assumeAll(llvm::ArrayRef<unsigned> Annotations, const Frame *Of);
  void checkAll(llvm::ArrayRef<unsigned> Annotations, const Frame *Of,
                Moment At, Node Where);
  std::vector<unsigned> annotations(Node Owner, Annotation::Kind K) const;
  void checkModified(Node Function, const Frame &Of);
  Place modifiedPlace(unsigned Annotation, const Frame *Of);
  void checkOverflow(const llvm::Twine &What, Node Where);
  void emitEvent(Node Emit);
  void checkEvent(Node Emit);
  void beginTracking();
  const Tree *trackedBy(unsigned Annotation);
  void checkTracked(Node Where, llvm::StringRef When);
  void refuseUnsupported(Node Owner);
  void registerSums();
  const Tree *treeOf(Node N);
  Evaluated specificationCall(Node Call, llvm::StringRef Name);

  Frame frameOf(Node Typed, const Frame *Of) const;
  void checkCases(Node Function, const Frame &Of);
  void checkUnchanged(Node Function);

  // Quantifiers.cpp
  struct BoundVariable {
    bool IsExists = false;
    const Type *T = nullptr;
    Expr Var;
  };
  /// A formula with quantifiers, and what its names mean.
  struct Quantified {
    Node Body, Specification;
    Frame Context;
    std::vector<BoundVariable> Bound; ///< from the outside
    bool IsOld = false;               ///< about the state before the function
    bool IsNegated = false;           ///< what is under the quantifiers
  };
  /// What is known to hold for all values on ways on which Holds.
  struct Fact {
    Quantified Formula;
    Expr Holds;
    ExprMap<Expr> Kept; ///< what holds the values that it is about
  };
  struct Term {
    const Type *T = nullptr;
    Expr Var;
  };
  bool isQuantified(unsigned Annotation) const;
  bool isSameKind(const Type *A, const Type *X);
  Expr isValue(Expr E, const Type *Of);
  std::optional<Quantified> quantified(unsigned Annotation, const Frame *Of);
  std::optional<Quantified> quantified(unsigned Annotation, Node Body,
                                       Node Specification,
                                       llvm::ArrayRef<Node> Declared,
                                       Frame Context);
  Expr evaluate(Quantified &Q);
  Expr toShow(Quantified &Q, size_t From = 0);
  void assumeQuantified(Quantified Q);
  void use(Fact &F, size_t From, std::optional<size_t> New, bool HasNew,
           std::vector<std::pair<const Type *, Expr>> &Found);
  void addTerm(const Type *Of, Expr Val, unsigned Generation = 0);

  // Summaries.cpp
  bool isSummarized(Node Function) const;
  Evaluated summarized(Node N, Frame &F);
  void giveUpMemory();
  ExprMap<Expr> keepState();
  ExprMap<Expr> keepStateFor(Node Function);

  // Statements.cpp
  void run(Node Statement);
  void runIf(Node S);
  void runReturn(Node S);
  void declareVariables(Node S);
  void runFunction(Frame &F);
  void runNextModifier(Frame &F);
  Local declareLocal(Node Declaration, llvm::StringRef Prefix);
  void setLocal(const Local &L, const Evaluated &V, Node At);
  void clearLocal(const Local &L, Node At);
  Local pointerTo(const Place &To);
  void setPointer(Node Declaration, const Evaluated &V, Node At);

  // Loops.cpp
  struct LoopFact {
    Expr Holds, IsExact;
    std::string Text;
  };
  void runLoop(Node S);
  void runRound(Node Loop, LocationId Next, LocationId End);
  std::vector<LoopFact> loopFacts(Node Loop, bool IsKnown);
  void addContractInvariant(unsigned Number, bool IsKnown,
                            std::vector<LoopFact> &All);
  void addLoopInvariant(Node Block, bool IsKnown, std::vector<LoopFact> &All);
  void checkLoop(Node Loop, llvm::StringRef How);
  void assumeLoop(Node Loop);
  void giveUpChanged(Node Loop, EdgeId First, llvm::ArrayRef<LocationId> Ends);
  void giveUpVariable(Expr Var, Node Loop);
  void giveUpEvents(EdgeId First, LocationId Head, LocationId Again);
  static bool isLoopInvariant(Node Statement);

  // Expressions.cpp
  Evaluated eval(Node N);
  Evaluated evalAs(Node N, const Type *To);
  Expr condition(Node N);
  Evaluated identifier(Node N);
  Evaluated member(Node N);
  Evaluated index(Node N);
  Evaluated assignment(Node N);
  Evaluated unary(Node N);
  Evaluated binary(Node N);
  Evaluated shortCut(Node N);
  Evaluated conditional(Node N);
  Evaluated tuple(Node N);
  Evaluated literal(Node N);
  Evaluated compute(llvm::StringRef Op, const Evaluated &A, const Evaluated &B,
                    const Type *T, Node At);
  Numbers::Result power(Expr Base, Expr Exponent, const Type *Of);
  Evaluated convert(const Evaluated &V, const Type *To, Node At,
                    bool IsExplicit = false);
  Evaluated valueAt(const Place &At);
  Place placeOf(Node N);
  Place aggregate(const Evaluated &V, Node At);
  Place indexed(Node N);
  void assumeInBounds(const Place &Array, Expr Index);
  void assign(Node To, const Evaluated &V, Node At);
  void assignPlace(const Place &To, const Evaluated &V, Node At);
  bool isPure(Node N) const;
  Evaluated plain(const Type *T, Expr E);
  const Local *local(int64_t Declaration) const;
  Place placeOf(const Local &L);
  Evaluated stateVariable(Node Declaration);
  Evaluated magic(Node N, llvm::StringRef Name);

  // Texts.cpp
  Expr text(llvm::StringRef Content);
  std::optional<std::string> contentOf(Expr Text) const;
  Expr function(llvm::StringRef Name, llvm::StringRef What,
                llvm::ArrayRef<Expr> Arguments, Sort S);
  Expr lengthOf(Expr Text);
  void knowLength(Expr Text, Expr Length);
  Expr byteAt(Expr Text, Expr Index);
  Expr asText(const Evaluated &V);
  Expr joined(Expr First, Expr Second);
  Evaluated concatenation(Node Call);
  Evaluated bytesCall(Node Call, bool IsPush, const Place &At);
  Evaluated byteOfText(Node Access);
  void assumeIndexIn(Expr Text, Expr Index);
  void assignByte(Node Access, const Evaluated &V);
  Evaluated newText(Node Call);
  void collectEncoded(const Evaluated &V, Node At, std::string &Types,
                      std::vector<Operand> &Values);
  Evaluated hash(Node Call, llvm::StringRef Kind);
  Evaluated decoded(Node Call);
  Expr selectorOf(Node E);
  Expr interfaceId(Node Interface);

  // Questions.cpp
  struct Question {
    Node Asked;
    uint64_t Number = 0;
    std::vector<Operand> Arguments, Answers;
  };
  Evaluated answer(Node Call, Node Declared,
                   const std::vector<Operand> &Arguments);
  Evaluated stillAnswer(const Type *Of, const std::string &Question,
                        llvm::ArrayRef<Operand> Arguments, Node At);
  void forgetQuestionsSince(uint64_t Count);
  void forgetQuestionsAt(LocationId Exit, EdgeId First, uint64_t Count);

  // Calls.cpp
  Evaluated call(Node N);
  Evaluated functionCall(Node N);
  Evaluated conversionCall(Node N);
  Evaluated structCall(Node N);
  Evaluated builtinCall(Node N, llvm::StringRef Kind);
  Evaluated arrayCall(Node N, llvm::StringRef Kind);
  Place pushed(const Place &Array);
  void endInRevert(Node At);
  void runRevert(Node Statement);
  void runReason(Node Reason);
  Evaluated internalCall(Node N, Node Callee, bool IsBound);
  Evaluated inlined(Node N, Node Callee, llvm::ArrayRef<Evaluated> Arguments);
  bool keepsInvariants(Node Function) const;
  void checkEndOf(Node Function, const Frame &F, const ExprMap<Expr> &Before);
  Evaluated externalCall(Node N);
  Evaluated bareCall(Node N);
  Expr whetherItSucceeds(Node At, llvm::StringRef What, Expr Always,
                         llvm::function_ref<void()> Work);
  Evaluated getter(Node N, Node Variable);
  Evaluated membersOf(const Place &Whole, const Type *Of);
  Evaluated selfCall(Node N, Node Callee);
  void moneyCall(Node N, bool IsSend, Evaluated &Result);
  std::vector<Node> arguments(Node Call, llvm::ArrayRef<Node> Parameters);
  void transfer(Expr From, Expr To, Expr Amount);
  Expr balance(Expr Of);
  void letOthersRun(Node At, Expr Callee);
  bool mayCallItself(Node Function) const;
  /// Whether an expression is this contract, known as one that it is.
  bool isOwnCode(const std::optional<Node> &TakenFor) const;
  void assumeCode(Expr Callee, Node At);
  void assumeCreated();
  Expr isNotCreatedYet(Expr To, Expr Amount);
  void assumeAccepted(Expr To, Node At);
  void letOthersPay(Node At, Expr Callee);
  void tellAnswer(Node At, const Type *Of, Expr Answer, Expr When);
  void letCallBack(Node At);
  void runCallBacks(Node At);
  std::vector<Expr> stateVariables() const;
  void giveUpState(Node At);
  Evaluated arbitrary(const Type *T, Node At,
                      Input::Kind As = Input::Kind::Extern);
  Evaluated resultOf(const Frame &F, Node Call);

  const Program &P;
  Node Contract;
  SolidityEncoding How;
  Types T;
  Cfa &C;
  BlockBuilder B;
  ExprContext &Ctx;
  Numbers N;
  Storage S;
  std::optional<NotModelled> Why;
  llvm::DenseMap<int64_t, const Tree *> State;
  std::vector<const Tree *> StateTrees; ///< what others may change
  const Tree *Balances = nullptr;
  /// What some event tells of: variables, and whether they have changed.
  std::vector<std::pair<const Tree *, Expr>> Tracked;
  Environment Env;
  /// What the code reads of it, but for sender and amount.
  struct ReadValue {
    std::string Name;
    const Type *T = nullptr;
    Expr Var;
  };
  std::vector<ReadValue> ReadEnvironment;
  /// Whether a message is inside of a transaction that will not be told to its
  /// end.
  Expr IsInside;
  bool ReadsData = false;
  std::vector<const Tree *> Transient; ///< state until a transaction ends
  /// What code there is at each address; null if nobody asks.
  const Tree *Codes = nullptr;
  Expr Overflowed;
  std::vector<Question> Asked; ///< whose answers are the same still
  uint64_t QuestionCount = 0;
  std::vector<Frame *> Frames;
  std::vector<Node> Active;
  Node Verified; ///< the function that is verified by itself
  bool NeedsBits = false;
  bool HasQuantifiers = false;
  unsigned QuantifierDepth = 0;
  std::vector<std::unique_ptr<Fact>> Facts;
  std::vector<Term> Terms;
  std::vector<int64_t> Summarized; ///< functions that are not modelled
  Node Culprit;
  Node Transaction; ///< the function of the transaction, of a whole life
  unsigned BranchDepth = 0;
  unsigned SpecificationDepth = 0;
  Node CurrentSpecification; ///< the block with the arguments of sums
  bool IsInvariant = false;  ///< that is of a contract
  bool IsUnchecked = false;
  bool IsCreating = false;
  bool IsWholeLife = false;
  bool IsCalledBack = false;
  LocationId NextTransaction = 0;
  std::vector<Expr> *Exactness = nullptr;
  std::map<std::string, int64_t> Texts;
  /// What is no more known of than that it is a function.
  struct UnknownFunction {
    Expr Var;
    std::string What; ///< that is; empty if others choose it
  };
  std::map<std::string, UnknownFunction> Functions;
  LocationId Start = 0;
};

} // namespace sooth::solidity

#endif
