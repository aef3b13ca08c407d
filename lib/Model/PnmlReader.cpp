//===- PnmlReader.cpp - Reading PNML --------------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are understood by where they are: each open element has a Scope,
// and a scope says which elements may be in it. Tools put numbers into
// <text>, <value>, or either of them inside <toolspecific>; the number that
// stands outside of <toolspecific> is taken where there are two.
//
//===----------------------------------------------------------------------===//

#include "PnmlParts.h"

#include "sooth/Model/Pnml.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace sooth;
using llvm::StringRef;
using llvm::Twine;

namespace {
enum class Scope {
  Document,
  Net, // and its pages
  Place,
  Transition,
  Arc,
  Reference,
  Name,
  Marking,
  Inscription,
  ArcType,
  Number, // text of a marking or an inscription
  NameText,
  ArcTypeText,
  MustBeFalse, // <timed>
  MustBeZero,  // <priority>, <capacity>
  MustBeZeroText,
  ToolOfNode, // toolspecific that may hold a marking or an inscription
  Nupn,
  NupnStructure,
  NupnUnit,
  NupnPlaces,
  NupnSubunits,
  Skipped
};

class PnmlReader : public XmlHandler {
public:
  explicit PnmlReader(std::string File) { Parts.File = std::move(File); }
  Message open(StringRef Name, llvm::ArrayRef<XmlAttribute> Attributes,
               XmlPlace Where) override;
  Message close(StringRef Name, StringRef Text, XmlPlace Where) override;

  PnmlParts Parts;
  bool HasNet = false;

private:
  using Attributes = llvm::ArrayRef<XmlAttribute>;
  Message enter(Scope Here, StringRef Name, Attributes As, XmlPlace Where);
  Message enterDocument(StringRef Name, Attributes As, XmlPlace Where);
  Message enterNet(StringRef Name, Attributes As, XmlPlace Where);
  Message enterNode(Scope Here, StringRef Name, Attributes As, XmlPlace Where);
  Message passOver(StringRef Name, XmlPlace Where);
  Message enterLabel(StringRef Name, Attributes As);
  Message enterNupn(Scope Here, StringRef Name, Attributes As, XmlPlace Where);
  Message beginNode(PnmlNode::Kind K, Attributes As, XmlPlace Where);
  Message beginArc(PnmlArc::Kind K, Attributes As, XmlPlace Where);
  Message setArcType(StringRef Type);
  Message setNumber(StringRef Text);
  Message leave(Scope S, StringRef Name, StringRef Text);

  Message to(Scope S) {
    Stack.push_back(S);
    return std::nullopt;
  }
  bool inTool() const { return llvm::is_contained(Stack, Scope::ToolOfNode); }

  std::vector<Scope> Stack{Scope::Document};
  /// Whether the number of the current node or arc came from outside of
  /// <toolspecific>, which wins over one from inside.
  bool NumberIsFinal = false;
};
} // namespace

static std::string inQuotes(StringRef S) { return ("'" + S + "'").str(); }

static bool isIgnoredElement(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("graphics", "toolspecific", "description", "documentation",
             "comment", "label", true)
      .Cases("text", "orientation", "rate", "infiniteServer", "arcpath",
             "tagged", "labels", "toolInfo", true)
      .Cases("author", "date", "title", "tokengraphics", "structure", true)
      .Default(false);
}

/// What tools have added to the standard, outside of <toolspecific>, and what
/// changes nothing about which markings are reachable: in which of them a case
/// has ended (ProM, pm4py), variables that no guard reads (the same), questions
/// and how a simulator is set (TAPAAL).
static bool isHarmlessExtension(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .CasesLower("finalmarkings", "finalmarking", true)
      .CasesLower("variables", "readvariable", "writevariable", true)
      .CasesLower("queries", "query", "k-bound", true)
      .Default(false);
}

/// What gives tokens colours or transitions time, and is not understood.
static std::optional<std::string> unsupported(StringRef Name) {
  StringRef What =
      llvm::StringSwitch<StringRef>(Name)
          .Cases("declaration", "declarations", "hlinitialMarking",
                 "hlinscription", "condition", "token", "coloured nets")
          .Cases("delay", "interval", "timeInterval", "staticInterval",
                 "timeinvariant", "timed nets")
          .Cases("guard", "resetArc", "transferArc", "reset arcs and guards")
          .Default("");
  if (What.empty())
    return std::nullopt;
  return (What + " are not supported (element '" + Name + "')").str();
}

static std::string notUnderstood(StringRef Name, StringRef Where) {
  if (auto Message = unsupported(Name))
    return *Message;
  return ("element '" + Name + "' is not understood in " + Where).str();
}

