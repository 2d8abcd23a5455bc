#include <fmt/format.h>
#include <sys/stat.h>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "certify/tasks.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "report/format.hpp"
#include "script/reader.hpp"
#include "script/sync.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t memory = std::uint64_t{1} << 30;

std::shared_ptr<const script::File> open(const std::string& path) {
  script::Fault fault;
  auto file = script::File::open(path, fault);
  if (file == nullptr) throw base::InputError(fmt::format("{}: error: byte {}: {}", path, fault.offset, fault.why));
  return file;
}

std::string hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

int info(const ScriptOptions& options) {
  const auto file = open(options.files.front());
  const script::Header& header = file->header();
  std::string text;
  const auto line = [&text](std::string_view key, const std::string& value) {
    text += fmt::format("{:<14}{}\n", key, report::printable(value));
  };
  line("form", script::name(header.form));
  if (header.parts != 0) line("part", fmt::format("{} of {}", header.part, header.parts));
  line("written by", header.tool);
  line("states", report::grouped(header.states));
  line("transitions", report::grouped(header.transitions));
  line("depth", report::grouped(header.depth));
  line("program", hex(header.program));
  line("options", header.options_text.empty() ? "none that shape the state graph" : header.options_text);
  line("claims", header.assumptions);
  line("file", fmt::format("{} bytes, BLAKE2b {}", report::grouped(file->file_bytes()), hex(file->digest())));
  for (std::size_t i = 0; i < script::stream_count; ++i) {
    const auto stream = static_cast<script::Stream>(i);
    if (file->raw_bytes(stream) == 0) continue;
    line(std::string("  ") + script::name(stream),
         fmt::format("{} bytes, stored in {}", report::grouped(file->raw_bytes(stream)),
                     report::grouped(file->stored_bytes(stream))));
  }
  print(text);
  return exit_holds;
}

std::string prefix_of(const ScriptOptions& options) {
  if (!options.output.empty()) return options.output;
  const std::string& name = options.files.front();
  return name.ends_with(".way") ? name.substr(0, name.size() - 4) : name;
}

int split(const ScriptOptions& options) {
  certify::Files files;
  for (const std::string& path : options.files) files.push_back(open(path));
  const std::string prefix = prefix_of(options);
  script::Fault fault;
  const auto refuse = [&] { throw base::InputError(fmt::format("{}: error: {}", options.files.front(), fault.why)); };
  std::vector<std::string> written;
  if (files.front()->header().parts == 0) {
    if (files.size() != 1 || options.parts == 0) {
      throw base::InputError("error: script split takes one script and -k N, or all parts of one");
    }
    std::vector<script::Slice> slices;
    if (!script::cut(files.front(), options.parts, memory, slices, fault)) refuse();
    files.clear();
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const std::string path = fmt::format("{}.{}-of-{}.way", prefix, i + 1, slices.size());
      if (!script::write_part(slices[i], i + 1, slices.size(), path, fault)) refuse();
      files.push_back(open(path));
      written.push_back(path);
    }
  }
  const auto run = certify::TaskRun::draw(files, files.size(), memory, fault);
  if (!run.has_value()) refuse();
  const auto bytes = run->encode();
  const std::string path = prefix + ".run";
  const mode_t before = umask(0077);  // the secret is nobody else's business
  base::write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  umask(before);
  for (const std::string& part : written) print(report::printable(part) + "\n");
  print(fmt::format("{}  (keep it from whoever made the script)\n", report::printable(path)));
  return exit_holds;
}

}  // namespace

int script(const ScriptOptions& options) {
  return options.act == ScriptOptions::Act::info ? info(options) : split(options);
}

}  // namespace waymark::cli
