//===- FallbackInterpolator.cpp - One method after the other --------------===//
//
// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sooth/Solver/Interpolator.h"

using namespace sooth;

namespace {
class FallbackInterpolator final : public Interpolator {
public:
  FallbackInterpolator(std::vector<std::unique_ptr<Interpolator>> Members,
                       double Seconds)
      : Members(std::move(Members)), Seconds(Seconds) {
    assert(!this->Members.empty());
  }
  Interpolation interpolate(llvm::ArrayRef<Expr> Parts,
                            const Budget &B) override {
    std::string Why;
    for (auto &Member : Members) {
      bool Last = Member == Members.back();
      Interpolation R = Member->interpolate(Parts, Last ? B : B.child(Seconds));
      if (R.What != Interpolation::Outcome::Failed)
        return R;
      Why += (Why.empty() ? "" : "; ") + R.Why;
    }
    return Interpolation::failed(std::move(Why));
  }

private:
  std::vector<std::unique_ptr<Interpolator>> Members;
  double Seconds;
};
} // namespace

std::unique_ptr<Interpolator> sooth::createFallbackInterpolator(
    std::vector<std::unique_ptr<Interpolator>> Members, double Seconds) {
  return std::make_unique<FallbackInterpolator>(std::move(Members), Seconds);
}
