// Writing a state for other processes. What it names comes first, in five tables: classes, methods, places in the code
// where objects were made, immortals, objects, each in an order that is the same in every process; afterwards a name is
// a place in its table. Then come the contents of objects, of immortals and classes that differ from how the program
// starts, and of threads.
#include <algorithm>
#include <tuple>

#include "java/memory/environment.hpp"
#include "java/memory/memory.hpp"
#include "java/memory/roots.hpp"
#include "java/memory/spelling.hpp"

namespace waymark::java {

class Memory::Writer {
 public:
  Writer(Memory& memory, Environment& environment, base::ByteSink& sink)
      : memory_(memory), environment_(environment), sink_(sink) {}

  void run() {
    gather();
    sort();
    write_tables();
    for (const Ref ref : objects_) write_object(*memory_.places_[ref]);
    sink_.varint(changed_.size());
    for (const Ref ref : changed_) {
      sink_.varint(this->ref(ref));
      write_object(*memory_.places_[ref]);
    }
    sink_.varint(statics_.size());
    for (const Class* klass : statics_) write_class(*klass);
    sink_.varint(memory_.living_);
    for (const auto& thread : memory_.threads_) {
      if (thread->status != Status::none) write_thread(*thread);
    }
  }

  // Names as spell() asks for them. 0 is null; immortals come before objects.
  [[nodiscard]] std::uint64_t ref(Ref ref) const { return ref == 0 ? 0 : places_.at(ref); }
  [[nodiscard]] std::uint64_t guard(Word guard) const { return ref(guard & ~thread_guard) | (guard & thread_guard); }
  [[nodiscard]] std::uint64_t method(Word id) const { return method_places_.at(id); }

 private:
  void gather();
  void gather(Object& object);
  void sort();
  void write_tables();
  void write_words() {
    for (const std::uint64_t word : words_) sink_.varint(word);
    words_.clear();
  }
  void write_object(const Object& object);
  void write_class(const Class& klass);
  void write_thread(const Thread& thread);
  [[nodiscard]] std::uint64_t place_of(const Class& klass) const { return class_places_.at(&klass); }
  [[nodiscard]] std::uint64_t place_of(const AllocationSite& site) const {
    return static_cast<std::uint64_t>(std::lower_bound(sites_.begin(), sites_.end(), site, before) - sites_.begin());
  }
  static bool before(const AllocationSite& one, const AllocationSite& other) { return java::comes_before(one, other); }

