#include <fmt/format.h>

#include "c/extract/places.hpp"

namespace waymark::c {

std::string grouped(const std::string& index) {
  return index.find(' ') == std::string::npos ? index : fmt::format("({})", index);
}

std::string Place::text() const { return indexed ? fmt::format("{}[{}]{}", before, index, after) : before; }

std::string Places::local_name(const Variable& variable) {
  if (const auto found = locals_.find(&variable); found != locals_.end()) return found->second;
  std::string& name = locals_[&variable];
  name = names_.fresh(variable.name);
  declarations_.push_back({0, outline_.declared(*variable.type, name, variable.at) + ";", variable.at, false});
  return name;
}

Place Places::variable_place(const Variable& variable) {
  Place made;
  made.type = variable.type;
  const bool lasting = outline_.lasts(variable, is_main_);
  made.before = lasting ? outline_.global(variable) : local_name(variable);
  made.local = !lasting;
  made.visible = outline_.analysis.shared(variable);
  made.shared = made.visible && indivisible_ == 0;
  made.key = lasting ? made.before : fmt::format("{}#{}.{}", thread_.name, frames_.back().instance, made.before);
  made.automatic = variable.owner != nullptr && !variable.is_static ? &variable : nullptr;
  made.lives = lifetime(made.automatic);
  return made;
}

Lifetime Places::lifetime(const Variable* automatic) const {
  if (automatic == nullptr) return {};
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i].function == automatic->owner) return {i, automatic->depth};
  }
  return {};  // of another process, which keeps it as long as it is there
}

// What holds an address must not live longer than the object.
void Places::refuse_dangling(const Lifetime& holder, const Region& region, Position at) const {
  if (lifetime(region.automatic) <= holder) return;
  refuse_here(at, fmt::format("the address of '{}' goes where it outlives the function or block that '{}' belongs to; "
                              "declare it outside, or make it static",
                              region.automatic->name, region.automatic->name));
}

Place Places::part(const Place& whole, const Record& record, std::uint32_t field) const {
  Place made = whole;
  const std::string name = "." + outline_.field(record, field);
  (made.indexed ? made.after : made.before) += name;
  made.key += name;
  made.type = record.fields[field].type;
  return made;
}

Place Places::element(const Place& whole, std::uint64_t number) const {
  Place made = whole;
  if (made.indexed) {
    made.before = fmt::format("{}[{}]", made.before, made.index) + made.after;
    made.after.clear();
  }
  made.indexed = true;
  made.index = fmt::format("{}", number);
  made.type = &flat_element(*whole.type);
  return made;
}

// Its first part that is neither a record nor an array: to read it is to see whether the whole is there.
Place Places::scalar_part(Place whole) const {
  while (whole.type->kind == Kind::record || whole.type->kind == Kind::array) {
    whole = whole.type->kind == Kind::record ? part(whole, *whole.type->record, 0) : element(whole, 0);
  }
  const Kind kind = whole.type->kind;
  const char* const inner = kind == Kind::condition ? ".waits[0]"
                            : kind == Kind::barrier ? ".count"
                            : kind == Kind::rwlock  ? ".readers"
                                                    : "";
  (whole.indexed ? whole.after : whole.before) += inner;
  return whole;
}

// a[i], and a[i][j], which is a[i * n + j] here.
Place Places::indexed_place(const Expr& expression) {
  const Expr& array = *expression.args[0];
  Place base = place(array);
  const std::size_t mark = lines_.size();
  Value at = value(*expression.args[1]);
  if (lines_.size() > mark && base.indexed && base.index.find_first_not_of("0123456789") != std::string::npos) {
    const std::string name = temporary();
    lines_.insert(mark, fmt::format("{} = {};", name, base.index), at_);
    base.index = name;
  }
  if (at.shared && (base.shared || base.index_shared)) at = hold(at);
  const std::uint64_t count = array.type->count;
  const bool rows = base.indexed && base.after.empty();  // the index of an outer dimension
  Place made = base;
  made.type = expression.type;
  made.index_shared = base.index_shared || at.shared;
  const bool inside = at.range.within({0, static_cast<std::int64_t>(count) - 1});
  // In the outermost dimension, an index out of range leaves the whole array, which the model sees.
  if (rows && !inside) {
    if (at.shared) at = hold(at);
    need(fmt::format("{0} >= 0 && {0} < {1}", at.at_least(binds_shift), count));
  }
  const std::uint64_t below = flat_count(*expression.type);
  std::string own =
      below == 1 ? at.at_least(rows ? binds_add : binds_or) : fmt::format("{} * {}", at.at_least(binds_mul), below);
  if (at.constant && below > 1) own = fmt::format("{}", at.range.low * static_cast<std::int64_t>(below));
  if (rows) {
    made.index = base.index == "0" ? own : own == "0" ? base.index : fmt::format("{} + {}", base.index, own);
    return made;
  }
  if (base.indexed) {
    const bool fixed = base.index.find_first_not_of("0123456789") == std::string::npos;
    made.before = base.text();
    made.after.clear();
    made.deep = base.deep || !fixed;
  }
  made.indexed = true;
  made.index = own;
  made.count = flat_count(*array.type);
  made.key = base.key + "[]";
  return made;
}

