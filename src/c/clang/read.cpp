#include "c/clang/read.hpp"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "c/clang/headers.hpp"
#include "c/clang/translate.hpp"

namespace waymark::c {

namespace {

constexpr const char* header_folder = "/waymark/include/";

// Keeps the first error and what the compiler doubts; prints nothing.
class Listener : public clang::DiagnosticConsumer {
 public:
  struct Found {
    std::string file;
    unsigned line, column;
    std::string message;
  };
  std::vector<Found> errors, doubts;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Warning) return;
    llvm::SmallString<256> message;
    info.FormatDiagnostic(message);
    Found found{"waymark", 0, 0, std::string(message)};
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::SourceManager& sources = info.getSourceManager();
      const clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()));
      if (at.isValid()) found = {at.getFilename(), at.getLine(), at.getColumn(), std::string(message)};
    }
    (level >= clang::DiagnosticsEngine::Error ? errors : doubts).push_back(std::move(found));
  }
};

std::string known_headers() {
  std::string names;
  for (const Header& header : headers()) names += fmt::format("{}<{}>", names.empty() ? "" : ", ", header.name);
  return names;
}

[[noreturn]] void refuse_text(const std::string& path, const Listener::Found& error) {
  std::string remedy;
  if (error.message.find("file not found") != std::string::npos) {
    remedy = fmt::format("; there are {}, and files named in quotes", known_headers());
  }
  if (error.line == 0) throw base::InputError(fmt::format("{}: error: {}", path, error.message));
  throw base::InputError(
      fmt::format("{}:{}:{}: error: {}{}", error.file, error.line, error.column, error.message, remedy));
}

// A doubt belongs to the function in whose text it lies.
void attach(const Listener& listener, Translation& translation) {
  for (const Listener::Found& doubt : listener.doubts) {
    translation.doubt({translation.file(doubt.file), doubt.line, doubt.column}, doubt.message);
  }
}

}  // namespace

Program read(const std::vector<SourceText>& files, const std::vector<std::string>& defines) {
  std::vector<std::string> arguments{"-xc",
                                     "-std=gnu11",
                                     "-nostdinc",
                                     std::string("-isystem") + header_folder,
                                     "-fno-builtin",
                                     "-Wno-everything",
                                     "-Wuninitialized",
                                     "-Wsometimes-uninitialized",
                                     "-Wconditional-uninitialized",
                                     "-Wunsequenced",
                                     "-Werror=implicit-function-declaration",
                                     "-Werror=implicit-int",
                                     "-Werror=int-conversion",
                                     "-Werror=return-type"};
  for (const std::string& define : defines) arguments.push_back("-D" + define);
  clang::tooling::FileContentMappings mapped;
  for (const Header& header : headers()) mapped.emplace_back(std::string(header_folder) + header.name, header.text);

  Program program;
  Linking linking;
  for (const auto& [path, text] : files) {
    Listener listener;
    const std::unique_ptr<clang::ASTUnit> unit = clang::tooling::buildASTFromCodeWithArgs(
        text, arguments, path, "waymark", std::make_shared<clang::PCHContainerOperations>(),
        clang::tooling::getClangStripDependencyFileAdjuster(), mapped, &listener);
    if (!listener.errors.empty()) refuse_text(path, listener.errors.front());
    if (unit == nullptr) throw base::InputError(fmt::format("{}: error: this cannot be read as C", path));
    Translation translation(program, linking, unit->getASTContext());
    (void)translation.file(path);  // also one without a declaration
    translation.unit();
    attach(listener, translation);
  }
  return program;
}

}  // namespace waymark::c
