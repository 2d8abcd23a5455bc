#include "llvm/memory/heap.hpp"

#include <algorithm>

namespace waymark::llvm {

namespace {

constexpr std::uint32_t nobody = 0xffff;  // whom globals belong to
constexpr std::size_t most_spare = 64;

// All of its cells.
void clear(Object& object, bool zeroed) {
  for (std::uint64_t i = 0; i < object.cells.size(); ++i) {
    const std::uint64_t bytes = std::min<std::uint64_t>(8, object.size - i * 8);
    object.cells[i] = zeroed ? Value{} : undefined_value(static_cast<unsigned>(bytes) * 8);
  }
}

}  // namespace

Heap::Heap(std::shared_ptr<const Program> program) : program_(std::move(program)), spare_(most_spare + 1) {
  constants_.resize(program_->constant_globals.size());
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    const DecodedGlobal& global = program_->globals[program_->constant_globals[i]];
    constants_[i].reference = constant_bit | static_cast<Reference>(i);
    constants_[i].kind = global.defined ? ObjectKind::constant : ObjectKind::missing;
    constants_[i].size = global.size;
    constants_[i].cells = global.cells;
    constants_[i].shared = true;
  }
  for (const std::uint32_t number : program_->variables) {
    const DecodedGlobal& global = program_->globals[number];
    const Reference ref = new_entity(false, 0);
    names_[ref] = {nobody, sites() + number, 0};
    Object& object = create(ref, ObjectKind::global, global.size, global.cells.size());
    object.shared = true;
    for (std::size_t i = 0; i < global.cells.size(); ++i) object.cells[i] = global.cells[i];
  }
  for (const std::uint32_t number : program_->variables) {
    for (const Value& cell : program_->globals[number].cells) count(cell.object, 1);
  }
}

Heap::~Heap() {
  for (Object* object : objects_) delete object;
  for (auto& list : spare_) {
    for (Object* object : list) delete object;
  }
}

std::uint64_t Heap::label(Reference reference) const {
  if (reference == 0) return 0;
  if (is_function(reference)) return std::uint64_t{0xffff} << 48 | index_of(reference);
  if (is_constant(reference)) return std::uint64_t{0xfffe} << 48 | index_of(reference);
  const Name& name = names_[reference];
  return (std::uint64_t{name.thread} + 1) << 44 | std::uint64_t{name.site} << 20 | name.number;
}

std::uint32_t Heap::new_entity(bool is_thread, std::uint32_t index) {
  entities_.push_back({is_thread, index});
  state_.push_back(0);
  objects_.push_back(nullptr);
  references_.push_back(0);
  names_.emplace_back();
  return static_cast<std::uint32_t>(entities_.size() - 1);
}

Reference Heap::reference(const Name& name) {
  std::vector<Reference>& family = families_[std::uint64_t{name.thread} << 32 | name.site];
  while (family.size() <= name.number) {
    const Reference fresh = new_entity(false, 0);
    names_[fresh] = {name.thread, name.site, static_cast<std::uint32_t>(family.size())};
    family.push_back(fresh);
  }
  return family[name.number];
}

Object& Heap::create(Reference reference, ObjectKind kind, std::uint64_t size, std::uint64_t cells) {
  Object* object = nullptr;
  auto& list = spare_[std::min<std::uint64_t>(cells, most_spare)];
  if (cells < most_spare && !list.empty()) {
    object = list.back();
    list.pop_back();
  } else {
    if (cells * sizeof(Value) > (1u << 16) && stop_ != nullptr) stop_->poll_room(cells * sizeof(Value));
    object = new Object;
    object->cells.resize(cells);
    object_bytes_ += sizeof(Object) + cells * sizeof(Value);
  }
  object->reference = reference;
  object->kind = kind;
  object->life = Life::live;
  object->shared = false;
  object->size = size;
  object->hashed = object->entombed = false;
  object->listed = object->listed_hash = false;
  objects_[reference] = object;
  if (kind == ObjectKind::heap) tombs_.push_back(reference);  // until something refers to it
  touch(*object);
  return *object;
}

void Heap::release(Object& object) {
  if (object.hashed) sum_ -= object.hash;
  if (hashing_) dirty_hash_.push_back(object.reference);
  dirty_.push_back(object.reference);
  objects_[object.reference] = nullptr;
  const std::size_t cells = object.cells.size();
  if (cells < most_spare) {
    spare_[cells].push_back(&object);
  } else {
    object_bytes_ -= sizeof(Object) + cells * sizeof(Value);
    delete &object;
  }
}

void Heap::touch(Object& object) {
  if (!object.listed) {
    object.listed = true;
    dirty_.push_back(object.reference);
  }
  if (!hashing_) return;
  if (object.hashed) sum_ -= object.hash;
  object.hashed = false;
  if (object.listed_hash) return;
  object.listed_hash = true;
  dirty_hash_.push_back(object.reference);
}

