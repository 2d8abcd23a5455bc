// What the module of Z3 exports.
#include <z3++.h>

#include "promela/abstract/solver.hpp"

namespace waymark::promela {

namespace {

constexpr unsigned most_solver_steps = 20'000'000;  // for one model

z3::expr constant_named(z3::context& context, const std::string& name) {
  // As promela/abstract/smt.hpp declares them.
  return name.starts_with("b!") ? context.bool_const(name.c_str()) : context.bv_const(name.c_str(), 32);
}

std::int32_t value_of(const z3::expr& value) {
  if (value.is_bool()) return value.is_true() ? 1 : 0;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value.get_numeral_uint64()));
}

}  // namespace

Enumeration enumerate(const std::string& text, const std::vector<std::string>& names, std::size_t most,
                      const std::function<void()>& poll, std::vector<Valuation>& into) {
  try {
    z3::context context;
    z3::solver solver(context, "QF_BV");
    z3::params limits(context);
    limits.set("rlimit", most_solver_steps);
    solver.set(limits);
    const z3::expr_vector asserted = context.parse_string(text.c_str());
    for (const z3::expr& one : asserted) solver.add(one);
    std::vector<z3::expr> asked;
    asked.reserve(names.size());
    for (const std::string& name : names) asked.push_back(constant_named(context, name));
    while (true) {
      poll();
      const z3::check_result answer = solver.check();
      if (answer == z3::unknown) return Enumeration::unknown;
      if (answer == z3::unsat) return Enumeration::all;
      if (into.size() == most) return Enumeration::more;
      const z3::model model = solver.get_model();
      Valuation row;
      z3::expr other = context.bool_val(false);
      for (const z3::expr& one : asked) {
        const z3::expr value = model.eval(one, true);
        row.push_back(value_of(value));
        other = other || one != value;
      }
      into.push_back(std::move(row));
      solver.add(other);
    }
  } catch (const z3::exception&) {
    return Enumeration::unknown;
  }
}

}  // namespace waymark::promela

extern "C" __attribute__((visibility("default"))) waymark::promela::Enumeration waymark_enumerate(
    const std::string& text, const std::vector<std::string>& names, std::size_t most, const std::function<void()>& poll,
    std::vector<waymark::promela::Valuation>& into) {
  return waymark::promela::enumerate(text, names, most, poll, into);
}
