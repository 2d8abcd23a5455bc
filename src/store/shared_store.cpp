#include "store/shared_store.hpp"

namespace waymark::store {

namespace {

// Others may fill the room that was made for this one; but what finds none after so many times has no place at all.
constexpr unsigned most_attempts = 64;

}  // namespace

Found SharedStore::insert(const containers::Packed& state) {
  unsigned attempts = 0;
  do {
    std::optional<std::span<const containers::Word>> code = state.words;
    if (coder_ != nullptr) code = coder_->encode(state.words);
    if (!code) continue;
    const auto answer = writer_.insert(*code, containers::mix_words(*code));
    if (answer.place == SharedStates::nowhere) continue;
    if (answer.fresh) ++inserted_;
    return {answer.fresh ? Seen::fresh : Seen::known, answer.place};
  } while (++attempts < most_attempts && make_room_());
  return {Seen::no_room, 0};
}

}  // namespace waymark::store
