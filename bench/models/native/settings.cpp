// N threads read settings by shared pointers, and one replaces them: who reads has the old ones or the new ones.
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

using Settings = std::map<std::string, int>;

class Holder {
 public:
  std::shared_ptr<const Settings> now() const {
    std::shared_lock<std::shared_mutex> guard(lock_);
    return settings_;
  }

  void replace(std::shared_ptr<const Settings> by) {
    std::unique_lock<std::shared_mutex> guard(lock_);
    settings_.swap(by);
  }

 private:
  mutable std::shared_mutex lock_;
  std::shared_ptr<const Settings> settings_ = std::make_shared<const Settings>(Settings{{"least", 0}, {"most", 0}});
};

int main() {
  Holder holder;
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++) {
    threads.emplace_back([&holder] {
      const std::shared_ptr<const Settings> settings = holder.now();
      assert(settings->at("least") == settings->at("most"));
    });
  }
  threads.emplace_back([&holder] {
    for (int i = 1; i <= ROUNDS; i++)
      holder.replace(std::make_shared<const Settings>(Settings{{"least", i}, {"most", i}}));
  });
  for (std::thread& thread : threads) thread.join();
  assert(holder.now()->at("least") == ROUNDS);
}
