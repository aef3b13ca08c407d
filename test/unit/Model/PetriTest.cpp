//===- PetriTest.cpp - Nets, formulas, PNML -------------------------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Model/PetriQuestions.h"
#include "sooth/Model/Pnml.h"

#include <gtest/gtest.h>

using namespace sooth;

namespace {
std::string wrap(llvm::StringRef Body, llvm::StringRef Type = "ptnet") {
  return ("<pnml><net id=\"n\" type=\"" + Type + "\"><page id=\"g\">\n" + Body +
          "\n</page></net></pnml>")
      .str();
}

llvm::Expected<PetriNet> read(const std::string &Text) {
  return readPnml(llvm::MemoryBufferRef(Text, "net.pnml"));
}

PetriNet readGood(llvm::StringRef Body) {
  auto N = read(wrap(Body));
  if (!N) {
    ADD_FAILURE() << llvm::toString(N.takeError());
    return PetriNet();
  }
  return std::move(*N);
}

std::string errorOf(const std::string &Text) {
  auto N = read(Text);
  return N ? "" : llvm::toString(N.takeError());
}

std::string errorOfBody(llvm::StringRef Body) { return errorOf(wrap(Body)); }

const char *Nodes = "<place id=\"p\"><initialMarking><text> 3 </text>"
                    "</initialMarking></place>\n<place id=\"q\"/>\n"
                    "<transition id=\"t\"/>\n";

std::string arc(llvm::StringRef From, llvm::StringRef To,
                llvm::StringRef Inside = "", llvm::StringRef Attributes = "") {
  return ("<arc id=\"x\" source=\"" + From + "\" target=\"" + To + "\" " +
          Attributes + ">" + Inside + "</arc>\n")
      .str();
}
} // namespace

TEST(PnmlTest, ReadsPlacesTransitionsAndWeights) {
  PetriNet N = readGood(
      Nodes + arc("p", "t", "<inscription><text>2</text></inscription>") +
      arc("t", "q"));
  ASSERT_EQ(N.places().size(), 2u);
  EXPECT_EQ(N.place(0).Initial, 3u);
  EXPECT_EQ(N.place(1).Line, 3u);
  EXPECT_EQ(N.transition(0).Inputs, (std::vector<PetriArc>{{0, 2}}));
  EXPECT_EQ(N.transition(0).Outputs, (std::vector<PetriArc>{{1, 1}}));
}

TEST(PnmlTest, EveryNotationOfInhibitorArcsIsRead) {
  for (std::string Arc :
       {arc("p", "t", "", "type=\"inhibitor\""),
        arc("p", "t", "<type value=\"inhibitor\"/>"),
        arc("p", "t", "<type><text>inhibitor</text></type>"),
        arc("p", "t", "<arctype><text>inhibitor</text></arctype>"),
        std::string("<inhibitorArc source=\"p\" target=\"t\"/>")}) {
    PetriNet N = readGood(Nodes + Arc);
    EXPECT_EQ(N.transition(0).Inhibitors, (std::vector<PetriArc>{{0, 1}}))
        << Arc;
    EXPECT_TRUE(N.transition(0).Inputs.empty()) << Arc;
  }
}

TEST(PnmlTest, UnknownArcTypesAreErrors) {
  for (llvm::StringRef Inside :
       {"<type value=\"reset\"/>", "<type><text>read</text></type>",
        "<arctype><text>test</text></arctype>"}) {
    std::string Error = errorOfBody(Nodes + arc("p", "t", Inside));
    EXPECT_NE(Error.find("net.pnml:5:"), std::string::npos) << Error;
    EXPECT_NE(Error.find("is not understood"), std::string::npos) << Error;
  }
  EXPECT_NE(errorOfBody(Nodes + arc("t", "p", "", "type=\"inhibitor\"")), "");
}

