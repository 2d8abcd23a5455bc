// Memory: the state of a Java program, and everything that is done with states as a whole: undoing, packing, naming,
// collecting garbage, fingerprinting. All costs follow what a step touches and what the program itself has made, never
// what the JDK keeps in its static fields.
//
// A state is made of *entities*: objects, static fields of classes, threads. An entity's number is handed out once per
// process and stays; a packed state is a row of words, one per entity: 0 if it is not there (or is as it was when the
// program started), else the number of its contents in Pools. Going over to another state compares two rows.
//
// An object's place (Ref) stands for its name: (thread that made it, allocation site, smallest number free among the
// live objects of both). A name has the same place whenever it occurs in this process, so references need no
// translation in packed states; fingerprints use the names instead.
//
// Instead, --symmetry canonical names objects anew in each state, by the order in which they are reached
// (canonical.cpp).
//
// Objects that exist when the program starts are *immortal*: they have no entity until they are first written.
//
// For other processes a state is written as names and values (writer.cpp, reader.cpp): all that differs from how the
// program starts, which follows from the program and its options.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "base/bytes.hpp"
#include "base/stop.hpp"
#include "containers/pools.hpp"
#include "java/memory/keyed_names.hpp"
#include "java/memory/names.hpp"
#include "java/memory/object.hpp"
#include "java/memory/thread.hpp"
#include "model/model.hpp"

namespace waymark::java {

// A guard is the place of an object whose monitor, or lock, has to be held; with this, of the Thread one has to be.
inline constexpr Word thread_guard = 0x80000000;

class Environment;

class Memory {
 public:
  enum class Symmetry : std::uint8_t { none, site, canonical };
  enum class Garbage : std::uint8_t { mark_sweep, reference_count, none };

  Memory();
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void symmetry(Symmetry symmetry) { symmetry_ = symmetry; }
  void garbage(Garbage garbage) { garbage_ = garbage; }
  // Before fingerprint() is called for the first time.
  void key(const model::Key& key) {
    key_ = key;
    keyed_.key(key);
  }
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

  // --- objects ---
  [[nodiscard]] Object* at(Ref ref) { return places_[ref]; }
  // Before any write.
  void touch(Object& object) {
    if (object.epoch != epoch_) touch_first(object);
  }
  void touch(Class& klass) {
    if (klass.epoch != epoch_) touch_first(klass);
  }
  void touch(Thread& thread) {
    if (thread.epoch != epoch_) touch_first(thread);
  }
  [[nodiscard]] Object* allocate(std::uint32_t thread, const AllocationSite& site, Class& klass,
                                 std::uint32_t length = 0);
  [[nodiscard]] Object* allocate_immortal(Immortal name, Class& klass, std::uint32_t length = 0);
  // It and all that can be reached from it.
  void escape(Ref ref);
  // An order of all objects, the same in every process.
  [[nodiscard]] bool comes_before(Ref one, Ref other) const { return names_.comes_before(one, other); }
  // What identity hash codes are made of. Stays the same as long as the object lives, which a canonical name does not.
  [[nodiscard]] std::uint64_t identity_of(Ref ref) const {
    return symmetry_ == Symmetry::canonical ? places_[ref]->klass->label : names_[ref].label;
  }
  [[nodiscard]] std::uint64_t site_label(Ref ref) const { return names_.site_label(ref); }
  [[nodiscard]] const Method* maker(Ref ref) const { return names_.maker(ref); }
  void forget_reach() { reach_known_ = false; }
  // Whether a thread other than the one that runs can come by it without help. Within a step it is looked up once, and
  // again after something was shown to others.
  [[nodiscard]] bool reached_by_others(const Object& object, std::uint32_t running);
  // All objects whose monitors could be held.
  template <typename Visit>
  void each_object(const Visit& visit) {
    for (const Ref ref : live_) visit(*places_[ref]);
    for (const std::uint32_t e : roots_) {
      if (entities_[e].is == Entity::Is::object) visit(*places_[entities_[e].index]);
    }
  }

  // --- classes ---
  void add(Class& klass);
  // Has no static initialiser: as good as initialised, in all states.
  void always_initialized(Class& klass);
  [[nodiscard]] bool is_always_initialized(const Class& klass) const {
    return frozen_ && class_bases_[klass.id].init == Class::Init::yes;
  }
  void initialized(Class& klass, Class::Init state, std::uint32_t thread);

  // --- threads ---
  [[nodiscard]] Thread& start_thread(Ref object);
  void end_thread(Thread& thread);
  [[nodiscard]] std::vector<std::unique_ptr<Thread>>& threads() { return threads_; }
  [[nodiscard]] std::uint32_t living() const { return living_; }
  // Makes room for a frame on top; the arguments stand at the end of the one below and become its first words.
  Frame& push_frame(Thread& thread, Method& method, std::uint32_t base);
  void pop_frame(Thread& thread);

