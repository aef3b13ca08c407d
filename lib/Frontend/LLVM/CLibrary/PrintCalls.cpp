//===- PrintCalls.cpp - What printf and its kin write ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintCalls.h"

#include "ForwardedArguments.h"
#include "LibraryCalls.h"
#include "PrintFormat.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"

using namespace llvm;
using namespace sooth;

namespace {
enum class Destination { File, Text, BoundedText, NewText };

/// How a function takes its arguments.
struct Signature {
  Destination To;
  unsigned FormatAt;
  /// Whether the arguments are in a va_list.
  enum class Arguments { Given, Listed } More = Arguments::Given;
};

class Expansion {
public:
  Expansion(CallInst &Call, const Signature &How, Files Kind)
      : M(*Call.getModule()), Call(Call), How(How), Kind(Kind), Build(&Call),
        Size(Build.getIntNTy(M.getDataLayout().getPointerSizeInBits())) {}
  void run();

private:
  bool findPieces();
  bool takes(const PrintPiece &P, unsigned &Next) const;
  bool takesListed() const;
  bool isGivenEnough() const;
  void endRuns();
  bool needsLength() const;
  Value *listed();
  void readListed();
  Value *number(const PrintPiece::Number &N, unsigned &Next);
  Value *literal(StringRef Text, Value *To, Value *Limit, Value *At);
  Value *integer(const PrintPiece &P, Value *Given);
  Value *print(const PrintPiece &P, Value *To, Value *Limit, Value *At,
               unsigned &Next);
  Value *printAll(Value *To, Value *Limit);
  void readStrings();
  Value *model(const Twine &Name, Type *Result, ArrayRef<Value *> Arguments) {
    return sooth::callModel(Build, Name, Result, Arguments);
  }
  Value *printed(Value *Length);
  Value *toFile();
  Value *toKept(Value *File);
  Value *stream();
  Value *toText();
  Value *toNewText();
  void expectAccesses();

  Module &M;
  CallInst &Call;
  const Signature How;
  const Files Kind;
  IRBuilder<> Build;
  IntegerType *Size;
  StringRef Format;
  SmallVector<PrintPiece> Pieces;
  /// What the pieces are made of.
  SmallVector<Value *> Arguments;
};
} // namespace

/// So many characters are printed one by one.
static constexpr unsigned MostSingle = 32;

static bool isPlain(const PrintPiece &P) {
  auto IsNone = [](const PrintPiece::Number &N) {
    return !N.IsArgument && N.Given <= 0;
  };
  return IsNone(P.Width) && !P.Precision.IsArgument && P.Precision.Given < 0;
}

static std::optional<Signature> signatureOf(const Function *Callee) {
  if (!Callee || !Callee->isDeclaration())
    return std::nullopt;
  using enum Destination;
  constexpr auto Listed = Signature::Arguments::Listed;
  return StringSwitch<std::optional<Signature>>(Callee->getName())
      .Case("printf", Signature{File, 0})
      .Cases("fprintf", "dprintf", Signature{File, 1})
      .Case("sprintf", Signature{Text, 1})
      .Case("snprintf", Signature{BoundedText, 2})
      .Case("asprintf", Signature{NewText, 1})
      .Case("vprintf", Signature{File, 0, Listed})
      .Cases("vfprintf", "vdprintf", Signature{File, 1, Listed})
      .Case("vsprintf", Signature{Text, 1, Listed})
      .Case("vsnprintf", Signature{BoundedText, 2, Listed})
      .Case("vasprintf", Signature{NewText, 1, Listed})
      .Default(std::nullopt);
}

/// Whether the arguments from \p Next on are what \p P needs.
bool Expansion::takes(const PrintPiece &P, unsigned &Next) const {
  auto IsNext = [&](auto Meets) {
    return Next < Call.arg_size() &&
           Meets(Call.getArgOperand(Next++)->getType());
  };
  auto IsInteger = [](unsigned Bits) {
    return [Bits](Type *T) { return T->isIntegerTy(Bits); };
  };
  auto IsPointer = [](Type *T) { return T->isPointerTy(); };
  for (const PrintPiece::Number &N : {P.Width, P.Precision})
    if (N.IsArgument && !IsNext(IsInteger(32)))
      return false;
  switch (P.What) {
  case PrintPiece::Kind::Literal:
    return true;
  case PrintPiece::Kind::Integer:
    return IsNext(IsInteger(std::max(P.Bits, 32u)));
  case PrintPiece::Kind::Open:
    return IsNext([](Type *) { return true; });
  case PrintPiece::Kind::String:
  case PrintPiece::Kind::Count:
    return IsNext(IsPointer);
  }
  llvm_unreachable("unknown kind of piece");
}

