// Steps by compiled code (native/interface.hpp): what it declines, the interpreter does.
#include "promela/executor.hpp"

namespace waymark::promela {

// Generated code declares these structures for itself.
static_assert(sizeof(ProcessPart) == 12 && sizeof(ChannelPart) == 8 && sizeof(model::Transition) == 12);
static_assert(sizeof(model::FlatState::Written) == 8 && sizeof(model::Word) == 4);
static_assert(offsetof(NativeCall, channel_count) == 6 * sizeof(void*) &&
              offsetof(NativeCall, flags) == 6 * sizeof(void*) + 20);

void Executor::look_for_native() {
  const NativeCode* const code = native_slot_->code();
  if (code != nullptr) native_ = std::make_unique<NativeState>(*code);
}

void Executor::prepare_call() {
  NativeCall& call = native_->call;
  call.state = state_.lend();
  call.channels = channels_.data();
  call.processes = processes_.data();
  call.log = native_->log.data();
  call.reached = reached_.data();
  call.ways = native_->ways.data();
  call.channel_count = static_cast<std::uint32_t>(channels_.size());
  call.process_count = static_cast<std::uint32_t>(processes_.size());
  call.written = 0;
  call.limit = static_cast<std::uint32_t>(native_->log.size());
  call.timeout = timeout_ ? 1 : 0;
  call.flags = timeout_ ? in_timeout : 0;
}

bool Executor::collect_natively(const Context& context, std::vector<model::Transition>& out) {
  const std::uint32_t at = context.first_state + state_.get<std::uint16_t>(context.base + ProcessHeader::state);
  NativeStep& step = native_->enabled[at];
  if (step == nullptr) return false;
  prepare_call();
  const int count = step(&native_->call, context.base, context.pid);
  std::uint8_t& credit = native_->credit[at];
  if (count == declined) {
    if (credit < NativeState::price) {
      step = nullptr;
    } else {
      credit = static_cast<std::uint8_t>(credit - NativeState::price);
    }
    return false;
  }
  credit = static_cast<std::uint8_t>(credit + (credit < NativeState::most_credit ? 1 : 0));
  out.insert(out.end(), native_->ways.begin(), native_->ways.begin() + count);
  return true;
}

bool Executor::execute_natively(std::uint32_t id, const Context& context) {
  const NativeStep step = native_->fire[id];
  if (step == nullptr) return false;
  prepare_call();
  const int answer = step(&native_->call, context.base, context.pid);
  const std::span<const model::FlatState::Written> written(native_->log.data(), native_->call.written);
  if (answer == declined) {
    state_.put_back(written);
    return false;
  }
  state_.adopt(written);
  return true;
}

}  // namespace waymark::promela
