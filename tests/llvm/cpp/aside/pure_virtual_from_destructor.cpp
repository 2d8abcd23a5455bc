// violated: terminate|abort; -std=c++11
// The derived part is gone when the base's destructor asks for its name.
#include <cassert>

static int closed;
class Channel {
 public:
  virtual ~Channel() { close(); }
  void close() { closed += number(); }

 protected:
  virtual int number() const = 0;
};
class Port : public Channel {
 protected:
  int number() const override { return 3; }
};

int main() {
  Channel* channel = new Port;
  channel->close();
  assert(closed == 3);
  delete channel;
}