TEST(PnmlTest, ParallelArcsAreSummedAndInhibitorsTakeTheLeast) {
  std::string Five = "<inscription><text>5</text></inscription>";
  PetriNet N = readGood(Nodes + arc("p", "t") + arc("p", "t", Five) +
                        arc("q", "t", Five, "type=\"inhibitor\"") +
                        arc("q", "t", "", "type=\"inhibitor\""));
  EXPECT_EQ(N.transition(0).Inputs, (std::vector<PetriArc>{{0, 6}}));
  EXPECT_EQ(N.transition(0).Inhibitors, (std::vector<PetriArc>{{1, 1}}));
}

TEST(PnmlTest, NumbersInToolspecificCountWhereThereIsNoOther) {
  PetriNet N = readGood(
      "<place id=\"a\"><initialMarking><toolspecific tool=\"x\" version=\"1\">"
      "<text>7</text></toolspecific></initialMarking></place>"
      "<place id=\"b\"><initialMarking><text>2</text><toolspecific tool=\"x\" "
      "version=\"1\"><text>7</text></toolspecific></initialMarking></place>"
      "<place id=\"c\"><toolspecific tool=\"x\" version=\"1\"><initialMarking>"
      "<text>4</text></initialMarking></toolspecific></place>"
      "<place id=\"d\"><initialMarking><value>Default,6</value>"
      "</initialMarking></place>");
  EXPECT_EQ(N.initialMarking(), (Marking{7, 2, 4, 6}));
}

TEST(PnmlTest, ReferencesLeadAcrossPages) {
  PetriNet N = readGood(std::string(Nodes) +
                        "<page id=\"h\"><referencePlace id=\"r1\" ref=\"r2\"/>"
                        "<referencePlace id=\"r2\" ref=\"q\"/>" +
                        arc("t", "r1") + "</page>");
  EXPECT_EQ(N.transition(0).Outputs, (std::vector<PetriArc>{{1, 1}}));
  EXPECT_NE(errorOfBody("<referencePlace id=\"a\" ref=\"b\"/>"
                        "<referencePlace id=\"b\" ref=\"a\"/>")
                .find("circle"),
            std::string::npos);
  EXPECT_NE(
      errorOfBody(std::string(Nodes) + "<referencePlace id=\"a\" ref=\"t\"/>"),
      "");
}

TEST(PnmlTest, NumbersThatDoNotFitAreErrors) {
  auto Initial = [](llvm::StringRef Text) {
    return ("<place id=\"p\"><initialMarking><text>" + Text +
            "</text></initialMarking></place>")
        .str();
  };
  EXPECT_EQ(readGood(Initial("9223372036854775807")).place(0).Initial,
            MaxTokens);
  for (llvm::StringRef Bad : {"9223372036854775808", "99999999999999999999999",
                              "-1", "1.5", "x", "1'2"})
    EXPECT_NE(errorOfBody(Initial(Bad)), "") << Bad.str();
  std::string Half =
      "<inscription><text>4611686018427387904</text></inscription>";
  EXPECT_NE(errorOfBody(Nodes + arc("p", "t", Half) + arc("p", "t", Half))
                .find("sum up"),
            std::string::npos);
  EXPECT_NE(errorOfBody(Nodes + arc("p", "t",
                                    "<inscription><text>0</text>"
                                    "</inscription>")),
            "");
}

TEST(PnmlTest, WhatHasAnotherMeaningIsAnError) {
  EXPECT_NE(errorOf(wrap(Nodes, "http://x/symmetricnet")).find("coloured"),
            std::string::npos);
  EXPECT_NE(errorOf(wrap(Nodes, "TimedNet")).find("timed"), std::string::npos);
  EXPECT_NE(errorOf(wrap(Nodes, "workflow")).find("'workflow'"),
            std::string::npos);
  EXPECT_EQ(errorOf(wrap(Nodes, "EPNML11")), "");
  EXPECT_EQ(errorOf("\xEF\xBB\xBF<pnml><net id=\"a\"/></pnml>"), "");
  EXPECT_NE(errorOfBody("<transition id=\"t\"><delay/></transition>"), "");
  EXPECT_NE(errorOfBody("<transition id=\"t\"><timed><value>true</value>"
                        "</timed></transition>"),
            "");
  EXPECT_EQ(errorOfBody("<transition id=\"t\"><timed><value>false</value>"
                        "</timed><priority><value>1</value></priority>"
                        "</transition>"),
            "");
  EXPECT_NE(errorOfBody("<place id=\"p\"><capacity><value>3</value>"
                        "</capacity></place>"),
            "");
  EXPECT_NE(errorOfBody("<transition id=\"t\"><guard/></transition>"), "");
  EXPECT_NE(errorOfBody("<place id=\"p\"/><place id=\"p\"/>"), "");
  EXPECT_NE(errorOf("<pnml><net id=\"a\"/><net id=\"b\"/></pnml>"), "");
  EXPECT_NE(errorOf("<pnml><net id=\"a\">"), "");
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("<!DOCTYPE a [<!ENTITY b \"c\">]><pnml/>"), "");
}

