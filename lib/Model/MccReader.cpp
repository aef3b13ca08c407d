//===- MccReader.cpp - Property files of the Model Checking Contest -------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formulas are trees of elements: whatever an element's children were is on a
// stack when the element ends, and becomes one operand.
//
//===----------------------------------------------------------------------===//

#include "LinearSum.h"
#include "XmlReader.h"

#include "sooth/Model/PetriQuestions.h"

#include "llvm/ADT/StringExtras.h"

using namespace sooth;
using llvm::StringRef;

namespace {
struct Operand {
  enum class Kind { Sum, Formula, Temporal, Bound };
  Kind What = Kind::Sum;
  LinearSum Sum;
  PetriFormula Formula = PetriFormula::constant(false);
  /// What a temporal operator says: Exists or Always, or one of the halves
  /// they are made of.
  enum class Path { EF, AG, F, G } Says = Path::EF;
};

class MccReader : public XmlHandler {
public:
  MccReader(const PetriNet &N) : N(N) {}
  Message open(StringRef Name, llvm::ArrayRef<XmlAttribute> Attributes,
               XmlPlace Where) override;
  Message close(StringRef Name, StringRef Text, XmlPlace Where) override;
  std::vector<MccProperty> Properties;

private:
  Message closeInFormula(StringRef Name, StringRef Text);
  Message apply(StringRef Name);
  Message applyTemporal(StringRef Name);
  Message compare(StringRef Operator);
  Message arithmetic(StringRef Name);
  Message finishFormula();
  void replaceOperands(Operand O) {
    Operands.resize(Begin);
    Operands.push_back(std::move(O));
  }
  llvm::MutableArrayRef<Operand> operands() {
    return llvm::MutableArrayRef(Operands).drop_front(Begin);
  }
  bool allAre(Operand::Kind K) {
    return llvm::all_of(operands(),
                        [K](const Operand &O) { return O.What == K; });
  }

  const PetriNet &N;
  bool NeedsFormula = false; // the property that is open
  bool InFormula = false;
  std::vector<Operand> Operands;
  /// Where the operands of each open element start.
  std::vector<size_t> Starts;
  size_t Begin = 0; // of the element that ends
  std::vector<PlaceId> Places;
  std::vector<TransitionId> Transitions;
};
} // namespace

XmlHandler::Message MccReader::open(StringRef Name,
                                    llvm::ArrayRef<XmlAttribute> Attributes,
                                    XmlPlace Where) {
  if (InFormula) {
    Starts.push_back(Operands.size());
    return std::nullopt;
  }
  if (Name == "property") {
    // Generic properties are named in attributes; we know one of them.
    auto Generic = findAttribute(Attributes, "name");
    if (Generic == StringRef("DEADLOCK"))
      Properties.push_back({"ReachabilityDeadlock",
                            MccProperty::Kind::Exists,
                            PetriFormula::deadlock(),
                            {},
                            Where.Line});
    NeedsFormula = !Generic;
    if (NeedsFormula)
      Properties.push_back({"",
                            MccProperty::Kind::Exists,
                            PetriFormula::constant(false),
                            {},
                            Where.Line});
    return std::nullopt;
  }
  if (Name == "formula") {
    if (!NeedsFormula)
      return "a property has one formula";
    NeedsFormula = false;
    InFormula = true;
    Operands.clear();
    Starts.clear();
  }
  return std::nullopt;
}

XmlHandler::Message MccReader::close(StringRef Name, StringRef Text, XmlPlace) {
  if (InFormula && !Starts.empty()) {
    Begin = Starts.back();
    Starts.pop_back();
    return closeInFormula(Name, Text);
  }
  if (InFormula) {
    InFormula = false;
    return finishFormula();
  }
  if (Name == "id" && !Properties.empty())
    Properties.back().Id = Text.str();
  if (Name == "property" && NeedsFormula)
    return std::string("a property without a formula");
  return std::nullopt;
}

