// violated: double-free; -std=c++14
// Both unique pointers are made from one raw pointer.
#include <cassert>
#include <memory>

struct Image {
  int width = 4;
};

static int show(Image* image) {
  std::unique_ptr<Image> owned(image);
  return owned->width;
}

int main() {
  auto image = std::make_unique<Image>();
  Image* raw = image.get();
  assert(raw->width == 4);
  return show(raw) - 4;
}