TEST(PnmlTest, UnitsAreRead) {
  auto Units = [](llvm::StringRef Safe) {
    return ("<place id=\"a\"><initialMarking><text>1</text></initialMarking>"
            "</place><place id=\"b\"/><toolspecific tool=\"nupn\">"
            "<structure root=\"u\" safe=\"" +
            Safe +
            "\"><unit id=\"u\"><places>a</places><subunits>v</subunits></unit>"
            "<unit id=\"v\"><places>b</places></unit></structure>"
            "</toolspecific>")
        .str();
  };
  PetriNet N = readGood(Units("true"));
  ASSERT_TRUE(N.nupn());
  EXPECT_TRUE(N.nupn()->Safe);
  EXPECT_EQ(N.nupn()->Units[0].Subunits, std::vector<unsigned>{1});
  std::string Bad = Units("true");
  Bad.replace(Bad.find("<text>1"), 7, "<text>2");
  EXPECT_NE(errorOfBody(Bad).find("unit 'u'"), std::string::npos);
}

TEST(PnmlTest, WhatIsWrittenIsReadAgain) {
  PetriNet N = readGood(Nodes + arc("p", "t") + arc("t", "q") +
                        arc("q", "t", "", "type=\"inhibitor\""));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writePnml(OS, N);
  auto Again = read(OS.str());
  ASSERT_TRUE(bool(Again)) << llvm::toString(Again.takeError());
  EXPECT_EQ(Again->initialMarking(), N.initialMarking());
  EXPECT_EQ(Again->transition(0).Inhibitors, N.transition(0).Inhibitors);
  EXPECT_EQ(Again->transition(0).Inputs, N.transition(0).Inputs);
}

//===----------------------------------------------------------------------===//
// Firing
//===----------------------------------------------------------------------===//

