// violated: exception; -std=c++17
// The value was put in as an int and is taken as a long.
#include <any>
#include <cassert>
#include <map>
#include <string>

class Properties {
 public:
  void set(const std::string& name, std::any value) { values_[name] = std::move(value); }
  template <typename T>
  T get(const std::string& name) const {
    return std::any_cast<T>(values_.at(name));
  }

 private:
  std::map<std::string, std::any> values_;
};

int main() {
  Properties properties;
  properties.set("name", std::string("disk"));
  properties.set("size", 40);
  assert(properties.get<std::string>("name") == "disk");
  assert(properties.get<int>("size") == 40);
  return static_cast<int>(properties.get<long>("size"));
}
