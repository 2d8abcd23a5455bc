// ThreadCalls: the functions of pthreads and semaphores.
#pragma once

#include <cstddef>
#include <string>

#include "c/extract/calls.hpp"

namespace waymark::c {

// Without conversions around it.
[[nodiscard]] const Expr& bare(const Expr& expression);

class ThreadCalls : public Calls {
 protected:
  using Calls::Calls;
  ~ThreadCalls() = default;

  const Expr& argument(const Expr& call, std::size_t index) const;
  std::string object(const Expr& call, std::size_t index, Kind kind);
  Place object_place(const Expr& call, std::size_t index, Kind kind);
  void refuse_without_number(const Expr& call) const;
  Value done(const Expr& call);
  Value self(const Expr& call);
  Value create(const Expr& call);
  Value join(const Expr& call);
  Value exit_thread(const Expr& call);
  Value equal(const Expr& call);
  Value reset(const Expr& call);
  Value destroy(const Expr& call);
  Value lock(const Expr& call);
  Value try_lock(const Expr& call);
  Value unlock(const Expr& call);
  Value wait(const Expr& call);
  Value signal(const Expr& call);
  Value broadcast(const Expr& call);
  Value semaphore_init(const Expr& call);
  Value semaphore_wait(const Expr& call);
  Value semaphore_try(const Expr& call);
  Value semaphore_post(const Expr& call);
  Value barrier_init(const Expr& call);
  Value barrier_wait(const Expr& call);
  Value read_lock(const Expr& call);
  Value write_lock(const Expr& call);
  Value rw_unlock(const Expr& call);
  Value once(const Expr& call);
  Value default_attributes(const Expr& call);
  Value try_step(const Expr& call, const std::string& free, const std::string& take);
};

}  // namespace waymark::c
