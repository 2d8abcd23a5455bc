// OutputFile: a file that is being written. An ordinary one is written beside its place, under a name of its own, and
// appears there only when it is complete; a process that is killed meanwhile leaves what the next writer of the same
// file removes. What is no ordinary file (a device, a pipe, a descriptor) is written in place; a link leads to what is
// written and stays one; "-" is standard output.
#pragma once

#include <string>
#include <string_view>

namespace waymark::base {

// What a name of an output file leads to.
struct OutputPlace {
  std::string path;      // where links end
  bool ordinary = true;  // a file, or there is none yet
  int descriptor = -1;   // of this process, if it is the name of one
};
[[nodiscard]] OutputPlace output_place(const std::string& path);

class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // These are false from the first fault on, the constructor's included, which error() tells as errno does.
  [[nodiscard]] bool write(std::string_view bytes);
  // What was written is on its medium, where there is one.
  [[nodiscard]] bool sync();
  // It is complete.
  [[nodiscard]] bool commit();
  [[nodiscard]] int error() const { return error_; }

 private:
  void open_beside();
  bool fail();

  std::string place_;
  std::string beside_;  // where it is until then; empty: it is written in place
  int file_ = -1;
  int error_ = 0;
};

}  // namespace waymark::base