  // --- the state as a whole ---
  // All that is there becomes immortal; later states tell only what differs.
  void freeze();
  [[nodiscard]] bool frozen() const { return frozen_; }
  // Before each step: what it touches is noted anew.
  void begin() {
    ++epoch_;
    forget_reach();
  }
  // What every state has done to it before it is looked at: dead words cleared, garbage collected.
  void settle();
  // Garbage within a long step.
  void collect();

  [[nodiscard]] model::Mark mark();
  void rewind(model::Mark mark);
  [[nodiscard]] model::Packed pack();
  void unpack(std::span<const Word> words);
  // See model::CompositeState: of what packed states have at these positions, and of a row of such words.
  [[nodiscard]] bool stands_before(std::uint32_t one, std::uint32_t other) const;
  [[nodiscard]] model::Packed row(std::span<const Word> words);
  [[nodiscard]] std::uint64_t hash_at(std::uint32_t position);
  [[nodiscard]] model::Fingerprint fingerprint();
  // For processes that run the same program with the same options; equal bytes if and only if equal states.
  void write(Environment& environment, base::ByteSink& sink);
  // Stands in that state, forgetting all marks. A stranger's bytes: false, and then unpack() is needed. What it takes
  // for a state can be walked and gone on from, though the program may never come there.
  [[nodiscard]] bool read(Environment& environment, base::ByteSource& source);
  [[nodiscard]] std::uint64_t bytes() const;
  // What packed states share.
  [[nodiscard]] std::uint64_t pool_bytes() const { return pools_.bytes(); }

  // Lookups that unpack() and fingerprints need.
  std::vector<Class*> classes;   // by id
  std::vector<Method*> methods;  // by id

 private:
  struct Entity {
    enum class Is : std::uint8_t { object, klass, thread } is = Is::object;
    std::uint32_t index = 0;
  };
  enum class Undo : std::uint8_t { born, died, object, klass, thread, frame, started };
  struct Entry {
    Undo undo = Undo::born;
    void* what = nullptr;
    std::uint64_t saved = 0;  // where in saved_ it begins
  };

  class Writer;
  class Reader;
  struct Hashes;

  static constexpr std::uint64_t many_words = 1u << 18;  // worth asking whether there is room

  [[nodiscard]] static std::uint64_t data_words(const Class& klass, std::uint32_t length);
  [[nodiscard]] Object* make(Class& klass, std::uint32_t length, Ref place);
  [[nodiscard]] Object* bear(Class& klass, std::uint32_t length, Ref place);
  void release(Object* object);
  void discard(Object& object);
  void touch_first(Object& object);
  void touch_first(Class& klass);
  void touch_first(Thread& thread);
  void save_frame(Thread& thread, std::uint32_t index);
  std::uint32_t new_entity(Entity::Is is, std::uint32_t index);
  void list(Object& object);
  void list(Thread& thread);
  void list_class(std::uint32_t id);
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
  void kill(Ref ref);
  void undo_one();
  void undo_born(Object& object);
  void undo_died(Object& object);
  void undo_object(Object& object);
  void undo_class(Class& klass);
  void undo_thread(Thread& thread);
  void relist(Object& object, bool listed);
  void leave_live(const Object& object);
  void enter_live(Object& object);
  [[nodiscard]] Thread& slot(std::uint32_t number);
  void begin_thread(Thread& thread, Ref object);
  void clear_thread(Thread& thread);
  void undo_frame(Thread& thread);
  void put(Word word) { saved_.push_back(word); }
  void put_hash(const model::Fingerprint& hash);
  Word take() {
    const Word word = saved_.back();
    saved_.pop_back();
    return word;
  }
  model::Fingerprint take_hash();
  void forget_undo_log();

  // The contents of a part, with `names` for what is no number (see spelling.hpp).
  template <typename Naming>
  static void spell(const Object& object, const Naming& names, std::vector<std::uint64_t>& out);
  template <typename Naming>
  static void spell(const Class& klass, const Naming& names, std::vector<std::uint64_t>& out);
  template <typename Naming>
  static void spell(const Thread& thread, const Frame& frame, const Naming& names, std::vector<std::uint64_t>& out);

