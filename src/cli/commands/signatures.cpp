// script keygen, sign and verify.
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "check/certify/certification.hpp"
#include "check/certify/script_program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format.hpp"
#include "script/signature.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_key_bytes = 1000;

}  // namespace

int script_keygen(const KeygenOptions& options, base::Stop& stop) {
  for (const char* ending : {".key", ".pub"}) {
    if (!std::filesystem::exists(std::filesystem::symlink_status(options.name + ending))) continue;
    throw base::InputError(fmt::format("{}{}: error: is there already, and a key is not replaced; choose another name",
                                       options.name, ending));
  }
  const script::KeyPair keys = script::make_keys();
  const mode_t before = umask(0077);
  base::write_file(options.name + ".key", script::write_secret(keys.secret));
  umask(before);
  base::write_file(options.name + ".pub", script::write(keys.open));
  print(fmt::format("{0}.key  (secret: to sign with)\n{0}.pub  (to give away)\n", report::printable(options.name)));
  return exit_holds;
}

int script_sign(const SignatureOptions& options, base::Stop& stop) {
  std::string why;
  const auto file = check::open_script(options.script, why, stop);
  if (!file) return rejected(options.script, why);
  const auto key = script::read_secret_key(base::read_file(options.key, most_key_bytes));
  if (!key.has_value()) throw base::InputError(options.key + ": error: is not a secret key");
  const std::string path = check::signature_path(options.script, options.signature);
  base::write_file(path, script::write_signature(script::sign(*file, *key)));
  std::string judged;
  for (const check::Property kind : check::named_in(file->header().assumptions)) {
    judged += fmt::format("{}{}", judged.empty() ? "" : ", ", base::name(kind));
  }
  print(fmt::format("{}  (you vouch that the script has all states, and that all steps were judged for: {})\n",
                    report::printable(path), judged.empty() ? "nothing" : judged));
  return exit_holds;
}

int script_verify(const SignatureOptions& options, base::Stop& stop) {
  std::string why;
  const auto file = check::open_script(options.script, why, stop);
  if (!file) return rejected(options.script, why);
  if (!check::signature_is_good(*file, options.script, options.key, options.signature)) {
    return rejected(options.script, "its signature is not one by " + options.key);
  }
  print(fmt::format("good: {} is signed by {}\n", report::printable(options.script), report::printable(options.key)));
  return exit_holds;
}

}  // namespace waymark::cli
