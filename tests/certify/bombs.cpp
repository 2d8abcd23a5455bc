// bombs SCRIPT FOLDER: writes all bombs into the folder, for the program that a true script is of; prints one line for
// each: its form, its name, its files.
#include <fmt/format.h>

#include "bombs.hpp"
#include "script/reader.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  waymark::script::Fault fault;
  const auto file = waymark::script::File::open(argv[1], fault);
  if (file == nullptr) return 2;
  const waymark::certify::Bombs bombs(argv[2], file->header());
  for (const waymark::certify::Bombed& bomb : bombs.all()) {
    fmt::print("{}\t{}\t{}\n", waymark::script::name(bomb.form), bomb.name, fmt::join(bomb.files, "\t"));
  }
  return 0;
}
