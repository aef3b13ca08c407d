//===- SourceMap.cpp - From debug information to the user's terms ---------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceMap.h"

#include "Base/VariadicCalls.h"
#include "sooth/Frontend/LLVM/Base/DebugTypes.h"
#include "sooth/Frontend/LLVM/Base/Vocabulary.h"
#include "sooth/Frontend/LLVM/Source/Places.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace sooth;
using namespace llvm;
using StepKind = AccessPath::Step::Kind;

/// Asked once: whenever an instruction's place is, that takes long.
static StringRef currentDirectory() {
  static const std::string Found = [] {
    SmallString<128> Path;
    return sys::fs::current_path(Path) ? std::string() : Path.str().str();
  }();
  return Found;
}

/// The file as seen from the current directory: clang names a file relative to
/// the part of its path that it shares with the compilation directory.
static std::string fileName(const DIScope &In) {
  StringRef Name = In.getFilename(), Directory = In.getDirectory();
  const StringRef Current = currentDirectory();
  if (sys::path::is_absolute(Name) || Directory.empty() || Current.empty() ||
      Directory == Current)
    return Name.str();
  SmallString<128> Full(Directory);
  sys::path::append(Full, Name);
  StringRef Relative = Full;
  Relative.consume_front((Current + sys::path::get_separator()).str());
  return Relative.str();
}

SourceLocation sooth::sourceLocation(const DILocation *L) {
  if (!L || L->getLine() == 0)
    return {};
  return {fileName(*L->getScope()), L->getLine(), L->getColumn()};
}

bool sooth::isInLibraryModel(const DILocation &L) {
  return L.getFilename().starts_with(LibraryFileName);
}

const DILocation *sooth::ownLocation(const DILocation *L) {
  while (L && L->getInlinedAt() && isInLibraryModel(*L))
    L = L->getInlinedAt();
  return L;
}

SourceLocation sooth::placeOf(const Function &F) {
  const DISubprogram *Where = F.getSubprogram();
  return Where ? SourceLocation{fileName(*Where), Where->getLine(), 0}
               : SourceLocation{};
}

/// Jumps and traps that clang invents have places, but those of what they
/// follow; that is right for a user.
static SourceLocation firstLocation(BasicBlock::const_iterator Begin,
                                    BasicBlock::const_iterator End) {
  for (const Instruction &I : make_range(Begin, End))
    if (SourceLocation Where = sourceLocation(ownLocation(I.getDebugLoc()));
        Where.isValid())
      return Where;
  return {};
}

SourceLocation sooth::nearestLocation(const Instruction &I) {
  const BasicBlock &B = *I.getParent();
  SourceLocation Where = firstLocation(I.getIterator(), B.end());
  for (auto It = I.getIterator(); !Where.isValid() && It != B.begin();)
    Where = sourceLocation(ownLocation((--It)->getDebugLoc()));
  return Where;
}

SourceLocation sooth::blockLocation(const BasicBlock &B) {
  return firstLocation(B.getFirstNonPHIIt(), B.end());
}

ValueStyle sooth::valueStyle(const DIType *T) {
  T = withoutQualifiers(T);
  if (auto *Composite = dyn_cast_or_null<DICompositeType>(T))
    return Composite->getTag() == dwarf::DW_TAG_enumeration_type
               ? valueStyle(Composite->getBaseType())
               : ValueStyle::Bits;
  auto *Basic = dyn_cast_or_null<DIBasicType>(T);
  if (!Basic)
    return T ? ValueStyle::Bits : ValueStyle::Signed;
  switch (Basic->getEncoding()) {
  case dwarf::DW_ATE_boolean:
    return ValueStyle::Bool;
  case dwarf::DW_ATE_signed_char:
    // int8_t is a number more often than not, but C cannot tell.
    return ValueStyle::Character;
  case dwarf::DW_ATE_float:
    return ValueStyle::Float;
  case dwarf::DW_ATE_unsigned_char: // bytes
  case dwarf::DW_ATE_unsigned:
    return ValueStyle::Unsigned;
  default:
    return ValueStyle::Signed;
  }
}

ValueStyle sooth::valueStyle(const Type *T) {
  if (T->isFloatingPointTy())
    return ValueStyle::Float;
  return T->isIntegerTy(1) ? ValueStyle::Bool : ValueStyle::Signed;
}

namespace {
/// A part of a variable: how it is reached, and its type.
struct Part {
  AccessPath::Steps Path;
  const DIType *Type;
};
} // namespace

