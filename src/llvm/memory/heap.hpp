// Heap: the objects of a state: how they are named, made and ended, and their contents. Lowest layer of Memory.
//
// An object is named by the thread and the place in the code that made it, and by the smallest number that is free
// among those of them that are there. A reference is a name's number in this process; it never enters a fingerprint.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/stop.hpp"
#include "containers/words.hpp"
#include "llvm/memory/object.hpp"
#include "llvm/memory/undo_log.hpp"

namespace waymark::llvm {

using containers::Word;

enum class Access : std::uint8_t {
  fine,
  part_of_pointer,    // some bytes of an address
  unaligned_pointer,  // an address goes to memory that is not aligned
};

class Heap {
 public:
  static constexpr std::uint64_t most_bytes = 1u << 28;  // of an object
  static constexpr std::uint32_t most_threads = llvm::most_threads;
  static constexpr std::uint32_t most_alike = 1u << 20;  // objects of a thread and place

  explicit Heap(std::shared_ptr<const Program> program);
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  void set_stop(const base::Stop* stop) { stop_ = stop; }
  void poll() const { base::poll(stop_); }
  // Whether blocks of the heap leave the state when nothing refers to them. They do, unless leaks are judged.
  void set_collecting(bool collects) { collects_ = collects; }

  [[nodiscard]] const Program& program() const { return *program_; }
  // Nothing, if it is no object or is not there.
  [[nodiscard]] Object* at(Reference reference) {
    if (reference < objects_.size()) [[likely]]
      return objects_[reference];
    if (is_constant(reference) && !is_function(reference)) return &constants_[index_of(reference)];
    return nullptr;
  }
  // The thread-local variable of a thread; made when it is first needed.
  [[nodiscard]] Reference thread_local_of(std::uint32_t thread, std::uint32_t global);
  // 0 if there are too many.
  [[nodiscard]] Reference make(ObjectKind kind, std::uint32_t thread, std::uint32_t site, std::uint64_t size,
                               bool zeroed);
  void end(Object& object, Life life);
  // A freed block is handed out again, under its old name: pointers to it are good again.
  void revive(Object& tomb, std::uint64_t size, bool zeroed);
  // Blocks that were freed and are still referred to, in the order of their names.
  void freed_blocks(std::vector<Reference>& out) const;
  // Its scope is entered: it has no value.
  void enter(Object& object);
  // As if it had never been. REQUIRES: nothing refers to it.
  void discard(Object& object);
  // Only its thread comes to it from now on.
  void unshare(Object& object);
  // From now on others may come to it and to what it leads to.
  void share(Reference reference);

  // REQUIRES: the bytes are within the object, which lives; no more than 8.
  [[nodiscard]] Access read(const Object& object, std::uint64_t offset, unsigned bytes, Value& out) const;
  [[nodiscard]] Access write(Object& object, std::uint64_t offset, unsigned bytes, const Value& value);
  // Of many bytes; addresses stay addresses if both places are aligned alike.
  [[nodiscard]] Access copy(Object& to, std::uint64_t at, const Object& from, std::uint64_t offset,
                            std::uint64_t bytes);
  [[nodiscard]] Access fill(Object& to, std::uint64_t at, const Value& byte, std::uint64_t bytes);

  // How many cells hold its address.
  [[nodiscard]] std::uint32_t references(Reference reference) const { return references_[reference]; }
  template <typename Visit>
  void each_object(const Visit& visit) {
    for (Object* object : objects_) {
      if (object != nullptr) visit(*object);
    }
  }

  // A name is made of these, the same in every process.
  struct Name {
    std::uint32_t thread = 0;
    std::uint32_t site = 0;
    std::uint32_t number = 0;
    friend auto operator<=>(const Name&, const Name&) = default;
  };
  [[nodiscard]] const Name& name(Reference reference) const { return names_[reference]; }
  // All in one number, of whatever a reference is to.
  [[nodiscard]] std::uint64_t label(Reference reference) const;
  [[nodiscard]] std::uint32_t sites() const { return static_cast<std::uint32_t>(program_->sites.size()); }
  [[nodiscard]] std::uint32_t site_count() const {
    return sites() + static_cast<std::uint32_t>(program_->globals.size());
  }

 protected:
  struct Entity {
    bool is_thread = false;
    std::uint32_t index = 0;  // of the thread
  };

  ~Heap();

  [[nodiscard]] Reference reference(const Name& name);
  std::uint32_t new_entity(bool is_thread, std::uint32_t index);
  [[nodiscard]] Object& create(Reference reference, ObjectKind kind, std::uint64_t size, std::uint64_t cells);
  void release(Object& object);
  void set_cell(Object& object, std::uint64_t index, const Value& value);
  void put_cell(Object& object, std::uint64_t index, const Value& value);
  void touch(Object& object);
  void forget_cells(const Object& object) {
    for (const Value& cell : object.cells) count(cell.object, ~0u);
  }
  void save_whole(const Object& object);
  void undo_cell(std::uint64_t who);
  void undo_whole(std::uint64_t who);
  void entomb(Object& object);
  void count(Reference reference, std::uint32_t by) {
    if (!is_object(reference)) return;
    references_[reference] += by;
    if (references_[reference] != 0) return;
    // It may have to leave the state.
    const Object* const object = objects_[reference];
    if (object != nullptr && (object->entombed || object->kind == ObjectKind::heap)) tombs_.push_back(reference);
  }
  [[nodiscard]] bool is_initial(const Object& object) const;

  std::shared_ptr<const Program> program_;
  const base::Stop* stop_ = nullptr;
  std::vector<Object*> objects_{nullptr};     // by reference
  std::vector<std::uint32_t> references_{0};  // cells that hold its address
  std::vector<Object> constants_;
  std::vector<Name> names_{{}};
  std::unordered_map<std::uint64_t, std::vector<Reference>> families_;  // by thread and site
  std::vector<std::vector<Object*>> spare_;                             // by cells
  std::vector<Reference> sharing_;
  std::vector<Value> copied_;
  std::uint64_t object_bytes_ = 0;

  std::vector<Entity> entities_{{}};
  std::vector<Word> state_{0};
  std::vector<std::uint32_t> dirty_;
  std::vector<std::uint32_t> dirty_hash_;
  std::vector<Reference> tombs_;  // those that have ended, and others that may be lost; some twice
  UndoLog log_;
  model::Fingerprint sum_;
  bool hashing_ = false;
  bool collects_ = true;
};

}  // namespace waymark::llvm
