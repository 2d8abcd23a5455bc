// Any bytes as the input of a debugger for editors. The first byte says what the rest is: the input as it is; or
// bodies, one on each line, that get their frames; or such bodies behind requests that have launched a program.
// Whatever comes, what is written are frames with one JSON message each, numbered from 1, and the session ends.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "debug/dap/server.hpp"
#include "debug/pipes.hpp"
#include "load/load.hpp"

namespace {

using namespace waymark;

const load::Program& program() {
  static const load::Program loaded = [] {
    const std::string path = "/dev/shm/waymark-dap-fuzz-" + std::to_string(getpid()) + ".pml";
    base::write_file(
        path,
        "byte x; chan q = [1] of { byte, bit };\n"
        "active [2] proctype P() { byte own;\n do :: x < 3 -> x++ :: q!x,1 :: q?own,_ :: else -> break od;\n"
        " assert(x > 1) }\n");
    load::Source source;
    source.program = path;
    load::Program made = load::load(source, nullptr);
    unlink(path.c_str());
    return made;
  }();
  return loaded;
}

// The input, in memory.
class File {
 public:
  explicit File(const std::string& bytes = "") : number_(memfd_create("fuzz", 0)) {
    CHECK(number_ >= 0);
    CHECK(write(number_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    CHECK(lseek(number_, 0, SEEK_SET) == 0);
  }
  ~File() { close(number_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] std::string written() const {
    std::string bytes(static_cast<std::size_t>(lseek(number_, 0, SEEK_END)), '\0');
    CHECK(pread(number_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
    return bytes;
  }

 private:
  int number_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned mode = data[0] % 3;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  std::string bytes;
  if (mode == 0) bytes = text;
  if (mode == 2) {
    bytes = tests::frame(R"({"seq":1,"type":"request","command":"initialize","arguments":{}})") +
            tests::frame(R"({"seq":2,"type":"request","command":"launch","arguments":{"program":"x"}})");
  }
  for (std::size_t at = 0; mode != 0 && at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    bytes += tests::frame(text.substr(at, end - at));
    at = end + 1;
  }
  const File input(bytes);
  const File output;
  const base::Stop stop;
  const auto launch = [](const std::vector<std::string>&) {
    return std::make_unique<debug::dap::Session>(debug::dap::Session{program(), {}});
  };
  try {
    debug::dap::serve(input.number(), output.number(), launch, stop);
  } catch (const base::InputError& refused) {
    const std::string why = refused.what();
    CHECK(mode == 0 && why.starts_with("waymark: error: --dap: ") && why.find('\n') == std::string::npos);
  }
  std::uint64_t sequence = 0;
  for (const nlohmann::json& message : tests::messages(output.written())) CHECK(message.at("seq") == ++sequence);
  return 0;
}