/// The part of \p T at the given bits; without a type if there is none.
static Part findPart(const DIType *T, uint64_t Offset, uint64_t Size) {
  Part Result{{}, withoutQualifiers(T)};
  while (Result.Type &&
         !(Offset == 0 && Size >= Result.Type->getSizeInBits())) {
    auto *Composite = dyn_cast<DICompositeType>(Result.Type);
    if (!Composite)
      return {{}, nullptr};
    if (Composite->getTag() == dwarf::DW_TAG_array_type) {
      const DIType *Element = withoutQualifiers(Composite->getBaseType());
      uint64_t Bits = Element ? Element->getSizeInBits() : 0;
      if (Bits == 0 || Composite->getElements().size() != 1)
        return {{}, nullptr};
      Result.Path.push_back({StepKind::Element, "", Offset / Bits});
      Result.Type = Element;
      Offset %= Bits;
      continue;
    }
    const DIDerivedType *Member = nullptr;
    for (const DINode *Node : Composite->getElements())
      if (auto *M = dyn_cast<DIDerivedType>(Node);
          M && M->getTag() == dwarf::DW_TAG_member &&
          M->getOffsetInBits() <= Offset &&
          Offset + Size <= M->getOffsetInBits() + M->getSizeInBits()) {
        Member = M;
        break;
      }
    if (!Member)
      return {{}, nullptr};
    if (!Member->getName().empty())
      Result.Path.push_back({StepKind::Member, Member->getName().str()});
    Offset -= Member->getOffsetInBits();
    Result.Type = withoutQualifiers(Member->getBaseType());
  }
  return Result;
}

/// Whether a value of \p T is one thing to the user.
static bool isScalar(const DIType *T) {
  auto *Composite = dyn_cast_or_null<DICompositeType>(withoutQualifiers(T));
  return !Composite || Composite->getTag() == dwarf::DW_TAG_enumeration_type;
}

/// What people call a local that the source has no name for, by what clang
/// calls it; empty of others.
static StringRef temporaryName(const AllocaInst &Local) {
  static constexpr std::pair<StringLiteral, StringLiteral> Names[] = {
      {"retval", "return value"},
      {"agg.result", "return value"},
      {".compoundliteral", "compound literal"},
      {"agg.tmp", "temporary"},
      {"undef.agg.tmp", "temporary"},
      {"ref.tmp", "temporary"},
      {"byval-temp", "temporary"},
      {"indirect-arg-temp", "temporary"},
      {"coerce", "temporary"},
      {"tmp", "temporary"},
      {"atomic-temp", "temporary"},
      {".atomictmp", "temporary"}};
  if (!Local.getFunction()->getSubprogram())
    return "";
  for (auto [Prefix, Name] : Names)
    if (StringRef Rest = Local.getName();
        Rest.consume_front(Prefix) &&
        Rest.find_first_not_of(".i0123456789") == StringRef::npos)
      return Name;
  return "";
}

static bool isDeclared(const AllocaInst &Local) {
  return !findDVRDeclares(const_cast<AllocaInst *>(&Local)).empty();
}

bool sooth::isTemporary(const AllocaInst &Local) {
  return !isDeclared(Local) && argumentsName(Local).empty() &&
         !temporaryName(Local).empty();
}

StringRef sooth::localName(const AllocaInst &Local) {
  for (const DbgVariableRecord *R :
       findDVRDeclares(const_cast<AllocaInst *>(&Local)))
    return R->getVariable()->getName();
  StringRef Arguments = argumentsName(Local);
  if (!Arguments.empty())
    return Arguments;
  StringRef Temporary = temporaryName(Local);
  return Temporary.empty() ? Local.getName() : Temporary;
}

/// What of a va_list shows where it is, on x86-64: the program knows no
/// members. Nothing for other members.
static std::optional<AccessPath::Steps>
withoutListMember(AccessPath::Steps Path) {
  const size_t Size = Path.size();
  if (Size < 2 || Path[Size - 1].What != StepKind::Member ||
      Path[Size - 2] != AccessPath::Step{StepKind::Element})
    return Path;
  StringRef Member = Path.back().Name;
  if (Member == "gp_offset" || Member == "fp_offset" ||
      Member == "reg_save_area")
    return std::nullopt;
  if (Member == "overflow_arg_area")
    Path.resize(Size - 2);
  return Path;
}

std::optional<UserName> sooth::assignedVariable(const DbgVariableRecord &R) {
  const DIExpression *E = R.getExpression();
  auto Fragment = E->getFragmentInfo();
  if (R.hasArgList() || !R.getVariableLocationOp(0) ||
      E->getNumElements() != (Fragment ? 3 : 0))
    return std::nullopt;
  const DILocalVariable *Variable = R.getVariable();
  if (!Fragment && !isScalar(Variable->getType()))
    return std::nullopt;
  if (!Fragment)
    return UserName{Variable->getName().str(), valueStyle(Variable->getType())};
  Part P = findPart(Variable->getType(), Fragment->OffsetInBits,
                    Fragment->SizeInBits);
  if (!P.Type || !isScalar(P.Type))
    return std::nullopt;
  auto Path = withoutListMember(P.Path);
  return Path ? std::optional(
                    UserName{AccessPath(Variable->getName().str(), *Path),
                             valueStyle(P.Type)})
              : std::nullopt;
}

