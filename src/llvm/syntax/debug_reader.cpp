#include "llvm/syntax/debug_reader.hpp"

#include <algorithm>
#include <charconv>

namespace waymark::llvm {

namespace {

constexpr int most_qualifiers = 200;  // typedefs of typedefs
constexpr std::size_t most_members = 100'000;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

std::uint64_t reference_of(std::string_view value) {
  std::uint64_t number = 0;
  if (value.size() < 2 || value.front() != '!') return no_node;
  const auto [behind, fault] = std::from_chars(value.data() + 1, value.data() + value.size(), number);
  return fault == std::errc() && behind == value.data() + value.size() ? number : no_node;
}

DebugKind kind_of_encoding(std::string_view encoding) {
  if (encoding == "DW_ATE_boolean") return DebugKind::boolean;
  if (encoding == "DW_ATE_signed_char") return DebugKind::character;
  if (encoding == "DW_ATE_unsigned_char" || encoding == "DW_ATE_UTF") return DebugKind::unsigned_character;
  if (encoding == "DW_ATE_signed") return DebugKind::signed_integer;
  if (encoding == "DW_ATE_unsigned") return DebugKind::unsigned_integer;
  if (encoding == "DW_ATE_float") return DebugKind::floating;
  if (encoding == "DW_ATE_complex_float") return DebugKind::complex;
  return DebugKind::unknown;
}

bool is_qualifier(std::string_view tag) {
  return tag == "DW_TAG_typedef" || tag == "DW_TAG_const_type" || tag == "DW_TAG_volatile_type" ||
         tag == "DW_TAG_atomic_type" || tag == "DW_TAG_restrict_type" || tag == "DW_TAG_immutable_type";
}

}  // namespace

// ---------------------------------------------------------------- nodes

std::string_view DebugReader::Node::value(std::string_view name) const {
  for (const Field& field : fields) {
    if (field.name == name) return field.value;
  }
  return {};
}

std::int64_t DebugReader::Node::signed_number(std::string_view name) const {
  const std::string_view digits = value(name);
  std::int64_t number = 0;
  (void)std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::uint64_t DebugReader::Node::number(std::string_view name) const {
  const std::string_view digits = value(name);
  std::uint64_t number = 0;
  (void)std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::uint64_t DebugReader::Node::reference(std::string_view name) const { return reference_of(value(name)); }

std::string DebugReader::Node::text(std::string_view name) const {
  std::string_view raw = value(name);
  if (raw.size() < 2 || raw.front() != '"') return "";
  return unescaped(raw.substr(1, raw.size() - 2));
}

// Splits `[distinct] !DIKind(name: value, ...)` or `!{value, ...}` at its commas. What it does not know is left out.
DebugReader::Node DebugReader::node(std::uint64_t number) const {
  Node made;
  const auto found = offsets_.find(number);
  if (found == offsets_.end() || budget_ == 0) return made;
  const std::string_view all = tokens_.text();
  std::size_t at = found->second;
  if (all.substr(at).starts_with("distinct ")) at += 9;
  if (at >= all.size() || all[at] != '!') return made;
  std::size_t begin = ++at;
  while (at < all.size() && all[at] != '(' && all[at] != '{' && all[at] != '\n') ++at;
  if (at >= all.size() || all[at] == '\n') return made;
  made.kind = all.substr(begin, at - begin);
  begin = ++at;
  std::size_t depth = 0;
  for (; at < all.size(); ++at) {
    const char c = all[at];
    const bool closes = (c == ')' || c == '}') && depth == 0;
    if (closes || (c == ',' && depth == 0)) {
      std::string_view item = trimmed(all.substr(begin, at - begin));
      std::string_view name;
      if (!made.kind.empty()) {
        const std::size_t colon = std::min(item.find(':'), item.size());
        name = item.substr(0, colon);
        item = trimmed(item.substr(std::min(colon + 1, item.size())));
      }
      if (!item.empty()) made.fields.push_back({name, item});
      begin = at + 1;
      if (closes) break;
    }
    if (c == '"') at = std::min(all.find('"', at + 1), all.size() - 1);
    if (c == '(' || c == '{') ++depth;
    if (c == ')' || c == '}') --depth;
  }
  budget_ -= std::min<std::uint64_t>(budget_, at - found->second);
  return made;
}

std::uint64_t DebugReader::note_inline(std::size_t offset) {
  offsets_[next_inline_] = offset;
  return next_inline_++;
}

std::vector<std::uint64_t> DebugReader::list(std::uint64_t number) const {
  std::vector<std::uint64_t> made;
  for (const Field& field : node(number).fields) {
    if (made.size() == most_members) break;
    made.push_back(reference_of(field.value));
  }
  return made;
}

// ---------------------------------------------------------------- asking

std::uint32_t DebugReader::place(std::uint64_t number) {
  if (number == no_node) return 0;
  const auto [known, fresh] = places_.try_emplace(number, static_cast<std::uint32_t>(debug_.places.size()));
  if (fresh) {
    debug_.places.emplace_back();
    wanted_places_.push_back({number, known->second});
  }
  return known->second;
}

std::uint32_t DebugReader::scope(std::uint64_t number) {
  if (number == no_node) return 0;
  const auto [known, fresh] = scopes_.try_emplace(number, static_cast<std::uint32_t>(debug_.scopes.size()));
  if (fresh) {
    debug_.scopes.emplace_back();
    wanted_scopes_.push_back({number, known->second});
  }
  return known->second;
}

std::uint32_t DebugReader::type(std::uint64_t number) {
  if (number == no_node) return 0;
  const auto [known, fresh] = types_.try_emplace(number, static_cast<std::uint32_t>(debug_.types.size()));
  if (fresh) {
    debug_.types.emplace_back();
    wanted_types_.push_back({number, known->second});
  }
  return known->second;
}

std::uint32_t DebugReader::file(std::uint64_t number) {
  if (number == no_node) return 0;
  const auto known = files_.find(number);
  if (known != files_.end()) return known->second;
  const Node found = node(number);
  std::uint32_t index = 0;
  if (found.kind == "DIFile") {
    File made{found.text("filename"), found.text("directory")};
    const auto [place, fresh] =
        file_names_.try_emplace(made.directory + "\n" + made.name, static_cast<std::uint32_t>(debug_.files.size()));
    if (fresh) debug_.files.push_back(std::move(made));
    index = place->second;
  }
  files_[number] = index;
  return index;
}

void DebugReader::describe(std::uint64_t number, Variable& variable) {
  const Node found = node(number);
  if (found.kind != "DILocalVariable") return;
  variable.name = found.text("name");
  variable.type = type(found.reference("type"));
  variable.scope = scope(found.reference("scope"));
  variable.line = static_cast<std::uint32_t>(found.number("line"));
  variable.argument = static_cast<std::uint32_t>(found.number("arg"));
}

void DebugReader::describe(std::uint64_t number, Global& global) {
  Node found = node(number);
  if (found.kind == "DIGlobalVariableExpression") found = node(found.reference("var"));
  if (found.kind != "DIGlobalVariable") return;
  global.source_name = found.text("name");
  global.source_type = type(found.reference("type"));
  global.file = file(found.reference("file"));
  global.line = static_cast<std::uint32_t>(found.number("line"));
  const std::uint64_t within = found.reference("scope");
  const Node around = node(within);
  if (around.kind == "DISubprogram" || around.kind.starts_with("DILexicalBlock")) global.scope = scope(within);
}

// ---------------------------------------------------------------- filling in

void DebugReader::fill_place(std::uint64_t number, std::uint32_t index) {
  const Node found = node(number);
  Place made;
  made.line = static_cast<std::uint32_t>(found.number("line"));
  made.column = static_cast<std::uint32_t>(found.number("column"));
  made.scope = scope(found.reference("scope"));
  made.inlined_at = place(found.reference("inlinedAt"));
  debug_.places[index] = made;
}

void DebugReader::fill_scope(std::uint64_t number, std::uint32_t index) {
  const Node found = node(number);
  Scope made;
  made.file = file(found.reference("file"));
  made.line = static_cast<std::uint32_t>(found.number("line"));
  if (found.kind == "DISubprogram") {
    made.function = found.text("name");
  } else {
    made.parent = scope(found.reference("scope"));
  }
  debug_.scopes[index] = made;
}

void DebugReader::fill_members(const Node& found, DebugType& made) {
  for (const std::uint64_t one : list(found.reference("elements"))) {
    const Node member = node(one);
    if (member.kind == "DIEnumerator") {
      made.enumerators.push_back({member.text("name"), member.signed_number("value")});
    } else if (member.value("tag") == "DW_TAG_member" &&
               member.value("flags").find("Static") == std::string_view::npos) {
      DebugMember part;
      part.name = member.text("name");
      part.type = type(member.reference("baseType"));
      part.offset = member.number("offset");
      part.bits = member.number("size");
      part.bit_field = member.value("flags").find("DIFlagBitField") != std::string_view::npos;
      made.members.push_back(std::move(part));
    }
  }
}

void DebugReader::fill_composite(const Node& found, DebugType& made) {
  const std::string_view tag = found.value("tag");
  made.element = type(found.reference("baseType"));
  if (tag == "DW_TAG_array_type") {
    made.kind = DebugKind::array;
    for (const std::uint64_t one : list(found.reference("elements"))) {
      const Node range = node(one);
      const std::string_view count = range.value("count");
      const bool number = !count.empty() && count.front() != '!';
      made.counts.push_back(number ? range.signed_number("count") : -1);
    }
    return;
  }
  made.kind = tag == "DW_TAG_union_type"         ? DebugKind::union_
              : tag == "DW_TAG_enumeration_type" ? DebugKind::enumeration
                                                 : DebugKind::structure;
  fill_members(found, made);
}

void DebugReader::fill_type(std::uint64_t number, std::uint32_t index) {
  DebugType made;
  Node found = node(number);
  for (int i = 0; i < most_qualifiers && is_qualifier(found.value("tag")); ++i) {
    const std::string_view tag = found.value("tag");
    if (made.name.empty() && tag == "DW_TAG_typedef") made.name = found.text("name");
    made.atomic |= tag == "DW_TAG_atomic_type";
    made.is_volatile |= tag == "DW_TAG_volatile_type";
    const std::uint64_t base = found.reference("baseType");
    if (base == no_node) {
      made.kind = DebugKind::nothing;
      break;
    }
    found = node(base);
  }
  if (made.name.empty()) made.name = found.text("name");
  made.bits = found.number("size");
  const std::string_view tag = found.value("tag");
  if (found.kind == "DIBasicType") {
    made.kind = kind_of_encoding(found.value("encoding"));
  } else if (found.kind == "DICompositeType") {
    fill_composite(found, made);
  } else if (found.kind == "DISubroutineType") {
    made.kind = DebugKind::function;
  } else if (tag == "DW_TAG_pointer_type" || tag == "DW_TAG_reference_type" || tag == "DW_TAG_rvalue_reference_type") {
    made.kind = DebugKind::pointer;
    made.element = type(found.reference("baseType"));
  }
  debug_.types[index] = std::move(made);
}

void DebugReader::finish() {
  while (!wanted_places_.empty()) {
    const Wanted one = wanted_places_.back();
    wanted_places_.pop_back();
    fill_place(one.number, one.index);
  }
  while (!wanted_scopes_.empty()) {
    const Wanted one = wanted_scopes_.back();
    wanted_scopes_.pop_back();
    fill_scope(one.number, one.index);
  }
  while (!wanted_types_.empty()) {
    const Wanted one = wanted_types_.back();
    wanted_types_.pop_back();
    fill_type(one.number, one.index);
  }
  break_cycles();
  for (Place& place : debug_.places) place.file = debug_.scopes[place.scope].file;
}

// Parents of scopes and places of inlining end, whatever the text says: a chain that comes back to itself is cut.
void DebugReader::break_cycles() {
  const auto cut = [](auto& all, auto parent) {
    std::vector<std::uint32_t> seen(all.size(), 0);  // in which walk
    for (std::uint32_t start = 1; start < all.size(); ++start) {
      for (std::uint32_t at = start; at != 0 && (seen[at] == 0 || seen[at] == start); at = all[at].*parent) {
        seen[at] = start;
        if (seen[all[at].*parent] == start) all[at].*parent = 0;
      }
    }
  };
  cut(debug_.scopes, &Scope::parent);
  cut(debug_.places, &Place::inlined_at);
}

}  // namespace waymark::llvm
