//===- CallersCode.cpp - C code for what callers made ---------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallersCode.h"

#include "CText.h"

#include "sooth/Frontend/LLVM/Base/Vocabulary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace sooth;
using llvm::formatv;
using llvm::raw_ostream;
using llvm::StringRef;
using Shape = OpenProgram::Shape;
using InitialKind = OpenProgram::InitialValue::Kind;

static constexpr char CallersRuntime[] = {
#include "replay-callers.inc"
};

std::string sooth::structureName(const OpenProgram::Parameter &P) {
  return formatv("struct sooth_structure_{0}_{1}", P.Size, P.Alignment);
}

CallersCode::CallersCode(const OpenProgram &Program, const Cfa &C,
                         const RecordedRun &Run, const Inputs &Arguments,
                         const Inputs &Results)
    : Program(Program), Results(Results), Heap(C, Run) {
  findTargets(Arguments);
  findStreams();
  findSymbols();
}

/// Of a pointer, the object and the offset.
CallersHeap::Target CallersCode::targetAt(const std::vector<Value> &Values) {
  return Values.size() >= 2 && Values[0].isBitVec() && Values[1].isBitVec()
             ? Heap.target(Values[0].bits(), Values[1].bits())
             : Target();
}

void CallersCode::findTargets(const Inputs &Arguments) {
  for (const OpenProgram::Parameter &P : Program.Parameters)
    if (auto It = Arguments.find(P.Name);
        It != Arguments.end() &&
        (P.Kind.What == Shape::Pointer || P.Kind.What == Shape::Structure)) {
      Targets[P.Name] = targetAt(It->second);
      // All of it is passed, also what the run does not use.
      if (P.Kind.What == Shape::Structure)
        Heap.enlarge(Targets[P.Name], P.Size);
    }
  for (const OpenProgram::InitialValue &Initial : Program.Initial) {
    if (Initial.What != InitialKind::Pointer || !isSet(Initial))
      continue;
    if (auto It = Results.find(Initial.Source); It != Results.end())
      Targets[Initial.Source] = targetAt(It->second);
    for (const auto &[Source, Function] : llvm::reverse(Initial.Choices))
      if (auto It = Results.find(Source);
          It != Results.end() && halves(It->second.front()).first)
        Targets[Initial.Source] = {Target::Kind::Symbol, 0, Function, 0};
  }
}

/// Whether the run says what is there.
bool CallersCode::isSet(const OpenProgram::InitialValue &Initial) const {
  auto Is = Results.find(Initial.Unless);
  return Results.contains(Initial.Source) &&
         (Is == Results.end() || !halves(Is->second.front()).first);
}

/// They stay what the C library has made them: it writes there, too.
void CallersCode::findStreams() {
  for (const OpenProgram::InitialValue &Initial : Program.Initial)
    if (auto To = Targets.find(Initial.Source);
        To != Targets.end() && isStandardStreamName(Initial.Global) &&
        To->second.What == Target::Kind::Object)
      Streams.try_emplace(To->second.Object, Initial.Global);
}

void CallersCode::findSymbols() {
  auto Need = [&](const std::string &Name) {
    Symbols.try_emplace(Name, "sooth_symbol_" + std::to_string(Symbols.size()));
  };
  auto NeedTarget = [&](const Target &T) {
    if (T.What == Target::Kind::Symbol)
      Need(T.Symbol);
  };
  if (findStatic(Program.Entry))
    Need(Program.Entry);
  for (const OpenProgram::InitialValue &Initial : Program.Initial)
    if (isSet(Initial))
      Need(Initial.Global);
  for (const auto &[Name, To] : Targets)
    NeedTarget(To);
  for (const CallersHeap::Object &Object : Heap.objects())
    for (const auto &[At, To] : Object.Pointers)
      NeedTarget(To);
}

StringRef CallersCode::obstacle() const {
  return Heap.areComplete() ? "" : "it needs an object of more than 16 GiB";
}

bool CallersCode::isEmpty() const {
  return Heap.objects().empty() && Symbols.empty();
}

const OpenProgram::Static *CallersCode::findStatic(StringRef Name) const {
  auto It = llvm::find_if(Program.Statics,
                          [&](const auto &S) { return S.Name == Name; });
  return It == Program.Statics.end() ? nullptr : &*It;
}

std::optional<std::string> CallersCode::ownName(StringRef Name) const {
  auto It = Symbols.find(Name.str());
  return findStatic(Name) && It != Symbols.end() ? std::optional(It->second)
                                                 : std::nullopt;
}

std::string CallersCode::text(const Target &T) const {
  switch (T.What) {
  case Target::Kind::Number:
    return formatv("(void *)(size_t){0}ull", uint64_t(T.Offset));
  case Target::Kind::Object:
    return formatv("(void *)(sooth_objects[{0}] + {1})", T.Object, T.Offset);
  case Target::Kind::Symbol:
    return formatv("(void *)({0} + {1})", Symbols.at(T.Symbol), T.Offset);
  }
  llvm_unreachable("no target");
}

