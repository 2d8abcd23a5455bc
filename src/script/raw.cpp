#include "script/raw.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/check.hpp"
#include "script/ids_writer.hpp"

namespace waymark::script {

namespace {

// Codes of the stream `steps`.
constexpr std::uint8_t code_back = 0;
constexpr std::uint8_t code_arrive = 1;
constexpr std::uint8_t code_enter = 2;

struct PrintHash {
  std::size_t operator()(const Print& print) const { return static_cast<std::size_t>(print[0] ^ print[1]); }
};
// What an entry of the map below costs, about.
constexpr std::uint64_t bytes_per_state = 80;

// Goes through a raw script and writes what is to stay. Once a state is entered that had been entered before, all steps
// up to the back that leaves it again are left out. The printed algorithm 4.2 ends at a back to a lower number instead,
// which may be one that belongs to a state further up.
class Numbering {
 public:
  Numbering(const std::shared_ptr<const File>& raw, Writer& writer, std::uint64_t memory)
      : steps_(raw, Stream::steps), prints_(raw, Stream::prints), writer_(writer), memory_(memory) {}

  bool run(Header& header, Removed& removed, Fault& fault) {
    ids_[read_print()] = 1;
    while (!writer_.closed() && good()) {
      const std::uint8_t code = steps_.byte();
      if (!good()) break;
      if (code == code_back) {
        back();
      } else if (code == code_arrive || code == code_enter) {
        arrive(read_print(), code == code_enter, removed);
      } else {
        why_ = "stream steps has an unknown code";
      }
      if (ids_.size() * bytes_per_state + writer_.bytes() > memory_) {
        why_ = "numbering the states needs more memory than allowed";
      }
    }
    if (good() && !(steps_.at_end() && prints_.at_end())) why_ = "the script goes on after its search";
    if (!good()) {
      fault = steps_.failed() ? steps_.fault() : prints_.failed() ? prints_.fault() : Fault{steps_.position(), why_};
      return false;
    }
    writer_.finish(header);
    return true;
  }

 private:
  [[nodiscard]] bool good() const { return !steps_.failed() && !prints_.failed() && why_.empty(); }
  Print read_print() {
    Print print = {};
    for (std::uint64_t& half : print) {
      for (unsigned shift = 0; shift < 64; shift += 8) half |= std::uint64_t{prints_.byte()} << shift;
    }
    return print;
  }
  void back() {
    if (repeating_ > 0) {
      --repeating_;
    } else {
      writer_.back();
    }
  }
  void arrive(const Print& print, bool entered, Removed& removed) {
    const auto known = ids_.find(print);
    if (known == ids_.end() && (!entered || repeating_ > 0)) {
      why_ = repeating_ > 0 ? "a state explored for the second time leads to one that was never explored"
                            : "a state is said to be known that was never explored";
      return;
    }
    if (repeating_ > 0) {
      ++removed.transitions;
      if (!entered) return;
      ++removed.explorations;
      ++repeating_;
    } else if (known == ids_.end()) {
      ids_.emplace(print, writer_.highest() + 1);
      writer_.arrive(writer_.highest() + 1);
    } else {
      writer_.arrive(known->second);
      if (!entered) return;
      ++removed.explorations;
      repeating_ = 1;
    }
  }

  Cursor steps_;
  Cursor prints_;
  IdsWriter writer_;
  std::uint64_t memory_;
  std::unordered_map<Print, std::uint64_t, PrintHash> ids_;
  std::uint64_t repeating_ = 0;  // open states whose steps are left out
  std::string why_;
};

}  // namespace

void RawWriter::print(const Print& state) {
  for (const std::uint64_t half : state) {
    for (unsigned shift = 0; shift < 64; shift += 8)
      writer_.byte(Stream::prints, static_cast<std::uint8_t>(half >> shift));
  }
}

void RawWriter::arrive(const Print& state, bool entered) {
  CHECK(open_ > 0);
  writer_.byte(Stream::steps, entered ? code_enter : code_arrive);
  print(state);
  ++transitions_;
  if (!entered) return;
  depth_ = std::max(depth_, open_);
  ++open_;
  ++states_;
}

void RawWriter::back() {
  CHECK(open_ > 0);
  writer_.byte(Stream::steps, code_back);
  --open_;
}

void RawWriter::finish(Header& header) const {
  CHECK(closed());
  header.form = Form::raw;
  header.states = states_;
  header.transitions = transitions_;
  header.depth = depth_;
}

bool number_states(const std::shared_ptr<const File>& raw, const std::string& path, std::uint64_t memory,
                   Removed& removed, Fault& fault) {
  removed = {};
  if (raw->header().form != Form::raw) {
    return fail(fault, 0, std::string("this is a script of form ") + name(raw->header().form) + ", not raw");
  }
  Writer writer(path);
  Header header = raw->header();
  if (!Numbering(raw, writer, memory).run(header, removed, fault)) return false;
  return writer.finish(header) || fail(fault, 0, writer.why());
}

}  // namespace waymark::script
