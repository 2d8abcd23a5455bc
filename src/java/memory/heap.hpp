// Heap: the objects, classes and threads that a state of a Java program is made of, as they are now, and lists of those
// that changed since the state was last packed or hashed. Lowest of the layers of Memory.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/stop.hpp"
#include "java/memory/names.hpp"
#include "java/memory/object.hpp"
#include "java/memory/thread.hpp"
#include "model/model.hpp"

namespace waymark::java {

// A guard is the place of an object whose monitor, or lock, has to be held; with this, of the Thread one has to be.
inline constexpr Word thread_guard = 0x80000000;

class Heap {
 public:
  Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // Who makes objects, or works for long on them, gives up when this says so (base::Stopped).
  void set_stop(const base::Stop* stop) { stop_ = stop; }
  void poll() const { base::poll(stop_); }
  // Before so many words are made or copied.
  void poll_room(std::uint64_t words) const {
    constexpr std::uint64_t own_words = 16;  // of an object, besides its contents
    since_look_ += words + own_words;
    if (since_look_ < many_words) return poll();
    since_look_ = 0;
    if (stop_ != nullptr) stop_->poll_room(words * sizeof(Word));
  }

  [[nodiscard]] Object* at(Ref ref) { return places_[ref]; }
  // Of any number: null if no object is called so.
  [[nodiscard]] Object* find(Word ref) { return ref < places_.size() ? places_[ref] : nullptr; }
  // An order of all objects, the same in every process.
  [[nodiscard]] bool comes_before(Ref one, Ref other) const { return names_.comes_before(one, other); }
  [[nodiscard]] std::uint64_t site_label(Ref ref) const { return names_.site_label(ref); }
  // Of the whole name.
  [[nodiscard]] std::uint64_t label(Ref ref) const { return names_[ref].label; }
  [[nodiscard]] const Method* maker(Ref ref) const { return names_.maker(ref); }
  // REQUIRES: a maker is known.
  [[nodiscard]] AllocationSite site(Ref ref) const { return names_.spelled(ref).site; }
  // All objects whose monitors could be held.
  template <typename Visit>
  void each_object(const Visit& visit) {
    for (const Ref ref : live_) visit(*places_[ref]);
    for (const std::uint32_t e : roots_) {
      if (entities_[e].is == Entity::Is::object) visit(*places_[entities_[e].index]);
    }
  }

  void add(Class& klass);
  // Has no static initialiser: as good as initialised, in all states.
  void always_initialized(Class& klass);
  [[nodiscard]] bool is_always_initialized(const Class& klass) const {
    return frozen_ && class_bases_[klass.id].init == Class::Init::yes;
  }

  [[nodiscard]] std::vector<std::unique_ptr<Thread>>& threads() { return threads_; }
  [[nodiscard]] std::uint32_t living() const { return living_; }
  [[nodiscard]] bool frozen() const { return frozen_; }

  std::vector<Class*> classes;   // by id
  std::vector<Method*> methods;  // by id

 protected:
  struct Entity {
    enum class Is : std::uint8_t { object, klass, thread } is = Is::object;
    std::uint32_t index = 0;
  };
  struct Base {
    std::vector<Word> data;
    std::uint32_t monitor = 0;
  };
  struct ClassBase {
    Class::Init init = Class::Init::no;
    std::vector<Word> statics;
  };

  static constexpr std::uint64_t many_words = 1u << 18;  // worth asking whether there is room

  ~Heap();

  [[nodiscard]] static std::uint64_t data_words(const Class& klass, std::uint32_t length);
  [[nodiscard]] Object* make(Class& klass, std::uint32_t length, Ref place);
  void release(Object* object);
  void discard(Object& object);
  std::uint32_t new_entity(Entity::Is is, std::uint32_t index);
  void list(Object& object);
  void list(Thread& thread);
  void list_class(std::uint32_t id);
  void relist(Object& object, bool listed);
  void unhash(Object& object) {
    if (object.hashed) sum_ -= object.hash;
    object.hashed = false;
  }
  void unhash_frame(Frame& frame) {
    if (frame.hashed) sum_ -= frame.hash;
    frame.hashed = false;
  }
  void unhash_record(Thread& thread) {
    if (thread.hashed) sum_ -= thread.hash;
    thread.hashed = false;
  }
  void leave_live(const Object& object);
  void enter_live(Object& object);
  void set_init(Class& klass, Class::Init state, std::uint32_t thread);
  [[nodiscard]] bool is_base(const Object& object);
  [[nodiscard]] bool is_base(const Class& klass) const;
  [[nodiscard]] Thread& slot(std::uint32_t number);
  void clear_thread(Thread& thread);

  const base::Stop* stop_ = nullptr;
  mutable std::uint64_t since_look_ = 0;  // words made since it was last asked whether there is room

  std::vector<Object*> places_{nullptr};
  Names names_;
  std::vector<Ref> live_;
  std::vector<std::vector<Object*>> spare_;  // by size
  std::uint64_t object_bytes_ = 0;

  std::vector<Entity> entities_{{}};
  std::vector<std::uint32_t> roots_;  // classes and immortals that were ever written
  std::vector<Word> state_{0};
  std::vector<std::uint32_t> dirty_;       // entities to be packed
  std::vector<std::uint32_t> dirty_hash_;  // and hashed
  std::vector<std::uint8_t> class_listed_;
  std::vector<std::uint8_t> class_listed_hash_;
  std::vector<std::uint8_t> class_hashed_;
  std::vector<model::Fingerprint> class_hash_;

  std::vector<std::unique_ptr<Thread>> threads_;
  std::uint32_t living_ = 0;

  bool frozen_ = false;
  std::unordered_map<Ref, Base> bases_;  // immortals that were written, as they were
  std::vector<ClassBase> class_bases_;

  model::Fingerprint sum_;  // of the hashes of all parts that have one
  bool hashing_ = false;
};

}  // namespace waymark::java
