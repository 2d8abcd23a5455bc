// Canonical names: before a state is looked at, the objects that were made at one place in the code are numbered in the
// order in which the threads and the static fields lead to them. Who made an object, and what has been made and lost
// before, makes no difference then. Objects whose identity hash codes are known keep their numbers, and the others take
// those between.
//
// An object that gets another name dies under its old one and is born under its new one, so the undo log, packing and
// fingerprints know nothing of this. The walk over all that is alive is also the one that finds garbage.
#include <algorithm>

#include "java/memory/roots.hpp"

namespace waymark::java {

void Collector::order_roots() {
  if (ordered_roots_.size() == roots_.size()) return;
  ordered_roots_ = roots_;
  const auto label = [&](const Entity& entity) {
    return entity.is == Entity::Is::klass ? mix_labels(classes[entity.index]->label, 5) : names_[entity.index].label;
  };
  // By labels; where these are equal, classes by their names come before objects.
  std::sort(ordered_roots_.begin(), ordered_roots_.end(), [&](std::uint32_t one, std::uint32_t other) {
    const Entity& a = entities_[one];
    const Entity& b = entities_[other];
    if (label(a) != label(b)) return label(a) < label(b);
    if (a.is != b.is) return a.is == Entity::Is::klass;
    if (a.is == Entity::Is::klass) return classes[a.index]->name < classes[b.index]->name;
    return names_.comes_before(a.index, b.index);
  });
}

void Collector::order_objects() {
  order_.clear();
  order_roots();
  ++trace_;
  const auto reach = [&](Ref ref) {
    if (ref == 0) return;
    Object* object = places_[ref];
    if (object->immortal || object->trace == trace_) return;
    object->trace = trace_;
    order_.push_back(object);
  };
  each_start(ordered_roots_, reach);
  for (std::size_t i = 0; i < order_.size(); ++i) each_name(*order_[i], reach);
  if (order_.size() != live_.size()) sweep();
}

// False: all of them have their numbers already.
bool Collector::number_objects() {
  renamed_.resize(names_.size(), 0);
  next_number_.assign(names_.groups(), 0);
  bool any = false;
  for (const Object* object : order_) {
    const Ref ref = object->place;
    renamed_[ref] = ref;
    if (object->pinned) continue;
    Ref target = 0;
    do {
      target = names_.sibling(ref, next_number_[names_[ref].group]++);
    } while (target < places_.size() && places_[target] != nullptr && places_[target]->pinned);
    renamed_[ref] = target;
    any = any || target != ref;
  }
  places_.resize(names_.size(), nullptr);
  return any;
}

void Collector::canonicalize() {
  order_objects();
  if (!number_objects()) return;
  const auto changes = [&](Ref ref) { return ref != 0 && !places_[ref]->immortal && renamed_[ref] != ref; };
  const auto rename = [&](Word& ref) {
    if (changes(ref)) ref = renamed_[ref];
  };
  const auto rename_all = [&](auto& holder) {
    bool any = false;
    const auto look = [&](Ref ref) { any = any || changes(ref); };
    each_name(holder, look);
    if (!any) return;
    touch(holder);
    each_name(holder, rename);
  };
  for (const auto& thread : threads_) {
    if (thread->status != Status::none) rename_in_thread(*thread, changes, rename);
  }
  each_root(ordered_roots_, rename_all, rename_all);
  for (Object* object : order_) {
    if (renamed_[object->place] == object->place) rename_all(*object);
  }
  moved_.clear();
  for (Object* object : order_) {
    if (renamed_[object->place] != object->place) moved_.push_back(object);
  }
  // References are translated before the places they name are given up.
  contents_.clear();
  for (Object* object : moved_) {
    const std::size_t begin = contents_.size();
    contents_.insert(contents_.end(), object->data(), object->data() + object->words);
    each_name(*object, rename);
    std::swap_ranges(object->data(), object->data() + object->words,
                     contents_.begin() + static_cast<std::ptrdiff_t>(begin));
  }
  for (const Object* object : moved_) kill(object->place);
  std::size_t begin = 0;
  for (const Object* old : moved_) {
    const Ref target = renamed_[old->place];
    names_.mark(target, true);
    Object* object = bear(*old->klass, old->length, target);
    object->monitor = old->monitor;
    object->escaped = old->escaped;
    object->frozen = old->frozen;
    std::copy_n(contents_.begin() + static_cast<std::ptrdiff_t>(begin), object->words, object->data());
    begin += object->words;
  }
}

template <typename Changes, typename Rename>
void Collector::rename_in_thread(Thread& thread, const Changes& changes, const Rename& rename) {
  rename(thread.pending.object);
  rename(thread.pending.also);
  std::size_t lowest = thread.frames.size();
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    each_ref(thread, thread.frames[i], [&](Ref ref) { lowest = changes(ref) ? i : lowest; });
  }
  if (lowest == thread.frames.size() && !changes(thread.object) && !changes(thread.waits_on)) return;
  touch(thread);
  for (; thread.clean > lowest; --thread.clean) save_frame(thread, thread.clean - 1);
  rename(thread.object);
  rename(thread.waits_on);
  for (std::size_t i = lowest; i < thread.frames.size(); ++i) each_ref(thread, thread.frames[i], rename);
}

}  // namespace waymark::java