/// Scalars of one object that are listed.
static constexpr size_t MaxParts = 512;

static void addParts(const DIType *T, uint64_t Start, const AccessPath &Path,
                     std::map<uint64_t, AccessPath::Steps> &Parts) {
  T = withoutQualifiers(T);
  auto *Composite = dyn_cast_or_null<DICompositeType>(T);
  if (Parts.size() >= MaxParts)
    return;
  if (!Composite || isScalar(Composite)) {
    Parts.try_emplace(Start / 8, Path.Inside);
    return;
  }
  if (Composite->getTag() != dwarf::DW_TAG_array_type) {
    for (const DINode *Node : Composite->getElements())
      if (auto *M = dyn_cast<DIDerivedType>(Node);
          M && M->getTag() == dwarf::DW_TAG_member && !M->isBitField())
        addParts(M->getBaseType(), Start + M->getOffsetInBits(),
                 M->getName().empty()
                     ? Path
                     : Path.then({StepKind::Member, M->getName().str()}),
                 Parts);
    return;
  }
  const DIType *Element = withoutQualifiers(Composite->getBaseType());
  if (!Element || Element->getSizeInBits() == 0 ||
      Composite->getElements().size() != 1)
    return;
  for (uint64_t I = 0;
       I < Composite->getSizeInBits() / Element->getSizeInBits(); ++I) {
    if (Parts.size() >= MaxParts)
      return;
    addParts(Element, Start + I * Element->getSizeInBits(),
             Path.then({StepKind::Element, "", I}), Parts);
  }
}

std::map<uint64_t, AccessPath::Steps> sooth::partsOf(const DIType *T) {
  std::map<uint64_t, AccessPath::Steps> Parts;
  addParts(T, 0, {}, Parts);
  return Parts;
}

const DIDerivedType *SourceMap::member(const StructType &T,
                                       uint64_t Offset) const {
  if (!T.hasName())
    return nullptr;
  // Linking tells equal names apart by numbers.
  StringRef Name = T.getName();
  auto It = Structures.find(Name);
  if (It == Structures.end())
    It = Structures.find(Name.rtrim("0123456789").rtrim('.'));
  if (It == Structures.end())
    return nullptr;
  const DIDerivedType *Found = nullptr;
  for (const DINode *Node : It->second->getElements())
    if (auto *M = dyn_cast<DIDerivedType>(Node);
        M && M->getTag() == dwarf::DW_TAG_member &&
        M->getOffsetInBits() == 8 * Offset && !M->isBitField())
      Found = Found ? nullptr : M;
  return Found;
}

std::string SourceMap::memberName(const StructType &T, uint64_t Offset) const {
  const DIDerivedType *Found = member(T, Offset);
  return Found ? Found->getName().str() : "";
}

static bool isForPointer(const DILocalVariable &Variable) {
  const DIType *T = withoutQualifiers(Variable.getType());
  return T && T->getTag() == dwarf::DW_TAG_pointer_type;
}

/// Says in \p Name whether \p R is about a variable of the C library's.
static void noteLibrary(const DbgVariableRecord &R, UserName &Name) {
  const DILocation *Frame = R.getDebugLoc();
  if (!Frame || !isInLibraryModel(*Frame))
    return;
  while (Frame->getInlinedAt() && isInLibraryModel(*Frame->getInlinedAt()))
    Frame = Frame->getInlinedAt();
  Name.IsOfLibrary = true;
  Name.Call = Frame->getInlinedAt();
  Name.Callee = Frame->getScope()->getSubprogram()->getName();
}

void SourceMap::noteArgument(const DbgVariableRecord &R, const UserName &Name) {
  const unsigned Number = R.getVariable()->getArg();
  if (Name.Call && Number && R.getDebugLoc()->getInlinedAt() == Name.Call)
    Arguments[Name.Call].emplace_back(Number, R.getVariableLocationOp(0));
}

unsigned SourceMap::argumentOf(const DILocation &Call,
                               const llvm::Value *Pointer) const {
  auto Given = Arguments.find(&Call);
  if (Given == Arguments.end())
    return 0;
  SmallVector<const llvm::Value *, 4> Sought;
  getUnderlyingObjects(Pointer, Sought);
  unsigned Found = 0;
  for (auto [Number, V] : Given->second) {
    SmallVector<const llvm::Value *, 4> Objects;
    if (V->getType()->isPointerTy())
      getUnderlyingObjects(V, Objects);
    if (Number == Found || none_of(Objects, [&](const llvm::Value *O) {
          return is_contained(Sought, O);
        }))
      continue;
    if (Found)
      return 0;
    Found = Number;
  }
  return Found;
}

