#include "promela/syntax/parse_declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "promela/syntax/build.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/limits.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

bool DeclarationParser::at_declaration() {
  switch (peek().kind) {
    case Tok::type:
    case Tok::kw_hidden:
    case Tok::kw_show:
    case Tok::kw_local:
      return true;
    case Tok::name:
      return names_.records.contains(text(peek())) && names_.variable(text(peek())) == nullptr;
    default:
      return false;
  }
}

void DeclarationParser::declaration(DeclaredAs as, Sequence* out, Record* record) {
  Symbol prototype;
  const Token visibility = peek();
  if (accept(Tok::kw_hidden))
    prototype.hidden = true;
  else if (accept(Tok::kw_show))
    prototype.show = true;
  else if (accept(Tok::kw_local))
    prototype.local_hint = true;
  const Token type = peek();
  if (!at(Tok::type) && !(at(Tok::name) && names_.records.contains(text(type)))) {
    if (record != nullptr && at(Tok::name) && text(type) == record->name) {
      fail(type, fmt::format("typedef '{}' cannot contain itself", record->name));
    }
    if (at(Tok::name) && peek(1).kind == Tok::name) {
      fail(type, fmt::format("'{}' is not a type", text(type)));
    }
    fail_expected("a type");
  }
  next();
  if (type.kind == Tok::name) {
    prototype.type.base = BaseType::record;
    prototype.type.record = names_.records.find(text(type))->second;
  } else {
    prototype.type.base = type.type;
  }
  prototype.type.width = natural_width(prototype.type.base);
  if (prototype.type.base == BaseType::mtype) {
    if (accept(Tok::colon)) subtype(prototype.type);
    const bool names = at(Tok::left_brace) || (at(Tok::assign) && peek(1).kind == Tok::left_brace);
    if (names) {
      if (as != DeclaredAs::global) fail(type, "mtype names can only be declared outside of processes and typedefs");
      if (visibility.kind != Tok::type)
        error(visibility, fmt::format("{} means nothing for mtype names", found(visibility)));
      return mtype_names(prototype.type.subtype, type);
    }
  }
  if (prototype.hidden && natural_width(prototype.type.base) == 1) {
    error(visibility, fmt::format("a {} cannot be hidden, as in Spin; a byte can", type_name(prototype.type)));
  }
  do {
    Symbol symbol;
    symbol.type = prototype.type;
    symbol.hidden = prototype.hidden;
    symbol.show = prototype.show;
    symbol.local_hint = prototype.local_hint;
    declarator(as, std::move(symbol), out, record);
  } while (accept(Tok::comma));
}

void DeclarationParser::typedef_() {
  next();
  const Token name = expect(Tok::name, "after 'typedef'");
  check_undeclared(name, names_.records);
  specification_.records.push_back(std::make_unique<Record>());
  Record& record = *specification_.records.back();
  record.name = word(name);
  record.at = name.position;
  const Token open = expect(Tok::left_brace, "before the fields");
  stream_.set_in_sequence(true);
  while (!at(Tok::right_brace)) {
    if (accept(Tok::semicolon)) continue;
    declaration(DeclaredAs::field, nullptr, &record);
    if (!at(Tok::semicolon) && !at(Tok::right_brace)) fail_expected("';', ',' or '}' after a field");
  }
  next();
  stream_.set_in_sequence(false);
  if (record.fields.empty()) error(open, fmt::format("typedef '{}' has no fields", record.name));
  if (record.cells > limits::cells) {
    error(name, fmt::format("typedef '{}' is too large: at most {} values", record.name, limits::cells));
  }
  names_.records.emplace(record.name, &record);
}

