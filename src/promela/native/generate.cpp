#include "promela/native/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "promela/native/function.hpp"

namespace waymark::promela {

namespace {

// The structures of interface.hpp. Words may be looked at as anything, and need not be aligned within messages; what
// tcc makes of that crashes, so it is refused, and with it whoever does not know attributes.
constexpr const char* prelude = R"(#if !defined __GNUC__ || defined __TINYC__
#error "gcc or clang"
#endif
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef short s16;
typedef int s32;
struct __attribute__((packed, may_alias)) a16 { u16 v; };
struct __attribute__((packed, may_alias)) b16 { s16 v; };
struct __attribute__((packed, may_alias)) a32 { s32 v; };
struct part { u32 base, type, first; };
struct queue { u32 base, type; };
struct write { u32 word, old; };
struct way { u32 actor, action, choice; };
struct call {
  u8 *state; const struct queue *queues; const struct part *parts; struct write *log; u8 *reached; struct way *ways;
  u32 queue_count, part_count, written, limit, timeout, flags;
};
#define NOWHERE 0x40000000
#define G8(at) ((s32)s[at])
#define G16(at) ((s32)((const struct a16 *)(s + (at)))->v)
#define GS16(at) ((s32)((const struct b16 *)(s + (at)))->v)
#define G32(at) (((const struct a32 *)(s + (at)))->v)
#define LOG(at) do { \
  if (c->written == c->limit) return -1; \
  c->log[c->written].word = (u32)(at) >> 2; \
  c->log[c->written].old = (u32)((const struct a32 *)(s + ((u32)(at) & ~3u)))->v; \
  c->written++; } while (0)
#define P8(at, value) (s[at] = (u8)(value))
#define P16(at, value) (((struct a16 *)(s + (at)))->v = (u16)(value))
#define P32(at, value) (((struct a32 *)(s + (at)))->v = (s32)(value))
#define QUEUE(number) do { \
  if ((number) <= 0 || (u32)(number) > c->queue_count) return -1; \
  q = c->queues + ((number) - 1); } while (0)
static int put_down(struct call *c, u32 from, u32 to) {
  u8 *s = c->state; u32 at;
  for (at = from & ~3u; at < to; at += 4) LOG(at);
  return 0;
}
)";

std::vector<NativeLayout> layouts_of(const Program& program, std::vector<std::uint32_t>& layout_of_type) {
  using Shape = std::tuple<std::uint32_t, std::uint32_t, std::vector<std::tuple<int, std::uint32_t, std::uint32_t>>>;
  std::map<Shape, std::uint32_t> known;
  std::vector<NativeLayout> layouts;
  for (const ChannelType& type : program.channel_types) {
    if (type.capacity == 0) {
      layout_of_type.push_back(0);
      continue;
    }
    Shape shape{type.first_slot, type.slot_bytes, {}};
    for (const Field& field : type.fields) {
      std::get<2>(shape).emplace_back(static_cast<int>(field.cell.kind), field.cell.mask, field.offset);
    }
    const auto [found, fresh] = known.try_emplace(shape, static_cast<std::uint32_t>(layouts.size()) + 1);
    if (fresh) layouts.push_back({found->second, &type});
    layout_of_type.push_back(found->second);
  }
  return layouts;
}

std::string table(const char* name, const std::vector<std::uint32_t>& values) {
  std::string out = fmt::format("static const u32 {}[] = {{", name);
  for (const std::uint32_t value : values) out += fmt::format("{}, ", value);
  return out + "0};\n";
}

// Puts a message at the end of a channel, and takes one out.
std::string layout_functions(const NativeLayout& layout) {
  const ChannelType& type = *layout.type;
  std::string parameters;
  std::string fields;
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    parameters += fmt::format(", s32 v{}", i);
    fields += "  " +
              native_put(type.fields[i].cell, fmt::format("at + {}", type.fields[i].offset), fmt::format("v{}", i)) +
              "\n";
  }
  std::string out = fmt::format(
      "static int put_{0}(struct call *c, const struct queue *q{1}) {{\n"
      "  u8 *s = c->state; u32 n = s[q->base], at = q->base + {2} + n * {3}, i;\n"
      "  if (n >= capacity[q->type] || put_down(c, at, at + {3})) return -1;\n"
      "  for (i = 0; i < {3}; i++) s[at + i] = 0;\n{4}"
      "  LOG(q->base); P8(q->base, n + 1);\n  return 0;\n}}\n",
      layout.number, parameters, type.first_slot, type.slot_bytes, fields);
  out += fmt::format(
      "static int take_{0}(struct call *c, const struct queue *q, u32 k) {{\n"
      "  u8 *s = c->state; u32 n = s[q->base], at = q->base + {1} + k * {2}, end = q->base + {1} + n * {2};\n"
      "  if (put_down(c, at, end)) return -1;\n"
      "  for (; at + {2} < end; at++) s[at] = s[at + {2}];\n"
      "  for (; at < end; at++) s[at] = 0;\n"
      "  LOG(q->base); P8(q->base, n - 1);\n  return 0;\n}}\n",
      layout.number, type.first_slot, type.slot_bytes);
  return out;
}

bool is_compiled(const ProcessType& type) {
  return !type.deterministic && type.kind != ProcessKind::never && type.kind != ProcessKind::trace &&
         type.kind != ProcessKind::notrace;
}

class Text {
 public:
  explicit Text(const Program& program) : program_(program) {
    out_ = prelude;
    context_.program = &program;
    context_.layouts = layouts_of(program, context_.layout_of_type);
    std::vector<std::uint32_t> capacities;
    for (const ChannelType& type : program.channel_types) capacities.push_back(type.capacity);
    out_ += table("capacity", capacities) + table("layout", context_.layout_of_type);
    for (const NativeLayout& layout : context_.layouts) out_ += layout_functions(layout);
  }

  std::string finish() {
    std::vector<std::string> enabled(program_.states.size(), "0");
    std::vector<std::string> fire(program_.transitions.size(), "0");
    bool any = false;
    for (const ProcessType& type : program_.types) {
      if (!is_compiled(type)) continue;
      for (std::uint32_t at = type.first_state; at < type.first_state + type.state_count; ++at) {
        const ControlState& state = program_.states[at];
        if (state.inside_dstep || state.count == 0) continue;
        if (!add(enabled[at], fmt::format("e{}", at), type, [&](NativeFunction& body) { body.list(state); })) continue;
        any = true;
        for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
          add(fire[i], fmt::format("f{}", i), type, [&](NativeFunction& body) { body.fire(program_.transitions[i]); });
        }
        if (out_.size() > most_native_text) return "";
      }
    }
    list(native_enabled_name, native_enabled_count, enabled);
    list(native_fire_name, native_fire_count, fire);
    return any && out_.size() <= most_native_text ? std::move(out_) : "";
  }

 private:
  template <typename Write>
  bool add(std::string& entry, const std::string& name, const ProcessType& type, Write write) {
    NativeFunction body(context_, type.first_state);
    try {
      write(body);
    } catch (const NotCovered&) {
      return false;
    }
    out_ += body.text(name);
    entry = name;
    return true;
  }
  void list(const char* name, const char* count, const std::vector<std::string>& functions) {
    out_ += fmt::format("const u32 {} = {};\nint (*const {}[])(struct call *, u32, u32) = {{", count, functions.size(),
                        name);
    for (const std::string& function : functions) out_ += function + ", ";
    out_ += "0};\n";
  }

  const Program& program_;
  NativeContext context_;
  std::string out_;
};

}  // namespace

std::string native_text(const Program& program) { return Text(program).finish(); }

}  // namespace waymark::promela