static XmlHandler::Message checkNetType(StringRef Type) {
  std::string Lower = Type.lower();
  StringRef T = Lower;
  for (StringRef Coloured :
       {"symmetric", "highlevel", "hlpn", "colour", "pt-hl"})
    if (T.contains(Coloured))
      return "coloured nets are not supported (net type " + inQuotes(Type) +
             ")";
  for (StringRef Timed : {"time", "tpn", "tapn", "stochastic", "gspn"})
    if (T.contains(Timed))
      return "timed nets are not supported (net type " + inQuotes(Type) + ")";
  bool Known = T.empty() || T.contains("ptnet") || T.contains("epnml") ||
               T.contains("p/t net") || T.contains("pnmlcoremodel") ||
               T.contains("place/transition") || T == "pt" || T == "basicnet";
  if (!Known)
    return "net type " + inQuotes(Type) + " is not understood";
  return std::nullopt;
}

XmlHandler::Message PnmlReader::open(StringRef Name, Attributes As,
                                     XmlPlace Where) {
  return enter(Stack.back(), Name, As, Where);
}

XmlHandler::Message PnmlReader::enter(Scope Here, StringRef Name, Attributes As,
                                      XmlPlace Where) {
  switch (Here) {
  case Scope::Document:
    return enterDocument(Name, As, Where);
  case Scope::Net:
    return enterNet(Name, As, Where);
  case Scope::Place:
  case Scope::Transition:
  case Scope::Arc:
  case Scope::Reference:
    return enterNode(Here, Name, As, Where);
  case Scope::Name:
    return to(Name == "text" || Name == "value" ? Scope::NameText
                                                : Scope::Skipped);
  case Scope::Marking:
  case Scope::Inscription:
    return enterLabel(Name, As);
  case Scope::ArcType:
    return to(Name == "text" || Name == "value" ? Scope::ArcTypeText
                                                : Scope::Skipped);
  case Scope::MustBeZero:
    return to(Name == "text" || Name == "value" ? Scope::MustBeZeroText
                                                : Scope::Skipped);
  case Scope::ToolOfNode:
    if (llvm::is_contained(Stack, Scope::Marking) ||
        llvm::is_contained(Stack, Scope::Inscription))
      return enterLabel(Name, As);
    if (Name == "initialMarking")
      return to(Scope::Marking);
    if (Name == "inscription")
      return to(Scope::Inscription);
    return to(Scope::Skipped);
  case Scope::Nupn:
  case Scope::NupnStructure:
  case Scope::NupnUnit:
    return enterNupn(Here, Name, As, Where);
  case Scope::MustBeFalse:
    return to(Scope::MustBeFalse); // around <value>
  case Scope::Number:
  case Scope::NameText:
  case Scope::ArcTypeText:
  case Scope::MustBeZeroText:
  case Scope::NupnPlaces:
  case Scope::NupnSubunits:
  case Scope::Skipped:
    return to(Scope::Skipped);
  }
  llvm_unreachable("a scope without meaning");
}

XmlHandler::Message PnmlReader::passOver(StringRef Name, XmlPlace Where) {
  if (llvm::none_of(Parts.PassedOver,
                    [&](const PnmlExtension &E) { return E.Name == Name; }))
    Parts.PassedOver.push_back({Name.str(), Where});
  return to(Scope::Skipped);
}

XmlHandler::Message PnmlReader::enterDocument(StringRef Name, Attributes As,
                                              XmlPlace Where) {
  if (Name == "pnml")
    return to(Scope::Document);
  if (Name == "toolspecific")
    return to(Scope::Skipped);
  if (isHarmlessExtension(Name))
    return passOver(Name, Where);
  if (Name != "net")
    return "expected 'pnml' or 'net', found " + inQuotes(Name);
  if (HasNet)
    return "the file holds more than one net";
  HasNet = true;
  Parts.NetId = findAttribute(As, "id").value_or("").str();
  if (auto Message = checkNetType(findAttribute(As, "type").value_or("")))
    return Message;
  return to(Scope::Net);
}

XmlHandler::Message PnmlReader::enterNet(StringRef Name, Attributes As,
                                         XmlPlace Where) {
  if (Name == "page")
    return to(Scope::Net);
  if (Name == "place")
    return beginNode(PnmlNode::Kind::Place, As, Where);
  if (Name == "transition")
    return beginNode(PnmlNode::Kind::Transition, As, Where);
  if (Name == "referencePlace")
    return beginNode(PnmlNode::Kind::PlaceReference, As, Where);
  if (Name == "referenceTransition")
    return beginNode(PnmlNode::Kind::TransitionReference, As, Where);
  if (Name == "arc")
    return beginArc(PnmlArc::Kind::Normal, As, Where);
  if (Name == "inhibitorArc")
    return beginArc(PnmlArc::Kind::Inhibitor, As, Where);
  if (Name == "toolspecific" && findAttribute(As, "tool") == StringRef("nupn"))
    return to(Scope::Nupn);
  // Some tools declare a default colour of tokens in otherwise black nets.
  if (Name == "token" && findAttribute(As, "id") == StringRef("Default"))
    return to(Scope::Skipped);
  if (Name == "name" || isIgnoredElement(Name))
    return to(Scope::Skipped);
  if (isHarmlessExtension(Name))
    return passOver(Name, Where);
  return notUnderstood(Name, "a net");
}