// Spin numbers backwards within a list, and a further list goes on above the earlier ones.
void DeclarationParser::mtype_names(const std::string& subtype, const Token& at) {
  accept(Tok::assign);
  const Token open = expect(Tok::left_brace, "before mtype names");
  std::vector<MtypeName*> added;
  while (!this->at(Tok::right_brace)) {
    if (accept(Tok::comma) || accept(Tok::semicolon)) continue;  // commas are optional
    const Token name = expect(Tok::name, "in a list of mtype names");
    const auto kind = names_.kind(text(name));
    if (kind == "an mtype name") {
      error(name, fmt::format("the mtype name '{}' is declared twice", text(name)));
      diagnostics_.note(names_.mtypes.find(text(name))->second->at, "the first time is here");
      continue;
    }
    if (!kind.empty()) fail(name, fmt::format("'{}' is already declared: it is {}", text(name), kind));
    auto entry = std::make_unique<MtypeName>();
    entry->name = word(name);
    entry->subtype = subtype;
    entry->at = name.position;
    added.push_back(entry.get());
    names_.mtypes[entry->name] = entry.get();
    specification_.mtypes.push_back(std::move(entry));
  }
  next();
  if (added.empty()) error(open, "this list has no mtype names");
  const auto total = state_.pending.mtype_sizes[subtype] += added.size();
  if (total > limits::mtype_names) fail(at, fmt::format("an mtype can have at most {} names", limits::mtype_names));
  auto value = static_cast<std::int32_t>(total);
  for (auto* name : added) name->value = value--;
}

void DeclarationParser::check_free(const Token& name, DeclaredAs as, const Record* record) {
  const auto spelled = text(name);
  if (as == DeclaredAs::field) {
    const auto& fields = record->fields;
    if (fields.size() >= limits::fields) {
      fail(name, fmt::format("typedef '{}' has more than {} fields", record->name, limits::fields));
    }
    const auto same = std::find_if(fields.begin(), fields.end(), [&](const Symbol* f) { return f->name == spelled; });
    if (same == fields.end()) return;
    error(name, fmt::format("typedef '{}' has a field '{}' already", record->name, spelled));
    return diagnostics_.note((*same)->at, "it is here");
  }
  const auto kind = names_.kind(spelled);
  if (kind.empty()) return;
  if (spelled == "STDIN") return error(name, "STDIN is not supported: a model has no input");
  if (kind == "predefined") return error(name, fmt::format("'{}' is predefined and cannot be declared", spelled));
  error(name, fmt::format("'{}' is already declared: it is {}", spelled, kind));
  if (const auto* symbol = names_.variable(spelled)) diagnostics_.note(symbol->at, "the declaration is here");
}

void DeclarationParser::declarator(DeclaredAs as, Symbol symbol, Sequence* out, Record* record) {
  expressions_.begin_count();
  const Token name = expect(Tok::name, "in a declaration");
  check_free(name, as, record);
  symbol.name = word(name);
  symbol.at = name.position;
  try {
    bit_width(symbol, name);
    array_size(symbol);
    if (as == DeclaredAs::parameter && symbol.is_array) {
      error(name, fmt::format("parameter '{}' is an array; only single values can be passed", symbol.name));
    }
    if (at(Tok::assign)) {
      if (as == DeclaredAs::parameter) {
        error(peek(), fmt::format("parameter '{}' cannot have an initial value", symbol.name));
      }
      next();
      initializer(symbol, as);
    }
  } catch (const Recover&) {
    install(std::move(symbol), as, name, out, record);  // so that its uses are not faults as well
    throw;
  }
  install(std::move(symbol), as, name, out, record);
}

void DeclarationParser::bit_width(Symbol& symbol, const Token& name) {
  const bool is_unsigned = symbol.type.base == BaseType::unsigned_;
  if (!at(Tok::colon)) {
    if (is_unsigned)
      error(name, fmt::format("unsigned '{}' needs a width: 'unsigned {} : 4'", symbol.name, symbol.name));
    return;
  }
  const Token colon = next();
  const Token width = expect(Tok::number, "of bits after ':'");
  if (!is_unsigned) {
    return error(colon,
                 fmt::format("only an unsigned can have a width, '{}' is {}", symbol.name, type_name(symbol.type)));
  }
  if (width.value < 1 || width.value > 31) return error(width, "an unsigned has a width of 1 to 31 bits");
  symbol.type.width = static_cast<std::uint8_t>(width.value);
}

