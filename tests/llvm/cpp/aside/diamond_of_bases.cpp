// holds; -std=c++14
// A virtual base exists once, is constructed by the last class, and is found from every side.
#include <cassert>

static int made;
struct Device {
  int id;
  explicit Device(int n) : id(n) { ++made; }
  virtual ~Device() { --made; }
  virtual int power() const { return 1; }
};
struct Reader : virtual Device {
  Reader() : Device(1) {}
  virtual int read() const { return id; }
};
struct Writer : virtual Device {
  Writer() : Device(2) {}
  int power() const override { return 5; }
};
struct Disk : Reader, Writer {
  Disk() : Device(9) {}
  int read() const override { return id + 1; }
};

int main() {
  {
    Disk disk;
    assert(made == 1);
    Device& device = disk;
    Reader& reader = disk;
    Writer& writer = disk;
    assert(device.power() == 5 && reader.read() == 10 && writer.id == 9);
    reader.id = 3;
    assert(writer.id == 3);
    int Device::*member = &Device::id;
    int (Reader::*function)() const = &Reader::read;
    assert(disk.*member == 3 && (reader.*function)() == 4);
  }
  assert(made == 0);
}
