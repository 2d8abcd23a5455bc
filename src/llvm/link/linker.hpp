// The work of link(): first it decides which definition every symbol of every module means, then it marks what is
// needed, and then it moves all that into one module.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/link/link.hpp"

namespace waymark::llvm {

class Linker {
 public:
  // Modules from `library` on are a library.
  Linker(std::vector<Module> modules, std::size_t library, const LinkOptions& options);

  Module run();

 private:
  // A symbol of one of the modules.
  struct Symbol {
    std::uint32_t module = 0;
    ConstantKind kind = ConstantKind::undef;
    std::uint32_t index = 0;
    bool operator==(const Symbol&) const = default;
  };
  enum class Strength : std::uint8_t { declared, available, library, common, weak, strong };
  struct Best {
    Symbol symbol;
    Strength strength = Strength::declared;
  };
  // Where the parts of a module begin in the joined one.
  struct Base {
    std::uint32_t constants = 0, elements = 0, strings = 0;
    std::uint32_t files = 0, places = 0, scopes = 0, types = 0;
    std::uint32_t unit = 0;
  };

  void choose();
  void offer(const std::string& name, Linkage linkage, bool defined, Symbol symbol);
  Symbol meant(Symbol symbol) const;
  Symbol resolved(std::uint32_t module, const Constant& constant) const;
  const std::string& name_of(Symbol symbol) const;
  Linkage linkage_of(Symbol symbol) const;
  std::uint64_t common_size(Symbol symbol) const;
  void replace_aliases();

  void mark(Symbol symbol);
  void mark_constant(std::uint32_t module, std::uint32_t constant);
  void mark_all();
  void mark_contents(Symbol symbol);

  void join();
  void join_debug(Module& from, const Base& base);
  void join_constants(Module& from, std::uint32_t module, const Base& base);
  void join_symbols(Module& from, std::uint32_t module, const Base& base);
  void rebase(Function& function, const Base& base) const;
  void rebase(Global& global, const Base& base) const;
  void join_initialisers();
  std::uint32_t new_index(Symbol symbol) const;

  std::vector<Module> modules_;
  std::size_t library_;
  const LinkOptions& options_;
  Module made_;
  std::unordered_map<std::string, Best> names_;
  std::vector<std::vector<std::uint32_t>> new_globals_, new_functions_;  // by module and index; `unneeded` at first
  std::vector<std::vector<bool>> seen_constants_;
  std::vector<Symbol> work_;
};

}  // namespace waymark::llvm
