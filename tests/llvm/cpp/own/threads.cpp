// holds; -std=c++17
#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>
struct Noisy {
  static std::atomic<int> n;
  Noisy() { ++n; }
  ~Noisy() { --n; }
};
std::atomic<int> Noisy::n;
thread_local Noisy noisy;
int main() {
  {
    std::promise<int> p;
    auto f = p.get_future();
    std::thread t([&] { p.set_value(5); });
    assert(f.get() == 5);
    t.join();
  }
  {
    std::promise<int> p;
    auto f = p.get_future();
    { std::promise<int> q = std::move(p); }
    try {
      f.get();
      assert(0);
    } catch (std::future_error& e) {
      assert(e.code() == std::future_errc::broken_promise);
      assert(std::string(e.what()).find("Broken promise") != std::string::npos);
    }
  }
  {
    auto f = std::async(
        std::launch::async,
        [](int x) -> int {
          if (x) throw std::runtime_error("bad");
          return 1;
        },
        1);
    try {
      f.get();
      assert(0);
    } catch (std::runtime_error& e) {
      assert(std::string(e.what()) == "bad");
    }
  }
  {
    auto f = std::async(std::launch::deferred, [] { return std::string("later"); });
    assert(f.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
    assert(f.get() == "later");
  }
  {
    std::packaged_task<int(int)> task([](int x) { return x * 2; });
    auto f = task.get_future();
    std::thread t(std::move(task), 21);
    assert(f.get() == 42);
    t.join();
  }
  {
    std::promise<void> p;
    std::shared_future<void> f = p.get_future().share();
    p.set_value();
    f.wait();
    f.get();
    f.get();
  }
  {
    std::timed_mutex m;
    m.lock();
    std::thread t([&] {
      bool got = m.try_lock_for(std::chrono::milliseconds(1));
      assert(!got);
    });
    t.join();
    m.unlock();
  }
  {
    std::recursive_mutex m;
    std::lock_guard<std::recursive_mutex> a(m), b(m);
  }
  {
    std::shared_mutex m;
    m.lock_shared();
    assert(m.try_lock_shared());
    assert(!m.try_lock());
    m.unlock_shared();
    m.unlock_shared();
    assert(m.try_lock());
    m.unlock();
  }
  {
    std::thread t;
    assert(!t.joinable());
    try {
      t.join();
      assert(0);
    } catch (std::system_error& e) {
      assert(e.code() == std::errc::invalid_argument);
    }
  }
  {
    std::thread t([] {
      (void)&noisy;
      assert(Noisy::n == 1);
    });
    t.join();
    assert(Noisy::n == 0);
  }
  {
    std::mutex m;
    std::condition_variable cv;
    std::unique_lock<std::mutex> l(m);
    assert(cv.wait_for(l, std::chrono::milliseconds(1)) == std::cv_status::timeout);
    assert(!cv.wait_until(l, std::chrono::steady_clock::now() + std::chrono::seconds(1), [] { return false; }));
  }
  {
    std::once_flag o;
    int n = 0;
    for (int i = 0; i < 3; ++i) try {
        std::call_once(o, [&] {
          if (++n < 2) throw 1;
        });
      } catch (int) {
        assert(n == 1);
      }
    assert(n == 2);
  }
  {
    std::atomic<int> a{1};
    a.fetch_add(2);
    int e = 3;
    assert(a.compare_exchange_strong(e, 9) && a.exchange(1) == 9);
    std::atomic<int*> p{nullptr};
    std::atomic_flag fl = ATOMIC_FLAG_INIT;
    assert(!fl.test_and_set());
    struct S {
      int x, y;
    };
    std::atomic<S> s{{1, 2}};
    assert(s.load().y == 2);
  }
  std::vector<std::thread> ts;
  std::mutex m;
  int n = 0;
  for (int i = 0; i < 2; ++i)
    ts.emplace_back([&, i] {
      std::lock_guard<std::mutex> g(m);
      n += i + 1;
    });
  for (auto& t : ts) t.join();
  assert(n == 3);
  auto id = std::this_thread::get_id();
  assert(id == std::this_thread::get_id() && id != std::thread::id());
}
