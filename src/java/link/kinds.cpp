#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "java/link/code.hpp"
#include "java/link/effect.hpp"
#include "java/link/flow.hpp"

namespace waymark::java {

namespace {

// Kinds of words: a value of two words is its first and its second. top: nothing that may be used.
enum class Type : std::uint8_t { top, int_, float_, long1, long2, double1, double2, ref, address };

class KindFlow {
 public:
  explicit KindFlow(Method& method) : method_(method), file_(*method.owner->file) {}

  std::vector<std::int32_t> run() {
    const std::size_t count = method_.code.size();
    rows_.resize(count);
    depths_.assign(count, Method::never);
    row_.assign(locals() + method_.max_stack, Type::top);
    std::size_t at = 0;
    if (!method_.is_static()) row_[at++] = Type::ref;
    for (const Kind kind : method_.arguments) at = put(at, value_of(kind)[0]);
    reach(0, row_, 0);
    while (!work_.empty()) {
      const std::int32_t index = work_.front();
      work_.pop_front();
      queued_[static_cast<std::size_t>(index)] = false;
      step(static_cast<std::size_t>(index));
    }
    method_.depths = depths_;
    const std::size_t width = locals() + method_.max_stack;
    method_.stride = static_cast<std::uint32_t>(std::max<std::size_t>(1, (width + 63) / 64));
    method_.refs.assign(count * method_.stride, 0);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t w = 0; w < rows_[i].size(); ++w) {
        if (rows_[i][w] == Type::ref) method_.refs[i * method_.stride + w / 64] |= std::uint64_t{1} << w % 64;
      }
    }
    return std::move(returns_);
  }

 private:
  using Row = std::vector<Type>;  // local variables, then the operand stack

  [[nodiscard]] std::size_t locals() const { return method_.max_locals; }
  [[noreturn]] void fail_at(std::size_t index, const std::string& why) const {
    bad_code(method_, method_.offsets[index], why);
  }

  // A value's words; the second is top if it has but one.
  struct Words {
    Type first = Type::top;
    Type second = Type::top;
  };
  static Words words_of_value(char value) {
    switch (value) {
      case 'F':
        return {Type::float_};
      case 'J':
        return {Type::long1, Type::long2};
      case 'D':
        return {Type::double1, Type::double2};
      case 'A':
        return {Type::ref};
      case 'R':
        return {Type::address};
      default:
        return {Type::int_};
    }
  }

  void reach(std::int32_t target, const Row& row, std::uint16_t depth) {
    const auto index = static_cast<std::size_t>(target);
    if (queued_.empty()) queued_.assign(method_.code.size(), false);
    bool changed = false;
    if (depths_[index] == Method::never) {
      depths_[index] = depth;
      rows_[index].assign(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(locals() + depth));
      changed = true;
    } else {
      if (depths_[index] != depth) fail_at(index, "the operand stack has different depths on different ways here");
      for (std::size_t w = 0; w < rows_[index].size(); ++w) {
        Type& known = rows_[index][w];
        if (known == row[w] || known == Type::top) continue;
        known = Type::top;
        changed = true;
      }
    }
    if (!changed || queued_[index]) return;
    queued_[index] = true;
    work_.push_back(target);
  }

  void step(std::size_t index) {
    row_ = rows_[index];
    row_.resize(locals() + method_.max_stack, Type::top);
    depth_ = depths_[index];
    at_ = index;
    handlers(method_, index, [&](std::int32_t target) {
      if (method_.max_stack == 0) fail_at(index, "an exception handler without an operand stack");
      Row caught = row_;
      caught[locals()] = Type::ref;
      reach(target, caught, 1);
    });
    const Insn insn = method_.code[index];
    apply(insn);
    follow(insn);
  }

  void follow(const Insn& insn) {
    successors(method_, at_, [this](std::int32_t to) { go(to); });
    const Flow flow = opcodes[insn.op].flow;
    if (flow == Flow::subroutine) {
      returns_.push_back(static_cast<std::int32_t>(at_) + 1);
      revisit_rets();
    } else if (flow == Flow::subreturn) {
      rets_.push_back(static_cast<std::int32_t>(at_));
      for (const std::int32_t to : returns_) go(to);
    }
  }

  void go(std::int32_t next) {
    if (static_cast<std::size_t>(next) >= method_.code.size()) fail_at(at_, "the body is left at its end");
    reach(next, row_, depth_);
  }

  // A return address was found after a ret had been followed: those are followed again.
  void revisit_rets() {
    for (const std::int32_t ret : rets_) {
      if (queued_[static_cast<std::size_t>(ret)]) continue;
      queued_[static_cast<std::size_t>(ret)] = true;
      work_.push_back(ret);
    }
  }