/// Whether there is an argument for each piece, and a pointer where memory is
/// read or written. (Numbers of other types print any text, as machines do.)
bool Expansion::isGivenEnough() const {
  unsigned Next = How.FormatAt + 1;
  for (const PrintPiece &P : Pieces) {
    Next += unsigned(P.Width.IsArgument) + unsigned(P.Precision.IsArgument);
    if (P.What == PrintPiece::Kind::Literal)
      continue;
    if (Next >= Call.arg_size())
      return false;
    Type *Given = Call.getArgOperand(Next++)->getType();
    if ((P.What == PrintPiece::Kind::String ||
         P.What == PrintPiece::Kind::Count) &&
        !Given->isPointerTy())
      return false;
  }
  return true;
}

/// What the call does is not defined.
void Expansion::endRuns() {
  const std::string Reason = "fewer or other arguments of '" +
                             Call.getCalledFunction()->getName().str() +
                             "' than its format asks for";
  Build.CreateCall(M.getOrInsertFunction(UndefinedName, Build.getVoidTy()))
      ->addFnAttr(Attribute::get(M.getContext(), UndefinedName, Reason));
}

bool Expansion::findPieces() {
  if (!getConstantStringInfo(Call.getArgOperand(How.FormatAt), Format))
    return false;
  auto All = parsePrintFormat(Format, Size->getBitWidth());
  if (!All)
    return false;
  Pieces = std::move(*All);
  if (How.More == Signature::Arguments::Listed)
    return takesListed();
  unsigned Next = How.FormatAt + 1;
  if (!all_of(Pieces, [&](const PrintPiece &P) { return takes(P, Next); })) {
    if (!isGivenEnough())
      endRuns();
    return false;
  }
  append_range(Arguments, drop_begin(Call.args(), How.FormatAt + 1));
  return true;
}

/// Whether models can read what the pieces need from the va_list.
bool Expansion::takesListed() const {
  return Call.arg_size() == How.FormatAt + 2 &&
         Call.getArgOperand(How.FormatAt + 1)->getType()->isPointerTy() &&
         all_of(Pieces, [](const PrintPiece &P) {
           return P.What != PrintPiece::Kind::Open && P.Bits <= 64;
         });
}

/// Where the va_list is: on 64-bit machines it is an array, which is passed as
/// a pointer; on others a pointer that is passed itself.
Value *Expansion::listed() {
  Value *List = Call.getArgOperand(How.FormatAt + 1);
  if (Triple(M.getTargetTriple()).isArch64Bit())
    return List;
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  Value *Copy = IRBuilder<>(&Entry, Entry.begin())
                    .CreateAlloca(List->getType(), nullptr, "list");
  Build.CreateStore(List, Copy);
  return Copy;
}

void Expansion::readListed() {
  Value *List = listed();
  auto Next = [&](StringRef Name, Type *T) {
    Arguments.push_back(model("next_" + Name, T, {List}));
  };
  for (const PrintPiece &P : Pieces) {
    for (const PrintPiece::Number &N : {P.Width, P.Precision})
      if (N.IsArgument)
        Next("int", Build.getInt32Ty());
    switch (P.What) {
    case PrintPiece::Kind::Integer:
      if (P.Bits <= 32)
        Next("int", Build.getInt32Ty());
      else
        Next("long_long", Build.getInt64Ty());
      break;
    case PrintPiece::Kind::String:
    case PrintPiece::Kind::Count:
      Next("pointer", Build.getPtrTy());
      break;
    case PrintPiece::Kind::Literal:
    case PrintPiece::Kind::Open:
      break;
    }
  }
}

Value *Expansion::number(const PrintPiece::Number &N, unsigned &Next) {
  return N.IsArgument ? Arguments[Next++]
                      : static_cast<Value *>(ConstantInt::getSigned(
                            Build.getInt32Ty(), N.Given));
}

/// As converted back to the type that the length modifier says.
Value *Expansion::integer(const PrintPiece &P, Value *Given) {
  if (P.Bits >= 32)
    return Given;
  Value *Narrow = Build.CreateTrunc(Given, Build.getIntNTy(P.Bits));
  return P.Extend == PrintPiece::Sign::Signed
             ? Build.CreateSExt(Narrow, Build.getInt32Ty())
             : Build.CreateZExt(Narrow, Build.getInt32Ty());
}

/// Few characters one by one: what has no loop is one step.
Value *Expansion::literal(StringRef Text, Value *To, Value *Limit, Value *At) {
  for (char C : Text)
    At = model("print_put", Size, {To, Limit, At, Build.getInt8(uint8_t(C))});
  return At;
}

