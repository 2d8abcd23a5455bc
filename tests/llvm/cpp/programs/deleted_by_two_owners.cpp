// violated: double-free; -std=c++11
// The class has a destructor, but the copy that the compiler makes is shallow.
#include <cassert>
#include <cstring>

class Buffer {
 public:
  explicit Buffer(int size) : data_(new char[size]), size_(size) { std::memset(data_, 0, size); }
  ~Buffer() { delete[] data_; }
  int size() const { return size_; }

 private:
  char* data_;
  int size_;
};

static int measure(Buffer buffer) { return buffer.size(); }

int main() {
  Buffer buffer(8);
  assert(measure(buffer) == 8);
  return 0;
}
