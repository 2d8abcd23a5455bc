#include "java/program/files.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>

#include "base/bytes.hpp"
#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "classpath/class_path.hpp"

namespace waymark::java {

namespace {

// What java.util.logging and time zones read of the JDK's own directory.
constexpr std::string_view logging_settings =
    "handlers= java.util.logging.ConsoleHandler\n.level= INFO\njava.util.logging.ConsoleHandler.level = INFO\n"
    "java.util.logging.ConsoleHandler.formatter = java.util.logging.SimpleFormatter\n";

// And the security providers, which read what they may do. Those of java.base are there.
constexpr std::string_view security_settings =
    "security.provider.1=SUN\nsecurity.provider.2=SunRsaSign\nsecurity.provider.3=SunJSSE\n"
    "security.provider.4=SunJCE\nsecurity.provider.5=SunEC\nkeystore.type=pkcs12\ncrypto.policy="
    "unlimited\n"
    "ssl.KeyManagerFactory.algorithm=SunX509\nssl.TrustManagerFactory.algorithm=PKIX\n"
    "securerandom.strongAlgorithms=DRBG:SUN\n";
constexpr std::string_view every_cipher = "grant {\n    permission javax.crypto.CryptoAllPermission;\n};\n";

// What --files gives a program, all of it in memory: a jar may unpack to a thousand times its size.
class GivenFiles {
 public:
  explicit GivenFiles(const base::Stop* stop) : stop_(stop) {}

  void add(std::string path, std::string bytes) {
    constexpr std::uint64_t most_bytes = 1u << 28;
    base::poll(stop_);
    total_ += bytes.size();
    if (total_ > most_bytes) {
      throw base::InputError(fmt::format("waymark: error: --files: these are more than {} bytes", most_bytes));
    }
    if (stop_ != nullptr) stop_->poll_room(bytes.size());
    all_[std::move(path)] = std::move(bytes);
  }
  void poll() const { base::poll(stop_); }
  [[nodiscard]] Files take() { return std::move(all_); }

 private:
  const base::Stop* stop_;
  Files all_;
  std::uint64_t total_ = 0;
};

}  // namespace

Files read_files(const std::vector<std::string>& paths, const std::string& jdk, const base::Stop* stop) {
  GivenFiles files(stop);
  constexpr std::uint64_t most_file_bytes = 1u << 26;
  namespace fs = std::filesystem;
  const auto add = [&](const fs::path& path) {
    std::string bytes = base::read_file(path.string(), most_file_bytes);
    files.add(fs::absolute(path).lexically_normal().string(), bytes);
    if (path.is_relative()) files.add("/" + path.lexically_normal().string(), std::move(bytes));
  };
  for (const std::string& given : paths) {
    std::error_code fault;
    if (fs::is_regular_file(given, fault)) {
      add(given);
    } else if (fs::is_directory(given, fault)) {
      for (const fs::directory_entry& it : fs::recursive_directory_iterator(given)) {
        files.poll();
        if (it.is_regular_file()) add(it.path());
      }
    } else {
      throw base::InputError(fmt::format("waymark: error: --files {}: there is no such file or directory", given));
    }
  }
  files.add("/jdk/conf/logging.properties", std::string(logging_settings));
  files.add("/jdk/conf/security/java.security", std::string(security_settings));
  for (const std::string_view policy : {"default_US_export.policy", "default_local.policy"}) {
    files.add(fmt::format("/jdk/conf/security/policy/unlimited/{}", policy), std::string(every_cipher));
  }
  const fs::path zones = fs::path(classpath::find_jdk_image(jdk)).parent_path() / "tzdb.dat";
  std::error_code fault;
  if (fs::exists(zones, fault)) files.add("/jdk/lib/tzdb.dat", base::read_file(zones.string(), most_file_bytes));
  const fs::path xml = zones.parent_path().parent_path() / "conf" / "jaxp.properties";
  if (fs::exists(xml, fault)) files.add("/jdk/conf/jaxp.properties", base::read_file(xml.string(), most_file_bytes));
  const fs::path net = xml.parent_path() / "net.properties";
  if (fs::exists(net, fault)) files.add("/jdk/conf/net.properties", base::read_file(net.string(), most_file_bytes));
  return files.take();
}

script::Digest digest_of_files(const Files& files) {
  base::ByteSink sink;
  for (const auto& [path, bytes] : files) {
    sink.text(path);
    sink.raw(script::digest_of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
  }
  return script::digest_of(sink.bytes());
}

}  // namespace waymark::java
