// Cases: for std::visit, one function object out of several lambdas.
#pragma once

namespace waymark::promela {

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

}  // namespace waymark::promela
