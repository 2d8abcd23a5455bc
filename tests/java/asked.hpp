// A Java program as a line of words asks for it, loaded as the command loads it: options as those of `waymark check`,
// then the main class and its arguments. For runners that hold programs to the promises of a Model with every option
// that shapes their states.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <sstream>
#include <string>

#include "base/diagnostics.hpp"
#include "load/load.hpp"

namespace waymark::tests {

template <typename Value>
Value named_value(const std::string& option, const std::string& word) {
  const auto value = base::named<Value>(word);
  if (!value) throw base::InputError(fmt::format("error: {} {} is not known", option, word));
  return *value;
}

inline load::Source asked_source(const std::string& line, const std::string& classpath) {
  load::Source source;
  source.classpath = classpath;
  std::istringstream words(line);
  std::string word;
  while (words >> word && word.starts_with("--")) {
    if (word == "--spurious") {
      source.spurious = true;
      continue;
    }
    std::string value;
    words >> value;
    if (word == "--library") {
      source.java.library = named_value<java::LibraryCalls>(word, value);
    } else if (word == "--timeouts") {
      source.java.timeouts = named_value<java::Timeouts>(word, value);
    } else if (word == "--random") {
      source.java.random = std::stoul(value);
    } else if (word == "--stdin") {
      source.java.stdin_file = value;
    } else if (word == "--files") {
      source.java.files.push_back(value);
    } else if (word == "--env") {
      source.java.environment.push_back(value);
    } else if (word == "--define") {
      source.defines.push_back(value);
    } else if (word == "--frames") {
      source.java.frames = std::stoul(value);
    } else {
      throw base::InputError(fmt::format("error: {} is not known here", word));
    }
  }
  source.program = word;
  while (words >> word) source.arguments.push_back(word);
  return source;
}

// A model of it, whose fingerprints are the same in every process; reduced, if that is asked for.
inline std::unique_ptr<model::Model> made_model(const load::Program& program, bool reduced) {
  std::unique_ptr<model::Model> model = program.make();
  model->key(model::Key::quick());
  if (!reduced) return model;
  const std::string why_not = model->reduce({});
  if (!why_not.empty()) throw base::InputError(fmt::format("error: {}: {}", program.path, why_not));
  return model;
}

}  // namespace waymark::tests
