// N threads move money between accounts; who has too little throws. Locks are taken together, and nothing is lost.
#include <array>
#include <cassert>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

struct Account {
  std::mutex lock;
  int balance = 1;
};

class Bank {
 public:
  void transfer(int from, int to) {
    std::scoped_lock both(accounts_[from].lock, accounts_[to].lock);
    if (accounts_[from].balance == 0) throw std::domain_error("nothing left");
    accounts_[from].balance--;
    accounts_[to].balance++;
  }

  int sum() const {
    return std::accumulate(accounts_.begin(), accounts_.end(), 0,
                           [](int sum, const Account& one) { return sum + one.balance; });
  }

 private:
  std::array<Account, N> accounts_;
};

int main() {
  Bank bank;
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++) {
    threads.emplace_back([&bank, i] {
      int refused = 0;
      for (int round = 0; round < ROUNDS; round++) {
        try {
          bank.transfer(i, (i + 1) % N);
        } catch (const std::domain_error&) {
          refused++;
        }
      }
      assert(refused < ROUNDS + 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  assert(bank.sum() == N);
}
