// Collector: which objects a state still reaches, and from where: garbage, what other threads can come by, and names by
// reach (canonical.cpp).
#pragma once

#include "java/memory/undo_log.hpp"

namespace waymark::java {

class Collector : public UndoLog {
 public:
  // Before each step: what it touches is noted anew.
  void begin() {
    ++epoch_;
    forget_reach();
  }
  // What every state has done to it before it is packed or hashed: dead words cleared, garbage collected.
  void settle();
  // Garbage within a long step.
  void collect();
  // It and all that can be reached from it.
  void escape(Ref ref);
  void forget_reach() { reach_known_ = false; }
  // Whether only weak and soft references lead to it (weak.cpp).
  [[nodiscard]] bool is_weakly_reached(Ref ref);
  // All that lead to it, or to what leads to it. REQUIRES: is_weakly_reached(ref).
  void clear_references(Ref ref);
  // Whether a thread other than the one that runs can come by it without help. Within a step it is looked up once, and
  // again after something was shown to others.
  [[nodiscard]] bool reached_by_others(const Object& object, std::uint32_t running);

 protected:
  ~Collector() = default;

  // See roots.hpp.
  template <typename OnClass, typename OnObject>
  void each_root(const std::vector<std::uint32_t>& roots, const OnClass& on_class, const OnObject& on_object);

  std::vector<Word> contents_;  // scratch

 private:
  // What threads and these roots name.
  template <typename Visit>
  void each_start(const std::vector<std::uint32_t>& roots, const Visit& visit);
  void mark_all();
  void mark_strong();
  void sweep();
  void canonicalize();
  [[nodiscard]] bool number_objects();
  void order_roots();
  void order_objects();
  template <typename Changes, typename Rename>
  void rename_in_thread(Thread& thread, const Changes& changes, const Rename& rename);
  void normalize(Thread& thread);

  std::uint32_t trace_ = 0;
  std::uint32_t reach_ = 0;
  bool reach_known_ = false;
  std::vector<Object*> gray_;
  std::vector<std::uint32_t> ordered_roots_;  // by name
  std::vector<Object*> order_;                // of all live objects
  std::vector<Object*> moved_;
  std::vector<Ref> renamed_;                // by old place
  std::vector<std::uint32_t> next_number_;  // by group of names
};

}  // namespace waymark::java