TEST(PetriNetTest, FiringIsExactAndUndoneOnOverflow) {
  PetriNet N;
  N.addPlace({"p", "", 1, 0, 0});
  N.addPlace({"q", "", MaxTokens, 0, 0});
  N.addTransition({"t", "", {{0, 1}}, {{0, 2}, {1, 1}}, {}, 0, 0});
  N.addTransition({"u", "", {{1, 5}}, {}, {{0, 2}}, 0, 0});
  Marking M = N.initialMarking();
  EXPECT_EQ(N.fire(0, M), Firing::Overflow);
  EXPECT_EQ(M, N.initialMarking());
  EXPECT_EQ(N.fire(1, M), Firing::Fired);
  EXPECT_EQ(M, (Marking{1, MaxTokens - 5}));
  EXPECT_EQ(N.fire(0, M), Firing::Fired);
  EXPECT_EQ(N.fire(1, M), Firing::Disabled) << "two tokens inhibit";
  EXPECT_FALSE(N.isDeadlock(M));
  EXPECT_EQ(effectOf(N.transition(0)).size(), 2u);
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

namespace {
struct FormulaTest : testing::Test {
  PetriNet N = readGood(Nodes + arc("p", "t") + arc("t", "q"));
  std::string parse(const std::string &Text) {
    auto F = parsePetriFormula(N, llvm::MemoryBufferRef(Text, "--reach"));
    return F ? str(*F, N) : llvm::toString(F.takeError());
  }
  bool holds(const std::string &Text, Marking M) {
    auto F = parsePetriFormula(N, llvm::MemoryBufferRef(Text, "--reach"));
    return llvm::cantFail(std::move(F)).holds(N, M);
  }
};
} // namespace

TEST_F(FormulaTest, ReadsPrecedenceAndBothKindsOfParentheses) {
  EXPECT_EQ(parse("p >= 1 and q + 2*p = 7"), "p >= 1 and 2*p + q = 7");
  EXPECT_EQ(parse("p=1 or p=2 and q=3"), "p = 1 or (p = 2 and q = 3)");
  EXPECT_EQ(parse("(p + q) * 3 < 2*(q + 3)"), "3*p + q <= 5");
  EXPECT_EQ(parse("not (p > 1 || fireable(t))"), "not (p >= 2 or p >= 1)");
  EXPECT_EQ(parse("!deadlock && \"q\" != 0"), "not deadlock and q != 0");
  EXPECT_EQ(parse("-p <= -2"), "p >= 2");
}

TEST_F(FormulaTest, FoldsWhatIsDecidedBySigns) {
  EXPECT_EQ(parse("p >= 0"), "true");
  EXPECT_EQ(parse("p + q < 0"), "false");
  EXPECT_EQ(parse("2*p = 3"), "false");
  EXPECT_EQ(parse("2*p <= 3"), "p <= 1");
  EXPECT_EQ(parse("2*p >= 3"), "p >= 2");
  EXPECT_EQ(parse("p - p = 0"), "true");
  EXPECT_EQ(parse("1 < 2"), "true");
}

TEST_F(FormulaTest, ErrorsHaveAPlace) {
  EXPECT_EQ(parse("p >= 1 and r = 2"),
            "--reach:1:12: error: no place 'r'; did you mean 'p'?");
  EXPECT_EQ(parse("p * q = 2"), "--reach:1:1: error: a product of two token "
                                "counts is not linear");
  EXPECT_EQ(parse("p"), "--reach:1:1: error: expected a condition, found a "
                        "number of tokens");
  EXPECT_EQ(parse("p = 99999999999999999999"),
            "--reach:1:5: error: a number is too large: tokens are counted, "
            "and compared with numbers, up to 2^63 - 1");
  EXPECT_EQ(parse("p = 1 and"), "--reach:1:10: error: unexpected end");
  EXPECT_EQ(parse("(p = 1"), "--reach:1:7: error: expected ')'");
  EXPECT_NE(parse(std::string(5000, '(')).find("nested too deeply"),
            std::string::npos);
}

TEST_F(FormulaTest, ComparesWithAsManyTokensAsThereCanBe) {
  const std::string Most = "9223372036854775807";
  for (const char *Relation : {">=", "=", "!=", "<"}) {
    const std::string Text = "p " + std::string(Relation) + " " + Most;
    EXPECT_EQ(parse(Text).find("error"), std::string::npos) << Text;
  }
  EXPECT_TRUE(holds("p >= " + Most, {MaxTokens, 0}));
  EXPECT_TRUE(holds("p + 1 > " + Most, {MaxTokens, 0}));
  EXPECT_FALSE(holds("p >= " + Most, {MaxTokens - 1, 0}));
  EXPECT_TRUE(holds("not p = " + Most, {MaxTokens - 1, 0}));
  // What is more than can be counted is not asked about.
  for (const char *Text : {"p <= ", "p > ", "not p <= ", "p + q > "})
    EXPECT_NE(parse(Text + Most).find("a number is too large"),
              std::string::npos)
        << Text;
}

TEST_F(FormulaTest, NegationNormalFormKeepsTheMeaning) {
  std::string Text = "not (p >= 2 and (q = 1 or not p + q <= 3)) or deadlock";
  auto F = llvm::cantFail(
      parsePetriFormula(N, llvm::MemoryBufferRef(Text, "--reach")));
  for (uint64_t P = 0; P < 6; ++P)
    for (uint64_t Q = 0; Q < 6; ++Q) {
      Marking M{P, Q};
      EXPECT_EQ(F.holds(N, M), F.negationNormalForm().holds(N, M));
      EXPECT_EQ(F.holds(N, M), F.expanded(N).holds(N, M));
    }
}

TEST_F(FormulaTest, SumsAreExactBeyond128Bits) {
  EXPECT_TRUE(holds("4611686018427387904*p - 4611686018427387904*q >= 1",
                    {MaxTokens, 0}));
  EXPECT_FALSE(holds("4611686018427387904*p + q <= 1", {MaxTokens, 0}));
}

TEST_F(FormulaTest, MarkingsNameAllPlacesOrSome) {
  auto Parse = [&](const std::string &Text, OtherPlaces Others) {
    auto F = parseMarking(N, llvm::MemoryBufferRef(Text, "m"), Others);
    return F ? str(*F, N) : llvm::toString(F.takeError());
  };
  EXPECT_EQ(Parse("p=1", OtherPlaces::Empty), "p = 1 and q = 0");
  EXPECT_EQ(Parse("p=1", OtherPlaces::Free), "p = 1");
  EXPECT_EQ(Parse("q>=2,p=1", OtherPlaces::Free), "q >= 2 and p = 1");
  EXPECT_NE(Parse("q>=2", OtherPlaces::Empty).find("error"), std::string::npos);
  EXPECT_NE(Parse("q=2,q=3", OtherPlaces::Empty).find("twice"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Contest properties
//===----------------------------------------------------------------------===//

namespace {
struct MccTest : FormulaTest {
  std::string parse(llvm::StringRef Formula) {
    std::string Text = ("<property-set><property><id>x</id><formula>" +
                        Formula + "</formula></property></property-set>")
                           .str();
    auto Ps = readMccProperties(N, llvm::MemoryBufferRef(Text, "f.xml"));
    if (!Ps)
      return llvm::toString(Ps.takeError());
    const MccProperty &P = Ps->front();
    if (P.What == MccProperty::Kind::Bound)
      return "bound of " + std::to_string(P.Places.size());
    return (P.What == MccProperty::Kind::Exists ? "EF " : "AG not ") +
           str(P.Goal, N);
  }
};
} // namespace

TEST_F(MccTest, ReadsReachability) {
  std::string Le = "<integer-le><integer-constant>4</integer-constant>"
                   "<tokens-count><place>p</place><place>q</place>"
                   "</tokens-count></integer-le>";
  std::string Neg = "p + q >= 4";
  EXPECT_EQ(parse("<exists-path><finally>" + Le + "</finally></exists-path>"),
            "EF " + Neg);
  EXPECT_EQ(parse("<all-paths><globally>" + Le + "</globally></all-paths>"),
            "AG not p + q <= 3");
  EXPECT_EQ(parse("<negation><exists-path><finally>" + Le +
                  "</finally></exists-path></negation>"),
            "AG not " + Neg);
  EXPECT_EQ(parse("<exists-path><finally><conjunction><is-fireable>"
                  "<transition>t</transition></is-fireable><deadlock/>"
                  "</conjunction></finally></exists-path>"),
            "EF p >= 1 and deadlock");
  EXPECT_EQ(parse("<place-bound><place>p</place><place>q</place>"
                  "</place-bound>"),
            "bound of 2");
}

TEST_F(MccTest, OtherPropertiesAreErrors) {
  for (llvm::StringRef Bad :
       {"<exists-path><globally><deadlock/></globally></exists-path>",
        "<all-paths><finally><deadlock/></finally></all-paths>",
        "<exists-path><next><deadlock/></next></exists-path>", "<deadlock/>",
        "",
        "<exists-path><finally><is-fireable><transition>z</transition>"
        "</is-fireable></finally></exists-path>",
        "<exists-path><finally><integer-le><deadlock/><deadlock/></integer-le>"
        "</finally></exists-path>"})
    EXPECT_NE(parse(Bad).find("error: "), std::string::npos) << Bad.str();
}
