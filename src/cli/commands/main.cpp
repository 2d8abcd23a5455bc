#include "cli/commands/run.hpp"
#include "cli/terminal/terminal.hpp"

int main(int argc, char** argv) {
  waymark::cli::listen_to_signals();  // before anything else: a signal in the first moments ends like a later one
  return waymark::cli::run(argc, argv);
}
