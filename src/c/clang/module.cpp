// What the module of Clang's libraries exports.
#include "c/clang/read.hpp"

extern "C" __attribute__((visibility("default"))) void waymark_read_c(const std::vector<waymark::c::SourceText>& files,
                                                                      const std::vector<std::string>& defines,
                                                                      waymark::c::Program& into) {
  into = waymark::c::read(files, defines);
}
