// Reading a state that another process has written (writer.cpp). Nothing in it is trusted: every place in a table has
// to be there, what is to be a reference leads to an object, frames stand where the code can stand, and each word that
// is made room for takes at least a byte of the input.
#include <algorithm>

#include "java/memory/environment.hpp"
#include "java/memory/memory.hpp"
#include "java/memory/roots.hpp"

namespace waymark::java {

namespace {

constexpr std::uint64_t longest_name = 65535;  // of what a class file can name
constexpr std::uint64_t most_threads_read = Object::most_owners;

}  // namespace

class Memory::Reader {
 public:
  Reader(Memory& memory, Environment& environment, base::ByteSource& source)
      : memory_(memory), environment_(environment), source_(source) {}

  [[nodiscard]] bool run() {
    memory_.unpack({});
    read_classes();
    read_methods();
    read_sites();
    read_immortals();
    read_objects();
    read_contents();
    read_statics();
    read_threads();
    memory_.forget_undo_log();
    return good();
  }

 private:
  [[nodiscard]] bool good() const { return good_ && !source_.failed(); }
  bool demand(bool kept) {
    good_ = good_ && kept;
    return good();
  }
  // A number up to the largest one that is allowed.
  [[nodiscard]] std::uint32_t number(std::uint64_t largest) {
    const std::uint64_t value = source_.varint();
    return demand(value <= largest) ? static_cast<std::uint32_t>(value) : 0;
  }
  // One of a table; null if there is no such place.
  template <typename T>
  [[nodiscard]] T* one_of(const std::vector<T*>& table) {
    const std::uint64_t place = source_.varint();
    return demand(place < table.size()) ? table[place] : nullptr;
  }
  // Calls `each` as often as the input says, as long as all is well. Each time takes a byte at least.
  template <typename Each>
  void repeat(const Each& each) {
    for (std::uint64_t count = source_.varint(); count > 0 && good(); --count) each();
  }
  [[nodiscard]] bool has_room(std::uint64_t words) { return demand(words <= source_.left()); }
  void read_words(std::span<Word> out) {
    for (Word& word : out) word = number(~Word{0});
  }
  // A place in the table of immortals and objects becomes a reference.
  void resolve(Word& word) { word = demand(word < refs_.size()) ? refs_[word] : 0; }

  void read_classes();
  void read_methods();
  void read_sites();
  void read_immortals();
  void read_objects();
  void read_object();
  void read_contents();
  void read_content(Object& object);
  void read_backtrace(Object& object);
  void read_statics();
  void read_threads();
  void read_thread();
  void read_frame(Thread& thread);
  void check_thread(const Thread& thread);
  [[nodiscard]] static bool fits(const Frame& frame, const Frame& above);
  void read_owner(std::uint32_t owner) {
    if (owner != 0) (void)memory_.slot(owner - 1);
  }

