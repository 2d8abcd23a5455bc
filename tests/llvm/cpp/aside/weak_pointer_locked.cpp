// holds; -std=c++11 --property race
// lock() gives the object or nothing, never an object that is being destroyed.
#include <cassert>
#include <memory>
#include <thread>

struct Sensor {
  int value = 6;
  ~Sensor() { value = -1; }
};

int main() {
  auto sensor = std::make_shared<Sensor>();
  std::weak_ptr<Sensor> watched = sensor;
  std::thread reader([watched] {
    if (std::shared_ptr<Sensor> mine = watched.lock()) assert(mine->value == 6);
  });
  sensor.reset();
  reader.join();
  assert(watched.expired());
}
