#include "llvm/syntax/opcodes.hpp"

#include <algorithm>
#include <array>

namespace waymark::llvm {

namespace {

template <typename Value>
struct Word {
  std::string_view word;
  Value value;
};

constexpr Word<Opcode> opcode_words[] = {
    {"ret", Opcode::ret},
    {"br", Opcode::br},
    {"switch", Opcode::switch_},
    {"indirectbr", Opcode::indirectbr},
    {"invoke", Opcode::invoke},
    {"resume", Opcode::resume},
    {"unreachable", Opcode::unreachable},
    {"callbr", Opcode::callbr},
    {"fneg", Opcode::fneg},
    {"add", Opcode::add},
    {"fadd", Opcode::fadd},
    {"sub", Opcode::sub},
    {"fsub", Opcode::fsub},
    {"mul", Opcode::mul},
    {"fmul", Opcode::fmul},
    {"udiv", Opcode::udiv},
    {"sdiv", Opcode::sdiv},
    {"fdiv", Opcode::fdiv},
    {"urem", Opcode::urem},
    {"srem", Opcode::srem},
    {"frem", Opcode::frem},
    {"shl", Opcode::shl},
    {"lshr", Opcode::lshr},
    {"ashr", Opcode::ashr},
    {"and", Opcode::and_},
    {"or", Opcode::or_},
    {"xor", Opcode::xor_},
    {"extractelement", Opcode::extractelement},
    {"insertelement", Opcode::insertelement},
    {"shufflevector", Opcode::shufflevector},
    {"extractvalue", Opcode::extractvalue},
    {"insertvalue", Opcode::insertvalue},
    {"alloca", Opcode::alloca},
    {"load", Opcode::load},
    {"store", Opcode::store},
    {"fence", Opcode::fence},
    {"cmpxchg", Opcode::cmpxchg},
    {"atomicrmw", Opcode::atomicrmw},
    {"getelementptr", Opcode::getelementptr},
    {"trunc", Opcode::trunc},
    {"zext", Opcode::zext},
    {"sext", Opcode::sext},
    {"fptrunc", Opcode::fptrunc},
    {"fpext", Opcode::fpext},
    {"fptoui", Opcode::fptoui},
    {"fptosi", Opcode::fptosi},
    {"uitofp", Opcode::uitofp},
    {"sitofp", Opcode::sitofp},
    {"ptrtoint", Opcode::ptrtoint},
    {"inttoptr", Opcode::inttoptr},
    {"bitcast", Opcode::bitcast},
    {"addrspacecast", Opcode::addrspacecast},
    {"icmp", Opcode::icmp},
    {"fcmp", Opcode::fcmp},
    {"phi", Opcode::phi},
    {"select", Opcode::select},
    {"freeze", Opcode::freeze},
    {"call", Opcode::call},
    {"va_arg", Opcode::va_arg},
    {"landingpad", Opcode::landingpad},
};

constexpr Word<Predicate> integer_predicates[] = {
    {"eq", Predicate::eq},   {"ne", Predicate::ne},   {"ugt", Predicate::ugt}, {"uge", Predicate::uge},
    {"ult", Predicate::ult}, {"ule", Predicate::ule}, {"sgt", Predicate::sgt}, {"sge", Predicate::sge},
    {"slt", Predicate::slt}, {"sle", Predicate::sle},
};

constexpr Word<Predicate> float_predicates[] = {
    {"false", Predicate::never}, {"oeq", Predicate::oeq},   {"ogt", Predicate::ogt},   {"oge", Predicate::oge},
    {"olt", Predicate::olt},     {"ole", Predicate::ole},   {"one", Predicate::one},   {"ord", Predicate::ord},
    {"ueq", Predicate::ueq},     {"ugt", Predicate::f_ugt}, {"uge", Predicate::f_uge}, {"ult", Predicate::f_ult},
    {"ule", Predicate::f_ule},   {"une", Predicate::une},   {"uno", Predicate::uno},   {"true", Predicate::always},
};

constexpr Word<Ordering> orderings[] = {
    {"unordered", Ordering::unordered}, {"monotonic", Ordering::monotonic}, {"acquire", Ordering::acquire},
    {"release", Ordering::release},     {"acq_rel", Ordering::acq_rel},     {"seq_cst", Ordering::seq_cst},
};

constexpr Word<Update> updates[] = {
    {"xchg", Update::xchg},
    {"add", Update::add},
    {"sub", Update::sub},
    {"and", Update::and_},
    {"nand", Update::nand},
    {"or", Update::or_},
    {"xor", Update::xor_},
    {"max", Update::max},
    {"min", Update::min},
    {"umax", Update::umax},
    {"umin", Update::umin},
    {"fadd", Update::fadd},
    {"fsub", Update::fsub},
    {"fmax", Update::fmax},
    {"fmin", Update::fmin},
    {"uinc_wrap", Update::uinc_wrap},
    {"udec_wrap", Update::udec_wrap},
    {"usub_cond", Update::usub_cond},
    {"usub_sat", Update::usub_sat},
};

constexpr Word<Linkage> linkages[] = {
    {"private", Linkage::private_},
    {"internal", Linkage::internal},
    {"weak", Linkage::weak},
    {"weak_odr", Linkage::weak},
    {"linkonce", Linkage::link_once},
    {"linkonce_odr", Linkage::link_once},
    {"common", Linkage::common},
    {"appending", Linkage::appending},
    {"available_externally", Linkage::available},
    {"extern_weak", Linkage::extern_weak},
    {"external", Linkage::external},
};

constexpr Word<std::uint16_t> flags[] = {
    {"nsw", flag::nsw},
    {"nuw", flag::nuw},
    {"exact", flag::exact},
    {"inbounds", flag::inbounds},
    {"disjoint", flag::disjoint},
    {"nneg", flag::non_negative},
    {"samesign", flag::same_sign},
    {"nusw", 0},
    {"fast", 0},
    {"nnan", 0},
    {"ninf", 0},
    {"nsz", 0},
    {"arcp", 0},
    {"contract", 0},
    {"afn", 0},
    {"reassoc", 0},
};

template <typename Value, std::size_t size>
std::optional<Value> find_word(const Word<Value> (&table)[size], std::string_view word) {
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const Word<Value>& one) { return one.word == word; });
  if (found == std::end(table)) return std::nullopt;
  return found->value;
}

}  // namespace

