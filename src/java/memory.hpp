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
// Objects that exist when the program starts are *immortal*: they have no entity until they are first written.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "java/klass.hpp"
#include "model/fingerprint.hpp"
#include "model/model.hpp"
#include "model/pools.hpp"

namespace waymark::java {

struct Object {
  Class* klass = nullptr;
  Ref place = 0;
  std::uint32_t length = 0;   // of an array
  std::uint32_t words = 0;    // of data
  std::uint32_t entity = 0;   // 0: an immortal that was never written
  std::uint32_t monitor = 0;  // thread that holds it, and one more; times entered from bit 8 on
  bool escaped = false;       // another thread may reach it
  bool frozen = false;        // an array that nobody writes any more
  bool immortal = false;
  bool listed = false;  // waits to be packed
  bool listed_hash = false;
  bool hashed = false;  // hash is up to date and in the sum
  std::uint32_t trace = 0;
  std::uint32_t live = 0;  // place in the list of live objects
  std::uint64_t epoch = 0;
  model::Fingerprint hash;

  [[nodiscard]] Word* data() { return reinterpret_cast<Word*>(this + 1); }
  [[nodiscard]] const Word* data() const { return reinterpret_cast<const Word*>(this + 1); }
  [[nodiscard]] std::uint32_t owner() const { return monitor & 0xFF; }
  [[nodiscard]] std::uint32_t entries() const { return monitor >> 8; }
};

struct Frame {
  Method* method = nullptr;
  std::uint32_t pc = 0;     // of the call, while another frame stands above
  std::uint32_t base = 0;   // of the local variables, in the thread's words
  std::uint32_t depth = 0;  // of the operand stack
  Ref lock = 0;             // of a synchronized method
  std::uint32_t flags = 0;
  std::uint32_t part = 0;  // numbers in Pools and one more; 0: changed since
  std::uint32_t chain = 0;
  bool hashed = false;
  model::Fingerprint hash;

  static constexpr std::uint32_t again = 1;        // the call below is repeated when this returns
  static constexpr std::uint32_t initializer = 2;  // of its method's class
  static constexpr std::uint32_t drop = 4;         // the result is not wanted
  static constexpr std::uint32_t make = 8;         // a constructor whose object, in `lock`, is the result
  static constexpr std::uint32_t box = 16;         // the result is boxed
  static constexpr std::uint32_t prints = 64;      // its text is printed; the result is the stream, in `lock`
  static constexpr std::uint32_t reflective = 32;  // what is thrown is wrapped
};

enum class Status : std::uint8_t {
  none,  // no such thread
  running,
  waiting,   // in Object.wait
  timed,     // the same, with a time-out
  entering,  // left the wait, needs its monitor again
};

// What a thread is about to do, where others could notice.
struct Pending {
  enum class What : std::uint8_t {
    unknown,  // has to be looked up
    run,      // nothing that could be refused
    enter,    // a monitor
    read,
    write,
    update,  // read and write in one
    join,
    park,
    sleep,
    notify,  // one of several that wait
    choose,  // a number below `count`
    init,    // of a class, perhaps by another thread
    exit,
  };
  What what = What::unknown;
  bool synchronizes = false;  // volatile, atomic
  bool timed = false;
  Ref object = 0;
  Class* klass = nullptr;  // of a static field, or to be initialised
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
};

struct Thread {
  std::uint32_t number = 0;
  std::uint32_t entity = 0;
  // The record: what is not in the frames.
  Status status = Status::none;
  Ref object = 0;  // its java.lang.Thread
  Ref waits_on = 0;
  std::uint32_t entries = 0;  // to its monitor, while it waits
  std::uint32_t flags = 0;

  std::vector<Word> words;
  std::vector<Frame> frames;
  std::uint32_t record_part = 0;
  bool listed = false;
  bool listed_hash = false;
  bool hashed = false;
  model::Fingerprint hash;  // of the record
  std::uint64_t epoch = 0;
  std::uint32_t clean = 0;  // frames below are as they were when the epoch began
  Pending pending;

  static constexpr std::uint32_t permit = 1;
  static constexpr std::uint32_t daemon = 2;
  static constexpr std::uint32_t notified = 4;
  static constexpr std::uint32_t timed_out = 8;
  static constexpr std::uint32_t interrupted = 16;
  static constexpr std::uint32_t hour = 32;  // two bits: how often its clock has leapt, modulo four
  static constexpr std::uint32_t hours = 3 * hour;
  static constexpr std::uint32_t cut = 512;     // stopped in the middle of something nobody else notices
  static constexpr std::uint32_t atomic = 128;  // nobody else runs
  static constexpr std::uint32_t fresh = 256;   // has not run yet