Place Places::pointed(const Value& pointer, const Expr& expression) {
  if (!pointer.region) {
    outline_.unknown = true;
    Place made;
    made.before = "0";
    made.type = expression.type;
    if (!outline_.regions.contains("last pass")) return made;
    refuse_expr(expression, "nothing is known that the pointer could point to");
  }
  const Region& region = *pointer.region;
  if (region.plain) refuse_expr(expression, "the pointer was made of an integer and points to no object");
  const Type& element_type = *region.element;
  if (element_type.name != expression.type->name &&
      !(element_type.kind == expression.type->kind && element_type.bits == expression.type->bits &&
        element_type.is_signed == expression.type->is_signed && element_type.kind == Kind::integer)) {
    refuse_expr(expression,
                fmt::format("an object of type '{}' is used as '{}'", element_type.name, expression.type->name));
  }
  Place made;
  made.before = region.before;
  made.type = expression.type;
  made.visible = region.shared;
  made.shared = made.visible && indivisible_ == 0;
  made.local = region.local;
  made.automatic = region.automatic;
  made.lives = lifetime(region.automatic);
  made.count = region.count;
  made.key = region.before + (region.indexed ? "[]" : "") + region.after;
  if (!region.indexed) {
    if (pointer.element.empty()) {
      const Value held = pointer.shared ? hold(pointer) : pointer;
      need(fmt::format("{} == 1", held.at_least(binds_shift)));
    }
    return made;
  }
  const Value held = pointer.shared && made.shared ? hold(pointer) : pointer;
  made.indexed = true;
  made.index_shared = held.shared;
  made.after = region.after;
  made.index = held.element;
  if (held.element.empty()) {
    const bool plus_one = held.strength == binds_add && held.text.ends_with(" + 1");
    made.index = plus_one ? held.text.substr(0, held.text.size() - 4) : fmt::format("{} - 1", held.at_least(binds_add));
  }
  return made;
}

Place Places::place(const Expr& expression) {
  switch (expression.op) {
    case Op::variable:
      return variable_place(*expression.variable);
    case Op::member: {
      const Place whole = record_place(*expression.args[0]);
      return part(whole, *expression.args[0]->type->record, expression.field);
    }
    case Op::index:
      if (expression.args[0]->type->kind == Kind::array) return indexed_place(expression);
      {
        Value base = value(*expression.args[0]);
        const std::size_t middle = lines_.size();
        Value offset = value(*expression.args[1]);
        if (lines_.size() > middle && !base.constant) base = hold_at(middle, base);
        if (base.shared && offset.shared) base = hold_at(middle, base);
        return pointed(pointer_arithmetic(expression, Op::add, base, offset), expression);
      }
    case Op::deref:
      return pointed(value(*expression.args[0]), expression);
    case Op::convert:
      if (expression.type->kind == expression.args[0]->type->kind) return place(*expression.args[0]);
      refuse_expr(expression, "this is no object");
    case Op::unsupported:
      refuse_here(expression.at, expression.text);
    default:
      refuse_expr(expression, "this is no object");
  }
}

Value Places::read(const Place& from) {
  Value made;
  made.text = from.text();
  made.type = from.type;
  made.range = range_of(*from.type);
  made.shared = from.shared || from.index_shared;
  if (from.type->kind == Kind::pointer) {
    made.region = outline_.target(from.key);
    made.known = made.region.has_value();
    if (made.region) made.range = {0, static_cast<std::int64_t>(made.region->count) + 1};
    if (made.region && made.region->plain) made.range = int_range;
  }
  if (from.type->kind == Kind::thread) made.range = {0, 255};
  return made;
}

Value Places::address(const Expr& expression) {
  const Expr& inner = *expression.args[0];
  if (inner.op == Op::deref) return value(*inner.args[0]);
  if (inner.op == Op::variable && frames_.back().bound.contains(inner.variable)) {
    refuse_expr(expression, "the address of this parameter is not modelled");
  }
  const Place at = place(inner);
  if (at.deep) refuse_expr(expression, "the address of an object with two indices is not modelled");
  if (at.type->kind == Kind::array) refuse_expr(expression, "a pointer to a whole array is not modelled");
  Value made;
  made.type = expression.type;
  made.shared = at.index_shared;
  Region region;
  region.before = at.before;
  region.after = at.after;
  region.indexed = at.indexed;
  region.count = at.indexed ? at.count : 1;
  region.element = at.type;
  region.shared = at.visible;
  region.local = at.local;
  region.automatic = at.automatic;
  made.region = region;
  made.element = at.indexed ? at.index : "0";
  made.constant = made.element.find_first_not_of("0123456789") == std::string::npos;
  if (made.constant) {
    const std::int64_t number_of = std::stoll(made.element) + 1;
    made.text = fmt::format("{}", number_of);
    made.range = {number_of, number_of};
  } else {
    made.text = fmt::format("{} + 1", grouped(made.element));
    made.strength = binds_add;
    made.range = {1, static_cast<std::int64_t>(region.count)};
  }
  return made;
}

