// SliceWalk: what following a script means, whatever its form. The program walks along; time, memory and another slice
// that wants to stop the run are looked after; and what does not fit ends the walk with a verdict, a reason and the way
// there.
//
// One worker uses it. Of what it is given, only `request.stop` and `halt` may be changed by other threads meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "certify/result.hpp"
#include "certify/walk.hpp"

namespace waymark::certify {

class SliceWalk {
 public:
  SliceWalk(const SliceWalk&) = delete;
  SliceWalk& operator=(const SliceWalk&) = delete;

 protected:
  // The request outlives this.
  SliceWalk(model::Model& model, const Request& request)
      : model_(model), request_(request), walk_(model, request, result_) {}
  ~SliceWalk() = default;

  // A run begins, in the initial state; it ends early behind the place in the script that halt names.
  void begin(const std::atomic<std::uint64_t>* halt);
  // And is over: certified if all was well, else the result says what was not. `held`: the bytes of what was kept
  // besides the walk's path.
  [[nodiscard]] Result finish(bool well, std::uint64_t held);

  // The walk has entered a state.
  void count_state();
  // These two are always false, so that its finder can return them.
  [[nodiscard]] bool reject(const std::string& why) { return walk_.stop(Verdict::rejected, place() + ": " + why); }
  [[nodiscard]] bool ended(std::string why) { return walk_.stop(Verdict::incomplete, std::move(why)); }
  // Looks at the clock, and for who wants to stop the run, at every so many of what is counted.
  [[nodiscard]] bool in_time(std::uint64_t count);
  // Where in the script the walk is, for people.
  [[nodiscard]] virtual std::string place() const = 0;
  // The same as a number that grows along the whole script.
  [[nodiscard]] virtual std::uint64_t at() const = 0;

  model::Model& model_;
  const Request& request_;
  Result result_;  // its figures are counted on the way
  Walk walk_;

 private:
  void tell_progress();

  const std::atomic<std::uint64_t>* halt_ = nullptr;
  std::uint64_t told_ = 0;  // states that progress knows of
};

}  // namespace waymark::certify