  Memory& memory_;
  Environment& environment_;
  base::ByteSource& source_;
  bool good_ = true;
  std::vector<Class*> classes_;
  std::vector<Method*> methods_;
  std::vector<AllocationSite> sites_;
  std::vector<Ref> refs_{0};
  std::size_t immortals_ = 0;
  std::uint64_t promised_ = 0;  // words of objects whose contents are still to come
};

void Memory::Reader::read_classes() {
  repeat([&] {
    Class* klass = environment_.find_class(source_.text(longest_name));
    if (demand(klass != nullptr)) classes_.push_back(klass);
  });
}

void Memory::Reader::read_methods() {
  repeat([&] {
    Class* owner = one_of(classes_);
    const std::string name = source_.text(longest_name);
    const std::string descriptor = source_.text(longest_name);
    if (!good()) return;
    Method* method = owner->declared(name, descriptor);
    if (demand(method != nullptr && environment_.prepare(*method))) methods_.push_back(method);
  });
}

void Memory::Reader::read_sites() {
  repeat([&] {
    const std::uint32_t method = number(methods_.size());
    const std::uint32_t place = number(~Word{0});
    if (good()) sites_.push_back({method == 0 ? nullptr : methods_[method - 1], place});
  });
}

void Memory::Reader::read_immortals() {
  repeat([&] {
    const std::uint8_t base = source_.u8();
    if (!demand(base <= 1)) return;
    const Ref ref = base == 1 ? number(~Word{0}) : environment_.find_immortal(source_);
    if (!demand(ref != 0 && (base == 0 || memory_.names_.is_base(ref)))) return;
    if (demand(memory_.places_[ref] != nullptr && memory_.places_[ref]->immortal)) refs_.push_back(ref);
  });
  immortals_ = refs_.size();
}

void Memory::Reader::read_objects() {
  repeat([&] { read_object(); });
}

void Memory::Reader::read_object() {
  Names::Spelled name;
  (void)number(0);  // checkpoints have it, for names once had the thread that made the object
  const std::uint32_t site = number(~Word{0});
  name.number = number(~Word{0});
  if (!demand(site < sites_.size())) return;
  name.site = sites_[site];
  const Ref ref = memory_.names_.find(name);
  memory_.places_.resize(memory_.names_.size(), nullptr);
  Class* klass = one_of(classes_);
  if (!demand(memory_.places_[ref] == nullptr)) return;
  // Mirrors of classes are made by the virtual machine alone.
  if (!demand(!klass->primitive && !klass->is_interface() && klass->name != "java/lang/Class")) return;
  const std::uint32_t length = klass->is_array() ? number(~Word{0}) : 0;
  promised_ += data_words(*klass, length);
  if (!has_room(promised_)) return;
  memory_.names_.mark(ref, true);
  (void)memory_.bear(*klass, length, ref);
  refs_.push_back(ref);
}

void Memory::Reader::read_contents() {
  for (std::size_t i = immortals_; i < refs_.size() && good(); ++i) read_content(*memory_.places_[refs_[i]]);
  repeat([&] {
    const std::uint64_t place = source_.varint();
    if (!demand(place != 0 && place < immortals_)) return;
    Object& object = *memory_.places_[refs_[place]];
    if (!has_room(object.words)) return;
    memory_.touch(object);
    // Otherwise they would outlive this state.
    const std::uint32_t marks = object.marks();
    read_content(object);
    demand(object.marks() == marks);
    object.set_marks(marks);
  });
}

void Memory::Reader::read_content(Object& object) {
  object.monitor = number((1u << Object::monitor_bits) - 1);
  const std::uint8_t marks = source_.u8();
  demand(marks <= Object::most_marks);
  object.set_marks(marks);
  read_owner(object.owner());
  read_words({object.data(), object.words});
  if (!good()) return;
  const auto resolved = [&](Word& word) { resolve(word); };
  each_name(object, resolved);
  if (object.klass->holds_methods) read_backtrace(object);
}

void Memory::Reader::read_backtrace(Object& object) {
  demand(object.length % 2 == 0);
  for (std::uint32_t i = 0; i < object.length; i += 2) {
    if (!demand(object.data()[i] < methods_.size())) return;
    const Method& method = *methods_[object.data()[i]];
    object.data()[i] = method.id;
    demand(object.data()[i + 1] < method.code.size());
  }
}

void Memory::Reader::read_statics() {
  repeat([&] {
    Class* klass = one_of(classes_);
    const std::uint32_t init = source_.u8();
    const std::uint32_t init_thread = number(most_threads_read);
    if (!demand(init <= static_cast<std::uint32_t>(Class::Init::failed)) || !has_room(klass->static_words)) return;
    memory_.touch(*klass);
    memory_.set_init(*klass, static_cast<Class::Init>(init), init_thread);
    read_owner(init_thread);
    read_words(klass->statics);
    if (!good()) return;
    const auto resolved = [&](Word& word) { resolve(word); };
    each_ref(*klass, resolved);
    each_guard(*klass, resolved);
  });
}

void Memory::Reader::read_threads() {
  repeat([&] { read_thread(); });
}

void Memory::Reader::read_thread() {
  const std::uint32_t which = number(most_threads_read - 1);
  const std::uint32_t status = source_.u8();
  if (!demand(status > static_cast<std::uint32_t>(Status::none)) ||
      !demand(status <= static_cast<std::uint32_t>(Status::entering))) {
    return;
  }
  Thread& thread = memory_.slot(which);
  if (!demand(thread.status == Status::none)) return;
  memory_.begin_thread(thread, 0);
  thread.status = static_cast<Status>(status);
  thread.flags = number((1u << 24) - 1);
  thread.object = number(~Word{0});
  thread.waits_on = number(~Word{0});
  thread.entries = number(Object::most_entries);
  thread.elapsed = source_.varint();
  repeat([&] { read_frame(thread); });
  if (!good()) return;
  each_ref(thread, [&](Word& word) { resolve(word); });
  if (good()) check_thread(thread);
}

void Memory::Reader::read_frame(Thread& thread) {
  Method* method = one_of(methods_);
  const std::uint32_t pc = number((1u << Frame::pc_bits) - 1);
  const std::uint32_t flags = number((1u << (32 - Frame::pc_bits)) - 1);
  const Ref lock = number(~Word{0});
  const std::uint32_t depth = number(0xFFFF);
  if (!good() || !demand(pc < method->code.size() && method->depths[pc] != Method::never)) return;
  if (!demand(depth <= method->depths[pc]) || !has_room(std::uint64_t{method->max_locals} + depth)) return;
  std::uint32_t base = 0;
  if (!thread.frames.empty()) {
    const Frame& below = thread.frames.back();
    base = below.base + below.method->max_locals + below.depth;
  }
  Frame& frame = memory_.push_frame(thread, *method, base);
  frame.pc = pc;
  frame.flags = flags;
  frame.lock = lock;
  frame.depth = depth;
  read_words(std::span(thread.words).subspan(base, method->max_locals + depth));
}

// A frame below another one stands at a call, whose result the one above will leave there.
bool Memory::Reader::fits(const Frame& frame, const Frame& above) {
  const Method& method = *frame.method;
  if ((above.flags & Frame::again) != 0) return frame.depth == method.depths[frame.pc];
  Kind result = above.method->result;
  if ((above.flags & (Frame::make | Frame::box | Frame::prints)) != 0) result = Kind::ref;
  if ((above.flags & Frame::drop) != 0) result = Kind::void_;
  const std::size_t next = std::size_t{frame.pc} + 1;
  if (next >= method.code.size() || frame.depth + words_of(result) != method.depths[next]) return false;
  const std::uint32_t top = method.max_locals + frame.depth;
  const bool wants_ref = result != Kind::void_ && (method.refs[next * method.stride + top / 64] >> top % 64 & 1) != 0;
  return wants_ref == (result == Kind::ref);
}

void Memory::Reader::check_thread(const Thread& thread) {
  if (!demand(!thread.frames.empty() && thread.object != 0)) return;
  const auto& chain = memory_.places_[thread.object]->klass->chain;
  demand(std::any_of(chain.begin(), chain.end(), [](const Class* it) { return it->name == "java/lang/Thread"; }));
  demand((thread.waits_on != 0) == (thread.status != Status::running));
  const Frame& top = thread.frames.back();
  const Method& method = *top.method;
  demand(top.depth == method.depths[top.pc]);
  if (thread.status != Status::running) {
    // It goes on behind Object.wait, which takes an object and a long.
    constexpr std::uint32_t taken = 3;
    demand(top.pc + 1 < method.code.size() && top.depth >= taken && method.depths[top.pc + 1] == top.depth - taken);
  }
  for (std::size_t i = 1; i < thread.frames.size(); ++i) demand(fits(thread.frames[i - 1], thread.frames[i]));
}

bool Memory::read(Environment& environment, base::ByteSource& source) {
  return Reader(*this, environment, source).run();
}

}  // namespace waymark::java
