// violated: null; -std=c++14
// Between expired() and lock() the last owner may go.
// Schedule: the reset comes between the two calls.
#include <cassert>
#include <memory>
#include <thread>

struct Sensor {
  int value = 6;
};

int main() {
  auto sensor = std::make_shared<Sensor>();
  std::weak_ptr<Sensor> watched = sensor;
  std::thread reader([watched] {
    if (!watched.expired()) assert(watched.lock()->value == 6);
  });
  sensor.reset();
  reader.join();
}
