// States as names and bytes, for other processes.
#include <algorithm>

#include "llvm/memory/memory.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint8_t some_undefined = 1;
constexpr std::uint8_t some_object = 2;
constexpr std::uint8_t some_constant = 4;
constexpr std::uint8_t some_function = 8;
constexpr std::uint32_t most_frames = 1u << 16;
constexpr std::uint32_t most_new_names = 1u << 20;

}  // namespace

void Memory::write_value(base::ByteSink& sink, const Value& value) const {
  std::uint8_t how = value.undefined != 0 ? some_undefined : 0;
  if (is_object(value.object)) how |= some_object;
  if (value.object != 0 && is_function(value.object)) how |= some_function;
  if (value.object != 0 && !is_function(value.object) && is_constant(value.object)) how |= some_constant;
  sink.u8(how);
  sink.varint(value.bits);
  if (value.undefined != 0) sink.varint(value.undefined);
  if ((how & some_object) != 0) {
    const Name& name = names_[value.object];
    sink.varint(name.thread);
    sink.varint(name.site);
    sink.varint(name.number);
  } else if (value.object != 0) {
    sink.varint(index_of(value.object));
  }
}

void Memory::write_object(base::ByteSink& sink, const Object& object) const {
  const Name& name = names_[object.reference];
  sink.varint(name.thread);
  sink.varint(name.site);
  sink.varint(name.number);
  sink.u8(static_cast<std::uint8_t>(object.kind));
  sink.u8(static_cast<std::uint8_t>(object.life));
  sink.u8(object.shared ? 1 : 0);
  sink.varint(object.size);
  for (const Value& cell : object.cells) write_value(sink, cell);
}

void Memory::write_thread(base::ByteSink& sink, const Thread& thread) const {
  const Record& record = thread.record;
  sink.varint(thread.number);
  sink.u8(static_cast<std::uint8_t>(record.status));
  sink.varint(record.flags);
  sink.varint(record.atomic);
  write_value(sink, record.waits_on);
  write_value(sink, record.result);
  write_value(sink, record.finish);
  sink.varint(record.trace.bytes);
  if (record.trace.bytes != 0) {
    write_value(sink, record.trace.address);
    sink.varint(record.trace.flags);
    sink.varint(record.trace.place);
    sink.varint(record.trace.unaware);
  }
  sink.varint(thread.frames.size());
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    const Frame& frame = thread.frames[i];
    const std::size_t end = i + 1 < thread.frames.size() ? thread.frames[i + 1].first_slot : thread.slots.size();
    sink.varint(frame.code->index);
    sink.varint(frame.pc);
    sink.varint(frame.flags);
    sink.varint(end - frame.first_slot);
    for (std::size_t k = frame.first_slot; k < end; ++k) write_value(sink, {0, 0, thread.slots[k]});
    for (const std::uint32_t slot : live(thread, i)) write_value(sink, thread.values[frame.base + slot]);
  }
}

void Memory::write(base::ByteSink& sink) {
  std::vector<const Object*> all;
  for (const Object* object : objects_) {
    if (object != nullptr && !is_initial(*object)) all.push_back(object);
  }
  std::sort(all.begin(), all.end(),
            [&](const Object* a, const Object* b) { return names_[a->reference] < names_[b->reference]; });
  sink.varint(all.size());
  for (const Object* object : all) write_object(sink, *object);
  std::uint64_t there = 0;
  for (const auto& thread : threads_) there += thread->record.status != Status::none ? 1 : 0;
  sink.varint(there);
  for (const auto& thread : threads_) {
    if (thread->record.status != Status::none) write_thread(sink, *thread);
  }
}

class Memory::Reader {
 public:
  Reader(Memory& memory, base::ByteSource& source) : memory_(memory), source_(source) {}

  bool run() {
    memory_.unpack({});
    const std::uint64_t objects = source_.varint();
    for (std::uint64_t i = 0; good() && i < objects; ++i) read_object();
    const std::uint64_t threads = source_.varint();
    for (std::uint64_t i = 0; good() && i < threads; ++i) read_thread();
    for (const Reference ref : referred_) demand(memory_.objects_[ref] != nullptr);
    return good();
  }

