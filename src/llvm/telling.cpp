#include "llvm/telling.hpp"

#include <fmt/format.h>

namespace waymark::llvm {

namespace {

constexpr std::string_view test_library = "the test library";
constexpr std::string_view expectation = "an expectation";

bool is_of_tests(std::string_view text) { return text == test_library || text == expectation; }

}  // namespace

bool Telling::runs_test(const Thread& thread) {
  for (std::size_t i = thread.frames.size(); i-- > 0 && is_model(*thread.frames[i].code);) {
    if (thread.frames[i].code->testing == Testing::frame) return true;
  }
  return false;
}

void Telling::fold_test(const Thread& thread) {
  if (out_.size() != 1 || !out_.front().changes.empty() || out_.front().location.empty()) return;
  out_.front().inside = test_library;
  out_.front().leaves = thread.frames.empty() || !runs_test(thread);
}

// Texts that are made and thrown away within an expression.
bool Telling::makes_text(const Thread& thread, const Call& call) const {
  const std::string& name = machine_.program().codes[call.function].shown;
  if (!name.starts_with("std::allocator<") && !name.starts_with("std::__cxx11::basic_string<")) return false;
  return !call.arguments.empty() && machine_.is_temporary(machine_.get(thread, call.arguments.front().source).object);
}

model::Event& Telling::event(const Thread& thread, const std::string& text) {
  const bool same = !out_.empty() && out_.back().actor == thread.number && out_.back().location == location_;
  if (same) {
    const bool again = is_of_tests(text) && out_.back().text.find(text) != std::string::npos;
    if (!text.empty() && !again) out_.back().text += (out_.back().text.empty() ? "" : "; ") + text;
    return out_.back();
  }
  model::Event& made = out_.emplace_back();
  made.actor = thread.number;
  made.who = Accesses::name_of(thread);
  made.text = text;
  made.location = location_;
  return made;
}

void Telling::flush(const Thread& thread) {
  if (called_.empty()) return;
  model::Event& made = event(thread, called_);
  if (!signalled_.empty()) made.signals.push_back({signalled_, location_});
  called_.clear();
  signalled_.clear();
}

void Telling::runs(const Thread& thread, const Code& code, const Op& op) {
  flush(thread);
  std::size_t own = thread.frames.size();  // the innermost call of a function of the program, and 1
  while (own > 1 && is_model(*thread.frames[own - 1].code)) --own;
  const Frame& frame = thread.frames[own - 1];
  const std::uint32_t place = frame.code->ops[frame.pc].place;
  if (place != place_) {
    place_ = place;
    location_ = machine_.place_of(thread);
  }
  if (op.what != Do::call || is_model(code)) return;
  const Call& call = code.calls[op.c];
  const std::string& name = call.function == no_slot ? std::string() : machine_.program().codes[call.function].name;
  const bool signals = name == "pthread_cond_signal" || name == "pthread_cond_broadcast" || name == "cnd_signal" ||
                       name == "cnd_broadcast";
  if (signals && !call.arguments.empty()) {
    const Value address = machine_.get(thread, call.arguments.front().source);
    signalled_ = spelling_.lock(address.object, address.bits);
  }
  if (call.function != no_slot && is_model(machine_.program().codes[call.function])) {
    const Testing testing = machine_.program().codes[call.function].testing;
    if (testing != Testing::none) {
      called_ = testing == Testing::frame ? test_library : expectation;
    } else if (!makes_text(thread, call)) {
      called_ = spelling_.operation(thread, op);
    }
    return;
  }
  const bool quiet = call.builtin <= Builtin::thread_local_address || call.builtin == Builtin::llvm_assume ||
                     call.builtin == Builtin::print;
  if (!quiet) called_ = spelling_.operation(thread, op);
}

void Telling::writes(const Thread& thread, const Object& object, std::uint64_t offset, unsigned bytes,
                     const Value& before, const Value& after) {
  flush(thread);
  if (is_model(*thread.frames.back().code)) return;
  if (machine_.program().cpp && machine_.is_temporary(object.reference)) return;
  const std::string name = spelling_.variable(object.reference, offset, bytes);
  const std::string now = spelling_.value(object.reference, offset, bytes, after);
  if (now.starts_with("&vtable for ")) return;
  model::Event& made = event(thread, fmt::format("{} = {}", name, now));
  made.changes.push_back({name, spelling_.value(object.reference, offset, bytes, before), now});
}

void Telling::assigns(const Thread& thread, const Code& code, std::uint32_t slot, const Value& before,
                      const Value& after) {
  if (is_model(code)) return;
  for (const Local& local : code.locals) {
    if (local.slot != slot || local.is_address || after.undefined != 0 || location_.empty()) continue;
    const DebugType* const type = local.type == 0 ? nullptr : &machine_.program().type(local.type);
    const unsigned bits =
        type == nullptr || type->bits == 0 || type->bits > 64 ? 64 : static_cast<unsigned>(type->bits);
    const std::string now = spelling_.value(type, bits, after);
    model::Event& made = event(thread, fmt::format("{} = {}", local.name, now));
    made.changes.push_back({fmt::format("{}::{}", code.shown, local.name), spelling_.value(type, bits, before), now});
    return;
  }
}

void Telling::prints(const Thread& thread, std::string_view text) {
  flush(thread);
  event(thread, "").output += text;
}

}  // namespace waymark::llvm
