#ifndef SOOTH_MODEL_SUM_H
#define SOOTH_MODEL_SUM_H
namespace sooth {
class Sum final : public Base<int> {
  struct Term {};
};
template <> struct Traits<Sum> {};
namespace detail {
struct Apart {};
} // namespace detail
} // namespace sooth
#endif
