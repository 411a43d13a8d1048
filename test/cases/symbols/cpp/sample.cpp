// A workshop.
#include <memory>
#include "bench.hpp"

#define SHOP_VERSION 3
#define SHOP_EACH(item, list) for (auto &item : list)

using namespace std;
using std::vector;

namespace shop {

constexpr int kBenches = 4;
const char *const kNames[] = {"oak", "elm"};
static int opened = 0;

class Bench;
template <typename T> class Drawer;

using Names = vector<string>;
typedef void (*Knock)(int times);

template <typename T>
using Boxes = std::vector<std::unique_ptr<T>>;

// Woods to work with.
enum class Wood : unsigned char { Oak, Elm };

enum Finish { Raw, Waxed };

union Value {
  int number;
  float part;
};

template <typename T>
concept Sized = requires(T t) { t.size(); };

/**
 * What all tools share.
 */
class [[nodiscard]] Tool {
 public:
  Tool() = default;
  explicit Tool(int weight) : weight_(weight) { ++opened; }
  Tool(const Tool &other) = delete;
  virtual ~Tool();

  /// Uses it.
  virtual void use(int times) = 0;
  virtual int weight() const noexcept { return weight_; }
  [[nodiscard]] static std::unique_ptr<Tool> make(const std::string &name);

  Tool &operator=(const Tool &other);
  bool operator==(const Tool &other) const { return weight_ == other.weight_; }
  int operator()(int a) { return a; }
  operator bool() const { return weight_ > 0; }
  friend std::ostream &operator<<(std::ostream &out, const Tool &tool);

  static constexpr int kMost = 9;

  struct Handle {
    int length = 1;
    int grip() { return length; }
  };

  enum Kind { Hand, Power };

 protected:
  int weight_ = 0;
  void (*hook_)(int);
};

template <typename T, int N = 2>
class Drawer final : public Tool, private std::vector<T> {
 public:
  using value_type = T;

  void use(int times) override;

  template <typename U>
  U take(U item) {
    return std::move(item);
  }
};

template <>
struct Drawer<int> {
  int first() { return 1; }
};

Tool::~Tool() {
  release(this);
}

void Tool::Handle::turn() { grip(); }

template <typename T, int N>
void Drawer<T, N>::use(int times) {
  this->open();
  for (int i = 0; i < times; ++i) {
    inner_.knock(i);
  }
}

Tool &Tool::operator=(const Tool &other) {
  weight_ = other.weight_;
  return *this;
}

std::ostream &operator<<(std::ostream &out, const Tool &tool) {
  return out << tool.weight();
}

template <typename T>
T largest(T a, T b) {
  return a > b ? a : b;
}

template int largest<int>(int a, int b);

namespace {

int hidden(int n) { return n; }

}  // namespace

namespace deep::down {
struct Dust {};
}

}  // namespace shop

extern "C" {
int shop_open(void);
void shop_close(void) {
  delete shop::current;
}
}

static auto add = [](int a, int b) { return a + b; };

auto doubled(int n) -> int {
  auto twice = [&n](int by) -> int {
    return n * by;
  };
  std::for_each(list.begin(), list.end(), [](int item) {
    print(item);
  });
  return twice(2);
}

class SHOP_API Lathe : public shop::Tool {
 public:
  Lathe(int speed);
  SHOP_INLINE int speed() const { return speed_; }

 private:
  int speed_;
};

Lathe::Lathe(int speed) : shop::Tool(speed), speed_(speed) {}

SHOP_TEST(Lathe, turns) {
  Lathe lathe(3);
  auto *other = new Lathe(4);
  auto tool = std::make_unique<Lathe>(5);
  shop::largest<int>(1, 2);
  EXPECT_EQ(lathe.speed(), 3);
}

int main(int argc, char **argv) try {
  struct Local {
    void run() {}
  };
  Local().run();
  return doubled(argc);
} catch (...) {
  return 1;
}