  [[nodiscard]] Frame& top() { return frames.back(); }
  // Its clock: stands still but for the leaps, which time-outs make.
  [[nodiscard]] std::uint32_t clock() const { return (flags & hours) / hour; }
  void leap() { flags = (flags & ~hours) | ((flags + hour) & hours); }
};

class Memory {
 public:
  enum class Symmetry : std::uint8_t { none, site };
  enum class Garbage : std::uint8_t { mark_sweep, none };

  Memory();
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void symmetry(Symmetry symmetry) { symmetry_ = symmetry; }
  void garbage(Garbage garbage) { garbage_ = garbage; }
  void key(const model::Key& key) { key_ = key; }

  // --- objects ---
  [[nodiscard]] Object* at(Ref ref) { return places_[ref]; }
  [[nodiscard]] bool valid(Ref ref) const { return ref < places_.size() && places_[ref] != nullptr; }
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
  [[nodiscard]] Object* allocate(std::uint32_t thread, std::uint32_t site, std::uint64_t site_hash, Class& klass,
                                 std::uint32_t length = 0);
  // Named by what it is; the same in every process.
  [[nodiscard]] Object* allocate_immortal(std::uint64_t name, Class& klass, std::uint32_t length = 0);
  // It and all that can be reached from it.
  void escape(Ref ref);
  [[nodiscard]] std::uint64_t name_of(Ref ref) const { return names_[ref].hash; }

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
  void begin() { ++epoch_; }
  // What every state has done to it before it is looked at: dead words cleared, garbage collected.
  void settle();
  // Garbage within a long step.
  void collect();
  [[nodiscard]] std::size_t live_objects() const { return live_.size(); }

  [[nodiscard]] model::Mark mark();
  void rewind(model::Mark mark);
  [[nodiscard]] model::Packed pack();
  void unpack(std::span<const Word> words);
  [[nodiscard]] model::Fingerprint fingerprint();
  [[nodiscard]] std::uint64_t bytes() const;
  [[nodiscard]] std::uint64_t pool_bytes() const { return pools_.bytes(); }

  // Lookups that unpack() and fingerprints need.
  std::vector<Class*> classes;   // by id
  std::vector<Method*> methods;  // by id

 private:
  struct Name {
    std::uint64_t hash = 0;
    std::uint32_t group = 0;
    std::uint32_t number = 0;
    std::uint32_t entity = 0;
  };
  struct Group {
    std::vector<Ref> places;
    std::vector<std::uint64_t> taken;  // a bit for each
    std::uint32_t low = 0;             // none below is free, in 64s
    std::uint64_t hash = 0;
  };
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

  [[nodiscard]] Object* make(Class& klass, std::uint32_t length, Ref place);
  void release(Object* object);
  void touch_first(Object& object);
  void touch_first(Class& klass);
  void touch_first(Thread& thread);
  void save_frame(Thread& thread, std::uint32_t index);
  std::uint32_t new_entity(Entity::Is is, std::uint32_t index);
  void list(Object& object);
  void list(Thread& thread);
  void list_class(std::uint32_t id);
  void unhash(Object& object);
  void unhash_frame(Frame& frame);
  void unhash_record(Thread& thread);
  void kill(Ref ref);
  void take_number(Ref ref, bool taken);
  void undo_one();
  void undo_born(Object& object);
  void undo_died(Object& object);
  void undo_object(Object& object);
  void undo_class(Class& klass);
  void undo_thread(Thread& thread);
  void relist(Object& object, bool listed);
  void leave_live(const Object& object);
  void enter_live(Object& object);
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
  void forget_journal();

  void mark_ref(Ref ref);
  void trace();
  void mark_object(const Object& object);
  void normalize(Thread& thread);
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
  void hash_object(Object& object);
  void hash_class(const Class& klass);
  void hash_thread(Thread& thread);
  [[nodiscard]] std::uint64_t ref_hash(Ref ref) const { return ref == 0 ? 0 : names_[ref].hash; }
  [[nodiscard]] model::Fingerprint hash_words(std::uint64_t name);

  model::Key key_ = model::Key::quick();
  Symmetry symmetry_ = Symmetry::site;
  Garbage garbage_ = Garbage::mark_sweep;
  base::Budget unlimited_{~std::uint64_t{0} / 2};
  model::Pools pools_{unlimited_};

  std::vector<Object*> places_{nullptr};
  std::vector<Name> names_{{}};
  std::unordered_map<std::uint64_t, std::uint32_t> group_of_;
  std::vector<Group> groups_{{}};
  std::unordered_map<std::uint64_t, Ref> immortal_of_;
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
  std::vector<Entry> journal_;
  std::vector<Word> saved_;
  std::uint32_t trace_ = 0;
  std::vector<Object*> gray_;
  std::vector<Word> scratch_;
  std::vector<std::uint64_t> hash_scratch_;
  std::vector<std::uint32_t> frame_scratch_;
  model::Fingerprint sum_;
  bool hashing_ = false;
};

}  // namespace waymark::java
