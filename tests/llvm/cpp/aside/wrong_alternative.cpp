// violated: exception; -std=c++20
#include <cassert>
#include <string>
#include <variant>
#include <vector>

struct Start {
  int port;
};
struct Stop {};
using Command = std::variant<Start, Stop, std::string>;

static int port_of(const Command& command) { return std::get<Start>(command).port; }

int main() {
  std::vector<Command> commands;
  commands.push_back(Start{80});
  commands.push_back("reload");
  commands.push_back(Stop{});
  assert(port_of(commands[0]) == 80);
  assert(std::get<std::string>(commands[1]) == "reload");
  return port_of(commands[2]);
}
