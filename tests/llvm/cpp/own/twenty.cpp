// holds; -std=c++20
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <memory>
#include <semaphore>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
int main() {
  {
    std::jthread t([](std::stop_token s) {
      while (!s.stop_requested()) std::this_thread::yield();
    });
  }
  {
    bool called = false;
    std::stop_source src;
    std::stop_callback cb(src.get_token(), [&] { called = true; });
    src.request_stop();
    assert(called);
  }
  {
    std::latch l(2);
    std::thread t([&] { l.count_down(); });
    l.arrive_and_wait();
    t.join();
  }
  {
    std::atomic<int> a{0};
    std::thread t([&] {
      a = 1;
      a.notify_one();
    });
    a.wait(0);
    t.join();
    assert(a == 1);
  }
  {
    std::atomic<bool> a{false};
    std::thread t([&] {
      a = true;
      a.notify_all();
    });
    a.wait(false);
    t.join();
  }
  {
    std::atomic<char> a{0};
    a.store(1);
    a.wait(0);
  }
  {
    std::counting_semaphore<5> s(0);
    std::thread t([&] { s.release(2); });
    s.acquire();
    s.acquire();
    t.join();
    assert(!s.try_acquire());
    assert(!s.try_acquire_for(std::chrono::milliseconds(1)));
  }
  {
    int phases = 0;
    std::barrier b(2, [&]() noexcept { ++phases; });
    std::thread t([&] { b.arrive_and_wait(); });
    b.arrive_and_wait();
    t.join();
    assert(phases == 1);
  }
  {
    std::atomic_flag f;
    f.test_and_set();
    f.clear();
    f.wait(true);
    assert(!f.test());
  }
  {
    int x = 1;
    std::atomic_ref<int> r(x);
    r += 4;
    assert(x == 5);
  }
  {
    std::string s = "abc";
    assert(s.starts_with("ab") && (s <=> std::string("abd")) < 0);
  }
  {
    std::atomic<std::shared_ptr<int>> p;
    p.store(std::make_shared<int>(3));
    assert(*p.load() == 3);
  }
}
