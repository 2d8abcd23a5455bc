// violated: use-after-free; -std=c++14
// A pointer to an element is kept while insert() makes room.
#include <cassert>
#include <deque>
#include <vector>

struct Job {
  int id;
  const Job* parent;
};

int main() {
  std::vector<Job> jobs;
  jobs.reserve(2);
  jobs.push_back({1, nullptr});
  jobs.push_back({2, &jobs[0]});
  assert(jobs[1].parent->id == 1);
  jobs.insert(jobs.begin() + 1, Job{3, &jobs[0]});
  assert(jobs[2].id == 2);
  return jobs[2].parent->id - 1;
}