  void push(Type type) {
    if (depth_ >= method_.max_stack) fail_at(at_, "the operand stack overflows");
    row_[locals() + depth_++] = type;
  }
  Type pop() {
    if (depth_ == 0) fail_at(at_, "the operand stack is empty");
    return row_[locals() + --depth_];
  }
  void expect(Type type) {
    if (pop() != type) refuse_kind();
  }
  [[noreturn]] void refuse_kind() const {
    fail_at(at_, fmt::format("{} meets a value of another kind", opcodes[method_.code[at_].op].name));
  }

  // The type of its first word, which an X leaves open.
  Type pop_value(char value) {
    if (value == 'X') {
      const Type type = pop();
      if (type != Type::ref && type != Type::address) refuse_kind();
      return type;
    }
    const Words words = words_of_value(value);
    if (words.second != Type::top) expect(words.second);
    expect(words.first);
    return words.first;
  }
  void push_value(char value) {
    const Words words = words_of_value(value);
    push(words.first);
    if (words.second != Type::top) push(words.second);
  }

  // Returns the place behind it.
  std::size_t put(std::size_t at, char value) {
    const Words words = words_of_value(value);
    row_[at++] = words.first;
    if (words.second != Type::top) row_[at++] = words.second;
    return at;
  }

  void read_local(std::size_t local, char value) const {
    const Words words = words_of_value(value);
    local_is(local, words.first);
    if (words.second != Type::top) local_is(local + 1, words.second);
  }
  void local_is(std::size_t local, Type type) const {
    if (row_[local] != type) fail_at(at_, fmt::format("local variable {} holds no such value here", local));
  }
  void write_local(std::size_t local, Type first, char value) {
    set_local(local, first);
    if (words_in(value) == 2) set_local(local + 1, words_of_value(value).second);
  }
  // A write into half of a long leaves nothing of use in the other half.
  void set_local(std::size_t local, Type type) {
    if (local > 0 && (row_[local - 1] == Type::long1 || row_[local - 1] == Type::double1) && type != Type::long2 &&
        type != Type::double2) {
      row_[local - 1] = Type::top;
    }
    const Type old = row_[local];
    if ((old == Type::long1 || old == Type::double1) && local + 1 < locals()) row_[local + 1] = Type::top;
    row_[local] = type;
  }

  void apply(const Insn& insn) {
    const Opcode& row = opcodes[insn.op];
    const Effect effect = effect_of(method_, insn);
    check(insn, effect);
    for (const char value : row.local.taken) read_local(insn.n, value);
    if (effect.moves_words()) return move(effect);
    Type popped = Type::int_;
    for (std::size_t i = effect.pops.size(); i-- > 0;) popped = pop_value(effect.pops[i]);
    for (const char value : effect.pushes) push_value(value);
    for (const char value : row.local.given) write_local(insn.n, popped, value);
  }

  // What the effect alone does not say.
  void check(const Insn& insn, const Effect& effect) const {
    const Opcode& row = opcodes[insn.op];
    if (insn.op == op_ldc || insn.op == op_ldc2_w) {
      const std::uint32_t words = insn.op == op_ldc2_w ? 2 : 1;
      if (words_in(effect.pushes) != words) fail_at(at_, "a constant of another size");
    } else if (insn.op >= op_invokevirtual && insn.op <= op_invokedynamic) {
      const std::string_view called = file_.utf8(file_.pool[file_.pool[static_cast<std::size_t>(insn.k)].b].a);
      if (called == "<clinit>" || (called == "<init>" && insn.op != op_invokespecial)) {
        fail_at(at_, fmt::format("{} cannot be called like this", called));
      }
    } else if (row.flow == Flow::leave && insn.op != op_athrow) {
      if (effect.pops != value_of(method_.result)) fail_at(at_, "the method returns a value of another kind");
    }
  }

  static bool first_half(Type type) { return type == Type::long1 || type == Type::double1; }
  static bool second_half(Type type) { return type == Type::long2 || type == Type::double2; }

  // Words are moved as they are; no value of two words may be torn apart.
  void move(const Effect& effect) {
    Type words[4] = {};
    for (std::size_t i = effect.pops.size(); i-- > 0;) words[effect.pops[i] - 'a'] = pop();
    for (const char word : effect.pushes) push(words[word - 'a']);
    for (std::size_t i = 0; i < depth_; ++i) {
      const Type type = row_[locals() + i];
      const bool torn = (first_half(type) && (i + 1 == depth_ || !second_half(row_[locals() + i + 1]))) ||
                        (second_half(type) && (i == 0 || !first_half(row_[locals() + i - 1])));
      if (torn) fail_at(at_, "half of a long or double value is moved");
    }
  }

  Method& method_;
  const ClassFile& file_;
  std::vector<Row> rows_;
  std::vector<std::uint16_t> depths_;
  std::deque<std::int32_t> work_;
  std::vector<bool> queued_;
  std::vector<std::int32_t> returns_;  // where a jsr comes back
  std::vector<std::int32_t> rets_;
  Row row_;
  std::uint16_t depth_ = 0;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::int32_t> follow_kinds(Method& method) { return KindFlow(method).run(); }

}  // namespace waymark::java
