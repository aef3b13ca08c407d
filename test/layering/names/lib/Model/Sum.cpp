namespace {
struct Own {};
} // namespace
namespace sooth {
template <typename T, class = Set<T>> struct alignas(8) Twice {};
enum class Kind { A };
} // namespace sooth
