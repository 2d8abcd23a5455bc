// batch: runs `waymark` commands that it reads from standard input, one per line, its words separated by tabs, and
// answers each with a line: exit code and microseconds. What the commands print is dropped. Starting a process for each
// would take most of a campaign's time.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "base/check.hpp"
#include "cli/commands/run.hpp"

int main() {
  std::FILE* const answers = fdopen(dup(STDOUT_FILENO), "w");
  CHECK(answers != nullptr && std::freopen("/dev/null", "w", stdout) && std::freopen("/dev/null", "w", stderr));
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<std::string> words{"waymark"};
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      words.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
    std::vector<const char*> arguments;
    arguments.reserve(words.size());
    for (const std::string& word : words) arguments.push_back(word.c_str());
    const auto began = std::chrono::steady_clock::now();
    const int code = waymark::cli::run(static_cast<int>(arguments.size()), arguments.data());
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began);
    std::fprintf(answers, "%d %lld\n", code, static_cast<long long>(took.count()));
    std::fflush(answers);
  }
  return 0;
}