std::optional<Opcode> opcode_of(std::string_view word) {
  // Asked for every instruction, so it is sorted once.
  static const auto sorted = [] {
    auto copy = std::to_array(opcode_words);
    std::sort(copy.begin(), copy.end(), [](const auto& a, const auto& b) { return a.word < b.word; });
    return copy;
  }();
  const auto found =
      std::lower_bound(sorted.begin(), sorted.end(), word,
                       [](const Word<Opcode>& one, std::string_view wanted) { return one.word < wanted; });
  if (found == sorted.end() || found->word != word) return std::nullopt;
  return found->value;
}

std::string_view text(Opcode opcode) {
  for (const auto& one : opcode_words) {
    if (one.value == opcode) return one.word;
  }
  return "an unknown instruction";
}

std::optional<Predicate> integer_predicate_of(std::string_view word) { return find_word(integer_predicates, word); }
std::optional<Predicate> float_predicate_of(std::string_view word) { return find_word(float_predicates, word); }
std::optional<Ordering> ordering_of(std::string_view word) { return find_word(orderings, word); }
std::optional<Update> update_of(std::string_view word) { return find_word(updates, word); }
std::optional<Linkage> linkage_of(std::string_view word) { return find_word(linkages, word); }
std::optional<std::uint16_t> flag_of(std::string_view word) { return find_word(flags, word); }

}  // namespace waymark::llvm