Reference Heap::make(ObjectKind kind, std::uint32_t thread, std::uint32_t site, std::uint64_t size, bool zeroed) {
  if (size > most_bytes) return 0;
  std::vector<Reference>& family = families_[std::uint64_t{thread} << 32 | site];
  std::uint32_t number = 0;
  while (number < family.size() && objects_[family[number]] != nullptr) ++number;
  if (number >= most_alike) return 0;
  const Reference ref = reference({thread, site, number});
  clear(create(ref, kind, size, (size + 7) / 8), zeroed);
  log_.close(UndoLog::Tag::made, ref);
  return ref;
}

Reference Heap::thread_local_of(std::uint32_t thread, std::uint32_t global) {
  const std::uint32_t site = sites() + global;
  const std::vector<Reference>& family = families_[std::uint64_t{thread} << 32 | site];
  for (const Reference ref : family) {
    if (objects_[ref] != nullptr && objects_[ref]->life == Life::live) return ref;
  }
  // One of an earlier thread with that number may still be pointed to.
  std::uint32_t number = 0;
  while (number < family.size() && objects_[family[number]] != nullptr) ++number;
  const Reference ref = reference({thread, site, number});
  const DecodedGlobal& it = program_->globals[global];
  Object& object = create(ref, ObjectKind::thread_local_, it.size, it.cells.size());
  for (std::size_t i = 0; i < it.cells.size(); ++i) {
    object.cells[i] = it.cells[i];
    count(it.cells[i].object, 1);
  }
  log_.close(UndoLog::Tag::made, ref);
  return ref;
}

void Heap::save_whole(const Object& object) {
  for (const Value& cell : object.cells) log_.push(cell);
  log_.push(object.cells.size());
  log_.push(object.size);
  log_.push(static_cast<std::uint64_t>(object.life) | static_cast<std::uint64_t>(object.kind) << 8 |
            (object.shared ? 1u << 16 : 0));
  log_.close(UndoLog::Tag::whole, object.reference);
}

// Either it has ended since, or it is no longer there.
void Heap::undo_whole(std::uint64_t who) {
  const auto ref = static_cast<Reference>(who);
  const std::uint64_t flags = log_.pop();
  const std::uint64_t size = log_.pop();
  const std::uint64_t cells = log_.pop();
  Object* object = objects_[ref];
  if (object != nullptr) {
    forget_cells(*object);
    if (object->cells.size() != cells) {
      release(*object);
      object = nullptr;
    }
  }
  if (object == nullptr) object = &create(ref, ObjectKind::heap, size, cells);
  object->size = size;
  object->life = static_cast<Life>(flags & 0xff);
  object->kind = static_cast<ObjectKind>(flags >> 8 & 0xff);
  object->shared = (flags >> 16 & 1) != 0;
  for (std::uint64_t i = cells; i-- > 0;) {
    object->cells[i] = log_.pop_value();
    count(object->cells[i].object, 1);
  }
  if (object->life == Life::freed || object->life == Life::gone) entomb(*object);
  touch(*object);
}

void Heap::entomb(Object& object) {
  if (object.entombed) return;
  object.entombed = true;
  tombs_.push_back(object.reference);
}

void Heap::end(Object& object, Life life) {
  save_whole(object);
  forget_cells(object);
  if (life == Life::left) {
    object.life = life;
    clear(object, false);
    touch(object);
    return;
  }
  const Reference ref = object.reference;
  const ObjectKind kind = object.kind;
  const std::uint64_t size = object.size;
  const bool shared = object.shared;
  release(object);
  Object& tomb = create(ref, kind, size, 0);
  tomb.shared = shared;
  tomb.life = life;
  entomb(tomb);
}

void Heap::revive(Object& tomb, std::uint64_t size, bool zeroed) {
  save_whole(tomb);
  const Reference ref = tomb.reference;
  release(tomb);
  Object& object = create(ref, ObjectKind::heap, size, (size + 7) / 8);
  object.shared = true;
  clear(object, zeroed);
}