  // References (see roots.hpp).
  template <typename Visit>
  void each_ref(Thread& thread, const Visit& visit);
  template <typename Visit>
  void each_ref(Thread& thread, Frame& frame, const Visit& visit);
  template <typename Visit>
  void each_ref(Object& object, const Visit& visit);
  template <typename Visit>
  void each_ref(Class& klass, const Visit& visit);
  template <typename Visit>
  void each_guard(Object& object, const Visit& visit);
  template <typename Visit>
  void each_guard(Class& klass, const Visit& visit);
  template <typename Visit>
  static void visit_guard(Word& guard, const Visit& visit);
  template <typename OnClass, typename OnObject>
  void each_root(const std::vector<std::uint32_t>& roots, const OnClass& on_class, const OnObject& on_object);
  void mark_all();
  void sweep_uncounted();
  void canonicalize();
  void order_roots();
  void order_objects();
  template <typename Changes, typename Rename>
  void rename_in_thread(Thread& thread, const Changes& changes, const Rename& rename);
  void normalize(Thread& thread);
  // The number of a part or pair of Pools as states hold it: 0 is none, or no room.
  [[nodiscard]] std::uint32_t named(std::uint32_t number);
  [[nodiscard]] std::uint32_t part(std::span<const Word> words);
  [[nodiscard]] Word pack_object(const Object& object);
  [[nodiscard]] Word pack_class(const Class& klass);
  [[nodiscard]] Word pack_thread(Thread& thread);
  void restore(std::uint32_t entity, Word value);
  void restore_object(Ref ref, Word value);
  void set_init(Class& klass, Class::Init state, std::uint32_t thread);
  void restore_class(Class& klass, Word value);
  void restore_thread(Thread& thread, Word value);
  [[nodiscard]] bool is_base(const Object& object);
  [[nodiscard]] bool is_base(const Class& klass) const;
  [[nodiscard]] model::Fingerprint hash_of(const Object& object);
  [[nodiscard]] model::Fingerprint hash_of(const Class& klass);
  [[nodiscard]] model::Fingerprint hash_of_frame(const Thread& thread, std::size_t i);
  [[nodiscard]] model::Fingerprint hash_of_record(const Thread& thread);
  void hash_object(Object& object);
  void hash_class(const Class& klass);
  void hash_thread(Thread& thread);
  void begin_part() {
    part_.clear();
    part_rest_.clear();
  }
  [[nodiscard]] model::Fingerprint hash_part(PartKind kind);

  model::Key key_ = model::Key::quick();
  KeyedNames keyed_;
  Symmetry symmetry_ = Symmetry::site;
  Garbage garbage_ = Garbage::mark_sweep;
  const base::Stop* stop_ = nullptr;
  mutable std::uint64_t since_look_ = 0;  // words made since it was last asked whether there is room
  base::Budget unlimited_{~std::uint64_t{0} / 2};
  containers::Pools pools_{unlimited_};
  bool full_ = false;  // Pools had no room for some part: what is packed from then on means nothing

  std::vector<Object*> places_{nullptr};
  Names names_;
  std::vector<Ref> live_;
  std::vector<std::vector<Object*>> spare_;  // by size
  std::uint64_t object_bytes_ = 0;

  std::vector<Entity> entities_{{}};
  std::vector<std::uint32_t> roots_;  // classes and immortals that were ever written
  std::vector<Word> state_{0};
  std::vector<Word> packed_;
  std::vector<std::uint32_t> cuts_;
  std::vector<std::uint32_t> dirty_;       // entities to be packed
  std::vector<std::uint32_t> dirty_hash_;  // and hashed
  std::vector<std::uint8_t> class_listed_;
  std::vector<std::uint8_t> class_listed_hash_;
  std::vector<std::uint8_t> class_hashed_;
  std::vector<model::Fingerprint> class_hash_;

  std::vector<std::unique_ptr<Thread>> threads_;
  std::uint32_t living_ = 0;

  bool frozen_ = false;
  struct Base {
    std::vector<Word> data;
    std::uint32_t monitor = 0;
  };
  std::unordered_map<Ref, Base> bases_;  // immortals that were written, as they were
  struct ClassBase {
    Class::Init init = Class::Init::no;
    std::vector<Word> statics;
  };
  std::vector<ClassBase> class_bases_;

  std::uint64_t epoch_ = 1;
  std::vector<Entry> undo_log_;
  std::vector<Word> saved_;
  std::uint32_t trace_ = 0;
  std::uint32_t reach_ = 0;
  bool reach_known_ = false;
  std::vector<Object*> gray_;
  std::vector<std::uint32_t> counts_;  // of references, by place in the list of live objects
  std::vector<Ref> doomed_;
  std::vector<std::uint32_t> ordered_roots_;  // by name
  std::vector<Object*> order_;                // of all live objects
  std::vector<Object*> moved_;
  std::vector<Ref> renamed_;  // by old place
  std::vector<Word> contents_;
  std::vector<Word> scratch_;
  std::vector<std::uint64_t> part_;       // that is being hashed
  std::vector<std::uint64_t> part_rest_;  // the upper halves of the names in it
  std::vector<std::uint32_t> frame_scratch_;
  model::Fingerprint sum_;
  bool hashing_ = false;
};

}  // namespace waymark::java
