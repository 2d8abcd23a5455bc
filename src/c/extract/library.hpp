// Library: every function of C's library that a model knows, by name.
#pragma once

#include <string_view>

#include "c/extract/thread_calls.hpp"

namespace waymark::c {

class Library : public ThreadCalls {
 protected:
  using ThreadCalls::ThreadCalls;
  ~Library() = default;

  Value call(const Expr& expression, bool wanted) override;

 private:
  using Operation = Value (Library::*)(const Expr& expression);
  static Operation operation(std::string_view name);
  Value not_printed(const Expr& call);
  Value nothing(const Expr& call);
  Value assertion(const Expr& call);
  Value assumption(const Expr& call);
  Value error(const Expr& call);
  Value atomic_load(const Expr& call);
  Value atomic_store(const Expr& call);
  Value atomic_exchange(const Expr& call);
  Value atomic_fetch(const Expr& call);
  Value compare_exchange(const Expr& call);
  Value exit(const Expr& expression);
};

}  // namespace waymark::c
