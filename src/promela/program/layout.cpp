#include "promela/program/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint32_t most_bytes = 1u << 22;  // of one part

std::uint32_t aligned(std::uint32_t offset, std::uint32_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

Cell cell_of_type(const Type& type, bool whole_byte) {
  switch (type.base) {
    case BaseType::bit:
    case BaseType::boolean:
      return {Cell::Kind::u8, whole_byte ? 0xFFu : 1u};
    case BaseType::short_:
      return {Cell::Kind::s16, 0xFFFF};
    case BaseType::int_:
      return {Cell::Kind::s32, 0xFFFFFFFF};
    case BaseType::unsigned_: {
      const std::uint32_t mask = type.width >= 32 ? 0xFFFFFFFF : (1u << type.width) - 1;
      return {type.width <= 8 ? Cell::Kind::u8 : type.width <= 16 ? Cell::Kind::u16 : Cell::Kind::s32, mask};
    }
    case BaseType::byte:
    case BaseType::pid:
    case BaseType::mtype:
    case BaseType::chan:
    case BaseType::record:
      break;
  }
  return {Cell::Kind::u8, 0xFF};
}

}  // namespace

// Spin keeps arrays of bits, and hidden bits, as whole bytes, and what is assigned to them stays uncut.
Cell Layout::cell_of(const Symbol& symbol) { return cell_of_type(symbol.type, symbol.is_array || symbol.hidden); }

Layout::Extent Layout::extent(const Symbol& symbol) const {
  if (symbol.type.base == BaseType::record) return records_.at(symbol.type.record);
  const std::uint32_t size = cell_of(symbol).size();
  return {size, size};
}

std::uint32_t Layout::place(std::vector<const Symbol*> symbols, std::uint32_t offset) {
  std::stable_sort(symbols.begin(), symbols.end(),
                   [this](const Symbol* a, const Symbol* b) { return extent(*a).alignment < extent(*b).alignment; });
  for (const Symbol* symbol : symbols) {
    const Extent each = extent(*symbol);
    offset = aligned(offset, each.alignment);
    places_[symbol] = {offset, each.size, cell_of(*symbol)};
    const std::uint64_t end = offset + std::uint64_t{each.size} * symbol->count;
    if (end > most_bytes || each.size > 0xFFFF) {
      throw base::InputError(fmt::format("error: '{}' makes the state too large", symbol->name));
    }
    offset = static_cast<std::uint32_t>(end);
  }
  return offset;
}

Layout::Layout(const Specification& specification) {
  // A record can only use records declared before it.
  for (const auto& record : specification.records) {
    std::uint32_t alignment = 1;
    for (const Symbol* field : record->fields) alignment = std::max(alignment, extent(*field).alignment);
    const std::uint32_t end = place(record->fields, 0);
    records_[record.get()] = {aligned(end, alignment), alignment};
  }
  std::vector<const Symbol*> shown;
  for (const Symbol* symbol : specification.globals) {
    if (is_sink(*symbol)) {
      places_[symbol] = {};  // nothing is ever kept there
    } else {
      (symbol->hidden ? hidden_ : shown).push_back(symbol);
    }
  }
  const bool has_trace = std::any_of(
      specification.processes.begin(), specification.processes.end(),
      [](const auto& process) { return process->kind == ProcessKind::trace || process->kind == ProcessKind::notrace; });
  hidden_begin_ = place(shown, has_trace ? Registers::event + 2 : Registers::last + 1);
  const std::uint32_t end = place(hidden_, hidden_begin_ + static_cast<std::uint32_t>(hidden_.size()));
  global_words_ = aligned(end, 4) / 4;
  for (const auto& process : specification.processes) {
    std::vector<const Symbol*> symbols = process->parameters;
    symbols.insert(symbols.end(), process->locals.begin(), process->locals.end());
    process_words_[process.get()] = aligned(place(symbols, ProcessHeader::size), 4) / 4;
  }
}

void Layout::visible(const Symbol& symbol, std::vector<Visible>& out) const { visible(symbol, "", 0, out); }

void Layout::visible(const Symbol& symbol, const std::string& prefix, std::uint32_t offset,
                     std::vector<Visible>& out) const {
  if (is_sink(symbol)) return;
  const Placement& at = of(symbol);
  if (symbol.type.base == BaseType::record) {
    for (std::uint32_t i = 0; i < symbol.count; ++i) {
      const std::string name = symbol.is_array ? fmt::format("{}{}[{}].", prefix, symbol.name, i)
                                               : fmt::format("{}{}.", prefix, symbol.name);
      for (const Symbol* field : symbol.type.record->fields) {
        visible(*field, name, offset + at.offset + i * at.stride, out);
      }
    }
    return;
  }
  out.push_back({.name = prefix + symbol.name,
                 .offset = offset + at.offset,
                 .cell = at.cell,
                 .count = symbol.count,
                 .stride = at.stride,
                 .is_array = symbol.is_array,
                 .is_mtype = symbol.type.base == BaseType::mtype,
                 .is_channel = symbol.type.base == BaseType::chan,
                 .subtype = symbol.type.subtype});
}

void Layout::message_fields(const Type& type, bool element_of_array, std::vector<Field>& out) const {
  if (type.base != BaseType::record) {
    out.push_back({.cell = cell_of_type(type, element_of_array),
                   .offset = 0,
                   .is_mtype = type.base == BaseType::mtype,
                   .subtype = type.subtype});
    return;
  }
  for (const Symbol* field : type.record->fields) {
    for (std::uint32_t i = 0; i < field->count; ++i) message_fields(field->type, field->is_array, out);
  }
}

ChannelType Layout::channel_type(const Symbol& symbol) const {
  ChannelType type;
  type.name = symbol.name;
  type.capacity = symbol.channel->capacity;
  for (const Type& field : symbol.channel->fields) message_fields(field, false, type.fields);
  // Spin packs bits only where a message has several fields; a single one is a whole byte and stays uncut.
  if (type.fields.size() == 1 && type.fields.front().cell.mask == 1) type.fields.front().cell.mask = 0xFF;
  if (type.capacity == 0) return type;
  std::uint32_t alignment = 1;
  std::uint32_t offset = 0;
  for (Field& field : type.fields) {
    const std::uint32_t size = field.cell.size();
    alignment = std::max(alignment, size);
    field.offset = aligned(offset, size);
    offset = field.offset + size;
  }
  type.slot_bytes = aligned(offset, alignment);
  type.first_slot = aligned(1, alignment);
  const std::uint64_t bytes = type.first_slot + std::uint64_t{type.slot_bytes} * type.capacity;
  if (bytes > most_bytes || type.capacity > 255) {
    throw base::InputError(fmt::format("error: channel '{}' is too large", symbol.name));
  }
  type.words = aligned(static_cast<std::uint32_t>(bytes), 4) / 4;
  return type;
}

}  // namespace waymark::promela
