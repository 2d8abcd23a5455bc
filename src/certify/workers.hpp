// Slices of a script shared out among workers: each has a model of its own and takes the next slice that nobody has.
// The result of a script that fails is what one walk would have met first, however many workers there are: a failure
// ends only what comes after it in the script.
//
// Which thread may touch what: a worker, with its model and its cursors, belongs to the thread that made it. Files,
// slices and the request are read by all and changed by none. What workers share is in share_out(), where it says how.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <system_error>
#include <thread>
#include <tuple>
#include <vector>

#include "base/mutex.hpp"
#include "certify/result.hpp"
#include "script/split.hpp"

namespace waymark::certify {

// More slices than workers, so that one that takes longer does not keep the others waiting at the end.
inline constexpr std::uint64_t slices_per_worker = 8;

// One whole script, or all parts of one, in any order.
using Files = std::vector<std::shared_ptr<const script::File>>;

// The slices that a script, whole or in parts, is walked in. False: the result says why.
[[nodiscard]] inline bool slices_of(const Files& files, script::Form form, const Request& request,
                                    std::vector<script::Slice>& slices, Result& result) {
  for (const auto& file : files) {
    if (file->header().form == form) continue;
    result = rejected(std::string("this is a script of form ") + script::name(file->header().form) + ", not " +
                      script::name(form));
    return false;
  }
  script::Fault fault;
  const bool whole = files.size() == 1 && files.front()->header().parts == 0;
  const std::uint64_t k = request.jobs > 1 ? request.jobs * slices_per_worker : 1;
  // A script that cannot be cut is walked as one: what is wrong with it is found where the walk comes by.
  const bool good = whole ? script::cut(files.front(), k, request.memory, slices, fault) ||
                                script::cut(files.front(), 1, request.memory, slices, fault)
                          : script::join(files, request.memory, slices, fault);
  if (!good) result = unread(fault);
  return good;
}

inline constexpr const char* header_differs =
    "the header's numbers of states and transitions, or its depth, are not those of the walk";

// States, transitions and depth as the headers have them. Parts, which script::join() has put together, share the depth
// of the whole.
[[nodiscard]] inline Figures said_by(const Files& files) {
  Figures said;
  for (const auto& file : files) {
    said.states += file->header().states;
    said.transitions += file->header().transitions;
  }
  said.depth = files.front()->header().depth;
  return said;
}

// Which of two results, of a slice and of another, is that of the whole: one that says something rather than one that a
// limit ended, and of two such what a single walk meets first.
[[nodiscard]] inline bool comes_before(const Result& one, std::size_t one_slice, const Result& other,
                                       std::size_t other_slice) {
  const auto rank = [](const Result& result) {
    return result.verdict == Verdict::certified ? 2 : result.verdict == Verdict::incomplete ? 1 : 0;
  };
  return std::tuple(rank(one), one.at, one_slice) < std::tuple(rank(other), other.at, other_slice);
}

[[nodiscard]] inline Result no_objection() {
  Result result;
  result.verdict = Verdict::certified;
  return result;
}

// make_worker(model), called by the worker's own thread, makes a worker; its run(slice, halt) walks a slice, but no
// further than to the place that halt names; done(i, worker, result), by one thread at a time, takes what the certified
// slice i brought and may refuse it by changing the result. Whatever is thrown ends all, and is thrown again here; only
// that it was time to stop is a result.
template <typename Task, typename MakeWorker, typename Done>
[[nodiscard]] Result share_out(const std::vector<Task>& slices, const Factory& factory, const Request& request,
                               MakeWorker make_worker, Done done) {
  if (request.progress != nullptr) request.progress->begin(slices.size());
  // Any thread, at any time.
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> halt{std::numeric_limits<std::uint64_t>::max()};
  base::Stop stop(request.stop);  // for the models: a transition that takes long ends with all
  struct {
    base::Mutex mutex;  // also of what done() writes to
    Result worst GUARDED_BY(mutex) = no_objection();
    std::size_t slice GUARDED_BY(mutex) = 0;  // whose result that is
    std::exception_ptr thrown GUARDED_BY(mutex);
  } found;
  const auto end_all = [&] {
    next = slices.size();
    halt = 0;
    stop.request(base::Stop::Why::interrupted);
  };
  const auto work = [&] {
    try {
      const std::unique_ptr<model::Model> model = factory();
      model->set_stop(&stop);
      auto worker = make_worker(*model);
      for (std::size_t i = next++; i < slices.size(); i = next++) {
        Result result = worker->run(slices[i], &halt);
        if (request.progress != nullptr) {
          request.progress->finish(i, {result.figures.states, result.figures.transitions});
        }
        const base::Lock lock(found.mutex);
        if (result.verdict == Verdict::certified) done(i, *worker, result);
        if (result.verdict == Verdict::certified) continue;
        if (comes_before(result, i, found.worst, found.slice)) {
          found.worst = result;
          found.slice = i;
        }
        halt = std::min<std::uint64_t>(halt, result.at);
      }
    } catch (const base::Stopped& early) {
      const base::Lock lock(found.mutex);
      if (found.worst.verdict == Verdict::certified)
        found.worst = stopped(early);  // what was found elsewhere says more
      end_all();
    } catch (...) {
      const base::Lock lock(found.mutex);
      if (found.thrown == nullptr) found.thrown = std::current_exception();
      end_all();
    }
  };
  std::vector<std::thread> threads;
  const std::size_t workers = std::min<std::size_t>(std::max(1u, request.jobs), slices.size());
  try {
    for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  } catch (const std::system_error&) {  // the system starts no more: those that there are take all slices
  }
  work();
  for (std::thread& thread : threads) thread.join();
  const base::Lock lock(found.mutex);
  if (found.thrown != nullptr) std::rethrow_exception(found.thrown);
  return found.worst;
}

}  // namespace waymark::certify