/// Returns where the text has come to.
Value *Expansion::print(const PrintPiece &P, Value *To, Value *Limit, Value *At,
                        unsigned &Next) {
  Value *Width = number(P.Width, Next), *Precision = number(P.Precision, Next);
  switch (P.What) {
  case PrintPiece::Kind::Literal: {
    if (P.Text.size() <= MostSingle)
      return literal(P.Text, To, Limit, At);
    Value *Place = Call.getArgOperand(How.FormatAt);
    Place = Build.CreateConstInBoundsGEP1_64(Build.getInt8Ty(), Place,
                                             P.Text.data() - Format.data());
    return model("print_literal", Size,
                 {To, Limit, At, Place, ConstantInt::get(Size, P.Text.size())});
  }
  case PrintPiece::Kind::Integer:
  case PrintPiece::Kind::String: {
    Value *Given = Arguments[Next++];
    StringRef Text;
    if (P.Model == "string" && isPlain(P) &&
        getConstantStringInfo(Given, Text) && Text.size() <= MostSingle)
      return literal(Text, To, Limit, At);
    if (P.What == PrintPiece::Kind::Integer)
      Given = integer(P, Given);
    return model(
        "print_" + P.Model, Size,
        {To, Limit, At, Given, Build.getInt32(P.Flags), Width, Precision});
  }
  case PrintPiece::Kind::Open:
    if (Value *Given = Arguments[Next++];
        P.Real && Given->getType()->isDoubleTy())
      return model("print_double", Size,
                   {To, Limit, At, ConstantInt::get(Size, P.Least),
                    ConstantInt::get(Size, P.Most), Given,
                    Build.getInt32(uint8_t(P.Real)), Build.getInt32(P.Flags),
                    Width, Precision});
    return model("print_any", Size,
                 {To, Limit, At, ConstantInt::get(Size, P.Least),
                  ConstantInt::get(Size, P.Most), Width});
  case PrintPiece::Kind::Count:
    Build.CreateStore(Build.CreateZExtOrTrunc(At, Build.getIntNTy(P.Bits)),
                      Arguments[Next++]);
    return At;
  }
  llvm_unreachable("unknown kind of piece");
}

Value *Expansion::printAll(Value *To, Value *Limit) {
  Value *At = ConstantInt::get(Size, 0);
  unsigned Next = 0;
  for (const PrintPiece &P : Pieces)
    At = print(P, To, Limit, At, Next);
  return At;
}

/// What is printed to a file is read at least.
void Expansion::readStrings() {
  unsigned Next = 0;
  for (const PrintPiece &P : Pieces) {
    number(P.Width, Next);
    Value *Precision = number(P.Precision, Next);
    if (P.What == PrintPiece::Kind::String)
      model("read_string", Build.getVoidTy(), {Arguments[Next], Precision});
    Next += P.What != PrintPiece::Kind::Literal;
  }
}

/// What is returned where \p Length characters were to be printed.
Value *Expansion::printed(Value *Length) {
  Type *Int = Build.getInt32Ty();
  Value *First = Call.getArgOperand(0);
  StringRef Name = Call.getCalledFunction()->getName();
  if (Name.ends_with("fprintf"))
    return model("printed_to", Int, {First, Length});
  if (Name.ends_with("dprintf") && First->getType() == Int)
    return model("printed_to_number", Int, {First, Length});
  return model("printed", Int, {Length});
}

/// The file that is printed to; null where that is a number.
Value *Expansion::stream() {
  StringRef Name = Call.getCalledFunction()->getName();
  if (Name.ends_with("fprintf"))
    return Call.getArgOperand(0);
  return Name.ends_with("dprintf") ? nullptr
                                   : model("stdout", Build.getPtrTy(), {});
}

/// Prints to what is kept of a file. Returns how much that is.
Value *Expansion::toKept(Value *File) {
  Value *To = model("print_kept", Build.getPtrTy(), {File});
  Value *Length = printAll(To, model("print_kept_room", Size, {File}));
  model("print_kept_end", Build.getVoidTy(), {File, Length});
  return Length;
}

/// Whether anybody asks how much is printed.
bool Expansion::needsLength() const {
  return How.To != Destination::File || !Call.use_empty() ||
         Kind == Files::Kept || any_of(Pieces, [](const PrintPiece &P) {
           return P.What == PrintPiece::Kind::Count;
         });
}

Value *Expansion::toFile() {
  if (Kind == Files::Kept) {
    Value *File = stream();
    if (File) {
      Value *Result = printed(toKept(File));
      if (!Call.use_empty())
        model("print_kept_result", Build.getVoidTy(), {File, Result});
      return Result;
    }
    model("lose_kept", Build.getVoidTy(), {});
  }
  Value *None = Constant::getNullValue(Build.getPtrTy());
  Value *Length = ConstantInt::get(Size, 0);
  if (needsLength())
    Length = printAll(None, Length);
  else if (How.More == Signature::Arguments::Given)
    readStrings();
  return printed(Length);
}

