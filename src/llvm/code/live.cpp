// Which slots are needed where. Slots that nobody reads again are no part of a state.
#include <algorithm>

#include "llvm/code/decoder.hpp"

namespace waymark::llvm {

namespace {

using Bits = std::vector<std::uint64_t>;

class Liveness {
 public:
  explicit Liveness(Code& code) : code_(code), words_((code.slots + 63) / 64) {}

  void run() {
    find_ends();
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t b = blocks_.size(); b-- > 0;) {
        Bits live = at_end(blocks_[b].last);
        for (std::uint32_t pc = blocks_[b].last; pc-- > blocks_[b].first;) before(code_.ops[pc], live);
        if (live != entry_[b]) {
          entry_[b] = std::move(live);
          changed = true;
        }
      }
    }
    list();
  }

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  // its end
  };

  void find_ends() {
    std::uint32_t first = 0;
    for (std::uint32_t pc = 0; pc < code_.ops.size(); ++pc) {
      if (!is_end(code_.ops[pc]) && pc + 1 < code_.ops.size()) continue;
      blocks_.push_back({first, pc});
      first = pc + 1;
    }
    entry_.assign(blocks_.size(), Bits(words_, 0));
  }
  static bool is_end(const Op& op) {
    return op.what == Do::jump || op.what == Do::branch || op.what == Do::choose || op.what == Do::leave ||
           op.what == Do::resume || op.what == Do::unreachable || op.what == Do::unsupported;
  }
  void use(Source source, Bits& live) const {
    if (source != no_slot && (source & constant_source) == 0) live[source / 64] |= std::uint64_t{1} << source % 64;
  }
  void define(std::uint32_t slot, std::uint32_t count, Bits& live) const {
    if (slot == no_slot) return;
    for (std::uint32_t i = slot; i < slot + count; ++i) live[i / 64] &= ~(std::uint64_t{1} << i % 64);
  }
  void add_edge(std::uint32_t number, Bits& live) const {
    const Edge& edge = code_.edges[number];
    const auto at = std::lower_bound(blocks_.begin(), blocks_.end(), edge.target,
                                     [](const Range& it, std::uint32_t pc) { return it.last < pc; });
    Bits there(words_, 0);
    if (at != blocks_.end()) {
      there = entry_[static_cast<std::size_t>(at - blocks_.begin())];
      if (at->first != edge.target) {  // an unsupported instruction ended a block early
        there.assign(words_, ~std::uint64_t{0});
      }
    }
    for (std::uint32_t i = edge.first; i < edge.first + edge.count; ++i) define(code_.copies[i].dest, 1, there);
    for (std::uint32_t i = edge.first; i < edge.first + edge.count; ++i) use(code_.copies[i].source, there);
    for (std::size_t w = 0; w < words_; ++w) live[w] |= there[w];
  }
  // Before the last Op of a block.
  [[nodiscard]] Bits at_end(std::uint32_t pc) const {
    Bits live(words_, 0);
    const Op& op = code_.ops[pc];
    switch (op.what) {
      case Do::jump:
        add_edge(op.a, live);
        break;
      case Do::branch:
        add_edge(op.b, live);
        add_edge(op.c, live);
        use(op.a, live);
        break;
      case Do::choose:
        add_edge(code_.switches[op.c].otherwise, live);
        for (const SwitchCase& it : code_.switches[op.c].cases) add_edge(it.edge, live);
        use(op.a, live);
        break;
      case Do::leave:
        for (std::uint32_t i = 0; i < op.number; ++i) use(op.number == 1 ? op.a : op.a + i, live);
        break;
      default:
        before(op, live);
    }
    return live;
  }
  void behind_call(const Op& op, Bits& live) const {
    const Call& call = code_.calls[op.c];
    define(op.dest, call.results, live);
    if (call.unwind != no_slot) add_edge(call.unwind, live);
  }
  void before(const Op& op, Bits& live) const {
    switch (op.what) {
      case Do::call: {
        behind_call(op, live);
        const Call& call = code_.calls[op.c];
        use(call.callee, live);
        for (const Argument& it : call.arguments) use(it.source, live);
        if (call.builtin == Builtin::va_start) use(code_.variadic_slot, live);
        return;
      }
      case Do::object:
        define(op.dest, 1, live);
        use(op.a, live);
        return;
      case Do::thread_local_:
        define(op.dest, 1, live);
        return;
      case Do::landing:
        define(op.dest, 2, live);
        return;
      case Do::index:
        define(op.dest, 1, live);
        use(op.a, live);
        use(op.b, live);
        return;
      case Do::unsupported:
        return;
      case Do::exchange:
        define(op.dest, 2, live);
        break;
      case Do::store:
        break;
      default:
        define(op.dest, 1, live);
    }
    use(op.a, live);
    use(op.b, live);
    use(op.c, live);
  }
  void append(const Bits& live, std::vector<std::uint32_t>& out) const {
    for (std::uint32_t slot = 0; slot < code_.slots; ++slot) {
      if (code_.has_marks || (live[slot / 64] >> slot % 64 & 1) != 0) out.push_back(slot);
    }
  }
  // Only where a thread may stand: others have an empty list.
  static bool may_stand(const Op& op) {
    switch (op.what) {
      case Do::load:
      case Do::store:
      case Do::exchange:
      case Do::update:
      case Do::call:
      case Do::leave:
        return true;
      default:
        return false;
    }
  }
  void list() {
    std::vector<std::uint8_t> is_target(code_.ops.size() + 1, 0);
    is_target[0] = 1;
    code_.stands.assign(code_.ops.size(), 0);
    for (const Edge& edge : code_.edges) is_target[std::min<std::size_t>(edge.target, code_.ops.size())] = 1;
    struct Lists {
      std::vector<std::uint32_t> live;
      std::vector<std::uint32_t> behind;
    };
    std::vector<Lists> lists(code_.ops.size());
    for (const Range& block : blocks_) {
      Bits live = at_end(block.last);
      for (std::uint32_t pc = block.last;; --pc) {
        const Op& op = code_.ops[pc];
        if (pc != block.last) {
          if (op.what == Do::call) {
            Bits behind = live;
            behind_call(op, behind);
            append(behind, lists[pc].behind);
          }
          before(op, live);
        }
        code_.stands[pc] = may_stand(op) || is_target[pc] != 0 ? 1 : 0;
        if (code_.stands[pc] != 0) append(live, lists[pc].live);
        if (pc == block.first) break;
      }
    }
    for (const Lists& it : lists) {
      code_.live_first.push_back(static_cast<std::uint32_t>(code_.live_slots.size()));
      code_.live_slots.insert(code_.live_slots.end(), it.live.begin(), it.live.end());
      code_.behind_first.push_back(static_cast<std::uint32_t>(code_.behind_slots.size()));
      code_.behind_slots.insert(code_.behind_slots.end(), it.behind.begin(), it.behind.end());
    }
    code_.live_first.push_back(static_cast<std::uint32_t>(code_.live_slots.size()));
    code_.behind_first.push_back(static_cast<std::uint32_t>(code_.behind_slots.size()));
  }

  Code& code_;
  std::size_t words_;
  std::vector<Range> blocks_;
  std::vector<Bits> entry_;
};

}  // namespace

void find_live(Code& code) {
  if (code.ops.empty()) {
    code.live_first = {0};
    code.behind_first = {0};
    return;
  }
  code.has_marks = std::any_of(code.calls.begin(), code.calls.end(),
                               [](const Call& call) { return call.builtin == Builtin::set_mark; });
  Liveness(code).run();
}

}  // namespace waymark::llvm
