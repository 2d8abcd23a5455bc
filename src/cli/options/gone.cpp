#include "cli/options/gone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace waymark::cli {

namespace {

// In the order of the alphabet, without dashes.
constexpr auto gone_names = std::to_array<Gone>({
    {"--compare",
     "use 'waymark check --estimate --script FILE'; 'waymark certify' checks the estimate that the script shows"},
    {"--model",
     "leave it out; 'waymark extract FILE.c -o FILE.pml' writes a model, and 'waymark check FILE.pml' checks it"},
    {"--store collapse", "use --store tree, which takes less memory"},
    {"--table",
     "'waymark extract FILE.c --table TABLE -o FILE.pml' writes the model, and 'waymark check FILE.pml' checks it"},
    {"--tune estimator", "leave it out: states are sampled"},
    {"--tune first-search", "leave it out: the first part is searched breadth-first"},
    {"--tune gc", "leave it out: garbage is collected by mark and sweep"},
    {"--tune object-names", "leave it out: objects are named by where they are made and how they are reached"},
    {"--tune replace", "leave it out: the cache forgets by rungs"},
    {"--tune together", "leave it out: states are sampled"},
    {"--tune unordered", "leave it out: ranks search level by level"},
    {"script ids", "leave it out: 'waymark check --search dfs --store cache --script FILE' writes an ids script"},
    {"script read", "leave it out: 'waymark check --script FILE' writes scripts"},
    {"script text", "use 'waymark script info', or 'waymark script kernel' for a text"},
});

}  // namespace

std::span<const Gone> all_gone() { return gone_names; }

std::string why_gone(std::string_view name) {
  const auto one = std::find_if(gone_names.begin(), gone_names.end(), [&](const Gone& it) { return it.name == name; });
  return one == gone_names.end() ? "" : fmt::format("{} is gone: {}", one->name, one->instead);
}

}  // namespace waymark::cli