XmlHandler::Message MccReader::closeInFormula(StringRef Name, StringRef Text) {
  if (Name == "place") {
    auto P = N.findPlace(Text);
    if (!P)
      return ("no place '" + Text + "'").str();
    Places.push_back(*P);
    return std::nullopt;
  }
  if (Name == "transition") {
    auto T = N.findTransition(Text);
    if (!T)
      return ("no transition '" + Text + "'").str();
    Transitions.push_back(*T);
    return std::nullopt;
  }
  Operand Result;
  if (Name == "integer-constant") {
    bool Negative = Text.consume_front("-");
    if (Text.empty() ||
        !llvm::all_of(Text, [](char C) { return llvm::isDigit(C); }) ||
        !Result.Sum.addNumber(Text))
      return ("'" + Text + "' is not a number of 64 bits").str();
    LinearSum Zero;
    if (Negative && !Zero.subtract(Result.Sum))
      return LinearSum::TooLarge.str();
    if (Negative)
      Result.Sum = Zero;
  } else if (Name == "tokens-count" || Name == "place-bound") {
    for (PlaceId P : Places)
      Result.Sum.addPlace(P);
    if (Name == "place-bound") {
      Result.What = Operand::Kind::Bound;
      llvm::sort(Places);
      Places.erase(std::unique(Places.begin(), Places.end()), Places.end());
      Properties.back().Places = Places;
    }
    Places.clear();
  } else if (Name == "is-fireable") {
    std::vector<PetriFormula> Parts;
    for (TransitionId T : Transitions)
      Parts.push_back(PetriFormula::fireable(N, T));
    Transitions.clear();
    Result.What = Operand::Kind::Formula;
    Result.Formula = PetriFormula::disjunction(std::move(Parts));
  } else {
    return apply(Name);
  }
  replaceOperands(std::move(Result));
  return std::nullopt;
}

static std::string wrongOperands(StringRef Name) {
  return ("'" + Name + "' has operands that do not fit").str();
}

XmlHandler::Message MccReader::apply(StringRef Name) {
  if (Name.starts_with("integer-")) {
    StringRef Operator = Name == "integer-le"   ? "<="
                         : Name == "integer-lt" ? "<"
                         : Name == "integer-ge" ? ">="
                         : Name == "integer-gt" ? ">"
                         : Name == "integer-eq" ? "="
                         : Name == "integer-ne" ? "!="
                                                : "";
    return Operator.empty() ? arithmetic(Name) : compare(Operator);
  }
  std::vector<PetriFormula> Parts;
  for (const Operand &O : operands())
    Parts.push_back(O.Formula);
  Operand Result;
  Result.What = Operand::Kind::Formula;
  if (Name == "true" || Name == "false") {
    Result.Formula = PetriFormula::constant(Name == "true");
  } else if (Name == "deadlock") {
    Result.Formula = PetriFormula::deadlock();
  } else if (Name == "conjunction" || Name == "disjunction") {
    if (Parts.empty() || !allAre(Operand::Kind::Formula))
      return wrongOperands(Name);
    Result.Formula = Name == "conjunction"
                         ? PetriFormula::conjunction(std::move(Parts))
                         : PetriFormula::disjunction(std::move(Parts));
  } else if (Name == "negation" && Parts.size() == 1 &&
             allAre(Operand::Kind::Formula)) {
    Result.Formula = PetriFormula::negation(Parts.front());
  } else {
    return applyTemporal(Name);
  }
  replaceOperands(std::move(Result));
  return std::nullopt;
}