void Places::note_target(const Place& to, const Value& value, Position at) {
  if (to.type->kind != Kind::pointer) return;
  const bool null = value.constant && !value.region;
  if (null) return;
  if (!value.region) {
    outline_.unknown = true;
    if (outline_.regions.contains("last pass")) {
      refuse_here(at, fmt::format("nothing is known that '{}' could point to", value.text));
    }
    return;
  }
  refuse_dangling(to.lives, *value.region, at);
  if (value.region->local && !to.local) {
    refuse_here(at, fmt::format("the address of a thread's own variable goes to '{}', which others see", to.text()));
  }
  outline_.points(to.key, *value.region, to.text(), at);
}

void Places::store(const Place& target, Value value, const Expr& because) {
  if (value.shared && (target.shared || target.index_shared)) value = hold(value);
  const Place to = target.shared ? fixed(target) : target;
  note_target(to, value, because.at);
  assign_line(fmt::format("{} = {};", to.text(), value.text));
}

// Member by member, element by element; each is a step of its own if others can see it.
void Places::copy(const Place& to, const Place& from) {
  if (to.type->kind == Kind::record) {
    for (std::uint32_t i = 0; i < to.type->record->fields.size(); ++i) {
      copy(part(to, *to.type->record, i), part(from, *from.type->record, i));
    }
    return;
  }
  if (to.type->kind == Kind::array) {
    for (std::uint64_t i = 0; i < flat_count(*to.type); ++i) copy(element(to, i), element(from, i));
    return;
  }
  Value moved = read(from);
  reads_shared_ = reads_shared_ || moved.shared;
  if (moved.region) note_target(to, moved, at_);
  if (moved.shared && (to.shared || to.index_shared)) moved = hold(moved);
  reads_shared_ = reads_shared_ || to.shared;
  line(fmt::format("{} = {};", to.text(), moved.text));
}

Place Places::record_place(const Expr& expression) {
  if (expression.op != Op::call) return place(expression);
  const Value result = call(expression, true);
  Place made;
  made.before = result.text;
  made.key = result.text;
  made.type = expression.type;
  made.local = true;
  return made;
}

// What an initialiser says; what it leaves out is 0.
void Places::initialise(const Place& to, const Expr* list, bool zeros) {
  const Type& type = *to.type;
  if (list != nullptr && list->op == Op::unsupported) refuse_here(list->at, list->text);
  const bool number_of_a_thread = type.kind == Kind::thread && list != nullptr;
  if (is_synchronisation(type) && type.kind != Kind::record && type.kind != Kind::array && !number_of_a_thread) {
    const Expr* const kind =
        list != nullptr && list->op == Op::list && !list->args.empty() ? list->args[0].get() : nullptr;
    if (kind != nullptr && kind->op == Op::constant && kind->value != 0) {
      refuse_here(list->at, "a mutex that is recursive or checks errors is not modelled; use a plain one");
    }
    return;
  }
  if (type.kind == Kind::record && (list == nullptr || list->op == Op::list)) {
    for (std::uint32_t i = 0; i < type.record->fields.size(); ++i) {
      const bool given = list != nullptr && i < list->args.size();
      initialise(part(to, *type.record, i), given ? list->args[i].get() : nullptr, zeros);
    }
  } else if (type.kind == Kind::record) {
    copy(to, record_place(*list));
  } else if (type.kind == Kind::array) {
    const std::uint64_t below = flat_count(*type.element);
    for (std::uint64_t i = 0; i < type.count; ++i) {
      const bool given = list != nullptr && i < list->args.size();
      const Expr* const inner = given ? list->args[i].get() : nullptr;
      Place one = element(to, i * below);
      if (to.indexed && to.key.ends_with("[]")) {
        one = to;
        one.index = fmt::format("{}", std::stoull(to.index) + i * below);
      }
      one.type = type.element;
      if (!one.key.ends_with("[]")) one.key += "[]";
      if (inner != nullptr || zeros) initialise(one, inner, zeros);
    }
  } else if (list == nullptr) {
    reads_shared_ = reads_shared_ || to.shared;
    if (zeros) line(fmt::format("{} = 0;", to.text()));
  } else {
    const Expr& scalar = list->op == Op::list && list->args.size() == 1 ? *list->args[0] : *list;
    const Value given = value(scalar);
    reads_shared_ = reads_shared_ || given.shared || to.shared;
    note_target(to, given, list->at);
    if (zeros || !given.constant || given.text != "0") line(fmt::format("{} = {};", to.text(), given.text));
  }
}

// The same place, its index read once and for all if others could change it.
Place Places::fixed(Place place) {
  if (!place.index_shared) return place;
  Value index;
  index.text = place.index;
  place.index = hold(index).text;
  place.index_shared = false;
  return place;
}

}  // namespace waymark::c
