// violated: null; -std=c++11
// A factory that does not know the name returns nothing, and its caller calls a virtual function of it.
#include <cassert>
#include <cstring>

struct Codec {
  virtual ~Codec() {}
  virtual int encode(int value) { return value; }
};
struct Twice : Codec {
  int encode(int value) override { return 2 * value; }
};

static Codec* make(const char* name) {
  if (std::strcmp(name, "twice") == 0) return new Twice;
  return nullptr;
}

int main() {
  Codec* known = make("twice");
  assert(known->encode(4) == 8);
  delete known;
  Codec* unknown = make("thrice");
  return unknown->encode(4);
}
