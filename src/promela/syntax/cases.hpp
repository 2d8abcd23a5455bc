// Cases: for std::visit, one function object out of several lambdas.
#pragma once

namespace waymark::promela {

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

// What C++20 deduces for an aggregate by itself, clang 14 has to be told.
template <typename... F>
Cases(F...) -> Cases<F...>;

}  // namespace waymark::promela
