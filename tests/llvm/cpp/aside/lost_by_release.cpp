// violated: leak; -std=c++17 --property leak
// release() gives the object away, and nobody takes it.
#include <cassert>
#include <memory>
#include <string>

struct Page {
  std::string text;
};

static std::unique_ptr<Page> make(bool good) {
  auto page = std::make_unique<Page>();
  page->text = "a text that is too long for the short form";
  if (!good) page.release();
  return page;
}

int main() {
  assert(make(true)->text.size() == 42);
  assert(!make(false));
}