SourceMap::SourceMap(ArrayRef<const Function *> Functions) {
  if (!Functions.empty())
    Structures = structuresByName(*Functions.front()->getParent());
  DenseMap<const llvm::Value *, const DILocalVariable *> Variables;
  std::map<std::string, std::set<const DILocalVariable *>> SameName;
  auto AllInstructions = [&](function_ref<void(const Instruction &)> Visit) {
    for (const Function *F : Functions)
      for (const Instruction &I : instructions(*F))
        Visit(I);
  };
  AllInstructions([&](const Instruction &I) {
    for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
      if (R.getType() != DbgVariableRecord::LocationType::Value)
        continue;
      const llvm::Value *V = R.getVariableLocationOp(0);
      auto Name = assignedVariable(R);
      if (!Name || Name->Path.empty() || isa<Constant>(V))
        continue;
      // A global has an artificial variable in each function (see
      // RecordAssignments.h), which is one and the same to the user.
      if (!R.getVariable()->isArtificial())
        SameName[R.getVariable()->getName().str()].insert(R.getVariable());
      noteLibrary(R, *Name);
      noteArgument(R, *Name);
      const DILocalVariable *&Known = Variables[V];
      // One of the program's says more than one of the library's.
      const bool IsBetter = Known && Names[V].IsOfLibrary && !Name->IsOfLibrary;
      if (Known && !Names[V].IsOfLibrary && Name->IsOfLibrary)
        continue;
      // One for a pointer says more of one than one for its number.
      if (Known && !IsBetter &&
          (!V->getType()->isPointerTy() || isForPointer(*Known) ||
           !isForPointer(*R.getVariable())))
        continue;
      Names[V] = *Name;
      Known = R.getVariable();
    }
  });
  for (auto &[V, Name] : Names) {
    const DILocalVariable *Variable = Variables[V];
    if (!Variable->isArtificial() &&
        SameName[Variable->getName().str()].size() > 1)
      Name.Path.Variable = (Variable->getScope()->getSubprogram()->getName() +
                            "::" + Name.Path.Variable)
                               .str();
  }
}

const UserName *SourceMap::nameOf(const llvm::Value *V) const {
  auto It = Names.find(V);
  return It == Names.end() ? nullptr : &It->second;
}

bool sooth::isInSource(const DILocation *L) { return L && L->getLine() != 0; }

CallStack sooth::callStack(const DILocation *L) {
  CallStack Stack;
  for (; L && L->getInlinedAt(); L = L->getInlinedAt())
    Stack.push_back({L->getInlinedAt(), L->getScope()->getSubprogram()});
  std::reverse(Stack.begin(), Stack.end());
  return Stack;
}

std::vector<SourceLocation> sooth::inlinedCalls(const DILocation *L) {
  std::vector<SourceLocation> Calls;
  for (; L && L->getInlinedAt(); L = L->getInlinedAt())
    Calls.push_back(sourceLocation(L->getInlinedAt()));
  return Calls;
}

std::optional<CallStack> sooth::initialCallStack(const BasicBlock &B) {
  for (const Instruction &I : make_range(B.getFirstNonPHIIt(), B.end())) {
    for (const DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
      if (isInSource(R.getDebugLoc()))
        return callStack(R.getDebugLoc());
    if (isInSource(I.getDebugLoc()))
      return callStack(I.getDebugLoc());
  }
  return std::nullopt;
}

std::optional<CallStack> sooth::finalCallStack(const BasicBlock &B) {
  for (const Instruction &I : reverse(B))
    if (isInSource(I.getDebugLoc()))
      return callStack(I.getDebugLoc());
  return std::nullopt;
}

std::vector<SourceStep>
sooth::callSteps(ExprContext &Ctx, const CallStack &From, const CallStack &To) {
  size_t Common = 0;
  while (Common < From.size() && Common < To.size() &&
         From[Common] == To[Common])
    ++Common;
  std::vector<SourceStep> Steps;
  for (size_t I = From.size(); I-- > Common;)
    Steps.push_back({SourceStep::Kind::Return,
                     Ctx.trueExpr(),
                     sourceLocation(From[I].Site),
                     {},
                     From[I].Callee->getName().str()});
  for (size_t I = Common; I < To.size(); ++I)
    Steps.push_back({SourceStep::Kind::Call,
                     Ctx.trueExpr(),
                     sourceLocation(To[I].Site),
                     {},
                     To[I].Callee->getName().str()});
  return Steps;
}
