// Races that a weaker order leaves. A run takes its steps in one order, so an atomic flag always seems to order the
// accesses around it. It does so only if one thread releases it and another acquires it. Each thread leaves a trace of
// its last plain access. If the thread has released nothing since then, or another has acquired nothing since the
// release, then no order of the language is between that access and one of the other: they race. More may race: the
// orders of different atomics are not told apart, and earlier accesses are forgotten.
#include <fmt/format.h>

#include "llvm/machine/accesses.hpp"

namespace waymark::llvm {

namespace {

std::uint64_t bit_of(const Thread& thread) {
  return thread.number < Trace::most_threads ? std::uint64_t{1} << thread.number : 0;
}

}  // namespace

void Accesses::note_access(Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes, bool writes,
                           std::uint16_t atomic) {
  if (!traces_) return;
  note_order(thread, atomic);
  if (presumed_ || !object.shared || object.kind == ObjectKind::constant || thread.record.atomic != 0) return;
  std::uint64_t others = 0;
  for (const auto& other : memory_.threads()) {
    if (other.get() == &thread) continue;
    if (is_living(other->record.status)) others |= bit_of(*other);
    const Trace& it = other->record.trace;
    if (it.bytes == 0 || it.address.object != object.reference || !(writes || it.has(Trace::writes))) continue;
    if (it.address.bits + it.bytes <= offset || offset + bytes <= it.address.bits) continue;
    if (!it.has(Trace::kept) && (it.unaware & bit_of(thread)) == 0) continue;
    const std::string what = text_of(object.reference);
    const Code& code = program_->codes[it.place >> 32];
    const std::string there = program_->place_text(code.ops[it.place & 0xffff'ffff].place);
    unordered_ = {{name_of(*other), it.has(Trace::writes), what, there},
                  {name_of(thread), writes, what, place_of(thread)}};
    throw Failure{"race", fmt::format("{} {} at {}, and no memory order puts that after the {} by {} at {}",
                                      writes ? "writes" : "reads", what, place_of(thread),
                                      it.has(Trace::writes) ? "write" : "read", name_of(*other), there)};
  }
  if (atomic != 0 || memory_.living() < 2) return;
  const Trace& last = thread.record.trace;
  if (!writes && last.has(Trace::writes) && last.has(Trace::kept)) return;  // a write says more
  const Frame& frame = own_frame(thread);
  const Trace made{{offset, 0, object.reference},
                   static_cast<std::uint32_t>(bytes),
                   Trace::kept | (writes ? Trace::writes : 0),
                   std::uint64_t{frame.code->index} << 32 | frame.pc,
                   others};
  if (made != last) memory_.edit(thread).trace = made;
}

void Accesses::note_order(Thread& thread, std::uint16_t atomic) {
  if (!traces_) return;
  if ((atomic & order::releases) != 0 && thread.record.trace.has(Trace::kept)) {
    Trace& trace = memory_.edit(thread).trace;
    trace.flags &= ~Trace::kept;
    if (trace.unaware == 0) trace = {};
  }
  if ((atomic & order::acquires) == 0) return;
  for (const auto& other : memory_.threads()) {
    const Trace& it = other->record.trace;
    if (other.get() == &thread || it.has(Trace::kept) || (it.unaware & bit_of(thread)) == 0) continue;
    Trace& trace = memory_.edit(*other).trace;
    trace.unaware &= ~bit_of(thread);
    if (trace.unaware == 0) trace = {};
  }
}

}  // namespace waymark::llvm
