// script trustful, keygen, sign and verify.
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "cli/commands.hpp"
#include "cli/scripts.hpp"
#include "cli/terminal.hpp"
#include "load/load.hpp"
#include "report/format.hpp"
#include "script/signature.hpp"
#include "transcribe/trustful.hpp"

namespace waymark::cli {

namespace {

constexpr std::uint64_t most_key_bytes = 1000;

std::string signature_path(const std::string& script, const std::string& signature) {
  return signature.empty() ? script + ".sig" : signature;
}

}  // namespace

bool signature_is_good(const script::File& file, const std::string& path, const std::string& key,
                       const std::string& signature) {
  const auto trusted = script::read_public_key(base::read_file(key, most_key_bytes));
  if (!trusted.has_value()) throw base::InputError(key + ": error: is not a public key");
  const std::string beside = signature_path(path, signature);
  const auto signed_by = script::read_signature(base::read_file(beside, most_key_bytes));
  if (!signed_by.has_value()) throw base::InputError(beside + ": error: is not a signature");
  return script::verify(file, *signed_by, *trusted);
}

int script_trustful(const ConvertOptions& options, base::Stop& stop) {
  std::string why;
  const auto file = open_script(options.input, why, stop);
  if (!file) return rejected(options.input, why);
  load::Program program = load::load(load::as_made(options.program, file->header().options_text), &stop);
  refuse_cycles(options.input, file->header().form, "a trustful one has no ranks");
  if (load::names_slice(file->header().options_text)) (void)slice_as(program, file->header(), why);
  if (why.empty()) (void)reduce_as(program, file->header(), why);
  if (why.empty()) why = mismatch(file->header(), program);
  if (!why.empty()) return rejected(options.input, why);
  const std::unique_ptr<model::Model> model = program.make();
  if (!transcribe::write_trustful(*model, file, options.output, why)) return rejected(options.input, why);
  const auto say = options.output == "-" ? print_error : print;
  say(fmt::format("{}: sign it with 'waymark script sign'\n", report::printable(options.output)));
  return exit_holds;
}

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
  const auto file = open_script(options.script, why, stop);
  if (!file) return rejected(options.script, why);
  const auto key = script::read_secret_key(base::read_file(options.key, most_key_bytes));
  if (!key.has_value()) throw base::InputError(options.key + ": error: is not a secret key");
  const std::string path = signature_path(options.script, options.signature);
  base::write_file(path, script::write_signature(script::sign(*file, *key)));
  print(report::printable(path) + "\n");
  return exit_holds;
}

int script_verify(const SignatureOptions& options, base::Stop& stop) {
  std::string why;
  const auto file = open_script(options.script, why, stop);
  if (!file) return rejected(options.script, why);
  if (!signature_is_good(*file, options.script, options.key, options.signature)) {
    return rejected(options.script, "its signature is not one by " + options.key);
  }
  print(fmt::format("good: {} is signed by {}\n", report::printable(options.script), report::printable(options.key)));
  return exit_holds;
}

}  // namespace waymark::cli
