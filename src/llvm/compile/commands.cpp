#include "llvm/compile/commands.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "llvm/compile/compiler.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_commands_bytes = 1u << 26;

// The words of an entry, without the compiler and the file itself.
std::vector<std::string> words_of(const nlohmann::json& entry, const std::string& file) {
  std::vector<std::string> words;
  if (entry.contains("arguments")) {
    words = entry.at("arguments").get<std::vector<std::string>>();
  } else {
    words = split_words(entry.at("command").get<std::string>());
  }
  if (!words.empty()) words.erase(words.begin());
  std::erase(words, file);
  std::erase(words, "--");
  return words;
}

}  // namespace

std::vector<CompileCommand> read_commands(const std::string& file) {
  namespace fs = std::filesystem;
  const std::string text = base::read_file(file, most_commands_bytes);
  std::vector<CompileCommand> commands;
  try {
    const nlohmann::json list = nlohmann::json::parse(text);
    if (!list.is_array())
      throw base::InputError(fmt::format("{}: error: a list of compile commands is expected", file));
    for (const nlohmann::json& entry : list) {
      CompileCommand made;
      made.file = entry.at("file").get<std::string>();
      made.directory = entry.at("directory").get<std::string>();
      fs::path directory = made.directory;
      if (directory.is_relative()) directory = fs::absolute(file).parent_path() / directory;
      made.directory = directory.lexically_normal().string();
      made.path = (directory / made.file).lexically_normal().string();
      made.flags = meaning_flags(words_of(entry, made.file));
      commands.push_back(std::move(made));
    }
  } catch (const nlohmann::json::exception& bad) {
    throw base::InputError(fmt::format("{}: error: it is no list of compile commands: {}", file, bad.what()));
  }
  return commands;
}

}  // namespace waymark::llvm