/// Attributes by which dialects say what the standard has no word for.
static XmlHandler::Message checkAttributes(llvm::ArrayRef<XmlAttribute> As) {
  for (const XmlAttribute &A : As) {
    bool Bad = llvm::StringSwitch<bool>(A.Name)
                   .Cases("initialMarking", "invariant", "inscription",
                          "weight", "urgent", "capacity", "marking", true)
                   .Case("guard", !llvm::StringRef(A.Value).trim().empty())
                   .Default(false);
    if (Bad)
      return "attribute " + inQuotes(A.Name) + " is not understood";
  }
  return std::nullopt;
}

XmlHandler::Message PnmlReader::beginNode(PnmlNode::Kind K, Attributes As,
                                          XmlPlace Where) {
  PnmlNode N;
  N.What = K;
  N.Id = findAttribute(As, "id").value_or("").str();
  N.Where = Where;
  NumberIsFinal = false;
  if (N.Id.empty())
    return "a node needs an id";
  if (auto Message = checkAttributes(As))
    return Message;
  bool IsReference = K == PnmlNode::Kind::PlaceReference ||
                     K == PnmlNode::Kind::TransitionReference;
  if (IsReference) {
    N.Target = findAttribute(As, "ref").value_or("").str();
    if (N.Target.empty())
      return "reference " + inQuotes(N.Id) + " says to no node ('ref')";
  }
  Parts.Nodes.push_back(std::move(N));
  return to(IsReference                  ? Scope::Reference
            : K == PnmlNode::Kind::Place ? Scope::Place
                                         : Scope::Transition);
}

XmlHandler::Message PnmlReader::beginArc(PnmlArc::Kind K, Attributes As,
                                         XmlPlace Where) {
  PnmlArc A;
  A.What = K;
  A.Source = findAttribute(As, "source").value_or("").str();
  A.Target = findAttribute(As, "target").value_or("").str();
  A.Where = Where;
  NumberIsFinal = false;
  if (A.Source.empty() || A.Target.empty())
    return "an arc needs a source and a target";
  if (auto Message = checkAttributes(As))
    return Message;
  Parts.Arcs.push_back(std::move(A));
  if (auto Type = findAttribute(As, "type"))
    if (auto Message = setArcType(*Type))
      return Message;
  return to(Scope::Arc);
}

XmlHandler::Message PnmlReader::setArcType(StringRef Type) {
  Type = Type.trim();
  if (Type.empty())
    return std::nullopt;
  if (Type.equals_insensitive("inhibitor")) {
    Parts.Arcs.back().What = PnmlArc::Kind::Inhibitor;
    return std::nullopt;
  }
  if (Type.equals_insensitive("normal"))
    return std::nullopt;
  return "arc type " + inQuotes(Type) + " is not understood";
}

XmlHandler::Message PnmlReader::enterNode(Scope Here, StringRef Name,
                                          Attributes As, XmlPlace Where) {
  if (Name == "name")
    return to(Here == Scope::Arc ? Scope::Skipped : Scope::Name);
  if (Name == "toolspecific")
    return to(Here == Scope::Reference ? Scope::Skipped : Scope::ToolOfNode);
  if (Here == Scope::Place && Name == "initialMarking")
    return to(Scope::Marking);
  if (Here == Scope::Place && Name == "type")
    return "coloured nets are not supported (element 'type' of a place)";
  if (Here == Scope::Place && Name == "capacity")
    return to(Scope::MustBeZero);
  if (Here == Scope::Transition && Name == "timed")
    return to(Scope::MustBeFalse);
  if (Here == Scope::Transition && Name == "priority")
    return to(Scope::MustBeZero);
  if (Here == Scope::Arc && Name == "inscription")
    return to(Scope::Inscription);
  if (Here == Scope::Arc && (Name == "type" || Name == "arctype")) {
    if (auto Message = setArcType(findAttribute(As, "value").value_or("")))
      return Message;
    return to(Scope::ArcType);
  }
  if (isIgnoredElement(Name))
    return to(Scope::Skipped);
  if (isHarmlessExtension(Name))
    return passOver(Name, Where);
  return notUnderstood(Name, Here == Scope::Place        ? "a place"
                             : Here == Scope::Transition ? "a transition"
                             : Here == Scope::Arc        ? "an arc"
                                                         : "a reference");
}