Value *Expansion::toText() {
  Value *To = Call.getArgOperand(0), *Room = Constant::getAllOnesValue(Size);
  Value *Limit = Room;
  if (How.To == Destination::BoundedText) {
    Room = Call.getArgOperand(1);
    Limit = model("print_room", Size, {Room});
  }
  return model("print_end", Build.getInt32Ty(),
               {To, Limit, Room, printAll(To, Limit)});
}

Value *Expansion::toNewText() {
  Value *None = Constant::getNullValue(Build.getPtrTy());
  Value *Nothing = ConstantInt::get(Size, 0);
  Value *Length = printAll(None, Nothing);
  Value *To = model("print_allocate", Build.getPtrTy(),
                    {Call.getArgOperand(0), Length});
  Value *Failed = Build.CreateICmpEQ(To, None);
  printAll(To, Build.CreateSelect(Failed, Nothing, Length));
  return model("print_allocated", Build.getInt32Ty(), {To, Length});
}

/// A format that is not known may have "%s" and "%n". (Of one whose pieces are
/// known, these are.)
void Expansion::expectAccesses() {
  SmallVector<Value *> Pointers;
  for (Use &A : drop_begin(Call.args(), How.FormatAt + 1))
    if (A->getType()->isPointerTy())
      Pointers.push_back(A);
  auto Accesses = [](const PrintPiece &P) {
    return P.What == PrintPiece::Kind::String ||
           P.What == PrintPiece::Kind::Count;
  };
  const bool IsText =
      getConstantStringInfo(Call.getArgOperand(How.FormatAt), Format);
  if (IsText && (Pieces.empty() ? Pointers.empty() : none_of(Pieces, Accesses)))
    return;
  Build.CreateCall(
      M.getOrInsertFunction(UnknownFormatName,
                            FunctionType::get(Build.getVoidTy(), true)),
      Pointers);
}

void Expansion::run() {
  if (Call.arg_size() <= How.FormatAt || !Call.getType()->isIntegerTy(32) ||
      !Call.getArgOperand(How.FormatAt)->getType()->isPointerTy() ||
      (How.To == Destination::BoundedText &&
       Call.getArgOperand(1)->getType() != Size))
    return;
  const bool IsKnown = findPieces();
  if (StringRef(Call.getCalledFunction()->getName()).ends_with("fprintf"))
    model("use_file", Build.getVoidTy(), {Call.getArgOperand(0)});
  Value *Result = nullptr;
  if (IsKnown && How.More == Signature::Arguments::Listed && needsLength())
    readListed();
  if (!IsKnown) {
    expectAccesses();
    if (How.To != Destination::File)
      return;
    if (Kind == Files::Kept)
      model("lose_kept", Build.getVoidTy(), {});
    Result = printed(model("print_unknown", Size, {}));
    Call.replaceAllUsesWith(Result);
    return;
  }
  switch (How.To) {
  case Destination::File:
    Result = toFile();
    break;
  case Destination::Text:
  case Destination::BoundedText:
    Result = toText();
    break;
  case Destination::NewText:
    Result = toNewText();
    break;
  }
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

/// Functions that print and that calls of \p F pass as its parameter \p I.
static SmallVector<Function *, 2> printersGivenTo(const Function &F,
                                                  unsigned I) {
  SmallVector<Function *, 2> Found;
  for (const User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledFunction() == &F)
      if (auto *Given = dyn_cast<Function>(Call->getArgOperand(I));
          Given && signatureOf(Given) && !is_contained(Found, Given))
        Found.push_back(Given);
  return Found;
}

void sooth::callPrintersByName(Module &Program) {
  SmallVector<std::pair<CallInst *, Function *>> Named;
  for (Function &F : Program)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isIndirectCall())
        if (const Argument *A = parameterIn(Call->getCalledOperand()))
          for (Function *Printer : printersGivenTo(F, A->getArgNo()))
            if (Printer->getFunctionType() == Call->getFunctionType())
              Named.push_back({Call, Printer});
  for (auto [Call, Printer] : Named)
    promoteCallWithIfThenElse(*Call, Printer, /*BranchWeights=*/nullptr);
}

bool sooth::isPrinter(const Function &F) { return signatureOf(&F).has_value(); }

void sooth::expandPrintCalls(Module &Program, Files Kind) {
  for (Function &F : Program)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (auto How = signatureOf(Call->getCalledFunction()))
          Expansion(*Call, *How, Kind).run();
}