void DeclarationParser::array_size(Symbol& symbol) {
  if (!at(Tok::left_bracket)) return;
  next();
  const Token start = peek();
  const auto count = constant("an array's size");
  expect(Tok::right_bracket, "after an array's size");
  symbol.is_array = true;
  if (count < 1) {
    error(start, fmt::format("array '{}' has {} elements, expected at least 1", symbol.name, count));
  } else if (count * cells(symbol.type) > limits::cells) {
    error(start, fmt::format("array '{}' is too large: at most {} values", symbol.name, limits::cells));
  } else {
    symbol.count = static_cast<std::uint32_t>(count);
  }
}

// A constant, or as in Spin the name of a variable with a constant initial value.
std::int32_t DeclarationParser::constant(std::string_view what) {
  expressions_.begin_count();
  const Token start = peek();
  const auto expr = expressions_.expression();
  if (const auto value = fold(*expr)) return *value;
  if (const auto* variable = std::get_if<Variable>(&expr->node)) {
    const auto& symbol = variable->ref.last();
    const auto value = symbol.initial != nullptr ? fold(*symbol.initial) : std::nullopt;
    if (value && *value > 0 && !symbol.is_array) return *value;
  }
  error(start, fmt::format("{} must be a constant", what));
  return 1;
}

// Of an array of records: Spin reads constants there, and ignores them.
void DeclarationParser::ignored_values() {
  const bool list = accept(Tok::left_brace);
  do {
    const Token item = peek();
    if (!fold(*expressions_.expression())) error(item, "the initial value of an array of records must be a constant");
  } while (list && accept(Tok::comma));
  if (list) expect(Tok::right_brace, "after an array's list of values");
}

void DeclarationParser::initializer(Symbol& symbol, DeclaredAs as) {
  const Token start = peek();
  const bool late = as == DeclaredAs::local && state_.initialization_done;
  if (symbol.type.base == BaseType::record && symbol.is_array) return ignored_values();
  if (symbol.type.base == BaseType::record) {
    fail(start, fmt::format("'{}' is a record and takes no initial value; its fields can have one in the typedef",
                            symbol.name));
  }
  if (at(Tok::left_bracket)) {
    if (symbol.type.base != BaseType::chan) {
      fail(start, fmt::format("'{}' is {}, only a chan can be given a channel", symbol.name, type_name(symbol.type)));
    }
    if (late) error(start, "a channel can only be made at the start of the process, before its first statement");
    symbol.channel = channel_shape();
    const auto size = std::max<std::int64_t>(symbol.channel->capacity, 1) * symbol.channel->flat_fields * symbol.count;
    if (size > limits::cells)
      error(start, fmt::format("channel '{}' is too large: at most {} values", symbol.name, limits::cells));
    return;
  }
  if (at(Tok::left_brace)) {
    if (!symbol.is_array)
      error(start, fmt::format("'{}' is not an array: expected a single initial value", symbol.name));
    if (late)
      error(start, "a list of values can only be given at the start of the process, before its first statement");
    next();
    do {
      const Token item = peek();
      auto value = expressions_.expression();
      if (!fold(*value)) error(item, "the values in an array's list must be constants");
      symbol.initial_list.push_back(std::move(value));
    } while (accept(Tok::comma));
    const Token close = expect(Tok::right_brace, "after an array's list of values");
    if (symbol.is_array && symbol.initial_list.size() > symbol.count) {
      error(close, fmt::format("array '{}' has {} elements, but {} values are given", symbol.name, symbol.count,
                               symbol.initial_list.size()));
    }
    return;
  }
  expressions_.forget_run();
  symbol.initial = expressions_.expression();
  if (expressions_.saw_run()) error(start, "'run' cannot stand in an initial value; assign it in a statement");
  if (symbol.type.base == BaseType::chan && std::holds_alternative<Number>(symbol.initial->node)) {
    error(start, fmt::format("'{}' is a channel and cannot be given a number", symbol.name));
  }
}

