#include <algorithm>

#include "java/link/code.hpp"
#include "java/link/effect.hpp"
#include "java/link/flow.hpp"

namespace waymark::java {

namespace {

class Liveness {
 public:
  Liveness(Method& method, const std::vector<std::int32_t>& returns) : method_(method), returns_(returns) {}

  void run() {
    const std::size_t count = method_.code.size();
    const std::size_t stride = method_.stride;
    method_.live.assign(count * stride, 0);
    bool changed = true;
    std::vector<std::uint64_t> now(stride);
    while (changed) {
      changed = false;
      for (std::size_t i = count; i-- > 0;) {
        if (method_.depths[i] == Method::never) continue;
        std::fill(now.begin(), now.end(), 0);
        const auto join = [&](std::int32_t next) {
          for (std::size_t w = 0; w < stride; ++w) now[w] |= method_.live[static_cast<std::size_t>(next) * stride + w];
        };
        successors(method_, i, join);
        if (method_.code[i].op == op_ret) std::for_each(returns_.begin(), returns_.end(), join);
        use(method_.code[i], now);
        handlers(method_, i, join);
        for (std::size_t w = 0; w < stride; ++w) {
          if (method_.live[i * stride + w] == now[w]) continue;
          method_.live[i * stride + w] = now[w];
          changed = true;
        }
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (method_.depths[i] == Method::never) continue;
      for (std::size_t w = method_.max_locals; w < method_.max_locals + method_.depths[i]; ++w)
        set(&method_.live[i * stride], w);
      // What may be read holds a value on all ways, or it could not be read.
      for (std::size_t w = 0; w < stride; ++w) method_.refs[i * stride + w] &= method_.live[i * stride + w];
    }
  }

 private:
  static void set(std::uint64_t* bits, std::size_t at) { bits[at / 64] |= std::uint64_t{1} << at % 64; }
  static void clear(std::uint64_t* bits, std::size_t at) { bits[at / 64] &= ~(std::uint64_t{1} << at % 64); }

  // What is read before it is written is live.
  static void use(const Insn& insn, std::vector<std::uint64_t>& live) {
    const Sides& local = opcodes[insn.op].local;
    for (std::size_t i = 0; i < words_in(local.given); ++i) clear(live.data(), insn.n + i);
    for (std::size_t i = 0; i < words_in(local.taken); ++i) set(live.data(), insn.n + i);
  }

  Method& method_;
  const std::vector<std::int32_t>& returns_;
};

}  // namespace

void find_live(Method& method, const std::vector<std::int32_t>& returns) { Liveness(method, returns).run(); }

void forget_spins(Method& method) {
  const bool queued = method.owner->name == "java/util/concurrent/locks/AbstractQueuedSynchronizer" ||
                      method.owner->name == "java/util/concurrent/locks/AbstractQueuedLongSynchronizer";
  if (!queued || method.name != "acquire") return;
  // spins = postSpins = (byte) ((postSpins << 1) | 1)
  for (std::size_t i = 0; i + 4 < method.code.size(); ++i) {
    const Insn* const it = &method.code[i];
    if (it[0].op != op_ior || it[1].op != op_i2b || it[2].op != op_dup) continue;
    if (it[3].op != op_istore || it[4].op != op_istore) continue;
    for (std::size_t row = 0; row < method.code.size(); ++row) {
      for (const std::uint16_t local : {it[3].n, it[4].n})
        method.live[row * method.stride + local / 64] &= ~(std::uint64_t{1} << local % 64);
    }
    return;
  }
}

}  // namespace waymark::java
