namespace sooth {
struct Sum {};
struct Program {};
} // namespace sooth