XmlHandler::Message PnmlReader::enterLabel(StringRef Name, Attributes) {
  if (Name == "text" || Name == "value")
    return to(Scope::Number);
  if (Name == "toolspecific")
    return to(Scope::ToolOfNode);
  if (Name == "graphics" || isIgnoredElement(Name) || inTool())
    return to(Scope::Skipped);
  return notUnderstood(Name, "a marking or an inscription");
}

XmlHandler::Message PnmlReader::enterNupn(Scope Here, StringRef Name,
                                          Attributes As, XmlPlace Where) {
  if (Here == Scope::Nupn && Name == "structure") {
    Parts.HasUnits = true;
    Parts.UnitsWhere = Where;
    Parts.RootUnit = findAttribute(As, "root").value_or("").str();
    Parts.UnitsAreSafe = findAttribute(As, "safe") == StringRef("true");
    return to(Scope::NupnStructure);
  }
  if (Here == Scope::NupnStructure && Name == "unit") {
    Parts.Units.push_back(
        {findAttribute(As, "id").value_or("").str(), {}, {}, Where});
    return to(Scope::NupnUnit);
  }
  if (Here == Scope::NupnUnit && Name == "places")
    return to(Scope::NupnPlaces);
  if (Here == Scope::NupnUnit && Name == "subunits")
    return to(Scope::NupnSubunits);
  return to(Scope::Skipped);
}

XmlHandler::Message PnmlReader::close(StringRef Name, StringRef Text,
                                      XmlPlace) {
  Scope S = Stack.back();
  Stack.pop_back();
  return leave(S, Name, Text);
}

static std::vector<std::string> words(StringRef Text) {
  std::vector<std::string> Result;
  while (true) {
    auto [Word, Rest] = llvm::getToken(Text);
    if (Word.empty())
      return Result;
    Result.push_back(Word.str());
    Text = Rest;
  }
}

XmlHandler::Message PnmlReader::leave(Scope S, StringRef Name, StringRef Text) {
  switch (S) {
  case Scope::Number:
  case Scope::Marking:
  case Scope::Inscription:
    // Text right inside the label, too.
    return Text.empty() ? std::nullopt : setNumber(Text);
  case Scope::NameText:
    if (!inTool())
      Parts.Nodes.back().Name = Text.str();
    return std::nullopt;
  case Scope::ArcTypeText:
  case Scope::ArcType:
    return setArcType(Text);
  case Scope::MustBeFalse:
    if (Text.empty() || Text.equals_insensitive("false"))
      return std::nullopt;
    return "timed nets are not supported (element '" + Name.str() + "')";
  case Scope::MustBeZero:
  case Scope::MustBeZeroText:
    // Tools write 0 for no limit and 1 for the only priority.
    if (Text.empty() || Text == "0" ||
        (Stack.back() == Scope::MustBeZero && Text == "1" &&
         Stack[Stack.size() - 2] == Scope::Transition))
      return std::nullopt;
    return "capacities of places and priorities of transitions are not "
           "supported";
  case Scope::NupnPlaces:
    Parts.Units.back().Places = words(Text);
    return std::nullopt;
  case Scope::NupnSubunits:
    Parts.Units.back().Subunits = words(Text);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

XmlHandler::Message PnmlReader::setNumber(StringRef Text) {
  bool IsMarking = llvm::is_contained(Stack, Scope::Place);
  StringRef What = IsMarking ? "an initial marking" : "an arc's weight";
  StringRef Digits = Text;
  // "Default,3": three tokens of the only colour.
  if (Digits.consume_front("Default,"))
    Digits = Digits.trim();
  bool AreDigits = !Digits.empty() && llvm::all_of(Digits, [](char C) {
    return llvm::isDigit(C);
  });
  if (!AreDigits)
    return (What + " must be a number, not '" + Text + "'").str();
  uint64_t Value;
  if (Digits.getAsInteger(10, Value) || Value > MaxTokens)
    return (What + " must be less than 2^63, not " + Digits).str();
  if (!IsMarking && Value == 0)
    return "an arc's weight must not be zero";
  if (NumberIsFinal && inTool())
    return std::nullopt;
  NumberIsFinal = !inTool();
  (IsMarking ? Parts.Nodes.back().Initial : Parts.Arcs.back().Weight) = Value;
  return std::nullopt;
}

llvm::Expected<PetriNet> sooth::readPnml(llvm::MemoryBufferRef Text) {
  PnmlReader Reader(Text.getBufferIdentifier().str());
  if (llvm::Error E = readXml(Text, Reader))
    return std::move(E);
  if (!Reader.HasNet)
    return llvm::make_error<Diagnostic>(SourceLocation{Reader.Parts.File, 1, 1},
                                        "the file holds no net");
  return assemble(std::move(Reader.Parts));
}
