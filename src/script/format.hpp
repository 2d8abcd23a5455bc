// The search script file, format 2: what its parts are called and how large they may be. docs/trust/script-format.md
// gives it to the byte. Nothing in a script is trusted: everything here only says how to read it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"

namespace waymark::script {

inline constexpr std::array<std::uint8_t, 8> opening = {0x89, 'W', 'A', 'Y', '\r', '\n', 0x1A, '\n'};
inline constexpr std::array<std::uint8_t, 8> closing = {'Y', 'A', 'W', 0x89, '\n', 0x1A, '\n', '\r'};
inline constexpr std::array<std::string_view, 2> releases = {"0.1", "0.2"};  // that read formats 1, …
inline constexpr std::uint32_t version = releases.size();

// Blocks are compressed one by one, so that a reader may start at any of them and holds one per stream. All blocks of a
// stream but its last are full.
inline constexpr std::uint32_t block_bytes = 1u << 22;
inline constexpr std::uint64_t longest_contents = 1u << 22;
inline constexpr std::uint64_t longest_text = 1u << 16;

enum class Form : std::uint8_t {
  lean = 1,
  trustful = 2,
  ids = 3,
  cycles = 5,   // lean, of a program with an automaton, with ranks that no accepting cycle could have
  partial = 6,  // lean, of a search that did not end, with distances from the initial state
};
// Whether it is a walk over a tree with counts, as lean certification follows it.
[[nodiscard]] constexpr bool is_lean(Form form) {
  return form == Form::lean || form == Form::cycles || form == Form::partial;
}
// Whether labels of states are claimed in it.
[[nodiscard]] constexpr bool has_claims(Form form) { return form == Form::cycles || form == Form::partial; }

enum class Stream : std::uint8_t {
  rows = 0,  // lean and its kin, trustful: for each state, in the order of the walk, which of its transitions are tree
             // edges
  counts = 1,  // lean and its kin: for each state how many other transitions lead to it
  sync = 2,    // lean and its kin, trustful: places to start from
  steps = 3,   // ids: the steps of a depth-first search
  ids = 4,     // ids: the states they lead to
  sizes = 5,   // ids: the Subgraphs list
  marks = 6,   // ids: which steps lead to a state for the last time
  claims = 8,  // cycles, partial: the labels of states, as each transition says where it leads
  sample = 9,  // partial: what is claimed of the sample by which its coverage is estimated, if it is
};
inline constexpr std::size_t stream_count = 10;

[[nodiscard]] const char* name(Form form);
[[nodiscard]] const char* name(Stream stream);
// Whether scripts of the form may have the stream.
[[nodiscard]] bool belongs(Stream stream, Form form);

using base::Digest;
using base::digest_of;

// What a script says about itself. A mismatch with the program at hand is refused early and in plain words, but no
// certificate's soundness rests on it.
struct Header {
  Form form = Form::lean;
  std::string tool;          // who wrote it: "waymark 0.2.0"
  Digest program = {};       // of the program's text
  Digest options = {};       // of every option that shapes the state graph
  std::string options_text;  // the same options: what that is the digest of
  std::string assumptions;   // what was judged, and what the program is called; who signs a script vouches for it
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;  // of the deepest state in the tree, in transitions
  // Of a script split into parts: which one, from 1, of how many; the numbers above are its own. 0: a whole script.
  std::uint64_t part = 0;
  std::uint64_t parts = 0;
  Digest whole = {};  // of a part: that of the file that was cut; parts of two files are no script together

  void write(base::ByteSink& sink) const;
  [[nodiscard]] bool read(base::ByteSource& source);
  // Its texts are of a length and of characters that a header may have.
  [[nodiscard]] bool has_sound_texts() const;
  friend bool operator==(const Header&, const Header&) = default;
};

// Why a script cannot be read, and the byte of the file or stream at which that was seen.
struct Fault {
  std::uint64_t offset = 0;
  std::string why;
  bool limit = false;  // nothing is wrong with the script: it needs more memory than it is given
};
// Notes a fault. Always false, so that its finder can return it.
[[nodiscard]] inline bool fail(Fault& fault, std::uint64_t offset, std::string why) {
  fault = {offset, std::move(why), false};
  return false;
}

}  // namespace waymark::script