  Memory& memory_;
  Environment& environment_;
  base::ByteSink& sink_;
  std::vector<const Class*> classes_;
  std::vector<const Method*> methods_;
  std::vector<AllocationSite> sites_;
  std::vector<Ref> immortals_;  // that are referred to, or changed
  std::vector<Ref> objects_;
  std::vector<Ref> changed_;  // immortals
  std::vector<const Class*> statics_;
  std::unordered_map<const Class*, std::uint32_t> class_places_;
  std::unordered_map<std::uint32_t, std::uint32_t> method_places_;  // by id
  std::unordered_map<Ref, std::uint64_t> places_;
  std::vector<std::uint64_t> words_;
};

void Memory::Writer::gather() {
  const auto reach = [&](Ref ref) {
    if (ref != 0 && memory_.places_[ref]->immortal) immortals_.push_back(ref);
  };
  objects_ = memory_.live_;
  for (const std::uint32_t e : memory_.roots_) {
    const Entity& entity = memory_.entities_[e];
    if (entity.is == Entity::Is::klass) {
      Class& klass = *memory_.classes[entity.index];
      if (memory_.is_base(klass)) continue;
      statics_.push_back(&klass);
      classes_.push_back(&klass);
      each_name(klass, reach);
    } else if (!memory_.is_base(*memory_.places_[entity.index])) {
      changed_.push_back(entity.index);
      immortals_.push_back(entity.index);
    }
  }
  for (const auto& list : {objects_, changed_}) {
    for (const Ref ref : list) {
      Object& object = *memory_.places_[ref];
      gather(object);
      each_name(object, reach);
    }
  }
  for (const auto& thread : memory_.threads_) {
    if (thread->status == Status::none) continue;
    each_ref(*thread, reach);
    for (const Frame& frame : thread->frames) methods_.push_back(frame.method);
  }
  for (const AllocationSite& site : sites_) {
    if (site.method != nullptr) methods_.push_back(site.method);
  }
  for (const Method* method : methods_) classes_.push_back(method->owner);
}

void Memory::Writer::gather(Object& object) {
  if (!object.immortal) {
    classes_.push_back(object.klass);
    sites_.push_back(memory_.names_.spelled(object.place).site);
  }
  if (!object.klass->holds_methods) return;
  for (std::uint32_t i = 0; i < object.length; i += 2) methods_.push_back(memory_.methods[object.data()[i]]);
}

namespace {

template <typename T, typename Order>
void sort_once(std::vector<T>& all, const Order& order) {
  std::sort(all.begin(), all.end(), order);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

void Memory::Writer::sort() {
  const auto by_class = [](const Class* a, const Class* b) { return a->name < b->name; };
  const auto by_name = [&](Ref a, Ref b) { return memory_.names_.comes_before(a, b); };
  sort_once(classes_, by_class);
  sort_once(statics_, by_class);
  sort_once(methods_, [](const Method* a, const Method* b) {
    return std::tie(a->owner->name, a->name, a->descriptor) < std::tie(b->owner->name, b->name, b->descriptor);
  });
  sort_once(sites_, before);
  sort_once(immortals_, by_name);
  sort_once(changed_, by_name);
  sort_once(objects_, by_name);
  for (const Class* klass : classes_) class_places_.emplace(klass, class_places_.size());
  for (const Method* method : methods_) method_places_.emplace(method->id, method_places_.size());
  for (const Ref ref : immortals_) places_.emplace(ref, places_.size() + 1);
  for (const Ref ref : objects_) places_.emplace(ref, places_.size() + 1);
}

void Memory::Writer::write_tables() {
  sink_.varint(classes_.size());
  for (const Class* klass : classes_) sink_.text(klass->name);
  sink_.varint(methods_.size());
  for (const Method* method : methods_) {
    sink_.varint(place_of(*method->owner));
    sink_.text(method->name);
    sink_.text(method->descriptor);
  }
  sink_.varint(sites_.size());
  for (const AllocationSite& site : sites_) {
    sink_.varint(site.method == nullptr ? 0 : method(site.method->id) + 1);
    sink_.varint(site.place);
  }
  sink_.varint(immortals_.size());
  for (const Ref ref : immortals_) {
    const bool base = memory_.names_.is_base(ref);
    sink_.u8(base ? 1 : 0);
    if (base) {
      sink_.varint(ref);
    } else {
      environment_.describe(ref, sink_);
    }
  }
  sink_.varint(objects_.size());
  for (const Ref ref : objects_) {
    const Object& object = *memory_.places_[ref];
    const Names::Spelled name = memory_.names_.spelled(ref);
    sink_.varint(0);  // see Reader::read_object()
    sink_.varint(place_of(name.site));
    sink_.varint(name.number);
    sink_.varint(place_of(*object.klass));
    if (object.klass->is_array()) sink_.varint(object.length);
  }
}

void Memory::Writer::write_object(const Object& object) {
  sink_.varint(object.monitor);
  sink_.u8(static_cast<std::uint8_t>(object.marks()));
  spell(object, *this, words_);
  write_words();
}

void Memory::Writer::write_class(const Class& klass) {
  sink_.varint(place_of(klass));
  sink_.u8(static_cast<std::uint8_t>(klass.init));
  sink_.varint(klass.init_thread);
  spell(klass, *this, words_);
  write_words();
}

void Memory::Writer::write_thread(const Thread& thread) {
  sink_.varint(thread.number);
  sink_.u8(static_cast<std::uint8_t>(thread.status));
  sink_.varint(thread.flags);
  sink_.varint(ref(thread.object));
  sink_.varint(ref(thread.waits_on));
  sink_.varint(thread.entries);
  sink_.varint(thread.elapsed);
  sink_.varint(thread.frames.size());
  for (const Frame& frame : thread.frames) {
    sink_.varint(method(frame.method->id));
    sink_.varint(frame.pc);
    sink_.varint(frame.flags);
    sink_.varint(ref(frame.lock));
    sink_.varint(frame.depth);
    spell(thread, frame, *this, words_);
    write_words();
  }
}

void Memory::write(Environment& environment, base::ByteSink& sink) { Writer(*this, environment, sink).run(); }

}  // namespace waymark::java
