namespace {
struct Own {};
} // namespace
namespace sooth {
class Sum; // "class Sum {"
enum class Kind : unsigned { A = 1'000 };
template <> struct Traits<Kind> {};
struct Apart {
  struct Term {};
};
struct Sum makeSum() {
  struct Term {};
  return {};
}
} // namespace sooth