std::string CallersCode::argument(const OpenProgram::Parameter &P) const {
  auto To = Targets.find(P.Name);
  if (P.Kind.What == Shape::Pointer)
    return To == Targets.end() ? "(void *)0" : text(To->second);
  const std::string Type = structureName(P);
  return To == Targets.end() || To->second.What == Target::Kind::Number
             ? formatv("({0}){{{{0}}", Type).str()
             : formatv("*({0} *)({1})", Type, text(To->second)).str();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// What is static is looked up when the harness runs. What the program does not
/// have (a model of the library's, where the run does not mind what a pointer
/// leads to) has no address.
void CallersCode::writeSymbols(raw_ostream &OS) const {
  for (const auto &[Name, Own] : Symbols)
    if (findStatic(Name))
      OS << "static char *" << Own << ";\n";
    else
      OS << "extern SOOTH_WEAK char " << Own << "[] __asm__(" << literal(Name)
         << ");\n";
}

void CallersCode::writeSizes(raw_ostream &OS) const {
  OS << "static char *sooth_objects[" << Heap.objects().size() + 1 << "];\n"
     << "static unsigned long sooth_sizes[] = {\n";
  for (const CallersHeap::Object &Object : Heap.objects())
    OS << "    " << Object.Size << "ul, /* " << comment(Object.Name) << ", "
       << Object.Size << (Object.Size == 1 ? " byte" : " bytes") << " */\n";
  OS << "    0};\n";
}

/// Bytes of an object from an offset on.
using Stretch = std::pair<uint64_t, std::vector<uint8_t>>;

/// What is in an object but pointers, without long stretches of zeros.
static std::vector<Stretch> contentOf(const CallersHeap::Object &Object) {
  static constexpr uint64_t MaxZeros = 64;
  std::vector<Stretch> Content;
  for (auto [At, Byte] : Object.Bytes) {
    if (Content.empty() ||
        At - Content.back().first > Content.back().second.size() + MaxZeros)
      Content.emplace_back(At, std::vector<uint8_t>());
    auto &[Begin, Bytes] = Content.back();
    Bytes.resize(At - Begin);
    Bytes.push_back(Byte);
  }
  return Content;
}

static std::string contentName(size_t Object, size_t Number) {
  return formatv("sooth_content_{0}_{1}", Object, Number);
}

static void writeContent(raw_ostream &OS, size_t Index,
                         const CallersHeap::Object &Object) {
  for (const auto &[Number, Part] : llvm::enumerate(contentOf(Object))) {
    OS << "/* " << comment(Object.Name) << " */\n"
       << "static const unsigned char " << contentName(Index, Number)
       << "[] = ";
    writeBytes(OS, Part.second);
    OS << ";\n";
  }
}

static void writeObject(raw_ostream &OS, size_t Index,
                        const CallersHeap::Object &Object) {
  OS << formatv("  sooth_make({0});\n", Index);
  for (const auto &[Number, Part] : llvm::enumerate(contentOf(Object)))
    OS << formatv("  sooth_put({0}, {1}ull, {2}, sizeof {2});\n", Index,
                  Part.first, contentName(Index, Number));
}

/// All are made before pointers lead to them.
void CallersCode::writeObjects(raw_ostream &OS) const {
  for (auto [I, Object] : llvm::enumerate(Heap.objects()))
    if (auto It = Streams.find(I); It != Streams.end())
      OS << formatv("  sooth_objects[{0}] = *(char **){1};\n", I,
                    Symbols.at(It->second));
    else if (Object.What == CallersObjects::Kind::Code)
      OS << formatv("  sooth_objects[{0}] = (char *)&sooth_unseen;\n", I);
    else
      writeObject(OS, I, Object);
  for (auto [I, Object] : llvm::enumerate(Heap.objects()))
    for (const auto &[At, To] : Object.Pointers)
      if (!Streams.contains(I))
        OS << formatv("  sooth_point({0}, {1}, {2});\n", I, At, text(To));
}

void CallersCode::writeInitialValue(
    raw_ostream &OS, const OpenProgram::InitialValue &Initial) const {
  const std::string At =
      formatv("{0} + {1}", Symbols.at(Initial.Global), Initial.Offset);
  if (auto To = Targets.find(Initial.Source); To != Targets.end()) {
    OS << formatv("  sooth_set_pointer({0}, {1});\n", At, text(To->second));
  } else if (Initial.What == InitialKind::Number) {
    auto [Low, High] = halves(Results.at(Initial.Source).front());
    OS << formatv("  sooth_set_number({0}, {1}, {2}ull, {3}ull);\n", At,
                  Initial.Bytes, Low, High);
  }
}

void CallersCode::write(raw_ostream &OS, StringRef Allocator) const {
  OS << "#define SOOTH_ALLOCATE " << Allocator << '\n';
  writeSymbols(OS);
  writeSizes(OS);
  OS << StringRef(CallersRuntime, sizeof(CallersRuntime)) << '\n';
  for (auto [I, Object] : llvm::enumerate(Heap.objects()))
    if (!Streams.contains(I))
      writeContent(OS, I, Object);
  OS << "static void sooth_make_memory(void) {\n";
  for (const auto &[Name, Own] : Symbols)
    if (const OpenProgram::Static *S = findStatic(Name))
      OS << formatv("  {0} = sooth_find({1}, {2});\n", Own, literal(S->File),
                    literal(S->Symbol));
  writeObjects(OS);
  for (const OpenProgram::InitialValue &Initial : Program.Initial)
    if (isSet(Initial) && !isStandardStreamName(Initial.Global))
      writeInitialValue(OS, Initial);
  OS << "}\n\n";
}