// [capacity] of { types }
std::unique_ptr<ChannelShape> DeclarationParser::channel_shape() {
  auto shape = std::make_unique<ChannelShape>();
  next();
  const Token start = peek();
  const auto capacity = constant("a channel's capacity");
  expect(Tok::right_bracket, "after a channel's capacity");
  if (capacity < 0 || capacity > limits::channel_slots) {
    error(start, fmt::format("a channel's capacity is 0 to {}, not {}", limits::channel_slots, capacity));
  } else {
    shape->capacity = static_cast<std::uint32_t>(capacity);
  }
  expect(Tok::kw_of, "between a channel's capacity and its fields");
  expect(Tok::left_brace, "before a channel's fields");
  std::int64_t flat = 0;
  do {
    shape->fields.push_back(message_field());
    flat = std::min(flat + cells(shape->fields.back()), limits::cells + 1);
  } while (accept(Tok::comma));
  expect(Tok::right_brace, "after a channel's fields");
  shape->flat_fields = static_cast<std::uint32_t>(flat);
  return shape;
}

// What comes after the colon.
void DeclarationParser::subtype(Type& type) {
  const Token name = expect(Tok::name, "of an mtype after ':'");
  type.subtype = word(name);
  state_.pending.subtypes.emplace_back(type.subtype, name);
}

Type DeclarationParser::message_field() {
  const Token token = peek();
  Type type;
  if (accept(Tok::type)) {
    type.base = token.type;
    type.width = natural_width(type.base);
    if (type.base == BaseType::unsigned_)
      error(token, "an unsigned cannot be a field of a channel; byte, short or int can");
    if (at(Tok::colon)) {
      const Token colon = next();
      subtype(type);
      if (type.base != BaseType::mtype) error(colon, fmt::format("only mtype has subtypes, not {}", type_name(type)));
    }
    return type;
  }
  if (!at(Tok::name) || !names_.records.contains(text(token))) {
    if (at(Tok::name)) fail(token, fmt::format("'{}' is not a type", text(token)));
    fail_expected("a type among a channel's fields");
  }
  next();
  type.base = BaseType::record;
  type.width = 0;
  type.record = names_.records.find(text(token))->second;
  if (has_record_array(type)) {
    error(token, fmt::format("typedef '{}' cannot be a message: it has an array of records in it", type.record->name));
  }
  return type;
}

void DeclarationParser::install(Symbol symbol, DeclaredAs as, const Token& name, Sequence* out, Record* record) {
  Symbol& installed = state_.add(std::move(symbol));
  switch (as) {
    case DeclaredAs::global:
      names_.globals.insert_or_assign(installed.name, &installed);
      specification_.globals.push_back(&installed);
      break;
    case DeclaredAs::parameter:
      installed.kind = SymbolKind::parameter;
      installed.process = state_.process;
      state_.process->parameters.push_back(&installed);
      names_.declare_local(installed);
      if (has_record_array(installed.type)) {
        error(name,
              fmt::format("parameter '{}' cannot be passed: its type has an array of records in it", installed.name));
      }
      break;
    case DeclaredAs::local: {
      installed.process = state_.process;
      installed.scope = state_.scope_prefix();
      state_.process->locals.push_back(&installed);
      names_.declare_local(installed);
      out->push_back(make_statement(name.position, Declare{&installed, state_.initialization_done}));
      break;
    }
    case DeclaredAs::field:
      installed.kind = SymbolKind::field;
      installed.owner = record;
      installed.field = static_cast<std::uint32_t>(record->fields.size());
      record->fields.push_back(&installed);
      record->cells = std::min(record->cells + cells(installed), limits::cells + 1);
      if (installed.type.base == BaseType::record && (installed.is_array || has_record_array(installed.type))) {
        record->has_record_array = true;
      }
      break;
  }
}

}  // namespace waymark::promela
