// Verifies a counter that an input lets go on, and that starts again at 10: it
// never gets beyond 10, but it does get there.
#include "sooth/Driver/Verify/Verifier.h"
#include "sooth/Engine/Engines.h"

using namespace sooth;

static TransitionSystem makeCounter(ExprContext &Ctx) {
  TransitionSystem M(Ctx);
  const Sort Byte = Ctx.bitVecSort(8);
  const Expr Count = Ctx.var("count", Byte);
  const Expr Go = Ctx.var("go", Ctx.boolSort());
  const Expr More = Ctx.make(Kind::BvAdd, {Count, Ctx.bv(1, 8)});
  const Expr IsLast = Ctx.mkEq(Count, Ctx.bv(10, 8));
  M.addVariable({Count, Ctx.var("count.next", Byte),
                 Ctx.mkIte(Go, Ctx.mkIte(IsLast, Ctx.bv(0, 8), More), Count)});
  M.addInput(Go);
  M.setInit(Ctx.mkEq(Count, Ctx.bv(0, 8)));
  M.addProperty(
      {"never above 10", Ctx.make(Kind::BvUlt, {Ctx.bv(10, 8), Count}), {}});
  M.addProperty({"never 10", IsLast, {}});
  return M;
}

int main() {
  ExprContext Ctx;
  VerifierOptions Options;
  Options.Until = VerifierOptions::Goal::EveryAssertion;
  Options.Engines.Engines = llvm::cantFail(chooseEngines("kind,pdr"));
  const Report R = verifySystem(makeCounter(Ctx), Budget::seconds(60), Options);
  printText(llvm::outs(), R, {.Assertions = ReportStyle::Section::Shown});
  return R.exitCode();
}