 private:
  [[nodiscard]] bool good() const { return good_ && !source_.failed(); }
  bool demand(bool kept) {
    good_ = good_ && kept;
    return good();
  }
  [[nodiscard]] std::uint32_t number(std::uint64_t most) {
    const std::uint64_t value = source_.varint();
    demand(value <= most);
    return static_cast<std::uint32_t>(value);
  }
  // 0 if it is none.
  [[nodiscard]] Reference read_name(Name& name) {
    name.thread = number(0xffff);
    name.site = number(memory_.site_count());
    name.number = number(Heap::most_alike);
    if (!demand(name.site < memory_.site_count())) return 0;
    if (name.thread == 0xffff) {
      if (!demand(name.site >= memory_.sites() && name.number == 0)) return 0;
      const DecodedGlobal& global = memory_.program_->globals[name.site - memory_.sites()];
      return demand(is_object(global.reference)) ? global.reference : 0;
    }
    if (!demand(name.thread < Heap::most_threads)) return 0;
    if (name.site >= memory_.sites() && !demand(memory_.program_->globals[name.site - memory_.sites()].thread_local_)) {
      return 0;
    }
    const std::size_t before = memory_.entities_.size();
    if (!demand(name.number < most_new_names - new_names_)) return 0;
    const Reference ref = memory_.reference(name);
    new_names_ += static_cast<std::uint32_t>(memory_.entities_.size() - before);
    return demand(new_names_ < most_new_names) ? ref : 0;
  }
  Value read_value() {
    Value value;
    const std::uint8_t how = source_.u8();
    value.bits = source_.varint();
    if ((how & some_undefined) != 0) {
      value.undefined = source_.varint();
      demand(value.undefined != 0 && (value.undefined & value.bits) == 0);
    }
    switch (how & ~some_undefined) {
      case 0:
        break;
      case some_object: {
        Name name;
        value.object = read_name(name);
        if (demand(value.object != 0)) referred_.push_back(value.object);
        break;
      }
      case some_constant:
        value.object = constant_bit | number(memory_.constants_.size());
        demand(index_of(value.object) < memory_.constants_.size());
        break;
      case some_function:
        value.object = function_bit | number(memory_.program_->codes.size());
        demand(index_of(value.object) < memory_.program_->codes.size());
        break;
      default:
        demand(false);
    }
    return value;
  }
  void read_object() {
    memory_.poll();
    Name name;
    const Reference ref = read_name(name);
    const std::uint8_t kind = source_.u8();
    const std::uint8_t life = source_.u8();
    const std::uint8_t shared = source_.u8();
    const std::uint64_t size = source_.varint();
    if (!good() || !demand(!any_ || last_ < name)) return;
    last_ = name;
    any_ = true;
    demand(shared <= 1 && life <= static_cast<std::uint8_t>(Life::gone) && size <= Heap::most_bytes);
    demand(kind <= static_cast<std::uint8_t>(ObjectKind::heap));
    if (!good()) return;
    const bool empty = life >= static_cast<std::uint8_t>(Life::freed);
    const std::uint64_t cells = empty ? 0 : (size + 7) / 8;
    if (!demand(cells <= source_.left())) return;
    Object* object = memory_.objects_[ref];
    if (object != nullptr) {  // a global, which is as it was at first
      if (!demand(kind == 0 && life == 0 && size == object->size && shared == 1)) return;
    } else {
      const bool of_thread = name.site >= memory_.sites();
      const auto made = static_cast<ObjectKind>(kind);
      demand(of_thread ? made == ObjectKind::thread_local_ : made == ObjectKind::stack || made == ObjectKind::heap);
      if (of_thread) demand(size == memory_.program_->globals[name.site - memory_.sites()].size);
      if (!good()) return;
      object = &memory_.create(ref, made, size, cells);
      for (Value& cell : object->cells) cell = {};
      object->shared = shared == 1;
      object->life = static_cast<Life>(life);
      if (empty) memory_.entomb(*object);
    }
    for (std::uint64_t i = 0; i < cells && good(); ++i) {
      const Value value = read_value();
      const std::uint64_t bytes = std::min<std::uint64_t>(8, size - i * 8);
      const std::uint64_t outside = ~mask_of(static_cast<unsigned>(bytes) * 8);
      demand(((value.bits | value.undefined) & outside) == 0 && (value.object == 0 || bytes == 8));
      if (good()) memory_.put_cell(*object, i, value);
    }
  }
  void read_thread() {
    const std::uint32_t who = number(Heap::most_threads - 1);
    if (!good() || !demand(threads_ <= who)) return;
    threads_ = who + 1;
    Thread& thread = memory_.slot(who);
    Record record;
    const std::uint8_t status = source_.u8();
    demand(status > 0 && status <= static_cast<std::uint8_t>(Status::forgotten));
    record.status = static_cast<Status>(status);
    record.flags = number((Record::most_uses << Record::uses_at) - 1);
    record.atomic = number(1u << 20);
    record.waits_on = read_value();
    record.result = read_value();
    record.finish = read_value();
    read_trace(record.trace);
    const std::uint32_t frames = number(most_frames);
    if (!good() || !demand((frames == 0) != is_living(record.status))) return;
    thread.record = record;
    if (is_living(record.status)) ++memory_.living_;
    memory_.changed_record(thread);
    for (std::uint32_t i = 0; i < frames && good(); ++i) read_frame(thread, i + 1 == frames);
    if (!good() || frames == 0) return;
    const Frame& top = thread.frames.back();
    const Op& op = top.code->ops[top.pc];
    if (record.status != Status::running) {
      demand(op.what == Do::call && top.code->calls[op.c].builtin == Builtin::condition_wait);
    }
  }
  void read_trace(Trace& trace) {
    trace.bytes = number(Heap::most_bytes);
    if (trace.bytes == 0) return;
    trace.address = read_value();
    trace.flags = number(Trace::writes | Trace::kept);
    trace.place = source_.varint();
    trace.unaware = source_.varint();
    demand(is_object(trace.address.object) && trace.address.bits <= Heap::most_bytes && trace.address.undefined == 0);
    if (!good() || !demand(trace.place >> 32 < memory_.program_->codes.size())) return;
    demand((trace.place & 0xffff'ffff) < memory_.program_->codes[trace.place >> 32].ops.size());
  }
  void read_frame(Thread& thread, bool top) {
    memory_.poll();
    const std::uint32_t function = number(memory_.program_->codes.size());
    const std::uint32_t pc = number(~0u);
    const std::uint32_t flags = number(3);
    const std::uint32_t slots = number(1u << 20);
    if (!good() || !demand(function < memory_.program_->codes.size())) return;
    const Code& code = memory_.program_->codes[function];
    if (!demand(code.defined && pc < code.ops.size())) return;
    if (top ? !demand(code.stands[pc] != 0) : !demand(code.ops[pc].what == Do::call)) return;
    Frame frame;
    if (!thread.frames.empty()) frame.base = thread.frames.back().base + thread.frames.back().code->slots;
    if (!demand(frame.base + std::uint64_t{code.slots} < (1u << 26))) return;
    frame.code = &code;
    frame.pc = pc;
    frame.flags = flags;
    frame.first_slot = static_cast<std::uint32_t>(thread.slots.size());
    memory_.make_room(thread, frame);
    thread.frames.push_back(frame);
    for (std::uint32_t i = 0; i < slots && good(); ++i) {
      const Value value = read_value();
      if (!demand(is_object(value.object) && value.bits == 0 && value.undefined == 0)) return;
      const Object* const object = memory_.objects_[value.object];
      if (!demand(object != nullptr && object->kind == ObjectKind::stack)) return;
      thread.slots.push_back(value.object);
    }
    for (const std::uint32_t i : top ? code.live(pc) : code.live_behind(pc)) {
      if (good()) thread.values[frame.base + i] = read_value();
    }
  }

  Memory& memory_;
  base::ByteSource& source_;
  bool good_ = true;
  bool any_ = false;
  Name last_;
  std::uint32_t threads_ = 0;
  std::uint32_t new_names_ = 0;
  std::vector<Reference> referred_;
};

bool Memory::read(base::ByteSource& source) { return Reader(*this, source).run(); }

}  // namespace waymark::llvm