void Heap::freed_blocks(std::vector<Reference>& out) const {
  for (const Reference ref : tombs_) {
    const Object* const object = objects_[ref];
    if (object != nullptr && object->kind == ObjectKind::heap && object->life == Life::freed) out.push_back(ref);
  }
  std::sort(out.begin(), out.end(), [&](Reference a, Reference b) { return names_[a] < names_[b]; });
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

void Heap::enter(Object& object) {
  end(object, Life::left);
  object.life = Life::live;
}

void Heap::discard(Object& object) {
  save_whole(object);
  forget_cells(object);
  release(object);
}

void Heap::unshare(Object& object) {
  if (!object.shared) return;
  save_whole(object);
  object.shared = false;
  touch(object);
}

void Heap::share(Reference reference) {
  const auto add = [&](Reference it) {
    if (!is_object(it)) return;
    Object* object = objects_[it];
    if (object == nullptr || object->shared) return;
    object->shared = true;
    log_.close(UndoLog::Tag::shared, it);
    touch(*object);
    sharing_.push_back(it);
  };
  add(reference);
  while (!sharing_.empty()) {
    const Object& object = *objects_[sharing_.back()];
    sharing_.pop_back();
    for (const Value& cell : object.cells) add(cell.object);
  }
}

void Heap::put_cell(Object& object, std::uint64_t index, const Value& value) {
  Value& cell = object.cells[index];
  if (cell.object != value.object) {
    count(cell.object, ~0u);
    count(value.object, 1);
  }
  cell = value;
  touch(object);
}

void Heap::set_cell(Object& object, std::uint64_t index, const Value& value) {
  const Value& old = object.cells[index];
  if (old == value) return;
  log_.push(old.bits);
  log_.push(old.undefined);
  log_.push(old.object | index << 32);
  log_.close(UndoLog::Tag::cell, object.reference);
  put_cell(object, index, value);
  if (object.shared && value.object != 0) share(value.object);
}

void Heap::undo_cell(std::uint64_t who) {
  const std::uint64_t both = log_.pop();
  Value value;
  value.undefined = log_.pop();
  value.bits = log_.pop();
  value.object = static_cast<Reference>(both);
  put_cell(*objects_[who], both >> 32, value);
}

Access Heap::read(const Object& object, std::uint64_t offset, unsigned bytes, Value& out) const {
  const Value& cell = object.cells[offset / 8];
  const unsigned at = static_cast<unsigned>(offset % 8);
  if (bytes == 8 && at == 0) {
    out = cell;
    return Access::fine;
  }
  if (cell.object != 0) return Access::part_of_pointer;
  const std::uint64_t mask = mask_of(bytes * 8);
  out.object = 0;
  out.bits = cell.bits >> (at * 8);
  out.undefined = cell.undefined >> (at * 8);
  if (at + bytes > 8) {
    const Value& next = object.cells[offset / 8 + 1];
    if (next.object != 0) return Access::part_of_pointer;
    out.bits |= next.bits << ((8 - at) * 8);
    out.undefined |= next.undefined << ((8 - at) * 8);
  }
  out.bits &= mask;
  out.undefined &= mask;
  return Access::fine;
}

Access Heap::write(Object& object, std::uint64_t offset, unsigned bytes, const Value& value) {
  const unsigned at = static_cast<unsigned>(offset % 8);
  if (bytes == 8 && at == 0) {
    set_cell(object, offset / 8, value);
    return Access::fine;
  }
  if (value.object != 0) return Access::unaligned_pointer;
  const auto merge = [&](std::uint64_t index, std::uint64_t mask, std::uint64_t bits, std::uint64_t undefined) {
    Value cell = object.cells[index];
    if (cell.object != 0) {  // what is left of an address is no value
      const std::uint64_t left = std::min<std::uint64_t>(8, object.size - index * 8);
      cell = undefined_value(static_cast<unsigned>(left) * 8);
    }
    cell.bits = (cell.bits & ~mask) | (bits & mask);
    cell.undefined = (cell.undefined & ~mask) | (undefined & mask);
    set_cell(object, index, cell);
  };
  const std::uint64_t mask = mask_of(bytes * 8);
  merge(offset / 8, mask << (at * 8), value.bits << (at * 8), value.undefined << (at * 8));
  if (at + bytes > 8) {
    const unsigned shift = (8 - at) * 8;
    merge(offset / 8 + 1, mask >> shift, value.bits >> shift, value.undefined >> shift);
  }
  return Access::fine;
}

Access Heap::copy(Object& to, std::uint64_t at, const Object& from, std::uint64_t offset, std::uint64_t bytes) {
  // First all is read: the two may overlap.
  copied_.clear();
  const bool alike = at % 8 == offset % 8;
  std::uint64_t done = 0;
  while (done < bytes) {
    const std::uint64_t here = offset + done;
    std::uint64_t now = alike ? 8 - here % 8 : 1;
    if (now > bytes - done) now = bytes - done;
    Value value;
    if (const Access access = read(from, here, static_cast<unsigned>(now), value); access != Access::fine)
      return access;
    copied_.push_back(value);
    done += now;
  }
  done = 0;
  for (const Value& value : copied_) {
    const std::uint64_t here = at + done;
    std::uint64_t now = alike ? 8 - here % 8 : 1;
    if (now > bytes - done) now = bytes - done;
    if (const Access access = write(to, here, static_cast<unsigned>(now), value); access != Access::fine) return access;
    done += now;
  }
  return Access::fine;
}

Access Heap::fill(Object& to, std::uint64_t at, const Value& byte, std::uint64_t bytes) {
  Value whole = byte;
  whole.bits = (byte.bits & 0xff) * 0x0101010101010101u;
  whole.undefined = (byte.undefined & 0xff) * 0x0101010101010101u;
  std::uint64_t done = 0;
  while (done < bytes) {
    std::uint64_t now = 8 - (at + done) % 8;
    if (now > bytes - done) now = bytes - done;
    Value value = whole;
    value.bits &= mask_of(static_cast<unsigned>(now) * 8);
    value.undefined &= mask_of(static_cast<unsigned>(now) * 8);
    if (const Access access = write(to, at + done, static_cast<unsigned>(now), value); access != Access::fine) {
      return access;
    }
    done += now;
  }
  return Access::fine;
}

bool Heap::is_initial(const Object& object) const {
  return object.kind == ObjectKind::global &&
         object.cells == program_->globals[program_->variables[object.reference - 1]].cells;
}

}  // namespace waymark::llvm
