// What the commands on search scripts share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "certify/result.hpp"
#include "certify/tasks.hpp"
#include "cli/options.hpp"
#include "cluster/transport/transport.hpp"
#include "load/cycles.hpp"
#include "load/program.hpp"
#include "load/slice.hpp"
#include "script/ids_split.hpp"
#include "script/reader.hpp"

namespace waymark::cli {

// What a script is about: states and steps, or cycles that it shows not to be.
using Subject = std::optional<load::Cycles>;

// A file that is no script is rejected like one that lies: null, and `why` says which. A file that is not there is bad
// input.
[[nodiscard]] std::shared_ptr<const script::File> open_script(const std::string& path, std::string& why,
                                                              const base::Stop& stop);

// Throws base::InputError if the script is about cycles, which `why` cannot be served.
void refuse_cycles(const std::string& path, script::Form form, std::string_view why);

// Says so in one line. Gives the exit code.
[[nodiscard]] int rejected(const std::string& path, const std::string& why);

// The script's signature is good: by whose public key is in the file `key`, from the file `signature` or, if that is
// empty, the one beside the script. Throws base::InputError if one of these cannot be read.
[[nodiscard]] bool signature_is_good(const script::File& file, const std::string& path, const std::string& key,
                                     const std::string& signature);

// Slices the program as the script says it was sliced: load::slice_as(). `why`: what is wrong with its options.
[[nodiscard]] std::optional<load::Criteria> slice_as(load::Program& program, const script::Header& header,
                                                     std::string& why);
// Reduces the program as the script says it was reduced: load::reduce_as(). `why`: what is wrong with its options.
[[nodiscard]] std::optional<std::vector<std::string>> reduce_as(load::Program& program, const script::Header& header,
                                                                std::string& why);
// Puts around the program what a script about cycles says was around it: load::watch_as().
[[nodiscard]] Subject watch_as(load::Program& program, const script::Header& header, std::string& why,
                               const base::Stop& stop);
// Early and in plain words, what a script was made for if not for this program; the proof does not rest on it.
[[nodiscard]] std::string mismatch(const script::Header& header, const load::Program& program);

// certify --task and certify --merge. Without a script, merging finds out from the results what they are about.
[[nodiscard]] certify::Result run_task(const CertifyOptions& options, const load::Program& program,
                                       const Subject& cycles, const certify::Files& files,
                                       const certify::Request& request);
[[nodiscard]] certify::Result merge_tasks(const CertifyOptions& options, load::Program& program, Subject& cycles,
                                          const certify::Files& files, const certify::Request& request);

// certify --cluster. The scripts as rank 0 has them, which every rank gets: names of files that last as long as the
// process. Throws as cluster::together(). For all ranks at once, as is:
[[nodiscard]] std::vector<std::string> share_scripts(const std::vector<std::string>& scripts,
                                                     cluster::Transport& transport);
// The judgement, at rank 0; others answer what came of their own tasks.
[[nodiscard]] certify::Result certify_together(const CertifyOptions& options, const load::Program& program,
                                               const Subject& cycles, const certify::Files& files,
                                               const certify::Request& request, cluster::Transport& transport);

}  // namespace waymark::cli