/// EF f, AG f, and their negations; a G is kept as the F of the complement.
XmlHandler::Message MccReader::applyTemporal(StringRef Name) {
  using Path = Operand::Path;
  if (Name != "finally" && Name != "globally" && Name != "exists-path" &&
      Name != "all-paths" && Name != "negation")
    return ("'" + Name + "' is not supported").str();
  if (operands().size() != 1)
    return wrongOperands(Name);
  Operand O = operands().front();
  bool IsState = O.What == Operand::Kind::Formula;
  bool IsTemporal = O.What == Operand::Kind::Temporal;
  if ((Name == "finally" || Name == "globally") && IsState) {
    O.What = Operand::Kind::Temporal;
    O.Says = Name == "finally" ? Path::F : Path::G;
  } else if (Name == "exists-path" && IsTemporal && O.Says == Path::F) {
    O.Says = Path::EF;
  } else if (Name == "all-paths" && IsTemporal && O.Says == Path::G) {
    O.Says = Path::AG;
  } else if (Name == "negation" && IsTemporal &&
             (O.Says == Path::EF || O.Says == Path::AG)) {
    O.Says = O.Says == Path::EF ? Path::AG : Path::EF;
    O.Formula = PetriFormula::negation(O.Formula);
  } else {
    return "only reachability (EF and AG around a condition on markings) is "
           "supported";
  }
  replaceOperands(std::move(O));
  return std::nullopt;
}

XmlHandler::Message MccReader::compare(StringRef Operator) {
  if (operands().size() != 2 || !allAre(Operand::Kind::Sum))
    return std::string("a comparison takes two numbers");
  LinearSum Difference = operands()[0].Sum;
  if (!Difference.subtract(operands()[1].Sum))
    return LinearSum::TooLarge.str();
  auto F = Difference.compareWithZero(Operator);
  if (!F)
    return LinearSum::TooLarge.str();
  Operand Result;
  Result.What = Operand::Kind::Formula;
  Result.Formula = *F;
  replaceOperands(std::move(Result));
  return std::nullopt;
}

XmlHandler::Message MccReader::arithmetic(StringRef Name) {
  bool Known = Name == "integer-sum" || Name == "integer-difference" ||
               Name == "integer-product";
  if (!Known)
    return ("'" + Name + "' is not supported").str();
  if (operands().empty() || !allAre(Operand::Kind::Sum))
    return wrongOperands(Name);
  Operand Result = operands().front();
  for (const Operand &O : operands().drop_front()) {
    bool Linear = Name != "integer-product" || Result.Sum.isConstant() ||
                  O.Sum.isConstant();
    if (!Linear)
      return std::string("a product of two token counts is not linear");
    bool Fits = Name == "integer-sum"          ? Result.Sum.add(O.Sum)
                : Name == "integer-difference" ? Result.Sum.subtract(O.Sum)
                                               : Result.Sum.multiply(O.Sum);
    if (!Fits)
      return LinearSum::TooLarge.str();
  }
  replaceOperands(std::move(Result));
  return std::nullopt;
}

XmlHandler::Message MccReader::finishFormula() {
  MccProperty &P = Properties.back();
  if (Operands.size() != 1)
    return std::string("a property needs one formula");
  const Operand &O = Operands.front();
  if (O.What == Operand::Kind::Bound) {
    P.What = MccProperty::Kind::Bound;
    return std::nullopt;
  }
  using Path = Operand::Path;
  if (O.What != Operand::Kind::Temporal ||
      (O.Says != Path::EF && O.Says != Path::AG))
    return std::string("only reachability (EF and AG around a condition on "
                       "markings) and place bounds are supported");
  P.What = O.Says == Path::EF ? MccProperty::Kind::Exists
                              : MccProperty::Kind::Always;
  P.Goal = O.Says == Path::EF ? O.Formula : PetriFormula::negation(O.Formula);
  return std::nullopt;
}

llvm::Expected<std::vector<MccProperty>>
sooth::readMccProperties(const PetriNet &N, llvm::MemoryBufferRef Text) {
  MccReader Reader(N);
  if (llvm::Error E = readXml(Text, Reader))
    return std::move(E);
  if (Reader.Properties.empty())
    return llvm::make_error<Diagnostic>(
        SourceLocation{Text.getBufferIdentifier().str(), 1, 1},
        "the file holds no property");
  return std::move(Reader.Properties);
}
