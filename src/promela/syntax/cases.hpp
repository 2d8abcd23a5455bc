// Cases: for std::visit, one function object out of several lambdas.
#pragma once

namespace waymark::promela {

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

// C++20 deduces this for an aggregate; clang 14 needs it spelled out.
template <typename... F>
Cases(F...) -> Cases<F...>;

}  // namespace waymark::promela
