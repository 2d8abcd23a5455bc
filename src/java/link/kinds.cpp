#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "java/link/code.hpp"
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
    Row first(locals() + method_.max_stack, Type::top);
    std::size_t at = 0;
    if (!method_.is_static()) first[at++] = Type::ref;
    for (const Kind kind : method_.arguments) put(first, at, kind);
    reach(0, first, 0);
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

  static void put(Row& row, std::size_t& at, Kind kind) {
    switch (kind) {
      case Kind::float_:
        row[at++] = Type::float_;
        break;
      case Kind::double_:
        row[at++] = Type::double1;
        row[at++] = Type::double2;
        break;
      case Kind::long_:
        row[at++] = Type::long1;
        row[at++] = Type::long2;
        break;
      case Kind::ref:
        row[at++] = Type::ref;
        break;
      case Kind::void_:
        break;
      default:
        row[at++] = Type::int_;
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
    const auto here = static_cast<std::int32_t>(index);
    for (const Catch& entry : method_.catches) {
      if (here < entry.begin || here >= entry.end) continue;
      if (method_.max_stack == 0) fail_at(index, "an exception handler without an operand stack");
      Row caught = row_;
      caught[locals()] = Type::ref;
      reach(entry.target, caught, 1);
    }
    const Insn insn = method_.code[index];
    apply(insn);
    follow(insn);
  }

  void follow(const Insn& insn) {
    successors(method_, at_, [this](std::int32_t to) { go(to); });
    if (insn.op == op_jsr) {
      returns_.push_back(static_cast<std::int32_t>(at_) + 1);
      revisit_rets();
    } else if (insn.op == op_ret) {
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
    if (pop() != type) fail_at(at_, fmt::format("{} meets a value of another kind", name(method_.code[at_].op)));
  }
  static std::string_view name(std::uint16_t op) { return op < opcodes.size() ? opcodes[op].name : "a constant"; }

  void pop_kind(Kind kind) {
    switch (kind) {
      case Kind::float_:
        return expect(Type::float_);
      case Kind::double_:
        expect(Type::double2);
        return expect(Type::double1);
      case Kind::long_:
        expect(Type::long2);
        return expect(Type::long1);
      case Kind::ref:
        return expect(Type::ref);
      case Kind::void_:
        return;
      default:
        return expect(Type::int_);
    }
  }
  void push_kind(Kind kind) {
    switch (kind) {
      case Kind::float_:
        return push(Type::float_);
      case Kind::double_:
        push(Type::double1);
        return push(Type::double2);
      case Kind::long_:
        push(Type::long1);
        return push(Type::long2);
      case Kind::ref:
        return push(Type::ref);
      case Kind::void_:
        return;
      default:
        return push(Type::int_);
    }
  }
  static Kind effect_kind(char c) { return c == 'A' ? Kind::ref : kind_of(c); }

  void apply_effect(std::string_view effect) {
    const std::size_t arrow = effect.find('>');
    for (std::size_t i = arrow; i-- > 0;) pop_kind(effect_kind(effect[i]));
    for (std::size_t i = arrow + 1; i < effect.size(); ++i) {
      if (effect[i] == 'R') {
        push(Type::address);
      } else {
        push_kind(effect_kind(effect[i]));
      }
    }
  }

  void local_is(std::size_t local, Type type) const {
    if (row_[local] != type) fail_at(at_, fmt::format("local variable {} holds no such value here", local));
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
    switch (insn.op) {
      case op_iconst:
        return push(insn.n == 0 ? Type::int_ : Type::float_);
      case op_lconst:
        return push_kind(file_.pool[static_cast<std::size_t>(insn.k)].tag == Tag::long_ ? Kind::long_ : Kind::double_);
      case op_ldc:
      case op_ldc2_w: {
        const Constant& constant = file_.pool[static_cast<std::size_t>(insn.k)];
        if (constant.tag != Tag::dynamic) return push(Type::ref);
        const Kind kind = kind_of(file_.utf8(file_.pool[constant.b].b)[0]);
        if (is_wide(kind) != (insn.op == op_ldc2_w)) fail_at(at_, "a constant of another size");
        return push_kind(kind);
      }
      case op_iload:
        local_is(insn.n, Type::int_);
        return push(Type::int_);
      case op_fload:
        local_is(insn.n, Type::float_);
        return push(Type::float_);
      case op_aload:
        local_is(insn.n, Type::ref);
        return push(Type::ref);
      case op_lload:
        local_is(insn.n, Type::long1);
        local_is(insn.n + 1u, Type::long2);
        return push_kind(Kind::long_);
      case op_dload:
        local_is(insn.n, Type::double1);
        local_is(insn.n + 1u, Type::double2);
        return push_kind(Kind::double_);
      case op_istore:
        expect(Type::int_);
        return set_local(insn.n, Type::int_);
      case op_fstore:
        expect(Type::float_);
        return set_local(insn.n, Type::float_);
      case op_astore: {
        const Type type = pop();
        if (type != Type::ref && type != Type::address) fail_at(at_, "astore meets a value of another kind");
        return set_local(insn.n, type);
      }
      case op_lstore:
        pop_kind(Kind::long_);
        set_local(insn.n, Type::long1);
        return set_local(insn.n + 1u, Type::long2);
      case op_dstore:
        pop_kind(Kind::double_);
        set_local(insn.n, Type::double1);
        return set_local(insn.n + 1u, Type::double2);
      case op_iinc:
        return local_is(insn.n, Type::int_);
      case op_ret:
        return local_is(insn.n, Type::address);
      case op_pop:
      case op_pop2:
      case op_dup:
      case op_dup_x1:
      case op_dup_x2:
      case op_dup2:
      case op_dup2_x1:
      case op_dup2_x2:
      case op_swap:
        return shuffle(insn.op);
      case op_getstatic:
      case op_putstatic:
      case op_getfield:
      case op_putfield: {
        const Kind kind = kind_of(descriptor(insn)[0]);
        if (insn.op == op_putstatic || insn.op == op_putfield) pop_kind(kind);
        if (insn.op == op_getfield || insn.op == op_putfield) expect(Type::ref);
        if (insn.op == op_getstatic || insn.op == op_getfield) push_kind(kind);
        return;
      }
      case op_invokevirtual:
      case op_invokespecial:
      case op_invokestatic:
      case op_invokeinterface:
      case op_invokedynamic:
        return call(insn);
      case op_multianewarray:
        for (unsigned i = 0; i < insn.n; ++i) expect(Type::int_);
        return push(Type::ref);
      case op_ireturn:
      case op_lreturn:
      case op_freturn:
      case op_dreturn:
      case op_areturn:
      case op_return: {
        const Kind kind = method_.result;
        const Kind given[] = {Kind::int_, Kind::long_, Kind::float_, Kind::double_, Kind::ref, Kind::void_};
        const Kind expected = given[insn.op - op_ireturn];
        const bool narrow = expected == Kind::int_ && kind != Kind::float_ && !is_wide(kind) && kind < Kind::ref;
        if (kind != expected && !narrow) fail_at(at_, "the method returns a value of another kind");
        return apply_effect(opcodes[insn.op].effect);
      }
      default:
        apply_effect(opcodes[insn.op].effect);
    }
  }

  std::string_view descriptor(const Insn& insn) const {
    const Constant& constant = file_.pool[static_cast<std::size_t>(insn.k)];
    return file_.utf8(file_.pool[constant.b].b);
  }

  void call(const Insn& insn) {
    const std::string_view text = descriptor(insn);
    const Constant& constant = file_.pool[static_cast<std::size_t>(insn.k)];
    const std::string_view called = file_.utf8(file_.pool[constant.b].a);
    if (called == "<clinit>" || (called == "<init>" && insn.op != op_invokespecial)) {
      fail_at(at_, fmt::format("{} cannot be called like this", called));
    }
    std::vector<Kind> kinds;
    std::size_t at = 1;
    while (text[at] != ')') {
      kinds.push_back(kind_of(text[at]));
      at += descriptor_length(text.substr(at));
    }
    for (std::size_t i = kinds.size(); i-- > 0;) pop_kind(kinds[i]);
    if (insn.op != op_invokestatic && insn.op != op_invokedynamic) expect(Type::ref);
    push_kind(kind_of(text[at + 1]));
  }

  static bool first_half(Type type) { return type == Type::long1 || type == Type::double1; }
  static bool second_half(Type type) { return type == Type::long2 || type == Type::double2; }

  // Words are moved as they are; no value of two words may be torn apart.
  void shuffle(std::uint16_t op) {
    struct Form {
      unsigned moved;
      unsigned over;
    };
    if (op == op_pop || op == op_pop2) {
      for (unsigned i = 0; i <= static_cast<unsigned>(op - op_pop); ++i) pop();
    } else if (op == op_swap) {
      const Type a = pop();
      const Type b = pop();
      push(a);
      push(b);
    } else {
      static constexpr Form forms[] = {{1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
      const Form form = forms[op - op_dup];
      std::vector<Type> all;
      for (unsigned i = 0; i < form.moved + form.over; ++i) all.insert(all.begin(), pop());
      for (unsigned i = form.over; i < all.size(); ++i) push(all[i]);
      for (const Type type : all) push(type);
    }
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
